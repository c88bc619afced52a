"""Signatures, tolerances and jaxprs as shardwright_export reads them, with stand-ins for JAX's objects."""
import types
import unittest

import shardwright_export as sw


class Counts(unittest.TestCase):
    def check(self, signature, arguments, results):
        text = f"module @jit_f {{\n  func.func public @main({signature} {{\n    return\n  }}\n}}\n"
        self.assertEqual(sw.counts(text), (arguments, results), signature)

    def test_plain(self):
        self.check("%arg0: tensor<4xf32>, %arg1: tensor<f32>) -> (tensor<4xf32>, tensor<i1>)", 2, 2)
        self.check("%arg0: tensor<4xf32>) -> tensor<4xf32>", 1, 1)
        self.check(") -> (tensor<4xf32>)", 0, 1)
        self.check("%arg0: tensor<4xf32>)", 1, 0)

    def test_attributes_and_locations_that_look_like_more(self):
        self.check('%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>, tf.aliasing_output = 0 : i32} '
                   'loc("x) -> (%arg9: tensor<4xf32>")) -> (tensor<4xf32> {jax.result_info = "r[\\"tensor<2xf32>\\"]"})', 1, 1)

    def test_tokens_count(self):
        self.check("%arg0: !stablehlo.token, %arg1: tensor<4xf32>) -> (!stablehlo.token, tensor<4xf32>)", 2, 2)


class Tolerance(unittest.TestCase):
    def test_by_type(self):
        self.assertEqual(sw.tolerance("float32", "float32"), 1.2e-4)  # 1000 / 2^23
        self.assertEqual(sw.tolerance("float64", "float64"), 2.2e-13)  # 1000 / 2^52
        self.assertEqual(sw.tolerance("bfloat16", "bfloat16"), 0.031)  # 4 / 2^7
        self.assertEqual(sw.tolerance("float32", "bfloat16"), 0.031)  # what was rounded on the way counts
        self.assertEqual(sw.tolerance("float8_e4m3fn", "float8_e4m3fn"), 0.5)  # 4 / 2^3


def variable(dtype=None):
    return types.SimpleNamespace(aval=types.SimpleNamespace(dtype=types.SimpleNamespace(name=dtype)))


class Jaxprs(unittest.TestCase):
    def setUp(self):
        a, b, c, d = variable("float8_e5m2"), variable("float32"), variable("bfloat16"), variable("float32")
        inner = types.SimpleNamespace(invars=[b], outvars=[c], eqns=[
            types.SimpleNamespace(invars=[b], outvars=[c], params={})])
        self.jaxpr = types.SimpleNamespace(invars=[a, b, d], outvars=[b], eqns=[
            types.SimpleNamespace(invars=[a], outvars=[b], params={"branches": (types.SimpleNamespace(jaxpr=inner),)})])

    def test_unused_arguments(self):
        self.assertEqual(sw._unused(self.jaxpr), [2])

    def test_types_are_those_of_results_and_of_what_is_inside(self):
        self.assertEqual(sw._types(self.jaxpr, set()), {"float32", "bfloat16"})


class Mesh(unittest.TestCase):
    def test_is_read_from_the_text(self):
        text = 'sdy.mesh @mesh = <["data"=4, "model"=2]>'
        self.assertEqual(sw._mesh_of(None, text), [{"axis": "data", "size": 4}, {"axis": "model", "size": 2}])
        self.assertEqual(sw._mesh_of(None, "sdy.mesh @empty_mesh = <[]>"), [])
        self.assertEqual(sw._mesh_of(None, "module {}"), [])


unittest.main()
