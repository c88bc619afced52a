"""The exporter with JAX: what it writes is what JAX computes, and what `shardwright` on PATH runs."""
import json
import os
import subprocess
import tempfile
import unittest

import shardwright_export as sw

MESH = sw.host_mesh(data=4, model=2)

import flax.linen as nn
import jax
import jax.numpy as jnp
import numpy as np
import optax
from flax import nnx
from jax.sharding import NamedSharding, PartitionSpec as P


class ExportTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = os.path.join(folder.name, "program")

    def saved(self, *path):
        return np.load(os.path.join(self.folder, *path))

    def meta(self):
        with open(os.path.join(self.folder, "meta.json"), encoding="utf-8") as file:
            return json.load(file)

    def text(self):
        with open(os.path.join(self.folder, "program.mlir"), encoding="utf-8") as file:
            return file.read()

    def run_program(self, *options):
        done = subprocess.run(["shardwright", "run", self.folder, *options], stdout=subprocess.PIPE, text=True,
                              stderr=subprocess.STDOUT, check=False)
        return done.returncode, done.stdout

    def check_run(self, results):
        status, output = self.run_program()
        self.assertEqual(status, 0, output)
        self.assertIn(f"all {results} results match", output)

    def spoil(self, number):
        """Makes one expected result wrong: the run must see it."""
        path = os.path.join(self.folder, "expected", f"{number}.npy")
        array = np.load(path)
        np.save(path, ~array if array.dtype == bool else array + np.ones((), array.dtype))
        status, output = self.run_program()
        self.assertEqual(status, 1, output)
        self.assertIn(f"result {number} ", output)

    def test_flax_training_step(self):
        class Model(nn.Module):
            @nn.compact
            def __call__(self, x):
                return nn.Dense(4)(nn.LayerNorm()(nn.relu(nn.Dense(32)(x))))

        model, optimizer = Model(), optax.adamw(1e-2)
        x, labels = jax.random.normal(jax.random.key(0), (16, 8)), jnp.arange(16) % 4
        params = model.init(jax.random.key(1), x)
        state = optimizer.init(params)

        def step(params, state, x, labels):
            def loss(params):
                return optax.softmax_cross_entropy_with_integer_labels(model.apply(params, x), labels).mean()

            value, gradients = jax.value_and_grad(loss)(params)
            updates, state = optimizer.update(gradients, state, params)
            return optax.apply_updates(params, updates), state, value

        specs = jax.tree.map(lambda p: P(None, "model") if p.ndim == 2 else P(), params)
        sw.export(step, (params, state, x, labels), self.folder, (specs, None, P("data"), P("data")), None, (0, 1), mesh=MESH)
        meta = self.meta()
        self.assertEqual(meta["mesh"], [{"axis": "data", "size": 4}, {"axis": "model", "size": 2}])
        self.assertEqual(meta["devices"], 8)
        self.assertEqual(meta["arguments"][0]["name"], "params['params']['Dense_0']['bias']")
        self.assertEqual([a["name"] for a in meta["arguments"] if "donated" not in a], ["x", "labels"])
        self.assertEqual(meta["arguments"][-1], {"name": "labels", "type": "i32", "shape": [16]})
        self.assertIn("export_test.py", self.text())  # source lines
        want = jax.tree.leaves(step(params, state, x, labels))
        for number, array in enumerate(want):
            np.testing.assert_allclose(self.saved("expected", f"{number}.npy"), array, rtol=1e-5, atol=1e-6)
        self.check_run(len(want))
        self.spoil(len(want) - 1)

    def test_keys_scalars_and_unused_arguments(self):
        def draw(key, x, unused, scale):
            first, second = jax.random.split(key)
            return {"noisy": x * scale + jax.random.normal(first, x.shape), "key": second, "any": jnp.any(x > 2)}

        args = (jax.random.key(3), np.ones((8, 4)), np.zeros(3, np.int32), 2.5)
        sw.export(draw, args, self.folder, mesh=MESH, in_shardings=(P(), P("data"), P(), P()))
        arguments, results = self.meta()["arguments"], self.meta()["results"]
        self.assertEqual(arguments[0], {"name": "key", "type": "ui32", "shape": [2], "key": "key<fry>"})
        self.assertEqual([a["name"] for a in arguments if "unused" in a], ["unused"])
        self.assertEqual(arguments[3], {"name": "scale", "type": "f32", "shape": []})
        self.assertEqual([r["name"] for r in results], ["result['any']", "result['key']", "result['noisy']"])
        self.assertEqual(self.saved("inputs", "0.npy").tolist(), jax.random.key_data(args[0]).tolist())
        self.check_run(3)
        self.spoil(0)

    def test_types_that_numpy_lacks(self):
        def mix(x, w, q, eight):
            return x @ w, jnp.sum((x @ w).astype(jnp.float32)), q, eight.astype(jnp.float32) * 3

        x = jax.random.normal(jax.random.key(0), (16, 32), jnp.bfloat16)
        w = jax.random.normal(jax.random.key(1), (32, 8), jnp.bfloat16)
        eight = (jnp.arange(16) / 8 - 1).astype(jnp.float8_e5m2)
        sw.export(mix, (x, w, jnp.arange(8, dtype=jnp.int4), eight), self.folder, mesh=MESH,
                  in_shardings=(P("data", "model"), P("model"), P(), P("data")))
        self.assertEqual(self.meta()["tolerances"]["bf16"]["rtol"], 0.031)
        self.assertEqual(self.meta()["tolerances"]["f32"]["rtol"], 0.031)  # a sum of rounded products
        raw = self.saved("inputs", "0.npy")
        self.assertEqual((raw.dtype, raw.tobytes()), (np.dtype("V2"), np.asarray(x).tobytes()))
        self.assertEqual(self.saved("inputs", "2.npy").dtype, np.int8)
        raw = self.saved("inputs", "3.npy")
        self.assertEqual((raw.dtype, raw.shape, raw.tobytes()), (np.dtype("V1"), (16,), np.asarray(eight).tobytes()))
        self.check_run(4)

    def test_nnx_and_shardings_of_the_arrays(self):
        graph, state = nnx.split(nnx.Linear(8, 4, rngs=nnx.Rngs(0)))
        x = jax.device_put(np.ones((8, 8), np.float32), NamedSharding(MESH, P("data", "model")))
        meta = sw.export(lambda state, x: nnx.merge(graph, state)(x), (state, x), self.folder)
        self.assertEqual(meta["devices"], 8)
        self.assertIn('[{"data"}, {"model"}]', self.text())
        self.check_run(1)

    def test_shard_map_and_closures(self):
        table = np.arange(4000, dtype=np.float32)  # a constant of the program

        def total(x):
            summed = jax.shard_map(lambda x: jax.lax.psum(x, "data"), mesh=MESH, in_specs=P("data"), out_specs=P())(x)
            return summed + table[-2:]

        sw.export(total, (np.arange(8, dtype=np.float32),), self.folder, mesh=MESH, in_shardings=P("data"))
        self.assertEqual(self.saved("expected", "0.npy").tolist(), [0 + 2 + 4 + 6 + 3998, 1 + 3 + 5 + 7 + 3999])
        self.check_run(1)
        self.spoil(0)

    def test_static_arguments_empty_trees_and_old_files(self):
        os.makedirs(os.path.join(self.folder, "inputs"))
        np.save(os.path.join(self.folder, "inputs", "7.npy"), np.zeros(3))  # of an earlier export
        sw.export(lambda x, mode: (x["a"] * (2 if mode == "twice" else 1), None, ()), ({"a": np.ones(3), "b": None}, "twice"),
                  self.folder, static_argnums=1)
        self.assertEqual(os.listdir(os.path.join(self.folder, "inputs")), ["0.npy"])
        self.assertEqual(self.saved("expected", "0.npy").tolist(), [2, 2, 2])
        self.check_run(1)

    def test_shapes_alone(self):
        big = jax.ShapeDtypeStruct((1 << 20, 1 << 14), jnp.bfloat16)
        sw.export(lambda x: x * 2, (big,), self.folder, mesh=MESH, in_shardings=P("data"), expected=False)
        self.assertEqual(sorted(os.listdir(self.folder)), ["meta.json", "program.mlir"])
        with self.assertRaisesRegex(ValueError, "pass expected=False"):
            sw.export(lambda x: x * 2, (big,), self.folder)

    def test_tolerances_given(self):
        sw.export(jnp.sin, (np.ones(8),), self.folder, rtol=0.5, atol=0.25)
        self.assertEqual(self.meta()["tolerances"], {"f32": {"rtol": 0.5, "atol": 0.25}})
        status, output = self.run_program()
        self.assertEqual(status, 0)
        self.assertIn("rtol 0.5, atol 0.25", output)

    def test_what_is_wrong_is_said(self):
        with self.assertRaisesRegex(TypeError, "mode is no array but str .*; close over it with functools.partial"):
            sw.export(lambda x, mode: x, (np.ones(3), "fast"), self.folder)
        with self.assertRaisesRegex(ValueError, r"needs a mesh: pass mesh=host_mesh\(data=8\) or your own"):
            sw.export(lambda x: x, (np.ones(8),), self.folder, in_shardings=P("data"))
        with self.assertRaisesRegex(RuntimeError, "has 64 devices, JAX has started with 8: call host_mesh before"):
            sw.host_mesh(x=64)

        def ordered(x):
            jax.debug.print("{}", x.sum(), ordered=True)
            return x

        with self.assertRaisesRegex(ValueError, "tokens of ordered callbacks"):
            sw.export(ordered, (np.ones(8),), self.folder)
        self.assertFalse(os.path.exists(self.folder))


if __name__ == "__main__":
    unittest.main()
