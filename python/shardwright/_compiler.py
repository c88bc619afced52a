"""The compiler: functions on programs."""
from __future__ import annotations

import html
import json
import os
import pathlib
from collections.abc import Sequence
from typing import Any

from . import _core
from ._program import Source, source_of, values_of
from ._runtime import Client, Executable
from ._sharding import Mesh, Sharding


def _session() -> Any:
    return _core.Session()


def compile(program: Any, *args: Any, client: Client | None = None, in_shardings: Any = None,
            out_shardings: Any = None, donate_argnums: Any = None, **options: Any) -> Executable:
    """Compiles a program for the devices of its mesh.

    `program` is StableHLO text (str or bytes), the path of a file, what `jax.jit(...).lower` returns, or a function of
    JAX's with example arguments, which is lowered with the shardings that are given. `options` are those of
    `shardwright compile`: target, topology, order, mesh, devices, memory, disable, decompose_collectives.
    """
    source = source_of(program, args, in_shardings=in_shardings, out_shardings=out_shardings,
                       donate_argnums=donate_argnums)
    return Executable(_session().compile(source.text, source.name, values_of(options)), client)


class Partitioned:
    """The program that each device runs, with what it sends, computes and holds (`summary`, as the command line's
    JSON)."""

    def __init__(self, compilation: Any, options: list[tuple[str, str]]):
        self.text: str = compilation.text()
        self.mesh = Mesh(compilation.mesh)
        self.summary: dict[str, Any] = json.loads(compilation.summary(options))

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        lines = [f"Partitioned for {self.mesh or 'one device'}: each device sends {self.summary['bytes_per_device']:,} "
                 f"bytes and holds {self.summary['peak_bytes_per_device']:,} at its peak"]
        for row in self.summary["collectives"]:
            lines.append(f"  {row['executed']} x {row['op']} over {', '.join(row['axes'])}: "
                         f"{row['bytes_per_device']:,} bytes")
        return "\n".join(lines)


def partition(program: Any, *args: Any, in_shardings: Any = None, out_shardings: Any = None, **options: Any) -> Partitioned:
    """The per-device program. Takes what `compile` does."""
    source = source_of(program, args, in_shardings=in_shardings, out_shardings=out_shardings)
    values = values_of(options)
    compilation = _session().read(source.text, source.name)
    compilation.run("partition", values)
    return Partitioned(compilation, values)


class Plan:
    """A mesh and shardings that were chosen for a program.

    `in_shardings` and `out_shardings` are PartitionSpecs for a plain jax.jit on any backend, in the structure of the
    function's arguments and results; of a program's text, a list of each. `arguments` and `results` are the same as
    `Sharding`s.
    """

    def __init__(self, core: Any, source: Source):
        self._core, self._source = core, source
        self.program: str = core.program
        self.mesh = Mesh(core.mesh)
        self.seconds: float = core.seconds
        self.peak_bytes: int = int(core.peak_bytes)
        self.gap: float = core.gap
        self.report: dict[str, Any] = json.loads(core.json())
        self.arguments = self._shardings("argument")
        self.results = self._shardings("result")

    def _shardings(self, kind: str) -> tuple[Sharding, ...]:
        found = {}
        for row in self.report["shardings"]:
            word, number = row["value"].split()
            if word == kind:
                found[int(number)] = Sharding.parse(self.mesh, row["sharding"])
        return tuple(found[number] for number in sorted(found))

    @staticmethod
    def _specs(shardings: Sequence[Sharding], tree: Any) -> Any:
        specs = [sharding.partition_spec() for sharding in shardings]
        if tree is None:
            return specs
        import jax

        return jax.tree_util.tree_unflatten(tree, specs)

    @property
    def in_shardings(self) -> Any:
        return self._specs(self.arguments, self._source.in_tree)

    @property
    def out_shardings(self) -> Any:
        return self._specs(self.results, self._source.out_tree)

    def named(self, specs: Any, mesh: Any = None) -> Any:
        """PartitionSpecs as NamedShardings on `mesh`, or on the plan's mesh of JAX's first devices."""
        import jax

        mesh = mesh if mesh is not None else self.mesh.jax()
        return jax.tree_util.tree_map(lambda spec: jax.sharding.NamedSharding(mesh, spec), specs,
                                      is_leaf=lambda leaf: isinstance(leaf, jax.sharding.PartitionSpec))

    def compile(self, **options: Any) -> Executable:
        return compile(self.program, **options)

    def explain(self, **options: Any) -> Explanation:
        return explain(self.program, **options)

    def __str__(self) -> str:
        return self._core.text()

    def __repr__(self) -> str:
        return (f"Plan on {self.mesh}: {self.seconds * 1e3:.4g} ms a step, {self.peak_bytes:,} bytes a device, "
                f"within {self.gap:.1%} of the bound")


