"""Spanning trees: `name(graph, rng, *, parameters) -> indices of n − 1 edges`."""
