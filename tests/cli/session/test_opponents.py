"""Playing against the opponents of the house, in both languages, to the end and beyond Ctrl-C."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tabletier.cli import game_choice
from tabletier.cli.game_choice import interpret_rules
from tabletier.cli.session.seats import thinker
from tabletier.games.kernel.registry import find, keys
from tabletier.match.record import load
from tabletier.search.levels import levels_of
from tabletier.search.ranks import MOST_LEVELS, RANKS
from tests.cli.helpers import saved_games, tabletier
from tests.cli.terminal import PROMPT, Terminal, piped, resume_path, without_colours

ANY = keys()[0]
WEAKEST = "Player 2 (Lison, Apprentice, level 1)"
TURNS = 4


def descendants(pid: int) -> list[int]:
    found = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True, check=False)
    return [int(word) for word in found.stdout.split()]


class TestTheToyGame:
    pytestmark = pytest.mark.usefixtures("pebbles")

    def test_opponents_are_named_in_the_welcome_and_when_they_move(self) -> None:
        run = tabletier("play", "pebbles", "--opponents", "1", "--seed", "s", typed="take 1\n")
        assert f"You are Player 1. With you: {WEAKEST}.\n" in run.stdout
        assert re.search(re.escape(WEAKEST) + r" plays (take \d|draw)\n", run.stdout)

    def test_nothing_but_the_game_is_printed_where_nobody_watches(self) -> None:
        run = tabletier("play", "pebbles", "--opponents", "tree@0.6", "--seed", "s", typed="1\n")
        assert "is thinking" not in run.stdout
        assert "Player 2 (tree@0.6) plays" in run.stdout

    def test_in_french(self) -> None:
        run = tabletier("play", "pebbles", "--lang", "fr", "--opponents", "Compagnon", typed="1\n")
        assert "Avec vous\xa0: Joueur 2 (Adèle, Compagnon, niveau 2)." in run.stdout
        assert re.search(
            r"Joueur 2 \(Adèle, Compagnon, niveau 2\) joue (take \d|draw)\n", run.stdout
        )

    def test_each_seat_may_have_an_opponent_of_its_own(self) -> None:
        flags = ["--players", "3", "--opponents", "hasard,maitre"]
        run = tabletier("play", "pebbles", *flags, typed="quit\n")
        assert (
            "With you: Player 2 (at random), Player 3 (Mathilde, Master, level 4).\n" in run.stdout
        )

    def test_a_seat_may_be_an_opponent_s(self) -> None:
        run = tabletier("play", "pebbles", "--seats", "1,moi", "--seed", "s", typed="quit\n")
        assert "You are Player 2. With you: Player 1 (Lison, Apprentice, level 1).\n" in run.stdout
        assert "Player 1 (Lison, Apprentice, level 1) plays " in run.stdout

    def test_people_may_watch_opponents(self) -> None:
        run = tabletier("play", "pebbles", "--seats", "2,1", "--seed", "s")
        assert run.exit_code == 0
        assert f"At the table: Player 1 (Adèle, Journeyman, level 2), {WEAKEST}.\n" in run.stdout
        assert "wins (the last pebble)." in run.stdout

    def test_an_opponent_that_reckons_takes_the_last_pebbles(self) -> None:
        """With 7 pebbles the first to move can always win, and a tree of some size sees it."""
        run = tabletier("play", "pebbles", "--seats", "tree:400,me", "--seed", "s", typed="1\n" * 9)
        assert "Player 1 wins (the last pebble)." in run.stdout

    def test_undo_takes_the_opponent_s_answer_back_and_it_answers_the_same_again(self) -> None:
        run = tabletier(
            "play", "pebbles", "--opponents", "1", "--seed", "s", typed="1\nundo\n1\nquit\n"
        )
        answers = re.findall(re.escape(WEAKEST) + r" plays (.*)\n", run.stdout)
        assert len(answers) == 2
        assert answers[0] == answers[1]

    def test_a_hint_names_a_move_and_says_why(self) -> None:
        run = tabletier("play", "pebbles", "--opponents", "1", "--seed", "s", typed="hint\n")
        assert run.exit_code == 0, run.output
        assert re.search(r"Your move: Hint: (take \d|draw) \w.*[^.]\.\n", run.stdout)
        assert saved_games() == []

    def test_a_hint_in_french_for_people_among_themselves(self) -> None:
        typed = "\nconseil\nquitter\n"
        run = tabletier("play", "pebbles", "--hot-seat", "--lang", "fr", typed=typed)
        assert run.exit_code == 0, run.output
        assert re.search(r"Conseil\xa0: (take \d|draw) \w.*\.\n", run.stdout)

    def test_the_levels_are_remembered(self) -> None:
        flags = ["--players", "3", "--heap-size", "60", "--opponents", "1,3"]
        tabletier("play", "pebbles", *flags, typed="1\nquit\n")
        others = "Player 2 (Lison, Apprentice, level 1), Player 3 (Blanche, Artisan, level 3)"
        named = f"With you: {others}.\n"
        again = tabletier("play", "--resume", "last", typed="quit\n")
        assert named in again.stdout
        assert " --seats me,1,3\n" in again.stdout
        changed = tabletier("play", "--resume", "last", "--opponents", "2", typed="quit\n")
        two = "Player 2 (Adèle, Journeyman, level 2), Player 3 (Gaspard, Journeyman, level 2)"
        assert two in changed.stdout, "nobody has a namesake"

    def test_a_note_that_names_nobody_is_no_note(self) -> None:
        tabletier("play", "pebbles", "--heap-size", "60", "--opponents", "1", typed="1\nquit\n")
        (note,) = (Path(os.environ["TABLETIER_DATA_DIR"]) / "seats").glob("*")
        note.write_text(note.read_text().replace('"1"', '"9"'))
        assert "(at random)" in tabletier("play", "--resume", "last", typed="quit\n").stdout

    def test_what_is_secret_stays_so(self) -> None:
        run = tabletier("play", "pebbles", "--opponents", "1", "--seed", "s", typed="1\n")
        own = re.findall(r"Player 1 draws the secret number (\d+)", run.stdout)
        table = run.stdout.partition("See you soon")[0]
        assert set(re.findall(r"\b\d{3}\b", table)) <= set(own)


def test_the_usual_opponent_is_of_level_two() -> None:
    run = piped("play", ANY, "--seed", "s", typed="quit\n")
    usual = "Player 2 (Adèle, Journeyman, level 2: has an appetite)"
    assert f"With you: {usual}.\n" in run.stdout
    assert (run.returncode, run.stderr) == (0, "")


def test_an_opponent_may_be_wished_for_by_manner() -> None:
    flags = ["--lang", "fr", "--opponents", "2-prudent"]
    run = piped("play", ANY, *flags, "--seed", "s", typed="quit\n")
    assert "Joueur 2 (Odile, Compagnon, niveau 2\xa0: marche sur des œufs)" in run.stdout
    assert (run.returncode, run.stderr) == (0, "")


def test_the_manner_is_that_of_the_name() -> None:
    seats = ("me", "2", "random", "2", "5", "3-careful", "best:50")
    thinkers = [thinker(seat, seats, find("punto")) for seat in range(1, 7)]
    assert thinkers == ["2-greedy", "random", "2-blocking", "5", "3-careful", "best:50"]


@pytest.mark.parametrize("key", keys())
@pytest.mark.parametrize(("language", "level"), [("en", "2"), ("fr", "apprenti")])
def test_a_script_plays_every_game_against_a_level(key: str, language: str, level: str) -> None:
    """Whatever the first legal moves are: they are asked for, and then typed."""
    flags = ["play", key, "--lang", language, "--opponents", level, "--seed", "script"]
    with Terminal(*flags, COLUMNS="400", TERM="dumb") as screen:
        prompt = PROMPT if language == "en" else "Votre coup\xa0: "
        screen.expect(prompt)
        for _ in range(TURNS):
            screen.type("/moves all")
            screen.expect("Legal moves: ", "Coups permis\xa0: ")
            listed = screen.expect(prompt).removesuffix(prompt).split("\n", 1)[1]
            screen.type(re.split(r" {3}|\n(?=\S)", listed.strip())[0])
            if "tabletier replay" in screen.expect(prompt, "tabletier replay"):
                break
        else:
            screen.type("quit")
        assert screen.end() == 0
    named = (
        "(Adèle, Journeyman, level 2) plays "
        if language == "en"
        else "(Lison, Apprenti, niveau 1) joue "
    )
    assert named in screen.screen or "still secret" in screen.screen
    assert load(saved_games()[0].read_text()).moves


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "language"), [(key, ("fr", "en")[turn % 2]) for turn, key in enumerate(keys())]
)
def test_opponents_play_every_game_to_its_end(key: str, language: str) -> None:
    """Without an error, whatever is told on the way; conformance has all the sentences."""
    run = piped("play", key, "--seats", "tree:4,random", "--seed", "x", "--lang", language)
    assert (run.returncode, run.stderr) == (0, "")
    assert load(saved_games()[0].read_text()).result is not None


def test_ctrl_c_while_an_opponent_thinks_keeps_everything_and_leaves_nobody_behind() -> None:
    with Terminal("play", ANY, "--opponents", "tree@600", "--seed", "s") as screen:
        screen.expect(PROMPT)
        screen.type("moves")
        listed = without_colours(screen.expect(PROMPT)).split("Legal moves: ")[1].split("\n")[1]
        prefix, first = listed.split()[:2]
        screen.type(prefix + first if prefix.endswith("@") else prefix)
        screen.expect("Player 2 (tree@600) is thinking…")
        thinking = descendants(screen.pid)
        assert thinking
        assert screen.interrupt() == 130
        assert "Traceback" not in screen.screen
        path = resume_path(screen.screen)
    assert len(load(path.read_text()).moves) == 1
    assert "--seats me,tree@600" in screen.screen
    assert not any(Path(f"/proc/{pid}/exe").exists() for pid in thinking)


def test_the_terminal_itself_never_loads_the_compiler() -> None:
    code = (
        "import sys, os; os.environ.pop('TABLETIER_JIT', None); sys.argv = ['tabletier', 'play', "
        f"'{ANY}', '--opponents', '1']\n"
        "from tabletier.cli import main\n"
        "try: main()\nfinally: print('numba' in sys.modules)"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], input="quit\n", capture_output=True, text=True, check=False
    )
    assert run.stdout.endswith("False\n")


def test_opponents_compile_unless_somebody_wishes_otherwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv(game_choice.OWN_CHOICE, raising=False)
    monkeypatch.setenv("TABLETIER_JIT", "0")
    interpret_rules()
    assert not game_choice.can_opponents_compile()
    monkeypatch.delenv("TABLETIER_JIT")
    interpret_rules()
    assert os.environ["TABLETIER_JIT"] == "0"
    assert game_choice.can_opponents_compile()


def test_the_levels_are_listed_with_the_games_and_in_the_help() -> None:
    listed = tabletier("games").stdout
    assert "  1  Apprentice: A beginner" in listed
    assert "tabletier play GAME --opponents 3\n" in listed
    assert "Levels: 1 Apprentice, 2 Journeyman" in tabletier("play", "--help").stdout
    french = tabletier("games", "--lang", "fr").stdout
    assert "  4  Maître\xa0: Calcule loin" in french


def test_where_only_some_games_have_a_level_or_another_number_for_it_that_is_said() -> None:
    listed = " ".join(tabletier("games").stdout.split())
    games, last = list(map(find, keys())), RANKS[-1].name.en
    for rank in RANKS[4:-1]:
        those = [game.name.en for game in games if len(levels_of(game)) > rank.number]
        assert f"{rank.number} {rank.name.en} ({', '.join(those)}): " in listed
    told = ", ".join(f"{game.name.en} {len(levels_of(game))}" for game in games)
    assert f"/{MOST_LEVELS} {last} ({told}): The strongest of the house" in listed
