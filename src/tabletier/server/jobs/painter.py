"""Drawings as PNG, made by a process of their own: the library holds the interpreter meanwhile.

The process runs by itself, `python painter.py WIDTH`: SVG comes in, PNG goes out. It reads the
fonts of the machine; where there are none, nothing that is written is drawn, which is told once.
"""

import asyncio
import logging
import sys
from collections import OrderedDict

log = logging.getLogger(__name__)
PATIENCE = 20.0
"""Seconds that one picture may take."""
KEPT = 64
"""Pictures that are kept: whoever shares a link is followed by many."""
SAMPLE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">{}</svg>',
    '<text y="9" font-family="{}">W</text>',
)


class NotPainted(RuntimeError):
    """The process ended without a picture."""


class Painter:
    """Paints one picture after the other."""

    def __init__(self) -> None:
        self._turn = asyncio.Semaphore(1)
        self._kept: OrderedDict[tuple[str, int], bytes] = OrderedDict()
        self._letters: bool | None = None

    async def png(self, svg: str, width: int) -> bytes:
        """A drawing in pixels, so many wide. Raises NotPainted."""
        async with self._turn:
            if self._letters is None:
                self._letters = await self._has_letters()
            if (svg, width) not in self._kept:
                self._kept[svg, width] = await _painted(svg, width)
            self._kept.move_to_end((svg, width))
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
            return self._kept[svg, width]

    async def _has_letters(self) -> bool:
        """Whether anything that is written in a picture can be seen."""
        from tabletier.match.drawing import FONTS  # the process that paints does without

        frame, letter = SAMPLE
        drawn = ("", letter.format(FONTS))
        found = [await _painted(frame.format(content), 9) for content in drawn]
        if found[0] == found[1]:
            log.warning("pictures have no letters: install a font, such as fonts-dejavu-core")
        return found[0] != found[1]


async def _painted(svg: str, width: int) -> bytes:
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        __file__,
        str(width),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        async with asyncio.timeout(PATIENCE):
            found, _ = await child.communicate(svg.encode())
    except TimeoutError as error:
        raise NotPainted("a picture took too long") from error
    finally:
        if child.returncode is None:
            child.kill()
            await child.wait()
    if child.returncode != 0 or not found:
        raise NotPainted("the process that paints has ended")
    return found


def main(width: int) -> None:
    """Paint what comes in."""
    import resvg_py

    svg = sys.stdin.buffer.read().decode()
    sys.stdout.buffer.write(bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width)))


if __name__ == "__main__":
    main(int(sys.argv[1]))
