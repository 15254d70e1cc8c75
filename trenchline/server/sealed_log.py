"""What is done in secret is not counted for those who may not know it: how many units a side commits would show in the numbers.

While somebody answers in secret, one thing after another, nothing moves for them: no line, no number, no push. When he has
done they see one line for all of it. Once it is out everything is told again from there on.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence

import msgspec

from .. import Sealed


class SealedEntry(msgspec.Struct, frozen=True, gc=False):
    """An entry of the log that is a secret: an answer, or that one was taken back."""

    seq: int
    known_to: tuple[str, ...]
    secret: str
    more: bool  # whoever did it is still at it


class Numbering(msgspec.Struct, frozen=True):
    """How somebody counts a log of which he does not know everything; without secrets as it is."""

    uncounted: Sequence[int]  # the `seq` of entries that nobody may notice, ascending
    untold: Sequence[int]  # actions that stand and that nobody may notice, ascending

    def shown_seq(self, seq: int) -> int:
        """An entry's number as it is shown; of one that is not shown, that of what comes next."""
        return seq - bisect_left(self.uncounted, seq)

    def shown_n(self, n: int) -> int:
        """How many of the first n actions are shown: the place among those of the next that is."""
        return n - bisect_left(self.untold, n)

    def actions(self, shown: int) -> int:
        """After how many actions so many lines have been told: with the last of them."""
        n = shown
        for untold in self.untold:
            if untold >= n:
                break
            n += 1
        return n

    def __bool__(self) -> bool:
        """Whether anything is counted otherwise than it is."""
        return bool(self.uncounted or self.untold)


class SealedLog:
    """The entries of a table's log that are secrets of some seats, until they come out."""

    def __init__(self) -> None:
        self._entries: list[SealedEntry] = []
        self._came_out: list[tuple[int, int]] = []  # when something came out, and the first entry that it changes

    def acted(self, seq: int, place: int, sealed: Iterable[Sealed]) -> bool:
        """An action was taken; `sealed` is what is secret now. Whether others may notice it."""
        known = list(sealed)
        secrets = {entry.secret for entry in known}
        self._reveal(seq, [entry for entry in self._entries if entry.secret not in secrets])
        new = [SealedEntry(seq, entry.known_to, entry.secret, entry.more) for entry in known if entry.place == place]
        self._entries += new
        return not any(entry.more for entry in new)

    def taken_back(self, seq: int, undone: int) -> bool:
        """An action was taken back: if it was a secret, so is that. Whether others may notice it."""
        found = [entry for entry in self._entries if entry.seq == undone]
        self._entries += [msgspec.structs.replace(entry, seq=seq) for entry in found]
        return not any(entry.more for entry in found)

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
        """The entries that those who sit in no other seats may not notice."""
        return [entry.seq for entry in self._entries if entry.more and not set(entry.known_to) & set(seats)]

    def told_again_from(self, since: int, numbering: Numbering) -> int:
        """The entry, as somebody counts, from which he must be told who knows all before `since`: earlier, if something came
        out."""
        shown = numbering.shown_seq
        return min([since, *(shown(first) for at, first in self._came_out if shown(at) >= since)])
