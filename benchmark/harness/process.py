"""Running a command with its wall and processor time."""
import os
import signal
import subprocess
import tempfile
import threading
import time


class Failed(Exception):
    """One side could not do it; the message is one line."""


class Finished:
    def __init__(self, output, seconds, cpu_seconds):
        self.output, self.seconds, self.cpu_seconds = output, seconds, cpu_seconds


def last_line(text):
    lines = [line for line in text.strip().splitlines() if line.strip()]
    return lines[-1].strip()[:200] if lines else ""


def first_error(text):
    for line in text.splitlines():
        if "error:" in line:
            return line.split("error:", 1)[1].strip()[:200]
    return last_line(text)


def on_ranks(count, command):
    """COMMAND as so many ranks of mpirun."""
    return ["mpirun", "--oversubscribe", "--allow-run-as-root", "-n", str(count), *command]


def run(command, limit):
    """Runs COMMAND, at most LIMIT seconds; Failed where it ends in anything but success."""
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        begin = time.perf_counter()
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err)
        timer = threading.Timer(limit, process.kill)
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - begin
        expired = not timer.is_alive()
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        output, errors = out.read(), err.read()
    name = os.path.basename(command[0])
    if expired:
        raise Failed(f"{name}: no end after {limit:g} s")
    if process.returncode < 0:
        raise Failed(f"{name}: killed by {signal.Signals(-process.returncode).name}")
    if process.returncode:
        cause = first_error(errors or output).removeprefix(f"{name}: ")
        raise Failed(f"{name}: {cause} [exit status {process.returncode}]")
    return Finished(output, seconds, usage.ru_utime + usage.ru_stime)
