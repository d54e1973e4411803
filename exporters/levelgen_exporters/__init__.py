"""Exporters and readers, built like anyone's plug-in package: `name(built, *, parameters) -> files`."""
