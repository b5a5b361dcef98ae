"""Asking a machine outside over HTTP, at an address that somebody gave us.

Its name is looked up here, every address is held against the networks that are nobody else's
business, and the connection goes to the very address that was checked: a name that means something
else a moment later leads nowhere. Nobody is followed elsewhere, and little of an answer is read.
"""

import asyncio
import ipaddress
import socket
import ssl
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

import h11

from tabletier.games.kernel.text import Text

PORTS = {"http": 80, "https": 443}
MOST_READ = 4096
"""Bytes of an answer's body that are read."""
LINGER = 1.0
"""Seconds that we wait for the body of an answer whose status we know."""
LONGEST = 1000
"""Characters of an address."""
TRIED = 2
"""Addresses of one name that are tried."""
IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
METADATA = frozenset(map(ipaddress.ip_address, ("fd00:ec2::254", "100.100.100.200")))
"""Where clouds tell a machine its secrets, beside the link-local 169.254.169.254."""
NAT64 = ipaddress.ip_network("64:ff9b::/96")
_lookups = ThreadPoolExecutor(4, thread_name_prefix="lookup")
"""Names that nobody answers for take long: others have threads of their own."""


TROUBLES = {
    "unknown_name": Text("ce nom de machine n'existe pas", "there is no machine of this name"),
    "refused": Text("la machine refuse la connexion", "the machine refuses the connection"),
    "unreachable": Text("la machine est injoignable", "the machine cannot be reached"),
    "silent": Text("pas de réponse à temps", "no answer in time"),
    "hung_up": Text(
        "la connexion a été coupée, ou la réponse est illisible",
        "the connection was cut, or the answer cannot be read",
    ),
    "not_trusted": Text(
        "le certificat de la machine n'est pas reconnu", "the machine's certificate is not trusted"
    ),
    "no_push": Text(
        "cette maison n'avertit pas les navigateurs", "this house cannot notify browsers"
    ),
    "no_mail": Text("cette maison n'envoie pas de courriels", "this house sends no e-mail"),
    "no_address": Text("ce n'est pas une adresse", "this is no address"),
    "not_https": Text(
        "il en faut une qui commence par https:// et nomme une machine",
        "one is needed that begins with https:// and names a machine",
    ),
    "odd_characters": Text(
        "elle a des signes qu'une adresse ne peut avoir",
        "it has characters that an address cannot have",
    ),
    "holds_secrets": Text(
        "elle contient un nom ou un mot de passe", "it holds a name or a password"
    ),
    "other_port": Text("ce port sert à autre chose", "this port is for other services"),
    "own_link": Text(
        "elle mène au propre réseau de la machine", "it leads to the machine's own link"
    ),
    "private": Text("elle mène dans un réseau privé", "it leads into a private network"),
}
"""Why nobody answered, or was asked; what somebody answered is told as it is."""


class Forbidden(ValueError):
    """An address that is not asked. Why, as `TROUBLES` has it."""


class NotReached(OSError):
    """Nobody was reached: what was to be said was not heard. Why, as `TROUBLES` has it."""


class HttpAnswer(NamedTuple):
    """What a machine answered."""

    status: int
    headers: dict[str, str]
    body: bytes


class Outside:
    """Asks machines outside; those of private networks only where the owner allows it.

    Nobody may allow what lies on the link itself: there a cloud tells a machine its secrets.
    """

    def __init__(self, allows_private: bool) -> None:
        self._allows_private = allows_private

    def check(self, address: str) -> SplitResult:
        """See that an address is one that may be asked, before its name is looked up.

        Raises Forbidden.
        """
        try:
            parts = urlsplit(address)
            port = parts.port or PORTS.get(parts.scheme, 0)
        except ValueError as error:
            raise Forbidden("no_address") from error
        schemes = ("https", "http") if self._allows_private else ("https",)
        if parts.scheme not in schemes or not parts.hostname or len(address) > LONGEST:
            raise Forbidden("not_https")
        if not address.isascii() or any(
            sign.isspace() or not sign.isprintable() for sign in address
        ):
            raise Forbidden("odd_characters")
        if parts.username or parts.password:
            raise Forbidden("holds_secrets")
        if not self._allows_private and port < 1024 and port not in PORTS.values():
            raise Forbidden("other_port")
        literal = _literal(parts.hostname)
        if literal is not None:
            self._see_to(literal)
        return parts

    def _see_to(self, address: str) -> None:
        """Raise Forbidden for an address that may not be asked."""
        if is_of_the_link(address):
            raise Forbidden("own_link")
        if not self._allows_private and not is_public(address):
            raise Forbidden("private")

    async def ask(
        self, method: str, address: str, headers: dict[str, str], body: bytes
    ) -> HttpAnswer:
        """Ask, and wait for the answer. Raises Forbidden, OSError, h11.RemoteProtocolError.

        Of several addresses the first is asked that can be reached, and no other: it may have heard
        us although it does not answer.
        """
        parts = self.check(address)
        trouble: NotReached | None = None
        for found in (await self._addresses(parts))[:TRIED]:
            try:
                return await _exchange(method, parts, found, headers, body)
            except NotReached as error:
                trouble = error
        raise trouble or NotReached("unreachable")

    async def _addresses(self, parts: SplitResult) -> list[str]:
        """The addresses of a machine that may be asked. Raises Forbidden, OSError."""
        host, port = str(parts.hostname), _port(parts)
        try:
            found = await asyncio.get_running_loop().run_in_executor(_lookups, _look_up, host, port)
        except OSError as error:
            raise NotReached("unknown_name") from error
        allowed, trouble = [], Forbidden("unknown_name")
        for one in found:
            try:
                self._see_to(one)
                allowed.append(one)
            except Forbidden as error:
                trouble = error
        if not allowed:
            raise trouble
        return allowed


