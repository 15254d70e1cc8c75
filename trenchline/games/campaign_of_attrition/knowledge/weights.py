"""The weights of Campaign of Attrition: `data/weights.toml` has the numbers and says what each is for."""

from __future__ import annotations

from ....core.knowledge import Weights as CoreWeights


class Weights(CoreWeights, frozen=True, kw_only=True):
    """What things are worth in Campaign of Attrition."""

    ap: float
    scarce: float
    keep: float
    reserve_ap: float
    kill: float
    unit: float
    gun: float
    special: float
    step: float
    shake: float
    mends: float
    flip: float
    fall_back: float
    buy: float
    lasting: float
    match: float
    buy_gun: float
    buy_special: float
    fade: float
    ground: float
    fort: float
    second_fort: float
    more_forts: float
    ease: float
    sure: float
    late: float
    verdun: float
    last_city: float
    focus: float
    take: float
    felt: tuple[float, ...]
    expect: float
    screened: float
    open: float
    advance: float
    stay: float
    cut_off: float
    calm: float
    closer: float
    rush: float
    crowded: float
    guns_alone: float
    escort: float
    gun_reach: float
    unguarded: float
    gun_stay: float
    attack_from: float
    unit_cost: float
    weary: float
    meet_from: float
    support_from: float
    prepare: float
    fire_from: float
    idle_gun: float
    fort_guns: float
    tidy: float
    operate_from: float
    strike_again: float
    haste: float
    march: float
    stake: float
    v_ap: float
    v_losses: float
    v_strength: float
    v_shaken: float
    v_oos: float
    v_dug: float
    v_fort: float
    v_near: float
    v_verdun: float
    v_lead: float
    v_poor: float
