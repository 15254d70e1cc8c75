"""What the staff at Verdun knows: when to leave the trenches, how forts are taken and kept, which HQ the guns may have."""

from __future__ import annotations

from trenchline.ai.staff import Staff
from trenchline.core.decisions import Joint
from trenchline.core.knowledge import Plan
from trenchline.games.generation_lost.components import FRENCH, GERMAN
from trenchline.games.generation_lost.garrisons import show_face
from trenchline.games.generation_lost.knowledge import corps
from trenchline.games.generation_lost.knowledge.worth import best_hope
from trenchline.games.generation_lost.position import Position
from trenchline.games.generation_lost.sequence import INDEX
from trenchline.games.great_war.assault import GO
from trenchline.games.great_war.knowledge import headquarters
from trenchline.games.great_war.knowledge.line import Line
from trenchline.games.great_war.knowledge.marches import Marshal, marches, station, storm_parties
from trenchline.games.great_war.states import SUPPLY

from ..staff_kit import all_choices
from .battle import POOL, assault, outcome
from .kit import GAME, C, game_position, kind, phase, play, position

MIND = GAME.knowledge
HQS = "K25: XVIII >S\nK27: III supply"
GUNS = "J28: G210H.1 >S, G210H.2 >S\nJ29: G150H.1 >S, G150H.2 >S\nJ30: G150H.3 >S, G150H.4 >S"
HELD = f"scenario: firestorm\nJ23: Bn08 inside\nL25: Bn09 inside\n{HQS}\n{POOL}"  # places that draw nobody any more


def planned(text, turn=4):
    """What the German units of a position are to do in their movement, by their names."""
    match = phase("german-movement", text, turn=turn)
    found: dict[str, list[str]] = {}
    for march in marches(MIND.survey(game_position(match), GERMAN)):
        found.setdefault(C.ids[march.unit], []).append(march.kind)
    return found


def test_every_decision_of_the_game_has_an_answer():
    assert {k for k in all_choices(Position) if not issubclass(k, Joint)} <= set(MIND.answers)


def test_who_attacks_leaves_his_trenches_and_who_does_not_digs_in():
    weak = planned(f"{HELD}\nM26: 21/1 >S entrenched, 21/2 >S entrenched\nN26: B3.1 >N reduced")
    assert "mobile" in weak["21/1"] and "mobile" in weak["21/2"]
    strong = planned(f"{HELD}\nM26: Bn06 >S\nN26: 37Fr >N")
    assert "mobile" not in strong.get("Bn06", [])


def test_a_regiment_breaks_down_before_a_fort():
    match = phase("german-movement", f"scenario: firestorm\nM25: 21/1 >S\nN25: Gar1 inside\n{HQS}\n{POOL}", turn=4)
    marshal, regiment = Marshal(MIND.survey(game_position(match), GERMAN)), C.unit["21/1"]
    assert [(march.unit, march.kind) for march in storm_parties(marshal, [regiment])] == [(regiment, "split")]


def test_a_fort_that_counts_draws_a_battalion_as_long_as_nobody_else_is_there():
    match = phase("german-movement", f"scenario: firestorm\nJ23: Bn06 inside\nS22: 37Fr >N\n{HQS}\n{POOL}", turn=4)
    marshal, battalion, fort = Marshal(MIND.survey(game_position(match), GERMAN)), C.unit["Bn06"], C.board.cell("J23")
    with_another = marshal.post(battalion, fort)
    marshal.lift(battalion)
    assert marshal.post(battalion, fort) >= with_another + MIND.of_side[GERMAN].occupy


def test_the_guns_have_the_hq_of_the_quiet_bank():
    """On February 28 nobody attacks west of the Meuse: the VI Reserve Corps serves no front there."""
    p = game_position(GAME.start("firestorm", seed=5))
    p.turn = 2
    ground = MIND.survey(p, GERMAN)
    worth = {C.ids[h]: corps.worth_of(ground, h) for h in C.hqs[GERMAN] if p.on_map(h)}
    assert min(worth, key=lambda name: worth[name]) == "VIR"


