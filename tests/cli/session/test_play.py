"""A game at the keyboard: what is shown, what may be typed, how it ends."""

import re
from dataclasses import replace

import pytest

from tabletier.games.kernel.registry import find
from tabletier.match.record import load
from tests.cli.helpers import saved_games, tabletier

pytestmark = pytest.mark.usefixtures("pebbles")


def played(*typed: str, flags: tuple[str, ...] = ()) -> str:
    """What a game of the toy shows when these lines are typed; it must end well."""
    run = tabletier("play", "pebbles", "--seed", "a seed", *flags, typed="\n".join(typed) + "\n")
    assert run.exit_code == 0, run.output
    assert run.stderr == ""
    return run.stdout


def last_moves() -> tuple[str, ...]:
    return load(saved_games()[-1].read_text()).moves


class TestATurn:
    def test_shows_what_happened_the_table_and_what_is_asked(self) -> None:
        shown = played("take 1", "quit")
        first, second = shown.split("Your move: ")[:2]
        assert re.search(r"Player 1 draws the secret number \d{3}\.\n", first)
        assert re.search(r"\nheap o{7}  secret=\d{3}\n\nYour turn \(Player 1\): take some", first)
        assert second.startswith("Player 1 takes 1.\n")
        assert "Player 2 takes" in second or "Player 2 draws" in second

    def test_never_shows_what_the_opponent_alone_may_know(self) -> None:
        assert "Player 2 draws the secret number ?." in played("quit")

    def test_a_move_may_be_written_carelessly(self) -> None:
        played("  TAKE   2 ")
        assert last_moves()[0] == "take 2"

    def test_a_part_that_fits_one_move_is_played_and_said(self) -> None:
        assert "Understood: take 3\n" in played("3")
        assert last_moves()[0] == "take 3"

    def test_a_part_of_several_moves_is_answered_with_them(self) -> None:
        assert "Several moves fit: take 1   take 2   take 3\n" in played("take", "quit")

    def test_a_refusal_gives_the_reason_and_the_rule_and_loses_nothing(self) -> None:
        shown = played("take 9", "take 1")
        assert "That is too many. (PEBBLES-2)\n" in shown
        assert last_moves()[0] == "take 1"

    @pytest.mark.parametrize("typed", ["TAKE 9", "Take  9", "why TAKE 9", "why take  9"])
    def test_a_refused_move_may_be_written_carelessly_too(self, typed: str) -> None:
        assert "Your move: That is too many. (PEBBLES-2)\n" in played(typed, "quit")

    def test_the_beginning_of_several_moves_is_answered_with_them(self) -> None:
        assert "Several moves fit: take 1   take 2   take 3\n" in played("tak", "quit")

    def test_the_beginning_of_one_move_is_not_played(self) -> None:
        assert "type it in full: draw\n" in played("dra", "quit")
        assert saved_games() == []

    def test_a_refused_move_that_is_called_like_an_order_is_told_from_it(self) -> None:
        shown = played("", "3", "", "1", "", "draw", "quit", flags=("--hot-seat",))
        assert (
            "That is too many. (PEBBLES-2)\nFor the order of the same name, type /draw\n" in shown
        )

    @pytest.mark.parametrize("nonsense", ["xyz", "/", "/take 1", "[red]", "1e9", "١", "\0"])
    def test_nonsense_is_answered_and_the_game_goes_on(self, nonsense: str) -> None:
        shown = played(nonsense, "take 1")
        assert "'help'" in shown.partition("Your move: ")[2] or "'help' the rest" in shown
        assert last_moves()[0] == "take 1"

    def test_an_absurdly_long_line_is_not_repeated(self) -> None:
        shown = played("x" * 1_000_000, "take 1")
        assert "That is too long for a move" in shown
        assert "xxxx" not in shown
        assert last_moves()[0] == "take 1"

    def test_an_empty_line_is_answered(self) -> None:
        assert "Type a move, or 'help'." in played("", "quit")

    def test_a_misspelt_order_is_answered_with_the_nearest(self) -> None:
        assert "Did you mean 'moves'?" in played("movse", "quit")


