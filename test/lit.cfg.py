"""How lit runs a test: the tools on PATH, and where the programs are."""
import os
import shutil
import subprocess
import sys

import lit.formats

config.name = "shardwright"
config.test_format = lit.formats.ShTest(execute_external=True)
config.suffixes = [".mlir", ".test"]
config.excludes = ["unit", "programs", "Inputs"]
config.test_source_root = os.path.join(config.shardwright_source, "test")
config.test_exec_root = os.path.join(config.shardwright_build, "test")
config.environment["PATH"] = os.pathsep.join(
    [os.path.join(config.shardwright_build, "bin"), config.llvm_tools, os.environ["PATH"]]
)
config.substitutions.append(("%programs", os.path.join(config.shardwright_source, "test", "programs")))
config.substitutions.append(("%source", config.shardwright_source))
config.substitutions.append(("%build", config.shardwright_build))
config.substitutions.append(("%python", sys.executable))
shared = os.path.join(config.shardwright_source, "..", "shared")
config.substitutions.append(("%shared", shared))
if os.path.isdir(shared):
    config.available_features.add("shared")

if os.path.exists(os.path.join(config.shardwright_build, "lib", "libshardwright.so")):
    config.available_features.add("shared-library")

# CUDA's driver without a GPU (test/cuda-double).
if os.path.exists(os.path.join(config.shardwright_build, "cuda-double", "libcuda.so.1")):
    config.available_features.add("cuda-double")
if os.path.exists(os.path.join(config.shardwright_build, "cuda-double", "libnccl.so.2")):
    config.available_features.add("nccl-double")

# A GPU and its driver.
sys.path.insert(0, os.path.join(config.shardwright_source, "benchmark"))
from harness import gpu  # noqa: E402

try:
    gpu.Gpu()
    config.available_features.add("gpu")
except gpu.NoGpu:
    pass

if any(shutil.which(name) for name in ("chromium", "chromium-browser", "google-chrome")):
    config.available_features.add("chromium")

# Runs a program on a CPU that this machine is not: qemu-user of Debian (scripts/install-deps --also=qemu-user).
config.available_features.add(os.uname().machine)
if shutil.which("qemu-x86_64") and "x86_64" in config.available_features:
    config.available_features.add("qemu-x86_64")

if shutil.which("mpirun") and os.path.exists(os.path.join(config.shardwright_build, "bin", "libshardwright_mpi.so")):
    config.available_features.add("mpi")

# Network namespaces stand for hosts, where this user may make them.
if os.geteuid() == 0 and all(map(shutil.which, ("ip", "unshare"))):
    if subprocess.run(["unshare", "--net", "--uts", "ip", "link", "set", "lo", "up"], stderr=subprocess.DEVNULL).returncode == 0:
        config.available_features.add("network-namespaces")

# Debian's Slurm, which the test starts by itself (scripts/install-deps --also=slurm-wlm).
if os.geteuid() == 0 and all(map(shutil.which, ("munged", "slurmctld", "slurmd", "srun"))):
    config.available_features.add("slurm")

if os.path.exists(os.path.join(config.shardwright_build, "test", "unit", "RuntimeTest")):
    config.available_features.add("runtime-tests")

# Milp is there since SciPy 1.9.
if subprocess.run([sys.executable, "-c", "from scipy.optimize import milp"], stderr=subprocess.DEVNULL).returncode == 0:
    config.available_features.add("scipy")
for name in ("SHARDWRIGHT_PLAN_MILP_PROBLEMS", "SHARDWRIGHT_PLAN_SEED", "SHARDWRIGHT_TRAINING_STEPS",
             "SHARDWRIGHT_TRAINING_KILLS"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

if shutil.which("ptxas"):
    config.available_features.add("ptxas")

formatter = shutil.which("clang-format-14") or shutil.which("clang-format")
if formatter and b"version 14" in subprocess.run([formatter, "--version"], stdout=subprocess.PIPE).stdout:
    config.available_features.add("clang-format-14")
