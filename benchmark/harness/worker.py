"""XLA on one program, in the peer's environment: python worker.py FILE DEVICES [single]

Reads commands, one JSON object a line, and answers each with a line "@@" and a JSON object. The first loads the text;
`single` drops its shardings.

  {"do": "compile"}                     text -> executable on DEVICES: parse_seconds, seconds, cpu_seconds
  {"do": "compile", "donate": true}     the same with arguments that results may overwrite (such a one cannot be run)
  {"do": "memory"}                      bytes of each device: argument, output, temp, alias
  {"do": "inputs", "folder": F}         arguments from F/0.npy, 1.npy, ..., placed as the executable wants them; random ones
                                        of one device where F is null
  {"do": "steps", "count": N}           milliseconds of N executions
  {"do": "error", "folder": F}          of F/0.npy, 1.npy, ... against the last execution's results
"""
import gc
import json
import os
import sys
import time

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
from jax._src import compiler
from jax._src.interpreters import mlir
from jax._src.lib import xla_client
from jax._src.lib.mlir import ir
from jax._src.sharding_impls import GSPMDSharding
from jax.extend.backend import get_backend
from jaxlib import lapack

SHARDINGS = ("sdy.sharding", "mhlo.sharding")
DONATIONS = ("jax.buffer_donor", "tf.aliasing_output")


def main_of(module):
    return next(op for op in module.body if op.operation.name == "func.func" and op.sym_name.value == "main")


def annotations(function, which, count):
    """The names of the attributes of each argument or result."""
    if which not in function.attributes:
        return [set()] * count
    return [{attribute.name for attribute in value} for value in function.attributes[which]]


def drop_attributes(function, names):
    for which in ("arg_attrs", "res_attrs"):
        if which in function.attributes:
            kept = [ir.DictAttr.get({a.name: a.attr for a in value if a.name not in names})
                    for value in function.attributes[which]]
            function.attributes[which] = ir.ArrayAttr.get(kept)


def drop_shardings(module):
    """Every annotation goes; what only constrains gives way to its operand."""
    doomed = []

    def visit(op):
        call = op.name == "stablehlo.custom_call" and ir.StringAttr(op.attributes["call_target_name"]).value == "Sharding"
        if op.name in ("sdy.sharding_constraint", "sdy.propagation_barrier") or call:
            op.results[0].replace_all_uses_with(op.operands[0])
            doomed.append(op)
        elif op.name in ("sdy.mesh", "sdy.sharding_group"):
            doomed.append(op)
        for name in SHARDINGS:
            if name in op.attributes:
                del op.attributes[name]
        return ir.WalkResult.ADVANCE

    module.operation.walk(visit)
    for op in doomed:
        op.erase()
    module.operation.attributes["mhlo.num_partitions"] = ir.IntegerAttr.get(ir.IntegerType.get_signless(32), 1)


def load(path, element):
    """An .npy file; types that NumPy has no name for are saved as bytes."""
    array = np.load(path)
    return array.view(ml_dtypes.bfloat16) if array.dtype.kind == "V" and element == "bf16" else array


