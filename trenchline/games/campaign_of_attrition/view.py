"""What a player sees. With fog of war, of distant enemy stacks no more than their number (13.2, CA-R71)."""

from __future__ import annotations

from ...core.charts import total
from ...core.decisions import PendingDecision
from ...core.views import UNSEEN, CounterView, Due, Marker, VisibleState, shown_counters
from .artillery import ordnance
from .components import FRENCH, GERMAN, POINT, SIDES
from .entrenchment import allowance
from .fog import known_to
from .position import GUNS, RUINED, SILENT, STATES, Position
from .siege_odds import siege_points
from .victory import standing, victory_lines

FORT_WORDS = {GUNS: "fort", SILENT: "fort without guns", RUINED: "fort destroyed"}


def numbers(p: Position, u: int) -> tuple[int, ...]:
    """The numbers on a counter as they count now: SP and OP, or HAP; then movement."""
    c = p.c
    move = allowance(p, u) // POINT
    if c.gun[u]:
        return (siege_points(p, u), move)
    return (c.sp[u], ordnance(p, u), move) if c.sp[u] else (move,)


def counters(p: Position, player: str) -> list[CounterView]:
    c = p.c
    if not p.rules.fog_of_war:
        return shown_counters(p, None, counter)
    unseen = [CounterView(name, UNSEEN, steps) for name, steps in zip(c.ids, c.steps, strict=True)]
    return [counter(p, u) if known_to(p, u, player) else unseen[u] for u in range(len(unseen))]


def counter(p: Position, u: int) -> CounterView:
    c = p.c
    states = tuple(word for word, bit in STATES.items() if p.status[u] & bit)
    if c.steps[u] == 2 and p.steps[u] == 1:
        states += ("reduced",)
    return CounterView(c.ids[u], c.places[p.place[u]], p.steps[u], states, numbers(p, u))


def _due(p: Position) -> list[Due]:
    """The rest of the reinforcement schedule (11.3)."""
    c, track = p.c, p.c.box["track"]
    cells = {
        "edge": tuple(map(p.label, c.south)),
        "entry": tuple(map(p.label, c.entries[GERMAN])),
        "pool": (),
    }
    return [
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
    ]


def markers(p: Position, player: str) -> list[Marker]:
    c = p.c
    found = [Marker(FORT_WORDS[p.forts[i]], p.label(fort.cell), "french") for i, fort in enumerate(c.forts)]
    found += [Marker("rail converted", p.label(x), SIDES[p.rails[x]]) for x in c.rails if p.rails[x] != c.home[x]]
    if p.rules.fog_of_war:
        for cell in range(c.board.size):
            unseen = [u for u in p.stacks[cell] if not known_to(p, u, player)]
            if unseen:
                found.append(Marker(UNSEEN, p.label(cell), SIDES[c.side[unseen[0]]], len(unseen)))
    return found


def visible_decision(p: Position, pending: PendingDecision | None, player: str) -> PendingDecision | None:
    """The decision that waits; of one that is not his own a player under fog of war learns whose it is, not what it names."""
    if pending is None or not p.rules.fog_of_war or pending.player in (player, "dice"):
        return pending
    return PendingDecision(pending.player, "Hidden", f"{pending.player.capitalize()} decides.", ("13.2",))


def visible_state(p: Position, player: str) -> VisibleState:
    lines = {side: victory_lines(p, side) for side in (GERMAN, FRENCH)}
    return VisibleState(
        tracks={
            "German AP": str(p.ap[GERMAN]),
            "French AP": str(p.ap[FRENCH]),
            "German units eliminated": f"{p.lost[0]}, {p.lost[2]} for good",
            "French units eliminated": f"{p.lost[1]}, {p.lost[3]} for good",
            **({"Verdun or bust": "declared"} if p.bust else {}),
            **({"southern railways": "cut" if p.cut else "open"} if p.rules.victory_on_the_rails else {}),
        },
        counters=counters(p, player),
        markers=markers(p, player),
        points=total(lines[GERMAN]) - total(lines[FRENCH]),
        reasons=tuple(
            f"{SIDES[side].capitalize()}: {line.text}: {line.value} ({line.case})" for side in lines for line in lines[side]
        ),
        due=_due(p),
        standing=standing(p),
    )
