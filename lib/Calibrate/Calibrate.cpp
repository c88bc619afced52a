#include "lib/Calibrate/Calibrate.h"

#include "lib/Calibrate/Fit.h"
#include "lib/Calibrate/Stopwatch.h"

#include "absl/strings/str_cat.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <thread>
#include <unistd.h>

namespace shardwright::calibrate {
namespace {

/// Beyond so many bytes, or loads from apart, one may take longer: what a kernel touches then no longer fits a cache.
constexpr double kBeyondBytes[] = {0, 16384, 262144, 4194304};
constexpr double kBeyondStrided[] = {0, 4096, 65536, 524288};
constexpr int64_t kElements[] = {16, 512, 8192, 131072};
constexpr int64_t kLargeElements = 1 << 20;
/// Of products: close to each other where calls of a library take over from loops.
constexpr int64_t kLengths[] = {2, 4, 8, 16, 32, 64, 256}, kFewLengths[] = {4, 16, 64, 256};
constexpr int64_t kLargestProduct = 256;
constexpr int64_t kFunctionElements = 512;
constexpr int64_t kCollectiveBytes[] = {256, 4096, 65536, 1 << 20, 4 << 20};
/// Of the collectives of one probe, on all devices: so much is soon in the caches.
constexpr int64_t kCollectiveProbeBytes = 2 << 20;
/// Between two collectives, of some microseconds on all devices: less than a core is worth waking for, more than none.
constexpr int64_t kPhaseElements = 2048;
constexpr int kPhases = 32;
constexpr int64_t kFewBytes = 65536;

struct Host {
  MeasuredDevice device;
  double cores = 1, wakeSeconds = 0;
  double launchSeconds = 0, stepSeconds = 0;
  MeasuredSet collectives;
  double bestBytesPerSecond = 0; ///< over a link, of all collectives
};

class Calibration {
public:
  explicit Calibration(const Options &options) : options(options) {}

  absl::StatusOr<Host> run() {
    for (int64_t round = 0; round < options.rounds; ++round) {
      host = {};
      for (auto part : {&Calibration::measureVectors, &Calibration::measureFunctions, &Calibration::measureReductions,
                        &Calibration::measureKernels, &Calibration::measureProducts, &Calibration::measureConvolutions,
                        &Calibration::measureSorts, &Calibration::measureCalls, &Calibration::measureSteps,
                        &Calibration::measureCollectives, &Calibration::measureCores})
        if (absl::Status status = (this->*part)(); !status.ok())
          return status;
    }
    return std::move(host);
  }

private:
  absl::Status measureKernels();
  absl::Status measureProducts();
  absl::Status measureConvolutions();
  absl::Status measureCores();
  absl::Status addProducts(const std::string &type, const std::string &form, const std::vector<ProductSize> &sizes);
  absl::Status measureSorts();
  absl::Status measureVectors();
  absl::Status measureFunctions();
  absl::Status measureReductions();
  absl::StatusOr<double> secondsBeyond(const Probe &probe, const Probe &less);
  absl::Status measureCalls();
  absl::Status measureCollectives();
  absl::Status measureSteps();
  /// Of one worker, and of all.
  struct Steps {
    double one, all;
  };
  absl::StatusOr<Steps> steps(const Probe &probe);
  absl::StatusOr<double> collectiveSeconds(CollectiveKind op, const std::string &type, int64_t members, int64_t bytes);