class Worker:
    def __init__(self, file, devices, single):
        with open(file, encoding="utf-8") as source:
            self.text = source.read()
        self.devices, self.single = devices, single
        lapack._lapack.initialize()  # what jax does when it lowers a factorisation
        self.backend = get_backend(os.environ["JAX_PLATFORMS"])
        self.executable = self.results = None
        self.arguments = []

    def compile(self, donate=False):
        self.executable = self.results = None
        self.arguments = []
        gc.collect()
        with mlir.make_ir_context():
            begin = time.perf_counter()
            module = ir.Module.parse(self.text)
            parse_seconds = time.perf_counter() - begin
            main = main_of(module)
            placed = [bool(names & set(SHARDINGS)) for names in annotations(main, "res_attrs", len(main.type.results))]
            drop_attributes(main, (() if donate else DONATIONS) + (SHARDINGS if self.single else ()))
            if self.single:
                drop_shardings(module)
            self.argument_types = [str(ir.RankedTensorType(t).element_type) for t in main.type.inputs]
            self.argument_shapes = [tuple(ir.RankedTensorType(t).shape) for t in main.type.inputs]
            self.result_types = [(tuple(ir.RankedTensorType(t).shape), str(ir.RankedTensorType(t).element_type))
                                 for t in main.type.results]
            options = compiler.get_compile_options(1, self.devices, np.arange(self.devices).reshape(1, self.devices))
            build = options.executable_build_options
            build.use_shardy_partitioner = "sdy." in self.text
            build.use_spmd_partitioning = self.devices > 1
            if self.devices > 1:
                build.allow_spmd_sharding_propagation_to_output = [not fixed for fixed in placed]
            where = xla_client.DeviceList(tuple(self.backend.devices()[:self.devices]))
            begin, cpu = time.perf_counter(), time.process_time()
            self.executable = self.backend.compile_and_load(module, where, options, [])
            return {"parse_seconds": parse_seconds, "seconds": time.perf_counter() - begin,
                    "cpu_seconds": time.process_time() - cpu}

    def memory(self):
        sizes = self.executable.get_compiled_memory_stats()
        return {kind: getattr(sizes, f"{kind}_size_in_bytes") for kind in ("argument", "output", "temp", "alias")}

    def sharding(self, wanted):
        devices = tuple(jax.devices()[:self.devices])
        return GSPMDSharding(devices, wanted) if self.devices > 1 else devices[0]

    def random(self, key, shape, element):
        """Numbers between -1 and 1, whole ones below 8: as our side makes them."""
        if element.startswith(("f", "bf")):
            dtype = jnp.bfloat16 if element == "bf16" else jnp.dtype("float" + element[1:])
            return jax.random.uniform(key, shape, dtype, -1, 1)
        return jax.random.randint(key, shape, 0, 8).astype(jnp.dtype(element.replace("ui", "uint") if "u" in element
                                                                     else "int" + element[1:]))

    def inputs(self, folder):
        if folder is None:
            keys = jax.random.split(jax.random.key(0), len(self.argument_types))
            self.arguments = [self.random(*each) for each in zip(keys, self.argument_shapes, self.argument_types)]
            jax.block_until_ready(self.arguments)
            return {}
        count = len(self.argument_types)
        wanted = self.executable.get_parameter_shardings() if self.devices > 1 else [None] * count
        self.arguments = [jax.device_put(load(os.path.join(folder, f"{i}.npy"), self.argument_types[i]),
                                         self.sharding(wanted[i])) for i in range(count)]
        jax.block_until_ready(self.arguments)
        return {}

    def steps(self, count):
        times = []
        for _ in range(count):
            self.results = None
            begin = time.perf_counter()
            results = self.executable.execute_sharded(self.arguments, with_tokens=True)
            results.consume_token().block_until_ready()
            times.append((time.perf_counter() - begin) * 1e3)
            self.results = results
        return {"ms": times}

    def error(self, folder):
        """Largest difference of a result, as a share of the largest magnitude in it (or of 1); results that XLA
        cannot hand out (uneven ones) are left out."""
        parts = self.results.disassemble_into_single_device_arrays()
        wanted = self.executable.get_output_shardings() if self.devices > 1 else [None] * len(parts)
        worst, compared = 0.0, 0
        for i, (part, sharding, (shape, element)) in enumerate(zip(parts, wanted, self.result_types)):
            try:
                whole = (jax.make_array_from_single_device_arrays(shape, self.sharding(sharding), part)
                         if self.devices > 1 else part[0])
                theirs = np.asarray(whole).astype(np.complex128)
            except (ValueError, TypeError):
                continue
            ours = load(os.path.join(folder, f"{i}.npy"), element).astype(np.complex128)
            compared += 1
            with np.errstate(invalid="ignore"):
                differences = np.where(ours == theirs, 0, np.abs(ours - theirs))
            both = np.isnan(ours) & np.isnan(theirs)
            scale = max(1.0, float(np.max(np.abs(theirs), initial=0, where=np.isfinite(theirs))))
            difference = float(np.max(np.where(both, 0, differences), initial=0))
            worst = max(worst, difference / scale if difference == difference else float("inf"))
        return {"error": worst, "compared": compared}


def main():
    answer = lambda value: print("@@" + json.dumps(value), flush=True)
    worker = Worker(sys.argv[1], int(sys.argv[2]), "single" in sys.argv[3:])
    answer({})
    for line in sys.stdin:
        request = json.loads(line)
        answer(getattr(worker, request.pop("do"))(**request))


if __name__ == "__main__":
    main()
