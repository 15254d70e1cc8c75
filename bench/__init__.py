"""Benchmarks: how fast the engine is, next to well-known peers timed in the same run. Start with `python -m bench`."""
