"""Point (Piatnik, about 1975): exchange pawns with the bank until your row is of one colour."""

from tabletier.games.kernel.box import admitted
from tabletier.games.kernel.contract import Game, Shapes
from tabletier.games.kernel.text import Text
from tabletier.games.point import rules, search, space
from tabletier.games.point.cards import BOX
from tabletier.games.point.diagram import diagram, touches
from tabletier.games.point.events import brief, event_view, events, tell
from tabletier.games.point.explain import ask, refuse
from tabletier.games.point.hints import remark
from tabletier.games.point.manners import likes
from tabletier.games.point.notation import read, write
from tabletier.games.point.options import OPTIONS, check, start, talk, teams
from tabletier.games.point.position import complete, position
from tabletier.games.point.position.setup import setup
from tabletier.games.point.shapes import Event, Position, View
from tabletier.games.point.view import picture, secret, view

RECONSTRUCTION = Text(
    "Les 64 cartes sont reconstituées, car leurs faces ne sont décrites nulle part à notre "
    "connaissance : toutes les formules de deux pions contre trois, deux fois chacune (POINT-34).",
    "The 64 cards are reconstructed, for their faces are described nowhere we know of: "
    "every formula of two pawns against three, each of them twice (POINT-34).",
)

GAME: Game = Game[Position, View, Event](
    key="point",
    name=Text("Point", "Point"),
    goal=Text(
        "Échangez vos pions contre ceux de la banque, une carte à chaque tour, "
        "jusqu’à ce que votre rang n’ait plus que votre couleur.",
        "Exchange pawns with the bank, one card a turn, until your row has your colour only.",
    ),
    credits="Piatnik (c. 1975), Club Jeux Descartes",
    version="1",
    options=OPTIONS,
    rules=rules,
    check=check,
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
    brief=brief,
    ask=ask,
    picture=picture,
    diagram=diagram,
    touches=touches,
    own_board=True,
    complete=complete,
    remark=remark,
    likes=likes,
    imagine=search.imagine,
    heuristics=search,
    space=space,
    hidden=search.hidden,
    minutes=(15, 30),
    endings={
        "pure": Text("un rang d’une seule couleur", "a row of one colour"),
        "pile": Text("la pioche est épuisée", "the pile is used up"),
    },
    event_view=event_view,
    secret=secret,
    talk=talk,
    reconstruction=admitted(RECONSTRUCTION, BOX),
    box=BOX.digest,
)
