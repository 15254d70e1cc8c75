"""Everything the rulebook says of the components is checked, on our data and on packs."""

import pytest

import trenchline
from trenchline.core.errors import TrenchlineError

from .kit import GAME, C


@pytest.mark.parametrize("finding", GAME.check(), ids=lambda f: f"{f.case} {f.text[:40]}")
def test_our_data_keep_every_constraint(finding):
    assert finding.ok, finding.text


BROKEN = {
    "1.2a": ("counters.csv", "RIR 16,6,2,,,6,,,3,", "RIR 16,6,2,,,6,,,2,"),
    "1.2b": ("counters.csv", "IR 81,7,3", "IR 81,5,3"),
    "1.6b": ("counters.csv", "72,Bn 1/72,2", "72,Bn 1/72,3"),
    "10.1a": ("counters.csv", "HQ 72,1,,,,6,,6", "HQ 72,1,,,,6,,5"),
    "8.3": ("counters.csv", "AD 72,1,", "AD 72,2,"),
    "CT-b": ("charts.toml", '0 = ["AE", "AE", "Ae"', '0 = ["AE", "AE", "AE"'),
    "7.3e": ("charts.toml", "woods = { shift = -1", "woods = { shift = -2"),
    "7.3": ("charts.toml", "stream = { value = -2", "stream = { value = -1"),
    "BT-b": ("charts.toml", '6 = ["N", "N", "N", "1"', '6 = ["N", "N", "N", "E"'),
    "MT": ("charts.toml", "forest = { infantry = 2", "forest = { infantry = 3"),
    "13j": ("scenarios.toml", "tactical = 24", "tactical = 25"),
    "14.2D-h": ("scenarios.toml", "price_once = 2", "price_once = 1"),
    "14.1": ("scenarios.toml", '"351R" = "1106"', '"351R" = "1610"'),
    "14b": ("scenarios.toml", "bunkers = 4", "bunkers = 5"),
    "13b": ("board.csv", "Samogneux,1,", "Samogneux,2,"),
    "13d": ("board.csv", "Fort de Vaux,4,", "Fort de Vaux,3,"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_pack_that_breaks_a_constraint_is_refused_with_its_case(case, tmp_path):
    file, old, new = BROKEN[case]
    text = C.folder.file(file).read_text(encoding="utf-8")
    assert old in text
    (tmp_path / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(TrenchlineError, match=rf"\({case}\)"):
        trenchline.load("verdun-1916", pack=tmp_path)
