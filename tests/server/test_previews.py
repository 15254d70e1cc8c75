"""Pages have paths, and links preview themselves: no more than any onlooker may know, and nothing of a private table."""

from __future__ import annotations

import html
import re
import struct
import zlib
from pathlib import Path
from urllib.parse import urljoin

import msgspec
import pytest
from starlette.testclient import TestClient

from trenchline import games, load
from trenchline.server import board_pictures, limits, previews
from trenchline.server.app import WEB

GAME = "they-shall-not-pass"
NASTY = '"><script>alert(1)</script>'


def table(client: TestClient, shown: bool = True, name: str = "Ann", game: str = GAME, **seats: str) -> dict:
    who = seats or {"german": "me", "french": "friend"}
    made = client.post("/api/tables", json={"game": game, "seats": who, "shown": shown, "name": name})
    return made.json()


def act(client: TestClient, made: dict, *texts: str) -> None:
    for seq, text in enumerate(texts):
        body = {"seq": seq, "key": f"k{seq}", "text": text}
        done = client.post(f"/api/tables/{made['table']}/actions", headers=by(made["key"]), json=body)
        assert done.status_code == 200, done.text


def by(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


def told(page: str) -> dict[str, str]:
    """What a page says of itself where its link is pasted."""
    return {name: html.unescape(said) for name, said in re.findall(r'<meta property="og:([^"]+)" content="([^"]*)">', page)}


def test_a_match_that_anybody_may_watch_says_what_it_is_and_how_it_stands(client):
    made = table(client)
    said = told(client.get(f"/t/{made['table']}").text)
    assert said["title"] == "They Shall Not Pass: February 21-29, 1916"
    assert "Turn 1, February 21" in said["description"] and "German 0 points: French Major Victory" in said["description"]
    assert "German: Ann, French: open" in said["description"]
    assert said["url"].endswith(f"/t/{made['table']}") and said["url"].startswith("http")
    assert client.get(said["image"]).headers["content-type"].startswith("image/")


def test_a_moment_says_how_it_stood_then(client):
    made = table(client, german="me", french="me")
    act(client, made, "barrage:1905")
    at = {n: told(client.get(f"/t/{made['table']}/replay/{n}").text) for n in (0, 1)}
    assert at[1]["url"].endswith(f"/t/{made['table']}/replay/1") and "German Bombardment" in at[1]["description"]
    assert told(client.get(f"/t/{made['table']}/log/1").text) == at[1]
    assert told(client.get(f"/t/{made['table']}").text)["description"] != ""
    gone = told(client.get(f"/t/{made['table']}/replay/99").text)
    assert gone["title"] == "Trenchline", "there is no such moment"


def pixels(png: bytes) -> tuple[int, int, bytes]:
    """The size of a picture, and its pixels as numbers of colours."""
    parts = dict(board_pictures._parts(png))
    wide, high = struct.unpack(">II", parts[b"IHDR"][:8])
    return wide, high, zlib.decompress(parts[b"IDAT"])


def test_the_picture_is_the_map_at_that_moment(client):
    made = table(client, german="me", french="me")
    image = told(client.get(f"/t/{made['table']}").text)["image"]
    assert image.endswith(f"/t/{made['table']}/picture/0.png")
    first = client.get(image)
    assert first.status_code == 200 and first.headers["content-type"] == "image/png"
    wide, high, shown = pixels(first.content)
    bare = board_pictures.bare_map(GAME)
    assert (wide, high) == (bare.wide, bare.high) and wide >= 600
    game = load(GAME)
    view = game.start("historical", seed=1).view("")
    cells = {cell.label: cell for cell in game.board_document().cells}
    held = {c.place for c in view.counters if c.place in cells}

    def middle(label: str) -> int:
        x = round(bare.place.left + cells[label].x * bare.place.cell)
        y = round(bare.place.top + cells[label].y * bare.place.cell)
        return shown[y * (wide + 1) + 1 + x]

    assert all(middle(label) >= len(bare.colours) // 3 for label in held), "who stands there is drawn there"
    empty = [
        label
        for label in cells
        if not any(abs(cells[label].x - cells[h].x) + abs(cells[label].y - cells[h].y) < 1.5 for h in held)
    ]
    assert empty and all(middle(label) < len(bare.colours) // 3 for label in empty), "and nobody elsewhere"


def test_a_picture_is_drawn_once_and_only_of_what_anybody_may_watch(client, monkeypatch):
    made, private = table(client), table(client, shown=False)
    where = f"/t/{made['table']}/picture/0.png"
    before = client.get(where)
    monkeypatch.setattr(previews, "board_picture", None)
    assert client.get(where).content == before.content, "not drawn again"
    refused = [client.get(f"/t/{one}/picture/0.png") for one in (private["table"], "A" * 12)]
    assert [r.status_code for r in refused] == [401, 401] and refused[0].text == refused[1].text
    assert client.get(f"/t/{made['table']}/picture/99.png").status_code == 400
    monkeypatch.setattr(limits, "PICTURES_IN_MEMORY", 1)
    assert len(client.app.state.previews._pictures) <= 1


def test_what_is_hidden_is_not_drawn():
    game = load("campaign-of-attrition")
    match = game.start(game.scenarios[0].id, options={"fog_of_war": True}, seed=1)
    view = match.view("")
    unseen = [c for c in view.counters if c.place == "unseen"]
    shown = board_pictures.board_picture(game, view)
    assert shown == board_pictures.board_picture(
        game, msgspec.structs.replace(view, counters=[c for c in view.counters if c not in unseen])
    )


@pytest.mark.parametrize("slug", [game.slug for game in games()])
def test_every_game_has_a_map_to_draw_on(slug):
    game, bare = load(slug), board_pictures.bare_map(slug)
    assert bare and len(bare.colours) // 3 < 240 and len(bare.pixels) == bare.wide * bare.high
    for cell in game.board_document().cells:
        assert 0 <= bare.place.left + cell.x * bare.place.cell < bare.wide
        assert 0 <= bare.place.top + cell.y * bare.place.cell < bare.high
    assert {look.palette for look in game.looks.values()} <= set(board_pictures.palettes())


def test_a_private_table_looks_like_one_that_does_not_exist(client):
    made, absent = table(client, shown=False), "A" * 12
    for rest in ("", "/replay/0", "/log/1", "/dice"):
        private, nothing = client.get(f"/t/{made['table']}{rest}"), client.get(f"/t/{absent}{rest}")
        assert private.status_code == nothing.status_code == 200
        assert private.text == nothing.text and "Ann" not in private.text and "They Shall" not in told(private.text)["title"]
    answers = [client.get(f"/api/tables/{one}/watch") for one in (made["table"], absent)]
    assert [a.status_code for a in answers] == [401, 401] and answers[0].text == answers[1].text


def test_its_address_is_enough_to_look_on_only_while_anybody_may(client):
    made = table(client)
    key = client.get(f"/api/tables/{made['table']}/watch").json()["watch"]
    seen = client.get(f"/api/tables/{made['table']}", headers=by(key)).json()
    assert seen["holds"] == "watch" and not seen["you"]
    client.request("DELETE", f"/api/tables/{made['table']}/watch", headers=by(made["key"]))
    assert client.get(f"/api/tables/{made['table']}/watch").status_code == 401
    assert client.get(f"/api/tables/{made['table']}", headers=by(key)).status_code == 401
    assert told(client.get(f"/t/{made['table']}").text)["title"] == "Trenchline"


def test_those_who_play_let_anybody_watch_and_nobody_else_does(client):
    made = table(client, shown=False)
    where = f"/api/tables/{made['table']}/shown"
    assert client.put(where, headers=by(made["watch"]), json={"shown": True}).status_code == 403
    assert client.put(where, json={"shown": True}).status_code == 401
    assert client.put(where, headers=by(made["key"]), json={"shown": True}).status_code == 200
    public = client.get(f"/api/tables/{made['table']}/watch").json()["watch"]
    assert public != made["watch"], "the link for friends is not told to strangers"
    assert client.get(f"/api/tables/{made['table']}", headers=by(public)).json()["shown"]
    assert client.put(where, headers=by(made["key"]), json={"shown": False}).status_code == 200
    assert client.get(f"/api/tables/{made['table']}/watch").status_code == 401
    assert client.get(f"/api/tables/{made['table']}", headers=by(public)).status_code == 401, "strangers are shown out"
    assert client.get(f"/api/tables/{made['table']}", headers=by(made["watch"])).status_code == 200, "friends are not"


def test_names_cannot_write_html(client):
    made = table(client, name=NASTY)
    page = client.get(f"/t/{made['table']}").text
    assert "<script>alert" not in page and NASTY in told(page)["description"]
    for path in (f"/rules/{NASTY}", f"/learn/{NASTY}", f"/join/{NASTY}/x", f"/rules/{GAME}/{NASTY}", f"/t/{NASTY}"):
        assert "<script>alert" not in client.get(path).text, path
    spoofed = client.get(f"/t/{made['table']}", headers={"host": 'evil"><script>alert(1)</script>'})
    assert "<script>alert" not in spoofed.text


def test_what_is_hidden_stays_hidden(client):
    """Fog of war: what a preview says is what an onlooker sees."""
    made = client.post(
        "/api/tables",
        json={"game": "campaign-of-attrition", "options": {"fog_of_war": True}, "shown": True,
              "seats": {"german": "me", "french": "friend"}, "name": "Ann"},
    ).json()  # fmt: skip
    said = told(client.get(f"/t/{made['table']}").text)["description"]
    onlooker = client.get(f"/api/tables/{made['table']}/state", headers=by(made["watch"])).json()["view"]
    assert onlooker["standing"]["text"] in said


@pytest.mark.parametrize(
    ("path", "title"),
    [
        (f"/rules/{GAME}", "They Shall Not Pass: the rules"),
        (f"/rules/{GAME}/9.42", "They Shall Not Pass 9.42: "),
        (f"/learn/{GAME}", "They Shall Not Pass: "),
        (f"/join/{GAME}/xyz", "You are invited to play They Shall Not Pass"),
        (f"/watch/{GAME}/xyz", "Watch a match of They Shall Not Pass"),
        ("/", "Trenchline"),
        ("/rules/nothing", "Trenchline"),
        (f"/learn/{GAME}/99", "Trenchline"),
    ],
)
def test_other_pages_say_what_they_are(client, path, title):
    said = told(client.get(path).text)
    assert said["title"].startswith(title) and said["description"]
    assert client.get(said["image"]).status_code == 200
    assert client.head(path).status_code == 200


def test_what_a_page_loads_is_found_from_every_path(client):
    for path in (
        "/",
        "/t/abc",
        "/t/abc/replay/5",
        f"/rules/{GAME}/9.42",
        "/account",
        "/new/big-push/campaign/3",
        "/account/x/",
    ):
        page = client.get(path).text
        loaded = re.findall(r'(?:href|src)="([^"]+\.(?:js|css|svg|woff2))"', page)
        assert len(loaded) > 5
        for link in (loaded[0], loaded[-1]):
            assert client.get(urljoin(f"http://testserver{path}", link)).status_code == 200, (path, link)
        root = re.search(r'<meta name="root" content="([^"]+)">', page)
        assert root and urljoin(f"http://testserver{path}", root[1]) == "http://testserver/"


def test_no_other_path_is_a_page(client):
    for path in ("/nothing", "/t", "/" + "t/" * 20, "/rules/a/b/c", "//evil.example/t/x"):
        page = client.get(path, follow_redirects=False)
        assert page.status_code == 404 or (
            page.status_code == 200 and told(page.text).get("title", "Trenchline") == "Trenchline"
        )
        assert "location" not in page.headers, "no address leads to another site"


def test_pages_tell_no_other_site_where_one_comes_from_and_have_a_bounded_pace(client):
    answer = client.get("/t/abc")
    assert answer.headers["referrer-policy"] == "no-referrer" and answer.headers["cache-control"] == "no-cache"
    client.app.state.calls.burst = 0
    assert client.get("/t/abc").status_code == 429


def test_what_was_worked_out_of_a_moment_is_kept_within_bounds(client, monkeypatch):
    monkeypatch.setattr(limits, "PREVIEWS_IN_MEMORY", 3)
    made = table(client, german="me", french="me")
    act(client, made, *["barrage:1905"])
    kept = client.app.state.previews._moments
    for n in (0, 1, 0, 1):
        client.get(f"/t/{made['table']}/replay/{n}")
        assert len(kept) <= 3
    replays = client.app.state.tables.replays
    monkeypatch.setattr(replays, "result", None)
    assert told(client.get(f"/t/{made['table']}/replay/1").text)["title"].startswith("They Shall"), "no second replay"


def test_the_server_and_the_client_know_the_same_pages():
    pages = set(re.findall(r"\[/\^([\w-]*)", (WEB / "app.js").read_text())) - {"", "seat", "sign-in", "confirm"}
    listed = set(re.findall(r'"([a-z]+)"', (Path(WEB) / "common" / "shell-paths.js").read_text().partition("= [")[2]))
    assert pages <= listed
    assert load(GAME).title
