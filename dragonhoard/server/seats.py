"""Who may sit where: identities in cookies, invitations, spoken codes, and how often somebody may try.

Whatever opens something is random and long, and is known here by its digest alone: who reads the log sits down nowhere. Knows no table, no log
and no framework; clocks are handed in.
"""

import base64
import hashlib
import hmac
import os
import re
from collections import OrderedDict
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Final

from dragonhoard.language import in_ascii, known_language

SIZE: Final = 32  # bytes of an identity and of an invitation
YEAR: Final = 365 * 24 * 3600
CODE_MINUTES: Final = 60
CODE_WORDS: Final = 4  # from a list of at least 128: 28 bits and more

_IDENTITY: Final = re.compile(r"[A-Za-z0-9_-]{43}")
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz0123456789"
_KEY_SIZE: Final = 12  # of a table's name, which opens nothing by itself


def _random_text() -> str:
    return base64.urlsafe_b64encode(os.urandom(SIZE)).decode().rstrip("=")


def digest_of(text: str) -> str:
    """What is kept of a secret."""
    return hashlib.sha256(text.encode()).hexdigest()


def is_same(one: str | None, other: str | None) -> bool:
    """Whether two digests are equal, in a time that does not tell how nearly."""
    return one is not None and other is not None and hmac.compare_digest(one.encode(), other.encode())


# ------------------------------------------------------------------ identities
def new_identity() -> str:
    """A fresh identity: what the cookie holds."""
    return _random_text()


def who_is(identity: str) -> str | None:
    """The digest by which an identity is known; None if the text is no identity.

    >>> who_is("hello") is None, len(who_is(new_identity()))
    (True, 64)
    """
    return digest_of(identity) if _IDENTITY.fullmatch(identity) else None


def cookie_name(is_https: bool) -> str:
    """The cookie's name: a browser takes "__Host-" over https only, for this host alone and from no other."""
    return "__Host-dragonhoard" if is_https else "dragonhoard"


def cookie_header(identity: str, is_https: bool) -> str:
    """The whole value of Set-Cookie. Lax, so that somebody who follows an invitation's link is known at once."""
    attributes = ["Path=/", f"Max-Age={YEAR}", "HttpOnly", "SameSite=Lax", *(["Secure"] if is_https else [])]
    return "; ".join([f"{cookie_name(is_https)}={identity}", *attributes])


# ------------------------------------------------------------------ tables and invitations
def new_table_key(below: Callable[[int], int] | None = None) -> str:
    """A name for a table; drawn from `below(n)` where the same table must get the same name when it is opened again."""
    if below is not None:
        return "".join(_LETTERS[below(len(_LETTERS))] for _ in range(_KEY_SIZE))
    number = int.from_bytes(os.urandom(SIZE), "big")
    letters = []
    for _ in range(_KEY_SIZE):
        number, letter = divmod(number, len(_LETTERS))
        letters.append(_LETTERS[letter])
    return "".join(letters)


def new_token(table: str) -> str:
    """An invitation for a link: the table it is for, and 256 bits that open a seat there."""
    return table + _random_text()


def table_of_token(token: str) -> str:
    """The table that a token says it is for."""
    return token[:_KEY_SIZE]


# ------------------------------------------------------------------ spoken codes
@cache
def code_words(language: str) -> tuple[str, ...]:
    """The words that codes of a language are made of."""
    text = files("dragonhoard.server").joinpath("code_words.txt").read_text(encoding="utf-8")
    _, _, rest = text.partition(f"\n[{known_language(language)}]\n")
    return tuple(rest.partition("\n[")[0].split())


def new_code(language: str = "en") -> str:
    """A code to say aloud: short words with hyphens between them.

    >>> new_code("de").count("-")
    3
    """
    words = code_words(language)
    number = int.from_bytes(os.urandom(SIZE), "big")  # so many more bits than are needed that no word is likelier by more than 2^-200
    chosen = []
    for _ in range(CODE_WORDS):
        number, word = divmod(number, len(words))
        chosen.append(words[word])
    return "-".join(chosen)


def code_digest(code: str) -> str:
    """What is kept of a code. Capitals, spaces, hyphens and how umlauts are written make no difference.

    >>> code_digest("Otter-lamp KITE, moss") == code_digest("otterlampkitemoss")
    True
    """
    return digest_of("code " + re.sub(r"[^a-z]", "", in_ascii(code).lower()))


# ------------------------------------------------------------------ how often
class Bucket:
    """So many at once, and then as fast as it fills again.

    >>> seconds = 0.0
    >>> bucket = Bucket(rate=1, burst=2, clock=lambda: seconds)
    >>> bucket.take(), bucket.take(), bucket.take()
    (True, True, False)
    """

    __slots__ = ("_at", "_burst", "_clock", "_left", "_rate")

    def __init__(self, rate: float, burst: float, clock: Callable[[], float]) -> None:
        self._rate = rate  # a second
        self._burst = burst
        self._clock = clock
        self._left = burst
        self._at = clock()

    def has(self, count: float = 1) -> bool:
        """Whether so many are left, without taking any."""
        now = self._clock()
        self._left = min(self._burst, self._left + max(0.0, now - self._at) * self._rate)  # a clock that is set back gives nothing
        self._at = now
        return self._left >= count

    def take(self, count: float = 1) -> bool:
        """Take so many, if they are left."""
        if not self.has(count):
            return False
        self._left -= count
        return True

    def give_back(self, count: float = 1) -> None:
        """Give back what was taken."""
        self._left = min(self._burst, self._left + count)

    @property
    def is_full(self) -> bool:
        """Whether it is as if nobody had ever taken anything."""
        return self.has(self._burst)


class Buckets:
    """A bucket for each key, such as an address. It remembers a bounded number: who has not come for longest is forgotten."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float], most: int = 10_000) -> None:
        self._setting = (rate, burst, clock)
        self._most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str, count: float = 1) -> bool:
        """Take so many for this key, if they are left."""
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= self._most:
                self._buckets.popitem(last=False)
            bucket = self._buckets[key] = Bucket(*self._setting)
        else:
            self._buckets.move_to_end(key)
        return bucket.take(count)

    def __len__(self) -> int:
        return len(self._buckets)


class CodeTries:
    """Wrong codes, all addresses together: at most 20 in a minute and 200 in an hour; then nobody may try, since a right try would tell."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._buckets = (Bucket(20 / 60, 20, clock), Bucket(200 / 3600, 200, clock))

    def begin(self) -> bool:
        """Whether somebody may try a code now. It counts as wrong until it is known to be right: many at once are counted, too."""
        return all(bucket.has() for bucket in self._buckets) and all(bucket.take() for bucket in self._buckets)

    def was_right(self) -> None:
        """What was tried is a code: it does not count."""
        for bucket in self._buckets:
            bucket.give_back()
