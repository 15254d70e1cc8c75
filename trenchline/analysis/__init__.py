"""Analysis of a match: how the chances went, what was luck, and which orders cost most."""

from __future__ import annotations

from .deeds import Deed
from .ledger import Entry, Ledger, ledger
from .mistakes import Mistake
from .summary import Analysis, analyse

__all__ = ["Analysis", "Deed", "Entry", "Ledger", "Mistake", "analyse", "ledger"]
