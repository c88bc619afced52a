"""Portable artifacts with JAX: what jaxlib writes is read as the text that jaxlib makes of it, for several versions of
StableHLO, and what JAX exports computes what JAX does. SHARDWRIGHT_ARTIFACT_PROGRAMS names folders of more programs."""
import glob
import os
import re
import subprocess
import tempfile
import unittest

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"

import jax
import jax.numpy as jnp
import numpy as np
from jax import export, lax
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P
from jax._src.interpreters import mlir as jax_mlir
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo

SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CURRENT = "1.17.0"
OLDER = ["1.13.7", "1.4.0", "1.0.0"]


class ArtifactTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def write(self, name, content):
        path = os.path.join(self.folder, name)
        with open(path, "wb" if isinstance(content, bytes) else "w") as file:
            file.write(content)
        return path

    def tool(self, *command):
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr[:2000])
        return done.stdout

    def check_read(self, artifact, context):
        text = str(stablehlo.deserialize_portable_artifact(context, artifact))
        self.assertEqual(self.tool("shardwright-opt", self.write("p.bc", artifact)),
                         self.tool("shardwright-opt", self.write("p.mlir", text)))

    def test_programs_are_read_as_their_text(self):
        folders = [os.path.join(SOURCE, "test", "programs")]
        folders += os.environ.get("SHARDWRIGHT_ARTIFACT_PROGRAMS", "").split()
        paths = sorted(path for folder in folders for path in glob.glob(os.path.join(folder, "*", "program.mlir")))
        self.assertGreater(len(paths), 5)
        context = jax_mlir.make_ir_context()
        context.allow_unregistered_dialects = True
        for path in paths:
            with self.subTest(program=path), context:
                with open(path, encoding="utf-8") as file:
                    module = ir.Module.parse(file.read())
                self.check_read(stablehlo.serialize_portable_artifact(module, CURRENT, True), context)
                for version in OLDER:
                    try:
                        artifact = stablehlo.serialize_portable_artifact(module, version, True)
                    except Exception:  # something of it is newer
                        break
                    self.check_read(artifact, context)

    def test_operations_are_read_as_their_text(self):
        """Every operation that has a test of its syntax, as far as jaxlib takes its text."""
        context = jax_mlir.make_ir_context()
        context.allow_unregistered_dialects = True
        taken = 0
        for path in sorted(glob.glob(os.path.join(SOURCE, "test", "dialects", "stablehlo", "[!i]*.mlir"))):
            with open(path, encoding="utf-8") as file:
                parts = re.split(r"^// -----$", file.read(), flags=re.M)
            for part in parts:
                with self.subTest(program=path), context:
                    try:
                        artifact = stablehlo.serialize_portable_artifact(ir.Module.parse(part), CURRENT, True)
                    except Exception:  # that the text is wrong is often what is tested
                        continue
                    taken += 1
                    self.check_read(artifact, context)
        self.assertGreater(taken, 6)

    def check_export(self, function, *arguments, platform="cpu"):
        exported = export.export(function, platforms=[platform])(*arguments)
        inputs, expected = (os.path.join(self.folder, name) for name in ("inputs", "expected"))
        for folder, arrays in (inputs, arguments), (expected, jax.tree.leaves(function(*arguments))):
            os.makedirs(folder, exist_ok=True)
            for index, array in enumerate(arrays):
                np.save(os.path.join(folder, f"{index}.npy"), np.asarray(array))
        artifact = self.write("exported.bc", exported.mlir_module_serialized)
        output = self.tool("shardwright", "run", artifact, f"--inputs={inputs}", f"--expect={expected}")
        self.assertIn("match", output)

    def test_composites(self):
        x = np.random.default_rng(1).normal(size=(4, 16)).astype(np.float32)
        self.check_export(jax.jit(lambda x: (lax.erf(x), *lax.top_k(x, 3), jnp.arctanh(x / 8), jnp.sinh(x))), x)

    def test_factorization_for_a_platform_without_lapack(self):
        x = np.random.default_rng(4).normal(size=(2, 6, 4)).astype(np.float32)
        self.check_export(jax.jit(lambda x: tuple(jnp.linalg.qr(x))), x, platform="tpu")

    def test_training_step_on_devices(self):
        mesh = Mesh(np.array(jax.devices()).reshape(4, 2), ("x", "y"))

        def step(w, v, x):
            def loss(w, v):
                return jnp.mean((jnp.tanh(x @ w) @ v) ** 2)
            gradients = jax.grad(loss, argnums=(0, 1))(w, v)
            return w - 0.1 * gradients[0], v - 0.1 * gradients[1]

        shardings = tuple(NamedSharding(mesh, spec) for spec in (P(None, "y"), P("y", None), P("x", None)))
        random = np.random.default_rng(2)
        arrays = [random.normal(size=shape).astype(np.float32) for shape in ((16, 32), (32, 8), (64, 16))]
        self.check_export(jax.jit(step, in_shardings=shardings), *arrays)

    def test_loops_and_branches(self):
        def function(x, n):
            def body(carry, row):
                carry = carry + jnp.where(row > 0, row, 0.5 * row)
                return carry, jnp.sort(carry)[::-1]
            total, rows = lax.scan(body, jnp.zeros(x.shape[1], x.dtype), x)
            return lax.cond(n > 2, lambda: total, lambda: -total), rows, x[jnp.array([2, 0])], x.at[1].add(total)
        self.check_export(jax.jit(function), np.random.default_rng(3).normal(size=(5, 6)).astype(np.float32), np.int32(3))


if __name__ == "__main__":
    unittest.main()
