"""What can be seen: signs that hide, turn around or pile up make one person look like another."""

import re
import unicodedata

JOINERS = "\u200c\u200d"
"""Signs without a shape that some scripts and pictures need."""
LAST_OF_OURS = 0x052F
"""The last of the Latin, Greek and Cyrillic letters, between which joiners join nothing."""
PICTURE_STYLES, KEYCAPS = "\ufe0e\ufe0f", "0123456789#*"
"""Whether a sign is drawn as a picture, and the signs that are none by themselves."""
BLANK = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and symbols that nobody sees."""
SHAPELESS = (
    (0x034F, 0x034F),
    (0x180B, 0x180F),
    (0xFE00, 0xFE0F),
    (0xE0100, 0xE01EF),
    (0x1D159, 0x1D159),
)
"""Marks that nobody sees, first and last of each kind."""
PILED = re.compile("m{4}|^m")
"""More marks on one letter than any script has, or a mark on nothing."""


def is_visible(name: str) -> bool:
    """Whether a name can be seen as it is, and nothing in it hides, turns or piles up."""
    if not any(has_shape(sign) for sign in name):
        return False
    return all(
        _is_honest(sign, before, after)
        for before, sign, after in zip(" " + name, name, name[1:] + " ", strict=False)
    ) and not PILED.search(_outline(name))


def has_shape(sign: str) -> bool:
    """Whether there is anything to see of a sign by itself."""
    return unicodedata.category(sign)[0] in "LNPS" and sign not in BLANK


def _is_honest(sign: str, before: str, after: str) -> bool:
    """Whether a sign is seen where it stands."""
    if sign in JOINERS:  # without an effect between letters of ours: two names would look the same
        return all(ord(other) > LAST_OF_OURS and other != " " for other in (before, after))
    if sign in PICTURE_STYLES:
        return unicodedata.category(before)[0] == "S" or before in KEYCAPS
    hidden = unicodedata.category(sign)[0] == "C" or sign in BLANK
    return not hidden and not any(first <= ord(sign) <= last for first, last in SHAPELESS)


def _outline(name: str) -> str:
    """A name with marks and all else as two signs."""
    return "".join("m" if unicodedata.category(sign)[0] == "M" else "." for sign in name)
