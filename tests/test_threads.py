"""A server asks for games in threads, and the first two may ask at once."""

from __future__ import annotations

import subprocess
import sys

FIRST_TO_ASK = """
import sys, threading
from trenchline.games import CATALOGUE, load
sys.setswitchinterval(1e-6)
together, found = threading.Barrier(4), []
def ask():
    together.wait()
    found.append(load("they-shall-not-pass"))
    CATALOGUE["verdun-1916"](None)  # with data packs, games are read anew
threads = [threading.Thread(target=ask) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert len(found) == 4 and len(set(map(id, found))) == 1
"""


def test_threads_that_ask_first_for_a_game_get_the_same_one_and_the_process_lives():
    ended = subprocess.run([sys.executable, "-c", FIRST_TO_ASK], capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (0, "")  # -11: msgspec learnt one struct in two threads
