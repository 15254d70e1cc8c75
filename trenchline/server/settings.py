"""What an operator may choose, by the options of `trenchline serve` or the environment."""

from __future__ import annotations

import argparse
import os

import msgspec


class Settings(msgspec.Struct, frozen=True):
    """Choices for one server process."""

    proxy: str = ""  # addresses of proxies whose X-Forwarded-For is believed
    metrics: str = ""  # addresses that may read /metrics besides this machine
    log: str = "text"  # or json: one object on each line
    bots: str = ""  # bots from outside that may sit at the tables: package.module:Class, separated by commas


def from_environment() -> Settings:
    """The choices made by the environment: TRENCHLINE_PROXY, TRENCHLINE_METRICS, TRENCHLINE_LOG, TRENCHLINE_BOTS."""
    names = [name for name in Settings.__struct_fields__ if f"TRENCHLINE_{name.upper()}" in os.environ]
    return Settings(**{name: os.environ[f"TRENCHLINE_{name.upper()}"] for name in names})


def add_options(p: argparse.ArgumentParser) -> None:
    """The options of `trenchline serve` that make up the settings."""
    known = from_environment()
    p.add_argument("--proxy", default=known.proxy, metavar="A,B", help="proxies whose X-Forwarded-For is believed: addresses")
    p.add_argument("--metrics", default=known.metrics, metavar="A,B", help="addresses that may read /metrics from elsewhere")
    p.add_argument("--log", default=known.log, choices=("text", "json"), help="how the log is written (text)")
    p.add_argument("--bots", default=known.bots, metavar="A,B", help="bots of your own to offer: package.module:Class")


def chosen(words: argparse.Namespace) -> Settings:
    return Settings(words.proxy, words.metrics, words.log, words.bots)
