"""What docstrings say of parameters."""

from __future__ import annotations

from levelgen.docstrings import paragraphs, summary, told_of, untold

TEXT = """Put things down, in
two lines.

count: how many; a share
is rounded. prefer, order: the `far` ones first. GenerationError when there are fewer.

Not a parameter: count. Cost: O(m).
  kind: a word. Source: Nobody 1900.
"""


def test_each_name_has_its_sentences() -> None:
    assert told_of(TEXT, ["count", "prefer", "order", "kind", "silent"]) == {
        "count": "How many; a share is rounded.",
        "prefer": "The `far` ones first. GenerationError when there are fewer.",
        "order": "The `far` ones first. GenerationError when there are fewer.",
        "kind": "A word.",
    }


def test_a_summary_is_one_line_and_paragraphs_are_too() -> None:
    assert summary(TEXT) == "Put things down, in two lines."
    assert paragraphs(TEXT).splitlines()[0] == "Put things down, in two lines."
    assert paragraphs("One.\n\nTwo\nlines.") == "One.\n\nTwo lines."
    assert summary("") == ""


def test_the_rest_is_untold() -> None:
    rest = untold(TEXT, ["count", "prefer", "order", "kind"])
    assert rest == "Put things down, in two lines.\n\nNot a parameter: count. Cost: O(m). Source: Nobody 1900."
    assert untold("One.\n\nTwo\nlines.", []) == "One.\n\nTwo lines."


def test_nothing_is_told_where_nobody_asks() -> None:
    assert told_of(TEXT, []) == {}
