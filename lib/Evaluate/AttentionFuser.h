#ifndef LIB_EVALUATE_ATTENTIONFUSER_H
#define LIB_EVALUATE_ATTENTIONFUSER_H

#include "lib/Evaluate/CommonRemover.h"
#include "lib/Evaluate/Instantiation.h"

#include <map>

namespace shardwright::evaluation {

/// Puts kernels of attention in place of ops, as lowering does it (passes/lower/FuseAttention.h): where every op of
/// them is one on blocks that reads what the others make as it is made, and kernels take no longer. The ops stay, and
/// nobody reads them. After a change, looks at the attention whose ops, or what feeds them, it touches.
class AttentionFuser {
public:
  AttentionFuser(Instantiation &instantiation, CommonRemover &common);

  /// Whether it changed the program.
  bool update();

private:
  struct Kernel {
    double seconds;
    OpId place;
    llvm::SmallVector<LocalId, 6> reads;
    llvm::SmallVector<LocalId, 3> replaces; ///< results of ops
    bool operator==(const Kernel &other) const {
      return seconds == other.seconds && place == other.place && reads == other.reads && replaces == other.replaces;
    }
  };
  /// As of ShardingProblem::Attention::Sum: vectors, the sums of others, factors and divisors.
  struct Sum {
    OpId place;
    llvm::SmallVector<LocalId, 4> reads;
    llvm::SmallVector<int64_t, 5> sumsDims; ///< of the space
    bool isAligned = false;                 ///< vectors lie in the order of the result
    bool operator==(const Sum &other) const {
      return place == other.place && reads == other.reads && sumsDims == other.sumsDims && isAligned == other.isAligned;
    }
  };
  struct Fused {
    std::vector<Kernel> kernels;
    std::vector<Sum> sums;
    bool operator==(const Fused &other) const { return kernels == other.kernels && sums == other.sums; }
  };
  /// An operand of an op, and what it is.
  struct Edge {
    size_t op, operand, value;
  };
  struct Group {
    const ShardingProblem::Attention *what = nullptr;
    std::vector<Edge> inside;                ///< from one op of it to another, or to what feeds one
    std::vector<std::vector<Edge>> entering; ///< by kernel: what its ops read of others
    std::optional<Fused> fused;
    std::vector<llvm::SmallVector<OpId, 2>> made;
    llvm::SmallVector<OpId, 4> calls; ///< of that, the kernels
    llvm::SmallVector<OpId, 8> replaced;
    bool isDirty = false;
  };

  void touch(OpId op);
  std::optional<Fused> fusedNow(const Group &group) const;
  void addReads(const Group &group, const Edge &edge, llvm::SmallVectorImpl<LocalId> &reads) const;
  bool isOfIndices(LocalId value) const;
  bool isComputedAtPoints(const Group &group, LocalId value) const;
  std::optional<Sum> sumNow(const Group &group, const ShardingProblem::Attention::Sum &sum, const Fused &fused) const;
  LocalId outputNow(llvm::ArrayRef<ShardingProblem::Attention::Tensor> chain, size_t &length) const;
  bool isOne(size_t op) const { return instantiation.opsOf(op).size() == 1; }

  void make(Group &group);
  void makeKernel(Group &group, const Kernel &kernel);
  void makeSum(Group &group, const Sum &own, const ShardingProblem::Attention::Sum &sum);
  void drop(Group &group);
  void replace(Group &group, LocalId value, LocalId by);
  /// A transpose, what repeats or a sum: by kind and dimensions.
  const fusion::OpForm &form(fusion::OpForm::Kind kind, llvm::ArrayRef<int64_t> dims);

  Instantiation &instantiation;
  CommonRemover &common;
  const DeviceProgram &program;
  const ShardingProblem &problem;
  std::optional<cost::AttentionRates> rates;
  std::vector<size_t> makers; ///< by value: op
  std::vector<Group> groups;
  std::vector<llvm::SmallVector<uint32_t, 1>> groupsOf; ///< by op of the problem
  std::vector<uint32_t> dirty;
  std::map<std::pair<fusion::OpForm::Kind, std::vector<int64_t>>, const fusion::OpForm *> forms;
};

} // namespace shardwright::evaluation

#endif // LIB_EVALUATE_ATTENTIONFUSER_H
