"""Training steps of common models, at sizes that the test programs do not have. Runs in the peer's environment:

python models.py write FOLDER [NAME...]         FOLDER/NAME/f32.mlir, bf16.mlir and inputs/0.npy, 1.npy, ...
python models.py long FOLDER [NAME...]          the same of sequences so long that attention is fused on GPUs
python models.py llama LAYERS FSDP TENSOR       the text of a full-size Llama step, layers unrolled, to standard output
python models.py whole FOLDER [NAME...]         FOLDER/NAME.mlir: models of one GPU at the width that people train and serve
python models.py layer FOLDER [NAME...]         FOLDER/NAME.mlir: one layer of width 1,024, as few tokens, trained by plain descent
python models.py layers FOLDER                  FOLDER/llama.mlir: a step of a Llama in bf16 of four layers of that width, each a call

Every training step is AdamW on float32 parameters; with bf16 the forward and backward pass compute in bfloat16.
"""
import dataclasses
import os
import sys
from collections.abc import Callable

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import AbstractMesh, AxisType, NamedSharding, PartitionSpec as P


@dataclasses.dataclass(frozen=True)
class Leaf:
    """A parameter: its shape, its sharding, and what its values are scaled by (0: ones)."""

    shape: tuple
    spec: P = P()
    scale: float = 0.0


def weight(*shape, spec=P()):
    return Leaf(shape, spec, shape[-2] ** -0.5)


@dataclasses.dataclass(frozen=True)
class Model:
    mesh: dict
    params: dict  # a tree of Leaf
    loss: Callable  # (params, *batch, constrain) -> scalar
    batch: tuple  # of (shape, element type, spec); integers are below `classes`
    classes: int = 1


def is_leaf(x):
    return isinstance(x, Leaf)


# ---- parts ----------------------------------------------------------------------------------


def rms_norm(x, gain):
    h = x.astype(jnp.float32)
    return (h * jax.lax.rsqrt(jnp.mean(h * h, -1, keepdims=True) + 1e-5)).astype(x.dtype) * gain


def layer_norm(x, gain, bias):
    h = x.astype(jnp.float32)
    h = h - h.mean(-1, keepdims=True)
    return (h * jax.lax.rsqrt(jnp.mean(h * h, -1, keepdims=True) + 1e-5)).astype(x.dtype) * gain + bias


def rope(x, first=0):
    """Turns pairs of features of x [batch, position, head, feature] by their position, which counts from `first`."""
    half = x.shape[-1] // 2
    angle = (first + jnp.arange(x.shape[1]))[:, None] * 10000.0 ** (-jnp.arange(half) / half)
    cos, sin = jnp.cos(angle)[:, None].astype(x.dtype), jnp.sin(angle)[:, None].astype(x.dtype)
    a, b = x[..., :half], x[..., half:]
    return jnp.concatenate([a * cos - b * sin, b * cos + a * sin], -1)


def attention(q, k, v, causal, first=0):
    """q [batch, position, head, feature], from position `first`; k and v may have fewer heads and more positions."""
    b, s, h, d = q.shape
    q = q.reshape(b, s, k.shape[2], -1, d)
    scores = jnp.einsum("bsgrd,btgd->bgrst", q, k, preferred_element_type=jnp.float32) * d**-0.5
    if causal:
        reads = jnp.arange(k.shape[1]) <= first + jnp.arange(s)[:, None]
        scores = jnp.where(reads, scores, -1e30)
    return jnp.einsum("bgrst,btgd->bsgrd", jax.nn.softmax(scores).astype(v.dtype), v).reshape(b, s, -1)


def cross_entropy(logits, labels):
    logits = logits.astype(jnp.float32)
    return jnp.mean(jax.nn.logsumexp(logits, -1) - jnp.take_along_axis(logits, labels[..., None], -1)[..., 0])


def mlp_block(x, w, constrain, hidden):
    return constrain(jax.nn.gelu(x @ w["up"] + w["up_bias"]), hidden) @ w["down"] + w["down_bias"]


# ---- models ---------------------------------------------------------------------------------


def llama_layer(width, kv_width, ffn):
    row, column = P("x", "y"), P("y", "x")
    return {
        "norm1": Leaf((width,)), "wq": weight(width, width, spec=row), "wk": weight(width, kv_width, spec=row),
        "wv": weight(width, kv_width, spec=row), "wo": weight(width, width, spec=column), "norm2": Leaf((width,)),
        "gate": weight(width, ffn, spec=row), "up": weight(width, ffn, spec=row), "down": weight(ffn, width, spec=column),
    }


