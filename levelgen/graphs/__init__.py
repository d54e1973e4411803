"""Graph builders: `name(rng, *, parameters) -> Graph`."""
