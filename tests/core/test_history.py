"""The log of a match: long ones are copied as quickly as short ones, and copies go their own ways."""

from __future__ import annotations

import pytest

from trenchline.core.actions import Action
from trenchline.core.history import PAGE, History


def numbered(count: int) -> History:
    return History(Action("lose", value=n) for n in range(count))


@pytest.mark.parametrize("count", [0, 1, PAGE - 1, PAGE, PAGE + 1, 3 * PAGE + 7])
def test_it_is_a_sequence(count: int) -> None:
    log = numbered(count)
    assert len(log) == count and [a.value for a in log] == list(range(count))
    assert [log[n].value for n in range(count)] == list(range(count))
    assert [a.value for a in log[count // 2 :]] == list(range(count // 2, count)) and log == numbered(count)
    if count:
        assert log[-1].value == count - 1
    with pytest.raises(IndexError):
        log[count]


@pytest.mark.parametrize("cut", [0, 1, PAGE - 1, PAGE, PAGE + 3, 2 * PAGE, 2 * PAGE + 5])
def test_what_is_cut_off_is_gone_for_this_copy_only(cut: int) -> None:
    log = numbered(2 * PAGE + 5)
    twin = log.copy()
    twin.cut(cut)
    twin.append(Action("done"))
    assert [a.value for a in twin][:-1] == list(range(cut)) and twin[-1] == Action("done")
    assert len(log) == 2 * PAGE + 5 and [a.value for a in log] == list(range(2 * PAGE + 5))


def test_a_copy_shares_all_full_pages() -> None:
    log = numbered(40 * PAGE + 3)
    twin = log.copy()
    assert twin._pages is log._pages and twin._open is not log._open
