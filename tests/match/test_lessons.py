"""Every lesson of every game: its position stands, its goal can be met, mistakes are explained."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tabletier.games.kernel.errors import BadNotation, UnknownGame
from tabletier.games.kernel.registry import find, keys
from tabletier.games.kernel.text import LANGUAGES, Text
from tabletier.match.lessons import (
    OTHERWISE,
    Attempt,
    Lesson,
    Page,
    answers,
    attempt,
    lessons,
    start_of,
)
from tabletier.match.sheets import RULE, rule, sheet

LESSONS = [lesson for key in keys() for lesson in lessons(key)]
EACH = pytest.mark.parametrize("lesson", LESSONS, ids=lambda it: f"{it.game}-{it.number}")


def ways(lesson: Lesson, done: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Ways to play a lesson that count: at every move the first and the last of the right ones."""
    right = answers(lesson, done)
    if not right:
        yield done
    for move in sorted({*right[:1], *right[-1:]}):
        yield from ways(lesson, (*done, move))


def tasks(lesson: Lesson) -> Iterator[tuple[Page, tuple[str, ...]]]:
    """Every move that is asked for, with moves that lead there."""
    way = next(ways(lesson))
    for number, step in enumerate(lesson.steps):
        yield step, way[:number]


def texts(lesson: Lesson) -> Iterator[Text]:
    """Everything a lesson says."""
    yield from (lesson.title, lesson.praise)
    for step in lesson.steps:
        yield from (step.text, step.otherwise, *(miss.text for miss in step.misses))


@EACH
def test_begins_where_the_learner_is_to_move(lesson: Lesson) -> None:
    match = start_of(lesson)
    assert match.to_move == lesson.seat
    assert match.position() == lesson.position
    begun = attempt(lesson, ())
    assert (begun.verdict, begun.text, begun.match.moves) == ("begun", lesson.text, ())
    assert 1 <= len(lesson.steps) <= 3


@EACH
def test_can_be_played_to_its_goal(lesson: Lesson) -> None:
    for way in ways(lesson):
        assert len(way) == len(lesson.steps)
        for number in range(1, len(way)):
            so_far = attempt(lesson, way[:number])
            assert (so_far.verdict, so_far.text) == ("onward", lesson.steps[number].text)
            assert so_far.match.to_move == lesson.seat
        done = attempt(lesson, way)
        assert done.met
        assert done.text == lesson.praise
        assert done.moves == way
        assert done.shown[0].moves[-1] == way[-1]


@EACH
def test_every_right_move_counts_and_every_other_is_explained(lesson: Lesson) -> None:
    for _, done in tasks(lesson):
        right = answers(lesson, done)
        assert right
        for move in attempt(lesson, done).match.legal_moves()[:200]:
            tried = attempt(lesson, (*done, move))
            assert (tried.verdict in ("onward", "met")) == (move in right)
            if move not in right:
                assert tried.text != OTHERWISE, f"{move} is not explained"
                assert tried.moves == done
                assert tried.shown[0].moves[-1] == move


@EACH
def test_tempting_moves_are_wrong_and_answered(lesson: Lesson) -> None:
    assert any(step.tempting for step in lesson.steps)
    for step, done in tasks(lesson):
        for move in step.tempting:
            tried = attempt(lesson, (*done, move))
            assert tried.verdict in ("missed", "refused"), move
            assert tried.match.moves == attempt(lesson, done).match.moves
            if tried.refusal is not None:
                assert tried.refusal.rule in lesson.rules, f"{move}: {tried.refusal.rule}"
                assert tried.text == tried.refusal.text
            else:
                assert tried.text in {step.otherwise, *(miss.text for miss in step.misses)}


@EACH
def test_says_nothing_in_vain(lesson: Lesson) -> None:
    """Every explanation is that of some legal move, and no other explanation comes before it."""
    for step, done in tasks(lesson):
        said = {tried.text for tried in _legal_attempts(lesson, done)}
        unsaid = [miss.text.en for miss in step.misses if miss.text not in said]
        assert unsaid == []
        if step.otherwise != OTHERWISE:
            assert step.otherwise in said


