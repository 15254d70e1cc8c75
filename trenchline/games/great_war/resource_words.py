"""Command resources in words: what each is called, and what it does to an assault (BP 9.2, GL 14.2)."""

from __future__ import annotations

from ...core.wording import counted
from .position import Position

TITLES = {  # one of it, several
    "secondary": ("secondary attack", "secondary attacks"),
    "lift": ("lift barrage", "lift barrages"),
    "creeping": ("creeping barrage", "creeping barrages"),
    "smoke": ("smoke screen", "smoke screens"),
    "tank_cavalry": ("tank/cavalry resource", "tank/cavalry resources"),
    "seventy_fives": ("French 75", "French 75s"),
    "flamethrowers": ("flamethrower", "flamethrowers"),
    "gas": ("gas attack", "gas attacks"),
    "night": ("night attack", "night attacks"),
    "consolidate": ("consolidation", "consolidations"),
}
LABELS = {"tank_cavalry": "Tanks and cavalry with infantry", "seventy_fives": "French 75s", "flamethrowers": "Flamethrowers"}


def forms(p: Position, name: str) -> tuple[str, str]:
    """One of a resource, and several; the barrage that lifts has a name in each game (BP 9.2.2, GL 14.2.2(a))."""
    barrage = p.c.modifiers["assault"]["lift"].text
    return (barrage, f"{barrage}s") if name == "lift" else TITLES[name]


def title(p: Position, name: str) -> str:
    return forms(p, name)[0]


def numbered(p: Position) -> str:
    """The resources that are left, with their numbers."""
    left = zip(p.resources, p.c.resources, strict=True)
    return ", ".join(counted(n, *forms(p, name)) for n, name in left if n)


def effect(p: Position, name: str) -> str:
    """What a resource does to the assault it helps; of a smoke screen also how likely."""
    dice, columns = p.c.modifiers["assault"].get(name), p.c.modifiers["shift"].get(name)
    told = []
    if dice is not None:
        told.append(f"{dice.value:+d} on the dice")
    if columns is not None:
        told.append(f"{counted(columns.value, 'column')} right")
    if name == "smoke":
        chance = p.c.tables["wind"].outcomes("any")[0].probability
        told.append(f"{chance:.0%} that the wind lets it stand")
    return ", ".join(told)


def use_label(p: Position, name: str) -> str:
    """What the button says before a resource is spent: its name and its effect."""
    return f"{LABELS.get(name) or title(p, name).capitalize()}: {effect(p, name)}"
