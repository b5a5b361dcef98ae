"""At whose pace rules run: interpreted for people, compiled for opponents that think."""

import os

JIT = "TABLETIER_JIT"
OURS = "TABLETIER_UNHURRIED"
"""Set beside JIT when it was us who slowed down, and nobody's wish."""


def slow_down() -> None:
    """Interpret the rules in this process, unless the person wishes otherwise."""
    if JIT not in os.environ:
        os.environ |= {JIT: "0", OURS: "1"}


def opponents_compile() -> bool:
    """Whether opponents may compile in processes of their own: not if TABLETIER_JIT=0 says so."""
    return OURS in os.environ or os.environ.get(JIT) != "0"
