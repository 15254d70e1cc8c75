"""The bodies of requests, with the bounds of each field."""

from __future__ import annotations

from typing import Annotated

import msgspec
from pydantic import BaseModel, Field, model_validator

from .. import MOST_NAMES, MOST_ORDERS, Action, Role, StandingOrder
from . import errors, limits
from .clocks import ACCOUNT_VACATION, LIVE_INCREMENT, LIVE_MINUTES, ClockTerms, correspondence, live
from .rows import Level, Terms
from .telling import LONGEST_DELAY

# What an e-mail address may look like: letters and signs that need no quoting, at a domain of at least one dot-free label.
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
ADDRESS = rf"[A-Za-z0-9!#$%&'*+/=?^_`{{|}}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{{|}}~-]+)*@{_LABEL}(?:\.{_LABEL})*"

HOUR = r"^$|^([01][0-9]|2[0-3]):[0-5][0-9]$"


class Body(BaseModel):
    """A body whose texts can all be kept, by either database, and be sent back."""

    @model_validator(mode="before")
    @classmethod
    def _can_be_kept(cls, data: object) -> object:
        unread, seen = [data], 0
        while unread:
            value = unread.pop()
            seen += 1
            if seen + len(unread) > limits.VALUES:
                raise errors.malformed("There are too many fields and values in this; nothing needs so many")
            if isinstance(value, str):
                _refuse_half_characters(value)
            elif isinstance(value, dict):
                unread += [*value, *value.values()]
            elif isinstance(value, list):
                unread += value
        return data


def _refuse_half_characters(text: str) -> None:
    try:
        whole = "\0" not in text and text.encode() is not None
    except UnicodeEncodeError:  # half of a surrogate pair
        whole = False
    if not whole:
        raise errors.malformed("a text holds NUL or half a character, which cannot be kept: leave it out")


class ActionFields(Body):
    """An action by its fields."""

    kind: str = Field("", max_length=40)
    unit: str = Field("", max_length=40)
    cell: str = Field("", max_length=10)
    value: int = Field(0, ge=-1000, le=1000)
    dice: list[int] = Field(default_factory=list, max_length=10)
    facing: str = Field("", max_length=4)
    mode: str = Field("", max_length=160)  # a plan names all its options
    by: str = Field("", max_length=20)


class ActionBody(Body):
    """`action` or `text`: what is meant."""

    action: ActionFields | None = None
    text: str = Field("", max_length=200)

    def by_fields(self) -> Action | None:
        a = self.action
        return None if a is None else Action(a.kind, a.unit, a.cell, a.value, tuple(a.dice), a.facing, a.mode, a.by)


class KeyedBody(Body):
    """Of every call that changes something: the same `key` sent twice is carried out once and answered the same."""

    key: str = Field("", max_length=64)


class GroupBody(Body):
    """Counters that are to be told something, and where they are to go."""

    units: list[Annotated[str, Field(max_length=40)]] = Field(max_length=limits.GROUP)
    cells: list[Annotated[str, Field(max_length=10)]] = Field(default_factory=list, max_length=limits.GROUP)


class ActionsBody(Body):
    """Several actions by their text forms."""

    texts: list[Annotated[str, Field(max_length=80)]] = Field(max_length=limits.AT_ONCE)


class SeqBody(KeyedBody):
    """The `seq` that a call answers, and the caller's live line, which is not told the same again."""

    seq: int = Field(ge=0)
    line: str = Field("", max_length=64)


class PlayBody(ActionBody, SeqBody):
    """An action."""


class AnswerBody(SeqBody):
    """Yes or no to what is asked."""

    yes: bool


class RematchBody(KeyedBody):
    """Who sits where the next time."""

    sides: Terms = "changed"


class PaceBody(KeyedBody):
    pace: int = Field(ge=0, le=5000)


class ClockBody(Body):
    """A clock: minutes and an increment for each turn of the game, or one of the paces of correspondence."""

    minutes: int = Field(0, ge=0, le=LIVE_MINUTES)
    increment: int = Field(0, ge=0, le=LIVE_INCREMENT)
    pace: str = Field("", pattern="^(|blitz|fast|slow)$")
    computer: str = Field("", max_length=160)

    def terms(self) -> ClockTerms:
        if bool(self.minutes) == bool(self.pace) or (self.pace and self.increment):
            raise errors.malformed("clock: give minutes and an increment, or a pace: blitz, fast or slow")
        if self.pace:
            return correspondence(self.pace, self.computer)  # type: ignore[arg-type]
        return live(self.minutes, self.increment, self.computer)


class SeatBody(SeqBody):
    """Whose clock it is about."""

    seat: str = Field(max_length=20)


class GrantBody(SeatBody):
    minutes: int = Field(ge=1, le=14_400)


class VacationBody(KeyedBody):
    days: int = Field(ge=0, le=ACCOUNT_VACATION)


class NewTableBody(KeyedBody):
    game: str = Field(max_length=40)
    scenario: str = Field("", max_length=40)
    options: dict[str, bool] = Field(default_factory=dict, max_length=50)
    seats: dict[str, str] = Field(max_length=8)
    dice: str = Field("server", pattern="^(server|hand)$")
    name: str = Field("", max_length=limits.NAME)
    nonce: str = Field("", max_length=64)
    listed: bool = False
    level: Level = ""
    shown: bool = False
    clock: ClockBody | None = None


class ResultsBody(KeyedBody):
    """What an account shows of its results."""

    page: bool
    rated: list[Annotated[str, Field(max_length=40)]] = Field(default_factory=list, max_length=20)


