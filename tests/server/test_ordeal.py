"""Killed, its database restarted, its disk full: nothing acknowledged is lost, nothing is done twice, nobody is left deaf.

A short ordeal each; `python -m tests.server.ordeal` for long ones.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from . import ordeal
from .private_postgres import PrivatePostgres, installed


def judge(report: ordeal.Report) -> None:
    """All but the time, which a busy machine may stretch."""
    assert report.acknowledged and not report.lost and not report.doubled, report


def test_a_server_that_is_killed_again_and_again(tmp_path: Path):
    judge(asyncio.run(ordeal.kill(f"sqlite:///{tmp_path}/tables.db", 3, 3)))


def test_a_disk_without_room(tmp_path: Path):
    judge(asyncio.run(ordeal.fill(f"sqlite:///{tmp_path}/tables.db", 2, 3)))


@pytest.mark.skipif(not installed(), reason="PostgreSQL is not installed")
def test_a_database_that_is_restarted():
    with PrivatePostgres() as postgres:
        judge(asyncio.run(ordeal.restart(postgres, 2, 3)))
