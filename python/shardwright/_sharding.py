"""Meshes, and how arrays are split over them. Pure Python; JAX is imported only to make its own objects."""
from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ._errors import InvalidArgument


class SubAxis(NamedTuple):
    """A digit of an axis: `size` positions, with `pre` positions more major within it. A PartitionSpec has no name for
    it."""

    axis: str
    pre: int
    size: int


class Mesh:
    """Named axes of devices, major to minor: `Mesh(data=4, model=2)`, a mapping, pairs, or a mesh of JAX's."""

    axes: tuple[tuple[str, int], ...]

    def __init__(self, axes: Any = (), /, **named: int):
        shape = getattr(axes, "shape", axes)  # of jax.sharding.Mesh: an ordered mapping
        pairs = list(shape.items() if isinstance(shape, Mapping) else shape) + list(named.items())
        for name, size in pairs:
            if not isinstance(name, str) or not isinstance(size, int) or isinstance(size, bool) or size < 1:
                raise InvalidArgument(f"an axis is a name and a size of at least 1, got {name!r} and {size!r}")
        names = [name for name, _ in pairs]
        for name in names:
            if names.count(name) > 1:
                raise InvalidArgument(f"the mesh has two axes '{name}': give one of them another name")
        self.axes = tuple((name, size) for name, size in pairs)

    @property
    def shape(self) -> dict[str, int]:
        return dict(self.axes)

    @property
    def size(self) -> int:
        return math.prod(size for _, size in self.axes)

    def jax(self, devices: Sequence[Any] | None = None):
        """The same as a jax.sharding.Mesh of `devices`, or of JAX's first ones."""
        import jax
        import numpy as np

        devices = list(devices if devices is not None else jax.devices())
        if len(devices) < self.size:
            raise InvalidArgument(f"the mesh {self} has {self.size} devices, JAX has {len(devices)}: on a CPU, set "
                                  f"XLA_FLAGS=--xla_force_host_platform_device_count={self.size}")
        shape = tuple(size for _, size in self.axes)
        return jax.sharding.Mesh(np.array(devices[:self.size]).reshape(shape), tuple(self.shape))

    def __str__(self) -> str:
        return ",".join(f"{name}={size}" for name, size in self.axes)

    def __repr__(self) -> str:
        return f"Mesh({', '.join(f'{name}={size}' for name, size in self.axes)})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mesh) and self.axes == other.axes

    def __hash__(self) -> int:
        return hash(self.axes)


