"""A learner in Chromium: reads what the lesson says and clicks where it points, and nowhere else."""

from __future__ import annotations

from functools import cached_property

import httpx

from .conftest import Player

SETTINGS = '{"speed": 0, "catchUp": false, "confirmDone": false, "confirmTouch": false}'
MOST = 150  # things to read and to click in a lesson


class Learner(Player):
    """Somebody who plays a lesson."""

    slug = ""

    def begin(self, slug: str, number: int = 1) -> None:
        self.slug = slug
        self.page.add_init_script(f"localStorage['trenchline.settings'] ??= '{SETTINGS}'")
        self.open()
        self.press(f"learn-{slug}" if number == 1 else f"learn-{slug}-{number}")
        self.see("lesson-words")

    @cached_property
    def cells(self) -> dict[str, list[float]]:
        board = httpx.get(f"{self.site}/api/games/{self.slug}").json()["board"]
        return {cell["label"]: [cell["x"], cell["y"]] for cell in board["cells"]}

    def where(self, cell: str) -> tuple[float, float]:
        x, y = self.page.evaluate(
            """([x, y]) => {
                const layer = document.querySelector(".layer-counters");
                const at = new DOMPoint(100 * x, 100 * y).matrixTransform(layer.getScreenCTM());
                return [at.x, at.y];
            }""",
            self.cells[cell],
        )
        return x, y

    def step(self) -> str:
        """Do what the card asks for; what it said."""
        title = self.see("lesson-title")
        self.ready()  # the enemy may have a move to make first
        after = self.page.get_by_test_id("lesson-next")
        if after.count():
            after.click()
            other = "title => document.querySelector('[data-testid=lesson-title]')?.textContent.trim() !== title"
            assert self.comes_true(other, title), f"nothing comes after {title}"
            return title
        now = self.page.locator("[data-testid=lesson-now][data-move]")
        now.wait_for()
        asked = {name: now.get_attribute(f"data-{name}") or "" for name in ("kind", "unit", "cell", "facing", "mode", "move")}
        self.answer(asked)
        done = f"[data-testid=lesson-now][data-move='{asked['move']}']"
        assert self.comes_true("done => !document.querySelector(done)", done), f"{title}: {asked} is not accepted"
        self.ready()
        return title

    def ready(self) -> None:
        """Wait until there is something to do, or a page to turn."""
        parts = ("lesson-now][data-move", "lesson-next", "lesson-done")
        self.page.locator(", ".join(f"[data-testid={part}]" for part in parts)).first.wait_for()

    def answer(self, asked: dict[str, str]) -> None:
        page, unit = self.page, asked["unit"]
        button = page.locator(f".orders [data-testid='action-{asked['kind']}']")
        if asked["cell"] in self.cells:
            page.mouse.click(*self.where(asked["cell"]))
        elif asked["facing"]:
            page.get_by_test_id(f"facing-{asked['facing']}").first.click()
        elif unit and not asked["mode"]:
            held = page.locator(f".orders [data-unit='{unit}']")
            if held.count():
                held.first.click()
            else:
                page.mouse.click(*self.place_of(unit))
        elif button.count():
            button.first.click()
        else:
            rows = (f".orders .{row} button:enabled" for row in ("buttons", "stances", "deeds"))
            page.locator(", ".join(rows)).first.click()
        choice = page.locator("[data-testid=chooser] button")
        if choice.count() == 1:
            choice.click()

    def place_of(self, unit: str) -> tuple[float, float]:
        box = self.page.locator(f".layer-counters [data-unit='{unit}']").bounding_box()
        assert box is not None, f"{unit} is not on the map"
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def learn(self) -> list[str]:
        """The whole lesson; the titles of its steps."""
        titles: list[str] = []
        for _ in range(MOST):
            if self.page.get_by_test_id("lesson-done").count():
                return titles
            titles.append(self.step())
        raise AssertionError(f"the lesson does not end: {titles[-5:]}")
