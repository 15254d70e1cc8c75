"""The weights that both games of the series use. `data/weights.toml` of each game has the numbers and says what each is for."""

from __future__ import annotations

from ....core.knowledge import Weights as CoreWeights


class Weights(CoreWeights, frozen=True, kw_only=True):
    """What things are worth in both games; those with a default are used by one of them."""

    trench: float
    place: float
    ground: float
    last_ones: float
    fade: float
    focus: float
    kill: float
    kill_gun: float
    loss: float
    loss_late: float
    worn: float
    engage: float
    breakthrough: float
    countered: float
    disrupted: float
    unit_cost: float
    hope: float
    attack_from: float
    second_from: float
    press_from: float
    support_fire: float
    resource: float
    together: float = 0.0
    spend_guns: float
    spend_hq: float
    prepare: float
    shake: float
    shake_gun: float
    interdict: float
    reserve_share: float
    gun_cost: float
    fire_from: float
    answer: float
    answer_from: float
    march: float
    link: float
    seal_late: float
    seal: float
    stand: float
    occupy: float = 0.0
    join: float
    crowd: float
    fear: float
    hold: float
    shelter: float
    closed: float
    exposed: float
    pile: float
    hq_supply: float
    hq_command: float
    hq_near: float
    hq_draw: float
    hq_guns: float
    hq_spent: float
    operations: float
    astray: float
    fine: float
    gun_supply: float
    block: float
    drive: float
    pair: float
    shift_from: float
    v_points: float
    v_held: float
    v_ground: float
    v_power: float
    v_guns: float
    v_shaken: float
    disorder: float
    gun_step: float
    hq_step: float
    last_step: float
    factor: float
    edge: float
    menace_far: float
    steady: float
    manned: float
    uproot: float
    uproot_far: float
    back_shelter: float
    back_beside: float
    back_far: float
    range: float
    range_prize: float
    gun_risk: float
    gun_far: float
    gun_at_hq: float
    mine_idle: float
    mine_defence: float
    mine_force: float
    hq_back: float
    hq_alone: float
    spend_late: float
    kill_late: float = 1.0
    spread: float = 0.0
    trek: float = 0.0
    busy: float = 0.0
    reserves: float
    muster: float = 1.0
    strike_from: float
    rise: float
    leave: float
    hq_lost: float = 0.0
    hq_risk: float = 0.0
    hq_caught: float = 0.0
