"""How players are told of their turns: browsers by web push, when and how, and the link that ends it."""

from __future__ import annotations

import asyncio
from typing import Annotated

import msgspec
from fastapi import APIRouter, Depends, Request, Response

from .. import errors, outgoing, telling
from ..answers import answers
from ..bodies import BrowserBody, EndpointBody, OwnersBody, RenewedBody, SubscriptionFields, TellingBody
from ..delivery import Delivery
from ..keys import hashed
from ..once import Receipt
from ..push import Subscription
from ..stop_page import stop_page
from ..wire import Done, HowTold, SeatsTold, Telling, WaysTried
from .access import AllAccounts, AllTables, Changes, Keeps, Registers, SignsIn

router = APIRouter()


async def _delivery(tables: AllTables) -> Delivery:
    return tables.notifier.delivery


Delivers = Annotated[Delivery, Depends(_delivery)]


@router.get("/api/notices")
@answers
async def ways(request: Request, tables: AllTables, accounts: AllAccounts, delivery: Delivers) -> Telling:
    """By which ways this server tells players, and how the account that is signed in has chosen."""
    session = await accounts.sessions.of(request)
    chosen = await asyncio.to_thread(delivery.store.telling_of, session.account) if session else None
    shown = msgspec.convert(msgspec.to_builtins(chosen), HowTold) if chosen else None
    key = await delivery.push_key()
    return Telling(key.public, bool(tables.notifier.smtp), tables.notifier.patience, shown)


@router.put("/api/notices", dependencies=[Keeps])
@answers
async def choose(request: Request, call: Changes, accounts: AllAccounts, delivery: Delivers, body: TellingBody) -> SeatsTold:
    """How the holders of some keys, and whoever is signed in, want to be told from now on."""
    chosen = {name: getattr(body, name) for name in HowTold.__struct_fields__}
    wanted = telling.Telling(**chosen).checked()
    session = await accounts.sessions.of(request)
    account, hashes = session.account if session else "", [hashed(key) for key in body.keys]

    async def work(receipt: Receipt | None) -> SeatsTold:
        told = await asyncio.to_thread(delivery.store.keep_telling, account, hashes, wanted)
        delivery.news.set()
        return SeatsTold(told)

    return await call.once(body, SeatsTold, work)


@router.post("/api/notices/browser", dependencies=[Registers])
@answers
async def register(request: Request, call: Changes, accounts: AllAccounts, delivery: Delivers, body: BrowserBody) -> SeatsTold:
    """A browser is told of the turns of the seats that some keys hold, and of those of the account that is signed in. Keys that
    hold no seat are passed over."""
    subscription = _read(body.subscription)
    session = await accounts.sessions.of(request)
    account, of = (session.account, session.hash) if session else ("", "")
    hashes = [hashed(key) for key in body.keys]

    async def work(receipt: Receipt | None) -> SeatsTold:
        return SeatsTold(await asyncio.to_thread(delivery.store.add_browser, subscription, account, of, hashes))

    return await call.once(body, SeatsTold, work)


@router.post("/api/notices/browser/renew", dependencies=[Registers])
@answers
async def renew(call: Changes, delivery: Delivers, body: RenewedBody) -> Done:
    """A browser has another subscription. It is known by the keys of the one it had."""
    before, now = _read(body.before), _read(body.subscription)

    async def work(receipt: Receipt | None) -> Done:
        await asyncio.to_thread(delivery.store.renew_browser, before, now)
        return Done()

    return await call.once(body, Done, work)


@router.delete("/api/notices/browser", dependencies=[Registers])
@answers
async def leave(call: Changes, delivery: Delivers, body: EndpointBody) -> Done:
    """A browser is told nothing any more. Nobody else knows its endpoint."""

    async def work(receipt: Receipt | None) -> Done:
        await asyncio.to_thread(delivery.store.remove_browser, body.endpoint)
        return Done()

    return await call.once(body, Done, work)


@router.post("/api/notices/test", dependencies=[Registers])
@answers
async def try_out(request: Request, call: Changes, accounts: AllAccounts, delivery: Delivers, body: OwnersBody) -> WaysTried:
    """A message at once, by each way in which the holders of some keys and whoever is signed in are told, and which went
    through."""
    session = await accounts.sessions.of(request)
    account, hashes = session.account if session else "", [hashed(key) for key in body.keys]

    async def work(receipt: Receipt | None) -> WaysTried:
        return WaysTried(await delivery.try_ways(account, hashes))

    return await call.once(body, WaysTried, work)


def _read(fields: SubscriptionFields) -> Subscription:
    """Raises Refused for a subscription that no message can go to."""
    try:
        found = msgspec.convert(fields.model_dump(), Subscription)
        outgoing.Target(found.endpoint, outgoing.allowed_networks())
    except ValueError as fault:  # msgspec's is one, too
        raise errors.malformed(f"subscription: {fault}") from None
    return found


# ---------------------------------------------------------------------------------------------------- the link that ends it


@router.get("/stop/{token}", dependencies=[SignsIn], include_in_schema=False)
async def ask_to_stop(delivery: Delivers, token: str) -> Response:
    """A page with one button: mail programs that look at every link must not end anything."""
    return stop_page((await delivery.stops()).read(token), done=False)


@router.post("/stop/{token}", dependencies=[SignsIn], include_in_schema=False)
async def stop(delivery: Delivers, token: str) -> Response:
    """Ends it, without signing in: by the button, or by a mail program's own (RFC 8058)."""
    link = (await delivery.stops()).read(token)
    if link is not None:
        await asyncio.to_thread(delivery.store.stop, *link)
    return stop_page(link, done=True)
