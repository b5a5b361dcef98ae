"""Where a match's luck comes from: a secret seed, committed to at the start, shown at the end.

The commitment is the SHA-256 of the seed's UTF-8 bytes. Draw number n (its number in the record)
takes the ticket

    HMAC-SHA256(key = seed, message = "tabletier/1 <n> <try>")  as a 256-bit number, modulo tickets

where `try` counts from 0 and goes up by one while the number falls in the incomplete last stretch
of multiples, so that every ticket is equally likely. Anyone with the seed can check every draw.
"""

import hashlib
import hmac
import secrets

SPACE = 1 << 256
SEED_LIMIT = 1000


def fresh_seed() -> str:
    """A seed nobody can guess."""
    return secrets.token_hex(32)


def commitment(seed: str) -> str:
    """What may be published before the match without telling the seed."""
    return hashlib.sha256(seed.encode()).hexdigest()


def ticket(seed: str, number: int, count: int) -> int:
    """The ticket (0 … count - 1) that draw `number` takes."""
    limit = SPACE - SPACE % count
    attempt = 0
    while True:
        message = f"tabletier/1 {number} {attempt}".encode()
        value = int.from_bytes(hmac.digest(seed.encode(), message, "sha256"), "big")
        if value < limit:
            return value % count
        attempt += 1
