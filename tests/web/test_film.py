"""A stretch of a match as a moving picture: made in the browser, from the real map, of what its maker may show."""

from __future__ import annotations

import base64
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from trenchline.games import load

from ..server.conftest import Server
from .conftest import DESKTOP, PHONE, SIZES, Player
from .test_every_decision import OVERFLOW
from .test_three_sizes import seated

Join = Callable[..., Player]
# Frames as the browser reads them: how large, how long shown, how much is as blue as the French.
DECODED = """async (data) => {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    const decoder = new ImageDecoder({ data: bytes, type: "image/gif" });
    await decoder.tracks.ready;
    await decoder.completed;
    const frames = [];
    for (let i = 0; i < decoder.tracks.selectedTrack.frameCount; i++) {
        const { image } = await decoder.decode({ frameIndex: i });
        const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight);
        const pen = canvas.getContext("2d");
        pen.drawImage(image, 0, 0);
        const { data: rgba } = pen.getImageData(0, 0, canvas.width, canvas.height);
        let [blue, sum] = [0, 0];
        for (let at = 0; at < rgba.length; at += 4) {
            sum = (sum * 31 + rgba[at] + rgba[at + 1] + rgba[at + 2]) % 1000003;
            if (rgba[at] < 90 && rgba[at + 2] > 140) blue += 1;
        }
        frames.push({ wide: canvas.width, ms: image.duration / 1000, blue, sum });
    }
    return frames;
}"""


def open_card(p: Player) -> None:
    p.page.get_by_test_id("menu").click()
    p.press("menu-clip")
    p.page.get_by_test_id("clip-card").wait_for()


def choose(p: Player, **how: str) -> None:
    for name, value in how.items():
        p.page.get_by_test_id(f"clip-{name}").select_option(value)


def stretch(p: Player, first: int, last: int) -> None:
    for end, n in (("from", first), ("to", last)):
        p.page.get_by_test_id(f"clip-{end}").fill(str(n))
    p.page.get_by_test_id("clip-to").press("Tab")


def test_a_gif_of_some_actions_shows_the_map_as_it_was(player: Join, site: Server, tmp_path: Path):
    p = player()
    seated(p, site, "they-shall-not-pass", {}, decisions=60)
    open_card(p)
    stretch(p, 20, 26)
    choose(p, size="480", pace="450", area="whole")
    p.press("clip-make")
    p.page.get_by_test_id("clip-picture").wait_for()
    with p.page.expect_download() as found:
        p.press("clip-download")
    found.value.save_as(tmp_path / "film.gif")
    assert found.value.suggested_filename == "they-shall-not-pass-20-26.gif"
    frames = p.page.evaluate(DECODED, base64.b64encode((tmp_path / "film.gif").read_bytes()).decode())
    assert 2 <= len(frames) <= 7 and {frame["wide"] for frame in frames} == {480}
    assert [frame["ms"] for frame in frames] == [450] * (len(frames) - 1) + [1950]
    assert min(frame["blue"] for frame in frames) > 300, "counters stand on it"
    assert len({frame["sum"] for frame in frames}) > 1, "and something happens"
    assert not p.page.locator(".out-of-sight").count()
    assert not p.page.get_by_test_id("play").evaluate("e => e.classList.contains('replaying')"), (
        "the table itself stays where it is"
    )


def test_a_video_where_the_browser_can_record_one(player: Join, site: Server):
    p = player()
    seated(p, site, "big-push", {}, decisions=40)
    open_card(p)
    stretch(p, 10, 13)
    choose(p, format="webm", size="480", pace="220", area="follow")
    p.press("clip-make")
    p.page.get_by_test_id("clip-picture").wait_for()
    assert p.comes_true("() => document.querySelector('[data-testid=clip-picture]').videoWidth === 480", None)


def test_a_stretch_is_chosen_on_the_bar_and_bounded_and_can_be_given_up(player: Join, site: Server):
    p = player(DESKTOP)
    seated(p, site, "they-shall-not-pass", {}, decisions=80)
    length = int(p.see("replay-where").split()[0])
    p.press("replay-back")
    p.page.get_by_test_id("clip-open").click()
    p.press("clip-to-here")
    assert p.page.get_by_test_id("clip-to").input_value() == str(length - 1)
    expect(p.page.locator(".scrub .stretch")).to_be_visible()
    stretch(p, -3, 10**9)
    assert [p.page.get_by_test_id(f"clip-{end}").input_value() for end in ("from", "to")] == ["0", str(length)]
    p.press("clip-make")
    p.press("clip-cancel")
    p.page.get_by_test_id("clip-make").wait_for()
    assert not p.page.locator(".out-of-sight").count()
    for size in SIZES:
        p.page.set_viewport_size(size)
        assert p.page.evaluate(OVERFLOW) == [], size
    p.page.set_viewport_size(DESKTOP)
    p.press("clip-close")
    expect(p.page.locator(".scrub .stretch")).to_be_hidden()


def test_where_there_are_secrets_it_shows_what_an_onlooker_may_see_unless_its_maker_says_otherwise(player: Join, site: Server):
    p = player(PHONE, True)
    assert load("campaign-of-attrition").secrets
    seated(p, site, "campaign-of-attrition", {"fog_of_war": True}, decisions=20)
    asked: list[str] = []
    p.page.on("request", lambda request: asked.append(request.url.rpartition("/tables/")[2].partition("/")[2]))
    open_card(p)
    assert "your enemy could see it" in p.see("clip-secrets")
    for publicly in (True, False):
        p.page.get_by_test_id("clip-public").set_checked(publicly)
        choose(p, size="480", pace="220")
        stretch(p, 3, 6)
        asked.clear()
        p.press("clip-make")
        p.page.get_by_test_id("clip-picture").wait_for()
        looked = [path for path in asked if path.startswith(("at/", "replay"))]
        assert looked and all(path.endswith("?public=true") == publicly for path in looked)
        p.press("clip-again")
