#!/usr/bin/env python3
"""Writes docs/channels/<slug>.md: every channel of what `Match.encode` makes of a game.

python tools/channel_pages.py            all games
python tools/channel_pages.py --check    say which pages are not what the code says
"""

from __future__ import annotations

import inspect
import re
import sys
from itertools import groupby
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import trenchline  # noqa: E402

FOLDER = ROOT / "docs" / "channels"
PARTS = {
    "planes": "`Encoded.planes[index, row, column]`, numbers from 0 to 255.",
    "entities": "`Encoded.entities[counter, index]`, a row for each counter in the order of `game.counters`.",
    "tracks": "`Encoded.tracks[index]`.",
}
NUMBERED = re.compile(r"(.*?) ?(\d+)")


def said_of_fields(kind: type) -> dict[str, str]:
    """What the code says of the fields of a position behind them."""
    found: dict[str, str] = {}
    for cls in kind.__mro__[::-1]:
        if cls.__module__.startswith("trenchline.games"):
            found.update(re.findall(r"^    (\w+): [^#\n]*# (.*)$", inspect.getsource(cls), re.MULTILINE))
    return found


def page(slug: str) -> str:
    game = trenchline.load(slug)
    said, space = said_of_fields(game.position_type), game.action_space()
    shapes = {part: f"{n} channels" for part in PARTS if (n := sum(c.part == part for c in game.channels()))}
    lines = [
        f"# {game.title}: channels",
        "",
        "Made by `python tools/channel_pages.py` from the code; a test holds it against it. [environment.md](../environment.md)"
        " says how to use it.",
        "",
        f"Actions: {space.n:,} flat numbers, {space.token_count:,} tokens ({len(space.verbs)} verbs, {len(game.counters)} units"
        f" and none, {game.board.size} cells and none, {len(space.details)} details). Rules version {game.rules_version}.",
    ]
    for part, where in PARTS.items():
        lines += ["", f"## {part.capitalize()}: {shapes[part]}", "", where, "", "| index | name | says |", "|---|---|---|"]
        channels = [c for c in game.channels() if c.part == part]
        for (_, text), some in groupby(channels, key=lambda c: (root(c.name), c.text)):
            group = list(some)
            index = str(group[0].index) if len(group) == 1 else f"{group[0].index}-{group[-1].index}"
            name = group[0].name if len(group) == 1 else f"{group[0].name} ... {group[-1].name}"
            comment = "" if "state" in text else said.get(re.split(r"[. ]", name)[0], "")
            lines.append(f"| {index} | {name} | {text}{': ' + comment if comment else ''} |")
    return "\n".join(lines) + "\n"


def root(name: str) -> str:
    """The name of a channel without the number of those that are alike."""
    numbered = NUMBERED.fullmatch(name)
    return numbered[1] if numbered else name


def main(words: list[str]) -> int:
    stale = []
    for info in trenchline.games():
        file, text = FOLDER / f"{info.slug}.md", page(info.slug)
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            stale.append(file.name)
            if "--check" not in words:
                FOLDER.mkdir(exist_ok=True)
                file.write_text(text, encoding="utf-8")
    print(f"{', '.join(stale) or 'no page'} {'is stale' if '--check' in words else 'written'}")
    return int(bool(stale) and "--check" in words)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
