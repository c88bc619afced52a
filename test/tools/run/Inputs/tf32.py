"""usage: tf32.py ROUNDED EXACT N M: of the same products in two folders, N are rounded to tf32 in ROUNDED and the M behind them are not.

A factor that is rounded to 10 bits behind the point is off by at most 2^-11 of itself, a sum of k products of factors below 1
in magnitude by at most k * (2 * 2^-11 + 2^-22)."""
import os
import sys

import numpy

rounded, exact, count, others = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
for result in range(count + others):
    one, two = (numpy.load(os.path.join(folder, f"{result}.npy")).astype(numpy.float64) for folder in (rounded, exact))
    error = numpy.abs(one - two).max() / numpy.abs(two).max()
    assert (1e-5 < error < 2e-3) if result < count else error < 1e-6, (result, error)
print("as expected")
