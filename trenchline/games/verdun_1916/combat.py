"""7.0 Combat: who may attack whom, and the declaration. How it is resolved is in `resolution`."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ...core.actions import DONE, Action, Refusal
from ...core.charts import Odds, total
from ...core.naming import no_such_cell
from ...core.state import Cells, Side, Units
from ...core.wording import counted, listed
from .artillery import why_no_support
from .components import ENEMY, GERMAN
from .odds import attack_lines, place
from .position import ASSAULTED, ATTACKED, EXPLOITED, SHELTERED, Automatic, Choice, Fight, Position
from .refusals import not_of, off_the_map
from .resolution import Announce, Support, foreseen, hexes
from .stacking import EndOfPhase

ATTACK = Action("attack")


def combat_phase(p: Position, side: int) -> None:
    """Ground units attack what stands next to them, if they like: no zone forces a combat (2.1.4a, 3.3a, 3.3b, 7.0)."""
    for u in range(len(p.c.counters)):
        p.status[u] &= ~(ATTACKED | ASSAULTED | SHELTERED | EXPLOITED)
    _open_phase(p, side, False)


def second_combat_phase(p: Position, side: int) -> None:
    """Only units that exploited or advanced attack; guns not yet used support them (2.1.6a, 2.1.6b, 7.1f)."""
    for u in range(len(p.c.counters)):
        p.status[u] &= ~(ATTACKED | ASSAULTED)
    _open_phase(p, side, True)


def _open_phase(p: Position, side: int, second: bool) -> None:
    p.struck, p.fight = (), None
    p.stack.append(EndOfPhase())
    p.stack.append(NextCombat(side, second))


class NextCombat(Automatic, frozen=True):
    """One combat is over; is there another?"""

    side: Side
    second: bool

    def run(self, p: Position) -> None:
        p.fight = None
        if targets(p, self.side, self.second):
            p.stack.append(Combat(self.side, self.second))


# ------------------------------------------------------------------------------------------------ 7.1 who against whom


def may_attack(p: Position, u: int, second: bool) -> bool:
    """Infantry that has not attacked in this phase, for a value is not divided; in the second only those that exploited.

    HQs never attack (7.1e, 7.2d, 7.1f, 1.4d).
    """
    state = p.status[u]
    return p.c.foot[u] and not state & ATTACKED and (not second or bool(state & EXPLOITED))


def fresh(p: Position, cell: int) -> bool:
    """Whether something in a hex can still be attacked in this phase (7.1e)."""
    if any(not p.status[u] & ASSAULTED for u in p.stacks[cell]):
        return True
    return p.fortress_stands(cell) and cell not in p.struck


def defended(p: Position, cell: int, side: int) -> bool:
    """Enemy units in play, or a French fortress that holds out by itself (VV-R09)."""
    if not p.b.playable[cell]:
        return False
    return p.enemy_holds(cell, side) or (side == GERMAN and p.fortress_stands(cell))


def targets(p: Position, side: int, second: bool) -> list[int]:
    """Hexes that somebody can attack."""
    neighbours, place, held, playable = p.c.board.neighbours, p.place, p.defended(ENEMY[side]), p.b.playable
    able = [u for u in p.units_of(side) if may_attack(p, u, second)]
    near = dict.fromkeys([n for u in able for n in neighbours[place[u]] if held[n]])
    return [cell for cell in near if playable[cell] and fresh(p, cell)]


def attackers_of(p: Position, side: int, second: bool, cells: Sequence[int]) -> list[int]:
    """The units next to one of the hexes that can attack. None has to, and those of one hex may part (7.1b, 7.2b)."""
    near = dict.fromkeys(n for cell in cells for n in p.c.board.neighbours[cell])
    return [u for n in near if p.holds(n, side) and p.b.playable[n] for u in p.stacks[n] if may_attack(p, u, second)]


def new_fight(p: Position, side: int, cells: Sequence[int], attackers: Sequence[int] = (), guns: Sequence[int] = ()) -> Fight:
    """All units in a hex defend, but those that only took shelter there (7.2a, 7.1g)."""
    defenders: list[int] = []
    sheltered: list[int] = []
    for cell in cells:
        guests = [u for u in p.stacks[cell] if p.status[u] & SHELTERED]
        if len(guests) == len(p.stacks[cell]) and not p.fortress_stands(cell):
            guests = []
        sheltered += guests
        defenders += [u for u in p.stacks[cell] if u not in guests]
    near = {n for cell in cells for n in p.c.board.neighbours[cell]}
    exposed = tuple(g for g in guns if p.place[g] in near and g not in p.b.apart)  # VV-R18; nobody crosses the Meuse (VV-R77)
    return Fight(
        side,
        tuple(cells),
        tuple(attackers),
        tuple(p.place[u] for u in attackers),
        tuple(guns),
        exposed,
        tuple(p.place[g] for g in exposed),
        tuple(defenders),
        tuple(sheltered),
    )


class Combat(Choice, frozen=True):
    """Choose a hex to attack, until done (7.0)."""

    side: Side
    second: bool

    implied_kind = "target"
    cases = ("7.0", "7.1")
    labels = {"done": "End the combats"}

    def prompt(self, p: Position) -> str:
        return f"{'Second combat' if self.second else 'Combat'}: choose a hex to attack, or end the phase."

    def options(self, p: Position) -> Sequence[Action]:
        return [*(Action("target", cell=p.label(cell)) for cell in targets(p, self.side, self.second)), DONE]

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        if action == DONE:
            return None
        cell = p.c.board.index.get(action.cell)
        if action != Action("target", cell=action.cell) or not action.cell:
            return Refusal("Choose a hex to attack, or end the phase", self.cases)
        return no_such_cell(p, action.cell, ("7.0",)) if cell is None else refuse_target(p, self.side, self.second, cell)

    def take(self, p: Position, action: Action) -> None:
        if action != DONE:
            p.stack.append(Declare(self.side, self.second, (p.c.board.index[action.cell],), (), ()))

    def odds(self, p: Position, action: Action) -> Odds | None:
        """Of an attack with everything at hand."""
        if action == DONE:
            return None
        everything = most_against(p, self.side, self.second, (p.c.board.index[action.cell],))
        odds = foreseen(p, everything)
        return msgspec.structs.replace(odds, title=f"With all at hand: {odds.title}", gathering=True)


def most_against(p: Position, side: int, second: bool, cells: Sequence[int]) -> Fight:
    """The fight with every unit, gun and bomber that can be brought against some hexes (7.4a, 8.2)."""
    attackers = attackers_of(p, side, second, cells)
    guns: list[int] = []
    for gun in p.c.fire[side]:
        if attackers and why_no_support(p, gun, attackers, (), cells, guns, attack=True) is None:
            guns.append(gun)
    return new_fight(p, side, cells, attackers, guns)


def least_against(p: Position, side: int, second: bool, cells: Sequence[int]) -> Fight:
    """The weakest attack there can be: one unit next to all the hexes (7.2c)."""
    able = attackers_of(p, side, second, cells)
    alone = [u for u in able if all(p.place[u] in p.c.board.neighbours[cell] for cell in cells)]
    fights = [new_fight(p, side, cells, (u,)) for u in alone or able]
    return min(fights, key=lambda fight: place(p, fight), default=new_fight(p, side, cells))


def refuse_target(p: Position, side: int, second: bool, cell: int) -> Refusal | None:
    label = p.label(cell)
    if not p.b.playable[cell]:
        return Refusal(f"{label} is on the bank that is out of play", ("14.2D-c",))
    if p.holds(cell, side):
        return Refusal(f"Your own units stand in {label}", ("7.0",))
    if not defended(p, cell, side):
        return Refusal(f"There is no enemy to attack in {label}", ("7.0",))
    if not fresh(p, cell):
        return Refusal(f"{label} has been attacked in this phase", ("7.1e",))
    if attackers_of(p, side, second, (cell,)):
        return None
    near = [u for n in p.c.board.neighbours[cell] if p.holds(n, side) for u in p.stacks[n] if p.c.foot[u]]
    if not near:
        return Refusal(f"None of your infantry stands next to {label}", ("7.1a",))
    if second and not any(p.status[u] & EXPLOITED for u in near):
        return Refusal(f"No infantry that exploited or advanced stands next to {label}", ("7.1f",))
    return Refusal(f"The infantry next to {label} has attacked in this phase", ("7.1e",))


def cells_text(p: Position, cells: Sequence[int]) -> str:
    return listed([p.label(cell) for cell in cells], "or")


class Declare(Choice, frozen=True):
    """Name further hexes, the attackers, and what supports them, in secret; then attack (7.2c, 7.4a, VV-R25)."""

    side: Side
    second: bool
    targets: Cells
    attackers: Units
    guns: Units

    implied_kind = "add"
    secret = "commitment"
    cases = ("7.1d", "7.4a", "8.2")
    labels = {"attack": "Attack", "back": "Choose another hex"}
    begins = ATTACK
    can_step_back = True

    def prompt(self, p: Position) -> str:
        if not self.attackers:
            return f"Attack on {hexes(p, self.targets)}: choose the attackers."
        points = counted(total(attack_lines(p, self.fight(p))), "point")
        return f"Attack on {hexes(p, self.targets)} with {points}, in secret: add units, guns and bombers, or attack."

    def public_prompt(self, p: Position) -> str:
        """Of several hexes the first: the others are told with the attack, for nothing moves while it is prepared (7.4a)."""
        return f"An attack on {hexes(p, self.targets[:1])} is being prepared."

    def fight(self, p: Position) -> Fight:
        return new_fight(p, self.side, self.targets, self.attackers, self.guns)

    def _some_hex_touches_all(self, p: Position, cells: Sequence[int]) -> bool:
        """Some hex next to all targets holds a unit that can attack, or has sent one (7.2c, VV-R50)."""
        near = p.c.board.neighbours
        chosen = {p.place[u] for u in self.attackers}
        able = {p.place[u] for u in attackers_of(p, self.side, self.second, cells)}
        return any(all(hex_ in near[cell] for cell in cells) for hex_ in able | chosen)

    def _an_attacker_touches_all(self, p: Position) -> bool:
        """An attacker stands next to all targets (VV-R50)."""
        near = p.c.board.neighbours
        return any(all(p.place[u] in near[cell] for cell in self.targets) for u in self.attackers)

    def _more_targets(self, p: Position) -> list[int]:
        if self.attackers:
            return []
        found = [cell for cell in targets(p, self.side, self.second) if cell not in self.targets]
        return [cell for cell in found if self._some_hex_touches_all(p, (*self.targets, cell))]

    def _refuse_gun(self, p: Position, gun: int) -> Refusal | None:
        if not self.attackers:
            return Refusal("Choose attackers before their support", ("8.2a",))
        return why_no_support(p, gun, self.attackers, (), self.targets, self.guns, attack=True)

    def options(self, p: Position) -> Sequence[Action]:
        c, add = p.c, p.c.add
        found = [Action("target", cell=p.label(cell)) for cell in self._more_targets(p)]
        found += [add[u] for u in attackers_of(p, self.side, self.second, self.targets) if u not in self.attackers]
        if self.attackers:
            support = c.fire[self.side]
            found += [add[g] for g in support if g not in self.guns and self._refuse_gun(p, g) is None]
            if self._an_attacker_touches_all(p):
                found.append(ATTACK)
        return found

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        if action == ATTACK:
            if not self.attackers:
                return Refusal("Choose at least one attacker first", ("7.1a",))
            if self._an_attacker_touches_all(p):
                return None
            return Refusal("One attacker must stand next to all attacked hexes", ("7.2c",))
        if action == Action("target", cell=action.cell) and action.cell:
            cell = p.c.board.index.get(action.cell)
            return no_such_cell(p, action.cell, ("7.2c",)) if cell is None else self._refuse_target(p, cell)
        if action != Action("add", action.unit) or not action.unit:
            return Refusal("Add one of your units to the attack, or attack", self.cases)
        refusal = not_of(p, action.unit, self.side, "7.1d")
        if refusal is not None:
            return refusal
        u = p.c.unit[action.unit]
        if u in self.attackers or u in self.guns:
            return Refusal(f"{action.unit} takes part already", ("7.1e",))
        if p.c.gun[u] or p.c.size[u] == "army":
            return self._refuse_gun(p, u)
        if u in attackers_of(p, self.side, self.second, self.targets):
            return None
        return self._why_not_attack(p, u)

    def _why_not_attack(self, p: Position, u: int) -> Refusal | None:
        name = p.name(u)
        if p.c.hq[u]:
            return Refusal(f"{name} is an HQ and never attacks", ("1.4d",))
        if not p.on_map(u):
            return off_the_map(p, u)
        if p.status[u] & ATTACKED:
            return Refusal(f"{name} has attacked in this phase", ("7.1e",))
        if self.second and not p.status[u] & EXPLOITED:
            return Refusal(f"{name} has neither exploited nor advanced after combat", ("7.1f",))
        return Refusal(f"{name} is not next to {cells_text(p, self.targets)}", ("7.1a",))

    def _refuse_target(self, p: Position, cell: int) -> Refusal | None:
        if cell in self.targets:
            return Refusal(f"{p.label(cell)} is attacked already", ("7.2c",))
        if self.attackers:
            return Refusal("Choose all hexes to attack before the attackers", ("7.2c",))
        refusal = refuse_target(p, self.side, self.second, cell)
        if refusal is None and not self._some_hex_touches_all(p, (*self.targets, cell)):
            return Refusal("No stack that can attack stands next to all of these hexes", ("7.2c",))
        return refusal

    def odds(self, p: Position, action: Action) -> Odds | None:
        return foreseen(p, self.fight(p)) if action == ATTACK else None

    def step_back(self, p: Position) -> None:
        """From a further hex to the hexes before it, else to the choice of the first: nobody has been asked yet (7.4a)."""
        if len(self.targets) > 1 and not self.attackers:
            p.stack.append(msgspec.structs.replace(self, targets=self.targets[:-1]))
        else:
            p.stack.append(Combat(self.side, self.second))

    def take(self, p: Position, action: Action) -> None:
        if action == ATTACK:
            p.fight = self.fight(p)
            support = Support(ENEMY[self.side], ())
            p.stack += [NextCombat(self.side, self.second), support if len(support.options(p)) > 1 else Announce()]
        elif action.kind == "target":
            p.stack.append(msgspec.structs.replace(self, targets=(*self.targets, p.c.board.index[action.cell])))
        else:
            u = p.c.unit[action.unit]
            field = "attackers" if p.c.foot[u] else "guns"
            p.stack.append(msgspec.structs.replace(self, **{field: (*getattr(self, field), u)}))
