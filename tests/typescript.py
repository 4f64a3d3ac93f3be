"""The server's messages as TypeScript types: `scripts/messages` writes them to web/src/messages.ts, so that the page cannot misread the wire.

Types only, made from the Structs themselves; knows no message by name. A field that may be missing on the wire is optional here: one with a
default, where clients send it, and one that equals its default, where the server leaves such out.
"""

import inspect
import textwrap
from pathlib import Path
from types import ModuleType
from typing import Final, get_args

import msgspec
from msgspec.inspect import (
    AnyType,
    BoolType,
    CustomType,
    DictType,
    Field,
    FloatType,
    IntType,
    ListType,
    LiteralType,
    Metadata,
    NoneType,
    RawType,
    StrType,
    StructType,
    TupleType,
    Type,
    UnionType,
    VarTupleType,
    type_info,
)

TARGET: Final = Path(__file__).parents[1] / "web" / "src" / "messages.ts"
HEAD: Final = "// Written by scripts/messages from dragonhoard/server/messages.py. Never edited, never committed; to be imported as types.\n"
SENT: Final = ("ClientMessage", "Asked")  # the unions in messages.py of what clients send
GIVEN: Final = ("ServerMessage", "Answered")  # and of what the server does


def typescript(messages: ModuleType) -> str:
    """All types that the unions of a module lead to, in the order in which the module defines them."""
    sent = _reached(messages, SENT)
    given = _reached(messages, GIVEN)
    order = [struct for struct in vars(messages).values() if inspect.isclass(struct) and struct in sent | given]
    parts = [_interface(struct, optional=struct in sent) for struct in order]
    for name in (*SENT, *GIVEN):
        members = " | ".join(sorted(struct.__name__ for struct in get_args(getattr(messages, name))))
        parts.append(f"export type {name} = {members};")
    return HEAD + "\n" + "\n\n".join(parts) + "\n"


def _reached(messages: ModuleType, unions: tuple[str, ...]) -> set[type]:
    found: set[type] = set()

    def walk(kind: Type) -> None:
        match kind:
            case Metadata(type=inner) | ListType(item_type=inner) | VarTupleType(item_type=inner):
                walk(inner)
            case DictType(key_type=key, value_type=value):
                walk(key)
                walk(value)
            case UnionType(types=kinds) | TupleType(item_types=kinds):
                for each in kinds:
                    walk(each)
            case StructType(cls=struct, fields=fields) if struct not in found:
                found.add(struct)
                for field in fields:
                    walk(field.type)

    for name in unions:
        for member in get_args(getattr(messages, name)):
            walk(type_info(member))
    return found


def _interface(struct: type, optional: bool) -> str:
    """One message. `optional`: clients may leave out what has a default."""
    info = type_info(struct)
    assert isinstance(info, StructType)
    lines = [] if info.tag is None else [f'  {info.tag_field}: "{info.tag}";']
    for field in info.fields:
        missing = not field.required and (optional or struct.__struct_config__.omit_defaults)  # type: ignore[attr-defined]
        lines += _field(field, missing)
    body = "\n".join(["{", *lines, "}"]) if lines else "{}"
    documentation = textwrap.wrap(" ".join((struct.__doc__ or "").split()), 140)
    comment = [f"/** {documentation[0]} */"] if len(documentation) == 1 else ["/**", *(f" * {line}" for line in documentation), " */"]
    return "\n".join([*comment, f"export interface {struct.__name__} {body}"])


def _field(field: Field, missing: bool) -> list[str]:
    told = field.type.extra_json_schema.get("description") if isinstance(field.type, Metadata) and field.type.extra_json_schema else None
    comment = [f"  /** {told} */"] if told else []
    return [*comment, f"  {field.encode_name}{'?' if missing else ''}: {_type(field.type)};"]


def _type(kind: Type) -> str:
    match kind:
        case Metadata(type=inner):
            return _type(inner)
        case StructType(cls=struct):
            return struct.__name__
        case StrType():
            return "string"
        case IntType() | FloatType():
            return "number"
        case BoolType():
            return "boolean"
        case NoneType():
            return "null"
        case AnyType() | RawType():
            return "unknown"
        case LiteralType(values=values):
            return " | ".join(f'"{value}"' if isinstance(value, str) else str(value) for value in values)
        case ListType(item_type=inner) | VarTupleType(item_type=inner):
            return f"{_grouped(inner)}[]"
        case TupleType(item_types=kinds):
            return f"[{', '.join(map(_type, kinds))}]"
        case DictType(value_type=value):
            return f"Record<string, {_type(value)}>"
        case UnionType(types=kinds):
            texts = [_type(each) for each in kinds]
            return " | ".join(sorted(dict.fromkeys(texts), key=lambda text: text == "null"))
        case CustomType(cls=msgspec.Raw):
            return "unknown"
    raise TypeError(f"no TypeScript for {kind}")


def _grouped(kind: Type) -> str:
    text = _type(kind)
    return f"({text})" if " | " in text else text


def main() -> None:
    """Write the file, if it would change: Vite watches it."""
    from dragonhoard.server import messages

    text = typescript(messages)
    if not TARGET.exists() or TARGET.read_text(encoding="utf-8") != text:
        TARGET.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
