"""Player accounts: making one, signing in by passkey or by a link in a mail, and the seats that belong to it.

Nobody needs one. With one, a seat can be played from any browser in which its player is signed in: such a browser sends
`account:SIDES` in place of a key, and its session says whose.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from datetime import UTC, datetime

from . import errors, limits, passkeys
from .account_store import AccountRow, AccountStore, AddressTaken, PasskeyRow, SessionRow, TicketRow
from .keys import hashed
from .limits import Bucket
from .lobby import listed_tables
from .mailing import mailbox
from .rows import KeyRow, News
from .sessions import Sessions, device_of
from .tables import Tables
from .wire import AccountDocument, MyTable, PasskeyLine, SessionLine

ACCOUNT_KEY = "account:"  # in place of a key: the seat of these sides, of whoever is signed in
HOUR, DAY = 3600.0, 86400.0  # seconds


class Accounts:
    """The service."""

    def __init__(self, tables: Tables) -> None:
        self.tables, self.store = tables, AccountStore(tables.store)
        self.sessions = Sessions(self.store, tables.notifier.home)
        self.made = Bucket(limits.ACCOUNTS_PER_HOUR / HOUR, limits.ACCOUNTS_PER_HOUR)  # by caller
        self.links = Bucket(limits.LINKS_TO_SIGN_IN / DAY, limits.LINKS_TO_SIGN_IN)  # by recipient
        self._seats: dict[tuple[str, str, str], str] = {}  # account, table, sides: the hash of the key
        tables.on_session_news = self.heard

    @property
    def sends_links(self) -> bool:
        """A link in a mail must name this server, and what a call says its name is nobody can trust."""
        return bool(self.tables.notifier.smtp and self.sessions.home)

    def heard(self, session_hash: str) -> None:
        """A session has ended, perhaps by another server; all may have, if it is not said which."""
        if session_hash:
            self.sessions.forget(session_hash)
        else:
            self.sessions.forget_all()
        self._seats.clear()

    # ---------------------------------------------------------------- passkeys

    async def ask_for_passkey(self, origin: str, session: SessionRow | None, name: str) -> str:
        """What a browser needs to make a passkey: for the account that is signed in, else for a new one of that name."""
        if session is None:
            if not name:
                raise errors.malformed("name: say what others shall call you")
            account, known = new_account_id(), list[PasskeyRow]()
        else:
            row = await self._row(session.account)
            account, name = row.id, row.name
            known = await asyncio.to_thread(self.store.passkeys, account)
            if len(known) >= limits.PASSKEYS:
                raise errors.not_yours(f"An account has {limits.PASSKEYS} passkeys at most: remove one first")
        challenge = passkeys.new_challenge()
        kind = "new-passkey" if session else "new-account"
        await asyncio.to_thread(self.store.new_ticket, TicketRow(_challenge_hash(challenge), kind, account, name))
        return passkeys.to_make(origin, challenge, account, name, known)

    async def keep_passkey(self, origin: str, session: SessionRow | None, credential: str, agent: str, caller: str) -> str:
        """The account that a new passkey opens; it is made by it if nobody is signed in."""
        _, challenge = passkeys.answered(credential)
        ticket = await self._use(_challenge_hash(challenge), "new-passkey" if session else "new-account")
        if session is not None and ticket.account != session.account:
            raise errors.not_yours("Begin again: somebody else is signed in by now")
        passkey = passkeys.made(origin, challenge, credential, ticket.account, device_of(agent))
        if session is not None:
            await asyncio.to_thread(self.store.add_passkey, passkey)
        else:
            self._check_may_make(caller)
            await asyncio.to_thread(self.store.new_account, ticket.account, ticket.text, "", passkey)
        return ticket.account

    async def ask_to_show(self, origin: str) -> str:
        challenge = passkeys.new_challenge()
        await asyncio.to_thread(self.store.new_ticket, TicketRow(_challenge_hash(challenge), "sign-in", "", ""))
        return passkeys.to_show(origin, challenge)

    async def by_passkey(self, origin: str, credential: str) -> str:
        """Whose passkey was shown. Each challenge is answered once."""
        known_as, challenge = passkeys.answered(credential)
        await self._use(_challenge_hash(challenge), "sign-in")
        passkey = await asyncio.to_thread(self.store.passkey, known_as)
        if passkey is None:
            raise errors.Refused(403, "no-passkey", "This server does not know this passkey: it may have been removed")
        count = passkeys.shown(origin, challenge, credential, passkey)
        await asyncio.to_thread(self.store.used_passkey, passkey.id, count)
        return passkey.account

    async def remove_passkey(self, account: str, passkey: str) -> None:
        row, known = await self._row(account), await asyncio.to_thread(self.store.passkeys, account)
        if len(known) < 2 and not row.email:
            raise errors.not_yours("Keep this passkey: without it, and without a mail address, you could not sign in again")
        await asyncio.to_thread(self.store.remove_passkey, account, passkey)

    # ---------------------------------------------------------------- links in mails

    async def mail_link(self, email: str, caller: str) -> None:
        """Mail a link that signs in. Whether an account has the address is told to nobody but who reads the mail."""
        await self._mail(email, caller, "mail", "", "sign-in", "This link signs you in to Trenchline")

    async def mail_confirmation(self, session: SessionRow, email: str, caller: str) -> None:
        """Mail a link that makes the address one's own: it works where the account is signed in, and nowhere else."""
        await self._mail(email, caller, "address", session.account, "confirm", "This link confirms your address for Trenchline")

    async def _mail(self, email: str, caller: str, kind: str, account: str, page: str, words: str) -> None:
        notifier = self.tables.notifier
        if not self.sends_links:
            raise errors.Refused(409, "no-mail", "This server sends no mail to sign in by")
        if not notifier.asked.allows(caller) or not self.links.allows(mailbox(email)):
            raise errors.Refused(429, "too-fast", "Too many links were sent; try again tomorrow, or use a passkey")
        token = secrets.token_urlsafe(32)
        await asyncio.to_thread(self.store.new_ticket, TicketRow(hashed(token), kind, account, email.lower()))
        link = f"{self.sessions.home.rstrip('/')}/#/{page}/{token}"
        once = f"once, within {limits.TICKET_MINUTES} minutes. If you did not ask for it, do nothing."
        notifier.post(email, "sign in" if kind == "mail" else "confirm your address", f"{words}, {once}\n\n{link}")

    async def by_link(self, token: str, name: str, caller: str) -> str:
        """Whose link it is. An address that no account has gets one, once its owner has said his name."""
        ticket = await asyncio.to_thread(self.store.ticket, hashed(token), "mail")
        if ticket is None:
            raise _used()
        row = await asyncio.to_thread(self.store.account_at, ticket.text)
        if row is None and not name:
            raise errors.Refused(409, "name-needed", "Choose a name: this makes your account")
        if row is None:
            self._check_may_make(caller)
        await self._use(ticket.hash, "mail")
        if row is not None:
            return row.id
        account = new_account_id()
        try:
            await asyncio.to_thread(self.store.new_account, account, name, ticket.text)
        except AddressTaken:  # by another link to the same letter box
            raise _used() from None
        return account

    async def confirm_address(self, account: str, token: str) -> None:
        ticket = await asyncio.to_thread(self.store.ticket, hashed(token), "address")
        if ticket is None or ticket.account != account:  # else whoever asked would get mail that is somebody else's
            raise errors.Refused(403, "other-account", "Open this link where you asked for it: signed in to the same account")
        await self._use(ticket.hash, "address")
        try:
            await asyncio.to_thread(self.store.set_account, account, email=ticket.text)
        except AddressTaken:
            raise errors.Refused(409, "address-taken", "Another account has this address: sign in to that one") from None

    async def remove_address(self, account: str) -> None:
        if not await asyncio.to_thread(self.store.passkeys, account):
            raise errors.not_yours("Add a passkey first: without the address you could not sign in again")
        await asyncio.to_thread(self.store.set_account, account, email="")

    # ---------------------------------------------------------------- the account itself

    async def document(self, session: SessionRow | None) -> AccountDocument:
        """All that its owner is shown of an account; of none, how one could be had."""
        ways = self.sends_links
        if session is None:
            return AccountDocument(False, ways)
        row = await self._row(session.account)
        keys = await asyncio.to_thread(self.store.passkeys, row.id)
        open_in = await asyncio.to_thread(self.store.sessions, row.id)
        return AccountDocument(
            True,
            ways,
            row.name,
            row.email,
            row.settings,
            [PasskeyLine(key.id, key.name, key.created, key.used) for key in keys],
            [SessionLine(s.hash, s.device, s.created, s.used, s.hash == session.hash) for s in open_in],
            await asyncio.to_thread(self.tables.store.vacation_left, row.id, datetime.now(UTC).year, self.tables.time.now()),
        )

    async def rename(self, account: str, name: str) -> None:
        await asyncio.to_thread(self.store.set_account, account, name=name)

    async def keep_settings(self, account: str, settings: str) -> None:
        await asyncio.to_thread(self.store.set_account, account, settings=settings)

    async def tables_of(self, account: str) -> list[MyTable]:
        return await listed_tables(self.tables, await asyncio.to_thread(self.tables.store.tables_of_account, account), {})

    async def end_session(self, session: SessionRow, wanted: str) -> None:
        """Sign another browser out, all others by `others`. What they have kept opens nothing any more."""
        known = [s.hash for s in await asyncio.to_thread(self.store.sessions, session.account)]
        ended = [s for s in known if s != session.hash and wanted in (s, "others")]
        await self.sessions.end(ended)
        if ended:
            self._forget_seats(await asyncio.to_thread(self.store.lock_out, session.account))

    async def sign_out(self, session: SessionRow) -> None:
        await self.sessions.end([session.hash])
        self._seats.clear()
        for _, row, _ in await asyncio.to_thread(self.tables.store.tables_of_account, session.account):
            self.tables.hub.wake(row.id)

    async def delete(self, account: str) -> None:
        """Nothing says any more who the player was; his matches stay, with "a former player"."""
        seats = await asyncio.to_thread(self.tables.store.tables_of_account, account)
        for session in await asyncio.to_thread(self.store.sessions, account):
            self.sessions.forget(session.hash)
        told = await asyncio.to_thread(self.store.delete_account, account)
        self._forget_seats([(row.id, key.hash) for key, row, _ in seats])
        for table_id, entry in told:
            self.tables.heard(News(table_id, entry))
            self.tables.heard(News(table_id, talk=True))

    # ---------------------------------------------------------------- seats

    async def add_seats(self, account: str, hashes: Sequence[str]) -> int:
        """Seats whose keys somebody has are in his account from now on; how many. Another account's stay there."""
        found = await asyncio.to_thread(self.store.add_seats, account, hashes)
        self._forget_seats(found)
        return len(found)

    async def let_go(self, account: str, table_id: str) -> None:
        hashes = await asyncio.to_thread(self.store.let_go, account, table_id)
        self._forget_seats([(table_id, key_hash) for key_hash in hashes])

    def _forget_seats(self, seats: Sequence[tuple[str, str]]) -> None:
        self._seats.clear()
        for table_id, key_hash in seats:
            self.tables.forget_keys(table_id, [key_hash])

    async def seat(self, session: SessionRow | None, table_id: str, sides: str) -> KeyRow:
        """The seat that somebody who is signed in has in his account. Raises Refused where there is none."""
        if session is None:
            raise errors.Refused(401, "signed-out", "Sign in again: this seat is kept in your account")
        place = session.account, table_id, sides
        found = self._seats.get(place) or await asyncio.to_thread(self.store.seat_of, *place)
        if not found:
            raise errors.no_key()
        key = await self.tables.key_again(table_id, found)
        if key.account != session.account:
            self._seats.pop(place, None)
            raise errors.no_key()
        if len(self._seats) >= limits.SESSIONS_IN_MEMORY:
            self._seats.clear()
        self._seats[place] = found
        return key

    async def seat_again(self, session_hash: str, table_id: str, sides: str) -> KeyRow:
        """The same for an open line, as the session is now."""
        return await self.seat(await self.sessions.again(session_hash), table_id, sides)

    # ---------------------------------------------------------------- beneath

    async def _row(self, account: str) -> AccountRow:
        row = await asyncio.to_thread(self.store.account, account)
        if row is None:
            raise signed_out()
        return row

    async def _use(self, ticket_hash: str, kind: str) -> TicketRow:
        ticket = await asyncio.to_thread(self.store.ticket, ticket_hash, kind)
        if ticket is None or not await asyncio.to_thread(self.store.use_ticket, ticket_hash):
            raise _used()
        return ticket

    def _check_may_make(self, caller: str) -> None:
        if not self.made.allows(caller):
            raise errors.Refused(429, "too-fast", "Too many accounts were made from your address; try again in an hour")


def new_account_id() -> str:
    return secrets.token_urlsafe(12)


def signed_out() -> errors.Refused:
    return errors.Refused(401, "signed-out", "Sign in first")


def _used() -> errors.Refused:
    return errors.Refused(403, "used", "Begin again: this was used before, or it took too long")


def _challenge_hash(challenge: bytes) -> str:
    return hashed(challenge.hex())
