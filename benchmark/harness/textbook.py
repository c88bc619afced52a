"""What an author who shards by the textbook would write: shardings of a program's arguments by their shapes alone."""
import math
import re

SPEC = r"sdy\.sharding = #sdy\.sharding<@\w+, \[[^\]]*\](?:, replicated=\{[^}]*\})?>"
NAMES = ("data parallel", "fully sharded", "tensor parallel", "data and tensor parallel")


def arguments(text):
    """(begin, end, shape, is floating point, attributes) of each argument of @main."""
    begin = text.index("(", text.index("@main")) + 1
    found, depth, at = [], 0, begin
    for match in re.finditer(r"[({<\[]|[)}>\]]|,", text[begin:]):
        if match.group() == "," and depth:
            continue
        depth += {"(": 1, "{": 1, "<": 1, "[": 1, ",": 0}.get(match.group(), -1)
        if match.group() == "," or depth < 0:
            found.append((at, begin + match.start()))
            at = begin + match.end()
        if depth < 0:
            break
    for first, last in found:
        kind = re.search(r"tensor<((?:\d+x)*)(\w+)>", text[first:last])
        if kind:
            yield first, last, [int(size) for size in kind.group(1).split("x")[:-1]], kind.group(2)[0] in "fb"


def mesh_of(text):
    name, axes = re.search(r"sdy.mesh @(\w+) = <\[([^\]]*)\]", text).groups()
    return name, [(axis, int(size)) for axis, size in re.findall(r'"(\w+)"\s*=\s*(\d+)', axes)]


def plain(text):
    """Without shardings among attributes."""
    return re.sub(r" \{\s*\}", "", re.sub(r"(, )?" + SPEC, "", re.sub(SPEC + ", ", "", text)))


def split(shape, dim, axes):
    """Axes of each dimension: all on that one, or nowhere where it does not divide."""
    size = math.prod(size for _, size in axes)
    return [[axis for axis, _ in axes] if at == dim and extent % size == 0 else [] for at, extent in enumerate(shape)]


def dims_of(strategy, shape, is_parameter, axes):
    """`axes`: of the mesh, the last one for tensors where there are several."""
    outer, inner = (axes[:-1], axes[-1:]) if len(axes) > 1 else (axes, axes)
    if not shape:
        return []
    if not is_parameter:
        return split(shape, 0, {"tensor parallel": [], "data and tensor parallel": outer}.get(strategy, axes))
    if strategy == "fully sharded":
        return split(shape, max(range(len(shape)), key=lambda at: shape[at]), axes)
    if strategy in ("tensor parallel", "data and tensor parallel") and len(shape) > 1:
        return split(shape, len(shape) - 1, inner if strategy != "tensor parallel" else axes)
    return [[] for _ in shape]


def annotated(text, strategy):
    """The program with the arguments' shardings by STRATEGY, and none on results and values: propagation finds those.
    Parameters are arguments that the program donates, or, where it donates none, those of floating point that are not
    its first."""
    mesh, axes = mesh_of(text)
    found = list(arguments(text))
    donated = ["tf.aliasing_output" in text[first:last] or "jax.buffer_donor" in text[first:last]
               for first, last, _, _ in found]
    out, end = [], 0
    for number, (first, last, shape, is_float) in enumerate(found):
        is_parameter = donated[number] if any(donated) else is_float and number > 0
        dims = ", ".join("{" + ", ".join(f'"{axis}"' for axis in axes) + "}"
                         for axes in dims_of(strategy, shape, is_parameter, axes))
        spec = f"sdy.sharding = #sdy.sharding<@{mesh}, [{dims}]>"
        argument = plain(text[first:last]).rstrip()
        out += [text[end:first], argument.replace("{", "{" + spec + ", ", 1) if "{" in argument else f"{argument} {{{spec}}}"]
        end = last
    results = text.index("\n", end)
    rest = plain(text[end:results - 1]) + text[results - 1:]  # but for the brace of the body
    return "".join(out) + rest
