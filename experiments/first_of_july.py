"""The first of July: turn 1 of Over the Top with every division attacking what lies before it.

    python -m experiments.first_of_july 30

prints the steps each side loses and the squares the Allies win: north of the Albert-Bapaume road, in the British south, before
the French. The free values of the counters are fitted to it: north of the road at least three British steps to a German one,
ground gained in the south. One British bombardment and two of the six mines fall in the north, as components.md 19 has it.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from random import Random

from trenchline.ai import ask
from trenchline.ai.staff import Sergeant
from trenchline.core.actions import DONE, Action
from trenchline.core.match import Match
from trenchline.games import load
from trenchline.games.big_push.components import ALLIED, GERMAN
from trenchline.games.big_push.sequence import SEQUENCE
from trenchline.lab.simulate import game_seed

ROAD, BRITISH = 14, 20  # the last rows of the two British sectors
NORTHERN_MINES = ("C8", "E14")


class Plan:
    """What the Allied player does otherwise than a sergeant: no marches, each division straight ahead and over the top."""

    def __init__(self, match: Match, chance: Random) -> None:
        self.match, self.chance = match, chance
        self.p, self.c = match.position, match.position.c
        self.shelled: list[int] = []

    def sector(self, cell: int) -> str:
        row = self.c.row[cell]
        return "north" if row <= ROAD else "south" if row <= BRITISH else "french"

    def action(self, usual: Action) -> Action:
        kind = self.match.decision.kind
        if kind in ("Movement", "SecondaryAttack"):
            return DONE
        answer = {"Commitment": self.commit, "Pressing": self.press, "LayMines": self.mine, "PlaceAir": self.fly}.get(kind)
        if kind == "Bombardment":
            return self.shell(usual)
        return answer() if answer else usual

    def commit(self) -> Action:
        """Each division against the square ahead, its own where there is one."""
        c, p = self.c, self.p

        def straight(a: Action) -> tuple[bool, int]:
            x, y = c.board.index[a.cell], p.place[c.unit[a.unit]]
            return c.column[x] <= c.column[y], abs(c.row[x] - c.row[y]) + (x in c.diagonal[y])

        able = [a for a in self.match.actions() if a.kind == "commit" and c.division[c.unit[a.unit]]]
        taken = {q.target for q in p.assaults}
        return min([a for a in able if c.board.index[a.cell] not in taken] or able, key=straight, default=DONE)

    def press(self) -> Action:
        return next((a for a in self.match.actions() if a.kind == "press" and not a.mode), DONE)

    def mine(self) -> Action:
        """Two of the six north of the road."""
        able = list(self.match.actions())
        laid = {self.p.label(x) for x in self.p.mines}
        north = [a for a in able if a.cell in NORTHERN_MINES and a.cell not in laid]
        south = [a for a in able if a.cell and self.sector(self.c.board.index[a.cell]) == "south"]
        return (north or south or able)[0]

    def fly(self) -> Action:
        return self.chance.choice(self.trench(self.match.actions()))

    def trench(self, actions: object) -> list[Action]:
        """The actions that name a held square of the German start trench."""
        c = self.c
        cells = [(a, c.board.index[a.cell]) for a in actions if a.cell]  # type: ignore[attr-defined]
        return [a for a, x in cells if c.trench[x] == "german" and self.p.holds(x, GERMAN) and x not in self.shelled]

    def shell(self, usual: Action) -> Action:
        """One bombardment north of the road, the others elsewhere."""
        c = self.c
        if usual == DONE:
            return DONE
        north = sum(self.sector(x) == "north" for x in self.shelled)
        if north and self.sector(c.board.index[usual.cell]) == "north":
            others = [a for a in self.trench(self.match.actions()) if self.sector(c.board.index[a.cell]) != "north"]
            usual = self.chance.choice(others) if others else DONE
        if usual != DONE:
            self.shelled.append(c.board.index[usual.cell])
        return usual


def play(seed: int) -> Counter[tuple[str, str]]:
    """The Allied half of the first turn: steps lost and squares won by sector."""
    match = load("big-push").start("over_the_top", seed=seed)
    chance, players = Random(seed), {side: Sergeant(side) for side in ("allied", "german")}
    plan, p, found = Plan(match, chance), match.position, Counter[tuple[str, str]]()
    while p.turn == 1 and p.step < SEQUENCE.index["german-bombardment"]:
        action = ask(players[match.player], match, chance).action
        if match.player == "allied":
            action = plan.action(action)
        before, fight = list(p.points), p.fight
        events = match.apply(action)
        lost = {"allied": p.points[GERMAN] - before[GERMAN], "german": p.points[ALLIED] - before[ALLIED]}
        if any(lost.values()):
            where = plan.sector(fight.target) if fight is not None else named(plan, events)
            found.update({(where, side): steps for side, steps in lost.items()})
    won = [x for x in p.c.german_trench if p.holds(x, ALLIED) and not p.engaged(x)]
    found.update((plan.sector(x), "squares") for x in won)
    return found


def named(plan: Plan, events: object) -> str:
    """The sector of the first square that what happened names."""
    for event in events:  # type: ignore[attr-defined]
        cells = re.findall(r"\{([A-V]\d+)\}", event.text)
        if cells:
            return plan.sector(plan.c.board.index[cells[0]])
    return "elsewhere"


def main(games: int) -> None:
    found: Counter[tuple[str, str]] = Counter()
    for i in range(1, games + 1):
        found.update(play(game_seed(1916, i)))
    for sector in ("north", "south", "french", "elsewhere"):
        allied, german, squares = (found[sector, what] / games for what in ("allied", "german", "squares"))
        ratio = f"{allied / german:.1f} : 1" if german else "-"
        print(f"{sector:10} Allied steps {allied:5.1f}  German steps {german:5.1f}  {ratio:>8}  squares won {squares:4.1f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 30)
