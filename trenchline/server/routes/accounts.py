"""Player accounts: signing in and out, and what an account keeps."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request, Response

from ..accounts import Accounts
from ..answers import answers, json_answer
from ..bodies import (
    AccountNameBody,
    AddressBody,
    KeyedBody,
    PasskeyBody,
    PasskeyNameBody,
    SeatKeysBody,
    SettingsBody,
    TokenBody,
)
from ..doorkeeper import caller_of
from ..keys import hashed
from ..once import Receipt
from ..results import Results
from ..wire import AccountDocument, CodeSent, Done, MyTable, PasskeyOptions, SeatsAdded
from .access import AllAccounts, Changes, Keeps, SignedIn, SignsIn

router = APIRouter()


@router.get("/api/account")
@answers
async def account(request: Request, accounts: AllAccounts) -> AccountDocument:
    """The account that is signed in here, if one is."""
    return await accounts.document(await accounts.sessions.of(request))


# ---------------------------------------------------------------------------------------------------- signing in


@router.post("/api/account/passkeys/options", dependencies=[SignsIn])
@answers
async def ask_for_passkey(request: Request, accounts: AllAccounts, body: PasskeyNameBody) -> PasskeyOptions:
    """Begin to make a passkey: for the account that is signed in, else for a new one."""
    origin = accounts.sessions.check_origin(request)
    return PasskeyOptions(await accounts.ask_for_passkey(origin, await accounts.sessions.of(request), body.name.strip()))


@router.post("/api/account/passkeys", dependencies=[SignsIn])
@answers
async def keep_passkey(request: Request, accounts: AllAccounts, body: PasskeyBody) -> Annotated[Response, AccountDocument]:
    """The passkey that was made. A new account is signed in by it."""
    origin, session = accounts.sessions.check_origin(request), await accounts.sessions.of(request)
    agent, caller = request.headers.get("user-agent", ""), caller_of(request.scope)
    opened = await accounts.keep_passkey(origin, session, body.credential, agent, caller)
    return json_answer(await accounts.document(session)) if session else await _signed_in(request, accounts, opened)


@router.post("/api/account/sign-in/options", dependencies=[SignsIn])
@answers
async def ask_to_show(request: Request, accounts: AllAccounts) -> PasskeyOptions:
    """Begin to sign in by a passkey."""
    return PasskeyOptions(await accounts.ask_to_show(accounts.sessions.check_origin(request)))


@router.post("/api/account/sign-in", dependencies=[SignsIn])
@answers
async def sign_in(request: Request, accounts: AllAccounts, body: PasskeyBody) -> Annotated[Response, AccountDocument]:
    """Sign in by a passkey."""
    origin = accounts.sessions.check_origin(request)
    return await _signed_in(request, accounts, await accounts.by_passkey(origin, body.credential))


@router.post("/api/account/links", dependencies=[SignsIn])
@answers
async def mail_link(request: Request, call: Changes, accounts: AllAccounts, body: AddressBody) -> CodeSent:
    """Have a link mailed that signs in: the answer is the same whether an account has the address or none."""
    accounts.sessions.check_origin(request)

    async def work(receipt: Receipt | None) -> CodeSent:
        await accounts.mail_link(body.email, caller_of(request.scope))
        return CodeSent(True)

    return await call.once(body, CodeSent, work)


@router.post("/api/account/links/open", dependencies=[SignsIn])
@answers
async def open_link(request: Request, accounts: AllAccounts, body: TokenBody) -> Annotated[Response, AccountDocument]:
    """Sign in by a link that was mailed. 409 `name-needed` where it makes an account: send it again with a name."""
    accounts.sessions.check_origin(request)
    return await _signed_in(request, accounts, await accounts.by_link(body.token, body.name.strip(), caller_of(request.scope)))


async def _signed_in(request: Request, accounts: Accounts, opened: str) -> Response:
    carrier = Response()
    session = await accounts.sessions.begin(request, opened, carrier)
    results: Results = request.app.state.results
    await results.note_network(opened, caller_of(request.scope))
    return _with_cookies(json_answer(await accounts.document(session)), carrier)


def _with_cookies(answer: Response, carrier: Response) -> Response:
    answer.raw_headers += [(name, value) for name, value in carrier.raw_headers if name == b"set-cookie"]
    return answer


@router.post("/api/account/sign-out")
@answers
async def sign_out(request: Request, accounts: AllAccounts, session: SignedIn) -> Annotated[Response, Done]:
    """This browser is signed in no more."""
    await accounts.sign_out(session)
    answer = json_answer(Done())
    accounts.sessions.drop_cookies(request, answer)
    return answer


# ---------------------------------------------------------------------------------------------------- what it keeps


@router.put("/api/account", dependencies=[Keeps])
@answers
async def rename(call: Changes, accounts: AllAccounts, session: SignedIn, body: AccountNameBody) -> Done:
    """What the account calls its player from now on; seats keep the name under which they were taken."""

    async def work(receipt: Receipt | None) -> Done:
        await accounts.rename(session.account, body.name.strip())
        return Done()

    return await call.once(body, Done, work)


@router.delete("/api/account")
@answers
async def delete(request: Request, accounts: AllAccounts, session: SignedIn) -> Annotated[Response, Done]:
    """Remove the account and whatever says who its player was; his matches stay, with "a former player"."""
    await accounts.delete(session.account)
    answer = json_answer(Done())
    accounts.sessions.drop_cookies(request, answer)
    return answer


@router.put("/api/account/settings", dependencies=[Keeps])
@answers
async def settings(call: Changes, accounts: AllAccounts, session: SignedIn, body: SettingsBody) -> Done:
    """What the client keeps there: it is given back as it came."""

    async def work(receipt: Receipt | None) -> Done:
        await accounts.keep_settings(session.account, body.settings)
        return Done()

    return await call.once(body, Done, work)


@router.put("/api/account/email", dependencies=[Keeps])
@answers
async def email(request: Request, call: Changes, accounts: AllAccounts, session: SignedIn, body: AddressBody) -> CodeSent:
    """Have a link mailed that makes the address the account's own."""

    async def work(receipt: Receipt | None) -> CodeSent:
        await accounts.mail_confirmation(session, body.email, caller_of(request.scope))
        return CodeSent(True)

    return await call.once(body, CodeSent, work)


