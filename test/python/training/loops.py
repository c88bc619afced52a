"""Training loops as users of five libraries write them. Each takes devices and gives the losses of its steps.

The state is donated. Over several devices batches are sharded over `data`, and matrices over `model` where they divide.
"""
from __future__ import annotations

import functools

import jax
import jax.numpy as jnp
import numpy as np
import optax
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

BATCH, FEATURES, CLASSES = 16, 32, 10


def make_mesh(devices):
    model = 2 if len(devices) > 1 else 1
    return Mesh(np.array(devices).reshape(-1, model), ("data", "model"))


def shard(tree, mesh):
    """Matrices over `model`, the rest whole."""
    def place(leaf):
        if not isinstance(leaf, jax.Array):
            return leaf
        if jax.dtypes.issubdtype(leaf.dtype, jax.dtypes.prng_key):
            return jax.device_put(leaf, NamedSharding(mesh, P()))
        columns = leaf.ndim >= 2 and leaf.shape[-1] % mesh.shape["model"] == 0
        return jax.device_put(leaf, NamedSharding(mesh, P(*[None] * (leaf.ndim - 1), "model") if columns else P()))

    return jax.tree.map(place, tree)


def batches(mesh, steps, *shape):
    """Four batches, again and again, so that the loss falls."""
    sharding = NamedSharding(mesh, P("data"))
    for step in range(steps):
        random = np.random.default_rng(step % 4)
        x = random.standard_normal((BATCH, *(shape or (FEATURES,))), dtype=np.float32)
        yield jax.device_put(x, sharding), jax.device_put(random.integers(0, CLASSES, BATCH), sharding)


def cross_entropy(logits, labels):
    return optax.softmax_cross_entropy_with_integer_labels(logits, labels).mean()


def flax_linen(devices, steps):
    from flax import linen as nn
    from flax.training import train_state

    class Model(nn.Module):
        @nn.compact
        def __call__(self, x, train):
            x = nn.Dense(64)(x)
            x = nn.LayerNorm()(nn.gelu(x))
            x = x + nn.MultiHeadDotProductAttention(num_heads=4)(x[:, None, :], x[:, None, :])[:, 0]
            x = nn.Dropout(0.1, deterministic=not train)(x)
            return nn.Dense(CLASSES)(nn.relu(nn.Dense(64)(x)))

    mesh, model = make_mesh(devices), Model()
    params = model.init(jax.random.key(0), jnp.ones((1, FEATURES)), False)["params"]
    state = train_state.TrainState.create(apply_fn=model.apply, params=params, tx=optax.adamw(1e-3))
    state = shard(state, mesh)

    @functools.partial(jax.jit, donate_argnums=0)
    def step(state, x, labels):
        def loss_of(params):
            dropout = jax.random.fold_in(jax.random.key(1), state.step)
            return cross_entropy(state.apply_fn({"params": params}, x, True, rngs={"dropout": dropout}), labels)

        loss, grads = jax.value_and_grad(loss_of)(state.params)
        return state.apply_gradients(grads=grads), loss

    for x, labels in batches(mesh, steps):
        state, loss = step(state, x, labels)
        yield loss


def flax_nnx(devices, steps):
    from flax import nnx

    class Model(nnx.Module):
        def __init__(self, rngs):
            self.first = nnx.Linear(FEATURES, 64, rngs=rngs)
            self.norm = nnx.BatchNorm(64, rngs=rngs)
            self.dropout = nnx.Dropout(0.1, rngs=rngs)
            self.last = nnx.Linear(64, CLASSES, rngs=rngs)

        def __call__(self, x):
            return self.last(self.dropout(nnx.relu(self.norm(self.first(x)))))

    mesh = make_mesh(devices)
    model = Model(nnx.Rngs(0))
    optimizer = nnx.Optimizer(model, optax.adam(1e-2), wrt=nnx.Param)
    graph, state = nnx.split((model, optimizer))
    state = shard(state, mesh)

    @functools.partial(jax.jit, donate_argnums=0)
    def step(state, x, labels):
        model, optimizer = nnx.merge(graph, state)
        loss, grads = nnx.value_and_grad(lambda model: cross_entropy(model(x), labels))(model)
        optimizer.update(model, grads)
        return nnx.state((model, optimizer)), loss

    for x, labels in batches(mesh, steps):
        state, loss = step(state, x, labels)
        yield loss


