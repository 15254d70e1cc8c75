"""The weights of The Big Push beside those of the series: `data/weights.toml` has the numbers and says what each is for."""

from __future__ import annotations

from ...great_war.knowledge.weights import Weights as SeriesWeights


class Weights(SeriesWeights, frozen=True, kw_only=True):
    """What things are worth in The Big Push."""

    bapaume: float
    clear_edge: float
    exit: float
    allied_trench: float
    drafts: float
    replace: float
    v_lead: float
    v_labour: float
    v_trench: float
    v_claims: float