class CupBody(KeyedBody):
    """A new cup."""

    name: str = Field(min_length=1, max_length=60)
    game: str = Field(max_length=40)
    scenario: str = Field(max_length=40)


class ShownBody(KeyedBody):
    """Whether anybody may watch."""

    shown: bool


class SitBody(KeyedBody):
    side: str = Field(max_length=20)
    name: str = Field("", max_length=limits.NAME)


class BranchBody(KeyedBody):
    at: int = Field(ge=0)
    seats: dict[str, str] = Field(max_length=8)
    name: str = Field("", max_length=limits.NAME)


class UploadBody(KeyedBody):
    save: str = Field(max_length=limits.UPLOAD)
    seats: dict[str, str] = Field(max_length=8)
    name: str = Field("", max_length=limits.NAME)


class NameBody(KeyedBody):
    name: str = Field("", max_length=limits.NAME)


class LessonBody(NameBody):
    """Who learns, and the page from which he begins."""

    page: int = Field(0, ge=0, le=200)


class PageBody(KeyedBody):
    """A page of a lesson."""

    page: int = Field(ge=0, le=200)


class KeysBody(Body):
    keys: list[str] = Field(max_length=limits.MY_TABLES)


class ChatBody(KeyedBody):
    text: str = Field(min_length=1, max_length=limits.CHAT)


class NotesBody(KeyedBody):
    text: str = Field(max_length=limits.NOTES)


class StandingOrderFields(Body):
    """A standing order by its fields; what is left out does not matter."""

    question: str = Field(max_length=40)
    answer: str = Field(max_length=40)
    role: Role = ""
    cells: list[Annotated[str, Field(max_length=10)]] = Field(default_factory=list, max_length=MOST_NAMES)
    about: list[Annotated[str, Field(max_length=40)]] = Field(default_factory=list, max_length=MOST_NAMES)
    least: int = Field(0, ge=0, le=10_000)
    most: int = Field(0, ge=0, le=10_000)
    turn: int = Field(0, ge=0, le=1000)
    units: list[Annotated[str, Field(max_length=40)]] = Field(default_factory=list, max_length=MOST_NAMES)
    on: bool = True


class StandingBody(KeyedBody):
    """All standing orders of a seat, in the order in which they are asked."""

    seat: str = Field(max_length=20)
    orders: list[StandingOrderFields] = Field(max_length=MOST_ORDERS)

    def given(self) -> list[StandingOrder]:
        return [msgspec.convert(order.model_dump(), StandingOrder) for order in self.orders]


class EmailBody(KeyedBody):
    email: str = Field("", max_length=120, pattern=rf"^$|^{ADDRESS}$")


class PasskeyBody(Body):
    """What `navigator.credentials` has answered, in JSON."""

    credential: str = Field(max_length=limits.CREDENTIAL)


class TokenBody(Body):
    """The token from a link that was mailed; the name where it makes an account."""

    token: str = Field(max_length=64)
    name: str = Field("", max_length=limits.NAME)


class AccountNameBody(KeyedBody):
    name: str = Field(min_length=1, max_length=limits.NAME)


class PasskeyNameBody(Body):
    """How a new account is to be called."""

    name: str = Field(min_length=1, max_length=limits.NAME)


class AddressBody(KeyedBody):
    email: str = Field(max_length=120, pattern=rf"^{ADDRESS}$")


class SettingsBody(KeyedBody):
    settings: str = Field(max_length=limits.SETTINGS)


class SeatKeysBody(KeyedBody):
    keys: list[Annotated[str, Field(max_length=64)]] = Field(max_length=limits.SEATS_ADDED)


class TellingBody(KeyedBody):
    """How players want to be told of their turns: the holders of some keys, and whoever is signed in."""

    keys: list[Annotated[str, Field(max_length=64)]] = Field(default_factory=list, max_length=limits.SEATS_ADDED)
    minutes: int | None = Field(None, ge=0, le=LONGEST_DELAY)
    quiet_from: str = Field("", pattern=HOUR)
    quiet_until: str = Field("", pattern=HOUR)
    zone: str = Field("UTC", min_length=1, max_length=60)
    daily: str = Field("", pattern=HOUR)
    mail: bool = False
    webhook: str = Field("", max_length=500)


class OwnersBody(KeyedBody):
    """Whose ways to be told are tried: those of the holders of some keys, and of whoever is signed in."""

    keys: list[Annotated[str, Field(max_length=64)]] = Field(default_factory=list, max_length=limits.SEATS_ADDED)


class SubscriptionFields(Body):
    """A push subscription, as `PushSubscription.toJSON` has it."""

    endpoint: str = Field(max_length=1000)
    p256dh: str = Field(max_length=120)
    auth: str = Field(max_length=40)


class BrowserBody(KeyedBody):
    """A browser that is to be told of turns; the keys of the seats that are meant."""

    keys: list[Annotated[str, Field(max_length=64)]] = Field(default_factory=list, max_length=limits.SEATS_ADDED)
    subscription: SubscriptionFields


class RenewedBody(KeyedBody):
    """The subscription that a browser had, and the one it has now."""

    before: SubscriptionFields
    subscription: SubscriptionFields


class EndpointBody(KeyedBody):
    endpoint: str = Field(max_length=1000)


class CodeBody(KeyedBody):
    code: str = Field(min_length=6, max_length=6, pattern=r"^[0-9]+$")
