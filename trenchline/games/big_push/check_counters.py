"""What the rulebook says of counters, checked on the data: ours, and any data pack laid over it."""

from __future__ import annotations

from collections import Counter

from ...core.check import Constraints
from ..great_war.check import back, front, units
from .components import Components

constraint = Constraints[Components]()  # `binding=False`: our reconstruction keeps to it, the rulebook does not state it


# ------------------------------------------------------------------------------------------------ counters


@constraint("14.1.1a", "The British have 26 divisions, the French six")
def _divisions(c: Components) -> bool:
    return [len(units(c, nation=n, size="division")) for n in ("british", "french")] == [26, 6]


@constraint("14.1.2a", "The Germans have 53 regiments and five HQs, the British six HQs, the French three")
def _regiments(c: Components) -> bool:
    hqs = [len(units(c, nation=n, kind="hq")) for n in ("british", "french", "german")]
    return len(units(c, size="regiment")) == 53 and hqs == [6, 3, 5]


@constraint("14.2.2a", "Eleven German guns, eight British and one that can be built, six French")
def _guns(c: Components) -> bool:
    return [len(units(c, nation=n, kind="artillery")) for n in ("british", "french", "german")] == [9, 6, 11]


@constraint("14.3.1", "Three tank companies and three cavalry units, all British")
def _machines(c: Components) -> bool:
    return (
        [len(units(c, nation="british", kind=k)) for k in ("tank", "cavalry")]
        == [3, 3]
        == [len(units(c, kind=k)) for k in ("tank", "cavalry")]
    )


@constraint("3.0", "The units of the manifest, 187 of the 264 counters", binding=False)
def _manifest(c: Components) -> bool:
    return sum(1 for counter in c.counters.counters if counter.values.get("manifest")) == 187


@constraint("7.4.3", "Brigades of 4-3-6 and 3-2-6, and a division of 11-8-6 that breaks down into three of them")
def _quoted_brigades(c: Components) -> bool:
    brigades = {front(c, u) for u in units(c, nation="british", kind="infantry", size="brigade")}
    return {(4, 3, 6), (3, 2, 6)} <= brigades and (11, 8, 6) in {front(c, u) for u in units(c, size="division")}


@constraint("6.5.3", "A British division of 7-5-6 with 5-3-6 on its back")
def _quoted_division(c: Components) -> bool:
    return ((7, 5, 6), (5, 3, 6)) in {(front(c, u), back(c, u)) for u in units(c, nation="british", size="division")}


@constraint("15.1", "The 56th attacks with 8, reduced with 6; a reduced brigade of 1 exists")
def _fifty_sixth(c: Components) -> bool:
    u = c.unit["56Br"]
    least = min(c.back[b].primary for b in units(c, nation="british", kind="infantry", size="brigade"))
    return (c.front[u].primary, c.back[u].primary, least) == (8, 6, 1)


@constraint("11.4", "A French division defends with 7, and two entrenched regiments attack with 4")
def _quoted_fight(c: Components) -> bool:
    french = {c.front[u].secondary for u in units(c, nation="french", size="division")}
    typical = Counter(c.back[u].primary for u in units(c, size="regiment")).most_common(1)[0][0]
    return 7 in french and typical == 2


@constraint("3.4.1", "Reduced sides are weaker; no number of a side is missing")
def _reduced(c: Components) -> bool:
    reduced = [u for k in ("infantry", "artillery", "cavalry", "tank") for u in units(c, kind=k) if not c.trenches[u]]
    return all(0 < c.back[u].primary < c.front[u].primary and 0 < c.back[u].secondary <= c.front[u].secondary for u in reduced)


@constraint("7.4.1", "German infantry moves 6 in mobile and 4 in entrenched mode, where it attacks worse and defends better")
def _modes(c: Components) -> bool:
    infantry = units(c, nation="german", kind="infantry")
    moves = {(c.front[u].movement, c.back[u].movement) for u in infantry}
    better = all(c.back[u].primary <= c.front[u].primary and c.back[u].secondary > c.front[u].secondary for u in infantry)
    return moves == {(6, 4)} and better and all(c.back[u].primary < c.back[u].secondary for u in infantry)


@constraint("9.2.1", "An entrenched regiment attacks with its mobile second number", binding=False)
def _entrenched_attack(c: Components) -> bool:
    return all(c.back[u].primary == c.front[u].secondary for u in units(c, nation="german", kind="infantry"))


@constraint("7.4.4", "Regiments differ in size, and every one is stronger than a battalion")
def _sizes(c: Components) -> bool:
    regiments = {c.front[u].primary for u in units(c, size="regiment")}
    return len(regiments) > 1 and min(regiments) > max(c.front[u].primary for u in units(c, size="battalion"))


@constraint("12.1.3", "A division has four steps, a battalion and an HQ one, all others two")
def _steps(c: Components) -> bool:
    expected = {"division": 4, "battalion": 1, "corps": 1}
    return all(c.steps[u] == expected.get(c.size[u], 2) for u in units(c))


@constraint("14.1.1", "The guns of the first set-up are the printed ones")
def _printed_guns(c: Components) -> bool:
    def guns(nation: str) -> Counter[tuple[int, int, int, int]]:
        return Counter((*front(c, u), c.range[u]) for u in units(c, nation=nation, kind="artillery"))

    british = {(2, 2, 5, 6): 1, (3, 2, 5, 6): 4, (4, 3, 5, 9): 1, (4, 3, 5, 11): 3}
    return guns("british") == british and guns("french")[5, 3, 5, 11] == 1 and guns("german")[6, 4, 5, 11] == 1


@constraint("3.4.1/5", "Cavalry has one factor for attack and defence")
def _cavalry(c: Components) -> bool:
    return all(c.front[u].primary == c.front[u].secondary for u in units(c, kind="cavalry"))


@constraint("10.1", "Tanks have a second number to fire with")
def _tanks(c: Components) -> bool:
    return all(c.front[u].secondary > 0 for u in units(c, kind="tank"))


@constraint("3.4.1/6", "An HQ has one factor, and no values in Supply Mode")
def _hqs(c: Components) -> bool:
    hqs = units(c, kind="hq")
    return all(c.front[u].primary == c.front[u].secondary > 0 and back(c, u) == (0, 0, 0) for u in hqs)


@constraint("6.2.1", "The weakest gun can interdict clear ground", binding=False)
def _weakest_gun(c: Components) -> bool:
    return min(c.front[u].primary for u in units(c, kind="artillery")) >= c.least_factors("clear")