def _look_up(host: str, port: int) -> list[str]:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


def _literal(host: str) -> str | None:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return None
    return host


def is_public(address: str) -> bool:
    """Whether an address is one of the open internet, in whatever disguise."""
    found = _undisguised(address)
    if isinstance(found, ipaddress.IPv6Address) and (found.teredo or found.is_site_local):
        return False
    return found.is_global and not found.is_multicast and not found.is_reserved


def is_of_the_link(address: str) -> bool:
    """Whether an address is the machine's own link's, or one where a cloud tells secrets."""
    found = _undisguised(address)
    return found.is_link_local or found.is_multicast or found in METADATA


def _undisguised(address: str) -> IpAddress:
    """The address that is meant by one, without what it is wrapped in."""
    found = ipaddress.ip_address(address.partition("%")[0])
    while isinstance(found, ipaddress.IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour
        if found in NAT64:
            inner = ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)
        if inner is None:
            break
        found = inner
    return found


def _port(parts: SplitResult) -> int:
    return parts.port or PORTS[parts.scheme]


@cache
def _trusted() -> ssl.SSLContext:
    return ssl.create_default_context()


def kind_of(error: OSError) -> str:
    """Why nobody was reached, as `TROUBLES` has it."""
    if isinstance(error, ssl.SSLError):
        return "not_trusted"
    if isinstance(error, socket.gaierror):
        return "unknown_name"
    return "refused" if isinstance(error, ConnectionRefusedError) else "unreachable"


async def _exchange(
    method: str, parts: SplitResult, address: str, headers: dict[str, str], body: bytes
) -> HttpAnswer:
    secure, host = parts.scheme == "https", str(parts.hostname)
    context = await asyncio.to_thread(_trusted) if secure else None
    try:
        reader, writer = await asyncio.open_connection(
            address, _port(parts), ssl=context, server_hostname=host if secure else None
        )
    except OSError as error:
        raise NotReached(kind_of(error)) from error
    try:
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        given = {"Host": parts.netloc, "User-Agent": "Tabletier", "Connection": "close"}
        given |= headers | {"Content-Length": str(len(body))}
        link = h11.Connection(h11.CLIENT)
        asked = h11.Request(method=method, target=target, headers=list(given.items()))
        parcels = (asked, h11.Data(data=body), h11.EndOfMessage())
        writer.write(b"".join(link.send(part) or b"" for part in parcels))
        await writer.drain()
        return await _heard(link, reader)
    finally:
        writer.transport.abort()


async def _heard(link: h11.Connection, reader: asyncio.StreamReader) -> HttpAnswer:
    """The status of an answer, and the beginning of what is said with it."""
    answer: HttpAnswer | None = None
    try:
        while True:
            event = link.next_event()
            if event is h11.NEED_DATA:
                async with asyncio.timeout(None if answer is None else LINGER):
                    link.receive_data(await reader.read(MOST_READ))
            elif isinstance(event, h11.Response):
                told = {
                    name.decode().lower(): value.decode("latin-1") for name, value in event.headers
                }
                answer = HttpAnswer(event.status_code, told, b"")
                if event.status_code < 300:  # taken: nothing that is said about it matters
                    return answer
            elif isinstance(event, h11.Data) and answer is not None:
                answer = answer._replace(body=(answer.body + bytes(event.data))[:MOST_READ])
                if len(answer.body) >= MOST_READ:
                    return answer
            elif not isinstance(event, h11.InformationalResponse):
                break
    except (h11.RemoteProtocolError, TimeoutError):
        if answer is None:
            raise
    if answer is None:
        raise ConnectionResetError("the connection was closed without an answer")
    return answer


def trouble_told(trouble: str) -> Text:
    """What went wrong with a channel, for people: a word of ours, or somebody's own answer."""
    return TROUBLES.get(trouble, Text(trouble, trouble))
