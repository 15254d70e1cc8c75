"""The series of The Big Push and A Generation Lost: its hooks are asked by its chapters and answered by its games."""

import inspect
import re
from pathlib import Path

import pytest

from trenchline.games import great_war
from trenchline.games.big_push.rules import RuledPosition as BigPush
from trenchline.games.generation_lost.rules import RuledPosition as GenerationLost
from trenchline.games.great_war.position import Position
from trenchline.games.great_war.state import State

HOOKS = {
    name: hook
    for kind in Position.__mro__[: Position.__mro__.index(State)]
    for name, hook in vars(kind).items()
    if inspect.isfunction(hook)
}


@pytest.mark.parametrize("game", [BigPush, GenerationLost])
def test_a_game_answers_every_hook_to_which_the_series_has_no_answer(game):
    open_hooks = [name for name, hook in HOOKS.items() if "raise NotImplementedError" in inspect.getsource(hook)]
    assert len(open_hooks) > 20
    assert [name for name in open_hooks if getattr(game, name) is HOOKS[name]] == []


def test_every_hook_is_answered_otherwise_by_some_game():
    """What no game says otherwise is a rule of the series, not a hook."""
    assert [name for name, hook in HOOKS.items() if getattr(BigPush, name) is getattr(GenerationLost, name) is hook] == []


def test_every_hook_is_asked_by_the_series():
    folder = Path(str(great_war.__file__)).parent
    asked = {
        word for file in folder.rglob("*.py") for word in re.findall(r"(?:p|self)\.(\w+)\b", file.read_text(encoding="utf-8"))
    }
    assert [name for name in HOOKS if name not in asked] == []
