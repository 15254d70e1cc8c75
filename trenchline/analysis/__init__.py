"""Analysis of a match: how the chances went, what was luck, and which orders cost most."""

from __future__ import annotations

from .ledger import Entry, Ledger, ledger
from .mistakes import Mistake
from .summary import Analysis, analyse

__all__ = ["Analysis", "Entry", "Ledger", "Mistake", "analyse", "ledger"]
