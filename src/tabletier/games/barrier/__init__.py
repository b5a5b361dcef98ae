"""Barrier by Edward Schifman: draughts across a barrier of tiles that say where one may leave."""

from tabletier.games.barrier import rules, search, space
from tabletier.games.barrier.board import BOX
from tabletier.games.barrier.diagram import diagram
from tabletier.games.barrier.events import events, tell
from tabletier.games.barrier.explain import ask, refuse
from tabletier.games.barrier.hints import remark
from tabletier.games.barrier.manners import likes
from tabletier.games.barrier.notation import read, write
from tabletier.games.barrier.options import OPTIONS, draws, start, teams
from tabletier.games.barrier.position import KEYS, complete, position, setup
from tabletier.games.barrier.shapes import Event, Position, View
from tabletier.games.barrier.view import picture, view
from tabletier.games.kernel.box import admitted
from tabletier.games.kernel.contract import Game, Shapes
from tabletier.games.kernel.positions import imagine_nothing
from tabletier.games.kernel.text import Text

RECONSTRUCTION = Text(
    "Les jeux de carreaux, les cases de départ et le damier des marques sont reconstitués : "
    "aucune source connue de nous ne montre les flèches.",
    "The tile sets, the opening squares and the pattern of marks are reconstructed: "
    "no source we know shows the arrows.",
)

GAME: Game = Game[Position, View, Event](
    key="barrier",
    name=Text("Barrier", "Barrier"),
    goal=Text(
        "Posez les carreaux de la barrière, franchissez-la, "
        "et prenez tous les pions de l'adversaire en les sautant.",
        "Lay the tiles of the barrier, cross it, and take all the opponent's pawns by jumping.",
    ),
    credits="Edward Schifman, Aladdin (1975)",
    version="1",
    options=OPTIONS,
    rules=rules,
    teams=teams,
    start=start,
    write=write,
    read=read,
    refuse=refuse,
    shapes=Shapes(Position, View, Event),
    position=position,
    setup=setup,
    view=view,
    events=events,
    tell=tell,
    ask=ask,
    picture=picture,
    diagram=diagram,
    own_board=True,
    complete=complete,
    remark=remark,
    likes=likes,
    imagine=imagine_nothing(KEYS),
    heuristics=search,
    space=space,
    minutes=(20, 40),
    draws=draws,
    endings={
        "last_pawns": Text("les derniers pions en jeu", "the last pawns in play"),
        "no_move": Text("plus aucun coup possible", "no move left"),
        "stall": Text("quarante coups chacun sans progrès", "forty moves each without progress"),
    },
    reconstruction=admitted(RECONSTRUCTION, BOX),
    box=BOX.digest,
)
