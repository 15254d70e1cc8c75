"""Named limits: how much and how often. A busy site can raise those that are read from the environment."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from .. import TrenchlineError

BODY = 512 * 1024  # bytes of a request
VALUES = 1000  # in the body of a request: more are never needed, and each costs time before it is refused
LONGEST_MATCH = 50_000  # actions and dice; the longest campaigns have some thirty thousand
LONGEST_LOG = 4 * LONGEST_MATCH  # entries of a table, with what was taken back: all are replayed when it is loaded
UPLOAD = 256 * 1024 + 32 * LONGEST_MATCH  # bytes of a request with a save: the opening, and so much for each action
CHAT = 500  # characters of one message
CHAT_PER_MINUTE = 30  # messages of one player
ONLOOKER_CHAT = 200  # characters
ONLOOKER_CHAT_PER_MINUTE = 6  # messages of all onlookers from one address
ONLOOKERS_PER_TABLE = 20  # messages of all onlookers of a table in a minute
TALK_SHOWN = 100  # messages that somebody is shown who comes to a table, the latest
TALK_BYTES = 32 * 1024  # of them at the most, names and all
UNGUESSABLE = 16  # characters at least, of the idempotency key of a call that needs no key to a table
RECEIPT_HOURS = 24  # for which the answer of a call is kept, for who sends it again
RECEIPTS_TIDIED = 500  # so many are written between two looks for older ones
NAME = 40
NOTES = 20_000
ORDERS = 16_000  # characters of the standing orders of one player
ORDERED_AT_ONCE = 200  # questions that standing orders answer in one call; the rest a moment later
GROUP = 16  # counters that are asked about together
AT_ONCE = 60  # actions that are tried one after the other
MY_TABLES = 200  # keys in one look at "my tables"
TABLES_PER_MINUTE = int(os.environ.get("TRENCHLINE_TABLES_PER_MINUTE", "30"))  # new tables from one address
SEATS_PER_MINUTE = int(os.environ.get("TRENCHLINE_SEATS_PER_MINUTE", "6"))  # taken at open tables from one address
MAILS_PER_DAY = int(os.environ.get("TRENCHLINE_MAILS_PER_DAY", "40"))  # to one recipient
CODES_PER_DAY = 3  # mails to one recipient who has not confirmed his address
CODES_PER_HOUR = 6  # of such mails that one caller may ask for
MESSAGES_PER_DAY = 100  # to one browser or webhook
NOTICES_AT_ONCE = 500  # that are planned in one go
MESSAGES_AT_ONCE = 500  # that are sent in one go
SENDING_AT_ONCE = 8
BROWSERS = 10  # that are told of one player's turns; the oldest goes first
BROWSERS_PER_MINUTE = 20  # registered from one address
WAYS_TRIED = 20  # messages that are sent to try a player's ways to be told, in one go
GUESSES_PER_HOUR = 5  # at the code of one seat
SIGN_INS_PER_MINUTE = 20  # begun or tried from one address
ACCOUNTS_PER_HOUR = 10  # made from one address
LINKS_TO_SIGN_IN = 4  # mailed to one recipient at once, and as many in a day
PASSKEYS = 20  # of one account
SESSIONS = 50  # of one account; the one not used for longest goes first
SESSION_DAYS = 180  # without use, after which a session ends
SESSIONS_IN_MEMORY = 20_000
TICKET_MINUTES = 15  # in which a link that was mailed must be used, or a passkey be shown
SETTINGS = 4_000  # characters
CREDENTIAL = 20_000  # characters of what a browser answers about a passkey
SEATS_ADDED = 200  # to an account in one call
OPEN_TABLES = 50  # in the list
OPEN_DAYS = 3  # after which a table that nobody has touched is listed no more
PREVIEWS_IN_MEMORY = 2_000  # of moments of matches, that are shown beside links
CUPS = 20  # in which an account plays
CUP_PLAYERS = 6  # who play thirty matches
RESULTS = 300  # matches on the page of a player, the latest
BEGUN = 5  # actions that each person at a table must have taken before its end is a result
SETTLED_AT_ONCE = 20  # older matches of which it is worked out at one look whether they count
UNSETTLED_DAYS = 3  # back to which a server looks for such matches when it starts
RATED_A_DAY, RATED_A_MONTH = 2, 12  # matches of the same two accounts
RATED_TERMS = 100  # times that somebody has begun and ceased to take part in the ratings of a game
NETWORKS = 8  # in which somebody has signed in last
PICTURES_IN_MEMORY = 100  # of moments of matches, some 100 kB each
SHOWN_TABLES = 6  # matches to watch, in the list
CALLS_PER_SECOND = int(os.environ.get("TRENCHLINE_CALLS_PER_SECOND", "100"))  # on the average, from one address
BURST = 4 * CALLS_PER_SECOND
LOOP_SHARE = float(os.environ.get("TRENCHLINE_LOOP_SHARE", "0.25"))  # of the event loop, for one address
LOOP_BURST = 0.5  # seconds of it at once; who has had more goes behind others
CALL_COSTS = 0.0005  # seconds of it that every call takes, however soon it is refused
CALLS_BEYOND_SHARE = 4  # that such an address has under way at a time
KEPT_PER_MINUTE = 120  # notes and addresses for mail that one address has written down
LINKS_PER_MINUTE = 20  # new links to seats or for onlookers from one address
HINTS_AT_ONCE = 4  # that one address waits for
ANALYSES_PER_ADDRESS = 3  # matches that wait to be analysed for one address
ANALYSES_WAITING = 300  # for all
ANALYSIS_SECONDS = float(os.environ.get("TRENCHLINE_ANALYSIS_SECONDS", "7200"))  # after which one is given up
BOT_PROCESSES = int(os.environ.get("TRENCHLINE_BOT_PROCESSES", "0")) or max(1, (os.cpu_count() or 1) // 2)
BOT_HELPERS = int(os.environ.get("TRENCHLINE_BOT_HELPERS", "-1"))  # of each process of deep thinkers, where processors are idle
if BOT_HELPERS < 0:
    BOT_HELPERS = int((os.cpu_count() or 1) >= 4)
BOT_PASSED_OVER = 30.0  # seconds a bot whom nobody watches lets others go first
LOOKED_AT = 60.0  # seconds for which a table counts as watched after somebody without a live line has asked for its state
ADDRESSES_REMEMBERED = 20_000  # by each of the counts of who has had how much
OUTSIDE_BOT_SECONDS = float(os.environ.get("TRENCHLINE_OUTSIDE_BOT_SECONDS", "60"))  # a decision of a bot let in by --bots

SHORT_WORK = 1000  # steps: looking back a little, a short upload; what takes more is long
LONG_WORK_AT_ONCE = 2  # long replays, uploads and the like of one address that are begun: each holds much memory
WORK_PER_ADDRESS = 64  # that one address may have under way or waiting
ANSWER_PIECE = 64 * 1024  # bytes of a long answer that are given to a connection at a time

HEAD = 32 * 1024  # bytes of a request's address and headers
ONE_READ = 256 * 1024  # bytes that come from a socket in one go
DISCARDED = 8 * 1024 * 1024  # bytes of a body that is refused; who sends more is cut off
HEAD_SECONDS = float(os.environ.get("TRENCHLINE_HEAD_SECONDS", "10"))  # from the first byte, or from connecting
BODY_SECONDS = 60.0
READ_ANSWER_SECONDS = 60.0  # in which nothing of an answer is taken
CONNECTIONS_PER_ADDRESS = int(os.environ.get("TRENCHLINE_CONNECTIONS_PER_ADDRESS", "2000"))
HALF_OPEN_PER_ADDRESS = 128
LINE_FRAMES_PER_SECOND = 1.0  # that may come on a live line: a page asks every 20 seconds, and answers as many pings
LINE_FRAMES = 30  # of them at once
LINE_READ = 512  # bytes of a live line that are looked at in one go
TALKATIVE = 4429  # the code with which a live line is closed on which too much is said
GOODBYE_SECONDS = 2.0  # in which the other end may hear why
JUST_COME = 2.0  # seconds in which a connection's request may still be on its way

Network = IPv4Network | IPv6Network


class Bucket:
    """A leaky bucket for each caller: so many calls a second, with some in hand."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._level: dict[str, tuple[float, float]] = {}

    def allows(self, caller: str) -> bool:
        at = time.monotonic()
        level, then = self._level.get(caller, (0.0, at))
        level = max(0.0, level - (at - then) * self.rate)
        if level + 1 > self.burst:
            self._level[caller] = level, at
            return False
        self._level[caller] = level + 1, at
        if len(self._level) > ADDRESSES_REMEMBERED:
            self._forget(at)
        return True

    def _forget(self, at: float) -> None:
        """Callers whose bucket has run empty need not be remembered."""
        self._level = {c: (v, t) for c, (v, t) in self._level.items() if v - (at - t) * self.rate > 0}


@lru_cache(maxsize=10_000)
def caller(host: str) -> str:
    """Whom limits count a peer's address as: itself, or the network that one subscriber of IPv6 is given."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ip_network((address, 64), strict=False).network_address) + "/64"
    return host


def networks(text: str) -> list[Network]:
    """Addresses and networks, as an operator writes them: `127.0.0.1,10.0.0.0/8`."""
    try:
        return [ip_network(word.strip(), strict=False) for word in text.split(",") if word.strip()]
    except ValueError as fault:
        raise TrenchlineError(f"{fault}: name addresses or networks, as in 127.0.0.1,10.0.0.0/8") from None


def among(host: str, known: Sequence[Network]) -> bool:
    """Whether an address is one of some networks'."""
    try:
        address = ip_address(host)
    except ValueError:
        return False
    if isinstance(address, IPv6Address) and address.ipv4_mapped:
        return any(address.ipv4_mapped in network for network in known)
    return any(address in network for network in known)
