"""The browser client's files: compressed, and kept for ever under an address that names their contents.

The page itself is asked for anew each time. Everything it loads it finds under `v/VERSION/`, where VERSION is the hash of all
files: what a module imports by a relative path lies there too, and a new version of the client is a new set of addresses.
From a clone the modules are sent as they are. A wheel has a bundle of them, with source maps (tools/bundle_client.py): under
`v/` it stands in for the modules, if it was made of them. Either way the page names what the first view needs, so that all of
it is asked for at once; the style sheets are sent as one.

The page answers at many paths (`web/common/shell-paths.js` lists them): its links are written for the depth of each.

The service worker is asked for anew each time, too. Before it stands what it keeps: the files of this version, by their names.
"""

from __future__ import annotations

import mimetypes
import re
import time
from collections.abc import Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from pathlib import Path, PurePosixPath
from posixpath import dirname, normpath

import msgspec
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from .compression import SMALL, WORTH_IT, pack, takes_gzip

PAGE, EMBED = "index.html", "embed.html"  # the client, and a board that may stand in anybody's page
EMBED_ADDRESS = "embed"
WORKER = "worker.js"  # lies beside the page: it answers for all that lies below it
# What the first view of a stranger needs, and what a table needs besides, with all that these import.
APP = ("app.js",)
FIRST = ("app.js", "lobby/lobby.js")
PLAY = ("connection/session.js", "play/play-screen.js")
EMBEDDED = ("embed.js",)
BUNDLE = "bundle/"
STYLES = "styles/all.css"
SHELL_PATHS = "common/shell-paths.js"
TABLE_PATH = "t"  # the first part of a table's path
DEEPEST = 8  # parts of a path that is answered with the page
TYPES = {
    ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".woff2": "font/woff2", ".webp": "image/webp",
    ".map": "application/json", ".webmanifest": "application/manifest+json",
}  # fmt: skip
TEXT = {".js", ".map", ".css", ".svg", ".html", ".ts", ".txt", ".json", ".webmanifest"}
KEPT = {".js", ".woff2", ".svg"}  # by the service worker, with the style sheets; pictures come when they are seen
FOR_EVER, ASK_AGAIN = "public, max-age=31536000, immutable", "no-cache"
LOOK_EVERY = 1.0  # seconds after which it is seen that files have changed
STYLE = re.compile(r'<link rel="stylesheet" href="([^"]+)">\n')
IMPORTED = re.compile(r'^(?:import|\}) .*?from "(\.[^"]+\.js)";$', re.M)  # to ask early: a module that is missed comes later
# What is written for the depth of a path.
ADDRESS = re.compile(r'(?<=href=")(?=v/|manifest\.)|(?<= src=")(?=v/)')
HEAD = re.compile(r'<title>.*?</title>(\n<meta name="description"[^>]*>)?', re.S)
# The manifest stays where it is: so does what was installed by it.
LOADED = re.compile(r'(?<=href="|\ssrc=")(?=[\w/.-]+\.(?!webmanifest")\w+")')


