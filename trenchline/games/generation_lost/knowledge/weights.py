"""The weights of A Generation Lost beside those of the series; `data/weights.toml` says what each is for."""

from __future__ import annotations

from ...great_war.knowledge.weights import Weights as SeriesWeights


class Weights(SeriesWeights, frozen=True, kw_only=True):
    """What things are worth in A Generation Lost."""

    deny: float
    verdun: float
    vacate: float
    freed: float
    finish: float
    missing: float
    alarm: float
    spent: float
    thrift: float
    shells_from: float
    shells_share: float
    intercept: float
    hq_flip: float
    storm_from: float
    replace_from: float
    airman: float
    v_hope: float
    v_line: float
