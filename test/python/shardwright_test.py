"""The package shardwright: programs on eight devices against NumPy, errors, plans, pictures."""
import os
import pathlib
import sys
import tempfile
import threading
import unittest

import numpy as np
import shardwright as sw

try:
    import jax
except ImportError:
    jax = None

HERE = os.path.dirname(os.path.abspath(__file__))
MLP = pathlib.Path(HERE, "..", "embedding", "Inputs", "mlp", "mlp.mlir").read_text()
STEP = """sdy.mesh @mesh = <["x"=2]>
func.func @main(%w: tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>, tf.aliasing_output = 0 : i32},
                %g: tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<6xf32> {
  %0 = stablehlo.subtract %w, %g : tensor<6xf32>
  return %0 : tensor<6xf32>
}
"""


def numbers(*shape, seed=0):
    return np.random.default_rng(seed).standard_normal(shape, dtype=np.float32)


def negate(kind, length=4):
    return (f"func.func @main(%x: tensor<{length}x{kind}>) -> tensor<{length}x{kind}> {{\n"
            f"  return %x : tensor<{length}x{kind}>\n}}\n")


class RunTest(unittest.TestCase):
    def test_whole_arrays(self):
        exe = sw.compile(MLP)
        x, w1, w2 = numbers(16, 8), numbers(8, 32, seed=1), numbers(32, 4, seed=2)
        (result,) = exe(x, w1, w2)
        np.testing.assert_allclose(result, np.maximum(x @ w1, 0) @ w2, rtol=1e-4, atol=1e-5)
        self.assertEqual(exe.mesh, sw.Mesh(data=4, model=2))
        self.assertEqual(exe.arguments[0].sharding, sw.Sharding(exe.mesh, ["data"]))
        self.assertEqual(exe.arguments[1].sharding.spec, (None, "model"))
        # What is not dense is made so, and what it is made of stays as it is.
        (again,) = exe(np.asfortranarray(x), w1[:, ::-1][:, ::-1], w2)
        np.testing.assert_array_equal(again, result)

    def test_state_stays_on_the_devices(self):
        exe = sw.compile(STEP)
        w, g = numbers(6), numbers(6, seed=1)
        state, held = exe.put(0, w), exe.put(1, g)
        np.testing.assert_array_equal(state.numpy(), w)
        np.testing.assert_array_equal(state.block(1), w[3:])
        first = state
        for _ in range(3):
            (state,) = exe.step(state, held)
        np.testing.assert_allclose(state.wait().numpy(), w - 3 * g, rtol=1e-5, atol=1e-6)
        self.assertTrue(first.is_donated)
        with self.assertRaisesRegex(sw.FailedPrecondition, "given away"):
            exe.step(first, held)
        (kept,) = exe.step(state, held, donate=[False, False])
        self.assertFalse(state.is_donated)
        np.testing.assert_allclose(np.asarray(kept), w - 4 * g, rtol=1e-5, atol=1e-6)

    def test_types_go_through(self):
        for kind, dtype in (("f64", "float64"), ("i1", "bool"), ("i8", "int8"), ("ui32", "uint32"), ("i64", "int64"),
                            ("complex<f32>", "complex64"), ("f16", "float16")):
            value = np.array([0, 1, 1, 0], dtype)
            (result,) = sw.compile(negate(kind))(value)
            self.assertEqual(result.dtype, value.dtype)
            np.testing.assert_array_equal(result, value)
        (scalar,) = sw.compile("func.func @main(%x: tensor<f32>) -> tensor<f32> {\n  return %x : tensor<f32>\n}")(2.5)
        self.assertEqual((scalar.shape, float(scalar)), ((), 2.5))
        (empty,) = sw.compile(negate("f32", 0))(np.zeros(0, np.float32))
        self.assertEqual(empty.shape, (0,))

    def test_dlpack_without_copies(self):
        class Tensor:
            """What has only DLPack's methods."""

            def __init__(self, array):
                self.array = array

            def __dlpack__(self, **more):
                return self.array.__dlpack__(**more)

            def __dlpack_device__(self):
                return self.array.__dlpack_device__()

        value = numbers(4)
        from shardwright import _arrays

        self.assertTrue(np.shares_memory(_arrays.raw(_arrays.array_of(Tensor(value), value.dtype, (4,), "x")), value))
        (result,) = sw.compile(negate("f32"))(Tensor(value))
        np.testing.assert_array_equal(result, value)
        view = np.from_dlpack(result)
        self.assertTrue(np.shares_memory(view, result))
        self.assertFalse(result.flags.owndata)  # the memory is the runtime's

    def test_saved_and_loaded(self):
        exe = sw.compile(MLP)
        arrays = numbers(16, 8), numbers(8, 32), numbers(32, 4)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "mlp.swx")
            exe.save(path)
            np.testing.assert_array_equal(sw.load(path)(*arrays)[0], exe(*arrays)[0])
        np.testing.assert_array_equal(sw.load(bytes(exe))(*arrays)[0], exe(*arrays)[0])
        client = sw.Client(devices=8, workers=1)
        np.testing.assert_array_equal(exe.on(client)(*arrays)[0], exe(*arrays)[0])
        self.assertGreater(client.peak_bytes_in_use(7), 0)

    def test_threads(self):
        found = [None] * 4
        x = numbers(4)

        def work(number):
            found[number] = sw.compile(negate("f32"))(x + number)[0]

        threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for number in range(4):
            np.testing.assert_array_equal(found[number], x + number)


