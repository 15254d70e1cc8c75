"""What is done in secret is not counted for those who may not know it: how many units a side commits would show in the numbers.

A run of secret answers is one line for them, and the `seq` stands still after its first. Once it is out everything is told
again from there on.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import pairwise

import msgspec

from ..core.match import Sealed


class SealedEntry(msgspec.Struct, frozen=True, gc=False):
    """An entry of the log that is a secret: an answer, or that one was taken back."""

    seq: int
    known_to: tuple[str, ...]
    secret: str


class Numbering(msgspec.Struct, frozen=True):
    """How somebody counts a log of which he does not know everything; without secrets as it is."""

    uncounted: Sequence[int]  # the `seq` of entries that continue a secret run, ascending
    followed: Sequence[int]  # actions that stand and continue a secret run, ascending

    def shown_seq(self, seq: int) -> int:
        """An entry's number as it is shown; of a secret run that of its first."""
        place = bisect_left(self.uncounted, seq)
        while place < len(self.uncounted) and self.uncounted[place] == seq:
            seq -= 1
            place = bisect_left(self.uncounted, seq)
        return seq - place

    def shown_n(self, n: int) -> int:
        """How many of the first n actions are shown."""
        return n - bisect_left(self.followed, n)

    def shown_place(self, n: int) -> int:
        """The place of an action among those that are shown; of a secret run that of its first."""
        return self.shown_n(n + 1) - 1

    def actions(self, shown: int) -> int:
        """How many actions so many lines stand for: a secret run is passed as a whole."""
        for n in self.followed:
            if n > shown:
                break
            shown += 1
        return shown


class SealedLog:
    """The entries of a table's log that are secrets of some seats, until they come out."""

    def __init__(self) -> None:
        self._entries: list[SealedEntry] = []
        self._came_out: list[tuple[int, int]] = []  # when something came out, and the first entry that it changes

    def acted(self, seq: int, place: int, sealed: Iterable[Sealed]) -> None:
        """An action was taken; `sealed` is what is secret now."""
        known = list(sealed)
        secrets = {entry.secret for entry in known}
        self._reveal(seq, [entry for entry in self._entries if entry.secret not in secrets])
        self._entries += [SealedEntry(seq, entry.known_to, entry.secret) for entry in known if entry.place == place]

    def taken_back(self, seq: int, undone: int) -> None:
        """An action was taken back: if it was a secret, so is that."""
        for entry in [entry for entry in self._entries if entry.seq == undone]:
            self._entries.append(SealedEntry(seq, entry.known_to, entry.secret))

    def all_comes_out(self, seq: int, everything: bool) -> None:
        """The match is over. Of one with secrets the whole log may be read only now."""
        self._reveal(seq, self._entries)
        if everything:
            self._came_out.append((seq, 0))

    def _reveal(self, seq: int, out: list[SealedEntry]) -> None:
        if out:
            self._came_out.append((seq, out[0].seq))
            self._entries = [entry for entry in self._entries if entry not in out]

    def uncounted(self, seats: Sequence[str]) -> list[int]:
        """The entries that those who sit in no other seats do not count: all of a secret run but its first."""
        hidden = [entry for entry in self._entries if not set(entry.known_to) & set(seats)]
        return [b.seq for a, b in pairwise(hidden) if b.seq == a.seq + 1 and b.known_to == a.known_to]

    def told_again_from(self, since: int) -> int:
        """The entry from which one must be told who knows everything before `since`: earlier, if something came out."""
        return min([since, *(first for at, first in self._came_out if at >= since)])
