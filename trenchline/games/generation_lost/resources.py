"""14.0 Command resources: guns that carry gas and 75s, phosgene, flamethrowers, no more than four columns."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ...core.actions import DONE, Action, Refusal
from ...core.charts import Odds, Term
from ...core.decisions import Automatic
from ...core.state import Side
from ...core.wording import counted
from ..great_war.assault_odds import fight_odds
from ..great_war.position import Choice
from ..great_war.records import Fight
from ..great_war.resources import MOST_RESOURCES, available, use
from ..great_war.states import DISORDERED, PRESSED, USED
from .components import FRENCH, GERMAN
from .periods import period_terms
from .position import Position
from .records import Spent

GAS, FIELD_GUNS, FLAMES = "gas", "seventy_fives", "flamethrowers"
PHOSGENE = "phosgene"
MOST_COLUMNS = 4  # that resources shift one assault (16.2.2)
IN_ASSAULTS = ("lift", "creeping", "smoke", FIELD_GUNS, FLAMES, GAS, "night")

# ------------------------------------------------------------------------------------------------ the roll


def command_center_terms(p: Position, side: int) -> list[Term]:
    """Bad weather, and the weeks in which an offensive was prepared (14.1)."""
    table = p.c.modifiers["command_center"]
    found = [table["weather"]] if p.c.weathers[p.weather] in ("rain", "snow") else []
    return [*found, *period_terms(p, "command_center", side)]


def count_phosgene(p: Position, side: int) -> None:
    """How often phosgene may be put into the gas in this phase (14.2.6-Phosgene, 19.4.5(a), GL-R127)."""
    asked = next((row.gas for row in p.s.spec.phosgene if p.turn in row.turns), 0)
    p.phosgene = available(p, GAS) // asked if asked and side == GERMAN else 0


# ------------------------------------------------------------------------------------------------ what each asks for


def supporting_guns(p: Position, side: int, cell: int) -> list[int]:
    """Guns on the map in good order, not interdicted, not engaged, in range of a square (GL-R126, GL-R273)."""
    far, place, reach = p.c.board.distances(cell), p.place, p.c.range
    near = [g for g in p.c.guns[side] if p.on_map(g) and far[place[g]] <= reach[g]]
    return [g for g in near if not p.status[g] & DISORDERED and p.gun_stands(g)]


def gas_guns(p: Position, fight: Fight) -> list[int]:
    """Unused ones, or the 75 that supports this assault (14.2.6, 14.2.4, GL-R126)."""
    found = supporting_guns(p, fight.side, fight.target)
    return [g for g in found if not p.status[g] & USED or g in p.means.field_gun]


def field_guns(p: Position, fight: Fight) -> list[int]:
    """75s that have supported no assault yet, or the one that carries this one's gas (14.2.4, GL-R129)."""
    found = [g for g in supporting_guns(p, FRENCH, fight.target) if p.c.field[g]]
    return [g for g in found if not p.status[g] & USED or g in p.means.gas_gun]


def columns_used(p: Position, fight: Fight) -> int:
    """By how many columns resources shift a fight so far."""
    table = p.c.modifiers["shift"]
    return sum(table[name].value for name in fight.used if name in table) + p.means.phosgene * table[PHOSGENE].value


def refuse_resource(p: Position, name: str, fight: Fight) -> Refusal | None:
    """Whose a resource is, what it needs, and how much help is too much (14.2.4, 14.2.5, 14.2.6, 16.2.2)."""
    table = p.c.modifiers["shift"]
    if name == FIELD_GUNS and fight.side != FRENCH:
        return Refusal("75s support the French, here in defence", ("14.2.4", "14.2.4(b)"))
    if name == FIELD_GUNS and fight.renewed:
        return Refusal("75s do not support an assault among engaged units", ("14.2.4",))
    if name == FIELD_GUNS and not field_guns(p, fight):
        return Refusal("No 75 in good order that is not used has the square in range", ("14.2.4",))
    if name == FLAMES and (fight.renewed or not any(p.status[u] & PRESSED for u in fight.units)):
        return Refusal("Flamethrowers need an attacker that has closed in", ("14.2.5",))
    if name == GAS and not gas_guns(p, fight):
        return Refusal("No gun in good order that is not used has the square in range", ("14.2.6",))
    if name in table and columns_used(p, fight) + table[name].value > MOST_COLUMNS:
        return Refusal(f"Resources shift an assault by {MOST_COLUMNS} columns at most", ("16.2.2",))
    return None


def exhaust(p: Position, fight: Fight) -> None:
    """A primary assault that used four resources leaves nothing for a second wave (14.2.1, GL-R125)."""
    primary = not fight.secondary and not fight.counter
    if primary and len(fight.used) + p.means.consolidated >= MOST_RESOURCES:
        p.exhausted += (Spent(fight.target, fight.units),)


# ------------------------------------------------------------------------------------------------ guns


def name_gun(p: Position, name: str) -> None:
    """Gas and 75s are carried by a gun that is used then."""
    assert p.fight is not None
    if name not in (GAS, FIELD_GUNS):
        return
    choice = Carry(p.fight.side, name)
    options = choice.options(p)
    if len(options) == 1:
        choice.take(p, options[0])
    else:
        p.stack.append(choice)


