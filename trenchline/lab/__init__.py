"""The laboratory: mass simulation and what is learnt from it."""

from .simulate import GameResult, Run, play_game, run
from .summary import Summary, summarise, write_results

__all__ = ["GameResult", "Run", "Summary", "play_game", "run", "summarise", "write_results"]
