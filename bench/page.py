"""`python -m bench.page`: the front page as Lighthouse's slow phone sees it, nothing cached, the client bundled as in a wheel.

Lighthouse is pinned in bench/lighthouse/package-lock.json and installed when it is first wanted."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from urllib.error import URLError
from urllib.request import urlopen

from tools import bundle_client

HOME = Path(__file__).parent / "lighthouse"
COMMAND = HOME / "node_modules" / ".bin" / "lighthouse"
WANTED = {"performance": 95, "accessibility": 100, "best-practices": 100}
ROUNDS = 3  # the slow phone is simulated from what this machine does meanwhile: the median counts
FIGURES = ("first-contentful-paint", "largest-contentful-paint", "total-blocking-time", "total-byte-weight")


def install() -> str:
    """Why Lighthouse cannot be had; empty if it is there."""
    if shutil.which("chromium") is None:
        return "Chromium is not installed: apt-get install chromium"
    if shutil.which("npm") is None:
        return "node and npm are not installed: apt-get install nodejs npm"
    if COMMAND.exists():
        return ""
    made = subprocess.run(["npm", "ci", "--silent", "--no-audit", "--no-fund"], cwd=HOME, check=False)
    return "" if made.returncode == 0 else "npm could not install Lighthouse: is the package registry reachable?"


def look(url: str, file: Path) -> dict[str, object]:
    """Scores out of 100, and some of the figures behind them."""
    words = [COMMAND, url, "--quiet", "--output=json", f"--output-path={file}", f"--only-categories={','.join(WANTED)}"]
    flags = "--chrome-flags=--headless=new --no-sandbox"
    environment = {**os.environ, "CHROME_PATH": str(shutil.which("chromium"))}
    subprocess.run([*map(str, words), flags], check=True, env=environment)
    said = json.loads(file.read_text(encoding="utf-8"))
    scores = {name: round(100 * part["score"]) for name, part in said["categories"].items()}
    return scores | {name: round(said["audits"][name]["numericValue"]) for name in FIGURES}


def wait_for(url: str) -> None:
    for _ in range(240):
        try:
            urlopen(url).close()
            return
        except URLError:
            time.sleep(0.25)


def main() -> int:
    ask = argparse.ArgumentParser(prog="python -m bench.page", description=(__doc__ or "").splitlines()[0])
    ask.add_argument("--port", type=int, default=19192)
    ask.add_argument("--json", type=Path)
    args = ask.parse_args()
    if lacking := install():
        print(lacking)
        return 1
    place = bundle_client.ROOT / bundle_client.PLACE
    with tempfile.TemporaryDirectory() as folder:
        bundle_client.bundle(bundle_client.ROOT, place)
        words = [sys.executable, "-m", "trenchline.server", "--db", f"sqlite:///{folder}/t.db", "--port", str(args.port)]
        server = subprocess.Popen(words, stdout=subprocess.DEVNULL)
        try:
            wait_for(f"http://127.0.0.1:{args.port}/")
            seen = [look(f"http://127.0.0.1:{args.port}/", Path(folder) / f"{n}.json") for n in range(ROUNDS)]
        finally:
            server.kill()
            server.wait()
            shutil.rmtree(place)
    found = {name: median([int(str(one[name])) for one in seen]) for name in seen[0]}
    for name, value in found.items():
        wanted = WANTED.get(name)
        print(f"  {name:26} {value}{'' if wanted is None or value >= wanted else f'   below {wanted}'}")
    if args.json:
        args.json.write_text(json.dumps(found, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
