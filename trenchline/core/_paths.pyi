from collections.abc import Collection, Iterable, Sequence

from .paths import Found, Roads, Ways

def reach(
    ways: Ways,
    start: int,
    budget: int,
    barred: Sequence[int],
    zone: Sequence[int],
    enter: Sequence[int] = (0, 0, 0),
    leave: Sequence[int] = (0, 0, 0),
    at_least_one: bool = False,
    goal: int = -1,
    zone_to_zone: bool = False,
    toll_out: Sequence[int] | None = None,
    toll_in: Sequence[int] | None = None,
    fords: Roads | None = None,
    fordable: Sequence[int] = (),
) -> Found: ...
def trace(ways_in: Ways, goals: Iterable[int], budget: int, barred: Sequence[int], wanted: Collection[int] = ()) -> Found: ...
def linked(ways_in: Ways, goals: Iterable[int], budget: int, barred: Sequence[int]) -> bytearray: ...
