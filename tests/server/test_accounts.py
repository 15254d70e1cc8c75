"""Player accounts: signing in, seats on any device, and what attackers try."""

from __future__ import annotations

import re
import secrets
from queue import Queue

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from trenchline.server import limits
from trenchline.server.app import create_app
from trenchline.server.backup import back_up, bring_back
from trenchline.server.keys import hashed
from trenchline.server.schema import metadata

from .authenticator import SITE, Device, Passkey
from .test_door import GAME, call, state

GERMAN = "account:german"


@pytest.fixture
def client(client: TestClient) -> TestClient:
    """As fast as a test likes."""
    client.app.state.sign_ins.rate = client.app.state.sign_ins.burst = 1_000_000
    return client


@pytest.fixture
def mails(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> Queue[tuple[str, str, str]]:
    """What the server mails: address, subject, text."""
    sent: Queue[tuple[str, str, str]] = Queue()
    accounts = client.app.state.accounts
    monkeypatch.setattr(accounts.tables.notifier, "smtp", "smtp://nowhere")
    monkeypatch.setattr(accounts.tables.notifier, "mail", lambda *mail: sent.put(mail))
    monkeypatch.setattr(accounts.sessions, "home", f"{SITE}/")
    return sent


@pytest.fixture
def address() -> str:
    """An address that no other test has made an account with: they share a PostgreSQL."""
    return f"ann-{secrets.token_hex(4)}@example.org"


def link_in(mail: tuple[str, str, str], page: str) -> str:
    found = re.search(rf"^{SITE}/#/{page}/([\w-]+)$", mail[2], re.M)
    assert found, mail
    return found[1]


def new_table(device: Device, key: str = "") -> dict:
    body = {"game": GAME, "seats": {"german": "me", "french": "friend"}, "name": "Ann", "key": key}
    return device.call("POST", "/api/tables", **body).json()


def seen(device: Device, made: dict, key: str = GERMAN) -> int:
    return device.call("GET", f"/api/tables/{made['table']}/state", key).status_code


# ---------------------------------------------------------------------------------------------------- signing in


def test_a_passkey_makes_an_account_and_opens_it_on_another_device(client):
    laptop, phone = Device(client), Device(client)
    assert laptop.document()["signed_in"] is False
    passkey = laptop.make_account("Ann")
    assert laptop.document()["name"] == "Ann" and len(laptop.document()["sessions"]) == 1
    assert phone.document()["signed_in"] is False
    assert phone.sign_in(passkey).json()["name"] == "Ann"
    assert [s["here"] for s in phone.document()["sessions"]] == [False, True]
    assert laptop.call("POST", "/api/account/sign-out").status_code == 200
    assert not laptop.document()["signed_in"] and phone.document()["signed_in"]


def test_a_link_in_a_mail_makes_an_account_and_signs_in_once(client, mails, address):
    laptop, phone = Device(client), Device(client)
    assert laptop.call("POST", "/api/account/links", email=address.title()).json() == {"sent": True}
    token = link_in(mails.get(timeout=5), "sign-in")
    assert laptop.call("POST", "/api/account/links/open", token=token).json()["error"]["code"] == "name-needed"
    opened = laptop.call("POST", "/api/account/links/open", token=token, name="Ann").json()
    assert (opened["name"], opened["email"]) == ("Ann", address)
    assert phone.call("POST", "/api/account/links/open", token=token, name="Eve").status_code == 403, "it is used"
    phone.call("POST", "/api/account/links", email=address)
    again = phone.call("POST", "/api/account/links/open", token=link_in(mails.get(timeout=5), "sign-in"))
    assert again.json()["name"] == "Ann" and len(phone.document()["sessions"]) == 2


def test_a_link_is_good_for_a_quarter_of_an_hour(client, mails, address, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "TICKET_MINUTES", -1)
    device = Device(client)
    device.call("POST", "/api/account/links", email=address)
    token = link_in(mails.get(timeout=5), "sign-in")
    assert device.call("POST", "/api/account/links/open", token=token, name="Ann").status_code == 403


def test_the_last_way_in_cannot_be_removed(client, mails, address):
    device = Device(client)
    device.make_account("Ann")
    first = device.document()["passkeys"][0]["id"]
    assert device.call("DELETE", f"/api/account/passkeys/{first}").status_code == 403
    assert device.call("PUT", "/api/account/email", email=address).json() == {"sent": True}
    assert device.document()["email"] == "", "not before the link has come back"
    token = link_in(mails.get(timeout=5), "confirm")
    assert device.call("POST", "/api/account/email/confirm", token=token).json()["email"] == address
    assert device.call("DELETE", f"/api/account/passkeys/{first}").status_code == 200
    assert device.call("DELETE", "/api/account/email").status_code == 403
    second = device.make_account("Ann")
    assert device.call("DELETE", "/api/account/email").status_code == 200
    assert Device(client).sign_in(second).json()["name"] == "Ann"


# ---------------------------------------------------------------------------------------------------- seats


def test_a_guests_seat_follows_into_the_account_and_to_another_device(client):
    laptop, phone = Device(client), Device(client)
    made = new_table(laptop)
    call(client, made, "put", "/notes", text="watch Douaumont")
    passkey = laptop.make_account("Ann")
    assert laptop.call("POST", "/api/account/seats", keys=[made["key"], made["watch"], "nonsense"]).json() == {"seats": 1}
    phone.sign_in(passkey)
    mine = phone.call("GET", "/api/account/tables").json()
    assert [(t["table"], t["sides"], t["your_turn"]) for t in mine] == [(made["table"], ["german"], True)]
    path = f"/api/tables/{made['table']}"
    moved = phone.call("POST", f"{path}/actions", GERMAN, seq=0, key="a", text="barrage:1905")
    assert moved.json()["seq"] == 1 and moved.json()["decision"]["mine"]
    assert state(client, made)["seq"] == 1, "the guest's key is as good as before"
    with phone_line(phone, made) as line:
        assert line.receive_json(mode="binary")["notes"] == "watch Douaumont"


def phone_line(device: Device, made: dict, origin: str = SITE):
    headers = {"Cookie": "; ".join(f"{k}={v}" for k, v in device.cookies.items()), "Origin": origin}
    session = device.client.websocket_connect(f"/api/tables/{made['table']}/live", headers=headers)
    return _Opened(session, {"key": GERMAN})


class _Opened:
    def __init__(self, session, hello: dict) -> None:
        self.session, self.hello = session, hello

    def __enter__(self):
        line = self.session.__enter__()
        line.send_json(self.hello)
        return line

    def __exit__(self, *fault: object) -> None:
        self.session.__exit__(*fault)


def test_a_seat_taken_while_signed_in_is_in_the_account_at_once(client):
    host, guest = Device(client), Device(client)
    passkey = guest.make_account("Bea")
    made = new_table(host)
    path = f"/api/tables/{made['table']}/claim"
    claimed = guest.call("POST", path, made["invites"]["french"], name="Bea").json()
    elsewhere = Device(client)
    elsewhere.sign_in(passkey)
    assert seen(elsewhere, made, "account:french") == 200 and claimed["sides"] == ["french"]
    assert seen(elsewhere, made, GERMAN) == 401, "that is the host's"
    own = new_table(guest)
    assert seen(elsewhere, own) == 200
    assert guest.call("DELETE", f"/api/account/tables/{own['table']}").status_code == 200
    assert seen(elsewhere, own) == 401 and seen(guest, own, own["key"]) == 200


def test_a_seat_in_one_account_is_not_given_to_another(client):
    ann, eve = Device(client), Device(client)
    ann.make_account("Ann")
    eve.make_account("Eve")
    made = new_table(ann)
    assert eve.call("POST", "/api/account/seats", keys=[made["key"]]).json() == {"seats": 0}
    assert seen(eve, made) == 401 and seen(ann, made) == 200


def test_settings_follow(client):
    laptop, phone = Device(client), Device(client)
    passkey = laptop.make_account("Ann")
    assert laptop.call("PUT", "/api/account/settings", settings='{"motion":false}').status_code == 200
    assert phone.sign_in(passkey).json()["settings"] == '{"motion":false}'
    assert laptop.call("PUT", "/api/account", name="Anne").status_code == 200
    assert phone.document()["name"] == "Anne"


# ---------------------------------------------------------------------------------------------------- sessions


def test_a_cookie_is_for_http_alone_and_by_tls_for_this_host_alone(client):
    plain, tls = Device(client), Device(client, "https://testserver")
    for device, name, secure in ((plain, "trenchline", False), (tls, "__Host-trenchline", True)):
        passkey = device.make_account("Ann")
        told = device.sign_in(passkey).headers["set-cookie"]
        assert told.startswith(f"{name}=") and "HttpOnly" in told and "SameSite=lax" in told and "Path=/" in told
        assert ("Secure" in told) == secure and "Domain" not in told


def test_a_session_is_kept_as_a_hash(client):
    device = Device(client)
    device.make_account("Ann")
    (token,) = device.cookies.values()
    with client.app.state.store.engine.connect() as db:
        whole = str([[tuple(row) for row in db.execute(sa.select(part))] for part in metadata.tables.values()])
    assert token not in whole and hashed(token) in whole


def test_nobody_can_fix_a_session_that_another_signs_in_to(client):
    eve, ann = Device(client), Device(client)
    eve.make_account("Eve")
    ann.cookies = {"trenchline": "of-eves-choosing"}
    passkey = ann.make_account("Ann")
    assert ann.cookies["trenchline"] != "of-eves-choosing"
    ann.cookies = dict(eve.cookies)  # Eve's own session, planted in Ann's browser
    planted = dict(ann.cookies)
    assert ann.sign_in(passkey).json()["name"] == "Ann"
    assert ann.cookies != planted
    eve.cookies = planted
    assert eve.document()["signed_in"] is False, "what was there before has ended"


def test_an_answer_of_a_passkey_counts_once_and_for_this_site_alone(client):
    device, eve = Device(client), Device(client)
    passkey = device.make_account("Ann")
    answer = passkey.shown(device.options("sign-in"), SITE)
    assert device.call("POST", "/api/account/sign-in", credential=answer).status_code == 200
    assert eve.call("POST", "/api/account/sign-in", credential=answer).status_code == 403, "replayed"
    elsewhere = passkey.shown(eve.options("sign-in"), "https://evil.example")
    assert eve.call("POST", "/api/account/sign-in", credential=elsewhere).status_code == 403, "lured by another site"
    stranger = Passkey("testserver").shown(eve.options("sign-in"), SITE)
    assert eve.call("POST", "/api/account/sign-in", credential=stranger).status_code == 403
    for nonsense in ("", "{}", "[]", '{"id":"a","response":{"clientDataJSON":"!"}}', "\x00"):
        assert eve.call("POST", "/api/account/sign-in", credential=nonsense).status_code in (400, 403)
    assert eve.document()["signed_in"] is False


def test_a_challenge_to_sign_in_makes_no_account(client):
    device = Device(client)
    passkey = Passkey("testserver")
    answer = passkey.made({**device.options("sign-in"), "user": {}}, SITE)
    assert device.call("POST", "/api/account/passkeys", credential=answer).status_code == 403


OTHER_SITES = ("https://evil.example", "null", "", "http://testserver.evil.example", "http://testserver:99")


def test_another_site_changes_nothing_with_somebodys_cookie(client):
    device = Device(client)
    device.make_account("Ann")
    made = new_table(device)
    calls = (
        ("POST", "/api/account/sign-out", {}),
        ("DELETE", "/api/account", {}),
        ("PUT", "/api/account", {"name": "Eve"}),
        ("POST", "/api/account/seats", {"keys": []}),
        ("POST", "/api/account/links", {"email": "eve@example.org"}),
        ("POST", "/api/account/sign-in/options", {}),
    )
    for origin in OTHER_SITES:
        for method, path, body in calls:
            assert device.call(method, path, origin=origin, **body).status_code == 403, (origin, path)
        path = f"/api/tables/{made['table']}/resign"
        assert device.call("POST", path, GERMAN, origin=origin, seq=0, key="r").status_code == 401, origin
        with pytest.raises(WebSocketDisconnect) as shut, phone_line(device, made, origin) as line:
            line.receive_json(mode="binary")
        assert shut.value.code == 4401, origin
    assert device.document()["name"] == "Ann" and not state(client, made)["over"]


def test_a_browser_that_is_signed_out_from_elsewhere_can_do_nothing_more(client):
    lost, phone = Device(client), Device(client)
    passkey = lost.make_account("Ann")
    made = new_table(lost)
    phone.sign_in(passkey)
    other = next(s["id"] for s in phone.document()["sessions"] if not s["here"])
    with phone_line(lost, made) as line:
        line.receive_json(mode="binary")
        assert phone.call("DELETE", f"/api/account/sessions/{other}").status_code == 200
        with pytest.raises(WebSocketDisconnect) as shut:
            while True:
                line.receive_json(mode="binary")
        assert shut.value.code == 4403
    assert lost.document()["signed_in"] is False and seen(lost, made) == 401
    assert seen(lost, made, made["key"]) == 401, "the key that it has kept is spent"
    assert seen(phone, made) == 200


def test_nobody_ends_anothers_session(client):
    ann, eve = Device(client), Device(client)
    ann.make_account("Ann")
    eve.make_account("Eve")
    for wanted in (ann.document()["sessions"][0]["id"], "others"):
        eve.call("DELETE", f"/api/account/sessions/{wanted}")
    eve.call("DELETE", f"/api/account/passkeys/{ann.document()['passkeys'][0]['id']}")
    assert len(ann.document()["sessions"]) == len(ann.document()["passkeys"]) == 1


def test_two_accounts_with_the_same_idempotency_key_are_answered_each_for_himself(client):
    ann, bea = Device(client), Device(client)
    made = []
    for device, name in ((ann, "Ann"), (bea, "Bea")):
        device.make_account(name)
        made.append(new_table(device, key="1"))
        assert new_table(device, key="1") == made[-1]
    assert made[0]["table"] != made[1]["table"]


# ---------------------------------------------------------------------------------------------------- mail


def test_nobody_learns_whether_an_address_has_an_account(client, mails, address):
    ann, eve = Device(client), Device(client)
    ann.call("POST", "/api/account/links", email=address)
    ann.call("POST", "/api/account/links/open", token=link_in(mails.get(timeout=5), "sign-in"), name="Ann")
    eve.make_account("Eve")
    told, texts = [], []
    for other in (address, f"nobody-{address}"):
        by_link = eve.call("POST", "/api/account/links", email=other)
        to_confirm = eve.call("PUT", "/api/account/email", email=other)
        told.append((by_link.status_code, by_link.text, to_confirm.status_code, to_confirm.text))
        texts.append({re.sub(r"[\w-]{43}", "TOKEN", mails.get(timeout=5)[2]) for _ in range(2)})
    assert texts[0] == texts[1]
    assert told[0] == told[1] == (200, '{"sent":true}', 200, '{"sent":true}')


def test_a_mailed_link_names_this_server_whatever_the_call_says_its_name_is(client, mails, address):
    device = Device(client, "http://evil.example")
    assert device.call("POST", "/api/account/links", email=address).status_code == 200
    assert "evil" not in mails.get(timeout=5)[2]


def test_without_an_address_of_its_own_a_server_mails_no_links(client, mails, address, monkeypatch):
    monkeypatch.setattr(client.app.state.accounts.sessions, "home", "")
    device = Device(client)
    assert device.document()["mails_links"] is False
    assert device.call("POST", "/api/account/links", email=address).json()["error"]["code"] == "no-mail"


def test_an_address_is_confirmed_only_in_the_account_that_asked(client, mails, address):
    eve, ann = Device(client), Device(client)
    eve.make_account("Eve")
    ann.make_account("Ann")
    eve.call("PUT", "/api/account/email", email=address)
    token = link_in(mails.get(timeout=5), "confirm")
    for device in (ann, Device(client)):  # Ann opens the link that Eve has had sent to her
        assert device.call("POST", "/api/account/email/confirm", token=token).status_code in (401, 403)
    assert eve.document()["email"] == ann.document()["email"] == ""
    assert Device(client).call("POST", "/api/account/links/open", token=token, name="E").status_code == 403


def test_a_stranger_is_mailed_few_links(client, mails):
    device = Device(client)
    told = [device.call("POST", "/api/account/links", email=f"victim+{n}@example.org").status_code for n in range(8)]
    assert told.count(200) == limits.LINKS_TO_SIGN_IN


# ---------------------------------------------------------------------------------------------------- the end of it


def test_a_deleted_account_leaves_its_matches_with_a_former_player(client):
    ann, bea = Device(client), Device(client)
    passkey = ann.make_account("Annabelle")
    body = {"game": GAME, "seats": {"german": "friend", "french": "me"}, "name": "Bea"}
    made = bea.call("POST", "/api/tables", **body).json()
    path = f"/api/tables/{made['table']}"
    claimed = ann.call("POST", f"{path}/claim", made["invites"]["german"], name="Annabelle").json()
    ann.call("POST", f"{path}/chat", GERMAN, text="On les aura")
    ann.call("PUT", f"{path}/notes", GERMAN, text="Annabelle's plan")
    assert ann.call("DELETE", "/api/account").status_code == 200
    assert ann.document()["signed_in"] is False and seen(ann, made) == seen(ann, made, claimed["key"]) == 401
    assert Device(client).sign_in(passkey).status_code == 403
    for _ in range(2):
        now = state(client, made)
        names = {s["side"]: s["name"] for s in now["seats"]}
        assert names == {"german": "a former player", "french": "Bea"}
        assert [(c["name"], c["text"]) for c in now["chat"]] == [("a former player", "On les aura")]
        client.app.state.tables._tables.clear()  # and after a restart
    with client.app.state.store.engine.connect() as db:
        whole = str([[tuple(row) for row in db.execute(sa.select(part))] for part in metadata.tables.values()])
    assert "Annabelle" not in whole


def test_a_copy_brings_accounts_back(client, database, tmp_path):
    Device(client).make_account("Bea")  # without an address, as Ann
    device = Device(client)
    passkey = device.make_account("Ann")
    made = new_table(device)
    back_up(database, tmp_path / "copy.db")
    for _ in range(2):  # what is there already is left alone
        bring_back(tmp_path / "copy.db", f"sqlite:///{tmp_path}/new.db")
    with TestClient(create_app(f"sqlite:///{tmp_path}/new.db")) as elsewhere:
        found = Device(elsewhere)
        assert found.sign_in(passkey).json()["name"] == "Ann" and seen(found, made) == 200


def test_what_one_server_has_ended_another_does_not_answer(postgres):
    with TestClient(create_app(postgres)) as here, TestClient(create_app(postgres)) as there:
        laptop, phone = Device(here), Device(there)
        passkey = laptop.make_account("Ann")
        made = new_table(laptop)
        phone.sign_in(passkey)
        assert seen(phone, made) == 200
        laptop.call("DELETE", "/api/account/sessions/others")
        for _ in range(200):
            if seen(phone, made) == 401:
                break
        assert seen(phone, made) == 401 and not phone.document()["signed_in"]


def test_a_rematch_that_a_guest_accepts_is_in_the_account_too(client):
    laptop = Device(client)
    laptop.make_account("Ann")
    made = new_table(laptop)
    guest = call(client, made, "post", "/claim", made["invites"]["french"], name="Bea").json()["key"]
    call(client, made, "post", "/resign", seq=state(client, made)["seq"])
    assert laptop.call("POST", f"/api/tables/{made['table']}/rematch", GERMAN).json()["offered"]
    again = call(client, made, "post", "/rematch", guest).json()
    assert seen(laptop, again, "account:french") == 200, "her seat waits there, also on her other devices"
    assert {again["table"], made["table"]} == {line["table"] for line in laptop.call("GET", "/api/account/tables").json()}
