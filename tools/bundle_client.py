"""The client's modules bundled by esbuild, with source maps: what a wheel ships beside the plain modules.

    python tools/bundle_client.py [FOLDER]

FOLDER is `trenchline/web/bundle` unless said otherwise: there the server finds it, and uses it as long as it was made of the
files that lie beside it. Where node, npm or the npm registry cannot be had nothing is made, and the server sends the plain
modules. Needs nothing but Python's own library: hatch_build.py runs it in an empty environment.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PLACE = "trenchline/web/bundle"
ESBUILD = "node_modules/.bin/esbuild"
# What the pages and the workers begin with; pages opened later are found.
ENTRIES = ("app.js", "embed.js", "map/ground-painter.js", "share/gif-worker.js")
APP = ("app.js",)
FIRST = ("app.js", "lobby/lobby.js")
PLAY = ("connection/session.js", "play/play-screen.js")
EMBEDDED = ("embed.js",)
Files = dict[str, dict[str, list[dict[str, str]]]]  # by path: what each imports, and more
HOW = ("--bundle", "--splitting", "--format=esm", "--target=es2022", "--minify", "--sourcemap", "--chunk-names=chunks/[hash]")


class Unbundled(Exception):
    """Why there is no bundle."""


def esbuild(root: Path) -> Path:
    """The program, installed by npm where it is not there yet."""
    program = root / ESBUILD
    if shutil.which("node") is None or shutil.which("npm") is None:
        raise Unbundled("node and npm are not installed")
    if not program.exists():
        words = ["npm", "ci", "--omit=dev", "--silent", "--no-audit", "--no-fund"]
        made = subprocess.run(words, cwd=root, capture_output=True, check=False)
        if made.returncode or not program.exists():
            raise Unbundled("npm could not install esbuild")
    return program


def fingerprint(web: Path) -> str:
    """Of all files that a bundle is made of or lies beside."""
    paths = sorted(path for path in web.rglob("*") if path.is_file() and path.relative_to(web).parts[0] != "bundle")
    tags = (f"{path.relative_to(web).as_posix()} {sha256(path.read_bytes()).hexdigest()[:20]}\n" for path in paths)
    return sha256("".join(tags).encode()).hexdigest()[:16]


def run(program: Path, web: Path, entries: list[str], out: Path) -> dict[str, Files]:
    """Bundle some entries; what esbuild tells about it."""
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder) / "meta.json"
        words = [str(program), *entries, *HOW, f"--outdir={out}", "--outbase=.", f"--metafile={told}", "--log-level=warning"]
        done = subprocess.run(words, cwd=web, capture_output=True, text=True, check=False)
        if done.returncode:
            raise Unbundled(f"esbuild failed: {done.stderr.strip()[:2000]}")
        found: dict[str, Files] = json.loads(told.read_text())
        return found


def loaded_later(inputs: Files) -> list[str]:
    """The modules that others import when they are wanted: entries too, so that they keep their names."""
    return sorted({one["path"] for module in inputs.values() for one in module["imports"] if one["kind"] == "dynamic-import"})


def loaded_at_once(outputs: Files, out: Path, web: Path, heads: tuple[str, ...]) -> list[str]:
    """The files that some modules need, themselves first."""
    names = {key: (web / key).resolve().relative_to(out.resolve()).as_posix() for key in outputs}
    needs = {
        names[key]: [names[one["path"]] for one in output["imports"] if one["kind"] == "import-statement"]
        for key, output in outputs.items()
    }
    found: list[str] = list(heads)
    for name in found:
        found += [one for one in needs[name] if one not in found]
    return found


def bundle(root: Path, out: Path) -> None:
    """Make the bundle anew."""
    program, web = esbuild(root), root / "trenchline" / "web"
    shutil.rmtree(out, ignore_errors=True)
    with tempfile.TemporaryDirectory() as folder:
        later = loaded_later(run(program, web, list(ENTRIES), Path(folder))["inputs"])
    outputs = run(program, web, [*ENTRIES, *later], out)["outputs"]
    lists = {"app": APP, "first": FIRST, "play": PLAY, "embed": EMBEDDED}
    manifest = {name: loaded_at_once(outputs, out, web, heads) for name, heads in lists.items()}
    (out / "manifest.json").write_text(json.dumps({"of": fingerprint(web), **manifest}, indent=1) + "\n")


def main() -> int:
    out = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / PLACE
    try:
        bundle(ROOT, out.resolve())
    except Unbundled as why:
        print(f"The client is not bundled: {why}")
        return 1
    print(f"The client's bundle is in {out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
