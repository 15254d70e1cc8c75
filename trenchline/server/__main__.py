"""`python -m trenchline.server`: the server and nothing else. `trenchline serve` is the friendly way."""

from __future__ import annotations

import argparse

from .run import serve
from .settings import add_options, chosen

if __name__ == "__main__":
    ask = argparse.ArgumentParser(description="Serve Trenchline.")
    ask.add_argument("--db", default="")
    ask.add_argument("--host", default="127.0.0.1")
    ask.add_argument("--port", type=int, default=1916)
    add_options(ask)
    words = ask.parse_args()
    serve(words.db, words.host, words.port, settings=chosen(words))
