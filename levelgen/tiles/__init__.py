"""Tile styles: `name(level, rng, *, parameters) -> TileMap`."""
