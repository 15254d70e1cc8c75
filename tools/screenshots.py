"""The pictures of the README: the real client in Chromium, at the start and in the middle of a battle.

.venv/bin/python tools/screenshots.py [docs/images [GAME]]     all of them, or those of a game of squares alone
.venv/bin/python tools/screenshots.py front                    the boards on the front page alone
"""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.request import urlopen

import msgspec
from playwright.sync_api import Browser, Page, sync_playwright

import trenchline
from trenchline.ai import make_player

PORT = 19197
SITE = f"http://127.0.0.1:{PORT}"
ATTACKS = ("Assault", "Combat", "ChooseAssault")  # the decisions in whose midst a battle looks like one
OTHERS = {"verdun-1916": 3, "campaign-of-attrition": 4}  # the other games, and the turn in which they are shown
# The games of squares: the scenario that is shown, and the turn.
SQUARES = {"big-push": ("over_the_top", 2), "generation-lost": ("firestorm", 3)}
FRONT_PAGE = Path(trenchline.__file__).parent / "web" / "pictures"
DESKTOP, PHONE = {"width": 1600, "height": 1000}, {"width": 390, "height": 844}


def battle(slug: str, turn: int, scenario: str = "historical") -> str:
    """A save from the middle of a battle between sergeants."""
    match, sergeant = trenchline.load(slug).start(scenario, seed=21), make_player("sergeant", 1916)
    while match.position.turn < turn or (match.decision and match.decision.kind not in ATTACKS):
        match.apply(sergeant.choose(match))
    return msgspec.json.encode(match.save()).decode()


def opening(slug: str, scenario: str) -> str:
    """A save of a scenario once it is set up."""
    match, sergeant = trenchline.load(slug).start(scenario, seed=21), make_player("sergeant", 1916)
    while match.decision and match.decision.kind.startswith("Place") and match.decision.kind != "PlaceAir":
        match.apply(sergeant.choose(match))
    return msgspec.json.encode(match.save()).decode()


def settled(page: Page) -> None:
    """Once the counters lie still and the ground is painted sharp."""
    page.locator(".layer-counters [data-unit]").first.wait_for()
    page.wait_for_timeout(900)
    page.locator("[data-sharp]").wait_for()


def new_table(page: Page) -> None:
    page.goto(f"{SITE}/#/new")
    page.get_by_test_id("create").click()
    settled(page)


def upload(page: Page, save: Path) -> None:
    page.goto(f"{SITE}/")
    page.get_by_test_id("upload").set_input_files(save)
    page.get_by_role("button", name="Make the table").click()
    settled(page)


def hinted(page: Page) -> None:
    """Alone against a colonel: what he did and why in the log, and a hint for the first march of our own."""
    page.goto(f"{SITE}/")
    page.get_by_test_id("level-colonel").check(force=True)
    page.get_by_test_id("play-now-french").click()
    page.get_by_test_id("pace-0").click()
    for _ in range(120):
        page.get_by_test_id("hint").click(timeout=120_000)
        page.get_by_test_id("hint-card").wait_for()
        if page.locator(".layer-advice .arrow").count():
            break
        prompt, told = page.get_by_test_id("prompt").inner_text(), page.get_by_test_id("replay-where").inner_text()
        page.get_by_test_id("hint-do").click()
        page.wait_for_function(
            "([p, t]) => p !== document.querySelector('[data-testid=prompt]').innerText"
            " || t !== document.querySelector('[data-testid=replay-where]').innerText",
            arg=[prompt, told],
        )
    page.get_by_test_id("pace-300").click()
    for _ in range(3):
        page.get_by_label("Zoom in (+)").click()
    page.get_by_test_id("hint").click()  # the map comes to it
    page.mouse.move(5, 5)
    settled(page)


def squares(browser: Browser, slug: str, folder: Path, home: Path) -> None:
    """The board of squares at the start and in mid-battle, on a desktop and on a phone."""
    phone = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
    for device, how in (("", {"viewport": DESKTOP}), ("-phone", phone)):
        context = browser.new_context(**how)
        context.add_init_script("localStorage['trenchline.settings'] = '{\"catchUp\": false}'")
        page = context.new_page()
        for when in ("start", "battle"):
            upload(page, home / f"{slug}-{when}.json")
            shoot(page, folder / f"{slug}-{when}{device}.jpg")
        context.close()


def shoot(page: Page, file: Path) -> None:
    page.screenshot(path=file, type="jpeg", quality=80)


