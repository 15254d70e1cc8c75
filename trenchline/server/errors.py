"""What can go wrong at the door: a status, a code for programs, a sentence for people, and the cases."""

from __future__ import annotations


class Refused(Exception):
    """A call that is not carried out; nothing has changed."""

    def __init__(self, status: int, code: str, reason: str, cases: tuple[str, ...] = (), seq: int | None = None) -> None:
        super().__init__(reason)
        self.status, self.code, self.reason, self.cases, self.seq = status, code, reason, cases, seq

    def document(self) -> dict[str, object]:
        error: dict[str, object] = {"code": self.code, "reason": self.reason, "cases": list(self.cases)}
        if self.seq is not None:
            error["seq"] = self.seq
        return {"error": error}


def malformed(reason: str) -> Refused:
    return Refused(400, "malformed", reason)


def no_key() -> Refused:
    return Refused(401, "no-key", "This table needs a key: use the link you were given")


def not_yours(reason: str) -> Refused:
    return Refused(403, "not-yours", reason)


def secret() -> Refused:
    return not_yours("The other side has chosen something in secret: wait until it is out")


def no_table() -> Refused:
    return Refused(404, "no-table", "There is no such table")


def stale(seq: int) -> Refused:
    return Refused(409, "stale", "The table has moved on since; look again", seq=seq)


def illegal(reason: str, cases: tuple[str, ...]) -> Refused:
    return Refused(422, "illegal", reason, cases)


def too_large() -> Refused:
    return Refused(413, "too-large", "That is too large")


def head_too_large() -> Refused:
    return Refused(431, "too-large", "The address and headers of this request are too large")


def not_stored() -> Refused:
    return Refused(503, "not-stored", "The tables cannot be read or written just now: nothing is lost, try again in a moment")


def too_fast() -> Refused:
    return Refused(429, "too-fast", "Too many calls; wait a moment")


def broken() -> Refused:
    return Refused(500, "broken", "Something went wrong here; nothing was lost")
