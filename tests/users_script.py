"""A user's script that uses every public name; `tests/test_public.py` checks and runs it."""

import sys
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory

import tabletier as tt


def random_walk(match: tt.Match) -> tt.Match:
    """The match once some moves and draws were made."""
    for _ in range(8):
        if match.to_move is None:
            break
        if match.to_move == tt.CHANCE:
            chances: dict[str, Fraction] = match.chances()
            match = match.draw(max(chances, key=lambda text: chances[text]))
        else:
            match = match.play(match.legal_moves()[0])
    return match


def errors(match: tt.Match) -> list[str]:
    """The codes of mistakes that a program can make."""
    kinds = (
        tt.BadBox,
        tt.BadDraw,
        tt.BadNotation,
        tt.BadOption,
        tt.BadPlayer,
        tt.BadPosition,
        tt.BadRecord,
        tt.BrokenGuest,
        tt.DrawDue,
        tt.GameError,
        tt.GameOver,
        tt.IllegalMove,
        tt.NoPuzzle,
        tt.NoSuchSeat,
        tt.NotAllowed,
        tt.SeedHidden,
        tt.UnknownGame,
    )
    codes: list[str] = [kind.code for kind in kinds]
    try:
        match.play("nonsense")
    except tt.GameError as error:
        codes.append(f"{error.code}: {error.text.en}")
    return codes


def main() -> None:
    """Ask the house everything it answers."""
    out = sys.stdout.write
    game = tt.games()[0]
    out(f"{game}: {sorted(tt.options(game))}\n")
    match: tt.Match = tt.new(game, seed="any text")
    again = tt.setup(game, match.position(), match.options, seed="other")
    chosen = random_walk(tt.new(game, {"first_player": "random"}, chance="explicit"))
    out(f"{again.legal_moves()[:3]} {chosen.log} {errors(match)}\n")
    move: str = tt.choose(match, 1, seed="any text")
    thought: tt.Thought = tt.think(match, "tree", simulations=20)
    candidates: tuple[tt.Candidate, ...] = thought.candidates
    found: tt.Hint = tt.hint(match, simulations=20)
    out(f"{move} {candidates[0].visits} {found.reason.en}\n{match.imagine(1)}\n")
    space: tt.ActionSpace = tt.actions(game, match.options)
    shown: tt.ObservationSpace = tt.observations(game, match.options)
    walk: tt.Stepwise = tt.stepwise(match)
    seen: tt.Observation = walk.observation(0)
    out(f"{space.text(walk.legal_actions()[0])} {shown.shape} {seen.planes.sum()}\n")
    match = match.play(move).resign(0)
    result: tt.Result | None = match.result
    analysis: tt.Analysis = tt.analyse(match, simulations=20)
    plies: tuple[tt.Ply, ...] = analysis.plies
    checked: tt.Verification = tt.verify(match.record())
    out(f"{result} {plies[0].mark} {checked.deal_verified} {tt.load(match.record()).moves}\n")
    today: tt.Daily = tt.daily(game, "2026-11-18")
    first: tt.Puzzle = tt.puzzles(game)[0]
    out(f"{today.number} {first.rating} {first.steps[0].best}\n")
    games: tt.RandomGames = tt.random_games(game, n=10)
    out(f"{games.lengths.mean()} {games.winners.mean(axis=0)} {games.endings[games.reasons[0]]}\n")
    with TemporaryDirectory() as folder:
        report: tt.Report = tt.arena(
            game, ["random", "random"], games=2, results=Path(folder) / "arena.jsonl"
        )
    out(f"{report.standings[0].points}\n")
    try:
        tt.register(f"somewhere.else.{game}")
    except ValueError as error:
        out(f"{error}\n")


if __name__ == "__main__":
    main()
