"""What the rulebooks of the series settle in one word each, and each its own way: a table with an answer from every game."""

from __future__ import annotations

import msgspec


class Differences(msgspec.Struct, frozen=True, kw_only=True):
    """The answers of one game. None has a default: a rule of both games is no difference."""

    # movement
    immobile: int  # states in which a unit cannot move
    hqs_turn_first: bool  # whether HQs change their mode before anybody moves (GL 12.8.2(c)), or as they move (BP 7.4.2)
    withdraws_by_moving: bool  # whether engaged defenders leave by a normal move (GL 16.5.1), or as in a retreat (BP-R48)

    # commitment
    before_assaults: int  # states that are forgotten when assaults are committed
    presses_alone: bool  # whether each unit tries to go in by itself (GL 13.4.1), or also a stack at a time (BP 8.7)
    pressing: tuple[str, str]  # how going in is called, of one unit and of several
    pressed_before: str  # the same, of what was done
    pressing_title: str
    pressing_effect: str
    presses_engaged: bool  # whether units that fight on in an engaged square may go in too (GL 13.4 forbids it)

    # fire and assaults
    neighbours_fire: bool  # whether units next to an assaulted square join in its defensive fire (BP-R59)
    off_map_guns_support: bool  # whether guns off the map support a barrage too (BP-R56), or only bombard (GL 20.4.3(1))
    vacant_interdicted: bool  # whether every result on a vacant square reads as an interdiction (GL 8.3.3)
    spreads_losses: bool  # whether shells that cost three steps hit two regiments (BP 6.5.2/2)
    tallied: tuple[str, ...]  # causes of losses that count in the tally of their side
    retreats: str  # which squares are better, in words
    committed_stay: bool  # whether committed units make room only where nothing else can (GL-R288, GL-R292)
    displaced_leave: bool  # whether a unit on its own edge may leave the map to make room (GL-R292)
    returning_stay: bool  # whether who goes back to a full square stays (GL-R289), or others make room for him (BP-R49)
    advance_fills: bool  # whether victors must fill a won square (GL 16.6), or one of them is enough (BP 11.8.2)

    # operations
    operations_paid: str  # when the enemy's points for options are entered
