"""A series as far as the decoder of stacks is concerned: `shared` is the series' package, `game` one of its games."""
