"""The bare map of each game, small, on which the server draws who stands where: the picture of a link's preview.

.venv/bin/python tools/preview_maps.py [GAME]

Needs Chromium. Writes GAME.png (few colours, rows unfiltered: the server reads it without a library) and
GAME.toml (where the cells lie in it) to trenchline/server/maps.
"""

from __future__ import annotations

import base64
import json
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib
from collections import Counter
from pathlib import Path
from urllib.request import Request, urlopen

from playwright.sync_api import Page, sync_playwright

import trenchline

ROOT = Path(__file__).resolve().parent.parent
OUT = Path(trenchline.__file__).parent / "server" / "maps"
PORT = 19198
SITE = f"http://127.0.0.1:{PORT}"
WIDE, HIGH, COLOURS = 1000, 525, 40
FINE = 0xF8  # of each channel
SMALL = """async ([png, wide, high]) => {
    const picture = new Image();
    picture.src = `data:image/png;base64,${png}`;
    await picture.decode();
    const by = Math.min(wide / picture.width, high / picture.height);
    const canvas = new OffscreenCanvas(wide, high);
    const paper = canvas.getContext("2d");
    paper.fillStyle = "#e3d6ba";
    paper.fillRect(0, 0, wide, high);
    paper.imageSmoothingQuality = "high";
    const [w, h] = [Math.round(picture.width * by), Math.round(picture.height * by)];
    paper.drawImage(picture, Math.round((wide - w) / 2), Math.round((high - h) / 2), w, h);
    const { data } = paper.getImageData(0, 0, canvas.width, canvas.height);
    let text = "";
    for (let i = 0; i < data.length; i += 8192) text += String.fromCharCode(...data.subarray(i, i + 8192));
    return btoa(text);
}"""
BARE = """.trench-map > g[class^=layer-]:not(.layer-static) { visibility: hidden !important }
.overview, .layers, .layer-menu, .invitation, .map > :not(.map-window) { display: none !important }"""
WHERE = """() => {
    const m = document.querySelector(".layer-counters").getScreenCTM();
    const sheet = document.querySelector(".map-window > .trench-map:not(.ground)").getBoundingClientRect();
    return { scale: m.a, x: m.e, y: m.f, left: sheet.x, top: sheet.y, wide: sheet.width, high: sheet.height };
}"""


def shot(page: Page, slug: str, file: Path) -> dict[str, float]:
    """A picture of the whole sheet without counters; where the map lies in it."""
    game = trenchline.load(slug)
    seats = {seat.name: "me" for seat in game.info().seats}
    body = json.dumps({"game": slug, "seats": seats, "dice": "hand"}).encode()
    made = json.load(urlopen(Request(f"{SITE}/api/tables", body, {"Content-Type": "application/json"})))
    page.goto(f"{SITE}/#/seat/{made['table']}/{made['key']}")
    page.locator(".layer-counters [data-unit]").first.wait_for(state="attached")
    page.keyboard.press("f")
    page.add_style_tag(content=BARE)
    page.wait_for_timeout(2500)
    page.locator("[data-sharp]").first.wait_for()
    found: dict[str, float] = page.evaluate(WHERE)
    page.screenshot(path=file, clip={"x": found["left"], "y": found["top"], "width": found["wide"], "height": found["high"]})
    return found


def reduced(page: Page, file: Path) -> tuple[list[bytes], list[int]]:
    """The picture in few colours: these, and a colour's number for each pixel. The browser makes it small, on paper."""
    page.goto("about:blank")
    told = page.evaluate(SMALL, [base64.b64encode(file.read_bytes()).decode(), WIDE, HIGH])
    raw = base64.b64decode(told)
    shades = [bytes(channel & FINE for channel in raw[i : i + 3]) for i in range(0, 4 * WIDE * HIGH, 4)]
    boxes = [Counter(shades)]
    while len(boxes) < COLOURS:
        boxes.sort(key=spread)
        boxes += halves(boxes.pop())
    number = {shade: n for n, box in enumerate(boxes) for shade in box}
    return [mean(box) for box in boxes], [number[shade] for shade in shades]


def spread(box: Counter[bytes]) -> float:
    """How much is lost by making one colour of some: the widest channel, by how many pixels have them."""
    apart = max(max(s[c] for s in box) - min(s[c] for s in box) for c in range(3))
    return float(apart * sum(box.values()) ** 0.5)


def halves(box: Counter[bytes]) -> list[Counter[bytes]]:
    """Some colours in two parts, along the channel in which they differ most."""
    channel = max(range(3), key=lambda c: max(s[c] for s in box) - min(s[c] for s in box))
    middle = (max(s[channel] for s in box) + min(s[channel] for s in box)) / 2
    lower = Counter({s: n for s, n in box.items() if s[channel] <= middle})
    return [lower, box - lower]


def mean(box: Counter[bytes]) -> bytes:
    return bytes(round(sum(s[c] * n for s, n in box.items()) / sum(box.values())) for c in range(3))


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def write(page: Page, slug: str, shown: Path, found: dict[str, float]) -> None:
    colours, pixels = reduced(page, shown)
    rows = b"".join(b"\0" + bytes(pixels[y * WIDE : (y + 1) * WIDE]) for y in range(HIGH))
    head = struct.pack(">IIBBBBB", WIDE, HIGH, 8, 3, 0, 0, 0)
    parts = [(b"IHDR", head), (b"PLTE", b"".join(colours)), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b"")]
    OUT.mkdir(exist_ok=True)
    (OUT / f"{slug}.png").write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*part) for part in parts))
    shrunk = min(WIDE / found["wide"], HIGH / found["high"])
    aside, down = (WIDE - found["wide"] * shrunk) / 2, (HIGH - found["high"] * shrunk) / 2
    unit = 100 * found["scale"] * shrunk  # pixels to the height of a cell
    x, y = aside + (found["x"] - found["left"]) * shrunk, down + (found["y"] - found["top"]) * shrunk
    (OUT / f"{slug}.toml").write_text(
        "# Where the cells of the board lie in the picture, in pixels; tools/preview_maps.py writes both.\n"
        f"cell = {unit:.3f}\nleft = {x:.3f}\ntop = {y:.3f}\n"
    )


def main() -> None:
    wanted = sys.argv[1:] or [game.slug for game in trenchline.games()]
    chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        words = [sys.executable, "-m", "trenchline.server", "--db", f"sqlite:///{home}/t.db", "--port", str(PORT)]
        server = subprocess.Popen(words, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            context = browser.new_context(viewport={"width": 2400, "height": 1500}, reduced_motion="reduce", bypass_csp=True)
            context.add_init_script("if (location.host) localStorage['trenchline.settings'] = '{\"catchUp\": false}'")
            page = context.new_page()
            page.set_default_timeout(180_000)
            for _ in range(200):
                try:
                    urlopen(f"{SITE}/healthz")
                    break
                except OSError:
                    page.wait_for_timeout(200)
            for slug in wanted:
                file = Path(home) / f"{slug}.png"
                write(page, slug, file, shot(page, slug, file))
                print(slug, (OUT / f"{slug}.png").stat().st_size)
            browser.close()
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
