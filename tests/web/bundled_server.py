"""The server with the client's files from another folder, in which they are bundled."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from trenchline.server import app
from trenchline.server.run import serve

if __name__ == "__main__":
    app.WEB = Path(sys.argv[3])
    serve(sys.argv[1], "127.0.0.1", int(sys.argv[2]))
