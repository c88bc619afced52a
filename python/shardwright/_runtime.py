"""Compiled programs, the devices they run on, and arrays that stay there."""
from __future__ import annotations

import dataclasses
import os
import threading
from collections.abc import Sequence
from typing import Any

import numpy as np

from . import _core, _draw
from ._arrays import array_of, dtype_of, raw, shaped
from ._errors import InvalidArgument
from ._sharding import Mesh, Sharding, SubAxis


@dataclasses.dataclass(frozen=True)
class Interface:
    """An argument or a result of a program."""

    name: str
    element_type: str  #: as in StableHLO: f32, bf16, i1
    shape: tuple[int, ...]
    sharding: Sharding
    donated: bool  #: its memory is given to the program, which writes over it

    @property
    def dtype(self) -> np.dtype:
        return dtype_of(self.element_type)

    def __str__(self) -> str:
        return _draw.title(self.sharding, self.shape, self.element_type)


def _interface(facts: dict[str, Any], mesh: Mesh) -> Interface:
    names = [name for name, _ in mesh.axes]
    spec = []
    for digits in facts["dims"]:
        spec.append(tuple(names[axis] if size == mesh.axes[axis][1] else SubAxis(names[axis], pre, size)
                          for axis, pre, size in digits))
    return Interface(facts["name"], facts["type"], facts["shape"], Sharding(mesh, spec), facts["donated"])


class Client:
    """Devices in this process: `Client(devices=8)`. `backend` is `host` or `cuda`; `memory` of a device: `2GiB`."""

    def __init__(self, devices: int = 1, *, workers: int = 0, memory: int | str = 0, backend: str = "host"):
        options = {"devices": devices, "workers": workers, "memory": memory, "backend": backend}
        self._core = _core.Client([(name, str(value)) for name, value in options.items()])

    @property
    def num_devices(self) -> int:
        return self._core.num_devices

    def bytes_in_use(self, device: int = 0) -> int:
        return self._core.bytes_in_use(device)

    def peak_bytes_in_use(self, device: int = 0) -> int:
        return self._core.peak_bytes_in_use(device)

    def __repr__(self) -> str:
        return f"Client(devices={self.num_devices})"


_clients: dict[tuple[int, str], Client] = {}
_lock = threading.Lock()


def _client(devices: int, backend: str) -> Client:
    """The one that programs of so many devices share."""
    with _lock:
        if (devices, backend) not in _clients:
            _clients[devices, backend] = Client(devices, backend=backend)
        return _clients[devices, backend]


