"""The server with the example game in its catalogue: three seats, two sides, a secret, facings and modes."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from trenchline.core.documents import Look
from trenchline.examples.trench_raid import TrenchRaid
from trenchline.games import CATALOGUE
from trenchline.server.run import serve


class Raid(TrenchRaid):
    looks = {
        "british": Look("khaki", "diamond"),
        "french": Look("horizon-blue", "cockade"),
        "german": Look("field-grey", "cross"),
    }


if __name__ == "__main__":
    CATALOGUE["trench-raid"] = Raid
    serve(sys.argv[1], "127.0.0.1", int(sys.argv[2]))
