#ifndef RUNTIME_BACKENDS_HOST_WORKERCHOICE_H
#define RUNTIME_BACKENDS_HOST_WORKERCHOICE_H

#include <array>
#include <chrono>
#include <cstdint>

namespace shardwright::runtime::host {

/// Whether executions of one program are quicker with all workers or with the calling thread alone. Phases of some
/// microseconds between two collectives take longer where another core has to fetch their data, by how much depends on
/// where the cores lie; so the first executions try both, and now and then some try again. Executions that take long
/// are worth all workers. The results are the same either way.
class WorkerChoice {
public:
  using Duration = std::chrono::steady_clock::duration;

  /// Of the next execution.
  bool isAlone() const { return isTrying() ? isAloneIn(phase) : alone; }
  /// Whether it matters how long that takes.
  bool isTimed() const { return isTrying() || alone; }
  /// It is done; `time`: where that matters.
  void done(Duration time);

private:
  static constexpr int kOfEach = 4;
  /// All workers around the one, so that a machine that becomes slower or quicker meanwhile favours neither.
  static constexpr int kPhases = 3, kCounted[kPhases] = {kOfEach / 2, kOfEach, kOfEach / 2};
  bool isTrying() const { return phase < kPhases; }
  static bool isAloneIn(int phase) { return phase == 1; }
  void note(Duration time);
  void decide(bool isAlone);

  std::array<Duration, kOfEach> all{}, one{};
  int numAll = 0, numOne = 0;
  int phase = 0, counted = 0; ///< of the trial
  Duration inPhase{};
  uint32_t passed = 0;
  Duration longest{}; ///< of one that runs alone
  bool alone = false;
};

} // namespace shardwright::runtime::host

#endif // RUNTIME_BACKENDS_HOST_WORKERCHOICE_H
