"""Assaults, one by one: supply and resources, two dice, losses; their arithmetic is in `assault_odds` (BP 11.0, GL 16.0)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ...core.actions import Action, Refusal
from ...core.charts import Odds, Swing, in_full, swing_to, total
from ...core.decisions import About, Automatic, Stake, about
from ...core.state import Side
from .assault_odds import doubles_losses, fight_odds, supplied
from .lines import suppliers
from .position import Choice, DiceRoll, Position
from .records import Assault, Fight
from .resource_words import TITLES, title, use_label
from .resources import BARRAGES, MOST_RESOURCES, available, use
from .states import DISORDERED, SPENT

GO = Action("assault")


def begin_assaults(p: Position, side: int) -> None:
    """All committed and engaged assaults are resolved, in the attacker's order (BP 11.0)."""
    if p.assaults:
        p.stack.append(NextAssault(side))


class NextAssault(Automatic[Position], frozen=True):
    """While assaults wait, ask which is resolved next; a single one needs no choice."""

    side: Side

    def run(self, p: Position) -> None:
        p.assaults = tuple(a for a in p.assaults if a.units)
        if not p.assaults:
            return
        p.stack.append(self)
        if len(p.assaults) == 1:
            p.take_up(self.side, p.assaults[0])
        else:
            p.stack.append(ChooseAssault(self.side))


class ChooseAssault(Choice[Position], frozen=True):
    """Which assault is resolved next."""

    side: Side

    topic = "assault"
    implied_kind = "target"
    labels = {"target": "Assault {cell}"}

    def prompt(self, p: Position) -> str:
        return "Choose the assault to resolve next."

    def options(self, p: Position) -> Sequence[Action]:
        return [p.c.targets[a.target] for a in p.assaults]

    def take(self, p: Position, action: Action) -> None:
        cell = p.c.board.index[action.cell]
        p.take_up(self.side, next(a for a in p.assaults if a.target == cell))

    def default(self, p: Position) -> Action:
        from .promises import first_assault

        return p.c.targets[first_assault(p, self.side)]

    def odds(self, p: Position, action: Action) -> Odds | None:
        """The odds as things stand; assaults resolved before it may change them."""
        from .forecast import forecast

        cell = p.c.board.index[action.cell]
        found = forecast(p, self.side, next(a for a in p.assaults if a.target == cell))
        return None if found is None else msgspec.structs.replace(found, swings=[])


def take_up(p: Position, side: int, assault: Assault) -> None:
    """An assault begins (BP 11.0)."""
    from .results import EndFight

    open_fight(p, side, assault)
    p.stack.append(EndFight())
    prepare(p, Prepare)


def open_fight(p: Position, side: int, assault: Assault) -> None:
    """Open a fight: attackers with their start squares, and defenders."""
    p.assaults = tuple(a for a in p.assaults if a is not assault)
    defenders = tuple(p.defenders_of(assault.target, p.enemy(side)))
    came = tuple(p.place[u] for u in assault.units)
    shape = (assault.renewed, assault.secondary, assault.extra)
    p.fight = Fight(side, assault.target, assault.units, defenders, (), (), *shape, came=came, parts=assault.parts)


def prepare(p: Position, kind: type[Prepare]) -> None:
    """Ask for supply HQs and resources if there is a choice; a target that is vacant by now is entered (BP-R178)."""
    from .advance import walk_in

    fight = p.fight
    assert fight is not None
    if not fight.defenders:
        walk_in(p)
        return
    decision = kind(fight.side)
    if len(decision.options(p)) > 1:
        p.stack.append(decision)
    else:
        decision.begin(p)


# ------------------------------------------------------------------------------------------------ supply and resources


