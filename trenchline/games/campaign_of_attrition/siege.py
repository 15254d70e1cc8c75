"""7.0 Siege fire (phase 3.3): Heavy Artillery against an adjacent hex, 1 AP for each gun. The guns of a fortress have no part
in it (4.6c)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ...core.actions import BACK, DONE, Action, Refusal
from ...core.charts import Odds
from ...core.position import Luck
from ...core.state import Cell, Side, Units
from ...core.wording import counted
from .components import ENEMY, SIDES
from .elimination import demoralize, disrupt, eliminate, lose_step
from .fog import known
from .position import DEMORALIZED, FIRED, OOS, RUINED, SHOT, Automatic, Choice, DiceRoll, Position, Shot
from .refusals import why_elsewhere, why_inactive, why_not_ours
from .siege_odds import in_words, results_of, shot_odds, siege_points

FIRE, CANCEL = Action("fire"), Action("cancel")


def siege_phase(p: Position, side: int) -> None:
    for u in (*p.c.guns[0], *p.c.guns[1]):
        p.status[u] &= ~SHOT
    p.volley = ()
    if p.options.simultaneous_siege_fire:  # both declare, the phasing player first (13.1a, CA-R70)
        p.stack.append(Volley())
        p.stack.append(OtherSide(ENEMY[side]))
    p.stack.append(NextShot(side))


class OtherSide(Automatic, frozen=True):
    """With 13.1 the other player's guns may fire too; not in an Operations Phase, which is one player's."""

    side: Side

    def run(self, p: Position) -> None:
        if not p.operation:
            p.stack.append(NextShot(self.side))


class NextShot(Automatic, frozen=True):
    """Is there anything to fire at?"""

    side: Side
    spare: bool = False  # the last AP has been spared once: it is not put at stake again in this phase

    def run(self, p: Position) -> None:
        if targets(p, self.side, self.spare):
            p.stack.append(SiegeFire(self.side, self.spare))


# ------------------------------------------------------------------------------------------------ who at what


def why_no_fire(p: Position, gun: int) -> Refusal | None:
    """A gun fires once in a phase, in supply; it needs no line (7.1b)."""
    name = p.name(gun)
    if not p.on_map(gun):
        return why_elsewhere(p, gun)
    if p.status[gun] & SHOT:
        return Refusal(f"{name} has fired in this phase", ("7.2c",))
    if p.status[gun] & OOS:
        return Refusal(f"{name} is out of supply", ("7.1b",))
    return None if p.may_act(gun) else why_inactive(p, gun)


def may_fire(p: Position, gun: int) -> bool:
    """Whether `why_no_fire` has nothing against a gun, without its words."""
    return p.on_map(gun) and not p.status[gun] & (SHOT | OOS) and p.may_act(gun)


def is_target(p: Position, cell: int, side: int) -> bool:
    """Enemy units, or a standing fortress that the other side controls (7.0a)."""
    if p.enemy_holds(cell, side):
        return True
    fort = p.c.fort_at.get(cell)
    return fort is not None and p.forts[fort] != RUINED and not p.present[cell] and p.control[cell] != side


def guns_at(p: Position, side: int, cell: int) -> list[int]:
    """The guns that can fire at a hex; rivers do not stop them (CA-R37)."""
    near = p.c.board.neighbours[cell]
    return [g for g in p.c.guns[side] if p.place[g] in near and may_fire(p, g)]


def can_pay(p: Position, side: int, guns: int, spare: bool) -> bool:
    """Ammunition for so many guns (7.1a, S-d), and an AP to spare if that has been asked for."""
    return guns * p.c.price["siege"] <= p.ap[side] - spare


def targets(p: Position, side: int, spare: bool = False) -> list[int]:
    if not can_pay(p, side, 1, spare):
        return []
    places = dict.fromkeys([p.place[g] for g in p.c.guns[side] if may_fire(p, g)])
    near = dict.fromkeys([cell for place in places for cell in p.c.board.neighbours[place]])
    return sorted([cell for cell in near if is_target(p, cell, side)])


# ------------------------------------------------------------------------------------------------ the decisions


class SiegeFire(Choice, frozen=True):
    """Choose a hex to fire at, until done (7.0a)."""

    side: Side
    spare: bool = False

    implied_kind = "target"
    cases = ("7.0a",)
    labels = {"done": "End siege fire"}

    def prompt(self, p: Position) -> str:
        return "Siege fire: choose a hex to fire at, or end the phase."

    def options(self, p: Position) -> Sequence[Action]:
        return [*(Action("target", cell=p.label(cell)) for cell in targets(p, self.side, self.spare)), DONE]

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        if action == DONE:
            return None
        cell = p.c.board.index.get(action.cell)
        if cell is None or action != Action("target", cell=action.cell):
            return Refusal("Choose a hex to fire at, or end the phase", self.cases)
        if not is_target(p, cell, self.side):
            return self._why_no_target(p, cell, action.cell)
        if not can_pay(p, self.side, 1, self.spare):
            return Refusal("There is no Administrative Point left for ammunition", ("7.1a",))
        if guns_at(p, self.side, cell):
            return None
        near = [g for g in p.c.guns[self.side] if p.place[g] in p.c.board.neighbours[cell]]
        return why_no_fire(p, near[0]) if near else Refusal(f"No Heavy Artillery of yours is next to {action.cell}", ("7.0a",))

    def _why_no_target(self, p: Position, cell: int, label: str) -> Refusal:
        fort = p.c.fort_at.get(cell)
        if fort is None:
            return Refusal(f"{label} holds neither enemy units nor a fortress", ("7.0a",))
        if p.forts[fort] == RUINED:
            return Refusal(f"The fortress in {label} is destroyed, and no enemy is there", ("7.0a", "4.7f"))
        return Refusal(f"The fortress in {label} is your own", ("7.0a",))

    def take(self, p: Position, action: Action) -> None:
        if action != DONE:
            p.stack.append(Aim(self.side, p.c.board.index[action.cell], (), self.spare))


class Aim(Choice, frozen=True):
    """Name the guns that fire together, then fire. Fire that would take the last AP, and lose the match, can be called off."""

    side: Side
    target: Cell
    guns: Units
    spare: bool = False

    implied_kind = "add"
    cases = ("7.0b", "7.1a")
    labels = {"fire": "Fire", "cancel": "Hold fire"}
    begins = FIRE
    can_step_back = True

    def _shot(self, p: Position) -> Shot:
        return Shot(self.side, self.target, self.guns, sum(siege_points(p, g) for g in self.guns))

    def prompt(self, p: Position) -> str:
        if not self.guns:
            return f"Siege fire on {{{p.label(self.target)}}}: choose the guns, 1 AP each."
        last = "; that spends your last AP and loses the match" if self._takes_the_last_ap(p) else ""
        points = counted(self._shot(p).points, "Heavy Artillery Point")
        return f"Siege fire on {{{p.label(self.target)}}} with {points} for {len(self.guns)} AP{last}: add guns, or fire."

    def _takes_the_last_ap(self, p: Position) -> bool:
        return len(self.guns) * p.c.price["siege"] == p.ap[self.side] and p.last_ap_loses(self.side)

    def options(self, p: Position) -> Sequence[Action]:
        found = []
        if can_pay(p, self.side, len(self.guns) + 1, self.spare):
            found = [p.c.add[g] for g in guns_at(p, self.side, self.target) if g not in self.guns]
        if self.guns:
            found.append(FIRE)
        return [*found, CANCEL] if self._takes_the_last_ap(p) else found

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        if action == FIRE:
            return None if self.guns else Refusal("Choose a gun first", ("7.0b",))
        if action == CANCEL:
            spares = self._takes_the_last_ap(p)
            return None if spares else Refusal("Fire is called off only where it would take your last AP", ("1.1b",))
        g = p.c.unit.get(action.unit)
        if g is None or action != Action("add", action.unit):
            return Refusal("Add a Heavy Artillery unit of yours, or fire", self.cases)
        if p.c.side[g] != self.side:
            return Refusal(f"{action.unit} is not yours", ("7.0a",))
        if not p.c.gun[g]:
            return Refusal(f"{action.unit} is no Heavy Artillery", ("7.0a",))
        if not p.on_map(g):
            return why_elsewhere(p, g)
        if g in self.guns:
            return Refusal(f"{action.unit} is added already", ("7.0b",))
        if p.place[g] not in p.c.board.neighbours[self.target]:
            return Refusal(f"{action.unit} is not next to {p.label(self.target)}", ("7.0a",))
        if not can_pay(p, self.side, len(self.guns) + 1, self.spare):
            return Refusal("There are no Administrative Points for another gun", ("7.1a",))
        return why_no_fire(p, g)

    def label(self, p: Position, action: Action) -> str:
        if action == BACK:
            return "Leave out the last gun" if self.guns else "Choose another hex"
        return super().label(p, action)

    def step_back(self, p: Position) -> None:
        before = msgspec.structs.replace(self, guns=self.guns[:-1]) if self.guns else SiegeFire(self.side, self.spare)
        p.stack.append(before)

    def take(self, p: Position, action: Action) -> None:
        if action == CANCEL:
            p.stack.append(NextShot(self.side, spare=True))
            return
        if action != FIRE:
            p.stack.append(msgspec.structs.replace(self, guns=(*self.guns, p.c.unit[action.unit])))
            return
        shot = self._shot(p)
        for g in self.guns:
            p.act(g)
            p.status[g] |= FIRED | SHOT
        p.say("siege", f"Siege fire on {{{p.label(self.target)}}} for {len(self.guns)} AP", ("7.0a", "7.1a"))
        if p.pay(self.side, len(self.guns) * p.c.price["siege"]):
            return
        p.stack.append(NextShot(self.side, self.spare))
        if p.options.simultaneous_siege_fire:
            p.volley = (*p.volley, shot)
        else:
            p.stack.append(SiegeRoll(shot.side, shot.target, shot.guns, shot.points))

    def odds(self, p: Position, action: Action) -> Odds | None:
        return shot_odds(p, self._shot(p)) if action == FIRE and self.guns else None


class SiegeRoll(DiceRoll, frozen=True):
    """One die on the Siege Fire Table (7.0)."""

    side: Side
    target: Cell
    guns: Units
    points: int

    cases = ("7.0b", "7.0d")

    def _shot(self) -> Shot:
        return Shot(self.side, self.target, self.guns, self.points)

    def prompt(self, p: Position) -> str:
        return f"Siege fire on {{{p.label(self.target)}}}: roll one die."

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        shot = self._shot()
        results, odds = results_of(p, shot), shot_odds(p, shot)
        result, expected = results[faces[0] - 1], sum(results) / 6
        side, enemy = SIDES[self.side], ENEMY[self.side]
        luck = Luck(side, float(result), expected)
        words = f"Siege fire on {{{p.label(self.target)}}}: {in_words(p, shot, result)}"
        open_to_all = all(known(p, g, enemy) for g in self.guns)
        to = () if open_to_all else (side,)
        text, done = f"{words} ({odds.title}, column {odds.column})", in_words(p, shot, result)
        p.say("result", text, self.cases, dice=faces, result=str(result), luck=luck, to=to, odds=odds)
        if not open_to_all:
            p.say("result", words, self.cases, (), faces, str(result), but=(side,), meaning=done)
        if p.options.simultaneous_siege_fire:
            p.volley = (*p.volley, msgspec.structs.replace(shot, result=result))
        else:
            p.stack.append(SiegeEffect(self.side, self.target, result))

    def odds(self, p: Position, action: Action) -> Odds:
        return shot_odds(p, self._shot())


class Volley(Automatic, frozen=True):
    """With 13.1: all dice first, then all losses (CA-R70)."""

    def run(self, p: Position) -> None:
        if p.volley and p.volley[0].result < 0:
            shot, *others = p.volley
            p.volley = tuple(others)
            p.stack += [self, SiegeRoll(shot.side, shot.target, shot.guns, shot.points)]
        else:
            p.stack += [SiegeEffect(shot.side, shot.target, shot.result) for shot in reversed(p.volley)]
            p.volley = ()


class SiegeEffect(Automatic, frozen=True):
    """All that fits what the hex holds (7.0e, 7.0f, 7.0g, CA-R37)."""

    side: Side
    target: Cell
    result: int

    def run(self, p: Position) -> None:
        c, result = p.c, self.result
        if not result:
            return
        fort = c.fort_at.get(self.target)
        if fort is not None:
            p.silence(fort, ruin=result == 2)
        if not p.enemy_holds(self.target, self.side):
            return
        guns = [u for u in p.stacks[self.target] if c.gun[u]]
        for u in p.stacks[self.target]:
            if c.gun[u]:
                continue
            if result == 1 or p.status[u] & DEMORALIZED:
                disrupt(p, u, "7.0e")
            else:
                demoralize(p, u, "7.0e")
        if result == 1 and len(guns) > 1:
            p.stack.append(GunLoss(ENEMY[self.side], self.target))
        elif result == 2 and len(guns) == 1:
            eliminate(p, guns[0], "7.0f")
        else:
            for gun in guns:
                lose_gun_step(p, gun)


def lose_gun_step(p: Position, gun: int) -> None:
    if p.steps[gun] == 2:
        lose_step(p, gun, "7.0f")
    else:
        eliminate(p, gun, "7.0f")


class GunLoss(Choice, frozen=True):
    """The owner chooses which of two guns loses the step (7.0f)."""

    side: Side
    cell: Cell

    implied_kind = "lose"
    cases = ("7.0f",)

    def prompt(self, p: Position) -> str:
        return f"Siege fire has hit the guns in {{{p.label(self.cell)}}}: choose the one that loses a step."

    def options(self, p: Position) -> Sequence[Action]:
        return [Action("lose", p.name(u)) for u in p.stacks[self.cell] if p.c.gun[u]]

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        if action != Action("lose", action.unit):
            return Refusal("Choose the gun that loses a step", self.cases)
        refusal = why_not_ours(p, action.unit, self.side, self.cases)
        if refusal is not None:
            return refusal
        if p.place[p.c.unit[action.unit]] != self.cell:
            return Refusal(f"{action.unit} is not in {p.label(self.cell)}", self.cases)
        return Refusal(f"{action.unit} is no Heavy Artillery", self.cases)

    def take(self, p: Position, action: Action) -> None:
        lose_gun_step(p, p.c.unit[action.unit])
