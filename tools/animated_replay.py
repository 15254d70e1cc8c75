"""The moving picture of the README: a match between two sergeants, replayed in the real client.

.venv/bin/python tools/animated_replay.py [docs/images/replay.webp]     `make pictures` installs what it needs
"""

from __future__ import annotations

import io
import subprocess
import sys
import tempfile
from pathlib import Path

import msgspec
from PIL import Image
from playwright.sync_api import Page, sync_playwright

import trenchline
from tools.screenshots import PORT, chromium, settled, upload, wait_for_site
from trenchline.ai import make_player

GAME, SCENARIO, SEED = "they-shall-not-pass", "historical", 21
FRAMES, SHOWN, LAST_SHOWN = 30, 420, 2500  # pictures, and how many milliseconds each stays
WIDTH = 880  # pixels in the README
VIEWPORT = {"width": 1280, "height": 800}


def played() -> tuple[str, list[int]]:
    """The save of a whole match between sergeants, and after how many actions each picture is taken: where dice fell."""
    match, sergeant = trenchline.load(GAME).start(SCENARIO, seed=SEED), make_player("sergeant", SEED)
    rolled, actions = [0], 0
    while not match.over:
        events = match.apply(sergeant.choose(match))
        actions += 1
        if any(event.odds for event in events):
            rolled.append(actions)
    wanted = (actions * n / (FRAMES - 1) for n in range(FRAMES - 1))
    moments = [min(rolled, key=lambda action: abs(action - moment)) for moment in wanted]
    return msgspec.json.encode(match.save()).decode(), [*moments, actions]


def go(page: Page, number: int) -> None:
    """Drag the replay bar to an action and wait until it is drawn."""
    slider = page.get_by_test_id("replay-slider")
    slider.evaluate("(bar, n) => { bar.value = n; bar.dispatchEvent(new Event('input', {bubbles: true})); }", number)
    page.wait_for_function(
        "n => document.querySelector('[data-testid=replay-slider]').ariaValueText?.startsWith(`action ${n} of`)", arg=number
    )
    settled(page)


def frames(page: Page, save: Path, moments: list[int]) -> list[Image.Image]:
    upload(page, save)
    pictures = []
    for number in moments:
        go(page, number)
        picture = Image.open(io.BytesIO(page.screenshot(type="png"))).convert("RGB")
        pictures.append(picture.resize((WIDTH, round(picture.height * WIDTH / picture.width)), Image.Resampling.LANCZOS))
    return pictures


def main() -> int:
    target = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/images/replay.webp")
    browser_path = chromium()
    with tempfile.TemporaryDirectory() as home:
        save = Path(home) / "match.json"
        match, moments = played()
        save.write_text(match, encoding="utf-8")
        words = [sys.executable, "-m", "trenchline.server", "--db", f"sqlite:///{home}/t.db", "--port", str(PORT)]
        server = subprocess.Popen(words, stdout=subprocess.DEVNULL)
        try:
            wait_for_site()
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
                context = browser.new_context(viewport=VIEWPORT)
                context.add_init_script("if (location.host) localStorage['trenchline.settings'] = '{\"catchUp\": false}'")
                first, *others = frames(context.new_page(), save, moments)
                browser.close()
        finally:
            server.terminate()
            server.wait()
    shown = [SHOWN] * (FRAMES - 1) + [LAST_SHOWN]
    first.save(target, save_all=True, append_images=others, duration=shown, loop=0, quality=55, method=6)
    print(f"{target}: {target.stat().st_size / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
