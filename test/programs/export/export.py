"""Regenerates the programs of test/programs from JAX:

    python3 -m venv build/jax && build/jax/bin/pip install jax==0.10.2 flax==0.12.8 optax==0.2.8
    build/jax/bin/python test/programs/export/export.py [--only NAME ...] [--list]

Without --only, it exports every program that has a folder here.
"""

import argparse
import importlib
import time
import traceback

import harness  # first: it sets the platform flags before JAX is imported

MODULES = "matmul mlp llama vit moe context embedding control explicit science".split()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", metavar="NAME", help="programs to export")
    parser.add_argument("--list", action="store_true", help="list every program the modules define, and exit")
    options = parser.parse_args()
    for module in MODULES:
        importlib.import_module(module)
    if options.list:
        print("\n".join(harness.REGISTRY))
        return
    failed = []
    for name in options.only or [n for n in harness.REGISTRY if (harness.ROOT / n).is_dir()]:
        start = time.time()
        try:
            meta, size = harness.export(harness.REGISTRY[name])
            print(f"ok   {name:28s} {size / 1e3:7.1f} kB  JAX's own partitioned run is off by at most "
                  f"{meta['jax_sharded_max_abs_err']:.2e}  {time.time() - start:.1f} s", flush=True)
        except Exception:
            traceback.print_exc()
            failed.append(name)
    if failed:
        raise SystemExit(f"failed: {' '.join(failed)}")


if __name__ == "__main__":
    main()
