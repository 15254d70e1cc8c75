"""The weights of They Shall Not Pass: `data/weights.toml` has the numbers and says what each is for."""

from __future__ import annotations

from ....core.knowledge import Weights as CoreWeights


class Weights(CoreWeights, frozen=True, kw_only=True):
    """What things are worth in They Shall Not Pass."""

    fade: float
    ground: float
    haste: float
    forts: float
    forts_from: float
    focus: float
    kill: float
    loss: float
    fall_back: float
    attack_from: float
    unit_cost: float
    felt: tuple[float, ...]
    felt_shaken: float
    expect: float
    expect_support: float
    screened: float
    open: float
    advance: float
    beyond: float
    stay: float
    shy: float
    cut_off: float
    let_come: float
    guard_hq: float
    guard_gun: float
    source: float
    fed: float
    rear: float
    lone: float
    harass: float
    fire_from: float
    corps_gun: float
    army_gun: float
    commit: float
    rush: float
    post_from: float
    post_by_road: float
    post_alone: float
    hq_threat: float
    hq_road: float
    hq_near: float
    hq_threat_most: float
    hq_feeds: float
    hq_fed: float
    gun_covers: float
    gun_lag: float
    gun_threat: float
    gun_fired: float
    rearm: float
    return_hq: float
    restore_near: float
    restore_pioneer: float
    restore_morale: float
    restore_two: float
    step_hq: float
    step_gun: float
    step_barrels: float
    step_strength: float
    step_last: float
    step_pioneer: float
    step_hunter: float
    step_remnant: float
    step_morale: float
    step_steady: float
    step_fort: float
    advance_own: float
    advance_shaken: float
    advance_company: float
    advance_lone: float
    back_cover: float
    back_fort: float
    back_zone: float
    back_shelled: float
    back_crowded: float
    back_worth: float
    back_threat: float
    v_points: float
    v_casualties: float
    v_committed: float
    v_strength: float
    v_shaken: float
    v_starved: float
    v_dug: float
    v_guns: float
    v_menace: float
    v_retake: float
    v_closeness: float