def llama(layers=2, width=512, heads=8, kv_heads=4, ffn=1408, vocab=2048, batch=4, seq=64, fsdp=4, tensor=2, scans=False,
          calls=False):
    """Weights over both axes (FSDP and tensor parallel), batch over the first. `scans`: one loop over the layers, each
    computed again in the backward pass. `calls`: all layers are calls of one function."""
    row, column, head = P("x", "y"), P("y", "x"), width // heads

    def loss(params, tokens, constrain):
        def layer(x, w):
            b, s, _ = x.shape
            h = rms_norm(x, w["norm1"])
            q, k, v = (constrain((h @ w[n]).reshape(b, s, -1, head), P("x", None, "y")) for n in ("wq", "wk", "wv"))
            x = constrain(x + attention(rope(q), rope(k), v, True) @ w["wo"], P("x"))
            h = rms_norm(x, w["norm2"])
            h = constrain(jax.nn.silu(h @ w["gate"]) * (h @ w["up"]), P("x", None, "y"))
            return constrain(x + h @ w["down"], P("x"))

        x = constrain(params["embed"][tokens[:, :-1]], P("x"))
        if scans:
            x, _ = jax.lax.scan(lambda x, w: (jax.checkpoint(layer)(x, w), None), x, params["layers"])
        else:
            apply = jax.jit(layer) if calls else layer
            for w in params["layers"]:
                x = apply(x, w)
        return cross_entropy(constrain(rms_norm(x, params["norm"]) @ params["head"], P("x", None, "y")), tokens[:, 1:])

    layer = llama_layer(width, kv_heads * head, ffn)
    if scans:
        stacked = {name: Leaf((layers, *p.shape), P(None, *p.spec), p.scale) for name, p in layer.items()}
    params = {"embed": weight(vocab, width, spec=column), "layers": stacked if scans else [layer] * layers,
              "norm": Leaf((width,)), "head": weight(width, vocab, spec=row)}
    return Model({"x": fsdp, "y": tensor}, params, loss, (((batch, seq + 1), jnp.int32, P("x")),), vocab)


def transformer_layer(width, column, row, split):
    return {
        "gain1": Leaf((width,)), "bias1": Leaf((width,), scale=0.1), "qkv": weight(3, width, width, spec=P(None, *column)),
        "out": weight(width, width, spec=row), "gain2": Leaf((width,)), "bias2": Leaf((width,), scale=0.1),
        "up": weight(width, 4 * width, spec=column), "up_bias": Leaf((4 * width,), split, 0.1),
        "down": weight(4 * width, width, spec=row), "down_bias": Leaf((width,), scale=0.1),
    }


