"""The states of counters, a bit each, and how a square is interdicted."""

SUPPRESSED = 1 << 0
DISRUPTED = 1 << 1
ENTRENCHED = 1 << 2
SUPPLY = 1 << 3  # the mode of an HQ; a command HQ shows its flag
PRESSED = 1 << 4  # over the top; closed in
FIRED = 1 << 5  # bombarded
ANSWERED = 1 << 6  # fired counter-battery
DEFENDED = 1 << 7  # fired defensively
MOVED = 1 << 8
STOPPED = 1 << 9
TURNED = 1 << 10  # to another facing
FLIPPED = 1 << 11  # a mode changed in this phase
NEAR = 1 << 12  # has been near the front in this phase: its allowance is not doubled
SPLIT = 1 << 13  # part of what has broken down in this phase
BURIED = 1 << 14  # an entrenched unit that suppression turned to its mobile side
HELD = 1 << 15  # not released yet
BROKEN = 1 << 16  # a tank that has broken down
PAID = 1 << 17  # has cost its side for leaving its area
HOME = 1 << 18  # has been in its area
COUNTED = 1 << 19  # as disrupted in this turn
SPENT = 1 << 20  # an HQ that supplied an assault
SECONDARY = 1 << 21  # made a secondary attack
NEW = 1 << 22  # a machine in its first turn
ENTERED = 1 << 23  # came onto the map in this phase
TRIED = 1 << 24  # to go over the top, and did not
INSIDE = 1 << 25  # in a fort
REVEALED = 1 << 26  # a garrison shown
USED = 1 << 27  # a gun used for gas or as a 75
FAILED = 1 << 28  # to rally, in a turn before
SHELTERED = 1 << 29  # went into a fort or out of it in this phase
STATES = {name.lower(): bit for name, bit in list(globals().items()) if name.isupper()}

DISORDERED = SUPPRESSED | DISRUPTED
OF_MOVEMENT = MOVED | STOPPED | TURNED | FLIPPED | NEAR | SPLIT | ENTERED | SHELTERED  # what the end of movement wipes out
OF_A_PHASE = FIRED | ANSWERED | DEFENDED | PRESSED | TRIED | SPENT | SECONDARY | USED  # what the end of a phase wipes out
LASTING = PAID | HOME  # what a unit hands on to those that take its place

# How a square is interdicted: by the guns of side s GUNS + s, by its airmen AIR + s; OLD is added to what outlasts its turn.
GUNS, AIR, OLD = 1, 4, 8
