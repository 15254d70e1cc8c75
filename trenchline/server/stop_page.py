"""The page behind the link in a mail that ends such mails. It needs no script and knows nobody by name."""

from __future__ import annotations

from html import escape

from fastapi import Response

POLICY = "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
WHAT = {"mail": "mails about your turns", "hook": "messages to this webhook"}
PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>{title}</title>
<link rel="icon" href="../icon.svg">
<link rel="stylesheet" href="../styles/page.css">
</head>
<body><div id="page"><main class="sheet sorry"><h1>{title}</h1><p>{words}</p>{button}</main></div></body>
</html>
"""
BUTTON = '<form method="post"><button class="primary big" type="submit">Stop them</button></form>'
HOME = '<p><a class="button" href="../">All my tables</a></p>'


def stop_page(link: tuple[str, str, str] | None, done: bool) -> Response:
    """What is asked, what was done; or that the link is none of ours."""
    if link is None:
        return _page("This link does not work", "It is not whole: copy all of it from the message.", HOME, 404)
    what = WHAT.get(link[0], "messages")
    if done:
        return _page("Stopped", f"No more {what} will come. You can turn them on again at any of your tables.", HOME)
    return _page(f"Stop {what}?", "You need not sign in. Your tables stay as they are.", BUTTON)


def _page(title: str, words: str, button: str, status: int = 200) -> Response:
    text = PAGE.format(title=escape(title), words=escape(words), button=button)
    kept = {"Content-Security-Policy": POLICY, "Cache-Control": "no-store"}
    return Response(text, status, kept, "text/html; charset=utf-8")
