"""The browser client's files: packed, and kept for ever under an address that names their contents.

The page itself is asked for anew each time. Everything it loads it finds under `v/VERSION/`, where VERSION is the hash of all
files: what a module imports by a relative path lies there too, so that no file need be rewritten, and a new version of the
client is a new set of addresses. The page lists the modules that the first view needs, so that they come at once and not one
after the other.
"""

from __future__ import annotations

import mimetypes
import re
from functools import cached_property
from hashlib import sha256
from pathlib import Path, PurePosixPath
from posixpath import normpath

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from .compression import SMALL, WORTH_IT, pack, takes_gzip

PAGE = "index.html"
FIRST = ("app.js", "lobby/lobby.js")  # what the first view of a stranger needs, with all that these import
PLAY = ("play/play-screen.js", "connection/session.js")  # what a table needs besides
TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".woff2": "font/woff2", ".webp": "image/webp"}
TEXT = {".js", ".css", ".svg", ".html", ".ts", ".txt", ".json"}
FOR_EVER, ASK_AGAIN = "public, max-age=31536000, immutable", "no-cache"
IMPORTED = re.compile(r'^(?:import|export) *[{*][^;"]*"(\.[^"]+\.js)"', re.M)
LOADED = re.compile(r'(?<=href="|\ssrc=")(?=[\w/.-]+\.\w+")')


class File:
    """A file as it is sent."""

    def __init__(self, name: str, body: bytes) -> None:
        self.name, self.body = name, body
        self.suffix = PurePosixPath(name).suffix
        self.type = TYPES.get(self.suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
        self.tag = sha256(body).hexdigest()[:20]

    @cached_property
    def packed(self) -> bytes | None:
        """None where packing is of no use: pictures and typefaces are packed already."""
        return pack(self.body, SMALL) if self.suffix in TEXT and len(self.body) >= WORTH_IT else None

    @cached_property
    def imports(self) -> list[str]:
        """The modules that this one names at its beginning."""
        folder = PurePosixPath(self.name).parent
        return [normpath(folder / name) for name in IMPORTED.findall(self.body.decode())]


class Edition:
    """All files as they were at one moment."""

    def __init__(self, folder: Path, stamp: object) -> None:
        self.stamp = stamp
        paths = sorted(path for path in folder.rglob("*") if path.is_file())
        read = [File(path.relative_to(folder).as_posix(), path.read_bytes()) for path in paths]
        self.files = {file.name: file for file in read}
        self.version = sha256("".join(f"{file.name} {file.tag}\n" for file in read).encode()).hexdigest()[:16]
        self.page = File(PAGE, self._page())

    def closure(self, names: tuple[str, ...]) -> list[str]:
        """Some modules and all that they import, in the order in which they are met."""
        found: dict[str, None] = {}
        waiting = list(reversed(names))
        while waiting:
            name = waiting.pop()
            if name in self.files and name not in found:
                found[name] = None
                waiting += reversed(self.files[name].imports)
        return list(found)

    def _page(self) -> bytes:
        """The page with the addresses of this edition, the modules of the first view, and for `app.js` those of a table."""
        place = f"v/{self.version}/"
        first = self.closure(FIRST)
        later = [name for name in self.closure(PLAY) if name not in first]
        preloads = "\n".join(f'<link rel="modulepreload" href="{name}">' for name in first)
        told = f'<meta name="play-modules" content="{" ".join(place + name for name in later)}">'
        page = self.files[PAGE].body.decode().replace("</head>", f"{preloads}\n</head>", 1)
        return LOADED.sub(place, page).replace("</head>", f"{told}\n</head>", 1).encode()


class ClientFiles:
    """Serves the client's files from memory; what is changed while the server runs is noticed when the page is asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.edition = Edition(folder, self._stamp())

    def _stamp(self) -> object:
        looked = [(str(path), path.stat()) for path in self.folder.rglob("*")]
        return sorted((name, stat.st_mtime_ns, stat.st_size) for name, stat in looked)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            raise HTTPException(404)
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405)
        name = scope["path"][len(scope.get("root_path", "")) :].lstrip("/")
        await self.answer(name, Headers(scope=scope))(scope, receive, send)

    def answer(self, name: str, headers: Headers) -> Response:
        if name in ("", PAGE):
            if (stamp := self._stamp()) != self.edition.stamp:
                self.edition = Edition(self.folder, stamp)
            return sent(self.edition.page, headers, ASK_AGAIN)
        version, lasting = "", re.fullmatch(r"v/([0-9a-f]+)/(.+)", name)
        if lasting:
            version, name = lasting.groups()
        file = self.edition.files.get(name)
        if file is None:
            raise HTTPException(404)
        # a page of an older version may still ask for something: it gets what there is, but must not take it for its own
        return sent(file, headers, FOR_EVER if version == self.edition.version else ASK_AGAIN)


def sent(file: File, headers: Headers, keeping: str) -> Response:
    packed = file.packed if takes_gzip(headers.get("accept-encoding", "")) else None
    tag = f'"{file.tag}-gz"' if packed else f'"{file.tag}"'
    told = {"ETag": tag, "Cache-Control": keeping, "Vary": "Accept-Encoding"}
    if headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=told)
    if packed:
        told["Content-Encoding"] = "gzip"
    return Response(packed or file.body, media_type=file.type, headers=told)