def transformer(x, layers, heads, constrain, batch, hidden, causal):
    for w in layers:
        b, s, width = x.shape
        h = layer_norm(x, w["gain1"], w["bias1"])
        q, k, v = jnp.einsum("bsd,cdk->cbsk", h, w["qkv"]).reshape(3, b, s, heads, width // heads)
        x = constrain(x + attention(q, k, v, causal) @ w["out"], batch)
        x = constrain(x + mlp_block(layer_norm(x, w["gain2"], w["bias2"]), w, constrain, hidden), batch)
    return x


def gpt2(layers=2, width=768, heads=12, vocab=3001, batch=8, seq=32):
    """Everything over one axis of 8 (FSDP); a prime vocabulary, tied."""
    whole = P("x")

    def loss(params, tokens, constrain):
        x = constrain(params["embed"][tokens[:, :-1]] + params["positions"], whole)
        x = transformer(x, params["layers"], heads, constrain, whole, whole, True)
        logits = layer_norm(x, params["gain"], params["bias"]) @ params["embed"].T
        return cross_entropy(constrain(logits, whole), tokens[:, 1:])

    layer = transformer_layer(width, P("x", None), P("x", None), P())
    params = {"embed": weight(vocab, width, spec=P(None, "x")), "positions": weight(seq, width), "layers": [layer] * layers,
              "gain": Leaf((width,)), "bias": Leaf((width,), scale=0.1)}
    return Model({"x": 8}, params, loss, (((batch, seq + 1), jnp.int32, whole),), vocab)


def vit(layers=2, width=512, heads=8, classes=100, batch=4, size=64, patch=8):
    """Batch over one axis, heads and hidden units over the other; a class token makes the sequence odd."""
    n = size // patch

    def loss(params, images, labels, constrain):
        x = images.astype(params["patch"].dtype).reshape(batch, n, patch, n, patch, 3).transpose(0, 1, 3, 2, 4, 5)
        x = x.reshape(batch, n * n, -1) @ params["patch"]
        x = jnp.concatenate([jnp.broadcast_to(params["class"], (batch, 1, width)), x], 1) + params["positions"]
        x = transformer(x, params["layers"], heads, constrain, P("x"), P("x", None, "y"), False)
        return cross_entropy(x[:, 0] @ params["head"], labels)

    params = {"patch": weight(patch * patch * 3, width), "class": weight(1, width), "positions": weight(n * n + 1, width),
              "layers": [transformer_layer(width, P(None, "y"), P("y", None), P("y"))] * layers,
              "head": weight(width, classes, spec=P(None, "y"))}
    inputs = (((batch, size, size, 3), jnp.float32, P("x")), ((batch,), jnp.int32, P("x")))
    return Model({"x": 4, "y": 2}, params, loss, inputs, classes)


def mlp(width=1024, hidden=4096, batch=256):
    """Batch over one axis, hidden units over the other."""

    def loss(params, x, y, constrain):
        for w in params["layers"]:
            x = x.astype(w["up"].dtype)
            x = constrain(mlp_block(x, w, constrain, P("x", "y")), P("x"))
        return jnp.mean((x.astype(jnp.float32) - y) ** 2)

    layer = {"up": weight(width, hidden, spec=P(None, "y")), "up_bias": Leaf((hidden,), P("y"), 0.1),
             "down": weight(hidden, width, spec=P("y", None)), "down_bias": Leaf((width,), scale=0.1)}
    both = ((batch, width), jnp.float32, P("x"))
    return Model({"x": 4, "y": 2}, {"layers": [layer]}, loss, (both, both))


def moe(width=512, hidden=1024, experts=8, groups=8, tokens=64, capacity=20):
    """Two of eight experts for each token, dispatched by einsum; groups over both axes, experts over the second."""
    by_group, by_expert = P(("x", "y")), P("y", "x")

    def route(logits):
        probabilities = jax.nn.softmax(logits)
        weights, chosen = jax.lax.top_k(probabilities, 2)
        chosen = jax.nn.one_hot(chosen, experts)  # [group, token, choice, expert]
        first = chosen.swapaxes(1, 2).reshape(groups, -1, experts)  # first choices take slots before second ones
        slot = (jnp.cumsum(first, 1) - first).reshape(groups, 2, tokens, experts).swapaxes(1, 2)
        slot = jax.nn.one_hot(jnp.sum(slot * chosen, -1), capacity)
        return jnp.einsum("gsk,gske,gskc->gsec", weights / weights.sum(-1, keepdims=True), chosen, slot)

    def loss(params, x, y, constrain):
        combine = route(x @ params["router"].astype(jnp.float32))
        x = x.astype(params["up"].dtype)
        sent = constrain(jnp.einsum("gsec,gsd->egcd", (combine > 0).astype(x.dtype), x), by_expert)
        out = jnp.einsum("egcf,efd->egcd", jax.nn.relu(jnp.einsum("egcd,edf->egcf", sent, params["up"])), params["down"])
        out = jnp.einsum("gsec,egcd->gsd", combine.astype(x.dtype), constrain(out, by_expert))
        return jnp.mean((constrain(x + out, by_group).astype(jnp.float32) - y) ** 2)

    params = {"router": weight(width, experts), "up": weight(experts, width, hidden, spec=P("y")),
              "down": weight(experts, hidden, width, spec=P("y"))}
    both = ((groups, tokens, width), jnp.float32, by_group)
    return Model({"x": 2, "y": 4}, params, loss, (both, both))


def decode(layers, width, heads, kv_heads, ffn, vocab, batch, length):
    """One token of each of a batch of sequences by a Llama in bf16, whose caches of keys and values are written in place:
    (step, shapes of its arguments)."""
    head = width // heads

    def step(params, cache, tokens, position):
        x, after = params["embed"][tokens][:, None], []
        for w, (keys, values) in zip(params["layers"], cache):
            h = rms_norm(x, w["norm1"])
            q, k, v = ((h @ w[n]).reshape(batch, 1, -1, head) for n in ("wq", "wk", "wv"))
            keys = jax.lax.dynamic_update_slice(keys, rope(k, position), (0, position, 0, 0))
            values = jax.lax.dynamic_update_slice(values, v, (0, position, 0, 0))
            after.append((keys, values))
            x = x + attention(rope(q, position), keys, values, True, position) @ w["wo"]
            h = rms_norm(x, w["norm2"])
            x = x + (jax.nn.silu(h @ w["gate"]) * (h @ w["up"])) @ w["down"]
        logits = (rms_norm(x, params["norm"]) @ params["head"])[:, 0]
        return after, jnp.argmax(logits, -1).astype(jnp.int32)

    params = {"embed": weight(vocab, width), "layers": [llama_layer(width, kv_heads * head, ffn)] * layers,
              "norm": Leaf((width,)), "head": weight(width, vocab)}
    params = jax.tree.map(lambda p: jax.ShapeDtypeStruct(p.shape, jnp.bfloat16), params, is_leaf=is_leaf)
    cache = [(jax.ShapeDtypeStruct((batch, length, kv_heads, head), jnp.bfloat16),) * 2] * layers
    return step, (params, cache, jax.ShapeDtypeStruct((batch,), jnp.int32), jax.ShapeDtypeStruct((), jnp.int32))


LARGE = {"llama": llama, "gpt2": gpt2, "vit": vit, "mlp": mlp, "moe": moe}
LONG = {"llama": lambda: llama(seq=256), "gpt2": lambda: gpt2(seq=256), "vit": lambda: vit(size=128)}


# What one GPU trains, and serves: (model, element type).
WHOLE = {
    "gpt2_small.bf16": lambda: (gpt2(12, 768, 12, 50257, 16, 1024), jnp.bfloat16),
    "gpt2_small_4_layers.f32": lambda: (gpt2(4, 768, 12, 50257, 8, 1024), jnp.float32),
    "llama_1b_scanned.bf16": lambda: (llama(16, 2048, 32, 8, 8192, 32000, 4, 2048, 1, 1, scans=True), jnp.bfloat16),
    "llama_1b_8_layers.bf16": lambda: (llama(8, 2048, 32, 8, 8192, 32000, 2, 2048, 1, 1), jnp.bfloat16),
    "llama_8b_2_layers.bf16": lambda: (llama(2, 4096, 32, 8, 14336, 32000, 2, 4096, 1, 1), jnp.bfloat16),
    "vit_b.bf16": lambda: (vit(12, 768, 12, 1000, 128, 224, 16), jnp.bfloat16),
    "mlp.bf16": lambda: (mlp(4096, 16384, 8192), jnp.bfloat16),
    "moe.bf16": lambda: (moe(1024, 4096, 8, 8, 1024, 320), jnp.bfloat16),
}
DECODED = {"decode_1b.bf16": lambda: decode(16, 2048, 32, 8, 8192, 32000, 32, 2048)}

# One layer, of what the device double counts: each operation once, and no more rows than it takes to see how memory is read.
LAYERS = {
    "llama": lambda: llama(1, 1024, 8, 4, 1024, 256, 1, 64, 1, 1),
    "gpt2": lambda: gpt2(1, 1024, 16, 256, 1, 64),
    "vit": lambda: vit(1, 1024, 16, 64, 2, 40, 8),
    "moe": lambda: moe(1024, 512, 4, 2, 64, 40),
}


# ---- steps ----------------------------------------------------------------------------------


def step_of(model, mesh, element):
    constrain = lambda x, spec: jax.lax.with_sharding_constraint(x, NamedSharding(mesh, spec))

    def step(params, mean, square, *batch):
        cast = lambda params: jax.tree.map(lambda p: p.astype(element), params)
        value, grads = jax.value_and_grad(lambda p: model.loss(cast(p), *batch, constrain))(params)
        mean = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, mean, grads)
        square = jax.tree.map(lambda s, g: 0.95 * s + 0.05 * g * g, square, grads)
        update = lambda p, m, s: p - 1e-3 * (m / (jnp.sqrt(s) + 1e-8) + 0.1 * p)
        return jax.tree.map(update, params, mean, square), mean, square, value

    return step


