"""Tables with a clock: who runs, what may be claimed and by whom, pauses, vacations, restarts."""

from __future__ import annotations

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from trenchline.server.app import create_app
from trenchline.server.clocks import DAY, HOUR, MINUTE

from .authenticator import Device
from .test_door import call, state, table

BLITZ = {"pace": "blitz"}


def pass_time(client: TestClient, ms: int) -> None:
    """So much service time passes."""
    client.app.state.tables.time._base += ms  # type: ignore[attr-defined]


def two(client: TestClient, **clock: object) -> tuple[dict, str]:
    """Ann as the German, Bea as the French; the key of Bea."""
    made = table(client, clock=clock or BLITZ)
    return made, call(client, made, "post", "/claim", made["invites"]["french"], name="Bea").json()["key"]


def say(client: TestClient, made: dict, path: str, by: str = "", **body: object):
    """A call with the present `seq`."""
    return call(client, made, "post", path, by, seq=state(client, made, by)["seq"], **body)


def left(client: TestClient, made: dict, seat: str) -> float:
    """Hours."""
    seen = state(client, made)
    clock = seen["clock"]["seats"][seat]
    spent = 0 if clock["since"] is None else seen["now"] - max(clock["since"], clock["away_until"], seen["clock"]["resumes"])
    return (clock["left"] - max(0, spent)) / HOUR


def act(client: TestClient, made: dict, by: str = "") -> dict:
    """The first thing that can be done, by who is asked."""
    seen = state(client, made, by)
    texts = [action["text"] for action in seen["decision"]["actions"]]
    text = "done" if "done" in texts else texts[0]
    answer = call(client, made, "post", "/actions", by, seq=seen["seq"], key=f"act-{seen['seq']}", text=text)
    assert answer.status_code == 200, answer.text
    return answer.json()


def until_asked(client: TestClient, made: dict, by: str, keys: tuple[str, ...]) -> None:
    """Everybody acts until one is asked."""
    for _ in range(200):
        if state(client, made, by)["decision"]["mine"]:
            return
        act(client, made, next(key for key in keys if state(client, made, key)["decision"]["mine"]))
    raise AssertionError("never asked")


def test_time_begins_when_all_sit_and_runs_for_who_is_asked(client):
    made = table(client, clock=BLITZ)
    pass_time(client, DAY)
    assert left(client, made, "german") == 24  # nobody can play yet
    bea = call(client, made, "post", "/claim", made["invites"]["french"], name="Bea").json()["key"]
    pass_time(client, 2 * HOUR)
    assert 21.9 < left(client, made, "german") <= 22 and left(client, made, "french") == 24
    until_asked(client, made, bea, (made["key"],))
    assert 25.9 < left(client, made, "german") <= 26  # four hours for the move
    pass_time(client, 3 * HOUR)
    assert 20.9 < left(client, made, "french") <= 21


def test_what_was_chosen_is_shown_before_anybody_sits_down(client):
    made = table(client, clock={"minutes": 30, "increment": 5, "computer": "sergeant"}, listed=True)
    terms = {"kind": "live", "start": 30 * MINUTE, "increment": 5 * MINUTE, "computer": "sergeant"}
    invite = made["invites"]["french"]
    for shown in (
        next(t["clock"]["terms"] for t in client.get("/api/tables/open").json() if t["table"] == made["table"]),
        call(client, made, "get", "", invite).json()["clock"],
        state(client, made, invite)["clock"]["terms"],
        client.post("/api/tables/mine", json={"keys": [made["key"]]}).json()[0]["clock"]["terms"],
    ):
        assert terms.items() <= shown.items()


@pytest.mark.parametrize(
    "clock",
    [
        {},
        {"minutes": 30, "pace": "blitz"},
        {"minutes": -5},
        {"minutes": 10**9},
        {"minutes": 30, "increment": -1},
        {"minutes": 30, "increment": 10**30},
        {"pace": "glacial"},
        {"pace": "blitz", "increment": 3},
        {"pace": "blitz", "computer": "nobody"},
        {"minutes": 1.5},
        {"minutes": "NaN"},
        {"pace": "blitz", "start": 10**15},
    ],
)
def test_forged_clocks_are_refused_or_have_no_effect(client, clock):
    answer = client.post(
        "/api/tables", json={"game": "they-shall-not-pass", "seats": {"german": "me", "french": "friend"}, "clock": clock}
    )
    if "start" in clock:
        assert state(client, answer.json())["clock"]["terms"]["start"] == 24 * HOUR
    else:
        assert answer.status_code == 400 and answer.json()["error"]["reason"]


@pytest.mark.parametrize("seats", [{"german": "me", "french": "me"}, {"german": "me", "french": "bot:sergeant"}])
def test_a_clock_needs_people_on_both_sides(client, seats):
    answer = client.post("/api/tables", json={"game": "they-shall-not-pass", "seats": seats, "clock": BLITZ})
    assert answer.status_code == 400 and "each other" in answer.json()["error"]["reason"]