def test_men_count_less_to_a_side_with_more_of_a_lead_than_it_needs():
    """The Germans need thirty points more than the French."""
    p = game_position(GAME.start("firestorm", seed=5))
    by_the_book = MIND.of_side[GERMAN].loss
    p.combat_points[:] = [30, 0]
    assert MIND.survey(p, GERMAN).w.loss == by_the_book
    p.combat_points[:] = [80, 0]
    assert MIND.survey(p, GERMAN).w.loss < by_the_book


def test_a_garrison_that_nobody_has_seen_may_be_nobody():
    """Four of the eight are dummies; one that was shown is what it is (9.2.4)."""
    p = game_position(phase("german-movement", f"scenario: firestorm\nM25: Bn06 >S\nN25: Gar1 inside\n{HQS}\n{POOL}", turn=4))
    garrison = C.unit["Gar1"]
    assert MIND.survey(p, GERMAN).unmanned([garrison]) == 0.5
    show_face(p, garrison, 2)
    assert MIND.survey(p, GERMAN).unmanned([garrison]) == 0.0


def test_who_holds_trenches_leaves_them_for_a_place_that_a_weak_enemy_has_taken_not_for_a_field():
    """In the last battle the Germans hold; Bezonvaux, H25, is a place of the French victory."""
    line = (
        f"scenario: ramparts_revenge\nG24: 21/1 >S entrenched\nG25: 21/2 >S entrenched\nE24: XVIII >S\nD25: III supply\n{POOL}"
    )
    place, field = (planned(f"{line}\n{cell}: B3.1 >N", turn=40) for cell in ("H25", "H24"))
    assert "mobile" in place["21/1"] and "mobile" in place["21/2"]
    assert "mobile" not in field.get("21/1", []) and "mobile" not in field.get("21/2", [])


def test_an_hq_comes_in_where_no_other_leads():
    """The XVIII Corps leads in the east, nobody in the west."""
    text = f"scenario: firestorm\nE29: XVIII >S\nG29: 9R/2 >S\nH29: B3.1 >N\nF4: 11R/3 >S\nF5: B3.2 >N\n{POOL}"
    ground = MIND.survey(game_position(phase("german-movement", text, turn=4)), GERMAN)
    west, east = (headquarters.entrance(ground, C.unit["III"], C.board.cell(label)) for label in ("A4", "A29"))
    assert west > east


def test_the_french_are_the_nearer_to_victory_the_less_the_germans_have_of_theirs():
    """They must deny every part of it (19.1.6-F)."""
    p = game_position(GAME.start("firestorm", seed=5))
    p.combat_points[:] = [0, 0]
    early = best_hope(p, FRENCH)
    p.combat_points[:] = [60, 0]
    assert best_hope(p, FRENCH) < early


def test_who_attacks_at_any_price_still_has_marches_to_make():
    """What such a plan asks of an attack is less than nothing; of the last squares of the line it asks no less than others."""
    text = f"scenario: firestorm\nK1: Bn06 >S\nL2: 106Fr >N\nH2: XVIII >S\n{POOL}"
    p = game_position(phase("german-movement", text, turn=4))
    orders = MIND.orders(p, GERMAN, Plan("any price", factors={"attack_from": -5.0}))
    marches(orders.look(p))


RING = "P24: 39/2 >S\nO24: 30/2 >S{more}\nP25: B4.1 >N"


def after_a_won_fight(turn: int, more: str = "") -> str:
    """What the staff does when fresh troops could come into a won square."""
    text = f"{RING.format(more=more)}\nL25: XVIII >S\nM26: III supply\n{POOL}"
    match = assault(text, {"P25": ["39/2"]}, have={"consolidate": 1}, turn=turn, scenario="hells_doorway")
    outcome(match, "DR")
    match.apply(match.actions()[0])  # the retreat
    play(match, "39/2-P25>S")
    assert kind(match) == "Consolidation"
    return Staff(MIND, GERMAN).advise(match.position).action.unit


