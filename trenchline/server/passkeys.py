"""Passkeys: what is asked of a browser, and whether its answer is good. The library `webauthn` does the arithmetic."""

from __future__ import annotations

import secrets
from urllib.parse import urlsplit

import msgspec
import webauthn
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from . import errors
from .account_store import PasskeyRow
from .appending import now
from .keys import hashed


class _Said(msgspec.Struct):
    """What the browser itself says of an answer: here only which challenge it answers."""

    challenge: str


class _Response(msgspec.Struct):
    client: str = msgspec.field(name="clientDataJSON")


class _Credential(msgspec.Struct):
    id: str
    response: _Response


def new_challenge() -> bytes:
    return secrets.token_bytes(32)


def to_make(origin: str, challenge: bytes, account: str, name: str, known: list[PasskeyRow]) -> str:
    """What a browser is asked to make a passkey by."""
    options = webauthn.generate_registration_options(
        rp_id=host_of(origin),
        rp_name="Trenchline",
        user_id=account.encode(),
        user_name=name,
        user_display_name=name,
        challenge=challenge,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=base64url_to_bytes(key.credential)) for key in known],
    )
    return webauthn.options_to_json(options)


def to_show(origin: str, challenge: bytes) -> str:
    """What a browser is asked to show a passkey by: any that it has for this server, so that nobody need say who he is."""
    return webauthn.options_to_json(webauthn.generate_authentication_options(rp_id=host_of(origin), challenge=challenge))


def made(origin: str, challenge: bytes, credential: str, account: str, device: str) -> PasskeyRow:
    """The passkey that a browser has made. Raises Refused if its answer is not to what it was asked."""
    try:
        found = webauthn.verify_registration_response(
            credential=credential, expected_challenge=challenge, expected_rp_id=host_of(origin), expected_origin=origin
        )
    except (WebAuthnException, ValueError) as fault:
        raise _no_good() from fault
    credential_id, key = bytes_to_base64url(found.credential_id), bytes_to_base64url(found.credential_public_key)
    return PasskeyRow(hashed(credential_id), account, credential_id, key, found.sign_count, device, now(), now())


def shown(origin: str, challenge: bytes, credential: str, passkey: PasskeyRow) -> int:
    """How often the passkey was used by its own count. Raises Refused if it was not the one that answered."""
    try:
        found = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=host_of(origin),
            expected_origin=origin,
            credential_public_key=base64url_to_bytes(passkey.public_key),
            credential_current_sign_count=passkey.sign_count,
        )
    except (WebAuthnException, ValueError) as fault:
        raise _no_good() from fault
    return found.new_sign_count


def answered(credential: str) -> tuple[str, bytes]:
    """Which passkey answers which challenge, by what the answer itself says: it is verified later."""
    try:
        read = msgspec.json.decode(credential, type=_Credential)
        said = msgspec.json.decode(base64url_to_bytes(read.response.client), type=_Said)
        return hashed(read.id), base64url_to_bytes(said.challenge)
    except (msgspec.DecodeError, ValueError) as fault:
        raise _no_good() from fault


def host_of(origin: str) -> str:
    return urlsplit(origin).hostname or ""


def _no_good() -> errors.Refused:
    return errors.Refused(403, "no-passkey", "Try again: this passkey does not fit, or it took too long")
