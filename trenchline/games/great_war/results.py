"""What an assault's result does once its losses are taken: retreats, engagements, counter-attacks, victories (BP 11.8, GL
16.5)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ...core.actions import Action, Refusal
from ...core.charts import ALL
from ...core.decisions import Automatic
from ...core.state import Side
from .assault import AssaultRoll
from .assault_odds import doubles_losses, losses_of
from .engagement import Aftermath, go_back
from .losses import Inflict
from .position import Choice, Position
from .records import Fight
from .retreat import retreat_all
from .states import DISORDERED, PRESSED, SUPPLY, TRIED
from .units import eliminate, settle_engagements


class EndFight(Automatic[Position], frozen=True):
    """The assault is over: all who took part are free again."""

    def run(self, p: Position) -> None:
        fight = p.fight
        p.fight = None
        p.stack.append(Aftermath())
        if fight is not None:
            for u in (*fight.units, *fight.defenders):
                p.status[u] &= ~(PRESSED | TRIED)


class Outcome(Automatic[Position], frozen=True):
    """What the result says, once its losses are taken."""

    result: str

    def run(self, p: Position) -> None:
        fight = p.fight = with_first_starts(p)
        WHAT_FOLLOWS[p.c.results[self.result].then](p, fight)


def carry_out(p: Position, result: str, outcome: type[Outcome] = Outcome) -> None:
    """The result stands: losses first, the attacker's before the defender's, then what follows."""
    fight = p.fight
    assert fight is not None
    doubled = doubles_losses(p, fight)
    cause = "assault" if p.count_assault(fight, result) else "renewal"
    p.fight = fight = msgspec.structs.replace(fight, doubled=doubled)
    attacker, defender = losses_of(p.c.results[result], doubled)
    p.stack.append(outcome(result))
    hit = tuple(u for u in fight.defenders if not p.status[u] & SUPPLY)
    if 0 < defender < ALL:
        p.stack.append(Inflict(p.enemy(fight.side), hit, defender, "defence"))
    if attacker >= ALL:
        for u in fight.units:
            p.say("eliminate", f"{{{p.name(u)}}} is eliminated", p.cite("eliminated"))
            eliminate(p, u, cause)
    elif attacker:
        p.stack.append(Inflict(fight.side, fight.units, attacker, cause))


def with_first_starts(p: Position) -> Fight:
    """The fight at hand, in an engagement with the squares from which the attackers first came: they may yield a won square and
    go back there (BP 11.9, GL 14.2.8)."""
    fight = p.fight
    assert fight is not None
    engagement = p.engagement(fight.target)
    if engagement is None or fight.counter or not fight.renewed:
        return fight
    starts = dict(zip(engagement.units, engagement.starts, strict=True))
    came = tuple(starts.get(u, x) for u, x in zip(fight.units, fight.came, strict=True))
    return msgspec.structs.replace(fight, came=came)


def surrender(p: Position, units: Sequence[int]) -> None:
    """An HQ in Supply Mode whose square is lost surrenders for good (BP-R66)."""
    for u in units:
        if p.on_map(u) and p.status[u] & SUPPLY:
            p.say("surrender", f"{{{p.name(u)}}} surrenders", p.cite("surrender"))
            p.give_up(u)


def _attackers_retreat(p: Position, fight: Fight) -> None:
    """Attackers stand in their start squares anyway; those of an engagement go back there. Units that attacked out of an
    engaged square they hold stay in it."""
    engagement = p.engagement(fight.target)
    if fight.renewed and not fight.counter and engagement is not None and p.came_to_attack(fight, engagement):
        beaten = [u for u in fight.units if p.on_map(u)]
        beside = p.own(fight.target, fight.side) if p.engaged(fight.target) else ()  # guns, HQs, disrupted units
        go_back(p, [*beaten, *(u for u in beside if u not in beaten)])


def _engaged(p: Position, fight: Fight) -> None:
    """Both sides stay locked; if losses killed the last defender the attackers have won (BP-R163a)."""
    if not fight.units:
        return
    if undefended(p, fight):
        _no_defender(p, fight)
    else:
        p.engage(fight)


def undefended(p: Position, fight: Fight) -> bool:
    """Nobody is left but HQs in Supply Mode, who surrender (BP-R66)."""
    return all(p.status[u] & SUPPLY for u in fight.defenders)


def _no_defender(p: Position, fight: Fight) -> None:
    if not fight.counter:
        surrender(p, fight.defenders)
        p.win()


def _defenders_retreat(p: Position, fight: Fight) -> None:
    """Defenders fall back one square each; the attackers advance, but nobody does after a counter-attack (BP 11.8.1/3)."""
    if not fight.counter:
        p.win()
        surrender(p, fight.defenders)
    p.leave_square(fight, [u for u in fight.defenders if p.on_map(u)])


def leave_square(p: Position, fight: Fight, units: Sequence[int]) -> None:
    """They retreat; attackers of an engagement leave for where they came from (BP-R163f)."""
    engagement = p.engagement(fight.target)
    if fight.counter and fight.renewed and engagement is not None and engagement.side != fight.side:
        go_back(p, units)
    else:
        retreat_all(p, units)


def _defenders_eliminated(p: Position, fight: Fight) -> None:
    for u in fight.defenders:
        if not p.status[u] & SUPPLY:
            p.say("eliminate", f"{{{p.name(u)}}} is eliminated", p.cite("eliminated"))
            eliminate(p, u, "defence")
    surrender(p, fight.defenders)
    settle_engagements(p)


def _elimination(p: Position, fight: Fight) -> None:
    _defenders_eliminated(p, fight)
    if not fight.counter:
        p.win(machines=1)


def _breakthrough(p: Position, fight: Fight) -> None:
    _defenders_eliminated(p, fight)
    if not fight.counter:
        p.win(beyond=2, machines=3, must=False)


# ------------------------------------------------------------------------------------------------ counter-attack


def counter_attackers(p: Position, fight: Fight) -> tuple[int, ...]:
    """Defenders in good order of a kind that assaults (BP-R64, BP-R164)."""
    return tuple(
        u
        for u in fight.defenders
        if p.on_map(u) and p.c.assaults[u] and not p.status[u] & DISORDERED and p.may_counter_attack(u)
    )


def _counter_attack(p: Position, fight: Fight) -> None:
    """Good order defenders strike at once at the units of one start square; if none can they retreat (BP 11.8/2, 11.8/3)."""
    if fight.counter:
        if fight.units and fight.defenders:
            p.stack.append(AssaultRoll())  # once more
        return
    if not fight.units:
        return
    if undefended(p, fight):
        _no_defender(p, fight)
        return
    if not counter_attackers(p, fight):
        p.say("counter-attack", "Nobody can counter-attack: the defenders retreat", p.cite("no_counter_attack"))
        _defenders_retreat(p, fight)
        return
    p.push_counter_attack(fight)


def begin_counter_attack(p: Position, fight: Fight) -> None:
    squares = counter_squares(p, fight)
    if len(squares) == 1:
        strike_back(p, squares[0])
    else:
        p.stack.append(CounterAttack(p.enemy(fight.side)))


def counter_squares(p: Position, fight: Fight) -> list[int]:
    """The start squares that can be struck; those of units that went in, if there are any."""
    pressed = [u for u in fight.units if p.status[u] & PRESSED]
    return sorted({p.place[u] for u in pressed or fight.units})


class CounterAttack(Choice[Position], frozen=True):
    """Choose the square whose attackers are struck."""

    side: Side

    topic = "counter_attack"
    implied_kind = "target"

    def player(self, p: Position) -> int:
        assert p.fight is not None
        return p.seating.of_nation[p.c.nation[counter_attackers(p, p.fight)[0]]]

    def prompt(self, p: Position) -> str:
        return "Counter-attack: choose the square whose attackers are struck."

    def options(self, p: Position) -> Sequence[Action]:
        assert p.fight is not None
        return [p.c.targets[x] for x in counter_squares(p, p.fight)]

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        where = f"Choose a square the attackers came from; if units {p.differences.pressed_before}, one of theirs"
        return Refusal(where, p.cite(self.topic))

    def take(self, p: Position, action: Action) -> None:
        strike_back(p, p.c.board.index[action.cell])


def strike_back(p: Position, cell: int) -> None:
    """The defenders attack the units that came from a square, on its ground; in an engagement all of them, on the spot
    (BP-R163f)."""
    fight = p.fight
    assert fight is not None
    units = counter_attackers(p, fight)
    struck = tuple(u for u in fight.units if p.place[u] == cell)
    came = tuple(p.place[u] for u in units)
    for u in fight.units:
        p.status[u] &= ~(PRESSED | TRIED)
    p.fight = Fight(p.enemy(fight.side), cell, units, struck, renewed=fight.renewed, counter=True, came=came)
    text = f"{p.they(units, 'counter-attacks', 'counter-attack')} {{{p.label(cell)}}}"
    p.say("counter-attack", text, p.cite("counter_attack"))
    p.stack.append(AssaultRoll())


WHAT_FOLLOWS = {
    "attacker retreats": _attackers_retreat,
    "counter-attack": _counter_attack,
    "engaged": _engaged,
    "defender retreats": _defenders_retreat,
    "advance": _elimination,
    "breakthrough": _breakthrough,
}
