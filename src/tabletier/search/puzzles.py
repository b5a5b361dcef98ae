"""A puzzle in words and in lesson form: the task, what each answer is worth, and why.

The reasons are those of hints: what the game says for a move, or else what the search found.
"""

from collections.abc import Mapping
from functools import lru_cache

from tabletier.games.kernel.registry import find
from tabletier.games.kernel.text import AND, Text, series, stopped
from tabletier.match.lessons import Lesson, Miss, Page, When, lessons
from tabletier.match.match import Match
from tabletier.match.options import fill
from tabletier.match.puzzles import CLOSE, Step, find_puzzle, start_of
from tabletier.search.hints import SAVES, WINS, percent, remark
from tabletier.search.knowledge import knowledge_of

WHAT = ("type", "reason")
"""What an event is, among its fields; flags count as well."""
KEPT = 4096
"""Puzzles whose words are kept."""
LOST_ANYWAY = 0.02
"""Where the next best move has less of a chance than this, only the best one holds."""


@lru_cache(maxsize=KEPT)
def lesson_of(game: str, name: str) -> Lesson:
    """A puzzle as a lesson, whose moves are asked for, praised or explained. Raises NoPuzzle."""
    puzzle = find_puzzle(game, name)
    match, pages = start_of(game, puzzle), list[Page]()
    rules = rules_of(match, puzzle.steps[0].best[0])
    for step in puzzle.steps:
        reason = reason_for(match, step)
        pages.append(_page(match, step, len(pages), len(puzzle.steps)))
        if step.reply is not None:
            match = match.play(step.best[0]).play(step.reply)
    return Lesson(
        game=game,
        number=0,
        title=title_of(game),
        rules=rules,
        options=fill(find(game), puzzle.options),
        position=puzzle.position,
        seat=puzzle.seat,
        seed=f"puzzle {puzzle.id}",
        steps=tuple(pages),
        praise=_joined(Text("Trouvé", "Found it"), step, reason),
    )


def title_of(game: str) -> Text:
    """What stands above a puzzle."""
    name = find(game).name
    return Text(f"Problème de {name.fr}", f"A puzzle of {name.en}")


def reason_for(match: Match, step: Step) -> Text:
    """Why the best move is: the rest of a sentence that begins with the move."""
    said = remark(knowledge_of(match), step.best[0])
    found = WINS if step.proven else in_figures(step)
    if said is None:
        return found
    if match.play(step.best[0]).result is not None:
        return said  # the game itself says that this ends it
    return Text(f"{said.fr}, et {found.fr}", f"{said.en}, and {found.en}")


def in_figures(step: Step) -> Text:
    """What the search found."""
    there = max(0.0, step.chance - min(step.loss(m) for m in step.moves if m not in step.best))
    if there < LOST_ANYWAY:
        return SAVES
    here, then = percent(step.chance), percent(there)
    return Text(
        f"est nettement le meilleur, avec {here.fr} de chances contre {then.fr} au suivant",
        f"is clearly the best, with a chance of {here.en} against {then.en} for the next",
    )


def solution(game: str, name: str) -> Text:
    """What is said to whoever gives up: the first move to find, and why. Raises NoPuzzle."""
    puzzle = find_puzzle(game, name)
    reason = reason_for(start_of(game, puzzle), puzzle.steps[0])
    return _joined(Text("La réponse", "The answer"), puzzle.steps[0], reason)


def _joined(before: Text, step: Step, reason: Text) -> Text:
    """The best move, then its reason in a sentence, and the moves that are as good."""
    best, *others = step.best
    fr = f"{before.fr} : {best}. Ce coup {reason.fr}."
    en = f"{before.en}: {best}. This move {reason.en}."
    if not others:
        return Text(fr, en)
    as_good = series([Text(move, move) for move in others], AND)
    good = "Aussi bon" if len(others) == 1 else "Aussi bons"
    return Text(f"{fr} {good} : {as_good.fr}.", f"{en} Just as good: {as_good.en}.")


def verdict_on(step: Step, move: str) -> Text:
    """What is said of a move that is not the best."""
    loss = step.loss(move)
    given, left = percent(loss), percent(max(0.0, step.chance - loss))
    if loss < CLOSE:
        return Text(
            f"{move} : pas mal, mais ce coup cède {given.fr} de chances, il en reste {left.fr}.",
            f"{move}: not bad, but it gives away {given.en} of your chances; {left.en} are left.",
        )
    return Text(
        f"{move} : ce coup coûte {given.fr} de chances, il en reste {left.fr}. Cherchez encore.",
        f"{move}: this costs {given.en} of your chances; {left.en} are left. Look again.",
    )


def rules_of(match: Match, move: str) -> tuple[str, ...]:
    """The rule that a move is about: that of the lesson whose goal the move would reach.

    Of several lessons the one about what the move causes last, as a capture comes after a step,
    then the one that asks for most; none where no lesson is about such a move.
    """
    caused = list(match.play(move).events())
    best, found = (-1, 0), tuple[str, ...]()
    for lesson in lessons(match.game):
        wanted = [_what(event) for event in lesson.steps[0].goal.events]
        met = [[n for n, e in enumerate(caused) if what.items() <= e.items()] for what in wanted]
        if any(len(ns) < wanted.count(what) for ns, what in zip(met, wanted, strict=True)):
            continue
        asks = max((ns[-1] for ns in met), default=-1), sum(map(len, wanted))
        if asks > best:
            best, found = asks, lesson.rules[:1]
    return found


def _what(event: Mapping[str, object]) -> dict[str, object]:
    """What an event is, without its cells."""
    return {key: value for key, value in event.items() if key in WHAT or value is True}


def _page(match: Match, step: Step, number: int, count: int) -> Page:
    """What is asked at one step, and what is answered to every legal move."""
    misses = tuple(
        Miss(moves=(move,), text=verdict_on(step, move))
        for move in step.moves
        if move not in step.best
    )
    return Page(
        text=_asked(match, step, number, count),
        goal=When(moves=step.best),
        misses=misses,
        replies=() if step.reply is None else (step.reply,),
    )


def task_of(step: Step, number: int, count: int) -> Text:
    """What is to be found at a step of so many, the first being 0."""
    if number:
        return Text("Juste. Et maintenant ? Trouvez la suite.", "Right. And what follows?")
    if step.proven and count > 1:
        return Text(
            "Un seul coup gagne à coup sûr : trouvez-le, puis la suite.",
            "One move wins for certain: find it, then what follows.",
        )
    if step.proven:
        return Text("Trouvez le gain forcé.", "Find the forced win.")
    return Text(
        "Un coup vaut nettement mieux que les autres : lequel ?",
        "One move is clearly better than the others: which?",
    )


def _asked(match: Match, step: Step, number: int, count: int) -> Text:
    """The task, at first with what the turn is about, as a keyboard is told it."""
    task = task_of(step, number, count)
    if number:
        return task
    asked = match.ask()
    return Text(
        f"À vous : {stopped(asked.fr)} {task.fr}", f"Your turn: {stopped(asked.en)} {task.en}"
    )
