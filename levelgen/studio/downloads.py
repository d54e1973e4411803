"""Files for a download: one as it is, several in a .zip."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from io import BytesIO

import numpy as np
from numpy.typing import NDArray

_DATE = (1980, 1, 1, 0, 0, 0)
"""The first that a .zip can have: no clock reaches an output."""


def as_one_file(stem: str, files: Mapping[str, bytes]) -> tuple[str, NDArray[np.uint8]]:
    """A name and what is in it."""
    if len(files) == 1:
        ((name, data),) = files.items()
        return name, np.frombuffer(data, np.uint8)
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name, _DATE), data, zipfile.ZIP_DEFLATED)
    return f"{stem}.zip", np.frombuffer(buffer.getvalue(), np.uint8)
