"""Where every counter stands, which way it faces and in what state; what is committed, engaged, interdicted.

The hooks at the end are the doors through which a game adds what only it has.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, ClassVar, TypeVar

import msgspec

from ...core import position as core
from ...core.actions import Action, Refusal
from ...core.charts import Swing, Term
from ...core.decisions import Automatic, Decision, Roll
from ...core.occupancy import Exerted
from ...core.paths import Found
from ...core.state import Called, Cells, CellSides, Each, Fixed, Fresh, PerUnit, Side, Units
from .components import FULL_MOVE, Components, Numbers
from .records import Assault, Barrage, Engagement, Fight, Front, Return
from .states import AIR, BURIED, DISORDERED, DISRUPTED, ENTRENCHED, FLIPPED, GUNS, OF_A_PHASE, OLD, SUPPLY, SUPPRESSED


class Position(core.Position):
    """The state of a match of the series."""

    INFLUENCE = (2,)  # a zone of control stops whoever enters
    ZONE_STATES = DISORDERED | SUPPLY
    IMMOBILE: ClassVar[int] = 0  # states in which a unit cannot move
    HQS_TURN_FIRST: ClassVar[bool] = False  # HQs change their mode before anybody moves (GL 12.8.2(c))
    WITHDRAWS_BY_MOVING: ClassVar[bool] = False  # engaged defenders leave by a normal move (GL 16.5.1)
    TALLIED: ClassVar[tuple[str, ...]] = ()  # causes of losses that count in the tally of their side
    SPREADS_LOSSES: ClassVar[bool] = False  # whether shells that cost three steps hit two regiments (BP 6.5.2/2)

    c: Fixed[Components[Any, Any]]
    facing: Annotated[bytearray, Each("unit", "direction")]
    spent: PerUnit[bytearray]  # half movement points in this phase
    control: CellSides
    claims: Annotated[bytearray, Each("cell", "nation")]  # the nation that stood there last
    interdicted: Annotated[bytearray, Each("cell")]
    weather: int
    observation: tuple[Side, ...]  # the sides that have air observation this turn
    points: list[int]  # victory points of each side
    combat_points: list[int]  # those of them that come from losses and replacements
    tally: list[int]  # what a side's replacements hang on: its units disrupted in this turn, and what else a game counts there
    resources: list[int]  # of the phasing player, in the order of the Command Center Table
    assaults: tuple[Assault, ...]
    engagements: tuple[Engagement, ...]
    fight: Fight | None
    barrage: Barrage | None
    answered: Cells  # squares that drew counter-battery fire in this phase
    returning: Annotated[tuple[Return, ...], Called("returns")]  # the box of the name holds the counters
    air: Cells  # where the air unit lies
    answers: list[int]  # yes (1) or no (0) to Operations, by side; a secret until both have said it
    wishes: list[list[str]]  # options that each side chose; a secret until both are shown
    operations: tuple[str, ...]  # those in force
    fronts: Fresh[dict[int, Front]]  # by side: the squares near its enemies
    blocked: Fresh[dict[int, tuple[object, bytearray]]]  # by side: what lines of supply and command cannot pass
    traced: Fresh[dict[tuple[int, int, int], tuple[object, dict[int, int]]]]
    roads: Fresh[dict[tuple[int, int], tuple[bytes, list[Sequence[tuple[int, int]]]]]]  # by side and kind: what steps cost
    reaches: Fresh[dict[int, tuple[object, Found]]]  # by unit: where it can go

    def blank_series(self, c: Components[Any, Any], control: bytearray, claims: bytearray) -> None:
        """Before anything is set up."""
        self.all_out(c, control)
        self.claims = claims
        self.facing = bytearray(c.home_facing[side] for side in c.side)
        self.spent = bytearray(len(c.counters))
        self.interdicted = bytearray(c.board.size)
        self.weather, self.observation = 0, ()
        sides = len(c.sides)
        self.points, self.combat_points, self.tally = [0] * sides, [0] * sides, [0] * sides
        self.resources = [0] * len(c.resources)
        self.assaults, self.engagements, self.fight = (), (), None
        self.barrage = None
        self.answered, self.returning, self.air = (), (), ()
        self.answers, self.wishes, self.operations = [0] * sides, [[] for _ in range(sides)], ()
        self.fronts, self.blocked, self.traced, self.roads = {}, {}, {}, {}
        self.reaches = {}
        self.recount()

    # ---------------------------------------------------------------- zones

    def exerts(self, u: int, cell: int) -> Exerted:
        """A unit in good order has a zone in its square and the eight around it, a disordered or interdicted one and an HQ in
        Supply Mode only in its own (BP 7.5, GL 11.1.1, GL 11.1.3, GL 11.1.4)."""
        if self.status[u] & (DISORDERED | SUPPLY) or self.interdicted[cell]:
            return ((0, (cell,)),)
        return ((0, (*self.c.near[cell], cell)),)

    def moved(self, u: int, old: int, new: int) -> None:
        """A square is claimed by the nation of whoever came last of those who stand in it."""
        c = self.c
        if old < c.board.size and self.stacks[old] and not self.engaged(old):
            self.claims[old] = c.nation[self.stacks[old][-1]]
        if old < c.board.size:
            self.status[u] &= ~BURIED  # it has left the trench from which suppression drove it
        if new >= c.board.size:
            self.facing[u] = c.home_facing[c.side[u]]
            self.spent[u] = 0
        elif not self.enemy_holds(new, c.side[u]):
            self.control[new] = c.side[u]
            self.claims[new] = c.nation[u]

    def interdict(self, cell: int, how: int) -> None:
        """Lay an interdiction on a square, or take it away."""
        with self.rezoning(self.stacks[cell]):
            self.interdicted[cell] = how
        self.roads.clear()
        self.reaches.clear()

    @staticmethod
    def interdictor(how: int) -> int:
        """The side that interdicts a square."""
        how &= OLD - 1
        return how - AIR if how >= AIR else how - GUNS

    # ---------------------------------------------------------------- asking

    def numbers(self, u: int) -> Numbers:
        """The side of a counter that shows: reduced, or entrenched."""
        c = self.c
        reverse = self.status[u] & ENTRENCHED if c.trenches[u] else self.steps[u] < c.steps[u]
        return c.back[u] if reverse else c.front[u]

    def good_order(self, u: int) -> bool:
        return not self.status[u] & DISORDERED

    def engaged(self, cell: int) -> bool:
        """Both sides stand in a square."""
        return bool(self.c.several[self.present[cell]])

    def is_engaged(self, u: int) -> bool:
        place = self.place[u]
        return place < self.c.board.size and bool(self.c.several[self.present[place]])

    def own(self, cell: int, side: int) -> list[int]:
        """A side's units in a square."""
        of = self.c.side
        return [u for u in self.stacks[cell] if of[u] == side]

    def others(self, cell: int, side: int) -> list[int]:
        """A side's enemies in a square."""
        of = self.c.side
        return [u for u in self.stacks[cell] if of[u] != side]

    def enemy(self, side: int) -> int:
        return self.c.enemies[side][0]

    def in_enemy_zone(self, cell: int, side: int) -> bool:
        return bool(self.zone[self.c.enemies[side][0]][cell])

    def units(self, side: int) -> list[int]:
        """A side's units on the map."""
        n, place = self.c.board.size, self.place
        return [u for u in self.c.army[side] if place[u] < n]

    def cite(self, *topics: str) -> tuple[str, ...]:
        """The cases of this game that rules of the series stand on."""
        return tuple(case for topic in topics for case in self.c.cite[topic])

    def committed(self, u: int) -> Assault | None:
        return next((a for a in self.assaults if u in a.units), None)

    def engagement(self, cell: int) -> Engagement | None:
        return next((e for e in self.engagements if e.cell == cell), None)

    def they(self, units: Sequence[int], one: str, more: str) -> str:
        """Some units and what they do, in the singular where there is one."""
        return f"{self.names(units)} {one if len(units) == 1 else more}"

    def adjective(self, side: int) -> str:
        return self.c.sides[side].capitalize()

    # ---------------------------------------------------------------- what each game adds

    def refuse_operation(self, name: str, chosen: Sequence[str]) -> Refusal | None:
        """Why an option does not go with those that are chosen."""
        return None

    def enact_operations(self) -> None:
        """The options of both sides come into force."""
        raise NotImplementedError

    def playable_turns(self) -> tuple[int, int]:
        """The first and the last turn."""
        raise NotImplementedError

    def may_stack(self, units: Sequence[int], cell: int) -> bool:
        """Whether some units of one side may share a square at the end of a phase."""
        raise NotImplementedError

    def may_stand(self, u: int, cell: int) -> bool:
        """Whether a unit of its kind may be in a square at all when a phase ends: big units are not on forts (GL 10.5.1)."""
        return True

    def survivors(self, u: int) -> list[tuple[int, int]]:
        """The counters of the pool, each with its steps, that take a unit's place when it loses a step of which it shows no
        reduced side; none if there are none."""
        raise NotImplementedError

    def fewest_steps(self, u: int) -> int:
        """A counter with a reduced side shows it when it has lost a step; one without gives way to a smaller one."""
        full = self.c.steps[u]
        return max(full if self.c.trenches[u] or self.c.hq[u] else full - 1, 1)

    def box_of_lost(self, u: int) -> str:
        """Where an eliminated unit goes."""
        return "pool"

    def may_disrupt_instead(self, u: int) -> bool:
        """Whether a unit that loses its last step to shells may be disrupted instead (BP-R20)."""
        return self.steps[u] == 1 and not self.status[u] & DISRUPTED

    def disrupt_instead(self, u: int) -> tuple[int, ...]:
        """It is; tells the counters that now stand for it."""
        raise NotImplementedError

    def may_move(self, u: int) -> bool:
        """Whether a unit may move at all."""
        return not self.status[u] & self.IMMOBILE

    def hindrance(self, u: int) -> Refusal | None:
        """Why such a unit neither moves nor assaults."""
        return None

    def has_facing(self, u: int) -> bool:
        """Whether a unit has a front: an HQ in Supply Mode has none."""
        return not self.status[u] & SUPPLY

    def movement_points(self, u: int) -> int:
        """What a unit may spend, less what the weather takes; of infantry with two modes that of its mobile side if it shows
        it at any time in the phase (BP-R35, GL-R276)."""
        flipped = self.c.trenches[u] and self.status[u] & FLIPPED
        printed = self.c.front[u].movement if flipped else self.numbers(u).movement
        return printed - self.c.weather_rows[self.weather].movement

    def may_dig(self) -> bool:
        """Whether the weather lets infantry dig in."""
        return True

    def may_walk_off(self, u: int) -> bool:
        """Whether a unit may leave its square by a normal move."""
        return not self.is_engaged(u)

    def reach(self, u: int) -> Found:
        """Where a unit can go with what is left of its points, and the way there."""
        raise NotImplementedError

    def mover(self, u: int) -> int:
        """Another unit with which alone a unit can move now; -1 for none."""
        return -1

    def steps_out(self, side: int, cell: int, kind: int, passing: bool, first: bool) -> Sequence[tuple[int, int]]:
        """What the steps out of a square cost units of a kind: 0 for most, others where a game binds them to their own ways;
        `passing` on from friends there, `first` from where a move begins."""
        raise NotImplementedError

    def march(self, u: int, goal: int) -> None:
        """A unit sets out for a square that it can reach."""
        raise NotImplementedError

    def marched(self, u: int, start: int) -> None:
        """A unit has come from a square."""

    def why_not_there(self, u: int, cell: int) -> Refusal | None:
        """Why a unit cannot go to a square, where only one game knows it."""
        return None

    def other_moves(self, u: int) -> list[Action]:
        """What else a unit may do in its movement phase."""
        return []

    def why_not_otherwise(self, u: int, action: Action) -> Refusal | None:
        """Why it may not."""
        return None

    def move_otherwise(self, u: int, action: Action) -> None:
        """It does."""

    def movement_ends(self, side: int) -> None:
        """A side has moved; what its units did in the phase is still known."""

    def exits(self, u: int) -> list[Action]:
        """The ways in which a unit may leave the map now."""
        return []

    def why_no_exit(self, u: int) -> Refusal | None:
        """Why a unit may not leave the map now."""
        return None

    def leave_map(self, u: int, action: Action) -> None:
        """A unit leaves the map of its own will."""

    def due(self, side: int) -> list[int]:
        """The units that may come onto the map now."""
        return []

    def entries(self, u: int) -> list[int]:
        """Where one of them may."""
        return []

    def entry_cost(self, cell: int) -> int:
        """Half movement points for coming onto the map: the square's ground, or the rate of a road over that edge (BP-R39)."""
        dearer = FULL_MOVE if self.interdicted[cell] else 0
        for road in ("major", "minor"):
            if cell in self.c.board.exits[road]:
                return int(self.c.chart_data.terrain[f"{road}_road"].straight) + dearer
        return self.c.ground_cost(cell) + dearer

    def entry_modes(self, u: int) -> Sequence[str]:
        """How a unit may come: mobile, and infantry with two modes entrenched."""
        return ("", "entrenched") if self.c.trenches[u] else ("",)

    def may_enter(self, u: int, cell: int, mode: str) -> bool:
        """Whether a unit may come in one of these ways by just this square."""
        return True

    def entering(self, u: int, cell: int, mode: str) -> None:
        """A unit is about to come onto the map."""

    def entered(self, u: int, cell: int, mode: str) -> None:
        """A unit has come onto the map."""

    def can_split(self, u: int) -> bool:
        """Whether the pool has what a division or a regiment breaks down into."""
        raise NotImplementedError

    def battalions_of(self, u: int) -> list[int]:
        """The battalions of the pool into which a regiment breaks down."""
        raise NotImplementedError

    def brigades_of(self, u: int, chosen: Units, worn: Units) -> list[tuple[int, bool]]:
        """The next brigade into which a division may break down, full or not; none when it is done."""
        raise NotImplementedError

    def forms(self, cell: int, stack: Sequence[int]) -> list[Action]:
        """What some units of a square can form together."""
        raise NotImplementedError

    def parts_of(self, result: int, stack: Sequence[int], mode: str) -> list[int]:
        """Those of them that form a certain unit."""
        raise NotImplementedError

    def may_assault(self, u: int) -> bool:
        """Whether a unit of a kind that assaults may do so: a broken-down tank or held cavalry may not."""
        return True

    def step_lost(self, u: int, steps: int, cause: str) -> None:
        """Some steps are gone from a unit; none if it was disrupted instead."""

    def shell_row(self, cell: int) -> str:
        """The row of the Bombardment Table that a square gives its units."""
        raise NotImplementedError

    def target_open(self, cell: int) -> bool:
        """Whether a square can be shelled at all: nobody is engaged there (BP 6.3.2/4)."""
        return not self.engaged(cell)

    def target_row(self, cell: int, inside: bool) -> str:
        """The row for a target: a square, or who is in its fort (GL 8.2.2)."""
        return self.shell_row(cell)

    def exposed(self, cell: int, side: int) -> list[int]:
        """A side's enemies in a square who are not in a fort."""
        return self.others(cell, side)

    def has_shells(self, u: int) -> bool:
        """Whether a gun may bombard at all; it need not be supplied for that (BP 6.3.2/1, but GL 8.4)."""
        return True

    def refuse_gun(self, u: int, cell: int, inside: bool) -> Refusal | None:
        """Why a gun that is ready and in range takes no part in a bombardment."""
        return None

    def gun_factor(self, u: int, cell: int, inside: bool) -> int:
        """A gun's factors against a target."""
        return self.numbers(u).primary

    def factors_on(self, guns: Iterable[int]) -> bytes:
        """The factors of some guns that count against each square."""
        raise NotImplementedError

    def bombardment_announced(self) -> None:
        """Target and guns are fixed; what is pushed here comes after the bombardment."""

    def push_counter_battery(self) -> None:
        """The enemy may answer the bombardment that is announced."""
        raise NotImplementedError

    def heavy_term(self, guns: Sequence[int]) -> Term:
        """What heavy guns add to the die: each of them (BP 6.5.1)."""
        term = self.c.modifiers["bombardment"]["heavy"]
        return msgspec.structs.replace(term, value=term.value * sum(self.c.heavy[u] for u in guns))

    def shell_effect(self, result: str, cell: int, side: int, inside: bool) -> str:
        """What a result of the Bombardment Table means for a target of a side's guns."""
        return result

    def struck(self, barrage: Barrage, result: str) -> None:
        """A bombardment does to its target what the die says."""
        raise NotImplementedError

    def gun_reaches(self, u: int, cell: int) -> bool:
        """Whether a gun has a square in range."""
        return self.on_map(u) and self.c.board.distance(self.place[u], cell) <= self.c.range[u]

    def gun_cover(self, u: int) -> int:
        """The squares in a gun's range, a byte of one each in a large number."""
        return self.c.cover(self.place[u], self.c.range[u])

    def gun_stands(self, u: int) -> bool:
        """Whether a gun is where it can fire from: not in an interdicted or engaged square (BP-R25, BP-R152)."""
        place = self.place[u]
        return place < self.c.board.size and not self.interdicted[place] and not self.engaged(place)

    def gun_supplied(self, u: int) -> bool:
        """Whether a gun draws supply from an HQ in Supply Mode (BP 6.3.2/1)."""
        raise NotImplementedError

    def extra_bombardment_terms(self, side: int, target: int) -> list[Term]:
        return []

    def may_be_shelled(self, u: int) -> bool:
        """Whether shells can hurt a unit."""
        return True

    def weather_modifier(self) -> int:
        """What the season adds to the weather die."""
        return int([value for turn, value in self.c.chart_data.seasons if turn <= self.turn][-1])

    def short_command(self, units: Sequence[int]) -> bool:
        """Whether the units of one nation in an assault are commanded from less far (BP 8.4)."""
        return False

    def refuse_commit(self, u: int, cell: int, beside: Sequence[int]) -> Refusal | None:
        """What else speaks against committing a unit beside others."""
        return None

    def commitment_ends(self, side: int) -> None:
        """All assaults are committed."""

    def goes_in_at_once(self, u: int) -> bool:
        """Whether a unit is over the top without a roll (BP 8.7/2)."""
        return False

    def six_fails(self) -> bool:
        return False

    def command_center_terms(self, side: int) -> list[Term]:
        """The modifiers of the Command Center roll."""
        return []

    def resources_rolled(self, side: int) -> None:
        """The phasing player has his resources."""

    def command_terms(self, fight: Fight) -> list[Term]:
        """The modifier for how far the HQs are."""
        raise NotImplementedError

    def disorder_terms(self, fight: Fight) -> list[Term]:
        """The modifiers for disrupted and suppressed defenders."""
        raise NotImplementedError

    def pressed_terms(self, fight: Fight) -> list[Term]:
        """The modifier for units that went in and are still there."""
        raise NotImplementedError

    def pressed_under_fire(self, units: int) -> Term:
        """What so many units that went in add to defensive fire."""
        raise NotImplementedError

    def second_trench(self, fight: Fight) -> bool:
        """Whether entrenched infantry defends where no start trench shelters it."""
        raise NotImplementedError

    def refuse_resource(self, name: str, fight: Fight) -> Refusal | None:
        """What a command resource asks for besides being there."""
        return None

    def uses_in_assault(self) -> tuple[str, ...]:
        """The resources that are announced when an assault is resolved."""
        raise NotImplementedError

    def attack_number(self, u: int, secondary: bool) -> int:
        """A unit's number in attack; in a secondary attack the smaller one (BP 9.2.1, GL 14.2.1)."""
        if not secondary or (self.c.trenches[u] and self.status[u] & ENTRENCHED):
            return self.numbers(u).primary
        return self.numbers(u).secondary

    def defence_number(self, u: int) -> int:
        """A unit's number in defence: halved if it is suppressed, rounding up; an HQ in Supply Mode has none (BP 11.3/1,
        11.3/3)."""
        if self.status[u] & SUPPLY:
            return 0
        number = self.numbers(u).secondary
        return (number + 1) // 2 if self.status[u] & SUPPRESSED else number

    def fire_number(self, u: int) -> int:
        """A unit's number in defensive fire: the middle one (BP 10.1, BP-R60)."""
        return 0 if self.status[u] & SUPPLY else self.numbers(u).secondary

    def extra_shifts(self, fight: Fight) -> list[Term]:
        return []

    def neighbours_fire(self) -> bool:
        """Whether units next to an assaulted square join in its defensive fire (BP-R59)."""
        return False

    def extra_fire_terms(self, target: int, side: int) -> list[Term]:
        return []

    def press_modifiers(self, units: Iterable[int]) -> list[Term]:
        return []

    def surrendered(self, u: int) -> None:
        """An HQ in Supply Mode is taken."""

    def count_assault(self, side: int) -> None:
        """An assault or counter-attack of a side counts for replacements (BP 12.1.1, GL 17.2)."""
        self.tally[side] += 1

    def rally_row(self, u: int) -> str:
        """The line of the Rally Table that a unit uses."""
        return "any"

    def rally_terms(self, u: int) -> list[Term]:
        """The modifiers of a rally."""
        raise NotImplementedError

    def tried_to_rally(self, u: int) -> None:
        """A unit has had its attempt: it is in good order now, or it failed."""

    def confirm_assaults(self, side: int) -> None:
        """What is settled between the Command Center roll and defensive fire: who may fight beside whom."""

    def flanks_closed(self, side: int) -> bool:
        """Whether no flank attack can be made on a side."""
        return False

    def may_leave_map(self, u: int) -> bool:
        """Whether a unit that cannot retreat otherwise may be driven off the map from where it stands."""
        return False

    def driven_off(self, u: int) -> None:
        """A unit is driven off the map."""
        raise NotImplementedError

    def fought(self, fight: Fight, result: str) -> None:
        """An assault has its result."""

    # ---------------------------------------------------------------- what each game adds to assaults

    BEFORE_ASSAULTS: ClassVar[int] = OF_A_PHASE  # states that are forgotten when assaults are committed
    RETREATS: ClassVar[str] = "nearer the own edge, then outside enemy zones, then vacant"
    PRESSING: ClassVar[tuple[str, str]] = ("goes in", "go in")  # what one unit and what several do who press their assault

    def fit_to_assault(self, u: int) -> bool:
        """Whether a unit's state lets it assault: it is not disrupted (BP-R42)."""
        return not self.status[u] & DISRUPTED

    def supports_assaults(self, gun: int) -> bool:
        """Whether a gun that can fire at a square may support assaults on it."""
        return True

    def is_interdicted(self, u: int) -> bool:
        """Whether the square that a unit stands in is interdicted, and that touches it."""
        return bool(self.interdicted[self.place[u]])

    def defenders_of(self, cell: int, side: int) -> list[int]:
        """The units of a side that an assault on a square is made against; they fire and defend."""
        return self.own(cell, side)

    def empty_target(self, cell: int, side: int) -> bool:
        """Whether a side may commit units against a square without enemies."""
        return False

    def unit_committed(self, u: int, cell: int) -> None:
        """A unit has been committed against a square."""

    def took_place(self, u: int, other: int) -> None:
        """A counter has taken another's place."""

    def presses_alone(self) -> bool:
        """Whether each unit tries by itself, not a stack at a time."""
        return False

    def may_press(self, assault: Assault) -> bool:
        """Whether the units of an assault may be sent in at all."""
        return True

    def gets_resource(self, name: str, side: int) -> bool:
        """Whether the roll of a side brings a resource."""
        return True

    def resource_named(self, name: str) -> None:
        """A resource has been named for the assault at hand."""

    def interdicted_under_fire(self, squares: int) -> Term:
        """What so many interdicted squares that attackers come from add to defensive fire."""
        term = self.c.modifiers["fire"]["interdicted"]
        return msgspec.structs.replace(term, value=term.value * squares)

    def refuse_secondary(self, u: int, cell: int) -> Refusal | None:
        """What else speaks against a unit's secondary attack on a square."""
        return None

    def comes_first(self, side: int, assault: Assault) -> bool:
        """Whether something must happen before an assault is taken up; what is pushed here takes it up again."""
        return False

    def fight_begins(self) -> None:
        """An assault is taken up, before supply and resources are named."""

    def fight_ends(self, fight: Fight) -> None:
        """An assault is over."""

    def swings_of(self, fight: Fight) -> list[Swing]:
        """What the enemy can still add to an assault, and what nobody knows of it yet."""
        return []

    def before_roll(self) -> None:
        """The attacker has named what helps him: what is pushed here comes before the dice, after the wind."""

    def ground_shift(self, fight: Fight) -> list[Term]:
        """What the ground of a fight shifts: the strongest terrain of the square, and a minor river in it."""
        river = [self.c.modifiers["shift"]["minor_river"]] if self.c.minor_river[fight.target] else []
        return [*self.c.ground_shift[fight.target], *river]

    def interdicted_starts(self, fight: Fight) -> int:
        """From how many interdicted squares a fight is made."""
        return len({x for x in fight.came if self.interdicted[x]})

    def target_interdicted(self, fight: Fight) -> bool:
        return bool(self.interdicted[fight.target])

    def extra_die_terms(self, fight: Fight) -> list[Term]:
        return []

    def defence_terms(self, fight: Fight) -> list[Term]:
        """The numbers of the defenders."""
        case = self.cite("assault")[0]
        return [Term(f"{{{self.name(u)}}}", self.defence_number(u), case) for u in fight.defenders]

    def assault_counts(self, fight: Fight) -> bool:
        """Whether an assault counts in the working total: a renewed one does not (BP-R93)."""
        engagement = self.engagement(fight.target)
        return fight.counter or not fight.renewed or engagement is None or engagement.side != fight.side

    def settle_roll(self, result: str) -> None:
        """The dice of an assault have fallen: it is carried out, unless somebody may have them thrown again."""
        raise NotImplementedError

    def before_outcome(self, result: str) -> bool:
        """Whether something comes between the losses of an assault and what follows; its outcome then waits for that."""
        return False

    def surrender_points(self, u: int) -> int:
        """What a unit's surrender is worth to the enemy (BP-R66)."""
        return 1

    def may_counter_attack(self, u: int) -> bool:
        """Whether a defender in good order of a kind that assaults may counter-attack."""
        return self.may_assault(u)

    def push_counter_attack(self, fight: Fight) -> None:
        """The defenders strike back: at the units of one start square (BP 11.8/2)."""
        raise NotImplementedError

    def drive_out(self, fight: Fight, units: Sequence[int]) -> bool:
        """Whether the game itself says where beaten defenders go; else they retreat."""
        return False

    def engage(self, fight: Fight) -> bool:
        """Whether the game itself says who is engaged where; else the attackers enter the square."""
        return False

    def next_stage(self, fight: Fight) -> bool:
        """Whether a won square is followed by something else than an advance."""
        return False

    def retreat_rank(self, u: int, cell: int) -> tuple[bool, ...] | None:
        """How good a square next to it is for a unit that retreats, the lowest first; None for one it may not enter. Nearer the
        own edge, then clear of zones, then vacant (BP-R165)."""
        side = self.c.side[u]
        if self.enemy_holds(cell, side):
            return None
        depth = self.c.depth[side]
        return depth[cell] >= depth[self.place[u]], self.in_enemy_zone(cell, side), bool(self.stacks[cell])

    def may_be_displaced(self, u: int, forced: bool) -> bool:
        """Whether a unit makes room for those who come into its square; `forced` where there is no other way."""
        return True

    def displaced_off(self, u: int) -> bool:
        """Whether a unit that makes room may leave the map for it."""
        return False

    def cannot_retreat(self, u: int) -> None:
        """A unit that cannot retreat is driven off the map where the scenario knows that, else eliminated (BP-R65)."""
        raise NotImplementedError

    def stations(self, u: int, cell: int) -> tuple[str, ...]:
        """Where in a square a unit may stand, if it may choose."""
        return ("",)

    def take_station(self, u: int, station: str) -> None:
        """A unit has come into its square in combat."""

    def steps_beyond(self, u: int, beyond: int, machines: int) -> int:
        """How far beyond a won square a unit may go."""
        return machines if self.c.tank[u] or self.c.cavalry[u] else beyond

    def advance_fills(self) -> bool:
        """Whether victors must fill a won square as far as it holds them; else one of them is enough (BP 11.8.2)."""
        return False

    def may_consolidate(self, u: int) -> bool:
        return self.may_assault(u) or not self.c.assaults[u]

    def consolidated(self) -> None:
        """The resource has been used."""

    def came_to_attack(self, fight: Fight, engagement: Engagement) -> bool:
        """Whether those who assault in an engaged square have come into it, and go back if they fail."""
        return engagement.side == fight.side

    def marker_passes(self, engagement: Engagement, fight: Fight) -> Engagement:
        """The defenders of an engagement struck: the marker is theirs now, and nobody moves."""
        here = (fight.target,) * len(fight.units)
        facings = tuple(self.facing[u] for u in fight.units)
        return Engagement(fight.target, fight.side, fight.units, here, facings)


P = TypeVar("P", bound=Position)


class Choice(Decision[P], frozen=True):
    """A decision of the series: its cases are each game's own, by topic."""

    topic: ClassVar[str] = ""

    def cases_of(self, p: P) -> tuple[str, ...]:
        return p.c.cite[self.topic] if self.topic else self.cases


class DiceRoll(Roll[P], frozen=True):
    """A roll of the series."""

    topic: ClassVar[str] = ""

    def cases_of(self, p: P) -> tuple[str, ...]:
        return p.c.cite[self.topic] if self.topic else self.cases


class Follow(Automatic[P], frozen=True):
    """Something that follows by itself once what lies above it is settled."""
