"""9.4 Hits: step losses and how many hexes of retreat; 14.82 the garrison's part in them."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.actions import Action, Refusal
from ...core.decisions import About, about
from ...core.naming import unit_named
from ...core.state import Side
from ...core.wording import counted, listed
from .components import ENEMY, GERMAN
from .position import NEWBORN, Automatic, Choice, Fight, Position
from .retreat import BeginRetreat, farthest_retreat
from .step_losses import lose_step


def participants(p: Position, side: int) -> list[int]:
    """Who can be hit: attackers, or all units in the attacked hex, and support from in or next to it (9.45, 9.54, TP-R92)."""
    fight = p.fight
    assert fight is not None
    units = fight.attackers if side == fight.side else fight.defenders
    guns = [g for g in fight.exposed if p.c.side[g] == side]
    return [u for u in (*units, *guns) if p.on_map(u)]


def mortal(p: Position, units: Sequence[int]) -> list[int]:
    """Those that can lose a step: not a remnant on its turn of entry (14.41)."""
    return [u for u in units if not p.status[u] & NEWBORN]


def must_lose(hits: int, against_works: bool) -> int:
    """At least half of the hits are step losses, fractions down (9.42), or up when Germans attack works (9.43)."""
    return (hits + 1) // 2 if against_works else hits // 2


def rounds_up(p: Position, fight: Fight, side: int) -> bool:
    """Both sides' hits round up against works (TP-R89), or the attacker's alone by option."""
    return fight.works and (side == fight.side or not p.options.round_up_attacker_only)


def splits(hits: int, steps: int, round_up: bool, prices: Sequence[int], garrison: int = 0) -> list[tuple[int, int]]:
    """The ways to take hits: (step losses, hexes of retreat), the fewest losses first (9.42, TP-R90, TP-R91).

    `steps` are those of the units, `garrison` those of an intact fort, `prices` what `prices_of_leaving` says.

    >>> splits(3, 4, False, [0, 0, 0]), splits(3, 4, False, [0, 4, 4]), splits(4, 1, False, [0, 1, 1])
    ([(1, 2), (2, 1), (3, 0)], [(3, 0)], [(1, 3)])
    >>> splits(3, 4, False, [0, 1, 1])  # a gun of one step cannot walk: it is the loss, and the others go
    [(1, 2), (2, 1), (3, 0)]
    """
    everything = steps + garrison
    least = min(must_lose(hits, round_up), everything)
    return [
        (losses, hits - losses)
        for losses in range(least, min(hits, everything) + 1)
        if can_be_borne(steps, garrison, losses, hits - losses, prices)
    ]


def prices_of_leaving(p: Position, units: Sequence[int], most: int) -> list[int]:
    """For 0 to `most` hexes of retreat: the steps that must be lost so that all who are left can go so far (9.42a, TP-R92)."""
    away = enemy_cells(p, p.c.side[units[0]]) if units else ()
    prices = [0] * (most + 1)
    for u in mortal(p, units):  # a new remnant goes as far as it can and binds nobody (TP-R113)
        for hexes in range(farthest_retreat(p, u, most, away) + 1, most + 1):
            prices[hexes] += p.steps[u]
    return prices


def who_is_stuck(p: Position, units: Sequence[int], hexes: int) -> str:
    """The units that cannot retreat so far."""
    away = enemy_cells(p, p.c.side[units[0]])
    return ", ".join(p.name(u) for u in mortal(p, units) if farthest_retreat(p, u, hexes, away) < hexes) or "The units left"


def can_be_borne(steps: int, garrison: int, losses: int, hexes: int, prices: Sequence[int]) -> bool:
    """Whether some assignment of losses leaves nobody who cannot retreat: a surviving garrison takes one hex off (14.82)."""
    for by_garrison in range(min(garrison, losses) + 1):
        walked = hexes - 1 if hexes and garrison > by_garrison else hexes
        if prices[min(walked, len(prices) - 1)] <= losses - by_garrison <= steps:
            return True
    return False


class Hits(Automatic, frozen=True):
    """A side takes its hits."""

    side: Side
    hits: int

    def run(self, p: Position) -> None:
        if not self.hits:
            return
        ways = hit_splits(p, self.side, self.hits)
        if len(ways) > 1:
            p.stack.append(SplitHits(self.side, self.hits))
        elif ways:
            take_hits(p, self.side, *ways[0])


def garrison_of(p: Position, side: int) -> int:
    """Steps of the fort in the attacked hex, if the side defends it."""
    fight = p.fight
    assert fight is not None
    fort = p.c.fort_at.get(fight.target)
    return p.forts[fort] if fort is not None and side != fight.side else 0


def hit_splits(p: Position, side: int, hits: int) -> list[tuple[int, int]]:
    fight = p.fight
    assert fight is not None
    units = participants(p, side)
    steps, garrison = sum(p.steps[u] for u in mortal(p, units)), garrison_of(p, side)
    if not units:  # a fort alone takes what it can (TP-R116)
        return [(min(hits, garrison), 0)] if garrison else []
    most = hits - must_lose(hits, rounds_up(p, fight, side))
    prices = prices_of_leaving(p, units, most)
    if any(prices) and side == fight.side and any(p.c.kind[u] == "pioneer" for u in mortal(p, units)):
        others = prices_of_leaving(p, [u for u in units if p.c.kind[u] != "pioneer"], most)
        prices = [a + 1 if a and a == b else a for a, b in zip(prices, others, strict=True)]  # one step is a pioneer's (9.44)
    return splits(hits, steps, rounds_up(p, fight, side), prices, garrison)


class SplitHits(Choice, frozen=True):
    """How many hits are lost steps; the others are hexes of retreat (9.42)."""

    side: Side
    hits: int

    cases = ("9.42",)

    def prompt(self, p: Position) -> str:
        who = p.names(participants(p, self.side)) or "the garrison"
        hits = f"{counted(self.hits, 'hit')} on {who}"
        return f"{hits}: choose how many to take as lost steps. Retreat one hex for each other hit."

    def about(self, p: Position) -> About | None:
        return about(p, participants(p, self.side), hits=self.hits)

    def options(self, p: Position) -> Sequence[Action]:
        return [Action("lose", value=losses) for losses, _ in hit_splits(p, self.side, self.hits)]

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        fight, lost = p.fight, action.value
        assert fight is not None
        if action != Action("lose", value=lost):
            return None
        units = participants(p, self.side)
        steps = sum(p.steps[u] for u in mortal(p, units)) + garrison_of(p, self.side)
        up = rounds_up(p, fight, self.side)
        least = must_lose(self.hits, up)
        if lost < min(least, steps):
            why = "half of the hits, rounded up in a German attack on works" if up else "half of the hits, rounded down"
            return Refusal(f"Lose at least {counted(least, 'step')}: {why}", ("9.43",) if up else ("9.42",))
        if lost > self.hits:
            return Refusal(f"Lose at most {counted(self.hits, 'step')}: one for each hit", ("9.42",))
        if lost > steps:
            return Refusal(f"The units in the fight have only {counted(steps, 'step')}", ("9.41",))
        hexes = self.hits - lost
        return Refusal(f"{who_is_stuck(p, units, hexes)} cannot retreat {counted(hexes, 'hex', 'hexes')}", ("9.42a",))

    def label(self, p: Position, action: Action) -> str:
        hexes, all_steps = self.hits - action.value, sum(p.steps[u] for u in mortal(p, participants(p, self.side)))
        lost = f"Lose {action.value} of {counted(all_steps, 'step')}" if action.value else "Lose no step"
        return f"{lost}, retreat {counted(hexes, 'hex', 'hexes')}" if hexes else f"{lost}, stay"

    def take(self, p: Position, action: Action) -> None:
        take_hits(p, self.side, action.value, self.hits - action.value)


def take_hits(p: Position, side: int, losses: int, hexes: int) -> None:
    who = "German" if side == GERMAN else "French"
    away = f"retreat {counted(hexes, 'hex', 'hexes')}" if hexes else "do not retreat"
    p.say("hits", f"The {who} units lose {counted(losses, 'step') if losses else 'no step'} and {away}", ("9.42",))
    p.stack.append(BeginRetreat(side, hexes))
    if losses:
        p.stack.append(Losses(side, losses, hexes, True))


class Losses(Automatic, frozen=True):
    """Step losses still to be taken; asks who takes the next one where there is a choice (9.41)."""

    side: Side
    left: int
    hexes: int
    first: bool

    def run(self, p: Position) -> None:
        if not self.left:
            return
        choices = self.choices(p)
        if not choices:
            return
        if len(choices) == 1:
            self.lose(p, choices[0])
        else:
            p.stack.append(LoseStep(self.side, self.left, self.hexes, self.first))

    def pioneers(self, p: Position) -> list[int]:
        """Of these is the first loss when Germans attack (9.44)."""
        assert p.fight is not None
        if not self.first or self.side != p.fight.side:
            return []
        return [u for u in mortal(p, participants(p, self.side)) if p.c.kind[u] == "pioneer"]

    def forced_by(self, p: Position) -> str:
        """The case by which not everybody in the fight may be the next loss; 9.41 where the owner chooses freely."""
        if self.pioneers(p):
            return "9.44"
        units = mortal(p, participants(p, self.side))
        return "9.42a" if set(units) - set(self.choices(p)) else "9.41"

    def choices(self, p: Position) -> list[int]:
        """Units that may lose the next step; -1 stands for the garrison. Pioneers first when Germans attack (9.44)."""
        assert p.fight is not None
        units = mortal(p, participants(p, self.side))
        candidates = self.pioneers(p) or units
        garrison = garrison_of(p, self.side)
        steps = sum(p.steps[u] for u in units)
        prices, left = prices_of_leaving(p, units, self.hexes), self.left - 1
        found = [u for u in candidates if can_be_borne(steps - 1, garrison, left, self.hexes, self._after(p, u, prices))]
        if garrison and can_be_borne(steps, garrison - 1, left, self.hexes, prices):
            found = [*found, -1]
        return found or candidates

    def _after(self, p: Position, u: int, prices: list[int]) -> list[int]:
        """What leaving costs when a unit has lost a step: less, wherever it is the unit that cannot go (TP-R92)."""
        assert p.fight is not None
        far = farthest_retreat(p, u, self.hexes, enemy_cells(p, self.side)) if prices[-1] else self.hexes
        return [price - (hexes > far) for hexes, price in enumerate(prices)]

    def lose(self, p: Position, u: int) -> None:
        case = self.forced_by(p)
        p.stack.append(Losses(self.side, self.left - 1, self.hexes, False))
        if u < 0:
            assert p.fight is not None
            p.hit_fort(p.c.fort_at[p.fight.target])
        else:
            lose_step(p, u, case)


class LoseStep(Choice, frozen=True):
    """The owner chooses who loses the next step (9.41)."""

    side: Side
    left: int
    hexes: int
    first: bool

    implied_kind = "lose"
    cases = ("9.41",)

    def prompt(self, p: Position) -> str:
        where = dict.fromkeys(p.label(p.place[u]) for u in participants(p, self.side))
        steps = f"{counted(self.left, 'step')} to lose"
        return f"{steps} in {listed([f'{{{cell}}}' for cell in where])}: choose the unit."

    def about(self, p: Position) -> About | None:
        return about(p, [u for u in self._losses().choices(p) if u >= 0], hits=self.left)

    def label(self, p: Position, action: Action) -> str:
        if not action.unit:
            return "The garrison of the fort loses a step"
        return f"{action.unit} is {'reduced' if p.steps[p.c.unit[action.unit]] == 2 else 'eliminated'}"

    def _losses(self) -> Losses:
        return Losses(self.side, self.left, self.hexes, self.first)

    def options(self, p: Position) -> Sequence[Action]:
        assert p.fight is not None
        fort = p.label(p.fight.target)
        return [Action("lose", p.name(u)) if u >= 0 else Action("garrison", cell=fort) for u in self._losses().choices(p)]

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        fight = p.fight
        assert fight is not None
        if action == Action("garrison", cell=action.cell):
            if not garrison_of(p, self.side) or action.cell != p.label(fight.target):
                return Refusal("There is no garrison of yours to take the loss", ("14.81",))
            return Refusal("If the garrison takes this loss, the others cannot retreat as announced", ("14.82", "9.42a"))
        if action != Action("lose", action.unit):
            return None
        u = unit_named(p, action.unit, self.side, self.cases)
        if isinstance(u, Refusal):
            return u
        units = participants(p, self.side)
        if u not in units:
            if u in (*fight.guns, *fight.support):
                return Refusal(f"{action.unit} supports from afar and takes no hits", ("9.45",))
            return Refusal(f"{action.unit} is not in this fight", ("9.4",))
        if p.status[u] & NEWBORN:
            return Refusal(f"{action.unit} cannot be eliminated on its turn of entry", ("14.41",))
        if u not in (self._losses().pioneers(p) or units):
            return Refusal("The first German loss of an assault with pioneers must be a pioneer's", ("9.44",))
        stuck = who_is_stuck(p, units, self.hexes)
        far = counted(self.hexes, "hex", "hexes")
        return Refusal(f"{stuck} cannot retreat {far} and must be the loss", ("9.42a",))

    def take(self, p: Position, action: Action) -> None:
        self._losses().lose(p, p.c.unit[action.unit] if action.unit else -1)


def enemy_cells(p: Position, side: int) -> tuple[int, ...]:
    """The hexes a retreat must lead away from (9.5, TP-R94, TP-R95)."""
    fight = p.fight
    assert fight is not None
    born = [r for _, r in fight.remnants if p.c.side[r] != side and p.on_map(r)]
    cells = {p.place[u] for u in (*participants(p, ENEMY[side]), *born)}
    if side == fight.side:
        cells.add(fight.target)
    return tuple(sorted(cells))
