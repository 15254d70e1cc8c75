"""A server that dies in the middle of an answer: its head has come, its body never does."""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Route

from .conftest import PATIENCE, Player
from .test_play import to_the_assault

Make = Callable[..., Player]
CutOff = Callable[[Route], None]


class DyingServer(socketserver.BaseRequestHandler):
    """Promises a document and hangs up."""

    def handle(self) -> None:
        self.request.recv(65536)
        self.request.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n")


@pytest.fixture
def cut_off() -> Iterator[CutOff]:
    """Sends a call to a server that dies while it answers."""
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), DyingServer) as dying:
        threading.Thread(target=dying.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{dying.server_address[1]}"
        yield lambda route: route.continue_(url=url)
        dying.shutdown()


def loses(p: Player, what: str, cut_off: CutOff) -> None:
    """The next such call is cut off, whatever the player does to make it."""
    p.page.route(f"**/{what}", cut_off, times=1)


def test_fights_that_were_cut_off_are_asked_for_again_when_the_line_is_back(player: Make, cut_off: CutOff):
    p = player()
    p.make_table()
    to_the_assault(p)
    p.click("1003")
    p.prompt("below 1:3")
    p.say("odds", "As it stands")
    loses(p, "fights", cut_off)
    with p.page.expect_event("requestfailed", timeout=PATIENCE):
        p.click("0701")  # guns of the corps
    p.page.get_by_test_id("all-choices").filter(has_text="(2)").wait_for()
    assert "As it stands" not in p.see("odds")
    p.page.evaluate("dispatchEvent(new Event('offline'))")  # the line is lost, and comes back by itself
    p.say("odds", "As it stands")


def test_an_action_whose_answer_is_cut_off_is_sent_again(player: Make, cut_off: CutOff):
    p = player()
    p.make_table()
    p.prompt("Bombardment")
    loses(p, "actions", cut_off)
    p.click("1905")
    p.prompt("Barrage of 1905")
    p.page.get_by_test_id("banner").wait_for(state="hidden")  # what is back is not said to be lost for ever


def test_an_only_choice_whose_odds_are_cut_off_is_left_to_me(player: Make, cut_off: CutOff):
    """Dice might fall: nobody may take that for a player."""
    p = player()
    p.make_table()
    to_the_assault(p)
    held: list[Route] = []
    p.page.route("**/odds", lambda route: held.append(route))
    p.click("1003")
    p.say("whose", "only one choice")
    for route in held:
        cut_off(route)
    p.say("whose", "to decide")
    assert "choose the attackers" in p.see("prompt")
