"""What a run found: figures with their targets, as a table for people and as JSON for comparison."""

from __future__ import annotations

import os
import platform
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table

import trenchline

from .measure import Samples, clock

FORMAT = 2


class Figure(msgspec.Struct, frozen=True):
    """One thing that was measured. `value` is the best sample; `target` is for the best, `steady` asks it of the median."""

    id: str
    title: str
    value: float
    median: float
    samples: int
    unit: str
    more_is_better: bool
    target: float | None = None
    note: str = ""

    def meets(self, value: float) -> bool | None:
        if self.target is None:
            return None
        return value >= self.target if self.more_is_better else value < self.target

    @property
    def mark(self) -> str:
        """`pass`, `fail`, `noisy` where the best passes and the median does not, or nothing without a target."""
        if self.target is None:
            return ""
        if not self.meets(self.value):
            return "fail"
        return "pass" if self.meets(self.median) else "noisy"


def rate(id: str, title: str, found: Samples, target: float | None = None, note: str = "") -> Figure:
    """A figure in things a second."""
    return Figure(id, title, found.best, found.median, found.taken, "/s", True, target, note)


def duration(id: str, title: str, found: Samples, unit: str, target: float | None = None, note: str = "") -> Figure:
    """A figure in seconds, milliseconds or microseconds, from samples in seconds."""
    scale = {"s": 1, "ms": 1e3, "us": 1e6}[unit]
    return Figure(id, title, found.best * scale, found.median * scale, found.taken, unit, False, target, note)


def amount(id: str, title: str, value: float, unit: str, target: float | None = None, note: str = "") -> Figure:
    """A figure that is counted, not timed."""
    return Figure(id, title, value, value, 1, unit, False, target, note)


class Peer(msgspec.Struct, frozen=True):
    """Another engine in the same rounds. A ratio above 1 means that Trenchline does more in the same time."""

    name: str
    version: str
    decisions_per_second: float
    options_per_second: float
    clone_us: float
    decisions_ratio: float
    options_ratio: float
    clone_ratio: float
    random_roll_outs_ratio: float
    staff_roll_outs_ratio: float


class Report(msgspec.Struct, frozen=True):
    """A whole run of one game."""

    format: int
    game: str
    when: str
    quick: bool
    trenchline: dict[str, str]
    machine: dict[str, str]
    figures: list[Figure]
    peers: dict[str, Peer | None]
    missing: dict[str, str]  # why a peer was not measured

    def to_json(self) -> bytes:
        """The report, with each figure's mark."""
        plain = msgspec.to_builtins(self)
        for entry, figure in zip(plain["figures"], self.figures, strict=True):
            entry["mark"] = figure.mark
        return msgspec.json.format(msgspec.json.encode(plain), indent=1) + b"\n"


def report(
    game: str, figures: list[Figure], peers: dict[str, Peer | None], missing: dict[str, str], share: float, quick: bool
) -> Report:
    when = datetime.now(UTC).isoformat(timespec="seconds")
    return Report(FORMAT, game, when, quick, _source(), _machine(share), figures, peers, missing)


def _source() -> dict[str, str]:
    def git(*words: str) -> str:
        try:
            done = subprocess.run(["git", *words], cwd=Path(__file__).parent, capture_output=True, text=True, timeout=20)
        except (OSError, subprocess.TimeoutExpired):
            return ""
        return done.stdout.strip()

    changed = bool(git("status", "--porcelain", "--", "../trenchline"))
    commit = git("rev-parse", "--short", "HEAD") + " with changes" * changed
    return {"version": trenchline.__version__, "commit": commit}


def _machine(share: float) -> dict[str, str]:
    return {
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": f"{platform.system()} {platform.machine()}",
        "processor": _processor(),
        "cpus": str(os.cpu_count()),
        "clock": clock(),
        "share_of_a_processor": f"{share:.2f}",
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.processor())


# ---------------------------------------------------------------------------------------------------- the table

_MARKS = {"pass": "[green]✓ pass[/]", "fail": "[red]✗ fail[/]", "noisy": "[yellow]~ noisy[/]", "": ""}


def show(found: Report, console: Console) -> None:
    """Print the tables."""
    console.print(_figures(found))
    console.print(_peers(found))
    where = ", ".join(found.machine[key] for key in ("python", "processor")) + f", {found.machine['cpus']} CPUs"
    share = float(found.machine["share_of_a_processor"])
    used = f"{found.machine['clock']} clock; engine {found.trenchline['commit']}"
    console.print(f"[dim]{where}, of which this run had {share:.0%} of one; {used}[/]")


def _figures(found: Report) -> Table:
    table = Table(title=found.game + " (quick: counts too small to mean much)" * found.quick, title_justify="left")
    table.add_column("")
    for heading in ("best", "median", "target"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    for figure in found.figures:
        title = figure.title + (f"\n[dim]{figure.note}[/]" if figure.note else "")
        values = (_number(figure.value, figure.unit), _number(figure.median, figure.unit))
        table.add_row(title, *values, _target(figure), _MARKS[figure.mark])
    return table


def _target(figure: Figure) -> str:
    if figure.target is None:
        return ""
    return f"{'≥' if figure.more_is_better else '<'} {_number(figure.target, figure.unit)}"


def _number(value: float, unit: str) -> str:
    digits = 0 if value >= 1000 else 1 if value >= 10 else 2
    return f"{value:,.{digits}f}" + ("/s" if unit == "/s" else f" {'µs' if unit == 'us' else unit}")


def _peers(found: Report) -> Table:
    table = Table(title="Random play with every legal action listed, in the same rounds", title_justify="left")
    table.add_column("")
    for heading in ("decisions", "options", "copy"):
        table.add_column(heading, justify="right", no_wrap=True)
    ours = {figure.id: figure for figure in found.figures}
    table.add_row("Trenchline", *(_number(ours[id].value, ours[id].unit) for id in ("decisions", "options", "clone")))
    for name, peer in found.peers.items():
        if peer is None:
            table.add_row(f"{name}\n[yellow]not measured: {found.missing[name]}[/]")
            continue
        theirs = ((peer.decisions_per_second, "/s"), (peer.options_per_second, "/s"), (peer.clone_us, "us"))
        table.add_row(f"{name} {peer.version}", *(_number(*value) for value in theirs))
        ratios = (peer.decisions_ratio, peer.options_ratio, peer.clone_ratio)
        table.add_row("[dim]  Trenchline, times as fast[/]", *(f"[bold]{ratio:.2f} ×[/]" for ratio in ratios))
        table.add_row("[dim]  its random roll-outs[/]", f"[bold]{peer.random_roll_outs_ratio:.2f} ×[/]")
        table.add_row("[dim]  its staff roll-outs[/]", f"[bold]{peer.staff_roll_outs_ratio:.3f} ×[/]")
    return table