class Prepare(Choice[Position], frozen=True):
    """Name HQs that supply the assault and resources that help it, then roll (BP 11.1, 11.5.2, BP-R69)."""

    side: Side

    topic = "assault"
    implied_kind = "add"
    begins = GO
    labels = {
        "assault": "Assault",
        "add": "Supply from {unit}",
    }

    def player(self, p: Position) -> int:
        assert p.fight is not None
        seats = {p.seating.of_nation[p.c.nation[u]] for u in p.fight.units}
        return seats.pop() if len(seats) == 1 else p.seating.of_side[self.side]

    def prompt(self, p: Position) -> str:
        assert p.fight is not None
        return f"Assault on {{{p.label(p.fight.target)}}}: choose supply HQs and command resources to spend, then assault."

    def label(self, p: Position, action: Action) -> str:
        return use_label(p, action.mode) if action.kind == "use" else super().label(p, action)

    def about(self, p: Position) -> About | None:
        return about(p, p.fight.units, (p.fight.target,)) if p.fight is not None else None

    def hqs(self, p: Position) -> list[int]:
        """Supply HQs that reach an attacker and are not named."""
        fight = p.fight
        assert fight is not None
        if fight.renewed:
            return []
        found = {h for u, start in zip(fight.units, fight.came, strict=True) for h in suppliers(p, u, start)}
        return sorted(found - set(fight.hqs))

    def options(self, p: Position) -> Sequence[Action]:
        found = [p.c.add[h] for h in self.hqs(p)]
        found += [Action("use", mode=name) for name in p.uses_in_assault() if refuse_use(p, name) is None]
        if self._refuse_go(p) is None:
            found.append(GO)
        return found

    def _refuse_go(self, p: Position) -> Refusal | None:
        """In a joint assault each nation that has a supply HQ in reach must draw on one (BP-R159)."""
        fight = p.fight
        assert fight is not None
        nations = {p.c.nation[u] for u in fight.units}
        if len(nations) < 2 or fight.renewed:
            return None
        for nation in sorted(nations - {p.c.nation[h] for h in fight.hqs}):
            if any(p.c.nation[h] == nation for h in self.hqs(p)):
                return Refusal(f"Choose an HQ that supplies the {p.c.nations[nation].capitalize()} units", p.cite("joint"))
        return None

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        assert p.fight is not None
        u = p.c.unit.get(action.unit)
        if action == GO:
            return self._refuse_go(p)
        if action.mode and action == Action("use", mode=action.mode):
            if action.mode not in p.uses_in_assault():
                told = title(p, action.mode).capitalize() if action.mode in TITLES else action.mode
                return Refusal(f"{told} cannot be used now", p.cite("resources"))
            return refuse_use(p, action.mode)
        if u is None or action != p.c.add[u]:
            return Refusal("Choose a supply HQ or a command resource, or assault", p.cite(self.topic))
        if u in self.hqs(p):
            return None
        if u in p.fight.hqs:
            return Refusal(f"{action.unit} supplies this assault already", p.cite("supply"))
        return Refusal(f"No supply line leads from the attackers to {action.unit}", p.cite("supply"))

    def take(self, p: Position, action: Action) -> None:
        fight = p.fight
        assert fight is not None
        if action == GO:
            self.begin(p)
            return
        if action.kind == "use":
            p.fight = msgspec.structs.replace(fight, used=(*fight.used, action.mode))
        else:
            p.fight = msgspec.structs.replace(fight, hqs=(*fight.hqs, p.c.unit[action.unit]))
        p.stack.append(self)

    def begin(self, p: Position) -> None:
        """What is named is spent; then the dice, after the wind."""
        spend(p)
        p.stack.append(AssaultRoll())
        roll_wind(p)

    def default(self, p: Position) -> Action:
        """Supply first, from an HQ that is spent already if there is one; then the assault."""
        hqs = self.lacking(p)
        return p.c.add[hqs[0]] if hqs else GO

    def lacking(self, p: Position) -> list[int]:
        """HQs, not named yet, that would supply attackers whom no named HQ supplies."""
        fight = p.fight
        assert fight is not None
        if fight.counter or fight.renewed or supplied(p, fight):
            return []
        lines = [set(suppliers(p, u, start)) for u, start in zip(fight.units, fight.came, strict=True)]
        unfed = [line for line in lines if line.isdisjoint(fight.hqs)]
        able = [h for h in self.hqs(p) if any(h in line for line in unfed)]
        return sorted(able, key=lambda h: (not p.status[h] & SPENT, -sum(h in line for line in unfed), h))

    def stake(self, p: Position, action: Action) -> Stake | None:
        if action != GO or not self.lacking(p):
            return None
        assert p.fight is not None
        worse = abs(p.c.modifiers["assault"]["supply"].value)
        names = tuple(p.name(u) for u in p.fight.units)
        return Stake(f"Out of supply: {worse} less on the dice ({p.cite('supply')[0]})", names, grave=True)

    def odds(self, p: Position, action: Action) -> Odds | None:
        if p.fight is None or action.unit:
            return None
        if action == GO:
            swings = [*wind_swing(p, p.fight), *p.swings_of(p.fight)]
            return msgspec.structs.replace(fight_odds(p, p.fight), swings=swings)
        helped = msgspec.structs.replace(p.fight, used=(*p.fight.used, action.mode))
        return msgspec.structs.replace(fight_odds(p, helped), swings=wind_swing(p, helped), gathering=True)


