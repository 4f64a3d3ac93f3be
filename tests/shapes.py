"""Whether plain data has a declared shape: TypedDicts, unions told apart by "kind", literals, lists and dicts, to the letter."""

import json
import types
from typing import Any, Literal, NotRequired, Required, Union, get_args, get_origin, get_type_hints, is_typeddict


def faults(value: Any, shape: Any, path: str = "") -> list[str]:
    """Where the value differs from the shape; nothing if it does not."""
    origin, arguments = get_origin(shape), get_args(shape)
    if shape is Any:
        return []
    if shape is None or shape is type(None):
        return [] if value is None else [f"{path}: {value!r} is not None"]
    if is_typeddict(shape):
        return _dict_faults(value, shape, path)
    if origin in (Required, NotRequired):
        return faults(value, arguments[0], path)
    if origin is Literal:
        fits = any(type(value) is type(one) and value == one for one in arguments)
        return [] if fits else [f"{path}: {value!r} is none of {arguments}"]
    if origin in (Union, types.UnionType):
        return _union_faults(value, arguments, path)
    if origin is list:
        if type(value) is not list:
            return [f"{path}: {value!r} is no list"]
        return [fault for number, inner in enumerate(value) for fault in faults(inner, arguments[0], f"{path}[{number}]")]
    if origin is dict:
        if type(value) is not dict:
            return [f"{path}: {value!r} is no dict"]
        keys = [f"{path}: {key!r} is no key" for key in value if faults(key, arguments[0])]
        return keys + [fault for key, inner in value.items() for fault in faults(inner, arguments[1], f"{path}.{key}")]
    if shape in (int, str, bool):
        return [] if type(value) is shape else [f"{path}: {value!r} is no {shape.__name__}"]
    return [f"{path}: {shape!r} is no precise shape"]


def _union_faults(value: Any, arguments: tuple[Any, ...], path: str) -> list[str]:
    dicts = [argument for argument in arguments if is_typeddict(argument)]
    if type(value) is dict and len(dicts) > 1:  # told apart by "kind"
        fitting = [argument for argument in dicts if value.get("kind") in get_args(get_type_hints(argument).get("kind"))]
        if len(fitting) != 1:
            return [f"{path}: {len(fitting)} shapes have the kind {value.get('kind')!r}"]
        return faults(value, fitting[0], path)
    every = [faults(value, argument, path) for argument in arguments]
    return [] if any(not found for found in every) else min(every, key=len)


def _dict_faults(value: Any, shape: Any, path: str) -> list[str]:
    if type(value) is not dict:
        return [f"{path}: {value!r} is no dict"]
    hints = get_type_hints(shape, include_extras=True)
    found = [f"{path}: {key!r} is not declared" for key in value if key not in hints]
    for key, inner in hints.items():
        if key in value:
            found += faults(value[key], inner, f"{path}.{key}")
        elif key in shape.__required_keys__:
            found.append(f"{path}: {key!r} is missing")
    return found


def check(value: Any, shape: Any) -> None:
    """The value has the shape, and is the same after a journey as JSON."""
    assert faults(value, shape) == []
    assert json.loads(json.dumps(value)) == value


def is_precise(shape: Any) -> bool:
    """Whether a shape says what everything in it is: no Any, no bare list or dict."""
    if is_typeddict(shape):
        return all(is_precise(inner) for inner in get_type_hints(shape, include_extras=True).values())
    if get_origin(shape) is Literal:
        return True
    if get_origin(shape) in (list, dict, Union, types.UnionType, Required, NotRequired):
        return all(is_precise(inner) for inner in get_args(shape))
    return shape in (int, str, bool, None, type(None))
