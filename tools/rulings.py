#!/usr/bin/env python3
"""Writes each game's data/rulings.csv, which the rules page shows, from the pages on which rulings are written.

    python tools/rulings.py [FOLDER]     FOLDER/<game>/rulings.md holds those made before the first line of code

Without a folder the rows of those (TP-R01 and the like) stay as they are, and only those of docs/rulings are made anew.
"""

from __future__ import annotations

import csv
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
COLUMNS = ["id", "title", "cases", "question", "ruling", "why"]
ENTRY = re.compile(r"^#{2,3} ((?:[A-Z]{2}-)?R\d+) +(.+)$", re.M)
FIELD = re.compile(r"^(?:- )?(Cases|Problem|Open|Ruling|Why)(?:,[^:\n]*)?: *(.*(?:\n(?!- |#|\n|Cases:).+)*)", re.M)


def rulings_of(page: Path, cases: list[str]) -> list[dict[str, str]]:
    """The entries of a page, in its order."""
    text = page.read_text(encoding="utf-8")
    heads = list(ENTRY.finditer(text))
    found = []
    for head, after in zip(heads, [*heads[1:], None], strict=True):
        body = text[head.end() : after.start() if after else len(text)]
        told = {name: plain(words) for name, words in FIELD.findall(body)}
        title = head[2].strip()
        found.append(
            {
                "id": head[1],
                "title": title[0].upper() + title[1:].replace("-", " ") if " " not in title else title,
                "cases": " ".join(named(told.get("Cases", ""), cases)),
                "question": told.get("Problem") or told.get("Open", ""),
                "ruling": told.get("Ruling", ""),
                "why": told.get("Why", ""),
            }
        )
    return found


def plain(words: str) -> str:
    """Without marks of emphasis; a long quotation is only begun: no sentence of a rulebook stands in the project."""
    text = re.sub(r"\s+", " ", words).replace("**", "").replace("`", "").strip()
    return re.sub(r'"((?:[^" ]+ ){3})[^"]{40,}"', r'"\1..."', text)


def named(text: str, cases: list[str]) -> list[str]:
    """The cases that a line names, those of a span such as 7.4c-f too."""
    known, found = set(cases), []
    for token in re.findall(r"[\w./()-]+", text):
        span = re.fullmatch(r"(.*?)([a-z])-([a-z])", token)
        letters = [chr(n) for n in range(ord(span[2]), ord(span[3]) + 1)] if span else []
        wanted = [span[1] + letter for letter in letters] if span else [token.rstrip(".")]
        found += [case for case in wanted if case in known and case not in found]
    return found


def main() -> None:
    before = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    for page in sorted((ROOT / "docs" / "rulings").glob("*.md")):
        data = ROOT / "trenchline" / "games" / page.stem.replace("-", "_") / "data"
        with (data / "rules.csv").open(encoding="utf-8", newline="") as file:
            cases = [row["case"] for row in csv.DictReader(file)]
        target = data / "rulings.csv"
        if before is not None:
            first = rulings_of(before / page.stem / "rulings.md", cases)
        else:
            with target.open(encoding="utf-8", newline="") as file:
                first = [row for row in csv.DictReader(file) if "-" in row["id"]]
        with target.open("w", encoding="utf-8", newline="") as file:
            out = csv.DictWriter(file, COLUMNS, lineterminator="\n")
            out.writeheader()
            out.writerows(first + rulings_of(page, cases))


if __name__ == "__main__":
    main()
