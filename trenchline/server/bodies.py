"""The bodies of requests, with the bounds of each field."""

from __future__ import annotations

from pydantic import BaseModel, Field, model_validator

from ..core.actions import Action
from . import errors, limits


class Body(BaseModel):
    """A body whose texts can all be kept, by either database, and be sent back."""

    @model_validator(mode="before")
    @classmethod
    def _can_be_kept(cls, data: object) -> object:
        unread = [data]
        while unread:
            value = unread.pop()
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
    mode: str = Field("", max_length=40)
    by: str = Field("", max_length=20)


class ActionBody(Body):
    """`action` or `text`: what is meant."""

    action: ActionFields | None = None
    text: str = Field("", max_length=80)

    def by_fields(self) -> Action | None:
        a = self.action
        return None if a is None else Action(a.kind, a.unit, a.cell, a.value, tuple(a.dice), a.facing, a.mode, a.by)


class PlayBody(ActionBody):
    """An action with the `seq` it answers and an idempotency key."""

    seq: int = Field(ge=0)
    key: str = Field("", max_length=64)


class SeqBody(Body):
    """The `seq` that a call answers, and an idempotency key."""

    seq: int = Field(ge=0)
    key: str = Field("", max_length=64)


class AnswerBody(Body):
    seq: int = Field(ge=0)
    yes: bool


class PaceBody(Body):
    pace: int = Field(ge=0, le=5000)


class NewTableBody(Body):
    game: str = Field(max_length=40)
    scenario: str = Field("", max_length=40)
    options: dict[str, bool] = Field(default_factory=dict, max_length=50)
    seats: dict[str, str] = Field(max_length=8)
    dice: str = Field("server", pattern="^(server|hand)$")
    name: str = Field("", max_length=limits.NAME)
    nonce: str = Field("", max_length=64)
    listed: bool = False


class SitBody(Body):
    side: str = Field(max_length=20)
    name: str = Field("", max_length=limits.NAME)


class BranchBody(Body):
    at: int = Field(ge=0)
    seats: dict[str, str] = Field(max_length=8)
    name: str = Field("", max_length=limits.NAME)


class UploadBody(Body):
    save: str = Field(max_length=limits.UPLOAD)
    seats: dict[str, str] = Field(max_length=8)
    name: str = Field("", max_length=limits.NAME)


class NameBody(Body):
    name: str = Field("", max_length=limits.NAME)


class KeysBody(Body):
    keys: list[str] = Field(max_length=limits.MY_TABLES)


class ChatBody(Body):
    text: str = Field(min_length=1, max_length=limits.CHAT)


class NotesBody(Body):
    text: str = Field(max_length=limits.NOTES)


class EmailBody(Body):
    email: str = Field("", max_length=120, pattern=r"^$|^[^@\s,;<>]+@[^@\s,;<>]+$")