class File:
    """A file as it is sent."""

    def __init__(self, name: str, body: bytes) -> None:
        self.name, self.body = name, body
        self.suffix = PurePosixPath(name).suffix
        self.type = TYPES.get(self.suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
        self.tag = sha256(body).hexdigest()[:20]

    @cached_property
    def packed(self) -> bytes | None:
        """None where compression is of no use: pictures and typefaces are compressed already."""
        return pack(self.body, SMALL) if self.suffix in TEXT and len(self.body) >= WORTH_IT else None


class Bundle(msgspec.Struct):
    """What a bundle says of itself."""

    of: str  # the fingerprint of the files it was made of
    app: list[str]
    first: list[str]
    play: list[str]
    embed: list[str] = []


class Edition:
    """All files as they were at one moment, and what is made of them."""

    def __init__(self, folder: Path, stamp: object) -> None:
        self.stamp = stamp
        paths = sorted(path for path in folder.rglob("*") if path.is_file())
        read = [File(path.relative_to(folder).as_posix(), path.read_bytes()) for path in paths]
        self.files = {file.name: file for file in read if not file.name.startswith(BUNDLE)}
        bundled = {file.name.removeprefix(BUNDLE): file for file in read if file.name.startswith(BUNDLE)}
        manifest = bundled.pop("manifest.json", None)
        self.bundle = msgspec.json.decode(manifest.body, type=Bundle) if manifest else None
        if self.bundle and self.bundle.of != fingerprint(self.files):
            self.bundle = None
        self.bundled = bundled if self.bundle else {}
        self.version = fingerprint(self.files | {BUNDLE + name: file for name, file in self.bundled.items()})
        told = self.bundle or Bundle("", self.modules(APP), self.modules(FIRST), self.modules(PLAY), self.modules(EMBEDDED))
        self.page = self._page(PAGE, told.first, told.play)
        self.table_page = self._page(PAGE, list(dict.fromkeys([*told.app, *told.play])))
        self.other_page = self._page(PAGE, told.app, told.play)
        self.embed = self._page(EMBED, told.embed) if EMBED in self.files else None
        listed = self.files[SHELL_PATHS].body.decode() if SHELL_PATHS in self.files else ""
        self.shell_paths = set(re.findall(r'"([a-z]+)"', listed.partition("= [")[2]))
        self.worker = self._worker() if WORKER in self.files else None

    @cached_property
    def lasting(self) -> dict[str, File]:
        """The files as they lie under the version's own address: bundled, where there is a bundle, and style sheets as one."""
        sheets = b"\n".join(self.files[name].body for name in STYLE.findall(self.files[PAGE].body.decode()))
        bundled = {name: File(name, file.body) for name, file in self.bundled.items()}
        return self.files | bundled | {STYLES: File(STYLES, sheets)}

    def _worker(self) -> File:
        """The service worker, and before it what it keeps."""
        source = self.bundled if self.bundle else self.files
        scripts = [name for name in source if name.endswith(".js") and name not in (WORKER, *EMBEDDED)]
        others = [name for name in self.files if PurePosixPath(name).suffix in KEPT - {".js"}]
        told = {
            "version": self.version,
            "place": f"v/{self.version}/",
            "files": [STYLES, *scripts, *others],
            "paths": sorted(self.shell_paths),
        }
        return File(WORKER, b"self.EDITION = " + msgspec.json.encode(told) + b";\n" + self.files[WORKER].body)

    def modules(self, heads: tuple[str, ...]) -> list[str]:
        """Some modules and all that they import, as far as that can be told without understanding them."""
        found = [name for name in heads if name in self.files]
        for name in found:
            for path in IMPORTED.findall(self.files[name].body.decode()):
                other = normpath(f"{dirname(name) or '.'}/{path}")
                if other in self.files and other not in found:
                    found.append(other)
        return found

    def page_at(self, path: str, head: str = "") -> File:
        """The page for a path, with the modules of its first view; `head` stands in for its title and description."""
        *before, _ = parts = path.split("/")
        chosen = self.table_page if parts[0] == TABLE_PATH else self.other_page if path not in ("", PAGE) else self.page
        text = chosen.body.decode()
        if head:
            text = HEAD.sub(lambda _: head, text, count=1)
        up = "../" * len(before)
        text = ADDRESS.sub(up, text)
        return File(PAGE, text.replace("</head>", f'<meta name="root" content="{up or "./"}">\n</head>', 1).encode())

    def _page(self, name: str, at_once: Sequence[str], wanted_later: Sequence[str] = ()) -> File:
        """A page with the addresses of this edition, the modules of its first view, and for `app.js` those of a table."""
        place = f"v/{self.version}/"
        page = self.files[name].body.decode()
        first = next(iter(STYLE.findall(page)), "")
        page = STYLE.sub(lambda link: link[0].replace(first, STYLES) if link[1] == first else "", page)
        later = [name for name in wanted_later if name not in at_once]
        asked = "".join(f'<link rel="modulepreload" href="{name}">\n' for name in at_once)
        page = page.replace("</head>", f"{asked}</head>", 1)
        told = f'<meta name="play-modules" content="{" ".join(place + name for name in later)}">\n' if later else ""
        return File(name, LOADED.sub(place, page).replace("</head>", f"{told}</head>", 1).encode())


def fingerprint(files: Mapping[str, File]) -> str:
    """The hash of some files and their names."""
    return sha256("".join(f"{name} {files[name].tag}\n" for name in sorted(files)).encode()).hexdigest()[:16]


class ClientFiles:
    """Serves the client's files from memory; what is changed while the server runs is noticed when the page is asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.edition = Edition(folder, self._stamp())
        self._looked = time.monotonic()

    def _stamp(self) -> object:
        looked = [(str(path), path.stat()) for path in self.folder.rglob("*")]
        return sorted((name, stat.st_mtime_ns, stat.st_size) for name, stat in looked)

    def _look_for_changes(self) -> None:
        """To look at all files takes milliseconds: not for every call."""
        now = time.monotonic()
        if now - self._looked < LOOK_EVERY:
            return
        self._looked = now
        if (stamp := self._stamp()) != self.edition.stamp:
            self.edition = Edition(self.folder, stamp)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            raise HTTPException(404)
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405)
        name = scope["path"][len(scope.get("root_path", "")) :].lstrip("/")
        await self.answer(name, Headers(scope=scope))(scope, receive, send)

    def page(self, path: str, headers: Headers, head: str = "") -> Response:
        """The client, at one of its paths."""
        self._look_for_changes()
        return sent(self.edition.page_at(path.lstrip("/"), head), headers, ASK_AGAIN)

    def answer(self, name: str, headers: Headers) -> Response:
        parts = name.split("/")
        if name in ("", PAGE) or (parts[0] in self.edition.shell_paths and len(parts) <= DEEPEST):
            return self.page(name, headers)
        if name == EMBED_ADDRESS and self.edition.embed:
            self._look_for_changes()
            return sent(self.edition.embed, headers, ASK_AGAIN)
        if name == WORKER:
            self._look_for_changes()
            if self.edition.worker:
                return sent(self.edition.worker, headers, ASK_AGAIN)
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
