"""Meshes and shardings of python/shardwright against brute force; pictures. Needs NumPy and no compiled module."""
import importlib.util
import itertools
import os
import random
import sys
import types
import unittest

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))


def pure():
    """The modules that need no compiled one, without the package's own imports."""
    package = types.ModuleType("pure_shardwright")
    package.__path__ = [os.path.join(ROOT, "python", "shardwright")]
    sys.modules["pure_shardwright"] = package
    found = []
    for name in ("_errors", "_sharding", "_draw"):
        spec = importlib.util.find_spec(f"pure_shardwright.{name}")
        module = importlib.util.module_from_spec(spec)
        sys.modules[f"pure_shardwright.{name}"] = module
        spec.loader.exec_module(module)
        found.append(module)
    return found


errors, sharding, draw = pure()
Mesh, Sharding, SubAxis = sharding.Mesh, sharding.Sharding, sharding.SubAxis


def coordinates(mesh, device):
    """The device's index along each axis, as itertools counts them."""
    return dict(zip(mesh.shape, list(itertools.product(*(range(size) for _, size in mesh.axes)))[device]))


class ShardingTest(unittest.TestCase):
    def test_blocks_are_those_of_the_definition(self):
        seed = int(os.environ.get("SHARDWRIGHT_SEED", "1"))
        print(f"seed {seed}", file=sys.stderr)
        source = random.Random(seed)
        for _ in range(200):
            mesh = Mesh([(name, source.choice((1, 2, 3, 4))) for name in "abc"[: source.randint(1, 3)]])
            axes = list(mesh.shape)
            source.shuffle(axes)
            rank = source.randint(1, 3)
            spec = [[] for _ in range(rank)]
            for axis in axes:
                if source.random() < 0.7:
                    source.choice(spec).append(axis)
            shape = [source.randint(1, 9) for _ in range(rank)]
            made = Sharding(mesh, [tuple(dim) for dim in spec])
            for device in range(mesh.size):
                at = coordinates(mesh, device)
                for dim, (names, length, block) in enumerate(zip(spec, shape, made.block(device, shape))):
                    parts = [range(length + length)]  # as long as any padding
                    count = 1
                    for name in names:
                        count *= mesh.shape[name]
                    local = -(-length // count)
                    index = 0
                    for name in names:
                        index = index * mesh.shape[name] + at[name]
                    want = [i for i in parts[0][index * local:(index + 1) * local] if i < length]
                    self.assertEqual(list(range(length))[block], want, (mesh, made, dim, device))
            self.assertEqual(Sharding.parse(mesh, str(made)), made)

    def test_sub_axes(self):
        mesh = Mesh(x=8)
        made = Sharding(mesh, [SubAxis("x", 2, 4), SubAxis("x", 1, 2)])
        self.assertEqual([made.block_index(device, 2) for device in range(8)],
                         [(device % 4, device // 4) for device in range(8)])
        self.assertEqual(str(made), "[_x:(2)4, _x:(1)2]")
        self.assertEqual(Sharding.parse(mesh, "[I_{x:(2)4}, J_x:(1)2]{U_y}"), made)
        with self.assertRaisesRegex(errors.InvalidArgument, "splits the array twice"):
            Sharding(mesh, [SubAxis("x", 1, 4), "x"])

    def test_meshes(self):
        self.assertEqual(Mesh(data=4, model=2), Mesh({"data": 4, "model": 2}))
        self.assertEqual(str(Mesh([("x", 2), ("y", 3)])), "x=2,y=3")
        self.assertEqual(Mesh(types.SimpleNamespace(shape={"x": 2})), Mesh(x=2))
        for bad in ({"x": 0}, {"x": "2"}, {3: 2}, {"x": True}):
            with self.assertRaises(errors.InvalidArgument):
                Mesh(bad)
        with self.assertRaisesRegex(errors.InvalidArgument, "two axes 'x'"):
            Mesh([("x", 2), ("x", 3)])

    def test_what_does_not_fit(self):
        mesh = Mesh(data=4, model=2)
        with self.assertRaisesRegex(ValueError, r"unknown mesh axis 'tensor' \(the axes of the mesh are data, model\)"):
            Sharding(mesh, ["tensor"])
        with self.assertRaisesRegex(ValueError, "splits 2 dimensions, the array has 1"):
            Sharding(mesh, ["data", "model"]).block(0, [8])
        with self.assertRaisesRegex(ValueError, "is no sharding"):
            Sharding.parse(mesh, "data, model")

    def test_equal_whatever_is_whole_behind(self):
        mesh = Mesh(x=2)
        self.assertEqual(Sharding(mesh, ["x"]), Sharding(mesh, [("x",), None]))
        self.assertEqual(hash(Sharding(mesh, ["x"])), hash(Sharding(mesh, [("x",), None])))
        self.assertNotEqual(Sharding(mesh, ["x"]), Sharding(mesh, [None, "x"]))

    def test_pictures(self):
        mesh = Mesh(data=2, model=2)
        self.assertEqual(draw.text(Sharding(mesh, ["data", "model"]), (8, 6), "f32"), """\
f32[8, 6] [_data, _model] on data=2,model=2: f32[4, 3] on each of 4 devices
┌───┬───┐
│ 0 │ 1 │
├───┼───┤
│ 2 │ 3 │
└───┴───┘""")
        self.assertIn("│ 0, 2 │ 1, 3 │", draw.text(Sharding(mesh, [None, None, "model"]), (2, 2, 6), "f32"))
        self.assertIn("0-3", draw.text(Sharding(mesh), (), "f32"))
        self.assertIn("...", draw.text(Sharding(Mesh(x=32), ["x"]), (64,), "f32"))
        self.assertEqual(draw.page(Sharding(mesh, ["data", "model"]), (8, 6), "f32").count("<td"), 4)
        self.assertIn("split too: dimension 2", draw.text(Sharding(Mesh(x=2, y=2, z=2), "xyz"), (2, 2, 2), "f32"))


if __name__ == "__main__":
    unittest.main()
