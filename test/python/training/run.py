#!/usr/bin/env python3
"""usage: test/python/training/run.py [--steps=N] [NAME...]

Runs training loops of Flax, Equinox, Haiku and Optax on this platform, over eight devices and on one, and on JAX's CPU backend;
their losses are to be the same. A loop whose library is missing is skipped, and named. Exit status 77: all of them.
"""
import argparse
import importlib.util
import os
import pathlib
import sys

os.environ["JAX_PLATFORMS"] = "shardwright,cpu"
sys.path.insert(0, str(pathlib.Path(__file__).parent))
parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("names", nargs="*", help="loops; without any, all")
parser.add_argument("--steps", type=int, default=50, help="steps of each; default: 50")
options = parser.parse_args()

missing = [name for name in ("jax", "optax") if not importlib.util.find_spec(name)]
if missing:
    print(f"training loops: skipped, {' and '.join(missing)} missing")
    sys.exit(77)
import jax
import numpy as np

jax.config.update("jax_num_cpu_devices", 8)
from loops import LOOPS


def losses(loop, devices):
    with jax.default_device(devices[0]):
        return np.array([float(loss) for loss in loop(devices, options.steps)])


failed = ran = 0
for name in options.names or LOOPS:
    library = name.partition(".")[0]
    if not importlib.util.find_spec(library):
        print(f"{name}: skipped, {library} is missing")
        continue
    ran += 1
    for count in (8, 1):
        ours, theirs = (losses(LOOPS[name], jax.devices(platform)[:count]) for platform in ("shardwright", "cpu"))
        worst = np.max(np.abs(ours - theirs) / np.maximum(np.abs(theirs), 1e-2))
        same = worst < 1e-3  # sums in another order, through many steps
        failed += not same
        print(f"{name} on {count}: {theirs[0]:.4f} -> {ours[-1]:.4f}, {'at most' if same else 'FAILED:'} {worst:.1e} apart", flush=True)
sys.exit(1 if failed else 0 if ran else 77)
