"""Dice that can be checked by anyone, dice that fall as written, and dice rolled on the table."""

from __future__ import annotations

import hmac
from collections import Counter
from hashlib import sha256

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trenchline.core.dice import DiceRecord, FairDice, PassedOver, ScriptedDice, dice_from
from trenchline.core.errors import NotationError, TrenchlineError

SEED = bytes(range(32))
NONCES = {"german": "Knobelsdorf", "french": "Herr"}


# ---------------------------------------------------------------------------------------------------- fairness


def test_the_commitment_is_the_hash_of_the_seed_and_says_nothing_of_the_nonces() -> None:
    dice = FairDice(SEED, NONCES)
    assert dice.commitment == sha256(SEED).hexdigest() == FairDice(SEED).commitment


def test_anyone_can_work_out_the_dice_from_seed_and_nonces() -> None:
    """The published recipe, written out again without the engine."""
    key = hmac.new(SEED, b'[["french","Herr"],["german","Knobelsdorf"]]', "sha256").digest()
    faces = []
    for number in range(200):
        draw = hmac.new(key, str(number).encode(), "sha256").digest()
        faces.append(next(byte for byte in draw if byte < 252) % 6 + 1)
    assert FairDice(SEED, NONCES).roll(0, 200) == tuple(faces)


def test_a_die_is_the_same_whenever_it_is_asked_for() -> None:
    dice = FairDice(SEED)
    whole = dice.roll(0, 50)
    assert [dice.roll(n, 1)[0] for n in reversed(range(50))] == list(reversed(whole))
    assert dice.roll(20, 7) == whole[20:27] and dice.roll(5, 0) == ()


def test_the_order_in_which_nonces_are_given_does_not_matter_but_every_nonce_does() -> None:
    dice = FairDice(SEED, NONCES).roll(0, 60)
    assert FairDice(SEED, dict(reversed(NONCES.items()))).roll(0, 60) == dice
    others = [{}, {"german": "Knobelsdorf"}, NONCES | {"french": "Petain"}, {"german": "Herr", "french": "Knobelsdorf"}]
    rolls = {FairDice(SEED, nonces).roll(0, 60) for nonces in others}
    assert len(rolls) == 4 and dice not in rolls


def test_no_two_sets_of_nonces_are_mixed_alike() -> None:
    assert FairDice(SEED, {"a": "1\nb=2"}).roll(0, 60) != FairDice(SEED, {"a": "1", "b": "2"}).roll(0, 60)


def test_dice_without_a_seed_are_all_different() -> None:
    assert len({FairDice().commitment for _ in range(20)}) == 20
    assert len({FairDice().roll(0, 40) for _ in range(20)}) == 20


def test_numbered_dice_repeat_and_differ_from_each_other() -> None:
    assert FairDice.from_number(7).roll(0, 40) == FairDice.from_number(7).roll(0, 40)
    assert len({FairDice.from_number(n).roll(0, 40) for n in range(100)}) == 100


@pytest.mark.parametrize("length", [0, 16, 31, 33, 64])
def test_a_seed_has_32_bytes(length: int) -> None:
    with pytest.raises(TrenchlineError, match=f"32 bytes, not {length}"):
        FairDice(bytes(length))


def chi_square(counts: Counter, cells: int) -> float:
    expected = counts.total() / cells
    return sum((count - expected) ** 2 for count in counts.values()) / expected + (cells - len(counts)) * expected


@pytest.mark.parametrize("seed", range(5))
def test_every_face_falls_equally_often(seed: int) -> None:
    """Chi-square with 5 degrees of freedom exceeds 20.5 once in a thousand; the seeds are fixed, so it never does here."""
    assert chi_square(Counter(FairDice.from_number(seed).roll(0, 12_000)), 6) < 20.5


@pytest.mark.parametrize("seed", range(3))
def test_one_die_does_not_tell_the_next(seed: int) -> None:
    """35 degrees of freedom: 66.6 once in a thousand."""
    faces = FairDice.from_number(seed).roll(0, 18_000)
    assert chi_square(Counter(zip(faces[::2], faces[1::2], strict=True)), 36) < 66.6


def test_the_same_die_of_many_matches_is_fair_too() -> None:
    assert chi_square(Counter(FairDice.from_number(n).roll(0, 1)[0] for n in range(6_000)), 6) < 20.5