@router.post("/api/account/email/confirm", dependencies=[SignsIn])
@answers
async def confirm_email(accounts: AllAccounts, session: SignedIn, body: TokenBody) -> AccountDocument:
    """The token of that link."""
    await accounts.confirm_address(session.account, body.token)
    return await accounts.document(session)


@router.delete("/api/account/email", dependencies=[Keeps])
@answers
async def no_email(call: Changes, accounts: AllAccounts, session: SignedIn, body: KeyedBody | None = None) -> Done:
    async def work(receipt: Receipt | None) -> Done:
        await accounts.remove_address(session.account)
        return Done()

    return await call.once(body, Done, work)


@router.delete("/api/account/passkeys/{passkey}", dependencies=[Keeps])
@answers
async def remove_passkey(
    call: Changes, accounts: AllAccounts, session: SignedIn, passkey: str, body: KeyedBody | None = None
) -> Done:
    """This passkey signs in no more."""

    async def work(receipt: Receipt | None) -> Done:
        await accounts.remove_passkey(session.account, passkey)
        return Done()

    return await call.once(body, Done, work)


@router.delete("/api/account/sessions/{wanted}", dependencies=[Keeps])
@answers
async def end_session(
    call: Changes, accounts: AllAccounts, session: SignedIn, wanted: str, body: KeyedBody | None = None
) -> Done:
    """Sign another browser out; all others by `others`. Keys that it has kept to the account's seats open nothing any more."""

    async def work(receipt: Receipt | None) -> Done:
        await accounts.end_session(session, wanted)
        return Done()

    return await call.once(body, Done, work)


# ---------------------------------------------------------------------------------------------------- its seats


@router.get("/api/account/tables")
@answers
async def account_tables(accounts: AllAccounts, session: SignedIn) -> list[MyTable]:
    """The tables at which the account has seats: `account:SIDES` is the key to each."""
    return await accounts.tables_of(session.account)


@router.post("/api/account/seats", dependencies=[Keeps])
@answers
async def add_seats(call: Changes, accounts: AllAccounts, session: SignedIn, body: SeatKeysBody) -> SeatsAdded:
    """Seats that were taken as a guest, by their keys."""

    async def work(receipt: Receipt | None) -> SeatsAdded:
        return SeatsAdded(await accounts.add_seats(session.account, [hashed(key) for key in body.keys]))

    return await call.once(body, SeatsAdded, work)


@router.delete("/api/account/tables/{table_id}", dependencies=[Keeps])
@answers
async def let_go(call: Changes, accounts: AllAccounts, session: SignedIn, table_id: str, body: KeyedBody | None = None) -> Done:
    """Forget a table: its seats are in the account no more."""

    async def work(receipt: Receipt | None) -> Done:
        await accounts.let_go(session.account, table_id)
        return Done()

    return await call.once(body, Done, work)
