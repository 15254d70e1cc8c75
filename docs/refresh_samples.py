"""Writes the samples in docs/notation.md afresh from the code: `python docs/refresh_samples.py`.

`tests/test_readme.py` says when that is needed: after a change of the dice, the state or the rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec

import trenchline
from trenchline import Match
from trenchline.core.notation import match_text

FILE = Path(__file__).with_name("notation.md")
GAME = trenchline.load("they-shall-not-pass")
OPENING = ("barrage:1504", "XVIII.A1", "XVIII.A2", "HVY", "fire", "interdict:NAV", "NAV-1609", "done", "IR81", "IR81-1302")
ASSAULT = ("1605", "IR81", "Pi21", "attack")


def play(match: Match, texts: tuple[str, ...]) -> Match:
    for text in texts:
        match.apply(match.parse(text))
    return match


def after_the_assault(position: str) -> str:
    """What the position on the page becomes, without the counters that are out of play."""
    lines = GAME.notation(play(GAME.position(position, dice=[4]), ASSAULT)).splitlines()
    return "\n".join(line for line in lines if not line.startswith("out:")) + "\n"


def blocks(page: str, kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


def samples(page: str) -> Iterator[tuple[str, str]]:
    """Each sample as it stands, and as it should."""
    match = play(GAME.start("historical", seed=7), OPENING)
    short, long = blocks(page, "position")
    yield long, after_the_assault(short)
    yield blocks(page, "match")[0], match_text(match)
    yield blocks(page, "save")[0], msgspec.json.encode(match.save()).decode() + "\n"


if __name__ == "__main__":
    text = FILE.read_text(encoding="utf-8")
    for old, new in list(samples(text)):
        text = text.replace(old, new)
    FILE.write_text(text, encoding="utf-8")
