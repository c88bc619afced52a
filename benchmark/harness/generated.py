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


def written(verb, folder):
    """FOLDER with what `models.py VERB` writes, written where it is not there or older than models.py."""
    mark = os.path.join(folder, "written")
    if not is_current(mark):
        print(f"writing programs to {os.path.relpath(folder, ROOT)}", file=sys.stderr)
        models(verb, folder)
        with open(mark, "w", encoding="utf-8"):
            pass
    return folder


def with_inputs(kind, folder, element):
    """The programs of FOLDER in ELEMENT, by name."""
    return [Program(f"{kind}/{name}.{element}", os.path.join(folder, name, element + ".mlir"),
                    os.path.join(folder, name, "inputs"))
            for name in sorted(os.listdir(folder)) if os.path.isdir(os.path.join(folder, name, "inputs"))]


def large():
    """Training steps of 20 ms and more, in f32 and bf16, with inputs."""
    folder = written("write", FOLDER)
    return [*with_inputs("large", folder, "f32"), *with_inputs("large", folder, "bf16")]


def long(folder=None):
    """(f32, bf16) of training steps whose sequences are long, with inputs. FOLDER: where they are already."""
    folder = folder or written("long", os.path.join(FOLDER, "long"))
    return list(zip(with_inputs("long", folder, "f32"), with_inputs("long", folder, "bf16")))


def whole(folder=None):
    """Steps of one GPU at the width that people train and serve; text alone. FOLDER: where it is already."""
    folder = folder or written("whole", os.path.join(FOLDER, "whole"))
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
