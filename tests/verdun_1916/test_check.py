"""Everything the rulebook says of the components is checked, on our data and on packs."""

import pytest

import trenchline
from trenchline.cli import main
from trenchline.core.errors import TrenchlineError

from .kit import GAME, C


@pytest.mark.parametrize("finding", GAME.check(), ids=lambda f: f"{f.case} {f.text[:40]}")
def test_our_data_keep_every_constraint(finding):
    assert finding.ok, finding.text


BROKEN = {
    "1.2a": ("counters.csv", "RIR 16,6,2,,,6,,,3,", "RIR 16,6,2,,,6,,,2,"),
    "1.2b": ("counters.csv", "IR 81,7,3", "IR 81,7,8"),
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


# What no sentence of the rulebook says: a pack may differ, and `trenchline check` warns of it.
WARNED = {
    "1.2c": ("counters.csv", "IR 81,7,3", "IR 81,5,3"),
    "1.6b": ("counters.csv", "72,Bn 1/72,2", "72,Bn 1/72,3"),
    "1.2d": ("counters.csv", "4/Stosstruppen,4,2", "4/Stosstruppen,4,4"),
    "5.1e": ("counters.csv", "42 RI,6,2,,,6,", "42 RI,6,2,,,5,"),
    "8.1c": ("counters.csv", "FA 21,1,,4,2,", "FA 21,1,,5,2,"),
}


def packed(folder, file, old, new):
    text = C.folder.file(file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    return folder


@pytest.mark.parametrize("case", BROKEN)
def test_a_pack_that_breaks_a_constraint_is_refused_with_its_case(case, tmp_path):
    with pytest.raises(TrenchlineError, match=rf"\({case}\)"):
        trenchline.load("verdun-1916", pack=packed(tmp_path, *BROKEN[case]))


@pytest.mark.parametrize("case", WARNED)
def test_a_pack_that_differs_from_our_reconstruction_is_warned_of_and_can_be_played(case, tmp_path, capsys):
    pack = packed(tmp_path, *WARNED[case])
    (finding,) = (f for f in trenchline.load("verdun-1916", pack=pack).check() if not f.ok)
    assert (finding.case, finding.binding, finding.breach) == (case, False, False)
    assert main(["check", "verdun-1916", "--pack", str(pack)]) == 0
    told = capsys.readouterr().out
    assert f"! {case}" in told and "1 warning" in told and "✗" not in told


def test_a_breach_beside_a_warning_is_a_breach(tmp_path, capsys):
    pack = packed(tmp_path, *WARNED["8.1c"])
    packed(pack, *BROKEN["13j"])
    assert main(["check", "verdun-1916", "--pack", str(pack)]) == 1
    told = capsys.readouterr().out
    assert "1 of " in told and "! 8.1c" in told and "✗ 13j" in told