class TestReconstructed:
    def test_what_was_reconstructed_is_said_before_the_first_move(self) -> None:
        told = played("quit").split("Your move:")[0]
        said = "The pebbles are imagined.\nWhat is known of it: 'rules reconstruction'.\n"
        assert told.count(said) == 1

    def test_a_game_of_which_all_is_known_says_nothing(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        known = replace(find("pebbles"), reconstruction=None)
        monkeypatch.setattr("tabletier.cli.session.play.find", lambda _: known)
        assert "reconstruction" not in played("quit")


class TestOrders:
    def test_help_gives_the_goal_examples_orders_and_what_was_reconstructed(self) -> None:
        shown = played("help", "quit")
        assert shown.count("Take the last pebble.") == 2
        assert "legal now: draw   take 1   take 2\n" in shown
        assert "\n  undo        takes your last move back\n" in shown
        assert "The pebbles are imagined." in shown

    def test_moves_lists_what_is_legal(self) -> None:
        assert "Legal moves: 4\n  draw   take 1   take 2   take 3\n" in played("moves", "quit")

    def test_moves_with_a_text_lists_those_that_contain_it(self) -> None:
        assert "Legal moves: 1\n  take 3\n" in played("moves 3", "quit")
        assert "Your move: No legal move contains '8'.\n" in played("moves 8", "quit")

    def test_why_explains_a_move_without_playing_it(self) -> None:
        shown = played("why take 9", "why take 1", "why", "quit")
        assert "Your move: That is too many. (PEBBLES-2)\n" in shown
        assert "Your move: take 1 is legal.\n" in shown
        assert "Your move: Say which move, for example: why draw\n" in shown
        assert "Nothing had been played yet" in shown

    def test_board_shows_the_table_again(self) -> None:
        assert played("board", "quit").count("heap ooooooo") == 2

    def test_rules_says_when_there_is_no_sheet(self) -> None:
        assert "The rule sheet of this game is not installed." in played("rules", "quit")

    def test_a_move_wins_over_an_order_of_the_same_name(self) -> None:
        played("draw", "take 1")
        assert last_moves()[0] == "draw"

    def test_even_when_that_move_is_not_legal_now(self) -> None:
        shown = played("take 3", "draw", "quit", flags=("--seats", "me,random"))
        heap = 7 - 3 - int(last_moves()[1].removeprefix("take "))
        assert heap <= 3
        assert "That is too many. (PEBBLES-2)" in shown
        assert "A draw needs" not in shown

    def test_with_a_slash_it_is_the_order(self) -> None:
        assert "A draw needs everybody's agreement" in played("/draw", "quit")

    def test_undo_goes_back_to_your_last_decision(self) -> None:
        shown = played("take 1", "undo", "take 2", "undo", "undo", "take 3")
        assert shown.count("Move taken back.") == 2
        assert "There is nothing to take back." in shown
        assert last_moves()[0] == "take 3"

    def test_resign_asks_first_and_the_other_side_wins(self) -> None:
        shown = played("resign", "n", "resign", "y")
        assert "Really resign? (y/n)" in shown
        assert "Player 2 wins (resignation)." in shown

    def test_with_three_sides_nobody_resigns(self) -> None:
        shown = played("resign", "quit", flags=("--players", "3"))
        assert "With three or more sides nobody resigns for all" in shown

    def test_quit_keeps_the_game_and_says_how_to_go_on(self) -> None:
        shown = played("take 1", "quit")
        (path,) = saved_games()
        assert f"to go on with it:\n  tabletier play --resume {path}\n" in shown

    def test_quit_before_the_first_move_keeps_nothing(self) -> None:
        assert "Nothing had been played yet." in played("quit")
        assert saved_games() == []

    def test_quit_after_the_house_alone_has_played_says_so(self) -> None:
        shown = played("quit", flags=("--seats", "random,me"))
        assert "You had not played yet: the game is not kept." in shown
        assert "Nothing had been played" not in shown
        assert saved_games() == []

    @pytest.mark.parametrize("order", ["regles 99", "Règles 99", "REGLES 99", "/regles 99"])
    def test_orders_do_without_accents(self, order: str) -> None:
        shown = played(order, "quit")
        assert "There is no rule PEBBLES-99" in shown or "is not installed" in shown

    @pytest.mark.parametrize("order", ["/moves", "/MOVES", "coups", "m", "/ moves"])
    def test_orders_are_known_in_both_languages_and_with_a_slash(self, order: str) -> None:
        assert "Legal moves: 4" in played(order, "quit")


class TestTheEnd:
    def test_the_result_in_words_the_record_and_how_to_verify_it(self) -> None:
        shown = played(*["1"] * 7)
        (path,) = saved_games()
        assert re.search(r"\n(You win|Player 2 wins) \(the last pebble\)[.!]\n", shown)
        assert f"\n  tabletier verify {path}\n  tabletier replay {path}\n" in shown
        assert tabletier("verify", str(path)).exit_code == 0

    def test_winning_is_said_to_you(self) -> None:
        shown = played("draw", *["3"] * 3, "2", "1", flags=("--seats", "me,me"))
        assert "Player" in shown
        alone = tabletier("play", "pebbles", "--seed", "b", typed="3\n3\n2\n1\n").stdout
        assert "You win (the last pebble)!" in alone

    def test_random_against_random_needs_nobody(self) -> None:
        shown = played(flags=("--seats", "random,random"))
        assert "Your move" not in shown
        assert "wins (the last pebble)." in shown


def test_a_whole_game_in_french() -> None:
    run = tabletier("play", "pebbles", "--lang", "fr", typed="aide\ncoups\nprendre\n1\n" * 8)
    assert run.exit_code == 0
    assert "Prenez le dernier caillou." in run.stdout
    assert "\nÀ vous (Joueur 1)\xa0: prenez des cailloux.\n" in run.stdout
    assert re.search(r"(Vous gagnez|Joueur 2 gagne) \(", run.stdout)
    english = ("Type", "Your turn", "Player", "The game", "wins", "Understood", "Legal")
    assert [word for word in english if word in run.stdout] == []


def test_without_a_game_the_house_asks_which() -> None:
    run = tabletier("play", typed="what?\n99\npeb\ntake 1\n")
    assert run.exit_code == 0
    assert "What shall we play?" in run.stdout
    assert run.stdout.count("Answer with a number from 1 to") == 2
    assert "Your turn (Player 1): take some pebbles." in run.stdout


def test_a_script_must_name_the_game() -> None:
    run = tabletier("play")
    assert run.exit_code == 2
    assert run.stderr.startswith("Name a game: tabletier play GAME")
