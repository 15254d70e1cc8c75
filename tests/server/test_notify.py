"""Being told that it is one's turn, and not too often."""

from __future__ import annotations

import ssl
import subprocess
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from trenchline.server import limits

from .mail_sink import mail_sink
from .test_door import call, table


@pytest.fixture
def posted(client, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str, str]]:
    """What the server would mail: address, subject, text."""
    mails: list[tuple[str, str, str]] = []
    notifier = client.app.state.tables.notifier
    monkeypatch.setattr(notifier, "smtp", "smtp://nowhere")
    monkeypatch.setattr(notifier, "mail", lambda *mail: mails.append(mail[:3]))
    return mails


def mailed(client: TestClient):
    """Where the player of a seat is told by mail."""
    recipients = client.app.state.tables.notifier.delivery.store.recipients
    return lambda table_id, seat: [address for one in recipients(table_id, seat) for address in one.addresses]


def test_an_address_gets_mail_only_after_its_code_came_back(client, posted):
    made, addresses = table(client), mailed(client)
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