class Carry(Choice[Position], frozen=True):
    """Choose the gun that carries the gas, with phosgene or without, or the 75 (14.2.4, 14.2.6)."""

    side: Side
    name: str

    cases = ("14.2.4", "14.2.6", "14.2.6-Phosgene")
    implied_kind = "carry"
    can_step_back = True
    labels = {"carry": "{unit}", "carry phosgene": "{unit}, with phosgene", "back": "Choose something else"}

    def prompt(self, p: Position) -> str:
        return "Choose the gun that fires the gas." if self.name == GAS else "Choose the 75 that supports the assault."

    def guns(self, p: Position) -> list[int]:
        assert p.fight is not None
        return gas_guns(p, p.fight) if self.name == GAS else field_guns(p, p.fight)

    def refuse_phosgene(self, p: Position, u: int) -> Refusal | None:
        """A heavy gun, by its dates, and within four columns (GL-R127)."""
        assert p.fight is not None
        cases = ("14.2.6-Phosgene",)
        if self.name != GAS or p.phosgene <= 0:
            return Refusal("There is no phosgene now", cases)
        if not p.c.heavy[u]:
            return Refusal(f"{p.name(u)} is not heavy enough for phosgene", cases)
        if columns_used(p, p.fight) + p.c.modifiers["shift"][PHOSGENE].value > MOST_COLUMNS:
            return Refusal(f"Resources shift an assault by {MOST_COLUMNS} columns at most", ("16.2.2",))
        return None

    def options(self, p: Position) -> Sequence[Action]:
        guns = self.guns(p)
        plain = [Action("carry", p.name(g)) for g in guns]
        return plain + [Action("carry", p.name(g), mode=PHOSGENE) for g in guns if self.refuse_phosgene(p, g) is None]

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        u = p.c.unit.get(action.unit)
        if u is None:
            return None
        if u not in self.guns(p):
            return Refusal(f"{action.unit} is used, disordered, interdicted or out of range", self.cases)
        return self.refuse_phosgene(p, u) if action.mode == PHOSGENE else None

    def take(self, p: Position, action: Action) -> None:
        gun = (p.c.unit[action.unit],)
        replace = msgspec.structs.replace
        if self.name == GAS:
            p.means = replace(p.means, gas_gun=gun, phosgene=action.mode == PHOSGENE)
        else:
            p.means = replace(p.means, field_gun=gun)

    def step_back(self, p: Position) -> None:
        """The resource is not meant after all."""
        assert p.fight is not None
        kept = tuple(name for name in p.fight.used if name != self.name)
        p.fight = msgspec.structs.replace(p.fight, used=kept)


def spend_guns(p: Position) -> None:
    """The guns that were named are used for the rest of the phase (GL-R56)."""
    for g in (*p.means.gas_gun, *p.means.field_gun):
        p.status[g] |= USED
    p.phosgene -= p.means.phosgene


# ------------------------------------------------------------------------------------------------ 75s in defence


def begin_answer(p: Position) -> None:
    """The French answer a German assault with a 75, if they have one, before the dice (14.2.4(b), GL-R295)."""
    fight = p.fight
    if fight is not None and fight.side == GERMAN and not fight.renewed:
        p.stack.append(FieldGunsAnswer())


class FieldGunsAnswer(Automatic[Position], frozen=True):
    def run(self, p: Position) -> None:
        assert p.fight is not None
        if available(p, FIELD_GUNS) and field_guns(p, p.fight):
            p.stack.append(DefendWithGuns(FRENCH))


class DefendWithGuns(Choice[Position], frozen=True):
    """Choose a 75 that supports the defenders: two columns to the left (14.2.4(b), GL-R129)."""

    side: Side

    cases = ("14.2.4(b)", "14.2.4")
    implied_kind = "support"
    labels = {"done": "No 75s", "support": "{unit} supports the defenders"}

    def prompt(self, p: Position) -> str:
        assert p.fight is not None
        where, count = p.label(p.fight.target), counted(available(p, FIELD_GUNS), "French 75")
        return f"Assault on {{{where}}}: choose a 75 to support the defenders (2 columns left), or none. {count} left."

    def options(self, p: Position) -> Sequence[Action]:
        assert p.fight is not None
        return [*(Action("support", p.name(g)) for g in field_guns(p, p.fight)), DONE]

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        return Refusal(f"{action.unit} is not an unused 75 in good order and in range", self.cases) if action.unit else None

    def take(self, p: Position, action: Action) -> None:
        assert p.fight is not None
        if action == DONE:
            return
        u = p.c.unit[action.unit]
        self.support(p, u)
        use(p, FIELD_GUNS)
        p.status[u] |= USED
        p.say("resources", f"{{{action.unit}}} supports the defenders of {{{p.label(p.fight.target)}}}", self.cases)

    @staticmethod
    def support(p: Position, u: int) -> None:
        p.means = msgspec.structs.replace(p.means, field_gun=(u,))

    def odds(self, p: Position, action: Action) -> Odds | None:
        """What the German dice would make of the assault, with the gun or without it."""
        if p.fight is None:
            return None
        twin = p.clone()
        if action != DONE:
            self.support(twin, p.c.unit[action.unit])
        return fight_odds(twin, p.fight)