def test_in_the_last_turn_nobody_consolidates_out_of_a_place_that_would_stand_empty():
    assert after_a_won_fight(22) == "30/2"
    assert after_a_won_fight(24) == ""
    assert after_a_won_fight(24, ", 30/3 >S") in ("30/2", "30/3")


def test_an_hq_does_not_hold_a_place_for_the_troops_that_leave_it():
    def stays_for(beside: str) -> float:
        text = f"scenario: hells_doorway\nM22: 4/2 >S, {beside} >S\nQ22: 37Fr >N\n{HQS}\n{POOL}"
        match, place = phase("german-movement", text, turn=24), C.board.cell("M22")
        marshal = Marshal(MIND.survey(game_position(match), GERMAN))
        marshal.lift(C.unit["4/2"])
        return marshal.post(C.unit["4/2"], place) / marshal.ground.prize[place]

    assert stays_for("IB") > stays_for("4/3") + 0.9 * MIND.of_side[GERMAN].occupy


def test_an_hq_turns_to_supply_where_who_shares_its_square_can_leave_in_time():
    """The gun beside the VII Reserve Corps goes on; in the rain it cannot, and the HQ would have to turn back (10.4-Supply)."""
    text = f"L18: VIIR >S, G77.1 >S\nM20: XVIII >S, Bn06 >S\nO18: 21/1 >S, 21/2 >S\nO20: 25/1 >S, 25/2 >S\nP18: 37Fr >N\n{POOL}"

    def supplies(weather):
        head = f"scenario: may_cup\nturn: 12\nstep: german-movement\nweather: {C.weathers.index(weather)}\n"
        match, staff = position(head + text), Staff(MIND, GERMAN)
        assert kind(match) == "MovementModes"
        while match.position.step == INDEX["german-movement"]:
            match.apply(staff.advise(match.position).action)
        return [C.ids[h] for h in C.hqs[GERMAN] if match.position.on_map(h) and match.position.status[h] & SUPPLY]

    assert supplies("fair") == ["VIIR"]
    assert supplies("rain") == ["XVIII"]


def test_an_hq_that_has_come_in_turns_to_supply_where_that_serves_most():
    text = "J20: XVIII >S\nK18: 21/1 >S, 21/2 >S\nK20: 25/1 >S, 25/2 >S\nL18: 37Fr >N\nE18: VIIR >S{supply}\n" + POOL
    for supply, better in (("", True), ("\nH19: III supply", False)):
        p = game_position(phase("german-movement", f"scenario: may_cup\n{text.format(supply=supply)}", turn=12))
        assert MIND.survey(p, GERMAN).should_supply(C.unit["VIIR"]) == better


def supply_named(hqs: str) -> set[str]:
    """The HQs that the staff names for an assault from M25 and M27; they supply within eight squares."""
    text = f"M25: 21/1 >S\nM27: 21/2 >S\nN26: B3.1 >N\nK29: XVIII >S\n{hqs}\n{POOL}"
    match, staff = assault(text, {"N26": ["21/1", "21/2"]}, turn=24, scenario="hells_doorway"), Staff(MIND, GERMAN)
    while (action := staff.advise(match.position).action) != GO:
        match.apply(action)
    return {C.ids[h] for h in game_position(match).fight.hqs}


def test_supply_is_named_only_if_all_attackers_have_it():
    """III reaches the regiment in the west alone, XV that in the east (13.2): together they do, one of them for nothing."""
    assert supply_named("L17: III supply\nL34: XV supply") == {"III", "XV"}
    assert supply_named("L17: III supply") == set()


def test_one_hq_is_spent_where_one_is_enough():
    assert len(supply_named("K27: III supply\nK31: XV supply")) == 1


