"""A Gaussian process over measurements of collectives, whose covariance is a sum of products, one factor each for
machine, operation, group size and message size, and whose variance components are learnt by maximum likelihood."""
import math

import numpy as np

NOISES = ("noisy", "small", "large")  # classes of rows with a noise of their own
FREEDOM = 4.0  # of the Student distribution that takes weight from outliers


def matern(distance, length):
    scaled = math.sqrt(3) * distance / length
    return (1 + scaled) * np.exp(-scaled)


def equal(a, b, key):
    numbers = {}
    left = np.array([numbers.setdefault(x[key], len(numbers)) for x in a])
    right = np.array([numbers.setdefault(x[key], len(numbers)) for x in b])
    return (left[:, None] == right[None]).astype(float)


def distance(a, b, of):
    return np.abs(np.array([of(x) for x in a])[:, None] - np.array([of(x) for x in b])[None])


def factors(a, b):
    """What each factor says about how alike two rows are, from everything to nothing in common. A size counts as bytes of
    the buffer and as bytes a rank: protocols switch by either."""
    ones = np.ones((len(a), len(b)))
    ranks = distance(a, b, lambda x: math.log2(x["n"]))
    size = distance(a, b, lambda x: x["size"])
    share = distance(a, b, lambda x: x["size"] - math.log2(x["n"]))
    return {
        "machine": {"all": ones, "family": equal(a, b, "family"), "device": equal(a, b, "device"),
                    "source": equal(a, b, "source")},
        "op": {"all": ones, "class": equal(a, b, "class"), "op": equal(a, b, "op")},
        "n": {"all": ones, "near": np.exp(-0.5 * (ranks / 1.5) ** 2), "same": equal(a, b, "n")},
        "size": {"any": ones, "wide": np.exp(-0.5 * (size / 5) ** 2), "bytes": matern(size, 2.0),
                 "share": matern(share, 2.0)},
    }


class Process:
    """`rows` are features (device, family, source, op, class, n, size = log2 bytes, noise in NOISES); `y` their values."""

    def __init__(self, rows, y, kernel=None):
        self.rows, self.y = rows, np.asarray(y)
        self.similar = factors(rows, rows)
        self.noise_class = np.array([NOISES.index(row["noise"]) for row in rows])
        self.weight = np.ones(len(rows))
        if kernel:
            self.variance = {tuple(key.split("/")): value for key, value in kernel["variance"].items()}
            self.noise = np.array([kernel["noise"][name] for name in NOISES])
            self.reweigh(4, trust=0.3)
        else:
            self.variance = {(m, o, n, s): 0.01 for m in self.similar["machine"] for o in self.similar["op"]
                             for n in self.similar["n"] for s in self.similar["size"]}
            self.noise = np.array([0.1, 0.01, 0.001])

    def covariance(self, similar):
        total = 0
        for machine, in_machine in similar["machine"].items():
            for op, in_op in similar["op"].items():
                both = in_machine * in_op
                for n, in_n in similar["n"].items():
                    parts = [(self.variance.get((machine, op, n, size), 0), in_size)
                             for size, in_size in similar["size"].items()]
                    if any(value for value, _ in parts):
                        total = total + both * in_n * sum(value * in_size for value, in_size in parts if value)
        return total

    def solve(self):
        self.inverse = np.linalg.inv(self.covariance(self.similar) +
                                     np.diag(self.noise[self.noise_class] / self.weight))
        self.coefficient = self.inverse @ self.y

    def reweigh(self, rounds, trust):
        """Solves, and takes weight from rows that lie far from what all others say of them, measured by their noise and
        by `trust` times the variance of what the others say: 0 distrusts every row that is alone."""
        self.solve()
        for _ in range(rounds):
            variance = 1 / np.diag(self.inverse)
            noise = self.noise[self.noise_class]
            said = variance - noise / self.weight
            error = self.coefficient * variance / np.sqrt(noise + trust * said + 1e-5)
            self.weight = np.clip((FREEDOM + 1) / (FREEDOM + np.minimum(error ** 2, 400)), 0.02, 1)
            self.solve()

    def learn(self, rounds):
        """Maximum likelihood of the variance components by the minorise-maximise update of Zhou et al. (2019)."""
        for step in range(rounds):
            self.solve()
            outer = np.outer(self.coefficient, self.coefficient)
            for machine, in_machine in self.similar["machine"].items():
                for op, in_op in self.similar["op"].items():
                    both = in_machine * in_op
                    for n, in_n in self.similar["n"].items():
                        mask = both * in_n
                        gain, cost = outer * mask, self.inverse * mask
                        for size, in_size in self.similar["size"].items():
                            self.variance[machine, op, n, size] *= math.sqrt(
                                max(np.vdot(gain, in_size), 1e-12) / np.vdot(cost, in_size))
            for i in range(len(NOISES)):
                mine = self.noise_class == i
                if mine.any():
                    self.noise[i] *= math.sqrt((self.coefficient[mine] ** 2 / self.weight[mine]).sum() /
                                               (np.diag(self.inverse)[mine] / self.weight[mine]).sum())
            if step >= 8 and step % 4 == 0:
                self.reweigh(1, trust=0)
        self.reweigh(2, trust=0)

    def kernel(self, least=1e-5):
        return {"noise": {name: float("%.3g" % value) for name, value in zip(NOISES, self.noise)},
                "variance": {"/".join(key): float("%.3g" % value) for key, value in self.variance.items()
                             if value > least}}

    def left_out(self, block):
        """True minus predicted of the rows in `block`, each predicted from the rows outside it alone."""
        block = np.array(block)
        return np.linalg.solve(self.inverse[np.ix_(block, block)], self.coefficient[block])

    def predict(self, rows):
        return self.covariance(factors(rows, self.rows)) @ self.coefficient
