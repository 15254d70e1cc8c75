"""17.1, 17.2, 17.3, 17.6 Combat replacements: the working total, the roll, the units that each side takes in secret from its
pool, what it concedes for them, and where they wait."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ...core.actions import DONE, Action, Refusal
from ...core.charts import Odds, total
from ...core.decisions import About, Automatic, about
from ...core.state import Side
from ...core.wording import counted
from ..great_war.position import Choice, DiceRoll
from ..great_war.units import score
from .components import FRENCH
from .periods import period_terms
from .position import Position
from .records import Purchase
from .returns import wait_beside


def begin_replacements(p: Position) -> None:
    """Both roll openly, then both choose in secret, then all is shown; the first player before the second (GL-R06, GL-R297)."""
    first, second = p.order()
    p.allowed, p.written = [0, 0], ()
    p.stack += [Show(), Write(second), Write(first)]
    p.stack += [ReplacementRoll(side) for side in (second, first) if p.lost[side] and for_sale(p, side, p.lost[side])]


# ------------------------------------------------------------------------------------------------ 17.2, 17.3 how many


def working_total(p: Position, side: int) -> int:
    """Half of all assaults of both sides and of the own units disrupted in this turn, rounding down (17.2, GL-R167)."""
    return (sum(p.assaults_made) + p.tally[side]) // 2


class ReplacementRoll(DiceRoll[Position], frozen=True):
    """Two dice in the column of the working total; never more than the steps lost in this turn (17.3, 17.3.1)."""

    side: Side

    count = 2
    cases = ("17.2", "17.3")

    def prompt(self, p: Position) -> str:
        return (
            f"{p.adjective(self.side)} replacements: roll two dice. The working total of {working_total(p, self.side)} "
            "sets the column: half of this turn's assaults of both sides and own units disrupted."
        )

    def _column(self, p: Position) -> int:
        return p.c.replacements.column(working_total(p, self.side))

    def odds(self, p: Position, action: Action) -> Odds | None:
        chart, terms = p.c.replacements, period_terms(p, "replacements", self.side)
        column = self._column(p)
        outcomes = chart.outcomes(column, total(terms))
        return Odds("Replacement steps", terms, chart.columns[column], outcomes, chart="replacements")

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        chart, terms, lost = p.c.replacements, period_terms(p, "replacements", self.side), p.lost[self.side]
        rolled = int(chart.result(self._column(p), chart.row(sum(faces) + total(terms))))
        p.allowed[self.side] = min(rolled, lost)
        text = (
            f"The {p.adjective(self.side)} side may take {counted(p.allowed[self.side], 'replacement step')}: "
            f"the table gives {rolled}, {lost} lost this turn"
        )
        odds = self.odds(p, Action("roll"))
        p.say("replacements", text, ("17.3", "17.3.1"), dice=faces, result=str(rolled), odds=odds)


# ------------------------------------------------------------------------------------------------ 17.3.2 which units


def price(p: Position, u: int, steps: int) -> int:
    """A point for each step; with Best Replacements two for every regiment (17.3.2, 20.4.2(5), GL-R255)."""
    return 2 if p.c.regiment[u] and "best_replacements" in p.operations else steps


def left(p: Position, side: int) -> int:
    """The steps that a side may still take."""
    return p.allowed[side] - sum(price(p, bought.unit, bought.steps) for bought in mine(p, side))


def mine(p: Position, side: int) -> list[Purchase]:
    return [bought for bought in p.written if p.c.side[bought.unit] == side]


def forms(p: Position, u: int) -> list[tuple[str, int]]:
    """Full, or reduced where a French counter has such a side (17.3.2, GL-R51, GL-R54, GL-R172)."""
    full = p.c.steps[u]
    reduced = full > 1 and p.c.side[u] == FRENCH
    return [("full", full), ("reduced", full - 1)] if reduced else [("full", full)]


def for_sale(p: Position, side: int, steps: int) -> list[tuple[int, str]]:
    """What lies in the pool and costs no more than some steps; of counters that are alike one is enough. Garrisons do not
    come back (17.1.2)."""
    c, found = p.c, []
    alike: set[object] = set()
    taken = {bought.unit for bought in p.written}
    for u in p.stacks[c.box["pool"]]:
        if c.side[u] != side or u in taken or c.garrison[u]:
            continue
        key = p.name(u) if c.regiment[u] or c.division[u] else (c.kind[u], c.size[u], c.front[u], c.range[u], c.engineer[u])
        if key in alike:
            continue
        alike.add(key)
        found += [(u, form) for form, strength in forms(p, u) if price(p, u, strength) <= steps]
    return found


class Write(Automatic[Position], frozen=True):
    """A side with steps to take chooses."""

    side: Side

    def run(self, p: Position) -> None:
        if for_sale(p, self.side, p.allowed[self.side]):
            p.stack.append(TakeReplacements(self.side))


class TakeReplacements(Choice[Position], frozen=True):
    """Choose units, until done; a secret until both sides have chosen (17.0, GL-R297)."""

    side: Side

    cases = ("17.3.1", "17.3.2")
    implied_kind = "buy"
    secret = "replacements"
    labels = {"done": "Take no more", "buy full": "{unit}, full", "buy reduced": "{unit}, reduced"}

    def prompt(self, p: Position) -> str:
        steps = counted(left(p, self.side), "step")
        return f"Replacements, {steps} left: choose units from the pool. Each step gives the enemy 1 victory point."

    def about(self, p: Position) -> About | None:
        return about(p, (), hits=left(p, self.side))

    def public_prompt(self, p: Position) -> str:
        return "Both sides choose their replacements in secret."

    def options(self, p: Position) -> Sequence[Action]:
        sale = for_sale(p, self.side, left(p, self.side))
        return [*(Action("buy", p.name(u), mode=form) for u, form in sale), DONE]

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        u = p.c.unit.get(action.unit)
        if u is None:
            return None
        if p.c.side[u] != self.side or p.place[u] != p.c.box["pool"]:
            return Refusal(f"{action.unit} is not in your pool", ("17.1.2",))
        if p.c.garrison[u]:
            return Refusal("A garrison that is lost does not come back", ("17.1.2",))
        if u in (bought.unit for bought in p.written):
            return Refusal(f"{action.unit} is taken already", ("17.3.2",))
        strength = dict(forms(p, u)).get(action.mode)
        if strength is None:
            return Refusal(f"{action.unit} comes back whole or not at all", ("17.3.2",))
        if price(p, u, strength) > left(p, self.side):
            steps = counted(price(p, u, strength), "step")
            return Refusal(f"{action.unit} needs {steps}, {left(p, self.side)} left", ("17.3.1",))
        return Refusal("Take another counter of the same kind", ("17.3.2",))

    def take(self, p: Position, action: Action) -> None:
        if action == DONE:
            return
        u = p.c.unit[action.unit]
        p.written = (*p.written, Purchase(u, dict(forms(p, u))[action.mode]))
        if for_sale(p, self.side, left(p, self.side)):
            p.stack.append(self)


# ------------------------------------------------------------------------------------------------ 17.3.3, 17.6 what comes of it


def conceded(p: Position, bought: Purchase) -> int:
    """A point for each step taken; the airmen of the Lafayette Escadrille cost none (17.3.3, 18.3.2, 20.4.3(6))."""
    free = p.c.air_unit[bought.unit] and p.c.side[bought.unit] == FRENCH and "lafayette_escadrille" in p.operations
    return 0 if free else price(p, bought.unit, bought.steps)


class Show(Automatic[Position], frozen=True):
    """Both lists are shown and their points conceded; divisions are counted (17.3.3, 20.5.3(b), GL-R249)."""

    def run(self, p: Position) -> None:
        if not any(p.allowed):
            return
        p.reveal("replacements")
        for side in p.order():
            taken = mine(p, side)
            points = sum(conceded(p, bought) for bought in taken)
            score(p, p.enemy(side), points, combat=True)
            names = p.names([bought.unit for bought in taken]) if taken else "none"
            text = f"{p.adjective(side)} replacements: {names}, {counted(points, 'point')} conceded"
            p.say("replacements", text, ("17.3.3", "18.3.2"))
        p.divisions_back += sum(p.c.division[bought.unit] for bought in p.written)


class Deploy(Automatic[Position], frozen=True):
    """Ground units wait beside their edge for the next movement, HQs and German infantry in mobile mode; air units fly from
    the next turn on (17.6.1, 17.6.2, GL-R179)."""

    def run(self, p: Position) -> None:
        for bought in p.written:
            u = bought.unit
            p.mark(u, p.status[u], False)
            if p.c.air_unit[u]:
                p.put(u, p.c.box["air"])
            else:
                wait_beside(p, u, p.turn + 1, bought.steps)
        waiting = [bought.unit for bought in p.written]
        if waiting:
            p.say("replacements", f"{p.they(waiting, 'comes', 'come')} back next turn", ("17.6.1", "17.6.2"))
        p.written = ()


# ------------------------------------------------------------------------------------------------ what is hidden


def has_chosen_in_secret(p: Position, side: int) -> bool:
    """Whether a side has begun to choose, or could not, and nothing is shown yet."""
    asked = any(isinstance(waiting, Write) and waiting.side == side for waiting in p.stack)
    return not asked and any(isinstance(waiting, Show) for waiting in p.stack)


def choose_again(p: Position, side: int, chance: Random) -> None:
    """Other units in the place of those that a side has chosen in secret."""
    p.written = tuple(bought for bought in p.written if p.c.side[bought.unit] != side)
    while sale := for_sale(p, side, left(p, side)):
        if chance.random() < 0.3:
            return
        u, form = chance.choice(sale)
        p.written = (*p.written, Purchase(u, dict(forms(p, u))[form]))
