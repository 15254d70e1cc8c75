"""The rules are tested with the counter values first proposed for them: tuning the reconstruction by play leaves these tests alone."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from trenchline.games.verdun_1916.components import LOSS_MARKER

from .kit import C

PROPOSED = Path(__file__).with_name("proposed_values.csv")
AS_PLAYED = ("test_counters", "test_check")  # look at the counters as they are


@pytest.fixture(autouse=True, scope="module")
def proposed_values(request):
    if request.module.__name__.rpartition(".")[2] in AS_PLAYED:
        yield
        return
    kept = C.values[:], C.bombard[:], C.defence[:]
    for row in csv.DictReader(PROPOSED.read_text(encoding="utf-8").splitlines()):
        u = C.unit[row["id"]]
        full, reduced = int(row["combat"] or 0), int(row["reduced"] or 0)
        C.values[u] = {1: (0, full), 2: (0, reduced, full)}.get(C.steps[u], (0, reduced, full - LOSS_MARKER, full))
        C.bombard[u], C.defence[u] = int(row["bombard"] or 0), int(row["defence"] or 0)
    yield
    C.values[:], C.bombard[:], C.defence[:] = kept
