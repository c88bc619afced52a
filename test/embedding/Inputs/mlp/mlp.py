# Runs the two layers of mlp.mlir on eight devices and compares with NumPy.
import pathlib
import sys

import numpy as np
import shardwright as sw


def filled(shape, period):
    return (np.arange(np.prod(shape)) % period - period // 2).astype(np.float32).reshape(shape)


x, w1, w2 = filled((16, 8), 7), filled((8, 32), 5), filled((32, 4), 3)
executable = sw.compile(pathlib.Path(sys.argv[1]))
(result,) = executable(x, w1, w2)
off = np.abs(result - np.maximum(x @ w1, 0) @ w2).max()
print(f"{executable.num_devices} devices, off by {off:g}")
