"""Pictures of how arrays are split: for terminals and for notebooks."""
from __future__ import annotations

import html
from collections.abc import Sequence

from ._sharding import Sharding

#: Blocks of a dimension that are drawn; of more, the first and the last ones.
MOST = 8


def _grid(sharding: Sharding, shape: Sequence[int]):
    """The two dimensions that are drawn, their parts, and which devices hold each block of them."""
    rank = len(shape)
    parts = sharding.parts(rank)
    split = [d for d in range(rank) if parts[d] > 1]
    shown = (split + [d for d in range(rank) if d not in split])[:2]
    shown.sort()
    holders: dict[tuple[int, ...], list[int]] = {}
    for device in range(sharding.mesh.size):
        index = sharding.block_index(device, rank)
        holders.setdefault(tuple(index[d] for d in shown), []).append(device)
    hidden = [d for d in split if d not in shown]
    return shown, [parts[d] for d in shown], holders, hidden


def _numbers(devices: list[int]) -> str:
    """0-3, 8, 10-11."""
    runs: list[list[int]] = []
    for device in devices:
        if runs and device == runs[-1][1] + 1:
            runs[-1][1] = device
        else:
            runs.append([device, device])
    return ", ".join(str(a) if a == b else f"{a}-{b}" if b > a + 1 else f"{a}, {b}" for a, b in runs)


def _kept(count: int) -> list[int | None]:
    """Indices that are drawn; None stands for those between."""
    if count <= MOST:
        return list(range(count))
    return [*range(MOST - 2), None, count - 1]


def _table(sharding: Sharding, shape: Sequence[int]):
    shown, parts, holders, hidden = _grid(sharding, shape)
    rows, columns = ([1, *parts] if len(parts) == 1 else parts or [1, 1])[:2]
    table = []
    for row in _kept(rows):
        line = []
        for column in _kept(columns):
            if row is None or column is None:
                line.append("...")
                continue
            key = (row, column) if len(parts) == 2 else (column,) if len(parts) == 1 else ()
            line.append(_numbers(holders.get(key, [])))
        table.append(line)
    return table, hidden


def title(sharding: Sharding, shape: Sequence[int], kind: str) -> str:
    local = [f"{-(-n // p)}" for n, p in zip(shape, sharding.parts(len(shape)))]
    full = Sharding(sharding.mesh, tuple(sharding.spec) + (None,) * (len(shape) - len(sharding.spec)))
    return (f"{kind}[{', '.join(map(str, shape))}] {full} on {sharding.mesh}: "
            f"{kind}[{', '.join(local)}] on each of {sharding.mesh.size} devices")


def text(sharding: Sharding, shape: Sequence[int], kind: str) -> str:
    """A box for each block, with the devices that hold it."""
    table, hidden = _table(sharding, shape)
    width = max(len(cell) for line in table for cell in line) + 2
    columns = len(table[0])
    rule = lambda left, middle, right: left + middle.join(["─" * width] * columns) + right
    lines = [title(sharding, shape, kind), rule("┌", "┬", "┐")]
    for number, line in enumerate(table):
        if number:
            lines.append(rule("├", "┼", "┤"))
        lines.append("│" + "│".join(cell.center(width) for cell in line) + "│")
    lines.append(rule("└", "┴", "┘"))
    if hidden:
        lines.append(f"split too: dimension {', '.join(map(str, hidden))}")
    return "\n".join(lines)


def page(sharding: Sharding, shape: Sequence[int], kind: str) -> str:
    """The same as HTML: a colour for each block."""
    table, hidden = _table(sharding, shape)
    colours: dict[str, int] = {}
    rows = []
    for line in table:
        cells = []
        for cell in line:
            hue = colours.setdefault(cell, len(colours) * 137 % 360)
            cells.append(f'<td style="background:hsl({hue},60%,85%);color:#000;border:1px solid #888;padding:6px 12px;'
                         f'text-align:center">{html.escape(cell)}</td>')
        rows.append("<tr>" + "".join(cells) + "</tr>")
    more = f"<div>split too: dimension {', '.join(map(str, hidden))}</div>" if hidden else ""
    return (f"<div><code>{html.escape(title(sharding, shape, kind))}</code>"
            f'<table style="border-collapse:collapse">{"".join(rows)}</table>{more}</div>')
