"""What every opponent is, and what it is given to decide by."""

from __future__ import annotations

from copy import copy
from hashlib import sha256
from random import Random

from .. import Action, Advice, Dice, DiceRecord, Event, FairDice, Match, TrenchlineError


class Player:
    """Somebody who answers decisions: `choose` or `consider` is all it must have. It is made with a seed for what it leaves to
    chance.

    It is given a `visible_match`: all of it may be looked at, and `match.clone()` may be played on in thought.
    """

    def __init__(self, seed: int | str = "") -> None:
        self.chance = Random(str(seed))  # texts seed alike in every process

    def __init_subclass__(cls) -> None:
        """Whichever of the two a class writes itself is what it is asked, though it inherit the other."""
        super().__init_subclass__()
        if "choose" in cls.__dict__ and "consider" in cls.__dict__:
            raise TypeError(f"{cls.__name__} has both choose and consider: write one; the other follows from it")
        if "choose" in cls.__dict__:
            cls.consider = Player.consider  # type: ignore[method-assign]
        elif "consider" in cls.__dict__:
            cls.choose = Player.choose  # type: ignore[method-assign]

    def consider(self, match: Match) -> Advice:
        """A legal action for the decision that waits, and the reason for it."""
        return Advice(self.choose(match))

    def choose(self, match: Match) -> Action:
        """A legal action for the decision that waits."""
        return self.consider(match).action


def ask(player: Player, match: Match, chance: Random, seat: str = "") -> Advice:
    """What a player would do at the decision that waits, and why, knowing no more than its seat may. Of several seats that
    may act, `seat` is the one it sits in."""
    return player.consider(visible_match(match, seat or match.player, chance))


def visible_match(match: Match, player: str, chance: Random) -> Match:
    """A match as a player may know it: other dice to come and, where something is hidden from him, one of the matches it
    could be. Whoever asks a player does this, once for each decision; players themselves deal nothing anew."""
    seed = chance.getrandbits(32)
    return ShownMatch(match.game.redeal(match, player, seed) if match.hides_anything(player) else match, player, seed)


def apart(match: Match) -> Match:
    """The same match with a position of its own: whatever is written into it reaches nobody else."""
    twin = copy(match)
    twin.position = match.position.clone()
    return twin


class ShownMatch(Match):
    """A match to be looked at, that holds nothing of the dice to come: it shares the position, since a copy of one for each
    decision would cost more than most decisions do. A clone of it is a match like any other, with dice of its own."""

    def __init__(self, match: Match, player: str, seed: int) -> None:
        self.__dict__.update(match.__dict__)
        self.acting, self.dice = player, UnknownDice(match.proof, str(seed))
        self._published, self._seed, self._copies = match.proof, seed, 0

    def clone(self, dice: Dice | None = None) -> Match:
        """A copy with a future of its own: no two of them, and none the match's. The seed settles which."""
        self._copies += 1
        return super().clone(dice or UnknownDice(self._published, f"{self._seed}:{self._copies}"))

    def apply(self, action: Action) -> list[Event]:
        raise TrenchlineError("a player plays on in a copy: match.clone()")

    def apply_legal(self, action: Action) -> list[Event]:
        raise TrenchlineError("a player plays on in a copy: match.clone()")

    def play_on(self, action: Action) -> list[Event]:
        raise TrenchlineError("a player plays on in a copy: match.clone()")

    def undo(self) -> None:
        raise TrenchlineError("a player takes nothing back in the match it is shown; in a copy it may: match.clone()")


class UnknownDice:
    """The dice to come as far as a player may know them: what is published of the match's, and any faces at all."""

    def __init__(self, published: DiceRecord, seed: str) -> None:
        self._published, self._seed = published, seed
        self._dice: FairDice | None = None

    def roll(self, first: int, count: int, faces: int = 6) -> tuple[int, ...]:
        if self._dice is None:
            self._dice = FairDice(sha256(f"unknown:{self._seed}".encode()).digest())
        return self._dice.roll(first, count, faces)

    def record(self) -> DiceRecord:
        return self._published


class QuickDice:
    """Dice for look-ahead: never those of the match, settled by a seed so that plans can meet the same luck."""

    def __init__(self, seed: int | str) -> None:
        self._chance = Random(seed)

    def roll(self, first: int, count: int, faces: int = 6) -> tuple[int, ...]:
        face = self._chance.random
        return tuple(1 + int(face() * faces) for _ in range(count))

    def record(self) -> DiceRecord:
        return DiceRecord("scripted")
