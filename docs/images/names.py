"""Names: each beside its place, haloed by paper, covering no counter and no other name."""

from __future__ import annotations

from counters import EDGE, LEAN
from sheet import FRAME, HEIGHT, WIDTH, Board, Point, at, centre, number
from svg import CREAM, INK, text

# Scenery: names of woods and heights, by column and row of hexes.
WOODS = (
    ("Bois de Consenvoye", 8.1, 2.72), ("Bois d’Haumont", 12.0, 3.8), ("Bois des Caures", 12.95, 4.5),
    ("la Wavrille", 18.0, 6.2), ("Herbebois", 21.1, 6.55), ("Bois des Fosses", 18.0, 7.9), ("Bois le Chaume", 20.4, 8.55),
    ("les Caurières", 21.3, 10.0), ("Bois de la Vauche", 21.9, 11.55), ("Bois d’Hardaumont", 23.0, 13.55),
    ("Bois Fumin", 22.1, 15.75), ("Bois de Tavannes", 22.6, 18.75), ("Bois Bourrus", 2.4, 17.6), ("Bois le Breuil", 32.0, 13.0),
    ("Bois de Moulainville", 25.2, 20.5), ("Bois de Châtillon", 28.6, 22.6), ("Bois de Gremilly", 26.1, 2.75),
)  # fmt: skip
HEIGHTS = (
    ("Côte de Talou", 8.3, 10.6), ("Côte 344", 11.8, 7.35), ("Côte du Poivre", 14.3, 11.25), ("Côte 378", 18.2, 10.6),
    ("Côte de Froideterre", 16.3, 15.3), ("Côte de l’Oie", 2.6, 8.3), ("Crête de Marre", 4.9, 15.3),
    ("Côte Saint-Michel", 16.6, 18.8),
)  # fmt: skip
SIZES = {"fort": 12.0, "town": 14.0, "hamlet": 11.5, "work": 10.0, "wood": 11.5, "hill": 12.5}
JOINTS = ("-sur-", "-en-", "-devant-", "-sous-", "-près-", "-et-", "-les-", "-Hautecourt")

Box = tuple[float, float, float, float]


def names(board: Board, occupied: dict[str, list[str]]) -> str:
    taken = [_counter_box(cell, ids) for cell, ids in occupied.items()]
    taken += [(x - 16, y - 16, x + 16, y + 16) for fort in board.scenario["fort"] for x, y in [centre(fort["cell"])]]
    drawn = []
    for cell, name, kind in named_places(board):
        drawn.append(label(_free_place(centre(cell), name, kind, taken), name, kind))
        if kind in ("hamlet", "work"):
            x, y = map(number, centre(cell))
            drawn.append(f'<circle cx="{x}" cy="{y}" r="2.4" fill="{CREAM}" stroke="{INK}" stroke-width="1.1"/>')
    for kind, scenery in (("wood", WOODS), ("hill", HEIGHTS)):
        drawn += [label(_free_place(at(column, row), name, kind, taken), name, kind) for name, column, row in scenery]
    return "".join(drawn) + label(at(17.5, 22.35), "VERDUN", "city")


def named_places(board: Board) -> list[tuple[str, str, str]]:
    """Cell, name, kind; what counts in the game first."""
    found = [(cell, *_named(row)) for cell, row in board.rows.items() if row["feature"] and row["victory"] != "verdun"]
    return sorted(found, key=lambda place: list(SIZES).index(place[2]))


def _named(row: dict[str, str]) -> tuple[str, str]:
    name = row["feature"]
    brief = name.replace("Ouvrage", "Ouv.").replace("Fort ", "Fᵗ ")
    if row["victory"] == "fort":
        return brief, "fort"
    if name.startswith(("Ouvrage", "Fort ")):
        return brief, "work"
    for joint in JOINTS:
        name = name.partition(joint)[0]
    return name, "town" if "town" in row["terrain"] else "hamlet"


def label(place: Point, name: str, kind: str) -> str:
    halo = text(place, name, anchor="middle", fill="", class_=f"{kind} halo", aria_hidden="true")
    return halo + text(place, name, anchor="middle", fill="", class_=kind)


def spaced(words: str, place: Point, size: float, gap: float, colour: str, opacity: float = 1, **more: object) -> str:
    return text(place, words, size, "middle", colour, fill_opacity=opacity, letter_spacing=gap, **more)


def regions() -> str:
    """The large names, faint or blue."""
    plain = spaced("WOËVRE", at(29.3, 11.75), 30, 30, "#6b4520", 0.45)
    bank = spaced("RIVE GAUCHE", at(5.9, 19.6), 22, 14, "#6b4520", 0.45)
    return plain + bank + spaced("la Meuse", at(8.35, 12.55), 21, 9, "#2f5878", 0.95, font_style="italic")


# ---------------------------------------------------------------------------------------------------- finding room


def _counter_box(cell: str, ids: list[str]) -> Box:
    x, y = centre(cell)
    half = EDGE / 2 + LEAN * (len(ids) - 1) / 2 + 1
    return x - half, y - half, x + half, y + half


def _free_place(place: Point, name: str, kind: str, taken: list[Box]) -> Point:
    """Scenery stands where it is put, if it can; a place's name below it, above, or to either side. The least covered wins."""
    size = SIZES[kind]
    w = len(name) * size * 0.47
    x, y = place
    tries = [(0.0, 0.0)] if kind in ("wood", "hill") else []
    tries += [(0, 23), (0, -19), (w / 2 + 14, 3), (-w / 2 - 14, 3), (0, 31), (0, -28), (22, 25), (-22, 25)]
    tries += [(22, -20), (-22, -20), (w / 2 + 24, 3), (-w / 2 - 24, 3), (0, 40), (30, 34), (-30, 34)]

    def box(i: int) -> Box:
        dx, dy = tries[i]
        return x + dx - w / 2 - 2, y + dy - size * 0.8, x + dx + w / 2 + 2, y + dy + size * 0.3

    def cost(i: int) -> float:
        b = box(i)
        inside = FRAME[0] + 4 < b[0] and b[2] < FRAME[0] + WIDTH - 4 and b[3] < FRAME[1] + HEIGHT - 3
        return sum(_overlap(b, other) for other in taken) + i * 1.5 + (0 if inside else 5000)

    best = min(range(len(tries)), key=cost)
    taken.append(box(best))
    return x + tries[best][0], y + tries[best][1]


def _overlap(a: Box, b: Box) -> float:
    return max(0.0, min(a[2], b[2]) - max(a[0], b[0])) * max(0.0, min(a[3], b[3]) - max(a[1], b[1]))
