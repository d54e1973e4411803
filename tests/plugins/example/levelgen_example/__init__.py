"""A plug-in for levelgen of each kind, each in about ten lines."""
