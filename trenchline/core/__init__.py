"""The engine: grids, counters, charts, dice and decisions. It knows no game."""