def _legal_attempts(lesson: Lesson, done: tuple[str, ...]) -> Iterator[Attempt]:
    for move in attempt(lesson, done).match.legal_moves():
        yield attempt(lesson, (*done, move))


@EACH
def test_names_rules_that_are_on_the_sheet(lesson: Lesson) -> None:
    on_sheet = set(RULE.findall(sheet(lesson.game, "en") or ""))
    assert lesson.rules
    assert set(lesson.rules) <= on_sheet
    named = {
        rule for text in texts(lesson) for rule in re.findall(r"[A-Z]+-\d+", text.fr + text.en)
    }
    assert named <= on_sheet


@EACH
def test_speaks_french_and_english(lesson: Lesson) -> None:
    for text in texts(lesson):
        assert text.fr.strip() == text.fr != ""
        assert text.en.strip() == text.en != ""
        assert text == text.printable()
        assert max(map(len, text)) <= 320


HOUSE = {"fr": "ici, on joue", "en": "here we play"}
MARKED = {"fr": "choix de la maison", "en": "house ruling"}


@EACH
def test_a_house_ruling_is_taught_as_one(lesson: Lesson) -> None:
    """Whoever learns here must know what other houses may play otherwise."""
    for language in LANGUAGES:
        said = " ".join(getattr(text, language) for text in texts(lesson)).lower()
        assert (HOUSE[language] in said) == bool(lesson.house)


@EACH
def test_of_each_house_ruling_it_is_known_whether_the_lesson_states_it(lesson: Lesson) -> None:
    """A lesson that names a rule with such a mark says "here we play", or leaves that part out."""
    for language in LANGUAGES:
        page = sheet(lesson.game, language) or ""
        marked = [name for name in lesson.rules if MARKED[language] in (rule(page, name) or "")]
        assert sorted(lesson.house + lesson.unsaid) == sorted(marked)


CELL = r"(?:[a-z]\d|-?\d,-?\d)"


@EACH
def test_names_only_cells_that_are_there(lesson: Lesson) -> None:
    """A cell in a sentence can stand at the end of a move, and the game still reads it."""
    match = start_of(lesson)
    moves = [move for move in match.legal_moves() if re.search(rf"{CELL}$", move)]
    for sentence in (sentence for text in texts(lesson) for sentence in text):
        for cell in re.findall(rf"(?<![\w,.@-]){CELL}(?![\w,]| tours)", sentence):
            refusal = match.explain(re.sub(rf"{CELL}$", cell, moves[0]))
            assert refusal is None or refusal.code != BadNotation.code, cell


@pytest.mark.parametrize("game", keys())
def test_every_game_has_six_to_twelve_lessons_in_order(game: str) -> None:
    found = lessons(game)
    assert 6 <= len(found) <= 12
    assert [lesson.number for lesson in found] == list(range(1, len(found) + 1))
    assert len({lesson.title for lesson in found}) == len(found)


@pytest.fixture
def afresh() -> Iterator[None]:
    lessons.cache_clear()
    yield
    lessons.cache_clear()


@pytest.mark.usefixtures("afresh")
def test_a_game_without_the_file_has_no_lessons(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabletier.match.lessons.FILE", "none.toml")
    assert lessons(keys()[0]) == ()


@pytest.mark.usefixtures("afresh")
def test_a_corrected_box_has_no_lessons_of_another(monkeypatch: pytest.MonkeyPatch) -> None:
    game = replace(find(keys()[0]), box="0" * 64)
    monkeypatch.setattr("tabletier.match.lessons.find", lambda _: game)
    assert lessons(game.key) == ()


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(UnknownGame):
        lessons("no such game")


@EACH
def test_a_whole_position_is_left_as_it_is(lesson: Lesson) -> None:
    for way in ways(lesson):
        for number in range(len(way) + 1):
            match = attempt(lesson, way[:number]).match
            assert find(lesson.game).complete(match.position(), match.options) == match.position()


def test_lessons_are_data_that_anybody_may_keep() -> None:
    for lesson in LESSONS:
        json.dumps(lesson.position)
        assert find(lesson.game).key == lesson.game


def test_moves_after_the_end_are_left_unread() -> None:
    lesson = LESSONS[0]
    way = next(ways(lesson))
    assert attempt(lesson, (*way, "nonsense")) == attempt(lesson, way)
