"""Signs for terminals that know fewer than ours: no board becomes a field of question marks."""

import codecs
import unicodedata

HANDLER = "tabletier-signs"
"""The name under which Python finds `nearest`, when a sign cannot be written."""
ARROWS = dict(zip("↑→↓←↖↗↘↙", "^>v<7931", strict=True))
LINES = dict(zip("─│┌┬┐├┼┤└┴┘━┃", "-|+++++++++-|", strict=True))
OTHERS = {"×": "x", "—": "-", "–": "-", "−": "-", "’": "'", "‘": "'", "«": '"', "»": '"'}
OTHERS |= {"“": '"', "”": '"', "…": "...", "·": ".", "•": "*", "□": "o", "°": "o", "±": "+-"}
OTHERS |= {"▲": "+", "▼": "-", "µ": "u", "œ": "oe", "Œ": "OE"}
PLAIN = ARROWS | LINES | OTHERS


def plain(sign: str) -> str:
    """The nearest in ASCII: a letter loses its accent, an arrow becomes `^` or a digit."""
    if sign in PLAIN:
        return PLAIN[sign]
    simpler = unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode()
    return simpler or "?"


def nearest(error: UnicodeError) -> tuple[str, int]:
    """What to write for signs that cannot be; for `codecs.register_error`."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(plain, error.object[error.start : error.end])), error.end


def can_show_all(encoding: str) -> bool:
    """Whether every sign of ours can be written in an encoding."""
    try:
        "".join(PLAIN).encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


codecs.register_error(HANDLER, nearest)
