"""A browser with passkeys for tests: it keeps cookies, names the page it calls from, and signs as an authenticator does."""

from __future__ import annotations

import hashlib
import json
import secrets
from typing import Any
from urllib.parse import urlsplit

import httpx
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from starlette.testclient import TestClient
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, encode_cbor

SITE = "http://testserver"
PRESENT, VERIFIED, CREDENTIAL = 0x01, 0x04, 0x40


class Passkey:
    """A key pair for one site, in no hardware."""

    def __init__(self, host: str) -> None:
        self.host, self.id, self.count = host, secrets.token_bytes(16), 0
        self.private = ec.generate_private_key(ec.SECP256R1())

    def _data(self, flags: int) -> bytes:
        self.count += 1
        return hashlib.sha256(self.host.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")

    def made(self, options: dict[str, Any], origin: str) -> str:
        """The answer to "make a passkey"."""
        point = self.private.public_key().public_numbers()
        public = encode_cbor({1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")})
        kept = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + public
        whole = encode_cbor({"fmt": "none", "attStmt": {}, "authData": self._data(PRESENT | VERIFIED | CREDENTIAL) + kept})
        return self._answer(client_data("webauthn.create", options, origin), attestationObject=whole)

    def shown(self, options: dict[str, Any], origin: str) -> str:
        """The answer to "show a passkey"."""
        client, data = client_data("webauthn.get", options, origin), self._data(PRESENT | VERIFIED)
        signature = self.private.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self._answer(client, authenticatorData=data, signature=signature)

    def _answer(self, client: bytes, **parts: bytes) -> str:
        said = {name: bytes_to_base64url(part) for name, part in {"clientDataJSON": client, **parts}.items()}
        name = bytes_to_base64url(self.id)
        return json.dumps({"id": name, "rawId": name, "type": "public-key", "response": said})


def client_data(kind: str, options: dict[str, Any], origin: str) -> bytes:
    challenge = bytes_to_base64url(base64url_to_bytes(options["challenge"]))
    return json.dumps({"type": kind, "challenge": challenge, "origin": origin, "crossOrigin": False}).encode()


class Device:
    """A browser: whatever it calls, its cookies go along, and the page it shows is named."""

    def __init__(self, client: TestClient, site: str = SITE) -> None:
        self.client, self.site, self.cookies = client, site, dict[str, str]()

    def call(self, method: str, path: str, by: str = "", origin: str | None = None, **json: object) -> httpx.Response:
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if method != "GET":
            headers["Origin"] = self.site if origin is None else origin
        if by:
            headers["Authorization"] = f"Bearer {by}"
        self.client.cookies.clear()
        answer = self.client.request(method, f"{self.site}{path}", headers=headers, json=json if method != "GET" else None)
        self.cookies.update(answer.cookies)
        self.client.cookies.clear()
        return answer

    def document(self) -> dict[str, Any]:
        return self.call("GET", "/api/account").json()

    def options(self, path: str, **json: object) -> dict[str, Any]:
        return json_of(self.call("POST", f"/api/account/{path}/options", **json).json()["options"])

    def make_account(self, name: str) -> Passkey:
        """A new account, or one more passkey for the one that is signed in."""
        passkey = Passkey(urlsplit(self.site).hostname or "")
        credential = passkey.made(self.options("passkeys", name=name), self.site)
        assert self.call("POST", "/api/account/passkeys", credential=credential).status_code == 200
        return passkey

    def sign_in(self, passkey: Passkey) -> httpx.Response:
        credential = passkey.shown(self.options("sign-in"), self.site)
        return self.call("POST", "/api/account/sign-in", credential=credential)


def json_of(text: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(text)
    return found
