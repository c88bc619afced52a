"""Our side: the project's tools, called as a user calls them."""
import json
import os
import re
import shutil
import tempfile

from harness import process


def installed(folder):
    """A copy of the tools beside FOLDER, as an installation makes one. What a linker has just written lies in the
    system's file cache in small pieces; mapping those costs a process of some milliseconds up to a fifth of its time."""
    copy = os.path.join(os.path.dirname(os.path.abspath(folder)), "benchmark-bin")
    os.makedirs(copy, exist_ok=True)
    for name in ("shardwright", "shardwright-run", "libshardwright_mpi.so"):
        source, target = os.path.join(folder, name), os.path.join(copy, name)
        if name.endswith(".so") and not os.path.exists(source):
            continue  # built without MPI
        if not os.path.exists(target) or os.path.getmtime(target) < os.path.getmtime(source):
            with tempfile.NamedTemporaryFile(dir=copy, delete=False) as file:
                shutil.copyfile(source, file.name)
            shutil.copymode(source, file.name)
            os.replace(file.name, target)
    return copy


class Tools:
    def __init__(self, folder, limit):
        if not os.path.exists(os.path.join(folder, "shardwright")):
            raise SystemExit(f"{folder} holds no shardwright: build first (scripts/build)")
        self.folder, self.limit = installed(folder), limit

    def call(self, tool, *words):
        return process.run([os.path.join(self.folder, tool), *words], self.limit)

    def summary(self, program):
        """What `partition --summary --json` says, and `repeated_gathers` of the text."""
        with tempfile.TemporaryDirectory() as folder:
            text = os.path.join(folder, "partitioned.mlir")
            done = self.call("shardwright", "partition", program.file, "--summary", "--json", "-o", text)
            with open(text, encoding="utf-8") as file:
                return dict(json.loads(done.output), repeated_gathers=repeated_gathers(file))

    def front_seconds(self, program):
        """{"parse", "import", "propagate", "partition"} of one process."""
        return json.loads(self.call("shardwright", "partition", program.file, "--summary", "--json").output)["seconds"]

    def compile(self, program, output, *words, devices=None):
        """Text to executable file, with more options; the process."""
        words += (f"--devices={devices}",) if devices else ()
        return self.call("shardwright", "compile", program.file, "-o", output, *words)

    def run(self, executable, repeat=1, inputs=None, save=None, ranks=1):
        """The report of `shardwright-run`, of several RANKS that of the first."""
        words = [f"--inputs={inputs}"] if inputs else []
        words += [f"--save-outputs={save}"] if save else []
        with tempfile.TemporaryDirectory() as folder:
            report = os.path.join(folder, "report.json")
            words = ["shardwright-run", executable, f"--repeat={repeat}", f"--report={report}", *words]
            if ranks == 1:
                self.call(*words)
            else:
                tool = os.path.join(self.folder, words[0])
                process.run(process.on_ranks(ranks, [tool, *words[1:], "--backend=mpi"]), self.limit)
            with open(report, encoding="utf-8") as file:
                return json.load(file)


def repeated_gathers(lines):
    """How often a per-device program gathers a value that it, or a region around, gathered alike before."""
    repeats, seen = 0, [set()]
    for line in lines:
        gather = re.search(r" = spmd\.all_gather (%[^ ,]+(?:, %[^ ,]+)*) (.*?) on @", line)
        for operand in gather.group(1).split(", ") if gather else ():
            repeats += any((operand, gather.group(2)) in scope for scope in seen)
            seen[-1].add((operand, gather.group(2)))
        if line.lstrip().startswith("}"):
            seen.pop()
        if line.rstrip().endswith("{"):
            seen.append(set())
    return repeats
