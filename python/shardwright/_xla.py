"""The same function partitioned by XLA: numbers and collectives side by side."""
from __future__ import annotations

import collections
import re
from typing import Any, NamedTuple

import numpy as np

from ._compiler import compile, partition
from ._errors import InvalidArgument

_BITS = {"pred": 8, "s4": 4, "u4": 4, "s8": 8, "u8": 8, "s16": 16, "u16": 16, "s32": 32, "u32": 32, "s64": 64, "u64": 64,
         "f16": 16, "bf16": 16, "f32": 32, "f64": 64, "c64": 64, "c128": 128}
_OPS = {"all-reduce": "all_reduce", "all-gather": "all_gather", "reduce-scatter": "reduce_scatter",
        "all-to-all": "all_to_all", "collective-permute": "collective_permute"}


class Row(NamedTuple):
    """Collectives of one kind: how many ops, and what one device sends for each of them once (ring convention)."""

    op: str
    count: int
    bytes_per_device: int


def _bytes_of(types: str) -> int:
    total = 0
    for kind, dims in re.findall(r"\b([a-z]+\d*\w*)\[([\d,]*)\]", types):
        elements = 1
        for dim in filter(None, dims.split(",")):
            elements *= int(dim)
        total += elements * (_BITS.get(kind) or 8) // 8
    return total


def _group_size(line: str, devices: int) -> int:
    iota = re.search(r"replica_groups=\[(\d+),(\d+)\]", line)
    if iota:
        return int(iota.group(2))
    listed = re.search(r"replica_groups=\{\{([\d,]+)\}", line)
    return len(listed.group(1).split(",")) if listed else devices


def collectives_of_hlo(text: str, devices: int) -> list[Row]:
    """Of the text of a compiled module of XLA's."""
    found: dict[str, list[int]] = collections.defaultdict(lambda: [0, 0])
    for line in text.splitlines():
        op = re.search(r"= (.*?) (all-reduce|all-gather|reduce-scatter|all-to-all|collective-permute)(-start)?\(", line)
        if not op:
            continue
        size, n = _bytes_of(op.group(1)), _group_size(line, devices)
        if op.group(3) and op.group(2) in ("all-gather", "collective-permute"):
            size = _bytes_of(op.group(1).split(", ", 1)[-1])  # its result is (operand, result, ...)
        sent = {"all-reduce": 2 * size * (n - 1) // n, "all-gather": size * (n - 1) // n,
                "reduce-scatter": size * (n - 1), "all-to-all": size * (n - 1) // n,
                "collective-permute": size}[op.group(2)]
        row = found[_OPS[op.group(2)]]
        row[0] += 1
        row[1] += sent
    return [Row(op, *found[op]) for op in sorted(found)]


class Comparison:
    """What `compare_with_xla` found."""

    def __init__(self, max_error: float, xla: list[Row], shardwright: list[Row]):
        self.max_error, self.xla, self.shardwright = max_error, xla, shardwright

    def __repr__(self) -> str:
        def table(name: str, rows: list[Row]) -> list[str]:
            total = sum(row.bytes_per_device for row in rows)
            return [f"{name}: {total:,} bytes a device"] + [
                f"  {row.count} x {row.op}: {row.bytes_per_device:,}" for row in rows]

        return "\n".join([f"largest difference {self.max_error:.3g}", *table("Shardwright", self.shardwright),
                          *table("XLA", self.xla)])


def compare_with_xla(fn: Any, *args: Any, in_shardings: Any = None, out_shardings: Any = None, **options: Any) -> Comparison:
    """Partitions and runs a function of JAX's by both compilers, on JAX's devices and on as many of this process, and
    compares results and collectives. Ops are counted once, those in loops, too."""
    import jax

    jit = {name: value for name, value in (("in_shardings", in_shardings), ("out_shardings", out_shardings))
           if value is not None}
    lowered = jax.jit(fn, keep_unused=True, **jit).lower(*args)
    theirs = lowered.compile()
    executable = compile(lowered, **options)
    if executable.num_devices < 2:
        raise InvalidArgument("the program is for one device: pass in_shardings on a mesh of several")
    ours = executable(*(np.asarray(leaf) for leaf in jax.tree_util.tree_leaves(args)))
    want = jax.tree_util.tree_leaves(jax.jit(fn, keep_unused=True, **jit)(*args))
    error = 0.0
    for mine, other in zip(ours, want):
        difference = np.abs(mine.astype(np.complex128) - np.asarray(other).astype(np.complex128))
        error = max(error, float(difference.max(initial=0)))
    rows: dict[str, list[int]] = collections.defaultdict(lambda: [0, 0])
    for row in partition(lowered, **options).summary["collectives"]:
        rows[row["op"]][0] += row["count"]
        rows[row["op"]][1] += row["bytes_per_device"] * row["count"] // max(1, row["executed"])
    return Comparison(error, collectives_of_hlo(theirs.as_text(), executable.num_devices),
                      [Row(op, *rows[op]) for op in sorted(rows)])
