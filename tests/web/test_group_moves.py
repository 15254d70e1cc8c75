"""A movement phase by hand, in every game: a gesture for a unit, one for a stack, one to have it all back."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, CDPSession, Locator, expect

from trenchline.core.actions import Action
from trenchline.core.match import Match
from trenchline.games import load

from ..server.conftest import Server
from .conftest import DESKTOP, PATIENCE, PHONE, SMALL
from .squares import Commander, Make, at_the_board, upload

SCENARIOS = {
    "they-shall-not-pass": "historical", "verdun-1916": "historical", "campaign-of-attrition": "historical",
    "big-push": "over_the_top", "generation-lost": "firestorm",
}  # fmt: skip
COUNT_GESTURES = """
window.gestures = 0;
addEventListener("pointerup", () => (gestures += 1), true);
addEventListener("keydown", (event) => event.key !== "Shift" && (gestures += 1), true);
"""


class March:
    """What can be ordered in the first movement of a match, one order after the other."""

    def __init__(self, match: Match) -> None:
        self.begins, self.match = match, match.clone()

    def stack(self) -> tuple[list[str], str, str]:
        """Those who can go of a stack, where they stand, and where all of them can go."""
        stacks: dict[str, list[str]] = {}
        for unit, place in self.goers().items():
            stacks.setdefault(place, []).append(unit)
        for cell, units in sorted(stacks.items(), key=lambda item: -len(item[1])):
            for goal in self.goals(units[0]) if len(units) > 1 else ():
                after = self.after(units, goal)
                if after is not None:
                    self.match = after
                    return units, cell, goal
        raise AssertionError("no stack can go anywhere")

    def one_by_one(self, most: int) -> list[tuple[str, str]]:
        """Cells from each of which one counter, whichever lies on top, can go to an empty cell of its own."""
        goers = self.goers()
        stacks: dict[str, list[str]] = {}
        for counter in self.match.view(self.match.player).counters:
            stacks.setdefault(counter.place, []).append(counter.id)
        found: dict[str, str] = {}
        for cell, units in stacks.items():
            if len(found) < most and len(units) < 3 and set(units) <= set(goers):
                free = set.intersection(*(set(self.goals(unit)) for unit in units)) - set(stacks) - set(found.values())
                goal = next((goal for goal in sorted(free) if all(self.after([unit], goal) for unit in units)), "")
                found |= {cell: goal} if goal else {}
        return list(found.items())

    def goers(self) -> dict[str, str]:
        """Those who can be sent somewhere, and where they are on the map."""
        board = {cell.label for cell in self.match.game.board_document().cells}
        able = {action.unit for action in self.match.actions() if action.kind == "select"}
        return {c.id: c.place for c in self.match.view(self.match.player).counters if c.id in able and c.place in board}

    def goals(self, unit: str) -> list[str]:
        again = self.match.clone()
        again.apply(Action("select", unit))
        return [action.cell for action in again.actions() if action.kind == "move"]

    def after(self, units: list[str], goal: str) -> Match | None:
        again = self.match.clone()
        for unit in units:
            if Action("select", unit) not in again.actions():
                return None
            again.apply(Action("select", unit))
            if Action("move", unit, goal) not in again.actions():
                return None
            again.apply(Action("move", unit, goal))
        return again if again.decision is not None and again.decision.kind == "Movement" else None


def at_movement(slug: str) -> Match:
    """A match in which everybody has done as little as may be, up to the first movement."""
    match = load(slug).start(SCENARIOS[slug], seed=3)
    while match.decision is None or match.decision.kind != "Movement":
        least = [action for action in match.actions() if action.kind in ("done", "no", "historical")]
        match.apply((least or list(match.actions()))[0])
    return match


def commander(make: Make, site: Server, match: Match, **how: object) -> Commander:
    p = make(**how)
    p.page.add_init_script(COUNT_GESTURES)
    made = upload(site, match, dict.fromkeys(match.seats, "me"))
    p.squares = {cell.label: [cell.x, cell.y] for cell in match.game.board_document().cells}
    p.open(f"#/seat/{made['table']}/{made['key']}")
    p.page.get_by_test_id("play").wait_for()
    if p.page.get_by_test_id("hand-over-ready").is_visible():
        p.press("hand-over-ready")
    p.prompt("Movement")
    if how.get("size") is not PHONE:  # there the map opens near enough to tap
        p.page.keyboard.press("f")
    p.page.evaluate("gestures = 0")
    return p


def in_cell(p: Commander, cell: str) -> Locator:
    return p.page.locator(f".layer-counters [data-unit][aria-label$='in {cell}']")


def standing(p: Commander) -> dict[str, str]:
    """What each counter says of itself and its place."""
    said = "all => Object.fromEntries(all.map((e) => [e.dataset.unit, e.getAttribute('aria-label')]))"
    found: dict[str, str] = p.page.locator(".layer-counters [data-unit]").evaluate_all(said)
    return found


def gestures(p: Commander) -> int:
    made: int = p.page.evaluate("gestures")
    return made


@pytest.mark.parametrize("slug", SCENARIOS)
def test_a_stack_and_single_units_are_carried_with_a_gesture_each_and_come_back(slug: str, browser: Browser, site: Server):
    match = at_movement(slug)
    march = March(match)
    units, cell, goal = march.stack()
    with at_the_board(Commander, browser, site) as make:
        p = commander(make, site, match, size=SMALL if slug == "verdun-1916" else DESKTOP)
        before = standing(p)
        p.page.keyboard.down("Shift")
        p.drag(cell, goal)
        p.page.keyboard.up("Shift")
        for unit in units:
            p.stands(unit, goal)
        assert gestures(p) == 1 < len(units)
        alone = march.one_by_one(2)
        for start, end in alone:
            p.drag(start, end)  # at once: the one before may still be on its way
        for _, end in alone:
            expect(in_cell(p, end)).to_have_count(1, timeout=PATIENCE)
        assert gestures(p) == 1 + len(alone) == 3
        p.press("undo")
        expect(in_cell(p, end)).to_have_count(0, timeout=PATIENCE)
        p.prompt("Movement")
        p.page.keyboard.press("Shift+Backspace")
        p.press("confirm")
        expect(p.page.get_by_test_id("undo-phase")).to_have_count(0, timeout=PATIENCE)
        p.stands(units[0], cell)
        assert standing(p) == before


def test_on_a_phone_a_counter_is_pressed_long_and_carried_without_a_question(browser: Browser, site: Server):
    match = at_movement("they-shall-not-pass")
    with at_the_board(Commander, browser, site) as make:
        p = commander(make, site, match, size=PHONE, touch=True)
        touch = p.page.context.new_cdp_session(p.page)
        march = March(match)
        crowd = [counter.place for counter in match.view(match.player).counters]
        alone = [unit for unit, start in march.goers().items() if crowd.count(start) == 1 and in_sight(p, start)]
        ways = [(unit, end) for unit in alone for end in march.goals(unit)]
        unit, end = next((unit, end) for unit, end in ways if in_sight(p, end))
        x, y = p.middle(march.goers()[unit])
        finger(touch, "touchStart", [(x, y)])
        p.page.get_by_test_id("tip").wait_for()  # it has pressed long enough
        finger(touch, "touchMove", [(x + 12, y + 12)])
        p.prompt(f"where {unit} goes")  # what is asked takes more or less of the screen: the map is moved
        finger(touch, "touchMove", [p.middle(end)])
        finger(touch, "touchEnd", [])
        expect(p.page.get_by_test_id("log")).to_contain_text(f"to {end}", timeout=PATIENCE)
        assert gestures(p) == 1


def in_sight(p: Commander, cell: str) -> bool:
    x, y = p.middle(cell)
    return 20 < x < 370 and 60 < y < 480


def finger(touch: CDPSession, kind: str, points: list[tuple[float, float]]) -> None:
    touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})
