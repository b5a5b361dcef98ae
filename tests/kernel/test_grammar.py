"""Numbers and names as sentences have them."""

from tabletier.games.kernel.text import AND, OR, Text, counted, first_reason, joined, number, series


def test_numbers_are_words_as_far_as_twelve() -> None:
    assert number(1) == Text("un", "one")
    assert number(1, feminine=True) == Text("une", "one")
    assert number(2, feminine=True) == Text("deux", "two")
    assert number(12) == Text("douze", "twelve")
    assert number(13) == Text("13", "13")


def test_more_than_one_is_a_plural_of_every_french_word() -> None:
    pawn = Text("pion noir", "black pawn")
    assert counted(1, pawn) == Text("un pion noir", "one black pawn")
    assert counted(3, pawn) == Text("trois pions noirs", "three black pawns")


def test_names_in_a_row() -> None:
    assert joined(["a"], "et") == "a"
    assert joined(["a", "b"], "et") == "a et b"
    assert joined(["a", "b", "c"], "and") == "a, b and c"


def test_the_first_reason_that_holds_is_given() -> None:
    one, two = Text("un", "one"), Text("deux", "two")
    assert first_reason(0, (lambda _: None, lambda _: one, lambda _: two)) == one
    assert first_reason(0, (lambda _: None,)) is None


def test_a_series_is_joined_in_both_languages() -> None:
    names = [Text("rouge", "red"), Text("vert", "green"), Text("bleu", "blue")]
    assert series(names, AND) == Text("rouge, vert et bleu", "red, green and blue")
    assert series(names[:2], OR) == Text("rouge ou vert", "red or green")
    assert series(names[:1], OR) == names[0]
