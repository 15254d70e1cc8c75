"""Charts: columns and rows, column shifts that are kept with their case, and exact outcome distributions."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache

import msgspec

from .errors import DataError
from .files import Strict, Titled, TomlFile


class Term(msgspec.Struct, frozen=True, omit_defaults=True):
    """A term of the arithmetic: what counts, how much, by which case, and as what."""

    text: str  # counters and cells stand in braces
    value: int
    case: str = ""
    kind: str = ""  # attack or defence (strength), shift (columns), die (modifier)


def of_kind(kind: str, lines: Iterable[Term]) -> list[Term]:
    """Lines that count in one way."""
    return [msgspec.structs.replace(line, kind=kind) for line in lines]


def times(term: Term, count: int) -> Term:
    """A term that counts as often as there is something."""
    return msgspec.structs.replace(term, value=term.value * count)


ALL = 99  # steps: as many as there are


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """One result a roll can have, how likely it is, and what it does in numbers: hits where a game has hits, else steps."""

    result: str
    probability: float
    detail: str = ""
    attacker: int = 0  # hits or steps that those lose who make this attack, or fire: `Odds.attacker`; ALL eliminates them
    defender: int = 0  # and those who suffer it: in defensive fire they who came to assault
    retreat: str = ""  # attacker or defender: who has to go back


class Swing(msgspec.Struct, frozen=True, omit_defaults=True):
    """What may still become of a fight by what others can add to it, or by what nobody knows yet."""

    text: str  # "if all 5 guns in range answer"
    column: str
    outcomes: list[Outcome]
    worse: bool = True  # for whoever puts the fight together


class Odds(msgspec.Struct, frozen=True):
    """What a roll will do: the arithmetic that leads to the column, and every result with its probability."""

    title: str
    lines: list[Term]
    column: str  # after shifts
    outcomes: list[Outcome]
    ratio: str = ""  # or difference, before shifts
    chart: str = ""  # the name of the chart that has the column, where several have one of that name
    cell: str = ""  # what is fought over, where it is one place
    swings: list[Swing] = []  # what it may still become
    gathering: bool = False  # the fight is still put together: no dice fall by this action
    attacker: str = ""  # the side that attacks or fires, or whose roll it is: not always that of whoever is asked

    def meaning(self, result: str) -> str:
        """What one of its results means, in words."""
        return next((one.detail for one in self.outcomes if one.result == result), "")


def swing_to(odds: Odds, text: str, worse: bool = True) -> Swing:
    """Other odds as what a fight may become."""
    return Swing(text, odds.column, odds.outcomes, worse)


def answering(guns: Sequence[str]) -> str:
    """What the enemy's guns can do, as the condition of a swing.

    >>> answering(["AD51R"]), answering(["AD51R", "XXX.A"])
    ('if {AD51R} answers', 'if both guns in range answer')
    """
    if len(guns) == 1:
        return f"if {{{guns[0]}}} answers"
    return f"if {'both' if len(guns) == 2 else f'all {len(guns)}'} guns in range answer"


def in_full(result: str, meaning: str) -> str:
    """A result as the log tells it: its code never stands alone, and a dash is no word.

    >>> in_full("ASR", "the attacker retreats"), in_full("-", "no effect")
    ('ASR, the attacker retreats', 'no effect')
    """
    return f"{result}, {meaning}" if any(sign.isalnum() for sign in result) else meaning


class Effect(msgspec.Struct, frozen=True):
    """What a result does in numbers, as in `Outcome`."""

    attacker: int = 0
    defender: int = 0
    retreat: str = ""


def explained(
    outcomes: Iterable[Outcome], words: Mapping[str, str], effects: Mapping[str, Effect] | None = None
) -> list[Outcome]:
    """The same outcomes, with what they mean here, in numbers and where it is more than the chart says in words."""
    known, nothing = effects or {}, Effect()
    return [
        Outcome(one.result, one.probability, words.get(one.result, one.detail), does.attacker, does.defender, does.retreat)
        for one in outcomes
        for does in (known.get(one.result, nothing),)
    ]


@cache
def sums_of_dice(count: int, faces: int = 6) -> dict[int, Fraction]:
    """The exact chance of every total of some dice, lowest first.

    >>> {total: str(chance) for total, chance in sums_of_dice(2).items()}[7]
    '1/6'
    """
    ways = {0: 1}
    for _ in range(count):
        more: dict[int, int] = {}
        for total, n in ways.items():
            for face in range(1, faces + 1):
                more[total + face] = more.get(total + face, 0) + n
        ways = more
    return {total: Fraction(n, faces**count) for total, n in sorted(ways.items())}


class Ratio(msgspec.Struct, frozen=True):
    """How a table of odds is entered: the number of a ratio of attack to defence, and how that number is printed."""

    number: Callable[[int, int], int]
    text: Callable[[int], str]
    least: int = 1  # the least strength that has one
    held: bool = False  # to the table, before it is shifted


DIFFERENCE = Ratio(lambda attack, defence: attack - defence, lambda number: f"difference {number:+d}", least=0, held=True)


def number_of(number: str, of: Sequence[str]) -> str:
    """A number that is a result, with what it counts: the word for one, and for several.

    >>> [number_of(number, ("step", "steps")) for number in ("0", "1", "3")]
    ['no steps', '1 step', '3 steps']
    """
    one, several = of
    return f"no {several}" if number == "0" else f"{number} {one if number == '1' else several}"


class Chart:
    """A table read by column and the sum of some dice. Column `at[i]` is the least value (or odds number) that uses it."""

    ratio: Ratio | None = None  # set by the game where the table is entered by odds

    def __init__(
        self,
        name: str,
        title: str,
        source: str,
        columns: Sequence[str],
        at: Sequence[int],
        rows: Mapping[int, Sequence[str]],
        shifts: Mapping[str, Term],
        sources: Mapping[tuple[int, int], str] | None = None,
        die: int = 0,
        dice: int = 1,
        results: str = "",
        meanings: Mapping[str, str] | None = None,
    ) -> None:
        self.name, self.title, self.source = name, title, source
        self.results = results  # what its entries mean, in words
        self.meanings = dict(meanings or {})  # and each entry by itself
        self.sources = dict(sources or {})  # of cells, by column and row, that do not come from where the chart does
        self.columns, self.at, self.rows, self.shifts = tuple(columns), tuple(at), dict(rows), dict(shifts)
        self.named: dict[str, list[Term]] = {}  # what may be named when it is read: shifts, and modifiers of the die
        self.name_terms("shift", shifts)
        self.faces = tuple(sorted(self.rows))
        # Rows beyond what the dice can show are reached by modifiers only.
        self.die, self.dice = die or len(self.faces), dice
        self._outcomes: dict[tuple[int, int], tuple[Outcome, ...]] = {}

    def name_terms(self, kind: str, terms: Mapping[str, Term]) -> None:
        """Terms that may be named when the chart is read, by their names; one name may stand for a shift and a modifier."""
        for name, term in terms.items():
            self.named.setdefault(name, []).extend(of_kind(kind, [term]))

    @property
    def is_by_number(self) -> bool:
        """Whether a number finds the column; else columns are things by name."""
        return all(any(sign.isdigit() for sign in column) for column in self.columns)

    def column(self, value: int) -> int:
        """The column a value falls into: the last one whose bound it reaches, or the first."""
        return max(0, bisect_right(self.at, value) - 1)

    def clamp(self, column: int) -> int:
        """A shifted column, held at either end of the table."""
        return min(max(column, 0), len(self.columns) - 1)

    def result(self, column: int, die: int) -> str:
        return self.rows[die][column]

    def row(self, number: int) -> int:
        """The row of a modified die, held at either end of the table."""
        return min(max(number, self.faces[0]), self.faces[-1])

    def outcomes(self, column: int, modifier: int = 0) -> list[Outcome]:
        """Each result of one modified roll in a column, once, with its exact probability; lowest total first."""
        found = self._outcomes.get((column, modifier))
        if found is None:
            found = self._outcomes[column, modifier] = self._count(column, modifier)
        return [*found]

    def _count(self, column: int, modifier: int) -> tuple[Outcome, ...]:
        chances: dict[str, Fraction] = {}
        for total, chance in sums_of_dice(self.dice, self.die).items():
            result = self.rows[self.row(total + modifier)][column]
            chances[result] = chances.get(result, Fraction(0)) + chance
        return tuple([Outcome(result, float(chance), self.meanings.get(result, "")) for result, chance in chances.items()])

    @property
    def codes(self) -> list[str]:
        """Every result it can give, once."""
        return list(dict.fromkeys(result for row in self.rows.values() for result in row))


class Thresholds:
    """A table with a row for each kind of ground (or weather, or unit) and a bound for each result: the total of the dice,
    modified, brings the first result whose bound it does not exceed.

    >>> rally = Thresholds("rally", "Rally", "12.2", ("rallies", "stays"), {"trench": (4,), "open": (3,)}, dice=1)
    >>> rally.result("open", 4), [(o.result, round(6 * o.probability)) for o in rally.outcomes("trench", modifier=-1)]
    ('stays', [('rallies', 5), ('stays', 1)])
    """

    def __init__(
        self,
        name: str,
        title: str,
        source: str,
        results: Sequence[str],
        rows: Mapping[str, Sequence[int]],
        dice: int = 1,
        die: int = 6,
        meanings: Mapping[str, str] | None = None,
    ) -> None:
        self.name, self.title, self.source = name, title, source
        self.results, self.dice, self.die = tuple(results), dice, die
        self.meanings = dict(meanings or {})  # of each result, in words
        self.rows = {row: tuple(bounds) for row, bounds in rows.items()}  # the last result needs no bound
        self._outcomes: dict[tuple[str, int], tuple[Outcome, ...]] = {}
        for row, bounds in self.rows.items():
            if len(bounds) != len(self.results) - 1 or list(bounds) != sorted(bounds):
                raise DataError(f"table [{name}], row {row}: {len(self.results) - 1} rising bounds are needed, not {bounds}")

    def result(self, row: str, total: int) -> str:
        return self.results[bisect_left(self.rows[row], total)]

    def outcomes(self, row: str, modifier: int = 0) -> list[Outcome]:
        """Each result in a row, once, with its exact probability."""
        found = self._outcomes.get((row, modifier))
        if found is None:
            found = self._outcomes[row, modifier] = self._count(row, modifier)
        return [*found]

    def _count(self, row: str, modifier: int) -> tuple[Outcome, ...]:
        chances: dict[str, Fraction] = {}
        for total, chance in sums_of_dice(self.dice, self.die).items():
            result = self.result(row, total + modifier)
            chances[result] = chances.get(result, Fraction(0)) + chance
        return tuple([Outcome(result, float(chance), self.meanings.get(result, "")) for result, chance in chances.items()])

    def odds(self, title: str, row: str = "any", terms: Sequence[Term] = (), cell: str = "") -> Odds:
        """What a roll on it will do, with its modifiers."""
        return Odds(title, list(terms), "", self.outcomes(row, total(terms)), cell=cell)


def meanings_of(
    codes: Iterable[str], said: Mapping[str, str], counts: Sequence[str], file: TomlFile, *path: str
) -> dict[str, str]:
    """What each result of a table means. A code without a meaning is a fault of the file; a series may explain more codes than
    a game of it has."""
    codes = list(dict.fromkeys(codes))
    found = {code: number_of(code, counts) for code in codes if counts and code.isdigit()} | dict(said)
    for code in codes:
        if not found.get(code):
            raise file.fault(f"table [{'.'.join(path)}]: `meanings` does not say what the result {code!r} means", *path)
    return {code: found[code] for code in codes}


class ThresholdSpec(Titled):
    """A table of thresholds as it stands in a data file."""

    results: list[str]
    rows: dict[str, list[int]]
    meanings: dict[str, str]  # of each result, in words
    dice: int = 1
    die: int = 6

    def table(self, name: str, file: TomlFile) -> Thresholds:
        for row, bounds in self.rows.items():
            try:
                Thresholds(name, self.title, self.source, self.results, {row: bounds})
            except DataError as fault:
                raise file.fault(fault.what, name, "rows", row) from None
        meanings = meanings_of(self.results, self.meanings, (), file, name)
        return Thresholds(name, self.title, self.source, self.results, self.rows, self.dice, self.die, meanings)


def odds_number(attacker: int, defender: int) -> int:
    """The ratio as a whole number, rounded for the defender: n:1 is n, 1:n is 2-n, so that a shift is an addition.

    >>> [odds_number(a, d) for a, d in ((24, 11), (11, 11), (5, 11), (3, 10))]
    [2, 1, -1, -2]
    """
    return attacker // defender if attacker >= defender else 2 + (-defender // attacker)


def odds_text(number: int) -> str:
    """An odds number as it is printed.

    >>> odds_text(3), odds_text(-1)
    ('3:1', '1:3')
    """
    return f"{number}:1" if number >= 1 else f"1:{2 - number}"


class Shift(Strict):
    """A column shift of a chart file."""

    shift: int
    text: str
    source: str


class ChartSpec(Titled):
    """A chart as it stands in a data file."""

    die: int  # faces
    columns: list[str]
    at: list[int]
    results: str
    rows: dict[str, list[str | int]]
    meanings: dict[str, str] = {}  # of each result, in words
    counts: list[str] = []  # of results that are numbers: the word for one of what they count, and for several
    shifts: dict[str, Shift] = {}
    cells: dict[str, str | int] = {}  # as "die/column": single ones in which a game differs from its series
    sources: dict[str, str] = {}  # of single cells, as "die/column": "reconstructed"
    dice: int = 1  # added up
    low: int | None = None  # the first row, if it is not the least the dice can show; rows beyond that are for modified rolls
    high: int = 0  # the last row, if it is not the most they can show

    def chart(self, name: str, file: TomlFile) -> Chart:
        """The chart; a missing, surplus or empty cell is named."""
        if not self.columns or self.die < 1 or self.dice < 1:
            raise file.fault(f"chart [{name}] has no columns or no faces of the die", name)
        if len(self.at) != len(self.columns) or self.at != sorted(set(self.at)):
            needed = f"`at` must give a rising bound for each of the {len(self.columns)} columns"
            raise file.fault(f"chart [{name}]: {needed}", name, "at")
        low = self.dice if self.low is None else self.low
        faces = {str(face) for face in range(low, (self.high or self.die * self.dice) + 1)}
        for face in sorted(faces ^ set(self.rows)):
            wrong = "missing" if face in faces else "no row of the table"
            raise file.fault(f"chart [{name}]: row {face} is {wrong}", name, "rows", face)
        for face, cells in self.rows.items():
            if len(cells) != len(self.columns):
                wrong = f"{len(cells)} cells for {len(self.columns)} columns"
                raise file.fault(f"chart [{name}], row {face}: {wrong}", name, "rows", face)
            for column, cell in zip(self.columns, cells, strict=True):
                if cell == "":
                    raise file.fault(f"chart [{name}], row {face}, column {column}: the cell is empty", name, "rows", face)
        shifts = {key: Term(s.text, s.shift, s.source) for key, s in self.shifts.items()}
        rows = {int(face): [str(cell) for cell in cells] for face, cells in self.rows.items()}
        for cell, result in self.cells.items():
            place, row = self._cell(name, "cells", cell, file)
            rows[row][place] = str(result)
        sources = self._sources(name, file)
        dice, codes = (self.die, self.dice), [code for row in rows.values() for code in row]
        words = (self.results, meanings_of(codes, self.meanings, self.counts, file, name))
        return Chart(name, self.title, self.source, self.columns, self.at, rows, shifts, sources, *dice, *words)

    def _cell(self, name: str, entry: str, cell: str, file: TomlFile) -> tuple[int, int]:
        """The column and the row of a cell that an entry names, as "die/column"."""
        face, _, column = cell.partition("/")
        if face not in self.rows or column not in self.columns:
            raise file.fault(f"chart [{name}]: there is no cell {cell!r}, which `{entry}` names", name, entry, cell)
        return self.columns.index(column), int(face)

    def _sources(self, name: str, file: TomlFile) -> dict[tuple[int, int], str]:
        found = {}
        for cell, source in self.sources.items():
            column, row = self._cell(name, "sources", cell, file)
            entry = ("cells", cell) if cell in self.cells else ("rows", str(row))
            if file.place(name, *entry) > file.place(name, "sources", cell):
                raise file.fault(f"chart [{name}]: the cell {cell!r} differs from the series' and needs a source", name, *entry)
            found[column, row] = source
        return found


def total(lines: Iterable[Term]) -> int:
    """The sum of some lines of arithmetic."""
    return sum([line.value for line in lines])