def test_when_time_runs_out_nothing_happens_until_the_other_claims(client):
    made, bea = two(client)
    early = say(client, made, "/clock/claim", bea, seat="german")
    assert early.status_code == 403 and "time left" in early.json()["error"]["reason"]
    pass_time(client, 25 * HOUR)
    assert not state(client, made)["over"]
    for key, seat in ((made["watch"], "german"), (made["key"], "german"), (made["key"], "french"), (bea, "french"), (bea, "x")):
        answer = say(client, made, "/clock/claim", key, seat=seat)
        assert answer.status_code == 403, answer.text
    assert call(client, made, "post", "/clock/claim", "stranger", seq=0, seat="german").status_code == 401
    won = say(client, made, "/clock/claim", bea, seat="german").json()
    assert won["over"] and won["result"]["winner"] == "french" and "out of time" in won["result"]["level"]
    assert say(client, made, "/clock/claim", bea, seat="german").status_code == 403
    with TestClient(create_app(client.app.state.store.engine.url.render_as_string(False))) as other:  # as the log has it
        assert state(other, made)["result"] == won["result"]


def test_who_is_out_of_time_may_still_move_and_is_in_time_again(client):
    made, bea = two(client)
    pass_time(client, 30 * HOUR)
    until_asked(client, made, bea, (made["key"],))
    assert 3.9 < left(client, made, "german") <= 4
    assert say(client, made, "/clock/claim", bea, seat="german").status_code == 403


def test_a_claim_on_a_table_that_has_moved_on_is_stale(client):
    made, bea = two(client)
    pass_time(client, 30 * HOUR)
    seq = state(client, made, bea)["seq"]
    act(client, made)
    answer = call(client, made, "post", "/clock/claim", bea, seq=seq, seat="german")
    assert answer.status_code == 409


def test_more_time_is_for_the_other_side_to_give(client):
    made, bea = two(client)
    pass_time(client, 30 * HOUR)
    assert say(client, made, "/clock/grant", seat="german", minutes=60).status_code == 403
    assert say(client, made, "/clock/grant", made["watch"], seat="german", minutes=60).status_code == 403
    for minutes in (-60, 0, 10**9, "forever"):
        assert say(client, made, "/clock/grant", bea, seat="german", minutes=minutes).status_code == 400
    assert say(client, made, "/clock/grant", bea, seat="german", minutes=120).status_code == 200
    assert 1.9 < left(client, made, "german") <= 2
    assert say(client, made, "/clock/claim", bea, seat="german").status_code == 403


def test_a_computer_takes_over_only_where_that_was_agreed(client):
    made, bea = two(client)
    pass_time(client, 30 * HOUR)
    answer = say(client, made, "/clock/computer", bea, seat="german")
    assert answer.status_code == 403 and "no computer" in answer.json()["error"]["reason"]


def test_a_computer_that_takes_over_plays_on_and_whose_seat_it_was_looks_on(client):
    made, bea = two(client, pace="blitz", computer="random")
    assert say(client, made, "/clock/computer", bea, seat="german").status_code == 403
    pass_time(client, 30 * HOUR)
    assert say(client, made, "/clock/computer", bea, seat="german").status_code == 200
    seen = state(client, made, bea)
    assert [s["kind"] for s in seen["seats"]] == ["bot", "human"] and list(seen["clock"]["seats"]) == ["french"]
    document = call(client, made, "get", "").json()
    assert document["holds"] == "claimed" and document["you"] == []
    act_again = call(client, made, "post", "/actions", seq=seen["seq"], key="mine", text="done")
    assert act_again.status_code in (403, 409)
    for path in ("/resign", "/draw", "/undo"):
        assert say(client, made, path).status_code == 403
    for _ in range(600):  # the computer plays
        if state(client, made, bea)["decision"]["mine"]:
            break
        client.portal.call(_moment)
    assert state(client, made, bea)["decision"]["mine"]
    with TestClient(create_app(client.app.state.store.engine.url.render_as_string(False))) as other:
        assert [s["kind"] for s in state(other, made, bea)["seats"]] == ["bot", "human"]


async def _moment() -> None:
    import asyncio

    await asyncio.sleep(0.02)


def test_a_pause_is_asked_for_and_agreed_and_its_end_gives_a_day(client):
    made, bea = two(client)
    assert say(client, made, "/clock/pause").json()["asked"] == {"what": "pause", "by": "german"}
    assert say(client, made, "/answer", yes=True).status_code == 403  # not by who asks
    assert say(client, made, "/answer", bea, yes=True).json()["clock"]["paused"]
    pass_time(client, 9 * DAY)
    assert 23.9 < left(client, made, "german") <= 24
    assert say(client, made, "/clock/claim", bea, seat="german").status_code == 403
    assert say(client, made, "/clock/pause").status_code == 403
    assert say(client, made, "/clock/resume", made["watch"]).status_code == 403
    assert say(client, made, "/clock/resume", bea).json()["clock"]["paused"] is False
    assert say(client, made, "/clock/resume", bea).status_code == 403
    pass_time(client, DAY + HOUR)
    assert 22.9 < left(client, made, "german") <= 23