# ---------------------------------------------------------------------------------------------------- script and hand


def test_scripted_dice_fall_as_written_and_then_wait() -> None:
    dice = ScriptedDice([6, 1, 3])
    assert dice.roll(0, 2) == (6, 1) and dice.roll(2, 1) == (3,) and dice.roll(0, 3) == (6, 1, 3)
    assert dice.roll(3, 1) is None and dice.roll(2, 2) is None


def test_a_script_is_not_changed_from_outside() -> None:
    script = [1, 2]
    dice = ScriptedDice(script)
    script[0] = 6
    assert dice.roll(0, 2) == (1, 2)


def test_a_script_holds_only_faces_of_a_die() -> None:
    with pytest.raises(TrenchlineError):
        ScriptedDice([0])
    with pytest.raises(TrenchlineError, match="a die of 7 where it shows 1 to 6"):
        ScriptedDice([7]).roll(0, 1)
    assert ScriptedDice([7]).roll(0, 1, faces=9) == (7,)


# ---------------------------------------------------------------------------------------------------- records

nonces = st.dictionaries(st.text(max_size=8), st.text(max_size=8), max_size=3)


@given(st.binary(min_size=32, max_size=32), nonces)
@settings(deadline=None, derandomize=True, max_examples=60)
def test_fair_dice_come_back_from_their_record(seed: bytes, mixed: dict[str, str]) -> None:
    dice = FairDice(seed, mixed)
    text = msgspec.json.encode(dice.record())
    again = dice_from(msgspec.json.decode(text, type=DiceRecord))
    assert isinstance(again, FairDice) and again.roll(0, 30) == dice.roll(0, 30)
    assert again.commitment == dice.commitment and msgspec.json.encode(again.record()) == text


def test_scripted_dice_come_back_from_their_record() -> None:
    again = dice_from(ScriptedDice([1, 2, 3]).record())
    assert again is not None and again.roll(0, 3) == (1, 2, 3) and again.roll(3, 1) is None


def test_dice_rolled_by_hand_have_no_source() -> None:
    assert dice_from(DiceRecord("hand")) is None


@pytest.mark.parametrize(
    ("record", "what"),
    [
        (DiceRecord("loaded"), "unknown kind of dice 'loaded': fair, scripted or hand"),
        (DiceRecord("fair", seed="xyz"), "not hexadecimal"),
        (DiceRecord("fair", seed="00" * 31), "64 hexadecimal digits"),
        (DiceRecord("fair"), "64 hexadecimal digits"),
    ],
)
def test_a_record_that_cannot_be_read_is_refused_in_one_sentence(record: DiceRecord, what: str) -> None:
    with pytest.raises(NotationError, match=what):
        dice_from(record)


@pytest.mark.parametrize("passed_over", [[(0, 0)], [(3, 2)], [(3, 5), (2, 9)], [(3, 5), (4, 6)]])
def test_dice_that_would_fall_twice_are_refused(passed_over: list[tuple[int, int]]) -> None:
    """After take-backs each draw is used once, in order: a record cannot choose among them."""
    record = msgspec.structs.replace(FairDice(SEED).record(), passed_over=[PassedOver(*passed) for passed in passed_over])
    with pytest.raises(NotationError, match="never used twice"):
        dice_from(record)


def test_after_take_backs_the_dice_to_come_are_later_draws() -> None:
    plain = FairDice(SEED)
    first = plain.passing_over(4, 6)  # two dice taken back
    assert first.roll(0, 6) == plain.roll(0, 4) + plain.roll(6, 2)
    second = first.passing_over(2, 9)  # and farther back
    assert second.roll(0, 4) == plain.roll(0, 2) + plain.roll(9, 2) and len(second.passed_over) == 1
    again = dice_from(second.record())
    assert again is not None and again.roll(0, 4) == second.roll(0, 4)
    assert plain.roll(0, 6) == FairDice(SEED).roll(0, 6), "the first dice are as they were"


def test_a_seed_that_breaks_its_commitment_is_refused() -> None:
    record = FairDice(SEED).record()
    with pytest.raises(NotationError):
        dice_from(msgspec.structs.replace(record, commitment="0" * 64))
