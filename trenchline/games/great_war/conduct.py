"""Who is who in the games of the series: for those who judge conduct."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec

from ...core.actions import DONE, Action
from ...core.charts import Odds
from ...core.conduct import Attack, Conduct, tells
from .assault import GO, ChooseAssault, Prepare
from .assault_odds import supplied
from .bombardment import Bombardment, JointBombardment, barrage_odds, ready_guns
from .commitment import Commitment, JointCommitment, against
from .forecast import forecast
from .formations import Combining, JointCombining
from .lines import command_range, distance_to, headquarters, suppliers, supply_range
from .movement import JointMovement, Movement
from .position import Position
from .rally import Rally
from .records import Assault, Barrage
from .secondary import SecondaryAttack

replace = msgspec.structs.replace


def could_turn(p: Position, assault: Assault) -> bool:
    """Whether no HQ in Supply Mode feeds all of those committed, but one in Command Mode would from where it stands, while
    another one leads them."""
    starts = [(u, p.place[u]) for u in assault.units]
    if assault.renewed or all(suppliers(p, u, x) for u, x in starts):
        return False
    leaders = [h for h in headquarters(p, p.c.nation[assault.units[0]], supply=False) if p.good_order(h)]
    led = {h: {x for _, x in starts if distance_to(p, h, x, command_range(p, h, False)) is not None} for h in leaders}
    return any(
        all(suppliers(p, u, x) or distance_to(p, h, x, supply_range(p, h)) is not None for u, x in starts)
        and all(any(x in led[other] for other in leaders if other != h) for _, x in starts)
        for h in leaders
    )


class SeriesConduct(Conduct[Position]):
    """The conduct of both games. Nobody is lost to overstacking (BP 7.3, GL 10.0), and supply is a matter of each assault."""

    orders = (
        *(Bombardment, JointBombardment, Movement, JointMovement, Commitment, JointCommitment),
        *(Combining, JointCombining, ChooseAssault, SecondaryAttack, Rally),
    )

    def fighters(self, p: Position) -> Sequence[bool]:
        return p.c.assaults

    def wards(self, p: Position) -> Mapping[str, Sequence[bool]]:
        return {"hqs": p.c.hq, "guns": p.c.gun}

    def strongholds(self, p: Position, side: int) -> Collection[int]:
        return [x for x, fort in enumerate(p.c.fort) if fort and p.control[x] == side]

    def posts(self, p: Position, side: int) -> Collection[int]:
        """Forts, and a side's own start trench (BP 3.5, GL 3.0)."""
        own = p.c.sides[side]
        return {*self.strongholds(p, side), *(x for x, trench in enumerate(p.c.trench) if trench == own)}

    def attacks(self, p: Position, action: Action) -> list[Attack]:
        """What is committed when commitment ends."""
        top = p.stack[-1]
        if not isinstance(top, Commitment | JointCommitment) or action.kind != "done":
            return []
        units = {p.label(assault.target): assault.units for assault in p.assaults}
        return [Attack(odds, units.get(odds.cell, ())) for odds in top.fights(p)]

    def supplied(self, p: Position, side: int, action: Action) -> list[bool]:
        """An assault that begins while HQs could still be named that supply all of its attackers, or that nobody turned an HQ
        for which it could have done without (BP 7.4.2, 11.7.2a, BP-R179, GL 12.8.2, 13.2)."""
        top, fight = p.stack[-1], p.fight
        if isinstance(top, Commitment | JointCommitment) and action == DONE:
            return [False for assault in p.assaults if could_turn(p, assault)]
        if not isinstance(top, Prepare) or action != GO or fight is None:
            return []
        if supplied(p, fight):
            return [True]
        return [False] if supplied(p, replace(fight, hqs=(*fight.hqs, *top.lacking(p)))) else []

    def passed_up(self, p: Position, action: Action) -> list[Odds]:
        """Squares that nobody assaults, each against all who could still be committed (BP 8.0, GL 13.0)."""
        top = p.stack[-1]
        if not isinstance(top, Commitment) or action != DONE:
            return []
        free: dict[int, list[int]] = {}
        for other in top.options(p):
            if other.kind == "commit" and against(p, p.c.board.index[other.cell]) is None:
                free.setdefault(p.c.board.index[other.cell], []).append(p.c.unit[other.unit])
        found = []
        for cell, units in free.items():
            assault, committed = Assault(cell, tuple(units)), p.clone()
            committed.assaults += (assault,)
            found.append(forecast(committed, top.side, assault))
        return [odds for odds in found if odds is not None]

    def loaded(self, p: Position, side: int) -> Collection[int]:
        """Guns that could bombard an enemy square, alone or together (BP 6.5, GL 8.6); to interdict it alone is not enough."""
        ready, found = ready_guns(p, side), set[int]()
        bit = p.c.bit[side]
        for cell, here in enumerate(p.present) if ready else ():
            if here and not here & bit and p.why_closed(cell) is None:
                guns = tuple(g for g in ready if p.gun_reaches(g, cell))
                if guns and tells(barrage_odds(p, Barrage(side, cell, guns, ())), ("-", "I", "miss")):
                    found.update(guns)
        return found

    def concedes(self, p: Position, action: Action) -> bool:
        """A unit bought back in the last turn is points for the enemy, and does nothing any more (BP 13.3, GL 17.3.3)."""
        return action.kind in ("buy", "raise") and p.turn == p.playable_turns()[1]
