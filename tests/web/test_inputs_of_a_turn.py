"""A full turn of each game of the series by mouse: what an experienced player does in it, in at most 60 inputs.

The inputs are counted by the page itself: each click, drag and key. The enemy is a sergeant who plays over the wire, with the
dice of one seed (`seeded_server`), so that the turn is the same each time.
"""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser

from trenchline.ai import make_player
from trenchline.core.actions import Action
from trenchline.core.match import Match
from trenchline.games import load

from ..server.conftest import Server
from .seeded_server import SEED
from .squares import Commander, at_the_board, upload
from .test_seats import RaidServer

MOST = 60  # inputs of a turn
MANY = 105  # answers that a player gives in it, each of which is a line of the log
COUNT = """
window.inputs = 0;
addEventListener("pointerup", () => (inputs += 1), true);
addEventListener("keydown", (event) => event.key !== "Shift" && (inputs += 1), true);
"""
FREE = "() => document.querySelector('.play[data-free]') && !document.querySelector('.settling')"
AT = "seq => document.querySelector('.play[data-free]')?.dataset.seq === seq && !document.querySelector('.settling')"


class SommeCommander(Commander):
    slug = "big-push"


class VerdunCommander(Commander):
    slug = "generation-lost"


class Table:
    """A table with a player at his browser, a sergeant at the other seat, and the match as both know it."""

    def __init__(self, p: Commander, site: Server, match: Match, me: str, foe: str) -> None:
        self.p, self.match, self.foe = p, match.clone(), foe
        self.sergeant = make_player("sergeant", 1916)
        made = upload(site, match, {me: "friend", foe: "friend"})
        self.api = f"{site.url}/api/tables/{made['table']}"
        claimed = self.call("POST", "/claim", made["invites"][foe], {"name": "The sergeant"})
        self.key: str = claimed["key"]
        state = self.call("GET", "/state?since=0", self.key)
        self.known, self.seq = state["length"], state["seq"]
        self.answers = 0  # of the player, in the log
        p.page.add_init_script(COUNT)
        p.sit_down(made["table"], made["invites"][me])
        p.page.evaluate("inputs = 0")
        self.catch_up()

    def call(self, method: str, path: str, key: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        answer = httpx.request(method, self.api + path, headers={"Authorization": f"Bearer {key}"}, json=body, timeout=60)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def catch_up(self) -> None:
        """What has happened at the table happens here; what the sergeant must decide he decides."""
        assert self.p.comes_true(FREE, None)
        state = self.call("GET", f"/state?since={self.seq}", self.key)
        while True:
            for entry in state["entries"]:
                if entry["n"] >= self.known:
                    self.known = entry["n"] + 1
                    hidden = entry["text"] == "secret"  # his choice of replacements: he takes none
                    self.match.apply(Action("done") if hidden else self.match.parse(entry["text"]))
                    self.answers += entry["player"] not in (self.foe, "dice")
            self.seq = state["seq"]
            if self.match.player != self.foe:
                break
            words = self.match.notate(self.sergeant.choose(self.match))
            state = self.call("POST", "/actions", self.key, {"text": words, "seq": state["seq"], "key": uuid.uuid4().hex})
        assert self.p.comes_true(AT, str(state["seq"])), self.p.see("prompt")

    # ---------------------------------------------------------------- what is asked

    @property
    def kind(self) -> str:
        return "" if self.match.decision is None else self.match.decision.kind

    @property
    def inputs(self) -> int:
        found: int = self.p.page.evaluate("inputs")
        return found

    def actions(self, kind: str) -> list[Action]:
        return [action for action in self.match.actions() if action.kind == kind]

    # ---------------------------------------------------------------- the hand

    def step(self, hand: Callable[[], object]) -> None:
        """Do something with the hand, until the table has moved on."""
        before = self.p.position()
        hand()
        self.p.moved_on(before)
        self.catch_up()

    def space(self) -> None:
        """The main answer; once more where it gives something away."""
        p, before = self.p, self.p.position()
        p.page.keyboard.press("Space")
        if p.page.locator(".orders .armed").count():
            p.page.keyboard.press("Space")
        p.moved_on(before)
        self.catch_up()

    def all_of_them(self) -> None:
        """The main answer for all that is asked so."""
        self.step(lambda: self.p.page.keyboard.press("Shift+Space"))

    def click(self, cell: str) -> None:
        self.step(lambda: self.p.page.mouse.click(*self.p.middle(cell)))

    def everybody_against(self, cell: str) -> None:
        """Shift and a click: all who can."""
        page = self.p.page
        page.keyboard.down("Shift")
        self.click(cell)
        page.keyboard.up("Shift")

    def press(self, testid: str) -> None:
        self.step(lambda: self.p.press(testid))

    def press_deed(self, unit: str) -> None:
        self.step(lambda: self.p.page.locator(f"[data-testid^=deed-][data-unit='{unit}']").first.click())

    def drag_stack(self, start: str, goal: str) -> None:
        self.p.page.keyboard.down("Shift")
        self.step(lambda: self.p.drag(start, goal))
        self.p.page.keyboard.up("Shift")


class SeededServer(RaidServer):
    """A server with the dice of one seed."""

    script = "seeded_server.py"


@pytest.fixture(scope="module")
def seeded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = SeededServer(f"sqlite:///{tmp_path_factory.mktemp('seeded')}/tables.db")
    server.start()
    yield server
    server.kill()


@pytest.fixture
def somme(browser: Browser, seeded: Server) -> Iterator[Commander]:
    with at_the_board(SommeCommander, browser, seeded) as make:
        yield make()


@pytest.fixture
def verdun(browser: Browser, seeded: Server) -> Iterator[Commander]:
    with at_the_board(VerdunCommander, browser, seeded) as make:
        yield make()


def set_up(slug: str, scenario: str, until: str) -> Match:
    """A match in which everybody is in place."""
    match, sergeant = load(slug).start(scenario, seed=SEED), make_player("sergeant", 1916)
    while match.decision is None or match.decision.kind != until:
        match.apply(sergeant.choose(match))
    return match


class Turn:
    """What an experienced player does in a turn, decision by decision; what he leaves to the default he answers with Space."""

    bombardments, marches, assaults, barrages = 6, 5, 6, 2

    def __init__(self, table: Table) -> None:
        self.table = table
        self.shelled: list[str] = []
        self.marched: set[str] = set()
        self.struck: list[str] = []
        self.trail: list[str] = []

    def play(self) -> None:
        table = self.table
        turn = table.match.position.turn
        while table.kind and table.match.position.turn == turn:
            asked, before = table.kind, table.inputs
            getattr(self, asked, table.space)()
            self.trail.append(f"{asked} {table.inputs - before}")

    # ---------------------------------------------------------------- guns

    def PlaceAir(self) -> None:
        """Over the square with most enemies."""
        self.table.click(max((a.cell for a in self.table.actions("target")), key=self.enemies))

    def Bombardment(self) -> None:
        """The squares before which most of the infantry stands, far enough from each other that each has its own guns."""
        named = [a.cell for a in self.table.actions("target") if self.enemies(a.cell)]
        open_to = [cell for cell in named if self.far_from(cell, self.shelled, 3)]
        target = max(filter(self.enough_guns, open_to), key=self.beside, default="")
        if len(self.shelled) == self.bombardments or not target or not self.beside(target):
            return self.table.space()
        self.shelled.append(target)
        return self.table.everybody_against(target)

    def enough_guns(self, cell: str) -> bool:
        """Whether those who can fire at a square reach the least number of factors."""
        match = self.after(Action("target", cell=cell))
        while match.decision is not None and match.decision.kind == "Guns":
            add = next((a for a in match.actions() if a.kind == "add"), None)
            if add is None:
                return Action("fire") in match.actions()
            match.apply(add)
        return False

    def NextMine(self) -> None:
        self.table.all_of_them()

    # ---------------------------------------------------------------- movement

    def MovementModes(self) -> None:
        """The HQ in Supply Mode that feeds most units which have no supply."""
        better = self.best_supply([a for a in self.table.actions("flip") if a.mode == "supply"])
        if better is None:
            return self.table.space()
        return self.table.press_deed(better.unit)

    def Movement(self) -> None:
        """HQs that feed the front, then the reserves, a stack at a time."""
        table = self.table
        march = self.next_march() if len(self.marched) < self.marches else None
        if march is None:
            return table.space()
        self.marched.add(march[0])
        return table.drag_stack(*march)

    def next_march(self) -> tuple[str, str] | None:
        """A stack of the rear and where it goes: as near to the enemy as all of it can."""
        p = self.table.match.position
        stacks: dict[str, list[str]] = {}
        for action in self.table.actions("select"):
            u = p.c.unit[action.unit]
            if p.on_map(u) and p.c.assaults[u]:
                stacks.setdefault(p.label(p.place[u]), []).append(action.unit)
        whole = [x for x in stacks if len(stacks[x]) == len(p.stacks[p.c.board.index[x]])]
        rear = [x for x in whole if x not in self.marched and self.distance(x) > 1]
        for start in sorted(rear, key=lambda x: (-len(stacks[x]), x)):
            goals = [a.cell for a in self.after(Action("select", stacks[start][0])).actions() if a.kind == "move"]
            for goal in sorted(goals, key=lambda x: (self.distance(x), x))[:12]:
                if self.distance(goal) < self.distance(start) and self.all_get_there(stacks[start], goal):
                    return start, goal
        return None

    def all_get_there(self, units: list[str], goal: str) -> bool:
        """Whether they can go there one after the other, and may stay."""
        match = self.table.match.clone()
        for unit in units:
            for action in (Action("select", unit), Action("move", unit, goal)):
                if action not in match.actions():
                    return False
                match.apply(action)
        p = match.position
        return bool(p.may_stack(p.stacks[p.c.board.index[goal]], p.c.board.index[goal]))

    # ---------------------------------------------------------------- assaults

    def Commitment(self) -> None:
        """The squares against which most can go, and all of those go."""
        table = self.table
        against = Counter(a.cell for a in table.actions("commit"))
        target = max(against, key=lambda x: (x in self.shelled, against[x], x), default="")
        if len(self.struck) == self.assaults or not target:
            return table.space()
        self.struck.append(target)
        return table.everybody_against(target)

    def Pressing(self) -> None:
        self.table.all_of_them() if self.default().kind == "press" else self.table.space()

    def Prepare(self) -> None:
        """A lift barrage for the first assaults; supply and the assault itself are the default."""
        table = self.table
        lift = [a for a in table.actions("use") if a.mode == "lift"]
        if self.barrages and lift:
            self.barrages -= 1
            return table.press("mode-lift")
        return table.all_of_them() if self.default().kind == "add" else table.space()

    def Advance(self) -> None:
        self.table.all_of_them() if self.default().unit else self.table.space()

    def Losses(self) -> None:
        self.table.all_of_them()

    def WriteSteps(self) -> None:
        """None: the first button."""
        self.table.step(lambda: self.table.p.page.keyboard.press("1"))

    def default(self) -> Action:
        p = self.table.match.position
        return p.stack[-1].defaults(p)[0]

    # ---------------------------------------------------------------- looking at the map

    def enemies(self, cell: str) -> int:
        p = self.table.match.position
        return len(p.others(p.c.board.index[cell], p.seating.side[p.seating.index[self.table.match.player]]))

    def beside(self, cell: str) -> int:
        """How many of the infantry stand next to a square."""
        p = self.table.match.position
        side = p.seating.side[p.seating.index[self.table.match.player]]
        return sum(bool(p.c.assaults[u]) for x in p.c.near[p.c.board.index[cell]] for u in p.own(x, side))

    def distance(self, cell: str) -> int:
        """Squares to the nearest enemy."""
        p = self.table.match.position
        side = p.seating.side[p.seating.index[self.table.match.player]]
        far = p.c.board.distances(p.c.board.index[cell])
        return min(far[p.place[u]] for u in p.units(p.enemy(side)))

    def far_from(self, cell: str, others: list[str], least: int) -> bool:
        board = self.table.match.position.c.board
        return all(board.distances(board.index[cell])[board.index[x]] >= least for x in others)

    def after(self, action: Action) -> Match:
        match = self.table.match.clone()
        match.apply(action)
        return match

    def best_supply(self, flips: list[Action]) -> Action | None:
        """Of those that turn an HQ to Supply Mode the one after which fewest units lack supply; None if all are fed."""

        def unfed(match: Match) -> int:
            p = match.position
            same = match.decision is not None and match.decision.kind == self.table.kind
            told = p.stack[-1].stake(p, Action("done")) if same else None
            return 0 if told is None else len(told.units)

        now = unfed(self.table.match)
        best = min(flips, key=lambda a: unfed(self.after(a)), default=None)
        return best if best is not None and unfed(self.after(best)) < now else None


def test_a_turn_of_over_the_top(somme: Commander, seeded: Server):
    table = Table(somme, seeded, set_up("big-push", "over_the_top", "PlaceAir"), "allied", "german")
    turn = Turn(table)
    turn.play()
    assert table.answers >= MANY, "it is a whole turn"
    assert table.inputs <= MOST, turn.trail


def test_a_turn_of_firestorm(verdun: Commander, seeded: Server):
    table = Table(verdun, seeded, set_up("generation-lost", "firestorm", "ShellSupply"), "german", "french")
    turn = Turn(table)
    turn.assaults = 5  # its counters make many stacks, each of which is asked whether it closes in
    turn.play()
    assert table.answers >= MANY, "it is a whole turn"
    assert table.inputs <= MOST, turn.trail
