"""Writes the programs beside this file, as JAX prints them, without shardings.

    scripts/jax-python test/tools/plan/Inputs/export.py [NAME...]
"""

import functools
import os
import sys

import jax
import jax.numpy as jnp
import optax
from jax import lax

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAMS = {}


def program(function):
    PROGRAMS[function.__name__] = function
    return function


def array(*shape, dtype=jnp.float32):
    return jax.ShapeDtypeStruct(shape, dtype)


def text(function, *arguments, donated=()):
    return jax.jit(function, donate_argnums=donated, keep_unused=True).lower(*arguments).as_text()


def training_step(loss, parameters, *batch):
    """Adam, as text: parameters and state are donated."""
    adam = optax.adam(1e-2)

    def step(parameters, state, *batch):
        gradients = jax.grad(loss)(parameters, *batch)
        updates, state = adam.update(gradients, state, parameters)
        return optax.apply_updates(parameters, updates), state

    return text(step, parameters, jax.eval_shape(adam.init, parameters), *batch, donated=(0, 1))


def linear(inputs, outputs):
    return {"w": array(inputs, outputs), "b": array(outputs)}


def apply(layer, x):
    return x @ layer["w"] + layer["b"]


def norm(layer, x):
    centred = x - x.mean(-1, keepdims=True)
    return centred * lax.rsqrt(jnp.square(centred).mean(-1, keepdims=True) + 1e-6) * layer["scale"] + layer["bias"]


def attention_parameters(hidden):
    return {**{name: linear(hidden, hidden) for name in ("query", "key", "value", "out")}, "norm": norm_parameters(hidden)}


def norm_parameters(hidden):
    return {"scale": array(hidden), "bias": array(hidden)}


def attention(layer, x, heads):
    batch, length, hidden = x.shape
    query, key, value = (
        apply(layer[name], x).reshape(batch, length, heads, hidden // heads) for name in ("query", "key", "value")
    )
    scores = jnp.einsum("bqhd,bkhd->bhqk", query, key) * (hidden // heads) ** -0.5
    mixed = jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(scores), value)
    return norm(layer["norm"], x + apply(layer["out"], mixed.reshape(batch, length, hidden)))


def bert_layer(layer, x, heads):
    x = attention(layer["attention"], x, heads)
    return norm(layer["norm"], x + apply(layer["down"], jax.nn.gelu(apply(layer["up"], x))))


def bert(layers, hidden, batch, length, heads=8):
    parameters = [
        {
            "attention": attention_parameters(hidden),
            "up": linear(hidden, 4 * hidden),
            "down": linear(4 * hidden, hidden),
            "norm": norm_parameters(hidden),
        }
        for _ in range(layers)
    ]

    def loss(parameters, x, label):
        for layer in parameters:
            x = bert_layer(layer, x, heads)
        return jnp.square(x - label).mean()

    return training_step(loss, parameters, array(batch, length, hidden), array(batch, length, hidden))


@program
def bert_wide():
    return bert(layers=2, hidden=128, batch=8, length=8)


@program
def bert_large_batch():
    return bert(layers=2, hidden=32, batch=64, length=64)


@program
def mlp(layers=6, width=512, batch=64):
    def loss(parameters, x, label):
        for layer in parameters[:-1]:
            x = jax.nn.relu(apply(layer, x))
        return jnp.square(apply(parameters[-1], x) - label).mean()

    return training_step(loss, [linear(width, width)] * layers, array(batch, width), array(batch, width))


def dispatch_of(gates, capacity):
    """Top-2 gating in GShard's way: [group, token, expert, place], of which token goes where, and with what weight."""
    experts = gates.shape[-1]
    first = jax.nn.one_hot(jnp.argmax(gates, -1), experts)
    rest = gates * (1 - first)
    second = jax.nn.one_hot(jnp.argmax(rest, -1), experts)
    place_first = jnp.cumsum(first, -2) * first
    place_second = (jnp.cumsum(second, -2) + first.sum(-2, keepdims=True)) * second

    def combine(chosen, place):
        kept = chosen * (place <= capacity)
        weight = (gates * kept).sum(-1, keepdims=True) * kept
        return weight[..., None] * jax.nn.one_hot((place - 1).astype(jnp.int32), capacity)

    return combine(first, place_first) + combine(second, place_second)


@program
def moe(batch=64, length=16, hidden=64, experts=16, group=32):
    parameters = {
        "attention": attention_parameters(hidden),
        "gate": array(hidden, experts),
        "up": array(experts, hidden, 4 * hidden),
        "down": array(experts, 4 * hidden, hidden),
        "norm": norm_parameters(hidden),
    }
    capacity = 2 * group // experts

    def loss(parameters, x, label):
        x = attention(parameters["attention"], x, heads=16)
        tokens = x.reshape(-1, group, hidden)
        combine = dispatch_of(jax.nn.softmax(tokens @ parameters["gate"]), capacity)
        sent = jnp.einsum("gsec,gsm->egcm", (combine > 0).astype(jnp.float32), tokens)
        made = jnp.einsum("egch,ehm->egcm", jax.nn.relu(jnp.einsum("egcm,emh->egch", sent, parameters["up"])), parameters["down"])
        got = jnp.einsum("gsec,egcm->gsm", combine, made).reshape(x.shape)
        return jnp.square(norm(parameters["norm"], x + got) - label).mean()

    return training_step(loss, parameters, array(batch, length, hidden), array(batch, length, hidden))


@program
def stack_scanned(layers=8, width=1024, batch=2048):
    def loss(weights, x, label):
        x, _ = lax.scan(lambda x, w: (jnp.tanh(x @ w), None), x, weights)
        return jnp.square(x - label).mean()

    return training_step(loss, array(layers, width, width), array(batch, width), array(batch, width))


def transformer_layer(layer, x, heads):
    """Nine weights: two norms, query, key, value, out, gate, up and down."""
    batch, length, hidden = x.shape

    def scaled(x, scale):
        return x * lax.rsqrt(jnp.square(x).mean(-1, keepdims=True) + 1e-6) * scale

    y = scaled(x, layer["norm_attention"])
    query, key, value = ((y @ layer[name]).reshape(batch, length, heads, -1) for name in ("query", "key", "value"))
    scores = jnp.einsum("bqhd,bkhd->bhqk", query, key) * query.shape[-1] ** -0.5
    scores = jnp.where(jnp.tril(jnp.ones((length, length), bool)), scores, -1e30)
    mixed = jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(scores), value).reshape(batch, length, -1)
    x = x + mixed @ layer["out"]
    y = scaled(x, layer["norm_mlp"])
    return x + (jax.nn.silu(y @ layer["gate"]) * (y @ layer["up"])) @ layer["down"]


