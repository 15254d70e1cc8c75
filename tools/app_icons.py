"""The icons of the installed app, drawn from `web/icon.svg` by Chromium: `python tools/app_icons.py`.

`192.png` and `512.png` are for launchers, `mask.png` for those that cut it to a shape of their own, `180.png` for Apple's
devices, `badge.png` is the small white sign beside a notification on a phone.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

WEB = Path(__file__).resolve().parent.parent / "trenchline" / "web"
PAPER = "#f1e7d0"
BADGE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none" stroke="#fff" stroke-width="3">
<rect x="4" y="8" width="24" height="16"/><path d="M4 8l24 16M28 8L4 24"/></svg>"""
PAGE = """<style>html, body {{ margin: 0; background: {ground} }}
svg {{ display: block; margin: {margin}px; width: {inner}px; height: {inner}px }}</style>{svg}"""


def main() -> None:
    icon = (WEB / "icon.svg").read_text()
    whole = [("192", 192, 0, icon), ("512", 512, 0, icon), ("180", 180, 0, icon)]
    pictures = [*whole, ("mask", 512, 64, icon), ("badge", 96, 0, BADGE)]
    with sync_playwright() as playwright:
        found = shutil.which("chromium-headless-shell") or shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        for name, size, margin, svg in pictures:
            page = browser.new_page(viewport={"width": size, "height": size})
            ground = "transparent" if name in ("192", "512", "badge") else PAPER
            page.set_content(PAGE.format(ground=ground, margin=margin, inner=size - 2 * margin, svg=svg))
            page.screenshot(path=WEB / "icons" / f"{name}.png", omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
