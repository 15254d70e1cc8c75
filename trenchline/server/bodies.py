"""The bodies of requests, with the bounds of each field."""

from __future__ import annotations

from pydantic import BaseModel, Field

from ..core.actions import Action
from . import limits


class ActionFields(BaseModel):
    """An action by its fields."""

    kind: str = Field("", max_length=20)
    unit: str = Field("", max_length=40)
    cell: str = Field("", max_length=10)
    value: int = Field(0, ge=-1000, le=1000)
    dice: list[int] = Field(default_factory=list, max_length=10)
    facing: str = Field("", max_length=4)
    mode: str = Field("", max_length=20)
    by: str = Field("", max_length=20)


class ActionBody(BaseModel):
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


class SeqBody(BaseModel):
    """The `seq` that a call answers, and an idempotency key."""

    seq: int = Field(ge=0)
    key: str = Field("", max_length=64)


class AnswerBody(BaseModel):
    seq: int = Field(ge=0)
    yes: bool


class PaceBody(BaseModel):
    pace: int = Field(ge=0, le=5000)


class NewTableBody(BaseModel):
    game: str = Field(max_length=40)
    scenario: str = Field("", max_length=40)
    options: dict[str, bool] = Field(default_factory=dict, max_length=50)
    seats: dict[str, str] = Field(max_length=8)
    dice: str = Field("server", pattern="^(server|hand)$")
    name: str = Field("", max_length=limits.NAME)
    nonce: str = Field("", max_length=64)


class BranchBody(BaseModel):
    at: int = Field(ge=0)
    seats: dict[str, str] = Field(max_length=8)
    name: str = Field("", max_length=limits.NAME)


class UploadBody(BaseModel):
    save: str = Field(max_length=limits.UPLOAD)
    seats: dict[str, str] = Field(max_length=8)
    name: str = Field("", max_length=limits.NAME)


class NameBody(BaseModel):
    name: str = Field("", max_length=limits.NAME)


class KeysBody(BaseModel):
    keys: list[str] = Field(max_length=limits.MY_TABLES)


class ChatBody(BaseModel):
    text: str = Field(min_length=1, max_length=limits.CHAT)


class NotesBody(BaseModel):
    text: str = Field(max_length=limits.NOTES)


class EmailBody(BaseModel):
    email: str = Field("", max_length=120, pattern=r"^$|^[^@\s,;<>]+@[^@\s,;<>]+$")
