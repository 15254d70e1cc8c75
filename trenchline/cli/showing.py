"""How commands show what they found: tables, lines and JSON, and the exit codes."""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

OK, WRONG, BAD_INPUT, STOPPED = 0, 1, 2, 130
WIDE = 160  # where the output is no terminal
TWICE = 1.0  # seconds within which asking to stop again means the same
QUIET = 30.0  # seconds between lines of progress there


def out() -> Console:
    """Standard output, plain and wide where it is no terminal."""
    return Console(width=None if sys.stdout.isatty() else WIDE, markup=False, highlight=False, emoji=False)


def show(lines: Iterable[str]) -> None:
    for line in lines:
        print(line)


def show_json(data: object) -> None:
    print(msgspec.json.format(msgspec.json.encode(data)).decode())


def drawable(text: str, instead: str) -> str:
    """A sign that not every terminal can show, or its stand-in."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return instead
    return text


def table(*columns: str, right: Sequence[str] = ()) -> Table:
    made = Table(box=None, pad_edge=False, header_style="bold")
    for column in columns:
        made.add_column(column, justify="right" if column in right else "left", overflow="fold")
    return made


@contextmanager
def counting(what: str, total: int, done: int = 0) -> Iterator[Callable[[], None]]:
    """A progress bar on standard error, or a line now and then where that is no terminal; the call moves it on by one."""
    console = Console(stderr=True)
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    # Without a refreshing thread: processes are forked meanwhile.
    with (
        stoppable(),
        Progress(*columns, console=console, auto_refresh=False, transient=True, disable=not console.is_terminal) as progress,
    ):
        bar = progress.add_task(what, total=total, completed=done)
        began = said = time.monotonic()

        def one_more() -> None:
            nonlocal said, done
            done += 1
            progress.update(bar, advance=1, refresh=True)
            if not console.is_terminal and (now := time.monotonic()) - said > QUIET:
                said = now
                print(f"{what}: {done} of {total} in {now - began:.0f} s", file=sys.stderr, flush=True)

        yield one_more


@contextmanager
def stoppable() -> Iterator[None]:
    """Long work ends in order by `kill` as by Ctrl-C, in the background too, where shells turn Ctrl-C off."""
    asked = 0.0

    def stop(number: int, frame: object) -> None:
        nonlocal asked
        again, asked = time.monotonic() - asked < TWICE, time.monotonic()
        if not again:  # who kills a group of processes tells some of them twice: the second must not cut the clearing up short
            raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, old in before.items():
            signal.signal(number, old)
