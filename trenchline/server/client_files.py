"""The browser client's files: packed, and kept for ever under an address that names their contents.

The page itself is asked for anew each time. Everything it loads it finds under `v/VERSION/`, where VERSION is the hash of all
files: what a module imports by a relative path lies there too, and a new version of the client is a new set of addresses.
There the modules of the first view come as one, those of a table as another (packing.py), and the style sheets as one.
"""

from __future__ import annotations

import mimetypes
import re
from functools import cached_property
from hashlib import sha256
from pathlib import Path, PurePosixPath

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from . import packing
from .compression import SMALL, WORTH_IT, pack, takes_gzip

PAGE = "index.html"
# What the first view of a stranger needs, and what a table needs besides, with all that these import; the last names the pack.
FIRST = ("lobby/lobby.js", "app.js")
PLAY = ("connection/session.js", "play/play-screen.js")
STYLES = "styles/all.css"
TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".woff2": "font/woff2", ".webp": "image/webp"}
TEXT = {".js", ".css", ".svg", ".html", ".ts", ".txt", ".json"}
FOR_EVER, ASK_AGAIN = "public, max-age=31536000, immutable", "no-cache"
STYLE = re.compile(r'<link rel="stylesheet" href="([^"]+)">\n')
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


class Edition:
    """All files as they were at one moment, and what is made of them."""

    def __init__(self, folder: Path, stamp: object) -> None:
        self.stamp = stamp
        paths = sorted(path for path in folder.rglob("*") if path.is_file())
        read = [File(path.relative_to(folder).as_posix(), path.read_bytes()) for path in paths]
        self.files = {file.name: file for file in read}
        self.version = sha256("".join(f"{file.name} {file.tag}\n" for file in read).encode()).hexdigest()[:16]
        self.page = File(PAGE, self._page())

    @cached_property
    def lasting(self) -> dict[str, File]:
        """The files as they lie under the version's own address: modules packed, style sheets as one."""
        made = {name: file.body for name, file in self.files.items()}
        sources = {name: body.decode() for name, body in made.items() if name.endswith(".js")}
        holder: dict[str, str] = {}
        for heads in (FIRST, PLAY):
            head = heads[-1]
            met = [name for entry in heads for name in packing.in_order(entry, sources) if name not in holder]
            if head not in met:
                continue
            names = list(dict.fromkeys(met))
            packed = packing.pack(head, names, sources, holder)
            holder |= dict.fromkeys(names, head)
            made |= {name: packing.stub(name, sources[name], head).encode() for name in names} | {head: packed.encode()}
        made[STYLES] = b"\n".join(self.files[name].body for name in STYLE.findall(self.files[PAGE].body.decode()))
        return {name: File(name, body) for name, body in made.items()}

    def _page(self) -> bytes:
        """The page with the addresses of this edition, the modules of the first view, and for `app.js` those of a table."""
        place = f"v/{self.version}/"
        page = self.files[PAGE].body.decode()
        first = next(iter(STYLE.findall(page)), "")
        page = STYLE.sub(lambda link: link[0].replace(first, STYLES) if link[1] == first else "", page)
        for name in reversed(FIRST):
            page = page.replace("</head>", f'<link rel="modulepreload" href="{name}">\n</head>', 1)
        told = f'<meta name="play-modules" content="{" ".join(place + name for name in reversed(PLAY))}">'
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
        file = (self.edition.lasting if lasting else self.edition.files).get(name)
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