def lower(model, element):
    """The text of a step, from shapes alone."""
    mesh = AbstractMesh(tuple(model.mesh.values()), tuple(model.mesh), axis_types=(AxisType.Auto,) * len(model.mesh))
    placed = lambda spec: NamedSharding(mesh, spec)
    shapes = jax.tree.map(lambda p: jax.ShapeDtypeStruct(p.shape, jnp.float32), model.params, is_leaf=is_leaf)
    specs = jax.tree.map(lambda p: placed(p.spec), model.params, is_leaf=is_leaf)
    batch = [jax.ShapeDtypeStruct(shape, element_type) for shape, element_type, _ in model.batch]
    inputs = (specs, specs, specs, *(placed(spec) for _, _, spec in model.batch))
    jitted = jax.jit(step_of(model, mesh, element), in_shardings=inputs, keep_unused=True, donate_argnums=(0, 1, 2),
                     out_shardings=(specs, specs, specs, placed(P())))
    return jitted.trace(shapes, shapes, shapes, *batch).lower(lowering_platforms=("cpu",)).as_text()


def lower_layer(model):
    """The text of a step in bf16 on one device."""

    def step(params, *batch):
        loss = lambda params: model.loss(jax.tree.map(lambda p: p.astype(jnp.bfloat16), params), *batch, lambda x, _: x)
        value, grads = jax.value_and_grad(loss)(params)
        return jax.tree.map(lambda p, g: p - 1e-3 * g, params, grads), value

    shapes = jax.tree.map(lambda p: jax.ShapeDtypeStruct(p.shape, jnp.float32), model.params, is_leaf=is_leaf)
    batch = [jax.ShapeDtypeStruct(shape, element) for shape, element, _ in model.batch]
    return jax.jit(step, donate_argnums=0).trace(shapes, *batch).lower(lowering_platforms=("cpu",)).as_text()


