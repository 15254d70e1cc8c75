"""Results and ratings: opt-in, only of matches that really began, each once; and what somebody tries who wants more."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from starlette.testclient import TestClient

from trenchline.server import limits
from trenchline.server.app import create_app
from trenchline.server.clocks import HOUR
from trenchline.server.limits import BEGUN

from .authenticator import Device
from .test_door import GAME, call, state
from .test_timekeeping import pass_time

Seat = tuple[Device, str]  # who plays, and his key


@pytest.fixture
def client(client: TestClient) -> TestClient:
    """As fast as a test likes."""
    client.app.state.sign_ins.rate = client.app.state.sign_ins.burst = 1_000_000
    return client


@pytest.fixture
def place(client: TestClient) -> Iterator[Callable[[str], Device]]:
    """Devices in networks of their own, at the same server."""

    def device(network: str) -> Device:
        found = TestClient(client.app, raise_server_exceptions=False, client=(network, 1))
        found.portal = client.portal  # the same loop, which runs already
        return Device(found)

    yield device


@pytest.fixture
def two(place) -> tuple[Device, Device]:
    """Ann and Bea, with accounts made in two networks."""
    ann, bea = place("10.0.0.1"), place("10.0.0.2")
    ann.make_account("Ann")
    bea.make_account("Bea")
    return ann, bea


def choose(device: Device, page: bool = True, rated: bool = True) -> str:
    done = device.call("PUT", "/api/account/results", page=page, rated=[GAME] if rated else [])
    assert done.status_code == 200, done.text
    return device.call("GET", "/api/account/results").json()["page"]


def sit(german: Device, french: Device, **more: object) -> tuple[dict, dict[str, Seat]]:
    body = {"game": GAME, "seats": {"german": "me", "french": "friend"}, "name": "Ann", **more}
    made = german.call("POST", "/api/tables", **body).json()
    taken = french.call("POST", f"/api/tables/{made['table']}/claim", made["invites"]["french"], name="Bea").json()
    return made, {"german": (german, made["key"]), "french": (french, taken["key"])}


def play(client: TestClient, made: dict, seats: dict[str, Seat], enough: int = BEGUN) -> None:
    """Until each has taken so many actions."""
    times = dict.fromkeys(seats, 0)
    while min(times.values()) < enough:
        now = state(client, made, seats["german"][1])
        mover = now["decision"]["player"]
        offered = state(client, made, seats[mover][1])["decision"]["actions"]
        text = next((a["text"] for a in offered if a.get("default")), offered[-1]["text"])
        done = call(client, made, "post", "/actions", seats[mover][1], seq=now["seq"], key=f"k{now['seq']}", text=text)
        assert done.status_code == 200, done.text
        times[mover] += 1


def resign(client: TestClient, made: dict, seats: dict[str, Seat], who: str) -> None:
    seq = state(client, made, seats[who][1])["seq"]
    done = call(client, made, "post", "/resign", seats[who][1], seq=seq, key="resign")
    assert done.status_code == 200 and done.json()["over"]
    client.portal.call(client.app.state.results.close)


def page(client: TestClient, name: str) -> dict:
    answer = client.get(f"/api/players/{name}")
    assert answer.status_code == 200, answer.text
    return answer.json()


def whole_match(client: TestClient, two: tuple[Device, Device], loser: str = "french", enough: int = BEGUN) -> dict:
    made, seats = sit(*two)
    play(client, made, seats, enough)
    resign(client, made, seats, loser)
    return made


def test_a_match_counts_for_both_and_is_rated_once(client, two):
    ann, bea = (choose(device) for device in two)
    made = whole_match(client, two)
    for _ in range(2):  # each once, however often it is settled
        client.portal.call(client.app.state.results.settle, made["table"])
    won, lost = page(client, ann), page(client, bea)
    assert [(c["scenario"].split(":")[0], c["side"], c["won"], c["drawn"], c["lost"]) for c in won["counts"]] == [
        ("February 21-29, 1916", "german", 1, 0, 0)
    ]
    assert [(m["outcome"], m["against"], m["against_page"], m["table"]) for m in lost["matches"]] == [("lost", "Ann", ann, "")]
    (up,), (down,) = won["ratings"], lost["ratings"]
    assert up["matches"] == down["matches"] == 1 and up["rating"] > 1500 > down["rating"]


def test_the_side_that_wins_less_often_gains_more(client, two, place):
    choose(two[0]), choose(two[1])
    whole_match(client, two, "german")
    cid, dot = place("10.0.0.3"), place("10.0.0.4")
    cid.make_account("Cid"), dot.make_account("Dot")
    pages = choose(cid), choose(dot)
    whole_match(client, (cid, dot), "french")
    gain_german = page(client, pages[0])["ratings"][0]["rating"] - 1500
    gain_french = page(client, choose(two[1]))["ratings"][0]["rating"] - 1500
    assert 0 < gain_german < gain_french


def test_what_never_really_began_does_not_count(client, two):
    ann, bea = (choose(device) for device in two)
    made, seats = sit(*two)
    play(client, made, seats, 1)
    resign(client, made, seats, "french")
    made, seats = sit(*two)
    resign(client, made, seats, "french")
    assert page(client, ann)["matches"] == page(client, bea)["matches"] == page(client, ann)["ratings"] == []


def test_dice_that_somebody_may_know_and_matches_against_oneself_do_not_count(client, two):
    ann = choose(two[0])
    made, seats = sit(*two, dice="hand")
    resign(client, made, seats, "french")
    alone = two[0].call("POST", "/api/tables", game=GAME, seats={"german": "me", "french": "me"}, name="Ann").json()
    seats = {"german": (two[0], alone["key"]), "french": (two[0], alone["key"])}
    play(client, alone, seats, 2)
    resign(client, alone, seats, "german")
    assert page(client, ann)["ratings"] == []


def test_nobody_is_shown_or_rated_who_does_not_want_to_be(client, two):
    ann = choose(two[0])
    choose(two[1], page=False, rated=False)
    whole_match(client, two)
    shown = page(client, ann)
    assert [(m["against"], m["against_page"]) for m in shown["matches"]] == [("another player", "")] and shown["ratings"] == []
    assert "Bea" not in client.get(f"/api/players/{ann}").text
    assert "Ann: results" in client.get(f"/players/{ann}").text and "Bea" not in client.get(f"/players/{ann}").text
    assert "results" not in client.get(f"/players/{'A' * 12}").text.partition("</title>")[0]
    for name in ("", "A" * 12, "Ann", "..%2f"):
        assert client.get(f"/api/players/{name}").status_code in (404, 405)
    choose(two[0], page=False)
    gone = client.get(f"/api/players/{ann}")
    assert gone.status_code == 404 and gone.text == client.get(f"/api/players/{'A' * 12}").text
    assert choose(two[0]) != ann, "the address that was passed on stays dead"


def test_who_leaves_the_ratings_does_not_get_out_of_a_match_that_has_begun(client, two):
    ann = choose(two[0])
    choose(two[1])
    made, seats = sit(*two)
    play(client, made, seats)
    choose(two[1], rated=False)
    resign(client, made, seats, "french")
    choose(two[1])
    assert page(client, ann)["ratings"][0]["matches"] == 1
    whole = page(client, choose(two[1]))["ratings"]
    assert whole[0]["rating"] < 1500


def test_who_joins_them_while_he_wins_gains_nothing(client, two):
    choose(two[1])
    made, seats = sit(*two)
    play(client, made, seats)
    ann = choose(two[0])
    resign(client, made, seats, "french")
    assert page(client, ann)["ratings"] == [] and len(page(client, ann)["matches"]) == 1


def test_a_seat_that_comes_into_an_account_once_it_is_won_is_not_rated(client, two, place):
    ann = choose(two[0])
    choose(two[1])
    guest = place("10.0.0.9")
    made, seats = sit(guest, two[1])
    play(client, made, seats)
    two[0].call("POST", "/api/account/seats", keys=[made["key"]])
    resign(client, made, seats, "french")
    assert page(client, ann)["ratings"] == [] and len(page(client, ann)["matches"]) == 1


def test_two_accounts_of_one_browser_or_network_do_not_rate_each_other(client, place):
    ann, sock = place("10.0.0.7"), place("10.0.0.7")
    ann.make_account("Ann"), sock.make_account("Sock")
    mine = choose(ann)
    choose(sock)
    whole_match(client, (ann, sock))
    assert page(client, mine)["ratings"] == [] and len(page(client, mine)["matches"]) == 1


def test_a_pair_is_rated_a_few_times_a_day(client, two, monkeypatch):
    monkeypatch.setattr(limits, "RATED_A_DAY", 1)
    ann = choose(two[0])
    choose(two[1])
    for _ in range(2):
        whole_match(client, two)
    assert page(client, ann)["ratings"][0]["matches"] == 1 and len(page(client, ann)["matches"]) == 2


def test_a_win_that_is_claimed_on_time_counts_and_what_was_left_does_not(client, two):
    ann, bea = (choose(device) for device in two)
    made, seats = sit(*two, clock={"pace": "blitz"})
    play(client, made, seats)
    pass_time(client, 200 * HOUR)
    assert page(client, ann)["matches"] == page(client, bea)["matches"] == [], "nobody has ended it"
    late = state(client, made)["decision"]["player"]
    other = "french" if late == "german" else "german"
    seq = state(client, made, seats[other][1])["seq"]
    won = call(client, made, "post", "/clock/claim", seats[other][1], seq=seq, seat=late)
    assert won.status_code == 200 and won.json()["over"]
    client.portal.call(client.app.state.results.close)
    winner = page(client, ann if other == "german" else bea)
    assert [m["outcome"] for m in winner["matches"]] == ["won"] and winner["ratings"][0]["rating"] > 1500


def test_a_match_that_a_computer_has_taken_over_is_rated_for_nobody(client, two):
    ann, bea = (choose(device) for device in two)
    made, seats = sit(*two, clock={"pace": "blitz", "computer": "random"})
    play(client, made, seats)
    pass_time(client, 200 * HOUR)
    late = state(client, made)["decision"]["player"]
    other = "french" if late == "german" else "german"
    seq = state(client, made, seats[other][1])["seq"]
    taken = call(client, made, "post", "/clock/computer", seats[other][1], seq=seq, seat=late)
    assert taken.status_code == 200, taken.text
    resign(client, made, seats, other)
    left, stayed = (ann, bea) if late == "german" else (bea, ann)
    assert page(client, left)["matches"] == [] and page(client, left)["ratings"] == page(client, stayed)["ratings"] == []


def test_an_account_that_is_deleted_takes_its_page_along_and_leaves_ratings_of_others(client, two):
    ann, bea = (choose(device) for device in two)
    whole_match(client, two)
    assert two[1].call("DELETE", "/api/account").status_code == 200
    assert client.get(f"/api/players/{bea}").status_code == 404
    left = page(client, ann)
    assert left["ratings"][0]["matches"] == 1 and left["matches"][0]["against"] == "another player"


def test_a_server_that_dies_at_the_end_of_a_match_makes_up_for_it(client, two, monkeypatch, database):
    ann = choose(two[0])
    choose(two[1])
    with monkeypatch.context() as dying:
        dying.setattr(client.app.state.tables, "on_over", lambda table: None)
        whole_match(client, two)
    with TestClient(create_app(database)) as after:
        after.portal.call(after.app.state.results.make_up)
        assert after.get(f"/api/players/{ann}").json()["ratings"][0]["matches"] == 1


def test_what_is_chosen_is_kept_and_a_stranger_can_choose_nothing(client, two):
    choose(two[0])
    assert two[0].call("GET", "/api/account/results").json()["rated"] == [GAME]
    done = two[0].call("PUT", "/api/account/results", page=True, rated=["no-such-game"])
    assert done.status_code == 200 and two[0].call("GET", "/api/account/results").json()["rated"] == []
    assert client.put("/api/account/results", json={"page": True}).status_code in (401, 403)
    assert client.get("/api/account/results").status_code == 401
