"""Passes: `name(level, rng, *, parameters) -> Level` with more walls open or more marks."""
