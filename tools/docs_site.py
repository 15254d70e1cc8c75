"""The sources of the documentation site: docs/ as it is, and for each game a page with its rules, charts and rulings.

.venv/bin/python tools/docs_site.py build/docs      then `mkdocs build` turns them into pages (`make docs` does both)
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import trenchline

ROOT = Path(__file__).resolve().parent.parent
BESIDE = {  # pages that lie elsewhere, and where they are on the site
    "CONTRIBUTING.md": "contribute.md",
    "CHANGELOG.md": "changes.md",
    "bench/README.md": "benchmarks.md",
    "experiments/README.md": "experiments.md",
}
LINK = re.compile(r"\[([^\]]*)\]\(([^)#:]+)((?:#[^)]*)?)\)")


def main(to: Path) -> None:
    shutil.rmtree(to, ignore_errors=True)
    shutil.copytree(ROOT / "docs", to, ignore=shutil.ignore_patterns("*.py", "seen.json"))
    for name, page in BESIDE.items():
        (to / page).write_text((ROOT / name).read_text(encoding="utf-8"), encoding="utf-8")
    (to / "rules").mkdir()
    for info in trenchline.games():
        page = "\n".join(rules_page(trenchline.load(info.slug)))
        (to / "rules" / f"{info.slug}.md").write_text(page, encoding="utf-8")
    origins = {page: ROOT / name for name, page in BESIDE.items()}
    for file in to.rglob("*.md"):
        here = str(file.relative_to(to))
        origin = origins.get(here, ROOT / "docs" / here)
        file.write_text(relinked(file.read_text(encoding="utf-8"), origin, to / here, to), encoding="utf-8")


def relinked(text: str, origin: Path, page: Path, site: Path) -> str:
    """Links to pages of the site lead there; what is not on the site, such as source files, is named without a link."""

    def link(found: re.Match[str]) -> str:
        words, target, anchor = found.groups()
        there = (origin.parent / target).resolve()
        name = there.relative_to(ROOT).as_posix() if there.is_relative_to(ROOT) else ""
        if name in BESIDE:
            wanted = site / BESIDE[name]
        elif name.startswith("docs/"):
            wanted = site / name.removeprefix("docs/")
        elif name.startswith("bench/results") or not name or (ROOT / name).suffix != ".md":
            return f"`{name}`" if words in (name, there.name) else f"{words} (`{name}`)"
        else:
            return words
        return f"[{words}]({_relative(wanted, page)}{anchor})"

    return LINK.sub(link, text)


def _relative(wanted: Path, page: Path) -> str:
    up = len(page.parent.parts) - len(Path(*_common(page.parent, wanted)).parts)
    rest = wanted.relative_to(Path(*_common(page.parent, wanted)))
    return "/".join([".."] * up + list(rest.parts))


def _common(one: Path, other: Path) -> list[str]:
    shared = []
    for a, b in zip(one.parts, other.parts, strict=False):
        if a != b:
            break
        shared.append(a)
    return shared


def rules_page(game: Any) -> Iterator[str]:
    """A game's rules in our words, its charts with where each comes from, and our rulings."""
    info = game.info()
    yield f"# {game.title}: rules\n"
    yield f"{game.summary} {info.turns} turns. The map: {info.board}.\n"
    yield "Summaries in our own words, by the numbers of the rulebook. To play as the designers meant it, buy the game.\n"
    yield "## Scenarios\n"
    for scenario in info.scenarios:
        yield f"**{scenario.title}** (`{scenario.id}`). {scenario.summary}\n"
    if info.options:
        yield "## Options\n"
        for option in info.options:
            yield f"- **{option.title}** (`{option.id}`, {option.case}). {option.summary} Favours: {option.favours}."
        yield ""
    yield "## Cases\n"
    yield "| case | | in short |\n|---|---|---|"
    for rule in game.rules:
        yield f"| {cell(rule.case)} | {cell(rule.title)} | {cell(rule.summary)} |"
    yield "\n## Charts\n"
    yield "`reconstructed` marks what the rulebook does not print; all other values come from the case named.\n"
    for chart in game.chart_documents():
        yield from chart_table(chart)
    yield "## Rulings\n"
    yield "What the rulebook leaves open, and how we rule.\n"
    for ruling in game.reference.rulings:
        yield f"### {ruling.id} {ruling.title}\n"
        yield f"*{', '.join(ruling.cases)}.* {ruling.question} **{ruling.ruling}** {ruling.why}\n"


def chart_table(chart: Any) -> Iterator[str]:
    yield f"### {chart.title}\n"
    yield f"Source: {chart.source}. {chart.results}\n"
    yield f"| | {' | '.join(map(cell, chart.columns))} |\n|---|{'---|' * len(chart.columns)}"
    for row, values in chart.rows.items():
        yield f"| {cell(row)} | {' | '.join(map(cell, values))} |"
    yield ""
    for note in chart.notes:
        yield f"- {note}"
    yield ""


def cell(text: object) -> str:
    return str(text).replace("|", "\\|").replace("\n", " ").replace("<", "&lt;")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "build/docs").resolve())
