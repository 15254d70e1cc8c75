"""Being told that it is one's turn, and not too often."""

from __future__ import annotations

import json
import ssl
import subprocess
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from queue import Queue

import pytest
from starlette.testclient import TestClient

from trenchline.server import limits
from trenchline.server.app import create_app
from trenchline.server.keys import hashed

from .mail_sink import mail_sink
from .test_door import call, state, table


@pytest.fixture
def hook() -> Iterator[tuple[str, Queue[dict]]]:
    """A webhook of our own and what it was sent."""
    heard: Queue[dict] = Queue()

    class Ear(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            heard.put(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *words: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Ear)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/", heard
    server.shutdown()


def test_a_player_who_is_away_is_told_once_a_turn(hook, monkeypatch, tmp_path: Path):
    url, heard = hook
    monkeypatch.setenv("TRENCHLINE_WEBHOOK", url)
    app = create_app(f"sqlite:///{tmp_path}/t.db")
    app.state.tables.notifier.patience = 0.05
    with TestClient(app) as client:
        made = table(client)
        friend = call(client, made, "post", "/claim", made["invites"]["french"], name="Bea").json()["key"]
        seq = state(client, made)["seq"]
        for n in range(40):
            seen = state(client, made)
            if seen["decision"]["player"] == "french":
                break
            done = [a["text"] for a in seen["decision"]["actions"] if a["kind"] == "done"]
            text = (done or [seen["decision"]["actions"][0]["text"]])[0]
            seq = call(client, made, "post", "/actions", seq=seen["seq"], key=str(n), text=text).json()["seq"]
        message = heard.get(timeout=5)
        while message["side"] != "french":
            message = heard.get(timeout=5)
        assert message["name"] == "Bea" and "your turn" in message["text"]
        assert heard.empty() and state(client, made, friend)["decision"]["mine"] and seq


@pytest.fixture
def posted(client, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str, str]]:
    """What the server would mail: address, subject, text."""
    mails: list[tuple[str, str, str]] = []
    notifier = client.app.state.tables.notifier
    monkeypatch.setattr(notifier, "smtp", "smtp://nowhere")
    monkeypatch.setattr(notifier, "mail", lambda *mail: mails.append(mail))
    return mails


def test_an_address_gets_mail_only_after_its_code_came_back(client, posted):
    made, addresses = table(client), client.app.state.store.addresses
    assert call(client, made, "put", "/email", email="ann@example.org").json() == {"sent": True}
    assert addresses(made["table"], "german") == [], "nothing but the code goes there"
    code = posted[0][2][:6]
    wrong = f"{(int(code) + 1) % 10**6:06d}"
    assert call(client, made, "post", "/email/confirm", code=wrong).json()["error"]["code"] == "wrong-code"
    assert addresses(made["table"], "german") == []
    assert call(client, made, "post", "/email/confirm", code=code).status_code == 200
    assert addresses(made["table"], "german") == ["ann@example.org"] and len(posted) == 1
    assert "ann@example.org" not in call(client, made, "get", "/state", made["watch"]).text
    assert call(client, made, "put", "/email", email="").json() == {"sent": False}
    assert addresses(made["table"], "german") == []


@pytest.mark.parametrize("address", ["no address, really", "a@[", "a@b@c", "a..b@example.org", "a@-x.org", "<a@example.org>"])
def test_what_is_no_address_is_refused(client, posted, address):
    assert call(client, table(client), "put", "/email", email=address).status_code == 400
    assert not posted


def test_a_stranger_gets_few_mails_and_none_of_them_has_words_of_the_sender(client, posted):
    for _ in range(8):
        made = table(client, name="Buy my pills")
        call(client, made, "put", "/email", email="victim@example.org")
    assert len(posted) == limits.CODES_PER_DAY
    assert not any("pills" in text for _, _, text in posted)


def test_one_caller_cannot_have_codes_sent_all_over(client, posted):
    made = table(client)
    answers = [call(client, made, "put", "/email", email=f"v{n}@example.org").status_code for n in range(50)]
    assert len(posted) == limits.CODES_PER_HOUR == answers.count(200)


def test_a_code_cannot_be_guessed(client, posted):
    made = table(client)
    call(client, made, "put", "/email", email="ann@example.org")
    code = posted[0][2][:6]
    for n in range(limits.GUESSES_PER_HOUR):
        call(client, made, "post", "/email/confirm", code=f"{(int(code) + 1 + n) % 10**6:06d}")
    assert call(client, made, "post", "/email/confirm", code=code).status_code == 429
    client.app.state.tables.notifier.guesses._level.clear()  # an hour later
    assert call(client, made, "post", "/email/confirm", code=code).json()["error"]["code"] == "no-code", "it is void"


def test_names_for_one_letter_box_are_counted_as_one(client, posted):
    made = table(client)
    for n in range(5):
        call(client, made, "put", "/email", email=f"Victim+{n}@example.org")
    assert len(posted) == limits.CODES_PER_DAY


def test_one_recipient_has_a_bound_however_many_tables_he_plays_at(client, posted):
    notifier = client.app.state.tables.notifier
    made = table(client)
    row = client.app.state.store.key(hashed(made["key"]))
    client.app.state.store.set_email(row, "ann@example.org")
    for _ in range(limits.MAILS_PER_DAY + 5):
        notifier._send(made["table"], "german", "Ann", "your turn", "It is your turn.")
    assert len(posted) == limits.MAILS_PER_DAY


def test_who_watches_is_told_of_no_turns(client, posted):
    made = table(client)
    assert call(client, made, "put", "/email", made["watch"], email="w@example.org").status_code == 403


def test_mail_goes_by_tls_where_the_server_wants_it_from_the_first_byte(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, client
):
    pem = tmp_path / "mail.pem"
    names = "subjectAltName=IP:127.0.0.1"
    make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=mail", "-addext", names]
    subprocess.run([*make, "-keyout", pem, "-out", tmp_path / "cert.pem"], check=True, capture_output=True)
    pem.write_bytes(pem.read_bytes() + (tmp_path / "cert.pem").read_bytes())
    notifier = client.app.state.tables.notifier
    with mail_sink(pem) as sink:
        monkeypatch.setattr(notifier, "smtp", sink.url)
        with pytest.raises(ssl.SSLCertVerificationError):
            notifier.mail("ann@example.org", "your turn", "It is your turn.")
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "cert.pem"))
        notifier.mail("ann@example.org", "your turn", "It is your turn.")
        assert sink.mails.get(timeout=20)["Subject"] == "Trenchline: your turn"
