"""Web Push: what is said is encrypted for one browser (RFC 8291), and signed (RFC 8292).

The keys of the house are made once, in the database, for all its servers. `cryptography` comes with
an extra: whoever imports this has asked `push.can_push` first.
"""

import json
import os
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from sqlalchemy import select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncEngine

from tabletier.server.db.schema import house_keys
from tabletier.server.notices.push import decoded, encoded

NAME = "vapid"
RECORD = 4096
"""Bytes of a record; a message is one of them."""
LONGEST = RECORD - 103
"""Bytes that can be said: beside them are salt, sizes, a key, a delimiter and a tag."""
VALID = 12 * 3600
"""Seconds for which a signature is good; a day at most is allowed."""
CURVE = ec.SECP256R1()


class Subscription(NamedTuple):
    """Where a browser can be told something, and what it is encrypted with."""

    endpoint: str
    p256dh: bytes
    """The browser's public key, as a point without compression."""
    auth: bytes


def read_subscription(endpoint: str, p256dh: str, auth: str) -> Subscription:
    """A subscription as a browser gives it. Raises ValueError."""
    found = Subscription(endpoint, decoded(p256dh), decoded(auth))
    ec.EllipticCurvePublicKey.from_encoded_point(CURVE, found.p256dh)
    if len(found.auth) != 16 or len(found.p256dh) != 65:
        raise ValueError("a key has the wrong length")
    return found


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    """A public key as a point without compression."""
    return key.public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )


def encrypt(
    said: bytes,
    to: Subscription,
    private: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """What only one browser can read, as `aes128gcm`."""
    if len(said) > LONGEST:
        raise ValueError(f"a message has at most {LONGEST} bytes, not {len(said)}")
    private, salt = private or ec.generate_private_key(CURVE), salt or os.urandom(16)
    ours = point(private.public_key())
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, to.p256dh)
    shared = private.exchange(ec.ECDH(), theirs)
    secret = _derived(shared, to.auth, b"WebPush: info\0" + to.p256dh + ours, 32)
    key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    sealed = AESGCM(key).encrypt(nonce, said + b"\x02", None)
    return salt + RECORD.to_bytes(4, "big") + bytes([len(ours)]) + ours + sealed


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


class HouseKey:
    """The key by which push services know the house."""

    def __init__(self, private: ec.EllipticCurvePrivateKey, contact: str) -> None:
        self._private, self._contact = private, contact
        self.public = encoded(point(private.public_key()))
        """What a browser is given when it subscribes."""

    def authorization(self, endpoint: str, now: float) -> str:
        """The header by which the house says who it is to a push service."""
        parts = urlsplit(endpoint)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(now) + VALID}
        head = {"typ": "JWT", "alg": "ES256"}
        signed = f"{_json(head)}.{_json(claims | {'sub': self._contact})}"
        found = self._private.sign(signed.encode(), ec.ECDSA(hashes.SHA256()))
        r, s = decode_dss_signature(found)
        signature = encoded(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
        return f"vapid t={signed}.{signature}, k={self.public}"


def _json(value: dict[str, Any]) -> str:
    return encoded(json.dumps(value, separators=(",", ":")).encode())


async def house_key(engine: AsyncEngine, contact: str) -> HouseKey:
    """The key of the house; the first server that opens makes it."""
    made = ec.generate_private_key(CURVE).private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    insert: Any = postgresql.insert if engine.dialect.name == "postgresql" else sqlite.insert
    new = insert(house_keys).values(name=NAME, value=made.decode()).on_conflict_do_nothing()
    wanted = select(house_keys.c.value).where(house_keys.c.name == NAME)
    async with engine.begin() as connection:
        kept = (await connection.execute(wanted)).scalar_one_or_none()
        if kept is None:
            await connection.execute(new)
            kept = (await connection.execute(wanted)).scalar_one()
    private = serialization.load_pem_private_key(kept.encode(), None)
    assert isinstance(private, ec.EllipticCurvePrivateKey)
    return HouseKey(private, contact)