def plan(program: Any, *args: Any, topology: str, **options: Any) -> Plan:
    """Chooses a mesh and shardings so that a step takes least on a machine and fits in its memory.

    `plan(fn, *args_or_shapes, topology="h100-8")` lowers a function of JAX's first. `options` are those of `shardwright
    plan`: mesh, devices, memory, objective, budget, drop_annotations, order, seed, threads.
    """
    source = source_of(program, args)
    core = _session().plan(source.text, source.name, values_of({"topology": topology, **options}))
    return Plan(core, source)


class Explanation:
    """Who decided each sharding of a program, what each collective costs and why it is there. In a notebook it is the
    page of `shardwright explain --html`."""

    def __init__(self, core: Any):
        self._core = core
        self.report: dict[str, Any] = json.loads(core.json())

    @property
    def step_seconds(self) -> float | None:
        """Of a step; None where no topology was named."""
        return self._core.step_seconds

    def at(self, where: str | int) -> str:
        """Of one value (`%105`), or of a line (88, `model.py:42`)."""
        return self._core.text_of(str(where))

    def page(self) -> str:
        """One page of HTML that needs nothing else."""
        return self._core.page()

    def save(self, path: str | os.PathLike[str]) -> None:
        pathlib.Path(path).write_text(self.page())

    def trace(self) -> dict[str, Any]:
        """The step's timeline as Perfetto and chrome://tracing read it."""
        return json.loads(self._core.trace())

    def __str__(self) -> str:
        return self._core.text()

    def __repr__(self) -> str:
        return self._core.text()

    def _repr_html_(self) -> str:
        return (f'<iframe srcdoc="{html.escape(self.page(), quote=True)}" style="width:100%;height:640px;border:0">'
                "</iframe>")


def explain(program: Any, *args: Any, in_shardings: Any = None, out_shardings: Any = None, **options: Any) -> Explanation:
    """Explains a program, or a plan's; with `topology`, what a step takes there. Takes what `compile` does."""
    source = source_of(program, args, in_shardings=in_shardings, out_shardings=out_shardings)
    return Explanation(_session().explain(source.text, source.name, values_of(options)))


class Cost:
    """What a step takes on a machine: seconds, the peak of a device's memory, collectives by what they take."""

    def __init__(self, report: dict[str, Any]):
        self.step: dict[str, Any] = report["step"]
        self.collectives: list[dict[str, Any]] = report["collectives"]
        self.seconds: float = self.step["seconds"]
        self.peak_bytes: int = self.step["memory"]["peak"]

    def __repr__(self) -> str:
        lines = [f"Cost: {self.seconds * 1e3:.4g} ms a step, {self.peak_bytes:,} bytes a device at the peak"]
        for row in sorted(self.collectives, key=lambda row: -(row.get("seconds") or 0)):
            lines.append(f"  {row['op']} over {', '.join(row['axes'])}: {row['bytes_per_device']:,} bytes, "
                         f"{(row.get('seconds') or 0) * 1e6:.4g} us")
        return "\n".join(lines)


def cost(program: Any, *args: Any, topology: str, **options: Any) -> Cost:
    """What a step of the program takes on a machine, as predicted. Takes what `explain` does."""
    return Cost(explain(program, *args, topology=topology, **options).report)
