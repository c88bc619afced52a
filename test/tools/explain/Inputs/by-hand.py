"""by-hand.py FACTS.json NAME: compares what explain says of a model with what follows from the model's dimensions.

The formulas are derived in docs/concepts/utilization.md; nothing here is read from the program.
"""

import json
import math
import sys

# An H100 by its data sheet, and what topologies/devices/h100.json says is reached.
BF16, TF32, HBM, REACHED_HBM, REACHED, LAUNCH, KERNEL, UNITS = 989.5e12, 494.5e12, 3.35e12, 0.9, 0.8, 3e-6, 1.3e-6, 132


def decoder(layers, width, heads_width, kv_width, ffn, ffn_matrices, vocabulary, tokens, length):
    """FLOPs of a forward pass: linear layers, attention (all of it, not the half below the diagonal), logits."""
    linear = 2 * width * heads_width + 2 * width * kv_width + ffn_matrices * width * ffn
    attention = 2 * 2 * tokens * length * heads_width
    return layers * (2 * tokens * linear + attention) + 2 * tokens * width * vocabulary


def trained(layers, width, heads_width, kv_width, ffn, ffn_matrices, vocabulary, batch, length, rematerialised):
    """A backward pass multiplies each matrix twice more. Rematerialised: all of a layer's products once more but the
    last, whose result no gradient needs."""
    tokens = batch * length
    forward = decoder(layers, width, heads_width, kv_width, ffn, ffn_matrices, vocabulary, tokens, length)
    logits = 2 * tokens * width * vocabulary
    last = layers * 2 * tokens * ffn * width
    return 3 * forward, (forward - logits - last) if rematerialised else 0


def product(m, n, k, bytes_each, rate):
    """Seconds of [m, k] x [k, n]: the launch and the longer of arithmetic in 128x128 tiles on 132 units and traffic.
    For sizes whose tiles fill more than one wave; a tile's depth may be divided among up to four units, 256 at least
    each."""
    tiles = math.ceil(m / 128) * math.ceil(n / 128)
    padded = 2 * tiles * 128 * 128 * math.ceil(k / 64) * 64
    waves = min(math.ceil(tiles * parts / UNITS) / parts for parts in range(1, min(4, k // 256) + 1))
    arithmetic = padded / (rate * REACHED) * waves * UNITS / tiles
    return LAUNCH + max(arithmetic, bytes_each * (m * k + k * n + m * n) / (HBM * REACHED_HBM))


MODELS = {
    # Llama 3 8B (Dubey et al. 2024, table 3), batch 64 x 8192, fsdp 16 x tensor 4.
    "llama3_8b": dict(devices=64, flops=trained(32, 4096, 4096, 1024, 14336, 3, 128256, 64, 8192, True),
                      # A query projection: rows over both axes; a gate: rows over fsdp, columns over tensor.
                      products=[(8192, 4096, 4096, 2, BF16, 32), (32768, 3584, 4096, 2, BF16, 32)]),
    # The same with its layers unrolled: recomputed products stand behind barriers in the same block.
    "llama3_8b_unrolled": dict(devices=64, flops=trained(32, 4096, 4096, 1024, 14336, 3, 128256, 64, 8192, True),
                               products=[(8192, 4096, 4096, 2, BF16, 1), (32768, 3584, 4096, 2, BF16, 1)]),
    # GPT-3 175B (Brown et al. 2020, table 2.1), batch 1536 x 2048, data 128 x tensor 8.
    "gpt3_175b": dict(devices=1024, flops=trained(96, 12288, 12288, 12288, 49152, 2, 50257, 1536, 2048, False),
                      # Up: rows over data, columns over tensor.
                      products=[(24576, 6144, 12288, 2, BF16, 1)]),
    # 2 layers of width 32, 4 heads of 8, 2 of keys and values, hidden 64, vocabulary 128: 4 sequences, a token each, of
    # 32 positions. So small that several devices may do the same rather than send it.
    "decode_step": dict(devices=4, flops=(decoder(2, 32, 32, 16, 64, 3, 128, 4, 32), 0), products=[], repeated=True),
    # 3 layers of width 32, 4 heads of 8, 2 of keys and values, hidden 48, vocabulary 64, batch 8 x 16.
    "llama_remat": dict(devices=8, flops=trained(3, 32, 32, 16, 48, 3, 64, 8, 16, True), products=[]),
    # 64 tokens through [4096, 16384] and back; a device has one of 8 sequences.
    "decode_loop": dict(devices=8, flops=(64 * 2 * 2 * 8 * 4096 * 16384, 0), products=[]),
}


def decode_loop_seconds():
    """Each token reads the weights: two products bound by memory, and a counter of 4 bytes."""
    weights, hidden, wide = 2 * 4096 * 16384, 2 * 4096, 2 * 16384
    one = LAUNCH + (weights + hidden + wide) / (HBM * REACHED_HBM)
    counter = KERNEL + 8 / (HBM * REACHED_HBM)
    return 64 * (2 * one + counter)


def main():
    with open(sys.argv[1]) as file:
        facts = json.load(file)
    name = sys.argv[2]
    model, step = MODELS[name], facts["step"]
    problems = []

    def same(what, got, want, tolerance):
        print(f"{name}: {what} {got:.6g}, by hand {want:.6g}")
        if not math.isclose(got, want, rel_tol=tolerance):
            problems.append(what)

    useful, recomputed = model["flops"]
    same("devices", facts["devices"], model["devices"], 0)
    same("model FLOPs", step["model_flops"], useful, 1e-12)
    if recomputed or step["recomputed_flops"]:
        same("recomputed FLOPs", step["recomputed_flops"], recomputed, 1e-12)
    done = useful + recomputed
    if model.get("repeated"):
        done = step["hardware_flops"]
        if not useful <= done <= model["devices"] * useful:
            problems.append(f"hardware FLOPs {done:.6g}")
    # Nothing of the others is done by several devices but for the logits of a vocabulary that the axes do not divide.
    same("hardware FLOPs", step["hardware_flops"], done, 1e-5)
    same("MFU", step["mfu"], useful / (model["devices"] * BF16 * step["seconds"]), 1e-9)
    same("HFU", step["hfu"], done / (model["devices"] * BF16 * step["seconds"]), 1e-5)
    for m, n, k, size, rate, times in model["products"]:
        rows = [row for row in step["ops"] if row.get("units") and row["executed"] == times
                and math.isclose(row["flops"], 2 * m * n * k)]
        if not rows:
            problems.append(f"no product of {m} x {n} x {k}")
        for row in rows[:1]:
            same(f"seconds of [{m}, {k}] x [{k}, {n}]", row["seconds"], product(m, n, k, size, rate), 0.02)
    if name == "decode_loop":
        same("seconds of a step", step["seconds"], decode_loop_seconds(), 1e-6)
        same("memory", facts["peak_bytes_per_device"], 2 * 2 * 4096 * 16384, 1e-3)
    print("differs: " + ", ".join(problems) if problems else "as by hand")
    sys.exit(1 if problems else 0)


main()
