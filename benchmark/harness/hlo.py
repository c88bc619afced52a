"""What a partitioned HLO module sends: collectives with their bytes, loop bodies times their trip counts."""
import collections
import math
import re

KINDS = ("all-reduce", "all-gather", "reduce-scatter", "all-to-all", "collective-permute", "collective-broadcast")
ODD_BITS = {"pred": 8, "bf16": 16, "c64": 64, "c128": 128}

Instruction = collections.namedtuple("Instruction", "name type opcode operands attributes")


def type_bytes(text):
    """Bytes of a type, summed over the parts of a tuple."""
    total = 0
    for element, dims in re.findall(r"\b(pred|bf16|[sufc]\d+\w*)\[([\d,]*)\]", text):
        bits = ODD_BITS.get(element) or int(re.search(r"\d+", element).group())
        total += math.prod(int(size) for size in dims.split(",") if size) * bits // 8
    return total


class Module:
    """HLO text as computations: {name: [Instruction]} and the name of the entry."""

    def __init__(self, text):
        self.computations, self.entry = {}, None
        body = None
        for line in text.splitlines():
            head = re.match(r"(ENTRY )?%?([\w.\-]+) \(.*\{$", line)
            if head:
                body = self.computations.setdefault(head.group(2), [])
                if head.group(1):
                    self.entry = head.group(2)
                continue
            match = re.match(r"\s+(?:ROOT )?%?([\w.\-]+) = (.*?[\]})]) ([a-z][\w\-]*)\((.*)$", line)
            if match and body is not None:
                name, kind, opcode, rest = match.groups()
                operands, _, attributes = rest.partition(")")
                body.append(Instruction(name, kind, opcode, operands, attributes.split("metadata=")[0]))

    def trip_count(self, loop):
        """Of a while instruction, where it is known or its condition is `induction variable < constant`."""
        known = re.search(r"known_trip_count\D+(\d+)", loop.attributes)
        if known:
            return int(known.group(1))
        body = {i.name: i for i in self.computations[re.search(r"condition=%?([\w.\-]+)", loop.attributes).group(1)]}
        compares = [i for i in body.values() if i.opcode == "compare"]
        if len(compares) != 1 or "direction=LT" not in compares[0].attributes:
            return None
        if any(i.opcode in ("and", "or", "call") for i in body.values()):
            return None
        for name in re.findall(r"%([\w.\-]+)", compares[0].operands):
            bound = body.get(name)
            while bound and bound.opcode == "copy":  # what is left of a sharding constraint
                bound = body.get(bound.operands.strip().lstrip("%"))
            if bound and bound.opcode == "constant" and bound.type[0] in "su" and bound.operands.isdigit():
                return int(bound.operands)
        return None


def callees(instruction):
    """Computations that run once for each run of INSTRUCTION (every branch of a conditional counts)."""
    if instruction.opcode not in ("call", "conditional", "async-start"):
        return []
    names = re.findall(r"(?:to_apply|calls|true_computation|false_computation)=%?([\w.\-]+)", instruction.attributes)
    branches = re.search(r"branch_computations=\{([^}]*)\}", instruction.attributes)
    return names + re.findall(r"[\w.\-]+", branches.group(1) if branches else "")


def group_size(attributes, devices):
    iota = re.search(r"replica_groups=\[\d+,(\d+)\]", attributes)
    if iota:
        return int(iota.group(1))
    axes = re.search(r"replica_groups=mesh\[([^\]]*)\].*?\{([^}]*)\}", attributes)  # mesh['a'=4,'b'=2] {'b','a':(1)2}
    if axes:
        sizes = dict(re.findall(r"'([^']+)'=(\d+)", axes.group(1)))
        used = re.findall(r"'([^']+)'(?::\(\d+\)(\d+))?", axes.group(2))
        return math.prod(int(part or sizes[axis]) for axis, part in used)
    groups = re.search(r"replica_groups=\{\{([\d,]*)\}", attributes)
    return len(groups.group(1).split(",")) if groups and groups.group(1) else devices


def bytes_sent(kind, result, group):
    """Bytes that one device sends, by the ring model, given the bytes of its result."""
    share = (group - 1) / group
    factors = {"all-reduce": 2 * share, "all-gather": share, "reduce-scatter": share * group, "all-to-all": share}
    return int(factors.get(kind, 1) * result)


def collectives(text, devices):
    """{"bytes", "executed", "count", "repeated_gathers", "unknown_loops"} of a module, each device.

    `count` counts every instruction once, `executed` and `bytes` as often as it runs. A repeated gather is one of a
    value that the same computation gathered alike before. Loops of unknown length count once."""
    module = Module(text)
    total = collections.Counter(bytes=0, executed=0, count=0, repeated_gathers=0, unknown_loops=0)

    def visit(computation, times):
        found, seen = False, set()
        for instruction in module.computations.get(computation, []):
            kind = instruction.opcode.removesuffix("-start")
            if kind in KINDS:
                found = True
                group = group_size(instruction.attributes, devices)
                total["count"] += 1
                total["executed"] += times
                total["bytes"] += times * bytes_sent(kind, type_bytes(instruction.type), group)
                dims = re.search(r" dimensions=\{[\d,]*\}", instruction.attributes)
                key = (instruction.type, instruction.operands, dims and dims.group(), group)
                total["repeated_gathers"] += kind == "all-gather" and key in seen
                seen.add(key)
            if instruction.opcode == "while":
                length = module.trip_count(instruction)
                inner = False
                # The condition is asked once more than the body runs.
                for region, runs in (("body", length or 1), ("condition", length + 1 if length is not None else 1)):
                    name = re.search(region + r"=%?([\w.\-]+)", instruction.attributes).group(1)
                    inner |= visit(name, times * runs)
                total["unknown_loops"] += inner and length is None
                found |= inner
            for callee in callees(instruction):
                found |= visit(callee, times)
        return found

    visit(module.entry, 1)
    return dict(total)
