"""The bounds of what is sent hold everything that can be played."""

from __future__ import annotations

import msgspec
import pytest

import trenchline
from trenchline.core.notation import parse_action
from trenchline.games import CATALOGUE
from trenchline.server.bodies import ActionBody

from ..golden import folder


@pytest.mark.parametrize("slug", CATALOGUE)
def test_every_action_of_recorded_matches_can_be_sent_by_its_fields_and_as_text(slug: str):
    game = trenchline.load(slug)
    played = {text for path in folder(slug).glob("match-*.json") for text in msgspec.json.decode(path.read_bytes())["actions"]}
    assert len(played) > 50
    for text in played:
        action = parse_action(text, "", game)
        body = ActionBody(action=msgspec.structs.asdict(action), text=text)  # type: ignore[arg-type]
        assert body.by_fields() == action
