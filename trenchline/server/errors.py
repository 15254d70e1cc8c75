"""What can go wrong at the door: a status, a code for programs, a sentence for people, and the cases."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType


class Fault(msgspec.Struct, frozen=True):
    """Why a call was refused: a code for programs, a sentence for people, the cases of the rules."""

    code: str
    reason: str
    cases: tuple[str, ...] = ()
    seq: int | UnsetType = UNSET  # the present one, where the table has moved on


class ErrorDocument(msgspec.Struct, frozen=True):
    """The answer to every call that was refused."""

    error: Fault


class Refused(Exception):
    """A call that is not carried out; nothing has changed."""

    def __init__(self, status: int, code: str, reason: str, cases: tuple[str, ...] = (), seq: int | None = None) -> None:
        super().__init__(reason)
        self.status, self.code, self.reason, self.cases, self.seq = status, code, reason, cases, seq

    def document(self) -> ErrorDocument:
        return ErrorDocument(Fault(self.code, self.reason, self.cases, UNSET if self.seq is None else self.seq))


def malformed(reason: str) -> Refused:
    return Refused(400, "malformed", reason)


def no_key() -> Refused:
    return Refused(401, "no-key", "This table needs a key: use the link you were given")


def not_yours(reason: str) -> Refused:
    return Refused(403, "not-yours", reason)


def secret() -> Refused:
    return not_yours("Wait: the other side has made a secret choice that is not revealed yet")


def no_table() -> Refused:
    return Refused(404, "no-table", "There is no such table")


def no_chances() -> Refused:
    return Refused(404, "no-chances", "There is no analysis for this scenario: nothing says how likely its matches end")


def stale(seq: int) -> Refused:
    return Refused(409, "stale", "The match has moved on; look again", seq=seq)


def illegal(reason: str, cases: tuple[str, ...]) -> Refused:
    return Refused(422, "illegal", reason, cases)


def other_rules(version: int) -> Refused:
    reason = f"This match was played by rules version {version} and would go on differently here: it cannot be opened"
    return Refused(501, "other-rules", reason)


def too_large() -> Refused:
    return Refused(413, "too-large", "That is too large")


def head_too_large() -> Refused:
    return Refused(431, "too-large", "The address and headers of this request are too large")


def not_stored() -> Refused:
    return Refused(503, "not-stored", "Try again in a moment: the database does not answer. Nothing is lost")


def too_fast() -> Refused:
    return Refused(429, "too-fast", "Too many calls; wait a moment")


def too_busy() -> Refused:
    return Refused(429, "too-busy", "Wait until what you have asked for has come: your address has too much under way")


def broken() -> Refused:
    return Refused(500, "broken", "Something went wrong on the server; nothing was lost")