class Sharding:
    """How the dimensions of an array are split over a mesh.

    `spec` has an entry for each dimension, as a PartitionSpec does: None, an axis, or axes, major to minor; an axis may
    be a `SubAxis`. Dimensions behind the last entry are whole.
    """

    def __init__(self, mesh: Mesh, spec: Iterable[Any] = ()):
        self.mesh = mesh if isinstance(mesh, Mesh) else Mesh(mesh)
        entries = []
        used: list[SubAxis] = []
        for entry in spec:
            whole = entry is None or isinstance(entry, (str, SubAxis))
            axes = () if entry is None else (entry,) if whole else tuple(entry)
            for axis in axes:
                used.append(self._digit(axis))
            entries.append(None if not axes else axes[0] if len(axes) == 1 else axes)
        self.spec: tuple[Any, ...] = tuple(entries)
        for one, two in itertools.combinations(used, 2):
            if one.axis == two.axis and one.pre < two.pre * two.size and two.pre < one.pre * one.size:
                raise InvalidArgument(f"the axis '{one.axis}' splits the array twice: leave it out of one dimension")

    def _digit(self, axis: str | SubAxis) -> SubAxis:
        name = axis.axis if isinstance(axis, SubAxis) else axis
        if name not in self.mesh.shape:
            raise InvalidArgument(f"unknown mesh axis {name!r} (the axes of the mesh are "
                                  f"{', '.join(self.mesh.shape) or 'none'})")
        return axis if isinstance(axis, SubAxis) else SubAxis(name, 1, self.mesh.shape[name])

    def digits(self, rank: int) -> list[list[SubAxis]]:
        """The digits of the mesh that split each of `rank` dimensions."""
        if len(self.spec) > rank:
            raise InvalidArgument(f"{self} splits {len(self.spec)} dimensions, the array has {rank}")
        found = []
        for entry in self.spec + (None,) * (rank - len(self.spec)):
            axes = () if entry is None else (entry,) if isinstance(entry, (str, SubAxis)) else entry
            found.append([self._digit(axis) for axis in axes])
        return found

    def parts(self, rank: int) -> tuple[int, ...]:
        """Into how many blocks each dimension is split."""
        return tuple(math.prod(digit.size for digit in digits) for digits in self.digits(rank))

    def block_index(self, device: int, rank: int) -> tuple[int, ...]:
        """Which block of each dimension a device holds."""
        strides, stride = {}, self.mesh.size
        for name, size in self.mesh.axes:
            stride //= size
            strides[name] = stride
        index = []
        for digits in self.digits(rank):
            block = 0
            for digit in digits:
                minor = strides[digit.axis] * (self.mesh.shape[digit.axis] // (digit.pre * digit.size))
                block = block * digit.size + device // minor % digit.size
            index.append(block)
        return tuple(index)

    def block(self, device: int, shape: Sequence[int]) -> tuple[slice, ...]:
        """What a device holds of an array of that shape."""
        rank = len(shape)
        found = []
        for block, parts, length in zip(self.block_index(device, rank), self.parts(rank), shape):
            local = -(-length // parts)
            found.append(slice(min(length, block * local), min(length, (block + 1) * local)))
        return tuple(found)

    def partition_spec(self):
        """The same as a jax.sharding.PartitionSpec."""
        from jax.sharding import PartitionSpec

        for entry in self.spec:
            for axis in entry if isinstance(entry, tuple) and not isinstance(entry, SubAxis) else (entry,):
                if isinstance(axis, SubAxis):
                    raise InvalidArgument(f"{self} splits over a part of the axis '{axis.axis}', which no "
                                          "PartitionSpec can say: split the axis of the mesh in two")
        return PartitionSpec(*self.spec)

    @classmethod
    def parse(cls, mesh: Mesh, text: str) -> Sharding:
        """The notation of reports: `[I_x, _{y,z:(2)4}, _]`."""
        whole = re.fullmatch(r"\s*\[(.*)\](\{.*\})?\s*", text, re.S)
        if not whole:
            raise InvalidArgument(f"'{text}' is no sharding, such as [I_x, J_{{y,z}}, _]")
        spec: list[Any] = []
        for dim in re.findall(r"(?:[^,{]|\{[^}]*\})+", whole.group(1)):
            listed = re.match(r"\s*\w*?_(?:\{([^}]*)\}|([^\s?]+))", dim)
            axes = []
            for axis in (listed.group(1) or listed.group(2)).split(",") if listed else ():
                part = re.fullmatch(r"\s*(.+?)(?::\((\d+)\)(\d+))?\s*", axis)
                if part and part.group(1) != "?":
                    axes.append(SubAxis(part.group(1), int(part.group(2)), int(part.group(3))) if part.group(2)
                                else part.group(1))
            spec.append(tuple(axes) or None)
        return cls(mesh, spec)

    def __str__(self) -> str:
        def name(axis):
            return f"{axis.axis}:({axis.pre}){axis.size}" if isinstance(axis, SubAxis) else axis

        def dim(entry):
            if entry is None:
                return "_"
            if isinstance(entry, (str, SubAxis)):
                return f"_{name(entry)}"
            return "_{" + ",".join(map(name, entry)) + "}"

        return f"[{', '.join(map(dim, self.spec))}]"

    def __repr__(self) -> str:
        return f"Sharding({self.mesh!r}, {self.spec!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sharding) or self.mesh != other.mesh:
            return False
        rank = max(len(self.spec), len(other.spec))
        return self.digits(rank) == other.digits(rank)

    def __hash__(self) -> int:
        rank = max((i + 1 for i, entry in enumerate(self.spec) if entry is not None), default=0)
        return hash((self.mesh, tuple(map(tuple, self.digits(len(self.spec))[:rank]))))
