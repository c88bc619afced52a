// What the environment asks of the double of NCCL (../README.md lists the variables).
#ifndef TEST_CUDA_DOUBLE_NCCL_FAULTS_H
#define TEST_CUDA_DOUBLE_NCCL_FAULTS_H

#include <cstdint>
#include <string>
#include <vector>

namespace shardwright::cudadouble {

/// "async:RANK:N:ERROR": the rank's N-th launch (from 1) never ends, and its communicator has an error from then on;
/// "absent:RANK:N": the launch never begins, so that the others wait; N 0: the rank never joins;
/// "call:RANK:FUNCTION:N:ERROR": the N-th call of the function returns the error.
class Faults {
public:
  static Faults &get();
  /// Of this process, once it has joined.
  void setRank(int number) { rank = number; }
  /// An error that is wanted of this call, or 0.
  int ofCall(const std::string &function);
  enum class Launch { Good, Async, Absent };
  Launch ofLaunch(int &error);
  bool neverJoins(int number) const;
  int version() const { return itsVersion; }

private:
  Faults();
  struct Fault {
    std::string what, function;
    int rank = 0, error = 0;
    uint64_t at = 0, seen = 0;
  };
  std::vector<Fault> faults;
  int rank = 0, itsVersion = 22809;
  uint64_t launches = 0;
};

} // namespace shardwright::cudadouble

#endif // TEST_CUDA_DOUBLE_NCCL_FAULTS_H