def french_orders(text: str) -> dict[str, str]:
    """Where the French staff sends its units."""
    match = phase("french-movement", f"scenario: may_cup\n{text}\n{POOL}", turn=12)
    found = marches(MIND.survey(game_position(match), FRENCH))
    return {C.ids[march.unit]: match.position.label(march.cell) for march in found if march.kind == "move"}


def test_the_french_put_a_garrison_into_verdun_and_an_empty_fort_when_the_enemy_comes_near():
    """Tavannes, N25, and P20 of Verdun stand empty; the enemy is at L23 and then no longer near."""
    own = "N23: Gar1 inside\nO22: Gar2 inside\nO14: Gar3 inside\nN15: Gar4 inside\nL16: Gar5 inside\nQ18: B3.1 inside reduced\n"
    own += "P25: 59C.1 >N\nR20: B4.1 >N\nT20: IFr >N\nP19: B3.2 >N\nQ19: B3.3 >N\nQ20: B3.4 >N"
    near = french_orders(f"{own}\nL23: 21/1 >S entrenched\nJ23: XVIII >S")
    assert near["59C.1"] == "N25" and near["B4.1"] == "P20"
    far = french_orders(f"{own}\nB23: 21/1 >S entrenched\nA23: XVIII >S")
    assert "N25" not in far.values() and "P20" not in far.values()


def test_a_trench_is_not_left_empty_to_an_enemy_who_could_walk_in():
    """C16 is French start trench: who leaves it goes nearer to the enemy or stays; of two one may go."""

    def opens(holders, cell):
        match = phase("french-movement", f"scenario: firestorm\nC16: {holders}\nA18: 21/1 >S\n{POOL}", turn=4)
        return Marshal(MIND.survey(game_position(match), FRENCH)).opens(C.unit["B3.1"], C.board.cell(cell))

    assert opens("B3.1 >N", "D16") and not opens("B3.1 >N", "B17")
    assert not opens("B3.1 >N, B3.2 >N", "D16")


def test_an_hq_stands_where_the_enemy_cannot_walk_to_it():
    """Nobody bars the way east of the brigade: an HQ beside it would be taken, one behind it leads as well."""
    text = "M28: 21/1 >S\nM29: 21/2 >S\nP27: B3.1 >N\nP28: B3.2 >N\nO31: IFr >N"
    match = phase("french-movement", f"scenario: may_cup\n{text}\n{POOL}", turn=12)
    ground = MIND.survey(game_position(match), FRENCH)
    unsafe = headquarters.within_reach(Line(ground))
    assert C.board.cell("O31") in unsafe
    assert station(ground, C.unit["IFr"]) not in unsafe


def test_the_guns_fire_though_the_front_would_like_to_have_the_hq():
    """An HQ that feeds the guns is back in the next turn (8.4.2); one leads, one is left for the shells."""
    text = "K29: XVIII >S\nK31: III >S\nM28: 21/1 >S, 21/2 >S\nN28: 37Fr >N\n" + GUNS
    match = position(f"scenario: may_cup\nturn: 12\nstep: german-bombardment\n{text}\n{POOL}")
    assert kind(match) == "ShellSupply"
    assert Staff(MIND, GERMAN).advise(match.position).action.kind in ("flip", "supply")


def test_an_hq_in_supply_mode_turns_back_before_the_enemy_is_upon_it():
    """It could not leave otherwise, and would surrender (12.8.2(b))."""

    def modes(foe):
        text = f"N28: IFr supply\nP28: VIIFr >N\nM26: B3.1 >N\nM30: B3.2 >N\n{foe}: 21/1 >S"
        match = position(f"scenario: may_cup\nturn: 12\nstep: french-movement\n{text}\n{POOL}")
        staff = Staff(MIND, FRENCH)
        while kind(match) == "MovementModes":
            match.apply(staff.advise(match.position).action)
        return bool(match.position.status[C.unit["IFr"]] & SUPPLY)

    assert modes("K28") and not modes("L28")
