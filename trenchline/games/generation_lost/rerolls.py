"""16.7 Re-rolls: French élan, the 5th Division, German engineers. One in an assault, and what comes then stands."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ...core.actions import Action
from ...core.charts import Odds, in_full
from ...core.decisions import Stake
from ...core.state import Side
from ..great_war.assault import AssaultRoll
from ..great_war.assault_odds import doubles_losses, fight_odds
from ..great_war.position import Choice
from ..great_war.promises import promise_now, worth
from ..great_war.records import Fight
from ..great_war.results import carry_out
from ..great_war.states import ENTRENCHED, SUPPLY
from .components import FRENCH, GERMAN
from .demoralized import Outcome
from .forts import on_the_fort
from .position import Position

AGAIN, STAND = Action("again"), Action("stand")
MANGIN_FROM = 7  # April 3 (16.7.1(b))


def settle_roll(p: Position, result: str) -> None:
    """A garrison cannot counter-attack: the dice are thrown until they say something else (16.5.2(f)). Otherwise whoever may
    has them thrown once more, the active player first, whom a counter-attack strikes (GL-R160)."""
    fight = p.fight
    assert fight is not None
    then = p.c.results[result].then
    if then == "counter-attack" and not fight.counter and any(p.c.garrison[u] for u in fight.defenders):
        p.say("reroll", "A garrison cannot counter-attack: the dice are thrown again", ("16.5.2(f)",))
        p.stack.append(AssaultRoll())
        return
    attacker, defender = fight.side, p.enemy(fight.side)
    order = (defender, attacker) if fight.counter else (attacker, defender)
    ask(p, result, () if p.means.again else tuple(side for side in order if entitled(p, side, result)))


def ask(p: Position, result: str, sides: tuple[Side, ...]) -> None:
    """Ask the sides that may have the dice thrown again, one after the other; then the result stands."""
    if sides:
        p.stack.append(ThrowAgain(sides[0], result, sides[1:]))
    else:
        carry_out(p, result, Outcome)


def entitled(p: Position, side: int, result: str) -> tuple[str, ...]:
    """The cases by which a side may have the dice thrown again; none if it may not."""
    fight = p.fight
    assert fight is not None
    return french_cases(p, fight, result) if side == FRENCH else german_cases(p, fight)


def french_cases(p: Position, fight: Fight, result: str) -> tuple[str, ...]:
    """An engagement near a command HQ in good order, the 5th Division from April 3, Higher Élan (16.7.1(a), 16.7.1(b),
    20.4.3(4))."""
    found = []
    if p.c.results[result].then == "engaged" and commanded_near(p, [fight.target]):
        found.append("16.7.1(a)")
    if p.turn >= MANGIN_FROM and any(p.c.mangin[u] for u in (*fight.units, *fight.defenders)):
        found.append("16.7.1(b)")
    secondary = fight.side == FRENCH and fight.secondary
    if "higher_elan" in p.operations and secondary and commanded_near(p, fight.came):  # from where it is made
        found.append("20.4.3(4)")
    return tuple(found)


def commanded_near(p: Position, cells: Sequence[int]) -> bool:
    """Whether a French command HQ in good order is near one of some squares, counted straight, over everything (GL-R286)."""
    good = [h for h in p.c.hqs[FRENCH] if p.on_map(h) and p.good_order(h) and not p.status[h] & SUPPLY]
    return any(p.c.board.distance(p.place[h], x) <= p.c.ranges["re_roll"] for h in good for x in cells)


def german_cases(p: Position, fight: Fight) -> tuple[str, ...]:
    """Engineers in the fight for a fort, or beside infantry that is all entrenched (16.7.2(a), 16.7.2(b))."""
    ours = fight.units if fight.side == GERMAN else fight.defenders
    found = []
    if on_the_fort(p, fight) and any(p.c.engineer[u] and ready(p, u) for u in ours):
        found.append("16.7.2(a)")
    foot = [u for u in ours if p.c.infantry[u]]
    if foot and all(p.status[u] & ENTRENCHED for u in foot):
        squares = {p.place[u] for u in foot}
        engineers = {p.place[e] for e in p.c.army[GERMAN] if p.c.engineer[e] and p.on_map(e) and ready(p, e)}
        if any(x in engineers or engineers & set(p.c.near[x]) for x in squares):
            found.append("16.7.2(b)")
    return tuple(found)


def ready(p: Position, u: int) -> bool:
    """In good order and not engaged; interdiction does not matter, nor other help (16.7.2, 16.7.2(c), 16.7.2(d))."""
    return p.good_order(u) and not p.is_engaged(u)


class ThrowAgain(Choice[Position], frozen=True):
    """Have the dice thrown again, with the same column and modifiers, or let the result stand (16.7, 16.7.4)."""

    side: Side
    result: str
    others: tuple[Side, ...]  # who may be asked after this side

    cases = ("16.7", "16.7.4")
    labels = {"again": "Throw the dice again", "stand": "Let it stand"}

    def cases_of(self, p: Position) -> tuple[str, ...]:
        return (*entitled(p, self.side, self.result), *self.cases) if p.fight is not None else self.cases

    def prompt(self, p: Position) -> str:
        assert p.fight is not None
        told = in_full(self.result, fight_odds(p, p.fight).meaning(self.result))
        return f"Assault on {{{p.label(p.fight.target)}}}: {told}. Throw the dice again, or let it stand."

    def options(self, p: Position) -> Sequence[Action]:
        return [AGAIN, STAND]

    def _gain(self, p: Position) -> float:
        """What new dice promise this side over the result on the table, in steps."""
        fight = p.fight
        assert fight is not None
        more = promise_now(p, fight) - worth(p, self.result, doubles_losses(p, fight))
        return more if self.side == fight.side else -more

    def default(self, p: Position) -> Action:
        return AGAIN if self._gain(p) > 0 else STAND

    def stake(self, p: Position, action: Action) -> Stake | None:
        """A good roll that is about to be thrown away, or a bad one that could be mended."""
        if p.fight is None or action != AGAIN or self._gain(p) >= 0:
            return None
        return Stake(f"{self.result} is better than what new dice promise", grave=True)

    def take(self, p: Position, action: Action) -> None:
        if action == STAND:
            ask(p, self.result, self.others)
            return
        p.means = msgspec.structs.replace(p.means, again=True)
        p.say("reroll", f"The {p.adjective(self.side)} side throws the dice again", entitled(p, self.side, self.result))
        p.stack.append(AssaultRoll())

    def odds(self, p: Position, action: Action) -> Odds | None:
        return fight_odds(p, p.fight) if action == AGAIN and p.fight is not None else None
