"""A call that changes something is carried out once, however often it is sent with the same idempotency key.

What goes into a table's log has its key there. Of every other call a receipt is kept, in the same transaction as what it
changes: the next one with that key is given the answer of the first. Answers hold keys to tables, which nobody may read in
the database: a receipt is sealed with the idempotency key, of which only a hash is kept.
"""

from __future__ import annotations

import asyncio
from base64 import b64decode, b64encode
from collections.abc import Awaitable, Callable
from hashlib import shake_256
from typing import TypeVar
from weakref import WeakValueDictionary

import msgspec

from . import errors, limits
from .keys import hashed
from .rows import ReceiptRow
from .store import Repeated, Store

T = TypeVar("T", bound=msgspec.Struct)


class Receipt:
    """That a call was carried out, to be kept with what it changes."""

    def __init__(self, scope: str, key: str) -> None:
        self.id, self._key, self.kept = hashed(f"{scope} {key}"), key, False

    def row(self, answer: msgspec.Struct) -> ReceiptRow:
        """As it is kept: whoever asks for it gives it to the store."""
        self.kept = True
        return ReceiptRow(self.id, b64encode(self._mixed(msgspec.json.encode(answer))).decode())

    def answer(self, sealed: str, kind: type[T]) -> T:
        return msgspec.json.decode(self._mixed(b64decode(sealed)), type=kind)

    def _mixed(self, text: bytes) -> bytes:
        """A text with a stream of bytes that only the idempotency key gives; mixed twice it is the text again. No stream is
        used for two texts: the first receipt stays."""
        stream = shake_256(f"receipt {self.id} {self._key}".encode()).digest(len(text))
        return bytes(a ^ b for a, b in zip(text, stream, strict=True))


def receipt_row(receipt: Receipt | None, answer: msgspec.Struct) -> ReceiptRow | None:
    return None if receipt is None else receipt.row(answer)


class Once:
    """Calls that were carried out, and those that are."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._under_way: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._written = 0

    async def run(self, scope: str, key: str, kind: type[T], work: Callable[[Receipt | None], Awaitable[T]]) -> T:
        """The answer to a call: of `work`, or of the call of the same scope that had this key before. `work` may let the store
        keep the receipt it is given, else that is done after it. Without a key nothing is kept."""
        if not key:
            return await work(None)
        receipt = Receipt(scope, key)
        lock = self._under_way.setdefault(receipt.id, asyncio.Lock())
        async with lock:
            return await self._answer(receipt, kind, work)

    async def _answer(self, receipt: Receipt, kind: type[T], work: Callable[[Receipt | None], Awaitable[T]]) -> T:
        found = await asyncio.to_thread(self._store.receipt, receipt.id)
        if found is None:
            try:
                answer = await work(receipt)
                if not receipt.kept:
                    await asyncio.to_thread(self._store.keep_receipt, receipt.row(answer))
            except Repeated:  # another server was quicker
                found = await asyncio.to_thread(self._store.receipt, receipt.id)
            else:
                await self._tidy_up()
                return answer
        if found is None:
            raise errors.not_stored()
        return receipt.answer(found, kind)

    async def _tidy_up(self) -> None:
        """Now and then, receipts for which nobody will ask any more are thrown away."""
        if self._written % limits.RECEIPTS_TIDIED == 0:
            await asyncio.to_thread(self._store.forget_receipts)
        self._written += 1
