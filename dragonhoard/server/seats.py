"""Who may sit where: identities in cookies, invitations, spoken codes, and how often somebody may try."""

from collections.abc import Callable


def new_identity() -> str:
    """A fresh identity: what the cookie holds."""
    raise NotImplementedError


def who_is(identity: str) -> str | None:
    """The digest by which an identity is known; None if the text is no identity."""
    raise NotImplementedError


def cookie_name(is_https: bool) -> str:
    """The cookie's name: "__Host-seat" over https, "seat" over plain http."""
    raise NotImplementedError


def cookie_header(identity: str, is_https: bool) -> str:
    """The whole value of Set-Cookie."""
    raise NotImplementedError


class Bucket:
    """A token bucket: `rate` a second on average, `burst` at once."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float]) -> None: ...

    def take(self, count: float = 1) -> bool:
        """Whether it may be done now."""
        raise NotImplementedError


class Buckets:
    """A bucket for each key (an address), forgetting those that are full again."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float], most: int = 10_000) -> None: ...

    def take(self, key: str, count: float = 1) -> bool:
        """Whether it may be done now by this key."""
        raise NotImplementedError