class MisuseTest(unittest.TestCase):
    def test_a_program_that_is_wrong(self):
        with self.assertRaises(sw.InvalidProgram) as caught:
            sw.compile("func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {\n  return %y : tensor<8xf32>\n}")
        error = caught.exception
        self.assertIsInstance(error, ValueError)
        self.assertEqual((error.file, error.line, error.column), ("program", 2, 10))
        self.assertEqual(error.diagnostics[0].message, "use of undeclared SSA value name")
        self.assertEqual(str(error), "program:2:10: error: use of undeclared SSA value name")

    def test_options(self):
        for options, message in (({"topologie": "h100-8"}, "did you mean topology"),
                                 ({"devices": 0}, "needs at least 1, got 0"),
                                 ({"topology": "h100-7"}, "option 'topology'"),
                                 ({"target": "host:z80"}, "option 'target'")):
            with self.assertRaisesRegex(sw.InvalidArgument, message):
                sw.compile(MLP, **options)

    def test_programs_that_are_none(self):
        with self.assertRaisesRegex(sw.InvalidArgument, r"pathlib.Path\('mlp.mlir'\)"):
            sw.compile("mlp.mlir")
        with self.assertRaisesRegex(sw.InvalidArgument, "int is given"):
            sw.compile(3)
        with self.assertRaises(FileNotFoundError):
            sw.compile(pathlib.Path("no such file.mlir"))
        with self.assertRaises(sw.Error):
            sw.load(b"no executable")
        with self.assertRaises(sw.Error):
            sw.load("/no/such/file.swx")

    def test_arrays(self):
        exe = sw.compile(STEP)
        w = numbers(6)
        for arrays, message in (
                ((w,), "takes 2 arguments, 1 are given"),
                ((w, w.astype("float64")), r"argument 1 is float32\[6\], float64\[6\] is given: convert it"),
                ((w[:5], w), r"argument 0 is float32\[6\], float32\[5\] is given"),
                ((w, "text"), "argument 1"),
                ((w, [1, 2, "three"]), "argument 1")):
            with self.assertRaisesRegex(sw.InvalidArgument, message):
                exe(*arrays)
        with self.assertRaisesRegex(sw.InvalidArgument, "argument 2 of 2"):
            exe.put(2, w)
        with self.assertRaisesRegex(sw.InvalidArgument, "1 are said to be donated"):
            exe.step(w, w, donate=[True])
        other = sw.compile(STEP).on(sw.Client(devices=2))
        with self.assertRaisesRegex(sw.InvalidArgument, "another client"):
            exe.step(other.put(0, w), w)
        with self.assertRaisesRegex(sw.Error, "devices"):
            exe.on(sw.Client(devices=1))(w, w)
        with self.assertRaises(sw.InvalidArgument):
            sw.Client(devices=0)
        with self.assertRaises(sw.Error):
            sw.Client(backend="tpu")


class ReportTest(unittest.TestCase):
    def test_partition(self):
        made = sw.partition(MLP)
        self.assertIn("spmd.all_reduce", made.text)
        self.assertEqual(made.summary["devices"], 8)
        self.assertIn("all_reduce over model", repr(made))

    def test_plan(self):
        plan = sw.plan(MLP, topology="h100-8", drop_annotations=True, budget=1)
        self.assertEqual(plan.mesh.size, 8)
        self.assertEqual((len(plan.arguments), len(plan.results)), (3, 1))
        exe = plan.compile()
        # What the report says is what the program does.
        self.assertEqual([each.sharding for each in exe.arguments], list(plan.arguments))
        self.assertEqual([each.sharding for each in exe.results], list(plan.results))
        x, w1, w2 = numbers(16, 8), numbers(8, 32, seed=1), numbers(32, 4, seed=2)
        np.testing.assert_allclose(exe(x, w1, w2)[0], np.maximum(x @ w1, 0) @ w2, rtol=1e-4, atol=1e-5)
        self.assertIn("ms a step", repr(plan))
        with self.assertRaisesRegex(sw.Error, "memory|plan"):
            sw.plan(MLP, topology="h100-8", memory=16, budget=1)

    def test_explain_and_cost(self):
        found = sw.explain(MLP, topology="h100-8")
        self.assertGreater(found.step_seconds, 0)
        self.assertIn("all_reduce", str(found))
        self.assertTrue(found._repr_html_().startswith("<iframe"))
        self.assertIn("traceEvents", found.trace())
        self.assertTrue(found.at(7))
        self.assertIsNone(sw.explain(MLP).step_seconds)
        price = sw.cost(MLP, topology="h100-8")
        self.assertEqual(price.seconds, found.step_seconds)
        self.assertIn("ms a step", repr(price))

    def test_pictures(self):
        exe = sw.compile(MLP)
        array = exe.put(0, numbers(16, 8))
        self.assertIn("│ 0, 1 │", repr(array))
        self.assertIn("<table", array._repr_html_())
        self.assertIn("f32[16, 8] [_data, _] on data=4,model=2", repr(exe))


