"""Trenchline: five board wargames about 1916, rules-exact.

>>> import trenchline
>>> game = trenchline.load("they-shall-not-pass")
>>> match = game.start("historical", seed=7)
>>> match.decision.player
'german'
>>> events = match.apply(match.actions()[0])

The public API is what this package, `trenchline.ai` and `trenchline.lab` export; the rest may change in any version.
"""

from .core.action_space import STAGES, ActionSpace, Staging
from .core.actions import BACK, DONE, SECRET, Action, Legality
from .core.ahead import GroupMarch, Stays, at_once, march_steps, marches, orders_of
from .core.board import Board
from .core.catalogue import GameInfo, OptionInfo, ScenarioInfo
from .core.chances import (
    FARTHEST,
    ChanceModel,
    Chances,
    Ending,
    EndingChance,
    FittedFeature,
    hat_weights,
    read_models,
)
from .core.charts import Chart, Odds, Outcome, Swing, Term
from .core.check import Finding
from .core.conduct import Conduct
from .core.decisions import Actions, Offer, PendingDecision, Roll, Stake
from .core.dice import ContinuedDice, Dice, DiceRecord, FairDice, ScriptedDice, dice_from
from .core.documents import BoardDocument, ChartDocument, CounterDocument, LayerDocument, Overlay, StepDocument
from .core.errors import DataError, IllegalAction, NotationError, TrenchlineError
from .core.fairness import Proof
from .core.files import Rule
from .core.game import Game
from .core.knowledge import STEADY, Advice, Knowledge, Orders, Plan, Weights, read_weights
from .core.lessons import Lesson, LessonDocument
from .core.match import Match, Result, Sealed
from .core.notation import Saved, read_save, result_of
from .core.position import Event, Luck, Position, events_for
from .core.position_text import PLAY_ERRORS
from .core.reference import Reference
from .core.standing import (
    MOST_NAMES,
    MOST_ORDERS,
    Role,
    StandingAnswer,
    StandingAnswered,
    StandingOrder,
    StandingQuestion,
    standing_answer,
)
from .core.views import UNSEEN, CounterView, Score, View
from .core.wording import counted
from .games import games, load, with_pack

__all__ = [
    "BACK",
    "DONE",
    "FARTHEST",
    "MOST_NAMES",
    "MOST_ORDERS",
    "PLAY_ERRORS",
    "SECRET",
    "STAGES",
    "STEADY",
    "UNSEEN",
    "Action",
    "ActionSpace",
    "Actions",
    "Advice",
    "Board",
    "BoardDocument",
    "ChanceModel",
    "Chances",
    "Chart",
    "ChartDocument",
    "Conduct",
    "ContinuedDice",
    "CounterDocument",
    "CounterView",
    "DataError",
    "Dice",
    "DiceRecord",
    "Ending",
    "EndingChance",
    "Event",
    "FairDice",
    "Finding",
    "FittedFeature",
    "Game",
    "GameInfo",
    "GroupMarch",
    "IllegalAction",
    "Knowledge",
    "LayerDocument",
    "Legality",
    "Lesson",
    "LessonDocument",
    "Luck",
    "Match",
    "NotationError",
    "Odds",
    "Offer",
    "OptionInfo",
    "Orders",
    "Outcome",
    "Overlay",
    "PendingDecision",
    "Plan",
    "Position",
    "Proof",
    "Reference",
    "Result",
    "Role",
    "Roll",
    "Rule",
    "Saved",
    "ScenarioInfo",
    "Score",
    "ScriptedDice",
    "Sealed",
    "Staging",
    "Stake",
    "StandingAnswer",
    "StandingAnswered",
    "StandingOrder",
    "StandingQuestion",
    "Stays",
    "StepDocument",
    "Swing",
    "Term",
    "TrenchlineError",
    "View",
    "Weights",
    "at_once",
    "counted",
    "dice_from",
    "events_for",
    "games",
    "hat_weights",
    "load",
    "march_steps",
    "marches",
    "orders_of",
    "read_models",
    "read_save",
    "read_weights",
    "result_of",
    "standing_answer",
    "with_pack",
]  # fmt: skip
__version__ = "0.1.0"
