"""Answers that are worth packing: what is read once and is long. Pushes and answers to actions go as they are."""

from __future__ import annotations

import gzip
import re

from fastapi import Request, Response

WORTH_IT = 1400  # bytes: less fits into one packet anyway
FAST, SMALL = 4, 9  # levels: for what is packed while somebody waits, and for what is packed once
REFUSED = re.compile(r"gzip\s*;\s*q=0(\.0*)?\s*$")


def takes_gzip(accept_encoding: str) -> bool:
    """Whether a browser says that it can unpack.

    >>> takes_gzip("gzip, deflate, br"), takes_gzip("br"), takes_gzip("gzip;q=0, br"), takes_gzip("gzip;q=0.5")
    (True, False, False, True)
    """
    words = [word.strip().lower() for word in accept_encoding.split(",")]
    return any(word.startswith("gzip") and not REFUSED.match(word) for word in words)


def pack(body: bytes, level: int = FAST) -> bytes:
    """The same bytes give the same bytes."""
    return gzip.compress(body, level, mtime=0)


def packed_json(request: Request, body: bytes, packed: bytes | None = None, headers: dict[str, str] | None = None) -> Response:
    """A JSON answer, packed for those who can unpack it; `packed` where that was done before."""
    told = {"Vary": "Accept-Encoding", **(headers or {})}
    if len(body) >= WORTH_IT and takes_gzip(request.headers.get("accept-encoding", "")):
        told["Content-Encoding"] = "gzip"
        body = packed or pack(body)
    return Response(body, media_type="application/json", headers=told)
