from collections.abc import Iterable, Sequence

from .paths import Ways

def summed(cells: int, rows: Sequence[bytes], amounts: Sequence[float], shares: Sequence[float]) -> list[float]: ...
def strongest(cells: int, rows: Sequence[bytes], amounts: Sequence[float], shares: Sequence[float]) -> list[float]: ...
def added(one: Sequence[float], other: Sequence[float], times: float = 1.0) -> list[float]: ...
def how_far(ways: Ways, starts: Iterable[int], limit: int, barred: Sequence[int]) -> bytes: ...
def swept(
    ways: Ways,
    movers: Sequence[tuple[int, int]],
    barred: Sequence[int],
    zone: Sequence[int],
    enter: Sequence[int],
    leave: Sequence[int],
    at_least_one: bool = False,
) -> bytes: ...
