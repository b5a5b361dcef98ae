"""Ex*pion (As d'Or, Cannes 1990): push the neutral marble into an enemy base, or capture them all.

Nothing is hidden and nothing is left to chance. With four players partners may not confer
(EXPION-10): so players do not talk at the table until the end (`talk`).
"""

from tabletier.games.expion import rules, search, space
from tabletier.games.expion.board import BOX
from tabletier.games.expion.diagram import diagram
from tabletier.games.expion.events import events, tell
from tabletier.games.expion.explain import ask, refuse
from tabletier.games.expion.hints import remark
from tabletier.games.expion.manners import likes
from tabletier.games.expion.notation import read, write
from tabletier.games.expion.options import OPTIONS, start, talk, teams
from tabletier.games.expion.position import KEYS, complete, position, setup
from tabletier.games.expion.shapes import Event, Position, View
from tabletier.games.expion.view import picture, view
from tabletier.games.kernel.box import admitted
from tabletier.games.kernel.contract import Game, Shapes
from tabletier.games.kernel.positions import imagine_nothing
from tabletier.games.kernel.text import Text

RECONSTRUCTION = Text(
    "La forme du plateau, la place des cases spéciales et la couleur de chaque camp sont "
    "reconstituées d’après le texte : la photographie et les figures de la règle sont perdues.",
    "The shape of the board, the place of the special cells and the colour of each camp are "
    "reconstructed from the text: the photograph and the figures of the rules are lost.",
)

GAME: Game = Game[Position, View, Event](
    key="expion",
    name=Text("Ex*pion", "Ex*pion"),
    goal=Text(
        "Poussez l’Ex*pion dans une base adverse, ou capturez toutes les billes de l’autre camp.",
        "Push the Ex*pion into an enemy base, or capture every marble of the other side.",
    ),
    credits="As d’Or, Cannes 1990",
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
    talk=talk,
    imagine=imagine_nothing(KEYS),
    heuristics=search,
    space=space,
    minutes=(30, 60),
    draws=lambda _: "never",
    endings={
        "base": Text("l’Ex*pion est entré dans une base", "the Ex*pion entered a base"),
        "elimination": Text("un camp n’a plus de bille", "a side has no marble left"),
        "blocked": Text("plus personne ne peut jouer", "nobody can move"),
        "stall": Text("cent tours sans progrès", "a hundred turns without progress"),
    },
    yields_to_repetition=("stall",),
    reconstruction=admitted(RECONSTRUCTION, BOX),
    box=BOX.digest,
)
