"""Guns for stories: on the plain east of Verdun, each side's with an HQ in Supply Mode behind them."""

from .kit import C, kind, play, position, refused

CELL = C.board.index
# All of them reach M30, but for the 77s no square south of it.
GERMAN_GUNS = """
G30: G150H.1 >S, G150H.2 >S
G31: G210H.1 >S, G210H.2 >S
G32: G77.1 >S, G77.2 >S
E31: VIR supply
"""
# All of them reach M30.
FRENCH_GUNS = """
S30: F155H.1 >N, F155H.2 >N
S31: F155H.3 >N, F220 >N
S29: F75.1 >N, F75.12 >N
U30: VIIFr supply
"""


def fire(text, dice=(), side="german", turn=12, scenario="may_cup", hq=None):
    """A side's Bombardment with the HQ of its guns named, or another, or none (""); the airmen stay at home."""
    match = position(f"scenario: {scenario}\nturn: {turn}\nstep: {side}-bombardment\n{text}", dice)
    named = {"german": "VIR", "french": "VIIFr"}[side] if hq is None else hq
    if kind(match) == "ShellSupply":
        play(match, named or "done")
    if kind(match) == "PlaceAir":
        play(match, "done")
    return match


def interdiction(*cells, side="french"):
    """The tag of squares that a side's guns interdict."""
    how = 1 + ("german", "french").index(side)
    return "interdicted: " + " ".join(f"{cell}={how}" for cell in cells)


def refused_gun(match, target, gun):
    """Why a gun does not fire at a target: the reason and the first case."""
    twin = match.clone()
    play(twin, target)
    verdict = refused(twin, gun)
    return verdict.reason, verdict.cases[0]


def modifiers(odds):
    """The modifiers of the die in some odds, by their words."""
    return {line.text: line.value for line in odds.lines if line.kind == "die"}
