"""docs/channels says what the channels are."""

from __future__ import annotations

import pytest

from tools import channel_pages
from trenchline.games import CATALOGUE


@pytest.mark.parametrize("slug", CATALOGUE)
def test_the_page_says_what_the_code_says(slug):
    written = (channel_pages.FOLDER / f"{slug}.md").read_text(encoding="utf-8")
    assert written == channel_pages.page(slug), "run: python tools/channel_pages.py"
