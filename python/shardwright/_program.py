"""What may be given as a program: text, a file, what JAX lowered, or a function and its arguments."""
from __future__ import annotations

import dataclasses
import os
import pathlib
from typing import Any

from ._errors import InvalidArgument


@dataclasses.dataclass
class Source:
    text: bytes
    name: str
    #: Of a function: the structure of its arguments and results.
    in_tree: Any = None
    out_tree: Any = None


def source_of(program: Any, args: tuple[Any, ...], **jit: Any) -> Source:
    """`jit` is passed to jax.jit where the program is a function."""
    jit = {name: value for name, value in jit.items() if value is not None}
    if callable(program) and not isinstance(program, (str, bytes)):
        return _lowered(program, args, jit)
    if args or jit:
        raise InvalidArgument("arguments are for a function; a program's text has its own")
    if isinstance(program, os.PathLike):
        path = pathlib.Path(program)
        return Source(path.read_bytes(), str(path))
    if isinstance(program, bytes):
        return Source(program, "program")
    if isinstance(program, str):
        if "\n" not in program and program.endswith(".mlir"):
            raise InvalidArgument(f"'{program}' is the name of a file: pass pathlib.Path('{program}')")
        return Source(program.encode(), "program")
    if hasattr(program, "as_text"):  # jax.stages.Lowered
        return Source(program.as_text(debug_info=True).encode(), "program")
    raise InvalidArgument(f"a program is its text, the path of a file, what jax.jit(...).lower returns, or a function "
                          f"with its arguments; {type(program).__name__} is given")


def _lowered(fn: Any, args: tuple[Any, ...], jit: dict[str, Any]) -> Source:
    import jax

    lowered = (fn if hasattr(fn, "lower") and not jit else jax.jit(fn, keep_unused=True, **jit)).lower(*args)
    text = lowered.as_text(debug_info=True)
    return Source(text.encode(), getattr(fn, "__name__", "program"), jax.tree_util.tree_structure(args),
                  jax.tree_util.tree_structure(lowered.out_info))


def values_of(options: dict[str, Any]) -> list[tuple[str, str]]:
    """Options by the names of the command line: `drop_annotations=True` is --drop-annotations."""
    values = []
    for name, value in options.items():
        if value is None or value is False:
            continue
        if isinstance(value, (list, tuple)):
            value = ",".join(map(str, value))
        values.append((name.replace("_", "-"), "true" if value is True else str(value)))
    return values