def spend(p: Position) -> None:
    """The HQs and resources that were named are spent."""
    assert p.fight is not None
    for name in p.fight.used:
        use(p, name)
    for h in p.fight.hqs:
        p.status[h] |= SPENT


def roll_wind(p: Position) -> None:
    assert p.fight is not None
    if "smoke" in p.fight.used:
        p.stack.append(WindRoll())


def used_so_far(fight: Fight) -> int:
    """The secondary attack itself, and tanks beside infantry, are resources too (BP-R54)."""
    return len(fight.used) + fight.secondary + fight.extra


def refuse_use(p: Position, name: str) -> Refusal | None:
    """Why a resource cannot help in the assault at hand (BP 9.3, BP-R161)."""
    fight = p.fight
    assert fight is not None
    if not available(p, name):
        return Refusal(f"No {title(p, name)} is left", p.cite("resource_spent"))
    if name in fight.used:
        return Refusal(f"This assault has its {title(p, name)} already", p.cite("resource_limit"))
    if used_so_far(fight) >= MOST_RESOURCES:
        limit = "secondary_resources" if fight.secondary else "resource_limit"
        return Refusal(f"At most {MOST_RESOURCES} resources help one assault", p.cite(limit))
    if name in BARRAGES and set(BARRAGES) & set(fight.used):
        return Refusal("Use one kind of barrage in an assault", p.cite("one_barrage"))
    if name in BARRAGES and not barrage_guns(p, fight):
        return Refusal("No gun of the attackers' nation can support a barrage there", p.cite(name))
    return p.refuse_resource(name, fight)


def barrage_guns(p: Position, fight: Fight) -> list[int]:
    """Good order guns of an attacking nation in range, fired or not (BP 11.5.2.1, BP-R56)."""
    nations = {p.c.nation[u] for u in fight.units}
    return [
        g
        for g in p.c.guns[fight.side]
        if p.c.nation[g] in nations
        and not p.status[g] & DISORDERED
        and (p.differences.off_map_guns_support or p.on_map(g))
        and p.gun_stands(g)
        and p.gun_reaches(g, fight.target)
    ]


def wind_swing(p: Position, fight: Fight) -> list[Swing]:
    """The odds if the smoke screen stands: its die falls only after the assault has begun."""
    if "smoke" not in fight.used:
        return []
    stands = fight_odds(p, msgspec.structs.replace(fight, smoke=True))
    return [swing_to(stands, "if the smoke screen stands", worse=False)]


class WindRoll(DiceRoll[Position], frozen=True):
    """Whether the wind lets the smoke screen stand (BP 11.6.1/1)."""

    topic = "smoke"

    def prompt(self, p: Position) -> str:
        return "Smoke screen: roll one die. On 1 to 3 the wind lets it stand."

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        assert p.fight is not None
        table = p.c.tables["wind"]
        result = table.result("any", faces[0])
        works = result == table.results[0]
        p.fight = msgspec.structs.replace(p.fight, smoke=works)
        text = "The smoke screen stands" if works else "The wind blows the smoke away"
        odds = table.odds("Wind for the smoke screen", cell=p.label(p.fight.target))
        p.say("smoke", text, p.cite(self.topic), dice=faces, result=result, odds=odds)


# ------------------------------------------------------------------------------------------------ the roll


class AssaultRoll(DiceRoll[Position], frozen=True):
    """Two dice on the Assault Table (BP 11.8)."""

    count = 2
    topic = "assault_results"

    def prompt(self, p: Position) -> str:
        assert p.fight is not None
        what = "Counter-attack" if p.fight.counter else "Assault"
        return f"{what} on {{{p.label(p.fight.target)}}}: roll two dice."

    def odds(self, p: Position, action: Action) -> Odds | None:
        return fight_odds(p, p.fight) if p.fight is not None else None

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        fight = p.fight
        assert fight is not None
        odds, chart = fight_odds(p, fight), p.c.assault
        row = chart.row(sum(faces) + total(line for line in odds.lines if line.kind == "die"))
        result = chart.result(chart.columns.index(odds.column), row)
        what = "Counter-attack" if fight.counter else "Assault"
        text = f"{what} on {{{p.label(fight.target)}}} by {p.names(fight.units)}: {in_full(result, odds.meaning(result))}"
        cases = p.cite(self.topic, *(["doubled"] if doubles_losses(p, fight) else []))
        p.say("assault", text, cases, dice=faces, result=result, odds=odds)
        p.settle_roll(result)
