"""The weights of Verdun 1916: `data/weights.toml` has the numbers and says what each is for."""

from __future__ import annotations

from ....core.knowledge import Weights as CoreWeights


class Weights(CoreWeights, frozen=True, kw_only=True):
    """What things are worth in Verdun 1916."""

    points: float
    fade: float
    ground: float
    late: float
    focus: float
    kill: float
    kill_gun: float
    kill_hq: float
    loss: float
    spare: float
    fall_back: float
    attack_from: float
    unit_cost: float
    gun_cost: float
    felt: tuple[float, ...]
    expect: float
    expect_guns: float
    expect_die: float
    expect_support: float
    expect_attack: float
    their_support: float
    screened: float
    open: float
    lone_works: float
    advance: float
    seize: float
    press: float
    contact: float
    stay: float
    cut_off: float
    cling: float
    rush: float
    intruder: float
    deny: float
    gap: float
    fort: float
    keep: float
    vital: float
    enough: float
    depth: float
    detach: float
    manned: float
    beyond_reach: float
    too_near: float
    abandon: float
    north: float
    pocket: float
    touch: float
    danger: float
    span: float
    safe: float
    guard: float
    alarm: float
    shield: float
    shelter: float
    alone: float
    company: float
    in_zone: float
    in_zone_alone: float
    in_zone_guarded: float
    beside_zone: float
    strong: float
    hq_safe: float
    hq_flees: float
    hq_alone: float
    hq_zone: float
    astray: float
    dug_in_gun: float
    post_from: float
    gun_hits: float
    gun_covers: float
    gun_cares: float
    gun_lag: float
    let_come: float
    corps_gun: float
    step_gun: float
    step_hq: float
    step_stoss: float
    step_last: float
    step_works: float
    commit: float
    harass: float
    shake_gun: float
    shake_hq: float
    support_gun: float
    army_gun: float
    fire_from: float
    v_points: float
    v_strength: float
    v_shaken: float
    v_command: float
    v_guns: float
    v_menace: float
    v_retake: float
    v_close: float
