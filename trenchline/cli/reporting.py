"""The command that makes a page of what was simulated."""

from __future__ import annotations

import argparse
from pathlib import Path

from .. import TrenchlineError
from ..lab.report import read_run
from .showing import OK


def cmd_report(args: argparse.Namespace) -> int:
    from ..lab.report_page import page

    if len(args.folders) > 2:
        raise TrenchlineError("a report is of one run, or of two side by side")
    runs = [read_run(Path(folder)) for folder in args.folders]
    file = Path(args.out or Path(args.folders[0]) / "report.html")
    text = page(runs)
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as fault:
        raise TrenchlineError(f"{file} cannot be written: {fault.strerror}") from None
    print(file)
    return OK