class ShardedArray:
    """An array whose blocks are on the devices. `numpy()` gathers it; it is drawn as its blocks."""

    def __init__(self, interface: Interface, buffers: list[Any], gather: Any):
        self._interface, self._buffers, self._gather = interface, buffers, gather

    @property
    def shape(self) -> tuple[int, ...]:
        return self._interface.shape

    @property
    def dtype(self) -> np.dtype:
        return self._interface.dtype

    @property
    def sharding(self) -> Sharding:
        return self._interface.sharding

    @property
    def is_donated(self) -> bool:
        """It has been given away to a step, which wrote over it."""
        return any(buffer.is_donated for buffer in self._buffers)

    def wait(self) -> ShardedArray:
        """Until it is computed."""
        for buffer in self._buffers:
            buffer.wait()
        return self

    def numpy(self) -> np.ndarray:
        """The whole array. Waits."""
        return self._gather(self._buffers)

    def block(self, device: int) -> np.ndarray:
        """What one device holds, padding at the end included. Waits."""
        buffer = self._buffers[device]
        data = np.empty(buffer.bytes, np.uint8)
        buffer.copy_to(data)
        parts = self.sharding.parts(len(self.shape))
        return shaped(data, self.dtype, tuple(-(-n // p) for n, p in zip(self.shape, parts)))

    def __array__(self, dtype: Any = None, copy: Any = None) -> np.ndarray:
        whole = self.numpy()
        return whole if dtype is None else whole.astype(dtype)

    def __repr__(self) -> str:
        return _draw.text(self.sharding, self.shape, self._interface.element_type)

    def _repr_html_(self) -> str:
        return _draw.page(self.sharding, self.shape, self._interface.element_type)


class Executable:
    """A compiled program. Called with whole arrays it runs one step and returns a tuple of whole arrays; `put` and
    `step` keep them on the devices."""

    def __init__(self, core: Any, client: Client | None = None):
        self._core, self._client, self._program = core, client, None
        self.mesh = Mesh(core.mesh)
        self.arguments = tuple(_interface(facts, self.mesh) for facts in core.arguments)
        self.results = tuple(_interface(facts, self.mesh) for facts in core.results)

    @property
    def target(self) -> str:
        return self._core.target

    @property
    def num_devices(self) -> int:
        return self._core.num_devices

    def on(self, client: Client) -> Executable:
        """The same on the first devices of a client."""
        return Executable(self._core, client)

    def _loaded(self) -> Any:
        if self._program is None:
            backend = "cuda" if self.target.startswith("cuda:") else "host"
            client = self._client or _client(self.num_devices, backend)
            self._program = client._core.load(self._core)
        return self._program

    def _check_number(self, given: Sequence[Any]) -> None:
        if len(given) != len(self.arguments):
            raise InvalidArgument(f"the program takes {len(self.arguments)} arguments, {len(given)} are given")

    def _bytes(self, number: int, value: Any) -> np.ndarray:
        argument = self.arguments[number]
        what = f"argument {number}"
        if argument.name not in ("", what):  # its own name, from JAX
            what += f" ('{argument.name}')"
        return raw(array_of(value, argument.dtype, argument.shape, what))

    def __call__(self, *arrays: Any) -> tuple[np.ndarray, ...]:
        self._check_number(arrays)
        results = self._loaded().run([self._bytes(i, value) for i, value in enumerate(arrays)])
        return tuple(shaped(data, result.dtype, result.shape) for data, result in zip(results, self.results))

    def put(self, number: int, value: Any) -> ShardedArray:
        """An argument on the devices."""
        if not 0 <= number < len(self.arguments):
            raise InvalidArgument(f"argument {number} of {len(self.arguments)}")
        argument = self.arguments[number]
        buffers = self._loaded().put(number, self._bytes(number, value))

        def gather(held: list[Any]) -> np.ndarray:
            whole = np.empty(argument.shape, argument.dtype)
            array = ShardedArray(argument, held, gather)
            for device in range(len(held)):
                place = argument.sharding.block(device, argument.shape)
                whole[place] = array.block(device)[tuple(slice(0, part.stop - part.start) for part in place)]
            return whole

        return ShardedArray(argument, buffers, gather)

    def step(self, *arrays: Any, donate: Sequence[bool] | None = None) -> tuple[ShardedArray, ...]:
        """Runs on arrays that are on the devices (others are put there), and returns at once. `donate` says of each
        argument whether it is given away; without, those that the program wants."""
        self._check_number(arrays)
        if donate is not None and len(donate) != len(arrays):
            raise InvalidArgument(f"the program takes {len(arrays)} arguments, {len(donate)} are said to be donated or not")
        program = self._loaded()
        held = [value if isinstance(value, ShardedArray) else self.put(i, value) for i, value in enumerate(arrays)]
        for i, (value, argument) in enumerate(zip(held, self.arguments)):
            if value.sharding != argument.sharding or value.shape != argument.shape:
                raise InvalidArgument(f"argument {i} is sharded as {argument.sharding}, {value.sharding} is given: "
                                      "put value.numpy()")
        devices = self.num_devices
        buffers = program.execute([value._buffers[device] for device in range(devices) for value in held],
                                  None if donate is None else list(donate))
        made = []
        for number, result in enumerate(self.results):
            def gather(parts: list[Any], number: int = number, result: Interface = result) -> np.ndarray:
                return shaped(program.get(number, parts), result.dtype, result.shape)

            made.append(ShardedArray(result, buffers[number::len(self.results)], gather))
        return tuple(made)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes it to a file that `load` and `shardwright-run` read."""
        self._core.write(os.fspath(path))

    def __bytes__(self) -> bytes:
        return self._core.serialize()

    def __repr__(self) -> str:
        lines = [f"Executable for {self.target.split(':')[0]} on {self.mesh or 'one device'}"]
        lines += [f"  argument {i}: {each}" for i, each in enumerate(self.arguments)]
        lines += [f"  result {i}: {each}" for i, each in enumerate(self.results)]
        return "\n".join(lines)


def load(file: str | os.PathLike[str] | bytes) -> Executable:
    """What `Executable.save` wrote, or its bytes."""
    return Executable(_core.Executable.deserialize(file) if isinstance(file, bytes)
                      else _core.Executable.read(os.fspath(file)))
