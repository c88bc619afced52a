// What the environment asks of the double of NCCL (../README.md lists the variables).
#ifndef TEST_CUDA_DOUBLE_NCCL_FAULTS_H
#define TEST_CUDA_DOUBLE_NCCL_FAULTS_H

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace shardwright::cudadouble {

/// "async:RANK:N:ERROR": the rank's N-th launch (from 1) never ends, and its communicator has an error from then on;
/// "absent:RANK:N": the launch never begins, so that the others wait; N 0: the rank never joins;
/// "call:RANK:FUNCTION:N:ERROR": the N-th call of the function returns the error.
class Faults {
public:
  static Faults &get();
  /// An error that is wanted of this call, or 0. RANK: of the communicator that it is given; none where it is given
  /// none, which stands for the first rank of this process.
  int ofCall(const std::string &function, std::optional<int> rank = {});
  enum class Launch { Good, Async, Absent };
  Launch ofLaunch(int rank, int &error);
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
  std::optional<int> first; ///< of this process, once one has joined
  int itsVersion = 22809;
  std::map<int, uint64_t> launches; ///< by rank
};

} // namespace shardwright::cudadouble

#endif // TEST_CUDA_DOUBLE_NCCL_FAULTS_H
