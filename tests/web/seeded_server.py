"""A server whose dice fall from one seed, for a test that must go the same way each time: `seeded_server.py DATABASE PORT`."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from trenchline.core import dice
from trenchline.server.run import serve

SEED = b"\x19\x16" * 16


class OneSeed:
    """In place of `secrets` where dice are made, and there alone."""

    token_bytes = staticmethod(lambda count: SEED[:count])
    token_hex = staticmethod(secrets.token_hex)


if __name__ == "__main__":
    dice.secrets = OneSeed  # type: ignore[assignment]
    serve(sys.argv[1], "127.0.0.1", int(sys.argv[2]))
