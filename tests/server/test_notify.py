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

from trenchline.server.app import create_app

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


def test_an_address_is_kept_and_a_bad_one_refused(client):
    made = table(client)
    assert call(client, made, "put", "/email", email="ann@example.org").status_code == 200
    assert client.app.state.store.addresses(made["table"], "german") == ["ann@example.org"]
    assert call(client, made, "put", "/email", email="no address, really").status_code == 400
    assert "ann@example.org" not in call(client, made, "get", "/state", made["watch"]).text


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
            notifier._mail("ann@example.org", "your turn", "It is your turn.")
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "cert.pem"))
        notifier._mail("ann@example.org", "your turn", "It is your turn.")
        assert sink.mails.get(timeout=20)["Subject"] == "Trenchline: your turn"
