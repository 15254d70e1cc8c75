"""The peers: python-chess, a rules engine in Python, and OpenSpiel's chess, one in C++ called from Python.

They play another game; what is compared is the work of one decision: list everything that is legal, pick, apply.
Each gets the loop that suits it best, and python-chess the copy without its log of moves (ours carries its log along).
"""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from random import Random

from .measure import seconds_a_call
from .play import Player

PLIES = 160  # of one game; random chess is lively until about then
MIDDLE = 60


class PythonChess:
    """https://python-chess.readthedocs.io"""

    name = "python-chess"

    def __init__(self) -> None:
        import chess

        self.chess, self.version = chess, version("chess")

    def play(self, decisions: int) -> tuple[int, int]:
        done = options = seed = 0
        while done < decisions:
            seed += 1
            pick = Random(seed).random
            board = self.chess.Board()
            for _ in range(min(PLIES, decisions - done)):
                moves = list(board.legal_moves)
                if not moves:
                    break
                done += 1
                options += len(moves)
                board.push(moves[int(pick() * len(moves))])
        return done, options

    def clone_us(self, number: int, repeat: int) -> float:
        board, pick = self.chess.Board(), Random(1).random
        for _ in range(MIDDLE):
            moves = list(board.legal_moves)
            board.push(moves[int(pick() * len(moves))])
        return seconds_a_call(lambda: board.copy(stack=False), number=number, repeat=repeat).best * 1e6


class OpenSpielChess:
    """https://openspiel.readthedocs.io"""

    name = "open_spiel"

    def __init__(self) -> None:
        import pyspiel  # type: ignore[import-not-found, unused-ignore]

        self.game, self.version = pyspiel.load_game("chess"), version("open_spiel")

    def play(self, decisions: int) -> tuple[int, int]:
        done = options = seed = 0
        while done < decisions:
            seed += 1
            pick = Random(seed).random
            state = self.game.new_initial_state()
            for _ in range(min(PLIES, decisions - done)):
                moves = state.legal_actions()
                if not moves:
                    break
                done += 1
                options += len(moves)
                state.apply_action(moves[int(pick() * len(moves))])
        return done, options

    def clone_us(self, number: int, repeat: int) -> float:
        state, pick = self.game.new_initial_state(), Random(1).random
        for _ in range(MIDDLE):
            moves = state.legal_actions()
            state.apply_action(moves[int(pick() * len(moves))])
        return seconds_a_call(state.clone, number=number, repeat=repeat).best * 1e6


def peers() -> tuple[list[Player], dict[str, str]]:
    """The peers that are installed, and why the others are not there."""
    found: list[Player] = []
    missing: dict[str, str] = {}
    for kind in (PythonChess, OpenSpielChess):
        try:
            found.append(kind())
        except (ImportError, PackageNotFoundError) as fault:
            missing[kind.name] = f"{fault} (pip install -e '.[bench]'; it may have no wheel for this Python)"
    return found, missing
