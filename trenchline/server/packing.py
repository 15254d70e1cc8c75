"""Modules of the client sent as one: a hundred requests take longer than what is in them.

A pack stands at the address of the module it is named after and holds all that this one imports, each module in a scope of its
own. At the address of each of the others lies a stub that hands on what the pack made of it, so that a module exists once,
whoever imports it. The sources know nothing of this: they name each other by their paths, and are served so outside `v/`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from posixpath import dirname, normpath, relpath

IMPORT = re.compile(r'^import \{ ([^}]*) \} from "(\.[^"]+\.js)";$', re.M)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const)\*? *(\w+))", re.M)
HERE = re.compile(r'\bimport\.meta\.url\b|\bimport\("(\.[^"]+)"\)')


def imports(name: str, source: str) -> list[str]:
    """The modules that one names at its beginning."""
    return [_named(name, path) for _, path in IMPORT.findall(source)]


def in_order(head: str, sources: Mapping[str, str]) -> list[str]:
    """A module and all that it imports, each after those it needs."""
    found: dict[str, None] = {}

    def visit(name: str) -> None:
        if name in sources and name not in found:
            for other in imports(name, sources[name]):
                visit(other)
            found.setdefault(name)

    visit(head)
    return list(found)


def pack(head: str, names: list[str], sources: Mapping[str, str], elsewhere: Mapping[str, str]) -> str:
    """Some modules as one at the address of `head`, the last of them; `elsewhere` says which packs hold the others."""
    known = {name: f"m{n}" for n, name in enumerate(names)}
    wanted = sorted({other for name in names for other in imports(name, sources[name])} - set(known))
    parts = []
    for n, other in enumerate(wanted):
        known[other] = f"w{n}"
        parts.append(f'import {{ "{other}" as w{n} }} from "{_path(elsewhere[other], head)}";')
    parts += [f"const {known[name]} = (() => {{\n{_body(name, head, sources[name], known)}\n}})();" for name in names]
    told = ", ".join(f'{known[name]} as "{name}"' for name in names)
    parts.append(f"export {{ {told} }};")
    parts.append(_handing_on(sources[head], known[head]))
    return "\n".join(parts)


def stub(name: str, source: str, holder: str) -> str:
    """What lies at the address of a module that a pack holds."""
    return f'import {{ "{name}" as module }} from "{_path(holder, name)}";\n{_handing_on(source, "module")}'


def _handing_on(source: str, module: str) -> str:
    names = EXPORT.findall(source)
    return f"export const {{ {', '.join(names)} }} = {module};" if names else ""


def _named(name: str, path: str) -> str:
    """The module that a path means, as a module says it."""
    return normpath(f"{dirname(name) or '.'}/{path}")


def _path(goal: str, start: str) -> str:
    path = relpath(goal, dirname(start) or ".")
    return path if path.startswith(".") else f"./{path}"


def _body(name: str, head: str, source: str, known: Mapping[str, str]) -> str:
    """A module as the inside of a function that returns what it exports."""

    def taken(found: re.Match[str]) -> str:
        other = _named(name, found[2])
        return f"const {{ {found[1].replace(' as ', ': ')} }} = {known[other]};"

    def placed(found: re.Match[str]) -> str:  # what was said as seen from the module is said as seen from the pack
        if found[1] is None:
            return f'new URL("{_path(name, head)}", import.meta.url)'
        return f'import("{_path(_named(name, found[1]), head)}")'

    body = HERE.sub(placed, EXPORT.sub("", IMPORT.sub(taken, source)))
    return f"{body}\nreturn {{ {', '.join(EXPORT.findall(source))} }};"
