"""The calls of the API on one plain page, made from what `/api/openapi.json` says. It loads nothing from elsewhere."""

from __future__ import annotations

from html import escape

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

router = APIRouter()

PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Trenchline: the API</title>
<link rel="stylesheet" href="../styles/palettes.css"><link rel="stylesheet" href="../styles/page.css">
</head><body><main><h1>The API of Trenchline</h1>
<p>Bodies and answers are JSON; the key of a table travels in the header <code>Authorization: Bearer KEY</code>. An error is
<code>{{"error": {{"code", "reason", "cases"}}}}</code>. For programs: <a href="openapi.json">openapi.json</a>.</p>
<table><thead><tr><th>call</th><th>body</th><th></th></tr></thead><tbody>
{rows}
</tbody></table></main></body></html>
"""


@router.get("/api/docs", include_in_schema=False)
async def api_page(request: Request) -> HTMLResponse:
    described = request.app.openapi()
    bodies = described.get("components", {}).get("schemas", {})
    rows = [_row(method, path, call, bodies) for path, calls in described["paths"].items() for method, call in calls.items()]
    return HTMLResponse(PAGE.format(rows="\n".join(rows)))


def _row(method: str, path: str, call: dict[str, object], bodies: dict[str, dict[str, object]]) -> str:
    about = str(call.get("description") or call.get("summary") or "")
    cells = f"<code>{method.upper()} {escape(path)}</code>", f"<code>{escape(_fields(call, bodies))}</code>", escape(about)
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"


def _fields(call: dict[str, object], bodies: dict[str, dict[str, object]]) -> str:
    """The names of a body's fields."""
    name = str(call.get("requestBody", "")).partition("#/components/schemas/")[2].partition("'")[0]
    fields = bodies.get(name, {}).get("properties", {})
    return "{" + ", ".join(fields) + "}" if isinstance(fields, dict) and fields else ""
