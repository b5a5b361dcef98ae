"""A match at this keyboard, turn by turn, in plain lines that a screen reader can follow."""

from contextlib import suppress
from typing import TYPE_CHECKING

from tabletier.cli import render, terminal
from tabletier.cli.errors import FAILED, INTERRUPTED, OK
from tabletier.cli.i18n import say, tell
from tabletier.cli.saves import SaveFile
from tabletier.cli.session import move_input, prompt_commands
from tabletier.cli.session.prompt_commands import LeaveSession
from tabletier.cli.session.seats import (
    LocalOpponents,
    human_seats,
    introduced,
    move_announcement,
    opponent_name,
    usual_seats,
)
from tabletier.cli.terminal import write
from tabletier.games.kernel.errors import BadNotation
from tabletier.games.kernel.registry import find
from tabletier.match.match import Match

if TYPE_CHECKING:
    from rich.console import Console

BLANK_LINES = 60


class PlaySession:
    """The people at this keyboard, the match so far, and what each of them has been told."""

    def __init__(
        self,
        history: list[Match],
        opponents: LocalOpponents,
        save_file: SaveFile,
        console: "Console",
    ) -> None:
        self.history = history
        self.opponents = opponents
        self.seats = seats = opponents.seats
        self.people = human_seats(seats)
        self.save_file = save_file
        self.console = console
        self.at_keyboard: int | None = self.people[0] if self.alone else None
        """The person whom the screen shows the table to; None: a spectator."""
        self.told: dict[int | None, int] = dict.fromkeys((None, *self.people), len(history) - 1)
        """Up to which match of the history each of them has been told what happened."""

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return self.history[-1]

    @property
    def alone(self) -> bool:
        """Whether one person sits here and the rest are opponents."""
        return len(self.people) == 1

    def run(self) -> int:
        """Play until the match is over or the people leave; the exit code."""
        try:
            self.opponents.prepare(self.match)
            self._welcome()
            while self.match.to_move is not None:
                if not self.match.legal_moves():
                    return self._give_up(self.match.to_move)
                self._take_turn(self.match.to_move)
        except (EOFError, LeaveSession):
            return self._leave(OK)
        except KeyboardInterrupt:
            return self._leave(INTERRUPTED)
        finally:
            self.opponents.close()
        return self._finish()

    def write(self, text: str, style: str | None = None, indent: int = 0) -> None:
        """Print sentences, wrapped to the width of the terminal if there is one."""
        write(self.console, text, style, indent)

    def show(self) -> None:
        """Print the table as whoever sits here sees it, and what is asked of them."""
        self.console.print()
        self.console.print(render.picture(self.match, self.at_keyboard), soft_wrap=True)
        self.console.print()
        if self.match.to_move is not None:
            self.write(render.question(self.match, you=self.alone), style="bold")

    def advance(self, match: Match) -> None:
        """The match goes on; whoever sits here is told what happened."""
        self.history.append(match)
        self._tell_news()

    def go_back(self, number: int) -> None:
        """The match as it stood `number` matches into the history; what came after is gone."""
        del self.history[number + 1 :]
        self.told = {seat: min(upto, number + 1) for seat, upto in self.told.items()}

    def save(self) -> None:
        """Save quietly; say it once when the file had to go elsewhere."""
        try:
            if self._has_nothing_to_save():
                self.save_file.discard()
            else:
                self.save_file.write(self.match)
        except OSError as error:
            self.write(say("save.failed", why=error.strerror or error), style="yellow")
        if self.save_file.trouble is not None:
            self.write(self.save_file.trouble, style="yellow")
            self.save_file.trouble = None

    def _has_nothing_to_save(self) -> bool:
        """Whether no move of a person stands, and nobody asked for a file."""
        played = any(entry.by in self.people for entry in self.match.log)
        return not played and not self.save_file.asked_for

    def _welcome(self) -> None:
        game = find(self.match.game)
        self.write(tell(game.name), style="bold")
        self.write(tell(game.goal))
        self.write(" ".join(self._describe_seats()))
        if game.reconstruction is not None:
            self.write(tell(game.reconstruction))
            self.write(say("welcome.evidence"))
        self.write(say("welcome.help"))
        if not terminal.can_show_all(self.console.encoding):
            self.write(say("welcome.ascii"))
        terminal.offer_completions(
            lambda: [*self.match.legal_moves(), *prompt_commands.command_words()]
        )

    def _describe_seats(self) -> list[str]:
        """Who sits at this table."""
        others = [seat for seat in range(len(self.seats)) if seat not in self.people]
        named = ", ".join(introduced(seat, self.seats, find(self.match.game)) for seat in others)
        if not self.people:
            return [say("welcome.only", others=named)]
        if self.alone:
            here = say("welcome.alone", number=self.people[0] + 1)
        else:
            here = say("welcome.together", players=render.players(self.people))
        return [here, say("welcome.others", others=named)] if others else [here]

    def _take_turn(self, seat: int) -> None:
        if seat not in self.people:
            self._tell_news()
            self.advance(self.match.play(self.opponents.move(self.match, self._say_who_thinks)))
            return
        self._show_screen_to(seat)
        self.show()
        before = self.match
        while self.match is before:
            self._handle_line(terminal.read_line(say("prompt.move") + " "))
        self.save()

    def _say_who_thinks(self) -> None:
        """Say at a terminal that someone is thinking; a file or a pipe needs no patience."""
        seat = self.match.to_move
        if self.console.is_terminal and seat is not None:
            who = opponent_name(seat, self.seats, find(self.match.game))
            self.write(say("opponent.thinks", opponent=who), style="dim")

    def _show_screen_to(self, seat: int) -> None:
        """Show the screen to the person whose turn it is, and to nobody else."""
        if self.at_keyboard != seat and len(self.people) > 1:
            if self._hides_from(seat):
                self._hand_over(seat)
            else:
                self.told[seat] = max(self.told[seat], self.told[self.at_keyboard])
        self.at_keyboard = seat
        self._catch_up(seat)

    def _hides_from(self, seat: int) -> bool:
        """Whether another person at this keyboard may not see what this seat sees."""
        mine = self.match.view(seat)["table"]
        others = self.people if self.at_keyboard is None else (self.at_keyboard,)
        return any(self.match.view(other)["table"] != mine for other in others)

    def _hand_over(self, seat: int) -> None:
        self.write(say("hand_over.away", number=seat + 1))
        self.console.print("\n" * max(BLANK_LINES, self.console.height))
        terminal.clear_history()
        terminal.read_line(say("hand_over.here", player=render.player(seat)) + " ")

    def _tell_news(self) -> None:
        """Whoever sits here is told what happened; nobody may be sitting here just now."""
        if self.at_keyboard is not None or not self.people:
            self._catch_up(self.at_keyboard)

    def _catch_up(self, seat: int | None) -> None:
        """Tell a seat what happened since it was told last."""
        for match in self.history[self.told[seat] :]:
            announced = move_announcement(match, self.seats, seat)
            if announced is not None:
                self.write(announced)
            for sentence in render.happenings(match, seat):
                self.write(sentence)
        self.told[seat] = len(self.history)

    def _handle_line(self, typed: str) -> None:
        """A move, a command, part of a move, or something we cannot read, in this sequence."""
        moves = self.match.legal_moves()
        text = move_input.resolve_spoken(
            " ".join(typed.split()), moves, find(self.match.game).spoken
        )
        move = None if text.startswith("/") else move_input.find_move(text, moves)
        command = prompt_commands.find_command(text)
        if not text:
            self.write(say("prompt.empty"))
        elif len(text) > move_input.LONGEST:
            self.write(say("prompt.long"))
        elif move is not None:
            self.advance(self.match.play(move))
        elif command is not None and not self._is_move_text(text):
            command.run(self)
        else:
            self._guess(text, moves)

    def _is_move_text(self, text: str) -> bool:
        """Whether the game knows these words as a move, though not one that is legal now."""
        why = move_input.find_refusal(self.match, text)
        return why is not None and why.code != BadNotation.code

    def _guess(self, text: str, moves: tuple[str, ...]) -> None:
        """Play the one move of which the text is a part, or say why there is none."""
        fitting = move_input.moves_with_part(text, moves)
        if len(fitting) == 1:
            self.write(say("prompt.part", move=fitting[0]))
            self.advance(self.match.play(fitting[0]))
        elif fitting:
            self.write(say("prompt.several", moves=move_input.join_first(fitting)))
        else:
            self._refuse(text, move_input.moves_beginning(text, moves))

    def _refuse(self, text: str, beginnings: list[str]) -> None:
        """Say why this is not played: a move against the rules, half a move, or no move at all."""
        why = move_input.find_refusal(self.match, text) or self.match.explain(text)
        assert why is not None
        if beginnings and why.code == BadNotation.code:
            key = "prompt.begins" if len(beginnings) == 1 else "prompt.several"
            self.write(say(key, moves=move_input.join_first(beginnings)))
            return
        self.write(render.refusal(why), style="yellow")
        self.write(prompt_commands.advise(text))

    def _leave(self, code: int) -> int:
        """The people leave; the game is saved, and we say where."""
        self.console.print()
        if self._has_nothing_to_save():
            self.write(say("quit.unplayed" if self.match.moves else "quit.nothing"))
            return code
        try:
            path = self.save_file.write(self.match)
        except OSError as error:
            self.write(say("save.failed", why=error.strerror or error), style="yellow")
            return FAILED
        self.write(say("quit.saved"))
        self._name_file("play --resume", path, self._seats_flag())
        return code

    def _give_up(self, seat: int) -> int:
        """Nobody can move, yet the match is not over: a guest's rules may be like that."""
        self._tell_news()
        self.write(say("turn.stuck", player=render.player(seat)), style="yellow")
        with suppress(OSError):
            self._name_file("replay", self.save_file.write(self.match))
        return FAILED

    def _seats_flag(self) -> str:
        """Who sits where, for a file that is taken elsewhere; here we remember it."""
        named = ",".join(self.seats)
        return "" if self.seats == usual_seats(len(self.seats)) else f" --seats {named}"

    def _name_file(self, command: str, path: object, flags: str = "") -> None:
        """A command to copy, on a line of its own and never wrapped."""
        import shlex

        line = f"  tabletier {command} {shlex.quote(str(path))}{flags}"
        self.console.print(line, markup=False, soft_wrap=True)

    def _finish(self) -> int:
        """The match is over: the last table, the result, the record and how to verify it."""
        seat = self.people[0] if self.alone else None
        self.console.print()
        self.console.print(render.picture(self.match, seat), soft_wrap=True)
        self.console.print()
        self.write(render.ending(self.match, self.people), style="bold")
        try:
            path = self.save_file.write(self.match)
        except OSError as error:
            self.write(say("save.failed", why=error.strerror or error), style="yellow")
            return FAILED
        self.write(say("end.saved"))
        self._name_file("verify", path)
        self._name_file("replay", path)
        return OK