def arguments(model):
    """Values in argument order: parameters, moments as in mid-training, a batch."""
    rng = np.random.default_rng(0)
    normal = lambda shape, scale: (scale * rng.standard_normal(shape, np.float32)).astype(np.float32)
    leaves = jax.tree.leaves(model.params, is_leaf=is_leaf)
    yield from (normal(p.shape, p.scale) if p.scale else np.ones(p.shape, np.float32) for p in leaves)
    yield from (normal(p.shape, 1e-3) for p in leaves)
    yield from (np.abs(normal(p.shape, 1e-3)) + np.float32(1e-4) for p in leaves)
    for shape, element, _ in model.batch:
        yield normal(shape, 1) if element == jnp.float32 else rng.integers(0, model.classes, shape).astype(np.int32)


def write(folder, names, models=LARGE):
    for name in names or models:
        place, model = os.path.join(folder, name), models[name]()
        os.makedirs(os.path.join(place, "inputs"), exist_ok=True)
        for i, value in enumerate(arguments(model)):
            np.save(os.path.join(place, "inputs", f"{i}.npy"), value)
        for suffix, element in (("f32", jnp.float32), ("bf16", jnp.bfloat16)):
            with open(os.path.join(place, suffix + ".mlir"), "w", encoding="utf-8") as file:
                file.write(lower(model, element))


def write_whole(folder, names):
    os.makedirs(folder, exist_ok=True)
    for name in names or [*WHOLE, *DECODED]:
        if name in WHOLE:
            text = lower(*WHOLE[name]())
        else:
            step, shapes = DECODED[name]()
            text = jax.jit(step, donate_argnums=1).trace(*shapes).lower(lowering_platforms=("cpu",)).as_text()
        with open(os.path.join(folder, name + ".mlir"), "w", encoding="utf-8") as file:
            file.write(text)


def write_layers(folder, names):
    os.makedirs(folder, exist_ok=True)
    for name in names or LAYERS:
        with open(os.path.join(folder, name + ".mlir"), "w", encoding="utf-8") as file:
            file.write(lower_layer(LAYERS[name]()))


def write_four_layers(folder):
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "llama.mlir"), "w", encoding="utf-8") as file:
        file.write(lower(llama(4, 1024, 8, 4, 1024, 256, 4, 512, 1, 1, calls=True), jnp.bfloat16))


def main():
    if sys.argv[1] == "layers":
        return write_four_layers(sys.argv[2])
    writers = {"write": write, "long": lambda *words: write(*words, LONG), "whole": write_whole, "layer": write_layers}
    if sys.argv[1] in writers:
        return writers[sys.argv[1]](sys.argv[2], sys.argv[3:])
    layers, fsdp, tensor = (int(word) for word in sys.argv[2:5])
    model = llama(layers, 4096, 32, 8, 14336, 128256, 1024, 2048, fsdp, tensor)
    print(lower(model, jnp.bfloat16))


if __name__ == "__main__":
    main()
