"""Keys open tables. They are unguessable, and only their hashes are kept."""

from __future__ import annotations

import secrets
from hashlib import sha256


def new_key() -> str:
    """A key for one holder of one table."""
    return secrets.token_urlsafe(24)


def new_table_id() -> str:
    """A table's name in links: hard to guess, though it opens nothing by itself."""
    return secrets.token_urlsafe(9)


def hashed(key: str) -> str:
    """What is stored of a key."""
    return sha256(key.encode()).hexdigest()