def test_a_pause_that_is_refused_changes_nothing(client):
    made, bea = two(client)
    say(client, made, "/clock/pause")
    assert say(client, made, "/answer", bea, yes=False).json()["clock"]["paused"] is False
    assert say(client, made, "/clock/pause").status_code == 403  # once a turn


def test_a_seats_vacation_is_counted_shown_and_bounded(client):
    made, bea = two(client)
    for days in (-1, 29, 10**12):
        assert call(client, made, "post", "/vacation", days=days).status_code == 400
    assert call(client, made, "post", "/vacation", days=15).status_code == 403
    assert call(client, made, "post", "/vacation", made["watch"], days=1).status_code == 403
    assert call(client, made, "post", "/vacation", days=10).status_code == 200
    pass_time(client, 9 * DAY)
    assert 23.9 < left(client, made, "german") <= 24
    listed = client.post("/api/tables/mine", json={"keys": [bea]}).json()[0]
    assert listed["clock"]["seats"]["german"]["away_until"] > listed["now"]
    assert call(client, made, "post", "/vacation", days=0).status_code == 200
    assert call(client, made, "post", "/vacation", days=5).status_code == 403  # 14 less 10: what was begun is used
    assert call(client, made, "post", "/vacation", days=4).status_code == 200


def test_a_vacation_sent_twice_is_one(client):
    made, _ = two(client)
    for _ in range(2):
        assert call(client, made, "post", "/vacation", days=10, key="holiday").status_code == 200
    assert state(client, made)["clock"]["seats"]["german"]["vacation"] == 4


def test_an_accounts_vacation_counts_at_all_its_tables(client):
    device = Device(client)
    device.make_account("Ann")
    one, _ = two(client)
    other, _ = two(client)
    plain = table(client)
    device.call("POST", "/api/account/seats", keys=[one["key"], other["key"], plain["key"]])
    assert call(client, one, "post", "/vacation", days=28).status_code == 200
    pass_time(client, 20 * DAY)
    assert 23.9 < left(client, one, "german") <= 24 and 23.9 < left(client, other, "german") <= 24
    answer = call(client, other, "post", "/vacation", days=29)
    assert answer.status_code == 400
    assert device.call("GET", "/api/account").json()["vacation"] == 7  # eight days are to come, and the first has begun
    assert call(client, other, "post", "/vacation", days=0).status_code == 200
    answer = call(client, one, "post", "/vacation", days=9)
    assert answer.status_code == 403 and "this year" in answer.json()["error"]["reason"]
    assert call(client, one, "post", "/vacation", days=7).status_code == 200


def test_taking_back_gives_no_time_and_a_rematch_has_the_same_clock_and_a_branch_none(client):
    made, bea = two(client)
    for _ in range(5):
        act(client, made)
        assert say(client, made, "/undo").status_code == 200
    assert left(client, made, "german") <= 24
    branched = call(client, made, "post", "/branch", at=0, seats={"german": "me", "french": "friend"}).json()
    assert state(client, branched)["clock"] is None
    say(client, made, "/resign")
    assert all(seat["since"] is None for seat in state(client, made)["clock"]["seats"].values())
    call(client, made, "post", "/rematch")
    again = call(client, made, "post", "/rematch", bea).json()
    assert state(client, again)["clock"]["terms"] == state(client, made)["clock"]["terms"]


def test_a_restart_and_a_gap_in_which_no_server_ran_cost_nobody_time(database):
    with TestClient(create_app(database)) as client:
        made, _ = two(client)
        pass_time(client, 2 * HOUR)
        client.portal.call(_beat, client)
    with sa.create_engine(database.replace("postgresql:", "postgresql+psycopg:")).begin() as db:  # a month on the wall
        db.execute(sa.text("update log set at = '2020-01-01T00:00:00.000+00:00' where table_id = :id"), {"id": made["table"]})
    with TestClient(create_app(database)) as client:
        assert 21.9 < left(client, made, "german") <= 22
        act(client, made)
        assert 21.9 < left(client, made, "german") <= 22


async def _beat(client: TestClient) -> None:
    import asyncio

    time = client.app.state.tables.time  # type: ignore[attr-defined]
    await asyncio.to_thread(time._store.beat, time.now())


def test_a_wall_clock_that_jumps_changes_nothing(client, monkeypatch):
    import time

    made, bea = two(client)
    wall = time.time()
    for jump in (10**7, -(10**7)):
        monkeypatch.setattr(time, "time", lambda jump=jump: wall + jump)
        assert 23.9 < left(client, made, "german") <= 24
        assert say(client, made, "/clock/claim", bea, seat="german").status_code == 403


def test_without_a_clock_there_is_nothing_to_claim(client):
    made = table(client)
    bea = call(client, made, "post", "/claim", made["invites"]["french"], name="Bea").json()["key"]
    for path, body in (
        ("claim", {"seat": "german"}),
        ("grant", {"seat": "german", "minutes": 5}),
        ("pause", {}),
        ("resume", {}),
    ):
        answer = say(client, made, f"/clock/{path}", bea, **body)
        assert answer.status_code == 403 and "no clock" in answer.json()["error"]["reason"]
    assert call(client, made, "post", "/vacation", bea, days=3).status_code == 403
