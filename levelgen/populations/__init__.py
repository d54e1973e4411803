"""Populations: what a recipe's levels are like over many seeds, and which of them are worth keeping."""
