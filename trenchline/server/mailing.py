"""Where a player wants to be told of his turns. An address gets mail only after the code that was sent to it came back."""

from __future__ import annotations

import asyncio
import hmac
import logging
import secrets
import smtplib

from . import errors
from .keys import hashed
from .rows import KeyRow
from .tables import Tables

log = logging.getLogger("trenchline.mailing")


async def ask(tables: Tables, key: KeyRow, address: str, caller: str) -> bool:
    """Send a code to an address that is not confirmed; whether one was sent. An empty address ends all mail."""
    if key.kind != "seat":
        raise errors.not_yours("Only a player is told of turns")
    notifier = tables.notifier
    if not address or address == key.email:
        await asyncio.to_thread(tables.store.set_email, key, address)
        tables.forget_key(key)
        return False
    if not notifier.smtp:
        raise errors.Refused(409, "no-mail", "This server sends no mail")
    if not notifier.asked.allows(caller) or not notifier.codes.allows(mailbox(address)):
        raise errors.Refused(429, "too-fast", "Too many codes were sent; try again tomorrow")
    code = f"{secrets.randbelow(10**6):06d}"
    await asyncio.to_thread(tables.store.ask_to_confirm, key, address, _code_hash(key, code))
    tables.forget_key(key)
    text = f"{code} is the code for mail about your turns. If you did not ask for it, do nothing: no more mail will come."
    try:
        await asyncio.to_thread(notifier.mail, address, "confirm your address", text)
    except (OSError, smtplib.SMTPException) as fault:
        log.warning("a code could not be sent: %s", fault)
        raise errors.Refused(503, "not-sent", "The mail could not be sent; try again later") from None
    return True


async def confirm(tables: Tables, key: KeyRow, code: str) -> None:
    """Whoever tells the code reads the mail of the address: from now on turns are told there."""
    if not key.email_wanted:
        raise errors.Refused(409, "no-code", "No code was sent: enter the address again")
    if not tables.notifier.guesses.allows(key.hash):
        await asyncio.to_thread(tables.store.ask_to_confirm, key, "", "")  # else it could be found in the end
        tables.forget_key(key)
        raise errors.Refused(429, "too-fast", "Too many wrong codes; enter the address again in an hour for a new one")
    if not hmac.compare_digest(_code_hash(key, code), key.email_code):
        raise errors.Refused(422, "wrong-code", "This is not the code in the mail; look again")
    await asyncio.to_thread(tables.store.set_email, key, key.email_wanted)
    tables.forget_key(key)


def mailbox(address: str) -> str:
    """Whom limits count an address as: case, and what follows a plus, lead to the same letter box."""
    name, _, domain = address.lower().rpartition("@")
    return f"{name.partition('+')[0] or name}@{domain}"


def _code_hash(key: KeyRow, code: str) -> str:
    return hashed(f"{key.hash}{code}")
