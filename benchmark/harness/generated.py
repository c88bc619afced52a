"""Programs that models.py writes with the peer's JAX, kept in build/benchmark/models until models.py changes."""
import os
import subprocess
import sys

from harness import environment
from harness.programs import ROOT, Program

MODELS = os.path.join(ROOT, "benchmark", "models.py")
FOLDER = os.path.join(ROOT, "build", "benchmark", "models")


def models(*words, **more):
    done = subprocess.run([environment.python(), MODELS, *words], env=dict(os.environ, JAX_PLATFORMS="cpu"), check=False,
                          **more)
    if done.returncode:
        raise SystemExit(f"models.py {' '.join(words)} failed")


def is_current(file):
    return os.path.exists(file) and os.path.getmtime(file) > os.path.getmtime(MODELS)


def large():
    """Training steps of 20 ms and more, in f32 and bf16, with inputs."""
    written = os.path.join(FOLDER, "written")
    if not is_current(written):
        print(f"writing the large programs to {os.path.relpath(FOLDER, ROOT)}", file=sys.stderr)
        models("write", FOLDER)
        with open(written, "w", encoding="utf-8"):
            pass
    return [Program(f"large/{name}.{element}", os.path.join(FOLDER, name, element + ".mlir"),
                    os.path.join(FOLDER, name, "inputs"))
            for element in ("f32", "bf16") for name in sorted(os.listdir(FOLDER))
            if os.path.isdir(os.path.join(FOLDER, name, "inputs"))]


def long(folder=None):
    """(f32, bf16) of training steps whose sequences are long, with inputs. FOLDER: where they are already."""
    is_given, folder = bool(folder), folder or os.path.join(FOLDER, "long")
    written = os.path.join(folder, "written")
    if not is_given and not is_current(written):
        models("long", folder)
        with open(written, "w", encoding="utf-8"):
            pass
    program = lambda name, element: Program(f"long/{name}.{element}", os.path.join(folder, name, element + ".mlir"),
                                            os.path.join(folder, name, "inputs"))
    return [(program(name, "f32"), program(name, "bf16")) for name in sorted(os.listdir(folder))
            if os.path.isdir(os.path.join(folder, name))]


def whole(folder=None):
    """Steps of one GPU at the width that people train and serve; text alone. FOLDER: where it is already."""
    is_given, folder = bool(folder), folder or os.path.join(FOLDER, "whole")
    written = os.path.join(folder, "written")
    if not is_given and not is_current(written):
        models("whole", folder)
        with open(written, "w", encoding="utf-8"):
            pass
    return [Program("whole/" + name[:-5], os.path.join(folder, name)) for name in sorted(os.listdir(folder))
            if name.endswith(".mlir")]


def llama(layers, fsdp, tensor):
    """A full-size Llama step, layers unrolled, on a mesh of FSDP x TENSOR devices; text alone."""
    file = os.path.join(FOLDER, f"llama-{layers}-{fsdp}x{tensor}.mlir")
    if not is_current(file):
        os.makedirs(FOLDER, exist_ok=True)
        with open(file + ".part", "w", encoding="utf-8") as out:
            models("llama", str(layers), str(fsdp), str(tensor), stdout=out)
        os.replace(file + ".part", file)
    return Program(f"{layers} layers, {fsdp * tensor} devices", file)
