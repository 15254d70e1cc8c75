"""What a player sees. With fog of war, of distant enemy stacks no more than their number (13.2, CA-R71)."""

from __future__ import annotations

from collections.abc import Set

from ...core.charts import total
from ...core.decisions import PendingDecision
from ...core.views import UNSEEN, CounterView, Due, Marker, Score, StateWords, VisibleState, shown_counters, told
from .artillery import ordnance
from .components import FRENCH, GERMAN, POINT, SIDES
from .entrenchment import allowance
from .fog import SETUP_STEPS, known_to
from .position import FLIPPED, GUNS, HALTED, MET, MOVED, RUINED, SILENT, STATES, Position
from .sequence import STEPS
from .siege_odds import siege_points
from .victory import standing, victory_lines

STATE_WORDS = StateWords({"changed" if bit == FLIPPED else word: bit for word, bit in STATES.items()})
OF_MOVEMENT = MOVED | FLIPPED | HALTED | MET
FORT_WORDS = {GUNS: "fort", SILENT: "fort without guns", RUINED: "fort destroyed"}


def numbers(p: Position, u: int) -> tuple[int, ...]:
    """The numbers on a counter as they count now: SP and OP, or HAP; then movement."""
    c = p.c
    move = allowance(p, u) // POINT
    if c.gun[u]:
        return (siege_points(p, u), move)
    return (c.sp[u], ordnance(p, u), move) if c.sp[u] else (move,)


def _unknown(p: Position, player: str) -> frozenset[int]:
    """The counters that fog of war hides from a player."""
    return frozenset(u for u in range(len(p.place)) if not known_to(p, u, player))


def unknown(p: Position, player: str) -> frozenset[int]:
    if not p.options.fog_of_war:
        return frozenset()
    return told(p, _unknown, (tuple(p.place), p.step < SETUP_STEPS), player)


def counters(p: Position, hidden: Set[int]) -> list[CounterView]:
    found = shown_counters(p, moving(p), counter)
    for u in hidden:
        found[u] = CounterView(p.c.ids[u], UNSEEN, p.c.steps[u])
    return found


def moving(p: Position) -> bool:
    """Whether units move in this step: what they did in the last such step is told no more."""
    return p.step >= 0 and STEPS[p.step].id.partition("-")[2] in ("movement", "reserve", "reserve-enemy", "operations")


def counter(p: Position, u: int) -> CounterView:
    c = p.c
    states = STATE_WORDS[p.status[u] if moving(p) else p.status[u] & ~OF_MOVEMENT]
    if c.steps[u] == 2 and p.steps[u] == 1:
        states += ("reduced",)
    return CounterView(c.ids[u], c.places[p.place[u]], p.steps[u], states, numbers(p, u))


def _due(p: Position) -> tuple[Due, ...]:
    """The rest of the reinforcement schedule (11.3)."""
    c, track = p.c, p.c.box["track"]
    cells = {
        "edge": tuple(map(p.label, c.south)),
        "entry": tuple(map(p.label, c.entries[GERMAN])),
        "pool": (),
    }
    return tuple(
        Due(
            e.turn,
            c.dates[e.turn - 1],
            SIDES[e.side],
            e.title,
            tuple(p.name(u) for u in e.units if p.place[u] == track),
            cells[e.way],
        )
        for e in c.schedule
        if any(p.place[u] == track for u in e.units)
    )


def _works(p: Position) -> tuple[Marker, ...]:
    """Fortresses, and rails that the enemy of their owner has taken."""
    c = p.c
    found = [Marker(FORT_WORDS[p.forts[i]], p.label(fort.cell), "french") for i, fort in enumerate(c.forts)]
    found += [Marker("rail converted", p.label(x), SIDES[p.rails[x]]) for x in c.rails if p.rails[x] != c.home[x]]
    return tuple(found)


def markers(p: Position, hidden: Set[int]) -> list[Marker]:
    c = p.c
    found = list(told(p, _works, (bytes(p.forts), bytes(p.rails))))
    for cell in sorted({p.place[u] for u in hidden if p.on_map(u)}):
        unseen = [u for u in p.stacks[cell] if u in hidden]
        found.append(Marker(UNSEEN, p.label(cell), SIDES[c.side[unseen[0]]], len(unseen)))
    return found


def _score(p: Position) -> Score:
    lines = {side: victory_lines(p, side) for side in (GERMAN, FRENCH)}
    reasons = [f"{SIDES[side].capitalize()}: {line.text}: {line.value} ({line.case})" for side in lines for line in lines[side]]
    return Score(total(lines[GERMAN]) - total(lines[FRENCH]), tuple(reasons), standing(p))


def visible_decision(p: Position, pending: PendingDecision | None, player: str) -> PendingDecision | None:
    """The decision that waits; of one that is not his own a player under fog of war learns whose it is, not what it names."""
    if pending is None or not p.options.fog_of_war or pending.player in (player, "dice"):
        return pending
    return PendingDecision(pending.player, "Hidden", f"{pending.player.capitalize()} decides.", ("13.2",))


def visible_state(p: Position, player: str) -> VisibleState:
    hidden = unknown(p, player)
    score = told(p, _score, (tuple(p.ap), tuple(p.lost), bytes(p.control), p.bust, p.ended))
    return VisibleState(
        tracks={
            "German AP": str(p.ap[GERMAN]),
            "French AP": str(p.ap[FRENCH]),
            "German units eliminated": f"{p.lost[0]}, {p.lost[2]} for good",
            "French units eliminated": f"{p.lost[1]}, {p.lost[3]} for good",
            **({"Verdun or bust": "declared"} if p.bust else {}),
            **({"southern railways": "cut" if p.cut else "open"} if p.options.victory_on_the_rails else {}),
        },
        counters=counters(p, hidden),
        markers=markers(p, hidden),
        points=score.points,
        reasons=score.reasons,
        due=list(told(p, _due, p.stacks[p.c.box["track"]])),
        standing=score.standing,
    )
