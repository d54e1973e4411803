import levelgen


def test_public_names_are_sorted_and_there() -> None:
    assert levelgen.__all__ == sorted(levelgen.__all__)
    assert all(hasattr(levelgen, name) for name in levelgen.__all__)