  const Options options;
  Stopwatch watch;
  Host host;
};

absl::Status Calibration::measureKernels() {
  std::vector<Probe> probes;
  for (int64_t elements : kElements)
    llvm::append_range(probes, kernelProbes(elements, /*few=*/false));
  llvm::append_range(probes, kernelProbes(kLargeElements, /*few=*/true));
  std::vector<KernelTime> kernels;
  for (const Probe &probe : probes) {
    absl::StatusOr<std::vector<OperationTime>> times = watch.operations(probe);
    if (!times.ok())
      return times.status();
    for (const OperationTime &time : *times) {
      const auto *work = std::get_if<cost::KernelWork>(&time.work);
      if (!work)
        continue;
      // Functions were measured by themselves: of their kernels only the rest says something about steps.
      const cost::MeasuredSteps steps = cost::measuredSteps(*work, host.device);
      if (time.seconds <= 2 * steps.functionSeconds)
        continue;
      KernelTime row{{1, steps.vector, work->loops}, {1}, time.seconds - steps.functionSeconds};
      for (double beyond : kBeyondStrided)
        row.math.push_back(std::max(0.0, work->stridedSteps - beyond));
      for (double beyond : kBeyondBytes)
        row.memory.push_back(std::max(0.0, work->bytes() - beyond));
      kernels.push_back(std::move(row));
    }
  }
  KernelFit fit = fitKernels(kernels);
  host.launchSeconds = fit.math[0];
  host.device.vectorStepSeconds = fit.math[1];
  host.device.loopSeconds = fit.math[2];
  for (size_t i = 0; i < std::size(kBeyondStrided); ++i)
    host.device.strided.push_back({kBeyondStrided[i], fit.math[3 + i]});
  for (size_t i = 0; i < std::size(kBeyondBytes); ++i)
    host.device.traffic.push_back({kBeyondBytes[i], fit.memory[1 + i]});
  return absl::OkStatus();
}

/// Sizes that are run together are of about the same work, and few: a product behind a larger one, or behind many that
/// run other code, finds nothing in the caches, which in a program it would.
std::vector<std::vector<ProductSize>> byWork(llvm::ArrayRef<int64_t> ms, llvm::ArrayRef<int64_t> ns,
                                             llvm::ArrayRef<int64_t> ks) {
  constexpr size_t kTogether = 12;
  std::map<int, std::vector<ProductSize>> classes;
  for (int64_t m : ms)
    for (int64_t n : ns)
      for (int64_t k : ks)
        classes[int(std::log2(double(m * n * k)) / 4)].push_back({m, n, k});
  std::vector<std::vector<ProductSize>> all;
  for (const auto &[work, sizes] : classes)
    for (size_t begin = 0; begin < sizes.size(); begin += kTogether)
      all.emplace_back(sizes.begin() + static_cast<std::ptrdiff_t>(begin),
                       sizes.begin() + static_cast<std::ptrdiff_t>(std::min(begin + kTogether, sizes.size())));
  return all;
}

absl::Status Calibration::addProducts(const std::string &type, const std::string &form,
                                      const std::vector<ProductSize> &sizes) {
  absl::StatusOr<std::vector<OperationTime>> times =
      watch.operations(form == "convolution" ? convolutionProbe(sizes) : productProbe(sizes, type, form, 1));
  if (!times.ok())
    return times.status();
  for (auto [size, time] : llvm::zip_equal(sizes, *times))
    if (time.seconds > 0)
      host.device.products.push_back({type, form, size.m, size.n, size.k, time.seconds});
  return absl::OkStatus();
}

absl::Status Calibration::measureProducts() {
  for (const char *type : {"f32", "bf16"}) {
    const llvm::ArrayRef<int64_t> lengths = type == std::string_view("f32") ? llvm::ArrayRef(kLengths) : kFewLengths;
    for (const char *form : {"nn", "tn", "nt"})
      for (const std::vector<ProductSize> &sizes : byWork(lengths, lengths, lengths))
        if (absl::Status status = addProducts(type, form, sizes); !status.ok())
          return status;
  }
  return absl::OkStatus();
}

absl::Status Calibration::measureConvolutions() {
  for (const std::vector<ProductSize> &sizes : byWork({4, 64, 256, 1024}, {1, 2, 4, 8, 64}, {9, 9 * 2, 9 * 8, 9 * 64}))
    if (absl::Status status = addProducts("f32", "convolution", sizes); !status.ok())
      return status;
  return absl::OkStatus();
}

absl::Status Calibration::measureSorts() {
  absl::StatusOr<std::vector<OperationTime>> times = watch.operations(sortProbe({8, 64, 1024}));
  if (!times.ok())
    return times.status();
  std::vector<double> steps;
  for (const OperationTime &time : *times)
    if (const auto *work = std::get_if<cost::SortWork>(&time.work))
      steps.push_back(time.seconds / (work->rows * work->length * std::log2(work->length)));
  host.device.sortStepSeconds = middle(std::move(steps));
  return absl::OkStatus();
}

/// What functions of elements take beyond a kernel that only negates or adds as many.
absl::Status Calibration::measureFunctions() {
  for (MathType type : {MathType::F32, MathType::F64, MathType::Complex})
    for (size_t number = 1; number < std::size(kFunctionNames); ++number) {
      const auto function = static_cast<Function>(number);
      if (isReduction(function) || isRoutine(function) || (type == MathType::Complex && !isOfComplex(function)))
        continue;
      const unsigned operands = isBinary(function) ? 2 : 1;
      absl::StatusOr<double> beyond =
          secondsBeyond(functionProbe(kFunctionNames[number], operands, type, kFunctionElements),
                        functionProbe(operands == 2 ? "add" : "negate", operands, type, kFunctionElements));
      if (!beyond.ok())
        return beyond.status();
      host.device.functions.push_back({function, type, 0, *beyond / static_cast<double>(kFunctionElements)});
    }
  return absl::OkStatus();
}

/// Of steps by one worker; 0 where the first is no longer.
absl::StatusOr<double> Calibration::secondsBeyond(const Probe &probe, const Probe &less) {
  absl::StatusOr<double> with = watch.step(probe, Workers::One), without = watch.step(less, Workers::One);
  if (!with.ok() || !without.ok())
    return with.ok() ? without.status() : with.status();
  return std::max(0.0, *with - *without);
}

/// Of which rows take whole ones: what rows of a few elements take beyond long ones.
absl::Status Calibration::measureVectors() {
  constexpr int64_t kShort = 4, kLong = 256, kRows = 32;
  absl::StatusOr<double> few = secondsBeyond(repeatedRowProbe(kRows * kLong / kShort, kShort), emptyProbe(1)),
                         many = secondsBeyond(repeatedRowProbe(kRows, kLong), emptyProbe(1));
  if (!few.ok() || !many.ok())
    return few.ok() ? many.status() : few.status();
  const double lanes = *many > 0 ? static_cast<double>(kShort) * *few / *many : 1;
  host.device.vectorLanes = std::exp2(std::clamp(std::round(std::log2(std::max(lanes, 1.0))), 0.0, 6.0));
  return absl::OkStatus();
}

/// What reductions take beyond sums that nothing waits for, for each result and each element: fitted to rows of several
/// lengths. A maximum combines one vector after the other, since what it does with NaN takes several instructions; and
/// while a row waits for what it is reduced to, little else can be done.
absl::Status Calibration::measureReductions() {
  constexpr std::pair<int64_t, int64_t> kShapes[] = {{256, 16}, {128, 64}, {32, 256}};
  auto measure = [&](Function function, auto probe, auto less) {
    std::vector<std::vector<double>> work;
    std::vector<double> seconds;
    for (auto [rows, columns] : kShapes) {
      absl::StatusOr<double> beyond = secondsBeyond(probe(rows, columns), less(rows, columns));
      if (!beyond.ok())
        return beyond.status();
      work.push_back({static_cast<double>(rows), static_cast<double>(rows * columns)});
      seconds.push_back(std::max(1e-9, *beyond));
    }
    std::vector<double> fit = fitNonNegative(work, seconds);
    host.device.functions.push_back({function, MathType::F32, fit[0], fit[1]});
    return absl::OkStatus();
  };
  auto reduced = [](Reduced by) {
    return [by](int64_t rows, int64_t columns) { return reductionProbe(by, rows, columns); };
  };
  auto ofRows = [](std::optional<Reduced> by) {
    return [by](int64_t rows, int64_t columns) { return rowProbe(by, rows, columns); };
  };
  for (const absl::Status &status :
       {measure(Function::ReduceMaximum, reduced(Reduced::Maximum), reduced(Reduced::Sum)),
        measure(Function::RowMaximum, ofRows(Reduced::Maximum), ofRows(std::nullopt)),
        measure(Function::RowSum, ofRows(Reduced::Sum), ofRows(std::nullopt)),
        measure(Function::ReduceGeneral, reduced(Reduced::General), reduced(Reduced::Sum))})
    if (!status.ok())
      return status;
  return absl::OkStatus();
}

/// What a routine takes to start, beside its launch, and for a step: fitted to several sizes. A step of any other is
/// the middle of all of them.
absl::Status Calibration::measureCalls() {
  absl::StatusOr<std::vector<OperationTime>> times = watch.operations(callProbe({24, 40, 64}, {4, 8, 32}, {2, 8}));
  if (!times.ok())
    return times.status();
  struct Calls {
    std::vector<std::vector<double>> steps;
    std::vector<double> seconds;
  };
  std::map<std::pair<Function, MathType>, Calls> all;
  std::vector<double> steps;
  for (const OperationTime &time : *times)
    if (const auto *work = std::get_if<cost::KernelWork>(&time.work); work && work->functions.size() == 1) {
      const cost::FunctionWork &part = work->functions.front();
      const double seconds = std::max(1e-9, time.seconds - host.launchSeconds);
      Calls &calls = all[{part.function, part.type}];
      calls.steps.push_back({1, part.units});
      calls.seconds.push_back(seconds);
      steps.push_back(seconds / part.units);
    }
  if (steps.empty())
    return absl::InternalError("no call of a library was measured");
  host.device.scalarStepSeconds = middle(std::move(steps));
  for (const auto &[routine, calls] : all) {
    std::vector<double> fit = fitNonNegative(calls.steps, calls.seconds);
    host.device.functions.push_back({routine.first, routine.second, fit[0], fit[1]});
  }
  return absl::OkStatus();
}

absl::Status Calibration::measureSteps() {
  absl::StatusOr<double> step = watch.step(emptyProbe(options.devices), Workers::All);
  if (step.ok())
    host.stepSeconds = std::max(0.0, *step - host.launchSeconds);
  return step.status();
}

/// Of one among several, beyond what a step takes by itself. Small ones with nothing between are quicker by one worker
/// than by several that take turns, of which it is chance how many come; work between them keeps them apart.
absl::StatusOr<double> Calibration::collectiveSeconds(CollectiveKind op, const std::string &type, int64_t members,
                                                      int64_t bytes) {
  auto many = static_cast<int>(std::clamp<int64_t>(kCollectiveProbeBytes / (bytes * options.devices), 2, kPhases));
  const Probe probe = collectiveProbe(op, members, bytes, type, many, options.devices);
  absl::StatusOr<double> step = watch.step(probe, Workers::All);
  if (!step.ok())
    return step.status();
  double least = *step;
  if (bytes <= kFewBytes) {
    absl::StatusOr<double> alone = watch.step(probe, Workers::One);
    if (!alone.ok())
      return alone.status();
    least = std::min(least, *alone);
  }
  return std::max(1e-8, (least - host.stepSeconds) / many);
}

absl::Status Calibration::measureCollectives() {
  host.collectives.domain = "node";
  struct Kind {
    CollectiveKind op;
    const char *type = "f32", *pattern = "";
  };
  for (Kind kind :
       {Kind{CollectiveKind::AllReduce}, Kind{CollectiveKind::AllGather}, Kind{CollectiveKind::ReduceScatter},
        Kind{CollectiveKind::AllToAll}, Kind{CollectiveKind::Permute, "f32", "/ring_shift"},
        Kind{CollectiveKind::AllReduce, "bf16", "/bf16"}, Kind{CollectiveKind::ReduceScatter, "bf16", "/bf16"}})
    for (int64_t members = 2; members <= options.devices; members *= 2) {
      std::vector<Curve::Knot> knots;
      for (int64_t bytes : kCollectiveBytes) {
        absl::StatusOr<double> seconds = collectiveSeconds(kind.op, kind.type, members, bytes);
        if (!seconds.ok())
          return seconds.status();
        knots.push_back({std::log2(double(bytes)), std::log2(*seconds)});
        host.bestBytesPerSecond =
            std::max(host.bestBytesPerSecond, wireFactor(kind.op, members) * double(bytes) / *seconds);
      }
      host.collectives.curves.push_back({std::string(collectiveName(kind.op)) + kind.pattern, members,
                                         int64_t(knots.size()), Curve(std::move(knots))});
    }
  return absl::OkStatus();
}

absl::StatusOr<Calibration::Steps> Calibration::steps(const Probe &probe) {
  absl::StatusOr<double> one = watch.step(probe, Workers::One), all = watch.step(probe, Workers::All);
  if (!one.ok() || !all.ok())
    return one.ok() ? all.status() : one.status();
  return Steps{*one, *all};
}

/// How many cores the devices really get: by how much one worker takes longer than all for large products. And how long
/// they have one core only, until the others come: what all take for short kernels between collectives, beyond what so
/// many cores would.
absl::Status Calibration::measureCores() {
  std::vector<ProductSize> large(8, {kLargestProduct, kLargestProduct, kLargestProduct});
  absl::StatusOr<Steps> products = steps(productProbe(large, "f32", "nn", options.devices)),
                        phases = steps(phaseProbe(kPhaseElements, kPhases, options.devices)),
                        collectives = steps(collectiveProbe(CollectiveKind::AllReduce, options.devices,
                                                            4 * kPhaseElements, "f32", kPhases, options.devices));
  for (const auto *each : {&products, &phases, &collectives})
    if (!each->ok())
      return each->status();
  auto most = double(std::max(1u, std::thread::hardware_concurrency()));
  host.cores = std::clamp(products->one / products->all, 1.0, most);
  double work = std::max(0.0, phases->one - collectives->one) / kPhases;
  double took = (phases->all - collectives->all) / kPhases;
  if (host.cores > 1.05)
    host.wakeSeconds = std::clamp((took - work / host.cores) / (1 - 1 / host.cores), 0.0, work);
  return absl::OkStatus();
}

/// To four digits: what was measured is no better.
llvm::json::Value rounded(double number) {
  if (number == 0)
    return 0;
  double unit = std::pow(10, std::floor(std::log10(number)) - 3);
  return std::round(number / unit) * unit;
}

llvm::json::Value collectivesJson(const MeasuredSet &set) {
  llvm::json::Array curves;
  for (const MeasuredCurve &curve : set.curves) {
    llvm::json::Array bytes, seconds;
    for (const Curve::Knot &knot : curve.curve.knots()) {
      bytes.push_back(knot.log2Bytes);
      seconds.push_back(rounded(std::exp2(knot.log2Seconds)));
    }
    curves.push_back(llvm::json::Object{{"op", curve.op},
                                        {"n", curve.members},
                                        {"rows", curve.rows},
                                        {"log2_bytes", std::move(bytes)},
                                        {"seconds", std::move(seconds)}});
  }
  llvm::json::Array sets;
  sets.push_back(llvm::json::Object{{"domain", "node"},
                                    {"library", "host"},
                                    {"harness", "shardwright topology calibrate"},
                                    {"hardware", "this host"},
                                    {"curves", std::move(curves)}});
  return llvm::json::Object{{"device", "host_core"}, {"levels", 1}, {"sets", std::move(sets)}};
}

llvm::json::Array functionsJson(const std::vector<MeasuredDevice::FunctionSeconds> &functions) {
  llvm::json::Array rows;
  for (const MeasuredDevice::FunctionSeconds &row : functions)
    rows.push_back(llvm::json::Array{kMathTypeNames[static_cast<size_t>(row.type)],
                                     kFunctionNames[static_cast<size_t>(row.function)], rounded(row.startSeconds),
                                     rounded(row.seconds)});
  return rows;
}

llvm::json::Array slopesJson(const std::vector<MeasuredDevice::Slope> &slopes) {
  llvm::json::Array parts;
  for (const MeasuredDevice::Slope &slope : slopes)
    parts.push_back(llvm::json::Object{{"beyond", slope.beyond}, {"s", rounded(slope.seconds)}});
  return parts;
}

llvm::json::Value deviceJson(const Host &host, double memoryBytes) {
  llvm::json::Array products;
  double most[2] = {1, 1}; // of f32 and bf16
  for (const MeasuredDevice::Product &row : host.device.products) {
    products.push_back(llvm::json::Array{row.type, row.form, row.m, row.n, row.k, rounded(row.seconds)});
    double rate = 2.0 * double(row.m) * double(row.n) * double(row.k) / row.seconds;
    most[row.type == "bf16"] = std::max(most[row.type == "bf16"], rate);
  }
  double perByte = 0;
  for (const MeasuredDevice::Slope &part : host.device.traffic)
    perByte += part.seconds;
  llvm::json::Object measured{{"vector_step_s", rounded(host.device.vectorStepSeconds)},
                              {"scalar_step_s", rounded(host.device.scalarStepSeconds)},
                              {"loop_s", rounded(host.device.loopSeconds)},
                              {"vector_lanes", host.device.vectorLanes},
                              {"sort_step_s", rounded(host.device.sortStepSeconds)},
                              {"strided_step_s", slopesJson(host.device.strided)},
                              {"byte_s", slopesJson(host.device.traffic)},
                              {"functions", functionsJson(host.device.functions)},
                              {"products", std::move(products)}};
  llvm::json::Array memories;
  memories.push_back(llvm::json::Object{{"name", "dram"},
                                        {"bytes", memoryBytes},
                                        {"bytes_per_s", rounded(perByte > 0 ? 1 / perByte : host.bestBytesPerSecond)}});
  return llvm::json::Object{{"name", "host_core"},
                            {"summary", "a device of the host backend: a task on one of the cores"},
                            {"flops_per_s", llvm::json::Object{{"f32", rounded(most[0])}, {"bf16", rounded(most[1])}}},
                            {"memories", std::move(memories)},
                            {"launch_s", rounded(host.launchSeconds)},
                            {"step_s", rounded(host.stepSeconds)},
                            {"wake_s", rounded(host.wakeSeconds)},
                            {"shared_cores", rounded(host.cores)},
                            {"sends_beside_compute", false},
                            {"measured", std::move(measured)},
                            {"sources", llvm::json::Object{{"all", "shardwright topology calibrate"}}}};
}

} // namespace

absl::StatusOr<std::string> calibrateHost(const Options &options) {
  if (options.devices < 2 || options.devices > 64 || (options.devices & (options.devices - 1)))
    return absl::InvalidArgumentError(absl::StrCat(
        options.devices, " devices are no power of two from 2 to 64, which the groups of collectives need"));
  absl::StatusOr<Host> host = Calibration(options).run();
  if (!host.ok())
    return host.status();
  auto cores = static_cast<int64_t>(std::max(1u, std::thread::hardware_concurrency()));
  double memory = double(sysconf(_SC_PHYS_PAGES)) * double(sysconf(_SC_PAGE_SIZE));
  llvm::json::Array levels;
  levels.push_back(llvm::json::Object{{"name", "memory"},
                                      {"kind", "switch"},
                                      {"size", options.devices},
                                      {"bytes_per_s", rounded(host->bestBytesPerSecond * 1.01)},
                                      {"latency_s", rounded(host->launchSeconds)}});
  llvm::json::Object topology{
      {"name", "host"},
      {"summary", absl::StrCat(options.devices, " devices of the host backend on ", cores, " cores")},
      {"device", deviceJson(*host, memory / double(options.devices))},
      {"levels", std::move(levels)},
      {"measured", collectivesJson(host->collectives)},
      {"sources", llvm::json::Object{{"bytes_per_s", "the most that a collective reached"},
                                     {"latency_s", "a launch"},
                                     {"measured", "shardwright topology calibrate"}}}};
  std::string text;
  llvm::raw_string_ostream(text) << llvm::formatv("{0:2}", llvm::json::Value(std::move(topology))) << "\n";
  return text;
}

} // namespace shardwright::calibrate
