"""The messages are one definition: what HTTP describes, what sockets carry and what the page's types say are the same."""

import json
import re
from types import SimpleNamespace
from typing import Annotated, Any, Literal, get_args

import msgspec
import pytest

from dragonhoard.server import messages
from dragonhoard.server.app import openapi
from tests.regenerate import DATA, compare
from tests.typescript import GIVEN, SENT, typescript


def bodies(part: str) -> set[str]:
    """The messages that the description names in requests, or in answers."""
    found: set[str] = set()
    for path in openapi()["paths"].values():
        for operation in path.values():
            for body in [operation.get(part, {})] if part == "requestBody" else operation[part].values():
                schema = body.get("content", {}).get("application/json", {}).get("schema", {})
                found |= set(re.findall(r"schemas/(\w+)", json.dumps(schema)))
    return found


@pytest.mark.golden
def test_the_description_is_pinned() -> None:
    compare(DATA / "openapi.json", json.dumps(openapi(), indent=1, sort_keys=True, ensure_ascii=False) + "\n")


def test_the_unions_are_what_http_says() -> None:
    assert bodies("requestBody") == {struct.__name__ for struct in get_args(messages.Asked)}
    assert bodies("responses") == {struct.__name__ for struct in get_args(messages.Answered)}


def test_every_message_is_sent_by_somebody() -> None:
    text = typescript(messages)
    bases = {messages.Message, messages.FromClient, messages.FromServer}
    wire = [struct for struct in vars(messages).values() if isinstance(struct, type) and issubclass(struct, messages.Message) and struct not in bases]
    assert [struct.__name__ for struct in wire] == re.findall(r"^export interface (\w+) ", text, re.M)


@pytest.mark.parametrize("union", ["ClientMessage", "ServerMessage", "AnyEvent"])
def test_tags_tell_messages_apart(union: str) -> None:
    members = get_args(getattr(messages, union))
    assert len({struct.__struct_config__.tag for struct in members}) == len(members)


class Part(msgspec.Struct, frozen=True):
    """A part."""

    kind: Literal["a", "b"]
    note: str | None = None


class Said(msgspec.Struct, frozen=True, tag="said", tag_field="t"):
    """What somebody says.

    This text is long enough to need more than one line of the file that is written, since a line there is bounded just as it is here, and as it is
    anywhere.
    """

    parts: list[Part]
    count: Annotated[int, msgspec.Meta(ge=0, description="How many.")] = 0


class Shown(msgspec.Struct, frozen=True):
    """All of it."""

    number: int | float | str
    pairs: dict[str, list[int | None]]
    first: tuple[int, str]
    data: msgspec.Raw
    anything: Any = None


class Sparse(msgspec.Struct, frozen=True, omit_defaults=True):
    """What may be missing."""

    name: str = ""


def test_types() -> None:
    module: Any = SimpleNamespace(Part=Part, Said=Said, Shown=Shown, Sparse=Sparse)
    for name in SENT:
        setattr(module, name, Said | Part)
    for name in GIVEN:
        setattr(module, name, Shown | Sparse)
    text = typescript(module)
    assert (
        text.split("\n", 2)[2]
        == """\
/** A part. */
export interface Part {
  kind: "a" | "b";
  note?: string | null;
}

/**
 * What somebody says. This text is long enough to need more than one line of the file that is written, since a line there is bounded just as
 * it is here, and as it is anywhere.
 */
export interface Said {
  t: "said";
  parts: Part[];
  /** How many. */
  count?: number;
}

/** All of it. */
export interface Shown {
  number: number | string;
  pairs: Record<string, (number | null)[]>;
  first: [number, string];
  data: unknown;
  anything: unknown;
}

/** What may be missing. */
export interface Sparse {
  name?: string;
}

export type ClientMessage = Part | Said;

export type Asked = Part | Said;

export type ServerMessage = Shown | Sparse;

export type Answered = Shown | Sparse;
"""
    )


def test_what_has_no_type_is_an_error() -> None:
    class Odd(msgspec.Struct):
        """Nothing that JSON could carry."""

        inside: complex

    module: Any = SimpleNamespace(Odd=Odd, Part=Part, **dict.fromkeys((*SENT, *GIVEN), Odd | Part))
    with pytest.raises(TypeError):
        typescript(module)
