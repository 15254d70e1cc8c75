"""Web push: a message that only one browser can read (RFC 8291), from a server that push services know (VAPID, RFC 8292)."""

from __future__ import annotations

import os
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Annotated
from urllib.parse import urlsplit

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

CURVE = ec.SECP256R1()
POINT, SECRET, SALT = 65, 16, 16  # bytes: a public key, a browser's secret, a salt
RECORD = 4096  # bytes of the one record of a message, of which a push service takes no more
LONGEST = 3000  # bytes of a message
LIVES = 24 * 3600  # seconds a push service keeps a message for a browser that is off
TOKEN_LIVES = 12 * 3600  # seconds; a push service refuses more than a day

Base64 = Annotated[str, msgspec.Meta(max_length=120, pattern=r"^[A-Za-z0-9_-]+=*$")]


class Subscription(msgspec.Struct, frozen=True):
    """Where a browser takes messages, and the keys by which only it reads them. Raises ValueError for keys that are none."""

    endpoint: Annotated[str, msgspec.Meta(max_length=1000)]
    p256dh: Base64
    auth: Base64

    def __post_init__(self) -> None:
        if len(unpadded(self.auth)) != SECRET or len(unpadded(self.p256dh)) != POINT:
            raise ValueError("the keys of a subscription have another length")
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, unpadded(self.p256dh))


def unpadded(text: str) -> bytes:
    """Base64 as browsers write it."""
    return urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))


def base64(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def new_server_key() -> str:
    """By which a server is known to push services: made once, and kept."""
    secret = ec.generate_private_key(CURVE)
    kind, form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    return secret.private_bytes(kind, form, serialization.NoEncryption()).decode()


class PushKey:
    """The server's key."""

    def __init__(self, pem: str, contact: str) -> None:
        secret = serialization.load_pem_private_key(pem.encode(), None)
        assert isinstance(secret, ec.EllipticCurvePrivateKey)
        self._secret, self.contact = secret, contact
        self.public = base64(_point(secret.public_key()))

    def headers(self, endpoint: str) -> dict[str, str]:
        """What tells a push service who sends, and that the body is a message."""
        return {
            "Authorization": f"vapid t={self._token(endpoint)}, k={self.public}",
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(LIVES),
            "Urgency": "normal",
        }

    def _token(self, endpoint: str) -> str:
        where = urlsplit(endpoint)
        claims = {"aud": f"{where.scheme}://{where.netloc}", "exp": int(time.time()) + TOKEN_LIVES, "sub": self.contact}
        signed = f"{_json64({'typ': 'JWT', 'alg': 'ES256'})}.{_json64(claims)}"
        r, s = utils.decode_dss_signature(self._secret.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        return f"{signed}.{base64(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"


def token_is_good(token: str, public: str) -> bool:
    """Whether a token was signed by the key whose public half is given: what a push service asks."""
    signed, _, signature = token.rpartition(".")
    both = unpadded(signature)
    pair = utils.encode_dss_signature(int.from_bytes(both[:32], "big"), int.from_bytes(both[32:], "big"))
    try:
        key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, unpadded(public))
        key.verify(pair, signed.encode(), ec.ECDSA(hashes.SHA256()))
    except InvalidSignature:
        return False
    return True


def sealed(message: bytes, to: Subscription) -> bytes:
    """A message as a push service takes it, in one record."""
    once, salt = ec.generate_private_key(CURVE), os.urandom(SALT)
    theirs, ours = unpadded(to.p256dh), _point(once.public_key())
    shared = once.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs))
    key, nonce = message_keys(shared, unpadded(to.auth), theirs, ours, salt)
    text = AESGCM(key).encrypt(nonce, message[:LONGEST] + b"\2", None)
    return salt + RECORD.to_bytes(4, "big") + bytes([len(ours)]) + ours + text


def message_keys(shared: bytes, secret: bytes, browser: bytes, server: bytes, salt: bytes) -> tuple[bytes, bytes]:
    """The key and the nonce of a message, on which the server and the browser agree."""
    mixed = _hkdf(shared, secret, b"WebPush: info\0" + browser + server, 32)
    return _hkdf(mixed, salt, b"Content-Encoding: aes128gcm\0", 16), _hkdf(mixed, salt, b"Content-Encoding: nonce\0", 12)


def _hkdf(key: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(key)


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def _json64(value: object) -> str:
    return base64(msgspec.json.encode(value))
