"""Write the client's types of everything that the server answers (trenchline/web/wire.d.ts), from the schemas of those answers.

python tools/client_types.py           write the file
python tools/client_types.py --check   fail if it is stale
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from trenchline.server.errors import ErrorDocument
from trenchline.server.openapi import schemas_of
from trenchline.server.routes import ROUTERS

FILE = Path(__file__).parents[1] / "trenchline" / "web" / "wire.d.ts"
HEAD = """/**
 * What the server answers. Written by tools/client_types.py from the structs that are sent: do not change it by hand.
 * Where a struct leaves out what is empty the field is optional here.
 */
"""
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
Schema = dict[str, Any]


def client_types() -> str:
    """The whole file."""
    kinds = [route.endpoint.answer for router in ROUTERS for route in router.routes if hasattr(route.endpoint, "answer")]  # type: ignore[attr-defined]
    _, structs = schemas_of([*kinds, ErrorDocument])
    return HEAD + "".join(_interface(name, structs[name]) for name in sorted(structs))


def _interface(name: str, schema: Schema) -> str:
    required = schema.get("required", [])
    lines = [
        (f"  /** {part['description']} */\n" if "description" in part else "")
        + f"  {field}{'' if field in required else '?'}: {_type(part)};\n"
        for field, part in schema["properties"].items()
    ]
    return f"\n{_comment(schema['description'])}export interface {name} {{\n{''.join(lines)}}}\n"


def _comment(text: str) -> str:
    lines = text.splitlines()
    if len(lines) == 1:
        return f"/** {text} */\n"
    return "/**\n" + "".join(f" * {line}".rstrip() + "\n" for line in lines) + " */\n"


def _type(schema: Schema) -> str:
    """A schema in TypeScript.

    >>> _type({"anyOf": [{"type": "array", "items": {"enum": ["a", "b"]}}, {"type": "null"}]})
    '("a" | "b")[] | null'
    """
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_type(part) for part in schema["anyOf"]))
    if "prefixItems" in schema:
        return f"[{', '.join(map(_type, schema['prefixItems']))}]"
    if schema.get("type") == "array":
        item = _type(schema["items"])
        return f"({item})[]" if " | " in item else f"{item}[]"
    if "additionalProperties" in schema:
        return f"Record<string, {_type(schema['additionalProperties'])}>"
    return PLAIN[schema["type"]]


def main() -> int:
    wanted = client_types()
    if "--check" in sys.argv:
        if FILE.read_text(encoding="utf-8") != wanted:
            print("trenchline/web/wire.d.ts is stale: run .venv/bin/python tools/client_types.py")
            return 1
        return 0
    FILE.write_text(wanted, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