@unittest.skipIf(jax is None, "JAX is not installed")
class JaxTest(unittest.TestCase):
    @staticmethod
    def loss(params, x):
        return {"y": jax.numpy.maximum(x @ params["w1"], 0) @ params["w2"]}

    def setUp(self):
        self.params = {"w1": numbers(8, 32, seed=1), "w2": numbers(32, 4, seed=2)}
        self.x = numbers(16, 8)
        self.want = np.maximum(self.x @ self.params["w1"], 0) @ self.params["w2"]

    def test_plan_of_a_function_for_a_plain_jit(self):
        plan = sw.plan(self.loss, self.params, self.x, topology="h100-8", budget=1)
        self.assertEqual(set(plan.in_shardings[0]), {"w1", "w2"})
        if len(jax.devices()) < 8:
            self.skipTest("JAX has fewer than 8 devices")
        fitted = jax.jit(self.loss, in_shardings=plan.named(plan.in_shardings),
                         out_shardings=plan.named(plan.out_shardings))
        np.testing.assert_allclose(fitted(self.params, self.x)["y"], self.want, rtol=1e-4, atol=1e-5)

    def test_compiles_functions_with_shardings(self):
        mesh = sw.Mesh(data=4, model=2)
        if len(jax.devices()) < 8:
            self.skipTest("JAX has fewer than 8 devices")
        from jax.sharding import NamedSharding

        own = mesh.jax()
        place = {"w1": NamedSharding(own, sw.Sharding(mesh, [None, "model"]).partition_spec()),
                 "w2": NamedSharding(own, sw.Sharding(mesh, ["model"]).partition_spec())}
        x = NamedSharding(own, jax.sharding.PartitionSpec("data"))
        exe = sw.compile(self.loss, self.params, self.x, in_shardings=(place, x))
        self.assertEqual(exe.num_devices, 8)
        leaves = jax.tree_util.tree_leaves((self.params, self.x))
        np.testing.assert_allclose(exe(*map(jax.numpy.asarray, leaves))[0], self.want, rtol=1e-4, atol=1e-5)
        self.assertEqual(sw.Mesh(own), mesh)

    def test_compare_with_xla(self):
        if len(jax.devices()) < 8:
            self.skipTest("JAX has fewer than 8 devices")
        from jax.sharding import NamedSharding, PartitionSpec as P

        mesh = sw.Mesh(data=4, model=2).jax()
        place = ({"w1": NamedSharding(mesh, P(None, "model")), "w2": NamedSharding(mesh, P("model"))},
                 NamedSharding(mesh, P("data")))
        found = sw.compare_with_xla(self.loss, self.params, self.x, in_shardings=place)
        self.assertLess(found.max_error, 1e-4)
        for rows in (found.xla, found.shardwright):
            self.assertIn("all_reduce", [row.op for row in rows], found)
        with self.assertRaisesRegex(sw.InvalidArgument, "one device"):
            sw.compare_with_xla(self.loss, self.params, self.x)

    def test_collectives_of_hlo(self):
        from shardwright._xla import Row, collectives_of_hlo

        self.assertEqual(collectives_of_hlo("""
  %a = f32[16,4]{1,0} all-reduce(f32[16,4]{1,0} %dot), channel_id=1, replica_groups=[4,2]<=[8], to_apply=%sum
  %b = bf16[8,32]{1,0} all-gather(bf16[2,32]{1,0} %p), replica_groups={{0,2,4,6},{1,3,5,7}}, dimensions={0}
  ROOT %c = (f32[2]{0}, f32[2]{0}) all-to-all(f32[2]{0} %x, f32[2]{0} %y), replica_groups={{0,1}}
""", 8), [Row("all_gather", 1, 384), Row("all_reduce", 1, 256), Row("all_to_all", 1, 8)])

    def test_export_moved_in(self):
        self.assertTrue(callable(sw.export) and callable(sw.host_mesh))


if __name__ == "__main__":
    os.environ.setdefault("XLA_FLAGS", "--xla_force_host_platform_device_count=8")
    unittest.main(argv=sys.argv)
