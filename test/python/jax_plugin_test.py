"""JAX on the plugin that the installed package brings: nothing is set but JAX_PLATFORMS."""
import os
import subprocess
import sys
import tempfile
import unittest

os.environ["JAX_PLATFORMS"] = "shardwright,cpu"
for name in ("PJRT_NAMES_AND_LIBRARY_PATHS", "SHARDWRIGHT_NUM_DEVICES", "XLA_FLAGS"):
    os.environ.pop(name, None)

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P, SingleDeviceSharding

jax.config.update("jax_num_cpu_devices", 8)
X = np.arange(128, dtype=np.float32).reshape(16, 8)


def python(code, **environment):
    result = subprocess.run([sys.executable, "-c", code], env={**os.environ, **environment}, capture_output=True, text=True)
    return result.returncode, result.stdout.strip(), result.stderr.strip()


class PluginTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.mesh = jax.make_mesh((4, 2), ("x", "y"), axis_types=(AxisType.Auto,) * 2)

    def sharding(self, *spec, **memory):
        return NamedSharding(self.mesh, P(*spec), **memory)

    def test_devices_are_as_many_as_the_program_asks_for(self):
        self.assertEqual(len(jax.devices()), 8)
        self.assertEqual(jax.devices()[0].platform, "shardwright")

    def test_devices_of_the_environment(self):
        code = "import jax; print(len(jax.devices()))"
        self.assertEqual(python(code, SHARDWRIGHT_NUM_DEVICES="3"), (0, "3", ""))
        self.assertEqual(python(code), (0, "1", ""))  # no warning about an experimental platform either

    def test_takes_nothing_over(self):
        self.assertEqual(python("import jax; print(jax.default_backend())", JAX_PLATFORMS="cpu")[1], "cpu")
        self.assertEqual(python("import jax; print(jax.default_backend())", JAX_PLATFORMS="")[1], "cpu")

    def test_jax_loads_no_compiled_module(self):
        code = "import sys, jax; jax.devices(); print('shardwright' in sys.modules)"
        self.assertEqual(python(code)[1], "False")

    def test_package_needs_no_jax(self):
        code = "import sys; sys.modules['jax'] = None; import shardwright; print(shardwright.Mesh(x=2).size)"
        self.assertEqual(python(code)[:2], (0, "2"))

    def test_programs_over_eight_devices(self):
        step = jax.jit(lambda x: (x @ x.T, x.sum()), in_shardings=self.sharding("x", "y"), out_shardings=(self.sharding("y"), None))
        product, total = step(X)
        np.testing.assert_allclose(product, X @ X.T, rtol=1e-5)
        self.assertEqual(total, X.sum())

    def test_donated_buffers_are_gone(self):
        x = jax.device_put(X, self.sharding("x"))
        y = jax.jit(lambda x: x + 1, donate_argnums=0)(x)
        np.testing.assert_array_equal(y, X + 1)
        self.assertTrue(x.is_deleted())

    def test_dlpack(self):
        x = jnp.asarray(X)
        view = np.from_dlpack(x)
        np.testing.assert_array_equal(view, X)
        self.assertEqual(view.ctypes.data, x.unsafe_buffer_pointer())
        self.assertFalse(view.flags.writeable)
        again = np.from_dlpack(x, copy=True)
        again[0, 0] = 7  # its own memory
        self.assertEqual(x[0, 0], 0)
        np.testing.assert_array_equal(jnp.from_dlpack(np.ones(3, np.float32)), np.ones(3))
        half = jnp.ones(4, jnp.bfloat16)
        self.assertEqual(type(half.__dlpack__()).__name__, "PyCapsule")
        with self.assertRaisesRegex(BufferError, "over 8 devices"):
            jax.device_put(X, self.sharding("x")).__dlpack__()
        # A donated array that is looked at from outside stays as it is.
        y = jax.jit(lambda x: x * 2, donate_argnums=0)(x)
        np.testing.assert_array_equal(y, 2 * X)
        np.testing.assert_array_equal(view, X)

    def test_memory_kinds(self):
        for sharding in (self.sharding("x", memory_kind="pinned_host"), SingleDeviceSharding(jax.devices()[2], memory_kind="pinned_host")):
            x = jax.device_put(X, sharding)
            self.assertEqual(x.sharding.memory_kind, "pinned_host")
            y = jax.jit(lambda x: x * 2, out_shardings=sharding)(x)
            self.assertEqual(y.sharding.memory_kind, "pinned_host")
            np.testing.assert_array_equal(y, 2 * X)
            back = jax.device_put(y, sharding.with_memory_kind("device"))
            self.assertEqual(back.sharding.memory_kind, "device")
        with self.assertRaises(ValueError):
            self.sharding("x", memory_kind="vmem")

    def test_explicit_axes_in_comparisons_and_reductions(self):
        mesh = jax.make_mesh((4, 2), ("x", "y"), axis_types=(AxisType.Explicit,) * 2)
        with jax.set_mesh(mesh):
            x = jax.device_put(X[:, ::-1], NamedSharding(mesh, P("x")))
            np.testing.assert_array_equal(jax.jit(lambda x: jnp.sort(x, 1))(x), X)
            np.testing.assert_array_equal(jax.jit(lambda x: jnp.argmax(x, 1))(x), np.zeros(16))

    def test_compiled_programs_say_what_they_are(self):
        compiled = jax.jit(lambda x: x.sum(0), in_shardings=self.sharding("x", "y")).lower(X).compile()
        self.assertIn("all-reduce", compiled.as_text())
        self.assertGreater(compiled.cost_analysis()["flops"], 0)
        self.assertEqual(compiled.memory_analysis().argument_size_in_bytes, X.nbytes // 8)

    def test_compiled_programs_are_kept(self):
        from jax.experimental import serialize_executable

        compiled = jax.jit(lambda x: x @ x.T, in_shardings=self.sharding("x"), out_shardings=self.sharding("y")).lower(X).compile()
        again = serialize_executable.deserialize_and_load(*serialize_executable.serialize(compiled))
        np.testing.assert_allclose(again(X), X @ X.T, rtol=1e-5)

    def test_compiled_programs_are_kept_between_processes(self):
        code = """
import jax, numpy as np
from jax._src import monitoring
hits = []
monitoring.register_event_listener(lambda event, **_: hits.append(event) if event.endswith("/cache_hits") else None)
mesh = jax.make_mesh((8,), ("x",), axis_types=(jax.sharding.AxisType.Auto,))
x = jax.device_put(np.arange(16, dtype=np.float32), jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec("x")))
print(float(jax.jit(lambda x: (x * x).sum())(x)), len(hits) > 0)
"""
        with tempfile.TemporaryDirectory() as folder:
            cache = {"JAX_COMPILATION_CACHE_DIR": folder, "JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS": "0",
                     "JAX_PERSISTENT_CACHE_MIN_ENTRY_SIZE_BYTES": "-1", "SHARDWRIGHT_NUM_DEVICES": "8"}
            self.assertEqual(python(code, **cache), (0, "1240.0 False", ""))
            self.assertEqual(python(code, **cache), (0, "1240.0 True", ""))

    def test_options_of_xla_are_no_error(self):
        options = {"xla_cpu_enable_fast_math": True}
        np.testing.assert_array_equal(jax.jit(lambda x: x + 1, compiler_options=options)(X), X + 1)
        with self.assertRaisesRegex(jax.errors.JaxRuntimeError, "unknown option 'topolgy'; did you mean topology"):
            jax.jit(lambda x: x + 2, compiler_options={"topolgy": "h100-8"})(X)


if __name__ == "__main__":
    unittest.main()
