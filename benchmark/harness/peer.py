"""The peer's side: XLA in a process of its own, so that what ends it ends nothing else."""
import glob
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time

from harness import environment, hlo
from harness.process import Failed, last_line

FRONT = ("shardy-xla", "sharding-propagation", "spmd-partitioning")  # propagation by either representation; partitioning
WORKER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "worker.py")


class Peer:
    """One worker (worker.py lists what it can be asked) on PROGRAM; each answer within LIMIT seconds. A PLATFORM other
    than the CPU is that of this interpreter's own JAX."""

    def __init__(self, program, devices, limit, single=False, flags=(), platform="cpu"):
        self.limit, self.log = limit, tempfile.TemporaryFile("w+b")
        environ = dict(os.environ, JAX_PLATFORMS=platform, XLA_PYTHON_CLIENT_PREALLOCATE="false",
                       TF_CPP_MIN_LOG_LEVEL="0", TF_CPP_VMODULE="hlo_pass_pipeline=1",
                       XLA_FLAGS=" ".join([f"--xla_force_host_platform_device_count={devices}", *flags]))
        interpreter = environment.python() if platform == "cpu" else sys.executable
        command = [interpreter, WORKER, program.file, str(devices), *(["single"] if single else [])]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.log,
                                        env=environ, text=True)
        self.answer()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.log):
            try:
                stream.close()
            except BrokenPipeError:
                pass

    def send(self, what, **words):
        try:
            self.process.stdin.write(json.dumps(dict(words, do=what)) + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass  # the answer says what happened

    def answer(self):
        timer = threading.Timer(self.limit, self.process.kill)
        timer.start()
        for line in self.process.stdout:
            if line.startswith("@@"):
                timer.cancel()
                return json.loads(line[2:])
        expired = not timer.is_alive()
        timer.cancel()
        raise Failed(f"XLA: no end after {self.limit:g} s" if expired else self.cause_of_death())

    def ask(self, what, **words):
        self.send(what, **words)
        return self.answer()

    def logged(self):
        return os.pread(self.log.fileno(), os.fstat(self.log.fileno()).st_size, 0).decode("utf-8", "replace")

    def cause_of_death(self):
        code, log = self.process.wait(), self.logged()
        for pattern in (r"^F\d.*?\] (.*)$", r"^([\w.]*Error: .*)$"):
            match = re.search(pattern, log, re.M)
            if match:
                return f"XLA: {match.group(1)[:200]}"
        return f"XLA: killed by {signal.Signals(-code).name}" if code < 0 else f"XLA: {last_line(log)} [exit status {code}]"

    def pass_seconds(self):
        """Seconds of the front's passes, one sum for each compilation that the log holds."""
        sums = []
        for name, micros in re.findall(r"HLO pass: ([\w\-]+) time: .*?\((\d+) us\)", self.logged()):
            if name not in FRONT:
                continue
            if name == FRONT[0] or not sums:
                sums.append(0.0)
            sums[-1] += int(micros) / 1e6
        return sums

    def wait_until(self, reached):
        """Polls what REACHED says while a compilation is under way; None where it ended without."""
        end = time.monotonic() + self.limit
        while time.monotonic() < end:
            ended = self.process.poll() is not None
            value = reached()
            if value is not None:
                return value
            if ended:
                raise Failed(self.cause_of_death())
            time.sleep(0.05)
        raise Failed(f"XLA: no end after {self.limit:g} s")


def front_seconds(program, devices, limit):
    """Seconds of XLA's propagation and partitioning; the rest of the compilation is left behind."""
    with Peer(program, devices, limit) as peer:
        peer.send("compile")
        return peer.wait_until(lambda: "HLO pass: spmd-partitioning time:" in peer.logged() and peer.pass_seconds()[0] or None)


def partitioned(program, devices, limit):
    """What XLA's program sends right after its partitioner (hlo.collectives)."""
    with tempfile.TemporaryDirectory() as folder:
        def dumped():
            for file in glob.glob(os.path.join(folder, "*after_spmd-partitioning*.txt")):
                with open(file, encoding="utf-8") as source:
                    text = source.read()
                if "\nENTRY " in text and text.rstrip().endswith("\n}"):  # the entry is the last that is written
                    return text
            return None
        with Peer(program, devices, limit, flags=[f"--xla_dump_to={folder}",
                                                  "--xla_dump_hlo_pass_re=spmd-partitioning"]) as peer:
            peer.send("compile")
            text = peer.wait_until(dumped)
    return hlo.collectives(text, devices)
