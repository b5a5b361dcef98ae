"""Tasks end, even those that lose a cancellation."""

import asyncio

from tabletier.server.background import end


class TestEnding:
    def test_a_task_that_lost_a_cancellation_ends_all_the_same(self) -> None:
        async def deaf_for_once() -> None:
            try:
                await asyncio.sleep(3600)
            except asyncio.CancelledError:
                await asyncio.sleep(3600)

        async def ended() -> bool:
            task = asyncio.create_task(deaf_for_once())
            await asyncio.sleep(0)
            await end(task)
            return task.cancelled()

        assert asyncio.run(ended())

    def test_a_task_that_is_done_keeps_its_answer(self) -> None:
        async def answer() -> int:
            task = asyncio.create_task(asyncio.sleep(0, 7))
            await task
            await end(task)
            return task.result()

        assert asyncio.run(answer()) == 7

    def test_there_may_be_none(self) -> None:
        asyncio.run(end())
