"""Live push, lost lines, killed servers, and two servers on one database."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect

from .conftest import Server

GAME = "they-shall-not-pass"


def new_table(url: str, german: str = "me", french: str = "me") -> dict:
    seats = {"german": german, "french": french}
    body = {"game": GAME, "seats": seats, "name": "Ann"}
    return httpx.post(f"{url}/api/tables", json=body, verify=False).json()  # to read certificates takes longer than the call


def auth(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


async def watch(url: str, table: str, key: str, since: int = 0) -> ClientConnection:
    line = await connect(url.replace("http", "ws") + f"/api/tables/{table}/live")
    await line.send(json.dumps({"key": key, "since": since}))
    return line


async def hear(line: ClientConnection, seq: int) -> dict:
    """What is told until the table has come to `seq`."""
    entries: list[dict] = []
    while True:
        news = json.loads(await asyncio.wait_for(line.recv(), 60))
        entries += news["entries"]
        if news["seq"] >= seq:
            return {**news, "entries": entries}


async def act(url: str, made: dict, seq: int, text: str) -> dict:
    async with httpx.AsyncClient() as client:
        body = {"seq": seq, "key": f"k{seq}", "text": text}
        answer = await client.post(f"{url}/api/tables/{made['table']}/actions", json=body, headers=auth(made["key"]))
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_watchers_hear_at_once_and_catch_up_after_a_lost_line(server: Server):
    async def story() -> None:
        made = new_table(server.url, french="friend")
        first = await watch(server.url, made["table"], made["watch"])
        await hear(first, 0)
        await act(server.url, made, 0, "interdict:III.A1")
        news = await hear(first, 1)
        assert [e["text"] for e in news["entries"]] == ["interdict:III.A1"] and news["decision"]["actions"] == []
        await first.close()
        await act(server.url, made, 1, "III.A1-1507")
        again = await watch(server.url, made["table"], made["watch"], since=1)
        news = await hear(again, 2)
        assert [e["text"] for e in news["entries"]] == ["shell:III.A1-1507"]
        await again.close()

    asyncio.run(story())


def test_a_bot_that_rests_after_its_last_move_is_not_said_to_think(server: Server):
    async def story() -> None:
        made = new_table(server.url, german="bot:random", french="me")
        brisk = httpx.post(f"{server.url}/api/tables/{made['table']}/pace", json={"pace": 20}, headers=auth(made["key"]))
        assert brisk.status_code == 200
        line = await watch(server.url, made["table"], made["key"])
        for _ in range(300):
            news = await hear(line, 0)
            assert news["thinking"] == ("" if news["decision"]["mine"] else "german")
            if news["decision"]["mine"]:
                break
        assert news["decision"]["mine"]
        await line.close()

    asyncio.run(story())


def test_a_line_without_a_key_is_closed(server: Server):
    async def story() -> None:
        made = new_table(server.url)
        line = await watch(server.url, made["table"], "wrong")
        await asyncio.wait_for(line.wait_closed(), 10)
        assert line.close_code == 4401

    asyncio.run(story())


def test_a_killed_server_loses_no_acknowledged_action_of_a_hundred_matches(server: Server):
    """Kill -9 in the middle of a hundred running matches: after a restart all that was acknowledged is there."""

    async def play(client: httpx.AsyncClient, made: dict, known: dict[str, int], seed: int) -> None:
        rnd = random.Random(seed)
        path = f"{server.url}/api/tables/{made['table']}"
        try:
            seen = (await client.get(f"{path}/state", headers=auth(made["key"]))).json()
            for n in range(1000):
                text = rnd.choice(seen["decision"]["actions"])["text"]
                body = {"seq": seen["seq"], "key": f"{seed}-{n}", "text": text}
                answer = await client.post(f"{path}/actions", json=body, headers=auth(made["key"]))
                if answer.status_code != 200:
                    await asyncio.sleep(0.05)
                    continue
                seen = answer.json()
                known[made["table"]] = seen["seq"]
        except httpx.TransportError:
            return  # the server is gone

    async def story() -> None:
        tables = [new_table(server.url) for _ in range(100)]
        known: dict[str, int] = {}
        async with httpx.AsyncClient(timeout=20, limits=httpx.Limits(max_connections=120)) as client:
            games = [asyncio.create_task(play(client, made, known, i)) for i, made in enumerate(tables)]
            while len(known) < 100:
                await asyncio.sleep(0.1)
            await asyncio.sleep(1)
            server.kill()
            await asyncio.gather(*games)
        assert len(known) == 100 and min(known.values()) > 0
        server.start()
        keys = {t["table"]: t["key"] for t in tables}
        for table, seq in known.items():
            seen = httpx.get(f"{server.url}/api/tables/{table}/state", headers=auth(keys[table]), verify=False).json()
            assert seen["seq"] >= seq and len(seen["entries"]) == seen["length"]

    asyncio.run(story())


@pytest.fixture
def twins(postgres: str) -> Iterator[tuple[Server, Server]]:
    """Two servers on one PostgreSQL."""
    servers = Server(postgres), Server(postgres)
    for one in servers:
        one.start()
    yield servers
    for one in servers:
        one.kill()


def test_two_servers_serve_one_table(twins: tuple[Server, Server]):
    async def story() -> None:
        one, two = (s.url for s in twins)
        made = new_table(one)
        line = await watch(two, made["table"], made["watch"])
        await hear(line, 0)
        await act(one, made, 0, "interdict:III.A1")
        news = await hear(line, 1)
        assert news["entries"][0]["text"] == "interdict:III.A1"
        seen = await act(two, made, 1, "III.A1-1507")
        assert seen["seq"] == 2
        seen = httpx.get(f"{one}/api/tables/{made['table']}/state", headers=auth(made["key"])).json()
        assert seen["seq"] == 2
        body = {"seq": 2, "key": "race", "text": "done"}
        path = f"/api/tables/{made['table']}/actions"
        async with httpx.AsyncClient() as client:
            both = await asyncio.gather(*(client.post(u + path, json=body, headers=auth(made["key"])) for u in (one, two)))
        assert {a.status_code for a in both} <= {200, 409}
        seen = httpx.get(f"{two}/api/tables/{made['table']}/state", headers=auth(made["key"])).json()
        assert seen["seq"] == 3, "the same call at two servers is carried out once"
        await line.close()

    asyncio.run(story())


def test_who_acts_is_answered_and_not_told_the_same_by_his_own_line(server: Server):
    """His other lines are; and what is newer comes to this one, too."""

    async def story() -> None:
        made = new_table(server.url, french="friend")
        where = f"{server.url}/api/tables/{made['table']}"
        own, other = await named_line(server.url, made, "mine"), await named_line(server.url, made, "")
        async with httpx.AsyncClient(headers=auth(made["key"])) as client:
            body = {"seq": 0, "key": "first", "text": "interdict:III.A1", "line": "mine"}
            answer = (await client.post(f"{where}/actions", json=body)).json()
            assert answer["seq"] == 1 and [e["text"] for e in answer["entries"]] == ["interdict:III.A1"]
            assert [e["text"] for e in (await hear(other, 1))["entries"]] == ["interdict:III.A1"]
            await client.post(f"{where}/chat", json={"text": "now you know"})
            told = json.loads(await asyncio.wait_for(own.recv(), 60))
            assert told["chat"][-1]["text"] == "now you know" and told["entries"] == []  # the first that comes

            body = {"seq": 1, "key": "second", "text": answer["decision"]["actions"][0]["text"]}
            newer = (await client.post(f"{where}/actions", json=body)).json()  # from another window
            assert (await hear(own, 2))["entries"] == newer["entries"] and len(newer["entries"]) == 1

            refused = await client.post(f"{where}/actions", json={"seq": 2, "text": "interdict:nowhere", "line": "mine"})
            assert refused.status_code in (400, 422)
            asked = (await client.post(f"{where}/undo", json={"seq": 2, "line": "mine"})).json()  # the other side must agree
            await client.post(f"{where}/chat", json={"text": "please"})
            told = json.loads(await asyncio.wait_for(own.recv(), 60))
            assert told["asked"] == asked["asked"] == {"what": "undo", "by": "german"} and told["chat"][-1]["text"] == "please"
        await own.close()
        await other.close()

    asyncio.run(story())


async def named_line(url: str, made: dict, name: str) -> ClientConnection:
    """A line of the host's that has told how the table stands."""
    line = await connect(url.replace("http", "ws") + f"/api/tables/{made['table']}/live")
    await line.send(json.dumps({"key": made["key"], "since": 0, "line": name}))
    await hear(line, 0)
    return line
