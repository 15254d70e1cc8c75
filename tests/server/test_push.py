"""Web push as its standards have it: sealed for one browser, from a server that its push service knows."""

from __future__ import annotations

import json

import msgspec
import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec

from trenchline.server import push
from trenchline.server.push import PushKey, Subscription, base64, message_keys, new_server_key, sealed, token_is_good, unpadded

from .push_service import PushService, Subscriber, push_service


def test_keys_of_a_message_are_those_of_the_standard():
    """The example of RFC 8291, section 5 and appendix A."""
    browser = unpadded("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4")
    server = unpadded("BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8")
    secret = int.from_bytes(unpadded("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"), "big")
    mine = ec.derive_private_key(secret, ec.SECP256R1())
    shared = mine.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), server))
    keys = message_keys(shared, unpadded("BTBZMqHH6r4Tts7J_aSIgg"), browser, server, unpadded("DGv6ra1nlYgDCS1FRnbzlw"))
    assert [base64(part) for part in keys] == ["oIhVW04MRdy2XN9CiKLxTg", "4h_95klXJ5E_qnoN"]


@pytest.fixture
def somebody() -> Subscriber:
    with push_service() as service:
        return service.subscriber("somebody")


def test_only_the_browser_can_open_a_message(somebody: Subscriber):
    to = msgspec.convert(somebody.subscription, Subscription)
    body = sealed(json.dumps({"title": "Your turn"}).encode(), to)
    assert somebody.open(body) == {"title": "Your turn"} and b"turn" not in body
    assert sealed(b"{}", to) != sealed(b"{}", to), "each has keys of its own"
    with pytest.raises(InvalidTag):
        Subscriber(PushService(), "another").open(body)


def test_the_server_is_known_by_a_key_that_is_kept():
    pem = new_server_key()
    key = PushKey(pem, "mailto:host@example.org")
    assert key.public == PushKey(pem, "").public != PushKey(new_server_key(), "").public
    said = key.headers("https://push.example.org/x/y")["Authorization"]
    token = said.split()[1].removeprefix("t=").rstrip(",")
    claims = json.loads(unpadded(token.split(".")[1]))
    assert claims["aud"] == "https://push.example.org" and claims["sub"] == "mailto:host@example.org"
    assert token_is_good(token, key.public) and not token_is_good(token, PushKey(new_server_key(), "").public)
    assert not token_is_good(token.replace("ey", "eyJ", 1), key.public)


@pytest.mark.parametrize(
    "wrong",
    [
        {"p256dh": base64(b"\4" + b"\1" * 64)}, {"p256dh": base64(b"\4" * 12)}, {"auth": base64(b"x" * 15)}, {"auth": "\u00e9"},
        {"auth": ""}, {"p256dh": "A" * 121}, {"endpoint": "x" * 1001},
    ],
)  # fmt: skip
def test_keys_that_are_none_are_refused_when_they_come(somebody: Subscriber, wrong):
    with pytest.raises(ValueError):
        msgspec.convert(somebody.subscription | wrong, Subscription)


def test_a_long_message_still_fits_one_record(somebody: Subscriber):
    text = json.dumps("x" * (push.LONGEST - 2)).encode()
    assert len(somebody.open(sealed(text, msgspec.convert(somebody.subscription, Subscription)))) == push.LONGEST - 2
