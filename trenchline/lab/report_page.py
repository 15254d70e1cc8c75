"""The report of one or two runs as a page of its own: pictures by matplotlib, within the page as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from io import StringIO
from typing import Any

from .. import TrenchlineError, __version__, counted, load
from .report import FinishedRun, course, differences, endings, lead_changes, measured, points
from .summary import Spread, spread

COLOURS = ("#8a3b2a", "#2a57a5")  # of the first run, of the second
WIDE, HIGH = 5.2, 2.6  # inches of a picture
STYLE = """body{font:16px/1.45 Georgia,serif;color:#2b2118;background:#fbf5e6;max-width:68em;margin:2em auto;padding:0 1em}
table{border-collapse:collapse;margin:1em 0}td,th{padding:.15em .8em;border-bottom:1px solid #d8c9a4;text-align:left}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}.pictures{display:flex;flex-wrap:wrap;gap:1em}
figure{margin:0}figcaption{font-size:.9em;color:#6a5c4a}svg{max-width:100%;height:auto}code{font-size:.9em}"""


def page(runs: Sequence[FinishedRun]) -> str:
    """The report of one run, or of two side by side."""
    if len({(found.run.game, found.run.scenario) for found in runs}) > 1:
        raise TrenchlineError("the runs are of different scenarios: a report compares two of the same one")
    game = load(runs[0].run.game)
    title = f"{game.title}, {runs[0].run.scenario.replace('_', ' ')}"
    parts = [f"<h1>{escape(title)}</h1>", *(_about(found, COLOURS[n]) for n, found in enumerate(runs))]
    if len(runs) > 1:
        parts.append(_compared(runs[0], runs[1]))
    parts += ["<h2>How games ended</h2>", *(_endings(found, len(runs) > 1) for found in runs)]
    parts += [f'<div class="pictures">{_histogram(runs)}</div>', "<h2>Turn by turn</h2>", _courses(runs)]
    head = f'<meta charset="utf-8"><title>{escape(title)}</title><style>{STYLE}</style>'
    return f'<!doctype html>\n<html lang="en"><head>{head}</head><body>{"".join(parts)}</body></html>\n'


def _about(found: FinishedRun, colour: str) -> str:
    run, games = found.run, len(found.results)
    options = f" --options {','.join(name if on else f'no-{name}' for name, on in run.options.items())}" if run.options else ""
    pack = f" --pack {run.pack}" if run.pack else ""
    command = (
        f"trenchline simulate {run.game} {run.scenario} --games {run.games} --seed {run.seed} --sides {','.join(run.sides)}"
    )
    lines = [f"{counted(games, 'game')} of {run.games}, {' against '.join(run.sides)}. Points: {_spread(points(found))}."]
    if any(result.turns and "chance" in result.turns[0].values for result in found.results):
        changes = spread([lead_changes(result) for result in found.results])
        lines.append(f"The favourite changed {changes.mean:.1f} times in a game.")
    said = f'<b style="color:{colour}">{escape(found.name)}</b>: {" ".join(lines)}'
    return f"<p>{said}<br><code>{escape(command + options + pack)}</code> (Trenchline {__version__})</p>"


def _spread(found: Spread) -> str:
    if found.low is None or found.high is None:
        return f"{found.mean:g}"
    return f"mean {found.mean:.2f} (95 % interval {found.low:.2f} to {found.high:.2f}), from {found.least:g} to {found.most:g}"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table whose first column is text and whose others are numbers."""
    lines = [_row("th", head), *(_row("td", row) for row in rows)]
    return f"<table>{''.join(lines)}</table>"


def _row(tag: str, row: Sequence[str]) -> str:
    cells = (f"<{tag}{' class=n' if n else ''}>{escape(text)}</{tag}>" for n, text in enumerate(row))
    return f"<tr>{''.join(cells)}</tr>"


def _endings(found: FinishedRun, named: bool) -> str:
    rows = [(level, str(games), f"{part:.1%}", f"{low:.1%} to {high:.1%}") for level, games, part, low, high in endings(found)]
    return (f"<h3>{escape(found.name)}</h3>" if named else "") + _table(("ending", "games", "share", "95 % interval"), rows)


def _compared(first: FinishedRun, second: FinishedRun) -> str:
    rows = [
        (d.what, _number(d.what, d.first), _number(d.what, d.second), f"{d.p:.3f}", d.verdict)
        for d in differences(first, second)
    ]
    return "<h2>Side by side</h2>" + _table(("", first.name, second.name, "p", ""), rows)


def _number(what: str, value: float) -> str:
    return f"{value:.2f}" if what.startswith("points") else f"{value:.1%}"


# ---------------------------------------------------------------------------------------------------- pictures


def _axes(title: str) -> tuple[Any, Any]:
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise TrenchlineError("a report needs matplotlib, which is not installed: pip install 'trenchline[report]'") from None
    figure = Figure(figsize=(WIDE, HIGH), facecolor="none", layout="constrained")
    axes = figure.add_subplot()
    axes.set_title(title, fontsize=10)
    axes.set_facecolor("none")
    axes.tick_params(labelsize=8)
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes


def _figure(figure: Any, caption: str) -> str:
    text = StringIO()
    figure.savefig(text, format="svg", metadata={"Date": None})
    svg = text.getvalue()
    return f"<figure>{svg[svg.index('<svg') :]}<figcaption>{escape(caption)}</figcaption></figure>"


def _histogram(runs: Sequence[FinishedRun]) -> str:
    figure, axes = _axes("Points at the end")
    values = [[float(result.points) for result in found.results] for found in runs]
    axes.hist(values, bins="auto", color=COLOURS[: len(runs)], density=True)
    axes.set_yticks([])
    return _figure(figure, "The share of games by points of the first side.")


def _courses(runs: Sequence[FinishedRun]) -> str:
    names = [name for name in measured(runs[0]) if any(any(of.mean) for of in [course(runs[0], name)])]
    if not names:
        return "<p>These games were not measured.</p>"
    pictures = [_course(runs, name) for name in names]
    return (
        "<p>The line is the mean at the end of each turn; in the band lie four of five games. What begins with v_ is a feature "
        f'of the staff, for the first side.</p><div class="pictures">{"".join(pictures)}</div>'
    )


def _course(runs: Sequence[FinishedRun], name: str) -> str:
    figure, axes = _axes(name.replace("_", " "))
    for found, colour in zip(runs, COLOURS, strict=False):
        line = course(found, name)
        axes.plot(line.turns, line.mean, color=colour, label=found.name)
        axes.fill_between(line.turns, line.low, line.high, color=colour, alpha=0.18, linewidth=0)
    if name == "chance":
        axes.set_ylim(0, 1)
    if len(runs) > 1:
        axes.legend(fontsize=7, frameon=False)
    return _figure(figure, "")