def equinox(devices, steps):
    import equinox as eqx

    mesh = make_mesh(devices)
    model = shard(eqx.nn.MLP(FEATURES, CLASSES, 64, 2, activation=jnp.tanh, key=jax.random.key(0)), mesh)
    optimizer = optax.lion(1e-3)
    state = shard(optimizer.init(eqx.filter(model, eqx.is_inexact_array)), mesh)

    @eqx.filter_jit(donate="all-except-first")
    def step(batch, model, state):
        x, labels = batch
        loss, grads = eqx.filter_value_and_grad(lambda model: cross_entropy(jax.vmap(model)(x), labels))(model)
        updates, state = optimizer.update(grads, state, eqx.filter(model, eqx.is_inexact_array))
        return eqx.apply_updates(model, updates), state, loss

    for batch in batches(mesh, steps):
        model, state, loss = step(batch, model, state)
        yield loss


def haiku(devices, steps):
    import haiku as hk

    def forward(x, is_training):
        x = hk.Conv2D(8, 3)(x)
        x = jax.nn.relu(hk.BatchNorm(True, True, 0.9)(x, is_training))
        x = hk.MaxPool((1, 2, 2, 1), (1, 2, 2, 1), "SAME")(x)
        return hk.nets.MLP([32, CLASSES])(hk.Flatten()(x))

    mesh = make_mesh(devices)
    net = hk.transform_with_state(forward)
    params, moments = net.init(jax.random.key(0), jnp.ones((1, 8, 8, 3)), True)
    optimizer = optax.sgd(1e-2, momentum=0.9, nesterov=True)
    params = shard(params, mesh)
    state = shard((moments, optimizer.init(params)), mesh)

    @functools.partial(jax.jit, donate_argnums=(0, 1))
    def step(params, state, x, labels):
        def loss_of(params, moments):
            logits, moments = net.apply(params, moments, None, x, True)
            return cross_entropy(logits, labels), moments

        moments, momentum = state
        (loss, moments), grads = jax.value_and_grad(loss_of, has_aux=True)(params, moments)
        updates, momentum = optimizer.update(grads, momentum, params)
        return optax.apply_updates(params, updates), (moments, momentum), loss

    for x, labels in batches(mesh, steps, 8, 8, 3):
        params, state, loss = step(params, state, x, labels)
        yield loss


def plain_optax(devices, steps):
    """Layers by scan with recomputation, clipped gradients accumulated over two batches, a schedule."""
    mesh, width, layers = make_mesh(devices), 64, 3
    keys = jax.random.split(jax.random.key(0), 4)
    params = {"in": jax.random.normal(keys[0], (FEATURES, width)) / FEATURES**0.5,
              "up": jax.random.normal(keys[1], (layers, width, 4 * width)) / width**0.5,
              "down": jax.random.normal(keys[2], (layers, 4 * width, width)) / (4 * width)**0.5,
              "out": jax.random.normal(keys[3], (width, CLASSES)) / width**0.5}
    schedule = optax.warmup_cosine_decay_schedule(0.0, 1e-3, 10, 50)
    optimizer = optax.MultiSteps(optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(schedule)), 2)
    params = shard(params, mesh)
    state = shard(optimizer.init(params), mesh)

    @functools.partial(jax.jit, donate_argnums=(0, 1))
    def step(params, state, x, labels):
        def loss_of(params):
            def layer(h, weights):
                up, down = weights
                h = jax.lax.with_sharding_constraint(h, NamedSharding(mesh, P("data")))
                return h + jax.nn.silu(h @ up) @ down, None

            h, _ = jax.lax.scan(jax.checkpoint(layer), x @ params["in"], (params["up"], params["down"]))
            return cross_entropy(h @ params["out"], labels)

        loss, grads = jax.value_and_grad(loss_of)(params)
        updates, state = optimizer.update(grads, state, params)
        return optax.apply_updates(params, updates), state, loss

    for x, labels in batches(mesh, steps):
        params, state, loss = step(params, state, x, labels)
        yield loss


LOOPS = {"flax.linen": flax_linen, "flax.nnx": flax_nnx, "equinox": equinox, "haiku": haiku, "optax": plain_optax}
