"""The tables of the database. A column that is added later can be null: an older database gets it when a server starts."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()
tables = sa.Table(
    "tables", metadata,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("rules", sa.Integer, nullable=False),
    sa.Column("scenario", sa.String(40), nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("dice", sa.Text, nullable=False),
    sa.Column("opening", sa.Text, nullable=False),
    sa.Column("seats", sa.Text, nullable=False),
    sa.Column("parent", sa.String(24), nullable=False),
    sa.Column("created", sa.String(32), nullable=False),
    sa.Column("updated", sa.String(32), nullable=False),
    sa.Column("dice_known", sa.Integer, nullable=True),  # 1: they came with an upload
    sa.Column("dice_since", sa.Integer, nullable=True),  # actions that came with an upload, before these dice took over
    sa.Column("listed", sa.Integer, nullable=True, index=True),  # 1: in the list of open tables
    sa.Column("series", sa.Text, nullable=True),  # the matches of which this is the rematch
    sa.Column("summary", sa.Text, nullable=True),  # where the match stands, for lists of tables
    sa.Column("shown", sa.String(64), nullable=True, index=True),  # the key by which anybody may look on
    sa.Column("clock", sa.Text, nullable=True),  # how much time the players have; null for none
    sa.Column("level", sa.String(12), nullable=True),  # whom the host of a listed table looks for
    sa.Column("counts", sa.Integer, nullable=True),  # 1: a finished match that is a result; 0: it never really began
)  # fmt: skip
keys = sa.Table(
    "keys", metadata,
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id"), nullable=False, index=True),
    sa.Column("kind", sa.String(8), nullable=False),  # seat, invite, claimed, move, watch, spent
    sa.Column("sides", sa.String(80), nullable=False),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("notes", sa.Text, nullable=False),
    sa.Column("email", sa.String(120), nullable=False),
    sa.Column("email_wanted", sa.String(120), nullable=True),  # not confirmed yet
    sa.Column("email_code", sa.String(64), nullable=True),  # the hash of the code that confirms it
    sa.Column("seat", sa.String(64), nullable=True, index=True),  # whose seat an offer moves, or whose holder it waits for
    sa.Column("account", sa.String(24), nullable=True, index=True),  # whose seat it is, if its player has an account
    sa.Column("orders", sa.Text, nullable=True),  # standing orders: questions that are answered beforehand
    sa.Column("email_since", sa.String(32), nullable=True),  # when its address was confirmed
    sa.Column("telling", sa.Text, nullable=True),  # how a guest wants to be told of his turns
    sa.Column("account_since", sa.String(32), nullable=True),  # when the seat came into its account
)  # fmt: skip
log = sa.Table(
    "log", metadata,
    sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(12), nullable=False),  # action, undo, ask, answer, resign, seat, rematch, rematched
    sa.Column("side", sa.String(20), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("idem", sa.String(64), nullable=True),
    sa.Column("at", sa.String(32), nullable=False),
    sa.Column("why", sa.Text, nullable=True),  # a bot's reason
    sa.Column("clock", sa.BigInteger, nullable=True),  # the service time, at a table with a clock
    sa.Column("ordered", sa.Integer, nullable=True),  # 1: answered by a standing order
    sa.UniqueConstraint("table_id", "idem"),
)  # fmt: skip
chat = sa.Table(
    "chat", metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id"), nullable=False, index=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at", sa.String(32), nullable=False),
    sa.Column("apart", sa.Integer, nullable=True),  # 1: said by an onlooker, while the match went on
)  # fmt: skip

analyses = sa.Table(  # what was luck in a match, and what its orders cost
    "analyses", metadata,
    sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("upto", sa.Integer, nullable=False),  # entries of the log: of a match that goes on it is soon out of date
    sa.Column("text", sa.Text, nullable=False),
)  # fmt: skip

receipts = sa.Table(
    "receipts", metadata,
    sa.Column("id", sa.String(64), primary_key=True),  # the hash of a call and its idempotency key
    sa.Column("answer", sa.Text, nullable=False),  # sealed
    sa.Column("at", sa.String(32), nullable=False, index=True),
)  # fmt: skip

service_time = sa.Table(  # the milliseconds in which a server was running on this database; it never goes back
    "service_time", metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("ms", sa.BigInteger, nullable=False),
)  # fmt: skip

accounts = sa.Table(
    "accounts", metadata,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("email", sa.String(120), nullable=True, unique=True),  # confirmed; in small letters
    sa.Column("settings", sa.Text, nullable=False),  # of the client, which alone reads them
    sa.Column("created", sa.String(32), nullable=False),
    sa.Column("vacation", sa.Text, nullable=True),  # the days of this year that are used
    sa.Column("telling", sa.Text, nullable=True),  # how its player wants to be told of his turns
    sa.Column("page", sa.String(24), nullable=True, index=True),  # the name of the page of its results; null for none
    sa.Column("rated", sa.Text, nullable=True),  # when it took part in the ratings of each game
    sa.Column("networks", sa.Text, nullable=True),  # hashes of the networks in which its player signed in last
)  # fmt: skip
passkeys = sa.Table(
    "passkeys", metadata,
    sa.Column("id", sa.String(64), primary_key=True),  # the hash of the credential's own id
    sa.Column("account", sa.String(24), sa.ForeignKey("accounts.id"), nullable=False, index=True),
    sa.Column("credential", sa.Text, nullable=False),
    sa.Column("public_key", sa.Text, nullable=False),
    sa.Column("sign_count", sa.BigInteger, nullable=False),
    sa.Column("name", sa.String(80), nullable=False),  # the device it was made on
    sa.Column("created", sa.String(32), nullable=False),
    sa.Column("used", sa.String(32), nullable=False),
)  # fmt: skip
sessions = sa.Table(
    "sessions", metadata,
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("account", sa.String(24), sa.ForeignKey("accounts.id"), nullable=False, index=True),
    sa.Column("device", sa.String(80), nullable=False),
    sa.Column("created", sa.String(32), nullable=False),
    sa.Column("used", sa.String(32), nullable=False),
)  # fmt: skip
tickets = sa.Table(  # what can be used once, soon: challenges to passkeys, links in mails
    "tickets", metadata,
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("kind", sa.String(12), nullable=False),  # new-passkey, sign-in, mail, address
    sa.Column("account", sa.String(24), nullable=False),  # whom it is for; empty for somebody who is not signed in
    sa.Column("text", sa.String(120), nullable=False),  # the name or the address it is about
    sa.Column("until", sa.String(32), nullable=False, index=True),
)  # fmt: skip

notices = sa.Table(  # what the player of a seat is to be told, or was told since he last came: once each
    "notices", metadata,
    sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.String(20), primary_key=True),
    sa.Column("kind", sa.String(40), primary_key=True),  # turn, or what a message is about
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("begun", sa.String(32), nullable=False),
    sa.Column("shared_out", sa.Integer, nullable=False, index=True),  # 1: a message for each way to tell him is in `outbox`
)  # fmt: skip
outbox = sa.Table(  # messages that are still to be sent: one for each way to tell a player
    "outbox", metadata,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id"), nullable=False, index=True),
    sa.Column("seat", sa.String(20), nullable=False),
    sa.Column("kind", sa.String(40), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("way", sa.String(8), nullable=False),  # push, mail, hook, host
    sa.Column("target", sa.Text, nullable=False),  # an address; of a browser its endpoint and keys
    sa.Column("due", sa.String(32), nullable=False, index=True),
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Column("taken", sa.String(32), nullable=False),  # until when a server has it in hand
)  # fmt: skip
browsers = sa.Table(  # that are told by web push
    "browsers", metadata,
    sa.Column("id", sa.String(64), primary_key=True),  # the hash of its owner and endpoint
    sa.Column("owner", sa.String(64), nullable=False, index=True),  # an account, or the hash of a guest's key
    sa.Column("table_id", sa.String(24), nullable=True, index=True),  # of a guest
    sa.Column("session", sa.String(64), nullable=True, index=True),  # in which an account has registered it
    sa.Column("endpoint_hash", sa.String(64), nullable=False, index=True),
    sa.Column("subscription", sa.Text, nullable=False),
    sa.Column("created", sa.String(32), nullable=False),
)  # fmt: skip
server_keys = sa.Table(  # made once, the same for all servers on this database
    "server_keys", metadata,
    sa.Column("name", sa.String(20), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)  # fmt: skip

ratings = sa.Table(  # of those who take part
    "ratings", metadata,
    sa.Column("account", sa.String(24), sa.ForeignKey("accounts.id"), primary_key=True),
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("rating", sa.Float, nullable=False),
    sa.Column("deviation", sa.Float, nullable=False),
    sa.Column("volatility", sa.Float, nullable=False),
    sa.Column("matches", sa.Integer, nullable=False),
    sa.Column("updated", sa.String(32), nullable=False),
)  # fmt: skip
rated_matches = sa.Table(  # each once
    "rated_matches", metadata,
    sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("pair", sa.String(64), nullable=False, index=True),  # the hash of both accounts
    sa.Column("at", sa.String(32), nullable=False),
)  # fmt: skip
cups = sa.Table(
    "cups", metadata,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("name", sa.String(60), nullable=False),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("scenario", sa.String(40), nullable=False),
    sa.Column("owner", sa.String(24), nullable=False),
    sa.Column("created", sa.String(32), nullable=False),
    sa.Column("begun", sa.String(32), nullable=True),
)  # fmt: skip
cup_players = sa.Table(
    "cup_players", metadata,
    sa.Column("cup", sa.String(24), sa.ForeignKey("cups.id"), primary_key=True),
    sa.Column("account", sa.String(24), primary_key=True, index=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("at", sa.String(32), nullable=False),
)  # fmt: skip
cup_matches = sa.Table(  # `first` has the first side of the game
    "cup_matches", metadata,
    sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("cup", sa.String(24), sa.ForeignKey("cups.id"), nullable=False, index=True),
    sa.Column("first", sa.String(24), nullable=False),
    sa.Column("second", sa.String(24), nullable=False),
    sa.UniqueConstraint("cup", "first", "second"),
)  # fmt: skip
