"""The programs that benchmarks measure: the project's own, and those beside the repository where there are any."""
import fnmatch
import glob
import math
import os
import re

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
OWN = os.path.join(ROOT, "test", "programs")
SHARED = os.path.join(ROOT, "..", "shared", "programs")


class Program:
    """StableHLO text, and a folder of its arguments where it has one."""

    def __init__(self, name, file, inputs=None):
        self.name, self.file, self.inputs = name, file, inputs

    def text(self):
        with open(self.file, encoding="utf-8") as file:
            return file.read()

    def devices(self):
        text = self.text()
        count = re.search(r"mhlo.num_partitions = (\d+)", text)
        if count:
            return int(count.group(1))
        mesh = re.search(r"sdy.mesh @\w+ = <\[([^\]]*)\]", text)
        return math.prod(int(size) for size in re.findall(r"=\s*(\d+)", mesh.group(1))) if mesh else 1

    def manual(self):
        """Whether a region is written for one device: such a program has no meaning without its mesh."""
        return "sdy.manual_computation" in self.text()

    def ops(self):
        """Lines that define a value."""
        return len(re.findall(r"^\s+%\S+ = ", self.text(), re.M))


def in_folder(folder):
    for file in sorted(glob.glob(os.path.join(folder, "*", "program.mlir"))):
        inputs = os.path.join(os.path.dirname(file), "inputs")
        yield Program(os.path.basename(os.path.dirname(file)), file, inputs if os.path.isdir(inputs) else None)


def small():
    """Runnable programs, by name."""
    found = {program.name: program for folder in (SHARED, OWN) for program in in_folder(folder)}
    return [found[name] for name in sorted(found)]


def full_size():
    """Texts of full-size models, without data."""
    return [Program("scale/" + os.path.splitext(os.path.basename(file))[0], file)
            for file in sorted(glob.glob(os.path.join(SHARED, "scale", "*.mlir")))]


def listed(name):
    """The names in test/programs/lists/NAME.txt."""
    with open(os.path.join(OWN, "lists", name + ".txt"), encoding="utf-8") as file:
        return [line.split("#")[0].strip() for line in file if line.split("#")[0].strip()]


def chosen(programs, patterns):
    """Those whose names match one of PATTERNS (all where there are none); an unmatched pattern is an error."""
    if not patterns:
        return list(programs)
    for pattern in patterns:
        if not any(fnmatch.fnmatch(program.name, pattern) for program in programs):
            names = ", ".join(program.name for program in programs)
            raise SystemExit(f"no program is called '{pattern}': there are {names}")
    return [program for program in programs if any(fnmatch.fnmatch(program.name, p) for p in patterns)]


def may_match(prefix, patterns):
    """Whether a name that begins with PREFIX could match one of PATTERNS (it does where there are none)."""
    plain = [re.split(r"[*?\[]", pattern)[0] for pattern in patterns]
    return not patterns or any(head.startswith(prefix) or prefix.startswith(head) and head != pattern
                               for head, pattern in zip(plain, patterns))
