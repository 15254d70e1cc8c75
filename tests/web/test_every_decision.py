"""No text is cut off, runs out of its box or is an engine's word: in every panel, at every kind of decision, at three sizes.

Random matches are played here, and what would be shown of each kind of decision is handed to one open page: neither the server
nor the browser plays them. `python -m tests.web.test_every_decision` prints how much is looked at.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest

from trenchline.core.actions import BACK
from trenchline.core.match import Match
from trenchline.games import CATALOGUE, load
from trenchline.server.documents import legal_actions

from ..server.conftest import Server
from .conftest import PHONE, SIZES, Player

OVERFLOW = (Path(__file__).parent / "overflow.js").read_text()
MOST = 2500  # decisions of one match

# A table with nobody behind it: its states are handed in; what it would ask the server is answered from them, or with nothing.
OPEN = """async ([slug, table, key]) => {
    const place = document.querySelector("script[type=module]").src.replace("app.js", "");
    const { Session, gameDocument } = await import(`${place}connection/session.js`);
    const { Play } = await import(`${place}play/play-screen.js`);
    const ask = (path) => fetch(path, { headers: { Authorization: `Bearer ${key}` } }).then((answer) => answer.json());
    const [told, state] = await Promise.all([ask(`api/tables/${table}`), ask(`api/tables/${table}/state?since=0`)]);
    const session = new Session(table, key, told, await gameDocument(slug), state);
    session.live.close();
    session.fights = async () => session.state.fights ?? [];
    session.overlay = async () => ({ cells: [], lines: [], notes: [] });
    session.odds = async () => null;
    session.legal = async () => ({ legal: true });
    const play = new Play(session, document.getElementById("page"));
    play.start();
    const map = ["show", "choices", "markLit", "showSome"];
    for (const what of map) play.playMap[what] = () => {};  // the panels are looked at, not the map
    window.show = async (shown) => {
        session.take({ ...state, ...shown, seq: session.state.seq + 1, length: 1, prelude: [] });
        for (const list of document.querySelectorAll(".orders details")) list.open = true;
        await new Promise((done) => setTimeout(done));  // the fights have come
    };
}"""
LOOK = f"""async (scored) => {{
    const found = [];
    for (const state of window.states) {{
        await window.show(state);
        const orders = document.querySelector(".orders").innerText;
        const engine = /\\b(add|select|lose|move|step|done):\\S|\\bStep [A-Z]|undefined|null|NaN/.exec(orders);
        const faults = {OVERFLOW.rstrip().rstrip(";")};
        if (engine) faults.push(`the engine's own words: ${{orders.slice(Math.max(0, engine.index - 20)).slice(0, 60)}}`);
        if (!document.querySelector(scored).innerText.includes("point")) faults.push("no score");
        found.push(...faults.map((fault) => `${{state.decision.kind}}: ${{fault}}`));
    }}
    return found;
}}"""


def state_of(match: Match) -> dict[str, Any]:
    """What the player whose decision it is would be shown."""
    mine = match.players[0]
    decision = match.decision_for(mine)
    assert decision is not None
    actions = legal_actions(match, match.seats)
    asked = {**msgspec.structs.asdict(decision), "mine": True, "actions": actions}
    return {"view": match.view(mine), "decision": asked, "fights": match.fights()}


@cache
def decisions(slug: str) -> list[str]:
    """A state for each kind of decision that random matches come to: the one with most to read."""
    found: dict[str, tuple[int, Match]] = {}
    game = load(slug)
    for seed, scenario in ((1, game.scenarios[0]), (2, game.scenarios[0]), (3, game.scenarios[-1])):
        match, chance = game.start(scenario.id, seed=seed), Random(seed)
        for _ in range(MOST):
            if match.over:
                break
            actions = [a for a in match.actions() if a != BACK]
            if match.player != "dice":
                words = len(match.decision.prompt) + min(len(actions), 150)
                if words > found.get(match.decision.kind, (0, match))[0]:
                    found[match.decision.kind] = words, match.clone()
            match.apply_legal(chance.choice(actions))
    return [msgspec.json.encode(state_of(match)).decode() for _, match in found.values()]


@pytest.fixture
def page(player: Any) -> Player:
    found: Player = player()
    found.open()
    found.page.get_by_test_id("new-table").wait_for()
    return found


@pytest.mark.parametrize("slug", CATALOGUE)
def test_nothing_is_cut_off_at_any_decision_of_a_random_match(page: Player, site: Server, slug: str) -> None:
    states = decisions(slug)
    assert len(states) > 12
    game = load(slug)
    body = {"game": slug, "scenario": game.scenarios[0].id, "seats": {seat.name: "me" for seat in game.info().seats}}
    made = httpx.post(f"{site.url}/api/tables", json=body, timeout=60).json()
    page.page.evaluate(OPEN, [slug, made["table"], made["key"]])
    page.page.evaluate("text => (window.states = JSON.parse(text))[0].decision.kind", f"[{','.join(states)}]")
    found: dict[str, list[str]] = {}
    for size in SIZES:
        page.page.set_viewport_size(size)
        wide = f"{size['width']} wide"
        found[wide] = page.page.evaluate(LOOK, "[data-testid=standing]" if size is not PHONE else ".brief small")
        for tab in ("forces", "log", "charts", "chat", "fight"):
            page.page.locator(f"#tab-{tab}").click()
            found[f"{wide}, {tab}"] = page.page.evaluate(OVERFLOW)
    assert {where: faults for where, faults in found.items() if faults} == {}


if __name__ == "__main__":
    for slug in CATALOGUE:
        kinds = sorted(json.loads(state)["decision"]["kind"] for state in decisions(slug))
        print(f"{slug}: {len(kinds)} kinds: {', '.join(kinds)}")