# Where in a window a picture of so many pixels shows most of both sides.
BATTLE = """([wide, high]) => {
    const window = document.querySelector("[data-testid=map]").getBoundingClientRect();
    const sheet = document.querySelector(".map-window > .trench-map:not(.ground)");
    const paper = sheet.getBoundingClientRect();
    const unit = paper.width / sheet.viewBox.baseVal.width;
    const [left, top] = [Math.max(window.x, paper.x + 88 * unit), Math.max(window.y, paper.y + 144 * unit)]; // inside the frame
    const right = Math.min(window.right, paper.right - 88 * unit);
    const bottom = Math.min(window.bottom - 40, paper.bottom - 148 * unit);
    const counters = [...document.querySelectorAll(".layer-counters [data-unit]")].map((counter) => {
        const { x, y } = counter.getBoundingClientRect();
        return { x, y, side: counter.dataset.palette };
    });
    let best = { x: left, y: top, worth: -1 };
    for (let x = left; x + wide <= right; x += 20) for (let y = top; y + high <= bottom; y += 20) {
        const sides = {};
        for (const c of counters) {
            if (c.x > x && c.x < x + wide - 20 && c.y > y && c.y < y + high - 20) sides[c.side] = (sides[c.side] ?? 0) + 1;
        }
        const [most = 0, next = 0] = Object.values(sides).sort((a, b) => b - a);
        if (most * next > best.worth) best = { x, y, worth: most * next };
    }
    return [best.x, best.y];
}"""


def front_page(browser: Browser, home: Path) -> None:
    """The boards on the front page: where both sides stand in mid-battle, small."""
    context = browser.new_context(viewport={"width": 2000, "height": 1300})
    context.add_init_script("if (location.host) localStorage['trenchline.settings'] = '{\"catchUp\": false}'")
    page = context.new_page()
    wide, high = 640, 400
    for game in trenchline.games():
        upload(page, home / f"{game.slug}-battle.json")
        page.keyboard.press("f")
        settled(page)
        x, y = page.evaluate(BATTLE, [wide, high])
        clip = {"x": x, "y": y, "width": wide, "height": high}
        page.screenshot(path=FRONT_PAGE / f"{game.slug}.jpg", type="jpeg", quality=60, clip=clip)
    context.close()


def pictures(browser: Browser, folder: Path, home: Path) -> None:
    page = browser.new_page(viewport=DESKTOP)
    new_table(page)
    shoot(page, folder / "board-start.jpg")
    for slug in OTHERS:
        upload(page, home / f"{slug}-battle.json")
        shoot(page, folder / f"{slug}.jpg")
    upload(page, save := home / "they-shall-not-pass-battle.json")
    shoot(page, folder / "mid-battle.jpg")
    page.get_by_test_id("replay-bar").locator("input[type=range]").evaluate(
        "e => { e.value = e.max * 0.4; for (const k of ['input', 'change']) e.dispatchEvent(new Event(k, {bubbles: true})); }"
    )
    page.wait_for_timeout(1500)
    settled(page)
    shoot(page, folder / "replay.jpg")
    page.close()
    page = browser.new_page(viewport=DESKTOP)
    new_table(page)
    page.get_by_test_id("all-choices").click()
    page.get_by_text("barrage 1905", exact=False).first.click()
    for gun in ("Add III.A1", "Add III.A2", "Add HVY"):
        page.get_by_text(gun, exact=True).first.click()
        page.wait_for_timeout(900)
    settled(page)
    shoot(page, folder / "odds.jpg")
    page.close()
    page = browser.new_page(viewport=DESKTOP)
    hinted(page)
    shoot(page, folder / "hint.jpg")
    page.close()
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)
    page = context.new_page()
    upload(page, save)
    shoot(page, folder / "phone.jpg")
    context.close()


def chromium() -> str:
    """Debian's browser; a machine that only runs the tests has the one without windows."""
    found = shutil.which("chromium") or shutil.which("chromium-headless-shell")
    if found is None:
        sys.exit("Chromium is not installed: apt-get install chromium")
    return found


def wait_for_site() -> None:
    """Until the server answers, on a busy machine too."""
    for _ in range(240):
        with contextlib.suppress(OSError):
            urlopen(f"{SITE}/api/games").close()
            return
        time.sleep(0.25)


def main() -> int:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/images")
    browser_path = chromium()
    chosen = [slug for slug in SQUARES if slug in sys.argv[2:]]
    front = sys.argv[1:] == ["front"]
    everything = not chosen
    with tempfile.TemporaryDirectory() as home:
        for slug, turn in {"they-shall-not-pass": 5, **OTHERS}.items() if everything else ():
            (Path(home) / f"{slug}-battle.json").write_text(battle(slug, turn), encoding="utf-8")
        for slug in chosen or SQUARES:
            scenario, turn = SQUARES[slug]
            for when, save in (("start", opening(slug, scenario)), ("battle", battle(slug, turn, scenario))):
                (Path(home) / f"{slug}-{when}.json").write_text(save, encoding="utf-8")
        words = [sys.executable, "-m", "trenchline.server", "--db", f"sqlite:///{home}/t.db", "--port", str(PORT)]
        server = subprocess.Popen(words, stdout=subprocess.DEVNULL)
        try:
            wait_for_site()
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
                if everything:
                    front_page(browser, Path(home))
                if everything and not front:
                    pictures(browser, folder, Path(home))
                for slug in [] if front else chosen or SQUARES:
                    squares(browser, slug, folder, Path(home))
                browser.close()
        finally:
            server.terminate()  # not killed: it sends its bots home
            server.wait()
    return 0


if __name__ == "__main__":
    sys.exit(main())
