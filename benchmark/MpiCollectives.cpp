// One rank's side of benchmark/mpi: each collective as a step of a program on the mpi backend beside MPI's own call of
// the same kind, in turns. Rank 0 prints a line for each kind and size: both in microseconds and MPI's time over ours,
// medians over the turns.
#include "runtime/backends/host/Memory.h"
#include "shardwright/Runtime/Processes.h"
#include "shardwright/Runtime/Runtime.h"

#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace shardwright::runtime;

namespace {

using Clock = std::chrono::steady_clock;
constexpr int kRounds = 15;

constexpr CollectiveKind kKinds[] = {CollectiveKind::AllGather, CollectiveKind::ReduceScatter,
                                     CollectiveKind::AllReduce, CollectiveKind::AllToAll, CollectiveKind::Permute};

/// What the collective takes and gives, of `elements` in the larger of the two.
std::pair<int64_t, int64_t> lengths(CollectiveKind kind, int64_t elements, int64_t size) {
  switch (kind) {
  case CollectiveKind::AllGather:
    return {elements / size, elements};
  case CollectiveKind::ReduceScatter:
    return {elements, elements / size};
  default:
    return {elements, elements};
  }
}

/// `steps` times the same collective of f32 over all devices.
Executable makeProgram(CollectiveKind kind, int64_t elements, int64_t size, int steps) {
  const auto [in, out] = lengths(kind, elements, size);
  Executable exe;
  exe.target = "host:";
  exe.meshAxes = {{"x", size}};
  Collective c;
  c.kind = kind;
  c.type = ElementType::F32;
  c.axes = {{0, 1, size}};
  c.inShape = {in};
  c.outShape = {out};
  c.splitDim = c.gatherDim = 0;
  if (kind == CollectiveKind::Permute)
    for (int64_t device = 0; device != size; ++device)
      c.sources.push_back((device + 1) % size);
  if (kind == CollectiveKind::AllGather || kind == CollectiveKind::AllReduce || kind == CollectiveKind::Permute)
    c.splitDim = -1;
  if (kind != CollectiveKind::AllGather && kind != CollectiveKind::AllToAll)
    c.gatherDim = -1;
  auto value = [&](const char *name, int64_t local) {
    Interface interface;
    interface.name = name;
    interface.type = ElementType::F32;
    interface.globalShape = {local * size};
    interface.dims = {{{0, 1, size}}};
    return interface;
  };
  exe.arguments = {value("in", in)};
  exe.results = {value("out", out)};
  exe.collectives = {c};
  exe.slots = {{SlotSpace::Argument, 0, 0, static_cast<uint64_t>(in) * 4},
               {SlotSpace::Result, 0, 0, static_cast<uint64_t>(out) * 4}};
  exe.stepSlots = {0, 1};
  exe.debug = {{"collective", "", ""}};
  for (int step = 0; step != steps; ++step)
    exe.steps.push_back({StepKind::Collective, 0, 0, 0, 2, 0});
  exe.steps.push_back({StepKind::End});
  return exe;
}

void callMpi(CollectiveKind kind, const float *in, float *out, int64_t elements, int size, int rank) {
  const int all = static_cast<int>(elements), each = all / size;
  switch (kind) {
  case CollectiveKind::AllGather:
    MPI_Allgather(in, each, MPI_FLOAT, out, each, MPI_FLOAT, MPI_COMM_WORLD);
    return;
  case CollectiveKind::ReduceScatter:
    MPI_Reduce_scatter_block(in, out, each, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
    return;
  case CollectiveKind::AllReduce:
    MPI_Allreduce(in, out, all, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
    return;
  case CollectiveKind::AllToAll:
    MPI_Alltoall(in, each, MPI_FLOAT, out, each, MPI_FLOAT, MPI_COMM_WORLD);
    return;
  case CollectiveKind::Permute:
    MPI_Sendrecv(in, all, MPI_FLOAT, (rank + size - 1) % size, 0, out, all, MPI_FLOAT, (rank + 1) % size, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return;
  default:
    return;
  }
}

double microseconds(Clock::time_point begin) {
  return std::chrono::duration<double, std::micro>(Clock::now() - begin).count();
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

[[noreturn]] void fail(const absl::Status &status) {
  std::fprintf(stderr, "MpiCollectives: %s\n", std::string(status.message()).c_str());
  std::_Exit(3);
}

void measure(const std::shared_ptr<Processes> &processes, CollectiveKind kind, int64_t elements) {
  const int size = processes->size(), rank = processes->rank();
  const int steps = elements <= 4096 ? 2000 : elements <= 262144 ? 100 : 10;
  // A client for each program: its processes are the same.
  const Executable exe = makeProgram(kind, elements, size, steps);
  LoadOptions load;
  load.processes = processes;
  absl::StatusOr<std::unique_ptr<Program>> program = Program::load(exe, load);
  if (!program.ok())
    fail(program.status());
  const std::vector<Array> inputs = {Array::zeros(ElementType::F32, exe.arguments[0].globalShape)};
  // Memory of the same kind as devices have: how large its pages are, counts.
  absl::StatusOr<host::Memory> in = host::Memory::allocate(static_cast<uint64_t>(elements) * 4, "in"),
                               out = host::Memory::allocate(static_cast<uint64_t>(elements) * 4, "out");
  if (!in.ok() || !out.ok())
    fail(absl::ResourceExhaustedError("no memory"));
  std::memset(in->data(), 0, in->size());
  auto *from = reinterpret_cast<const float *>(in->data());
  auto *to = reinterpret_cast<float *>(out->data());
  auto runOurs = [&](bool warmUp) {
    RunOptions options;
    options.warmUp = warmUp;
    RunStats stats;
    absl::StatusOr<std::vector<Array>> results = (*program)->run(inputs, options, &stats);
    if (!results.ok())
      fail(results.status());
    return stats.stepMs.back() * 1e3 / steps;
  };
  auto runPlain = [&] {
    MPI_Barrier(MPI_COMM_WORLD);
    const auto begin = Clock::now();
    for (int step = 0; step != steps; ++step)
      callMpi(kind, from, to, elements, size, rank);
    return microseconds(begin) / steps;
  };
  std::vector<double> ours, plain, ratios;
  for (int round = 0; round != kRounds; ++round) {
    if (round % 2 == 0) { // who is first changes
      ours.push_back(runOurs(round == 0));
      plain.push_back(runPlain());
    } else {
      plain.push_back(runPlain());
      ours.push_back(runOurs(false));
    }
    ratios.push_back(plain.back() / ours.back());
  }
  if (rank == 0)
    std::printf("%s %lld %.3f %.3f %.3f\n", collectiveName(kind).data(), static_cast<long long>(elements * 4),
                median(ours), median(plain), median(ratios));
  std::fflush(stdout);
}

} // namespace

int main(int argc, char **argv) {
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
  absl::StatusOr<std::shared_ptr<Processes>> processes = Processes::connect(ProcessNetwork::Mpi);
  if (!processes.ok())
    fail(processes.status());
  for (CollectiveKind kind : kKinds)
    for (int64_t elements : {64, 1024, 16384, 262144, 2097152})
      if (argc < 2 || argv[1] == collectiveName(kind))
        measure(*processes, kind, elements);
  if (absl::Status status = (*processes)->leave(); !status.ok())
    fail(status);
  MPI_Finalize();
  return 0;
}
