#include "passes/lower/LaunchGroups.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"

#include <algorithm>

namespace shardwright::lower {
namespace {

/// A launch that takes longer than so many launches do gains nothing from being part of another.
constexpr double kLongest = 64;

/// Launches that are one.
struct Group {
  llvm::SmallVector<unsigned, 1> steps;
  llvm::SmallVector<unsigned, 4> kernels;
  int64_t bytes = 0, parameters = 0, sharedBytes = 0;
  bool isPlain = true;
};

class Grouper {
public:
  Grouper(llvm::ArrayRef<GroupedStep> steps, const GroupLimits &limits)
      : steps(steps), limits(limits), rounds(steps.size(), 0), alive(steps.size(), 0) {
    findNeeds();
    findAlive();
  }

  std::vector<llvm::SmallVector<unsigned, 1>> run() {
    for (unsigned i = 0; i != steps.size(); ++i) {
      now = i;
      if (!isDone(i))
        releaseDeferred();
      if (isDone(i))
        continue;
      emit(missing(i));
      if (steps[i].isLaunch) {
        deferred.push_back(i);
        continue;
      }
      order.push_back({i});
      rounds[i] = ++round;
    }
    emit(deferred);
    return std::move(order);
  }

private:
  /// By step: the earlier ones whose memory it writes over, or that write what it touches.
  void findNeeds() {
    llvm::DenseMap<unsigned, unsigned> writer;
    llvm::DenseMap<unsigned, llvm::SmallVector<unsigned>> readers; // since it was written
    needs.resize(steps.size());
    for (unsigned i = 0; i != steps.size(); ++i) {
      auto need = [&](unsigned other) {
        if (other != i && !llvm::is_contained(needs[i], other))
          needs[i].push_back(other);
      };
      for (llvm::ArrayRef<unsigned> all :
           {llvm::ArrayRef<unsigned>(steps[i].reads), llvm::ArrayRef<unsigned>(steps[i].writes)})
        for (unsigned memory : all)
          if (auto it = writer.find(memory); it != writer.end())
            need(it->second);
      for (unsigned memory : steps[i].writes)
        for (unsigned reader : readers[memory])
          need(reader);
      for (unsigned memory : steps[i].writes) {
        writer[memory] = i;
        readers[memory].clear();
      }
      for (unsigned memory : steps[i].reads)
        readers[memory].push_back(i);
    }
  }

  void findAlive() {
    int64_t bytes = 0;
    for (unsigned i = 0; i != steps.size(); ++i) {
      bytes += steps[i].born;
      alive[i] = bytes;
      most = std::max(most, bytes);
      bytes -= steps[i].freed;
    }
    most += static_cast<int64_t>(limits.launchBytes);
  }

  bool isDone(unsigned step) const { return rounds[step] != 0; }

  llvm::SmallVector<unsigned> missing(unsigned step) const {
    return llvm::filter_to_vector(needs[step], [&](unsigned other) { return !isDone(other); });
  }

  /// What waits holds what it alone still reads.
  void releaseDeferred() {
    int64_t held = 0;
    for (unsigned step : deferred)
      held += steps[step].freed - steps[step].born;
    if (held > 0 && alive[now] + held > most)
      return emit(deferred);
    emit(llvm::filter_to_vector(deferred, [&](unsigned step) { return now - step > limits.window; }));
  }

  bool fits(const Group &group, const GroupedStep &step) const {
    const bool isNew = !llvm::is_contained(group.kernels, step.kernel);
    if (group.parameters + step.parameters > limits.parameters ||
        static_cast<double>(group.bytes + step.bytes) > kLongest * limits.launchBytes)
      return false;
    if (!isNew && group.kernels.size() == 1)
      return true;
    if (isNew && (static_cast<int64_t>(group.kernels.size()) == limits.kernels ||
                  group.sharedBytes + step.sharedBytes > limits.sharedBytes))
      return false;
    // Threads get the registers of the kernel that takes most of them, so that fewer of the others run at a time: the
    // lesser part at half the memory's speed, say.
    return (group.isPlain && step.isPlain) ||
           static_cast<double>(std::min(group.bytes, step.bytes)) <= limits.launchBytes;
  }

  static void add(Group &group, unsigned number, const GroupedStep &step) {
    group.steps.push_back(number);
    if (!llvm::is_contained(group.kernels, step.kernel)) {
      group.kernels.push_back(step.kernel);
      group.sharedBytes += step.sharedBytes;
    }
    group.bytes += step.bytes;
    group.parameters += step.parameters;
    group.isPlain &= step.isPlain;
  }

  /// Whether no more is alive at most where the launch runs now instead of at its place; notes it where so.
  bool comesEarlier(unsigned step) {
    const int64_t bytes = steps[step].born;
    for (unsigned i = now; i != step; ++i)
      if (bytes > 0 && alive[i] + bytes > most)
        return false;
    for (unsigned i = now; i != step; ++i)
      alive[i] += bytes;
    return true;
  }

  /// Runs these, which need nothing that has not run, with what else may.
  void emit(llvm::SmallVector<unsigned> wanted) {
    if (wanted.empty())
      return;
    ++round;
    std::vector<Group> groups;
    auto groupFor = [&](unsigned number) {
      return llvm::find_if(groups, [&](const Group &group) { return fits(group, steps[number]); });
    };
    auto choose = [&](Group &group, unsigned number) {
      add(group, number, steps[number]);
      rounds[number] = round;
    };
    llvm::sort(wanted);
    for (unsigned number : wanted) {
      auto group = groupFor(number);
      choose(group == groups.end() ? groups.emplace_back() : *group, number);
    }
    // What needs one of those that run now does not run with them.
    auto isReady = [&](unsigned number) {
      return steps[number].isLaunch && !isDone(number) &&
             llvm::all_of(needs[number], [&](unsigned other) { return isDone(other) && rounds[other] != round; });
    };
    auto join = [&](unsigned number) {
      if (!isReady(number))
        return;
      auto group = groupFor(number);
      if (group != groups.end() && (number < now || comesEarlier(number)))
        choose(*group, number);
    };
    for (unsigned number : deferred)
      join(number);
    const uint64_t end = std::min<uint64_t>(steps.size(), uint64_t{now} + limits.window);
    for (unsigned number = now; number < end; ++number)
      join(number);
    llvm::erase_if(deferred, [&](unsigned number) { return isDone(number); });
    for (Group &group : groups) {
      llvm::sort(group.steps);
      order.push_back(std::move(group.steps));
    }
  }

  llvm::ArrayRef<GroupedStep> steps;
  const GroupLimits &limits;
  std::vector<llvm::SmallVector<unsigned, 4>> needs;
  std::vector<unsigned> rounds; ///< when a step was chosen, from 1 on; 0: not yet
  unsigned round = 0;
  std::vector<int64_t> alive; ///< bytes while a step runs, at its first place, with what comes earlier
  int64_t most = 0;
  unsigned now = 0;
  llvm::SmallVector<unsigned> deferred; ///< launches that nothing has needed yet; none needs another
  std::vector<llvm::SmallVector<unsigned, 1>> order;
};

} // namespace

std::vector<llvm::SmallVector<unsigned, 1>> groupLaunches(llvm::ArrayRef<GroupedStep> steps,
                                                          const GroupLimits &limits) {
  return Grouper(steps, limits).run();
}

} // namespace shardwright::lower