def transformer(layers, hidden, vocabulary, heads, batch, length):
    shapes = {name: (hidden, hidden) for name in ("query", "key", "value", "out")}
    shapes |= {"gate": (hidden, 4 * hidden), "up": (hidden, 4 * hidden), "down": (4 * hidden, hidden)}
    shapes |= {"norm_attention": (hidden,), "norm_mlp": (hidden,)}
    parameters = {
        "layers": {name: array(layers, *shape) for name, shape in shapes.items()},
        "embedding": array(vocabulary, hidden),
    }

    def loss(parameters, tokens, labels):
        x = parameters["embedding"][tokens]
        x, _ = lax.scan(lambda x, layer: (transformer_layer(layer, x, heads), None), x, parameters["layers"])
        logits = jax.nn.log_softmax(x @ parameters["embedding"].T)
        return -jnp.take_along_axis(logits, labels[..., None], -1).mean()

    tokens = array(batch, length, dtype=jnp.int32)
    return training_step(loss, parameters, tokens, tokens)


@program
def transformer_32():
    return transformer(layers=32, hidden=512, vocabulary=4096, heads=8, batch=64, length=128)


@program
def transformer_32_few_tokens():
    return transformer(layers=32, hidden=512, vocabulary=4096, heads=8, batch=1, length=128)


@program
def decode(layers=4, tokens=64, width=1024):
    """Feed-forward layers of inference: few tokens, weights that stay where they are."""

    def step(x, weights):
        for up, down in weights:
            x = x + jax.nn.relu(x @ up) @ down
        return x

    return text(step, array(tokens, width), [(array(width, 4 * width), array(4 * width, width))] * layers)


@program
def long_context(length=4096, heads=2, width=128):
    """One sequence, too few heads for the devices."""

    def layer(x, query, key, value, out):
        q, k, v = ((x @ w).reshape(length, heads, -1) for w in (query, key, value))
        scores = jnp.einsum("qhd,khd->hqk", q, k) * q.shape[-1] ** -0.5
        return x + jnp.einsum("hqk,khd->qhd", jax.nn.softmax(scores), v).reshape(length, -1) @ out

    return text(layer, array(length, width), *[array(width, width)] * 4)


def main():
    for name in sys.argv[1:] or PROGRAMS:
        with open(os.path.join(HERE, name.replace("_", "-") + ".mlir"), "w", encoding="utf-8") as file:
            file.write(PROGRAMS[name]())


if __name__ == "__main__":
    main()
