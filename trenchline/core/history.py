"""The log of a match: a list of actions that is copied in the same short time however long it has grown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import overload

from .actions import Action

PAGE = 256


class History(Sequence[Action]):
    """Actions in order. Full pages are shared by all copies; only the last, open one is copied.

    >>> log = History([Action("a"), Action("b")])
    >>> twin = log.copy(); twin.append(Action("c"))
    >>> len(log), [action.kind for action in twin], twin[-1].kind
    (2, ['a', 'b', 'c'], 'c')
    """

    __slots__ = ("_open", "_pages")

    def __init__(self, actions: Iterable[Action] = ()) -> None:
        self._pages: tuple[tuple[Action, ...], ...] = ()
        self._open: list[Action] = []
        for action in actions:
            self.append(action)

    def append(self, action: Action) -> None:
        self._open.append(action)
        if len(self._open) == PAGE:
            self._pages, self._open = (*self._pages, tuple(self._open)), []

    def copy(self) -> History:
        twin = History.__new__(History)
        twin._pages, twin._open = self._pages, self._open[:]
        return twin

    def cut(self, length: int) -> None:
        """Forget all but the first so many."""
        whole, rest = divmod(length, PAGE)
        if whole < len(self._pages):
            self._open = list(self._pages[whole][:rest])
            self._pages = self._pages[:whole]
        else:
            del self._open[rest:]

    def __len__(self) -> int:
        return len(self._pages) * PAGE + len(self._open)

    def __iter__(self) -> Iterator[Action]:
        for page in self._pages:
            yield from page
        yield from self._open

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> list[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | list[Action]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        place = index + len(self) if index < 0 else index
        if not 0 <= place < len(self):
            raise IndexError("the match has not so many actions")
        page, rest = divmod(place, PAGE)
        return self._pages[page][rest] if page < len(self._pages) else self._open[rest]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (History, list)) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]
