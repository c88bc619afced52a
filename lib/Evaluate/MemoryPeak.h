#ifndef LIB_EVALUATE_MEMORYPEAK_H
#define LIB_EVALUATE_MEMORYPEAK_H

#include "lib/Evaluate/Schedule.h"

namespace shardwright::evaluation {

/// The most bytes that are alive at once while the units of a schedule run in their order: what the caller keeps from
/// the beginning to the end; what is made from the unit that makes it to the last that reads it, results to the end;
/// nothing of what is made within a kernel. A loop carries values in the buffers that they enter with, where nobody
/// else reads those, and adds what its body holds beside them. Linear in the program.
class MemoryPeak {
public:
  MemoryPeak(const DeviceProgram &program, const Schedule &schedule, const Kernels &kernels)
      : program(program), schedule(schedule), kernels(kernels) {}

  struct Held {
    LocalId value;
    double bytes;
  };
  struct Peak {
    double bytes = 0;
    std::vector<Held> held; ///< what is alive then, in the order in which it is made
  };
  Peak find() const;

private:
  /// Points of a block: 2p while its unit p runs, 2p + 1 behind it.
  struct Life {
    LocalId value;
    double bytes;
    size_t begin, end; ///< the first point and the last
  };
  struct Lives {
    void add(const Life &life) {
      places[life.value] = all.size();
      all.push_back(life);
    }
    std::vector<Life> all;
    llvm::DenseMap<LocalId, size_t> places; ///< by value
  };
  struct Inner {
    size_t point;
    Peak peak;
  };
  Peak peakOf(uint32_t block) const;
  void addArguments(uint32_t block, Lives &lives) const;
  void addResults(OpId op, size_t place, Lives &lives) const;
  Life *writtenOver(OpId op, LocalId result, size_t place, Lives &lives) const;
  Life lifeOf(LocalId value, uint32_t block, size_t begin) const;
  size_t lastRead(LocalId value, uint32_t block) const;
  bool isCarriedOn(LocalId value, OpId region) const;

  const DeviceProgram &program;
  const Schedule &schedule;
  const Kernels &kernels;
};

} // namespace shardwright::evaluation

#endif // LIB_EVALUATE_MEMORYPEAK_H
