"""A cable between a house and a service, which can be cut and mended."""

import contextlib
import socket
import threading
from collections.abc import Iterator
from urllib.parse import urlsplit

CHUNK = 65_536


class Cable:
    """Passes on what comes in at `port` to a service, as long as it is not cut."""

    def __init__(self, service: int) -> None:
        self._service, self._whole = service, True
        self._ends: set[socket.socket] = set()
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._door.getsockname()[1]
        self._threads = [threading.Thread(target=self._accept, daemon=True)]
        self._threads[0].start()

    def cut(self) -> None:
        """Nothing passes any more, and everything that did breaks off."""
        self._whole = False
        for end in list(self._ends):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        """New connections pass again."""
        self._whole = True

    def close(self) -> None:
        """Put it away."""
        self.cut()
        with contextlib.suppress(OSError):
            self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()
        for thread in self._threads:
            thread.join(10)
        for end in self._ends:
            end.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._door.accept()
                self._ends.add(near)
                if not self._whole:
                    near.close()
                    continue
                far = socket.create_connection(("127.0.0.1", self._service))
                self._ends.add(far)
                for one, other in ((near, far), (far, near)):
                    thread = threading.Thread(target=self._pass, args=(one, other), daemon=True)
                    self._threads.append(thread)
                    thread.start()

    @staticmethod
    def _pass(one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(CHUNK):
                other.sendall(data)
        with contextlib.suppress(OSError):
            other.shutdown(socket.SHUT_RDWR)


@contextlib.contextmanager
def cable_to(url: str) -> Iterator[tuple[Cable, str]]:
    """A cable to the service at a URL, and the URL at its near end."""
    port = urlsplit(url).port
    assert port is not None
    cable = Cable(port)
    try:
        yield cable, url.replace(f":{port}/", f":{cable.port}/")
    finally:
        cable.close()
