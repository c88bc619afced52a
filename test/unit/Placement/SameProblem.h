#ifndef TEST_UNIT_PLACEMENT_SAMEPROBLEM_H
#define TEST_UNIT_PLACEMENT_SAMEPROBLEM_H

#include "shardwright/Placement/ShardingProblem.h"

#include <algorithm>
#include <tuple>

namespace shardwright {

/// Compares everything that a problem or a plan holds, and counts on no table: a binding of all members no longer
/// compiles where one was added.
struct Same {
  template <typename T> bool operator()(const std::vector<T> &a, const std::vector<T> &b) const { return all(a, b); }
  template <typename T, unsigned N>
  bool operator()(const llvm::SmallVector<T, N> &a, const llvm::SmallVector<T, N> &b) const {
    return all(a, b);
  }
  template <typename T> bool operator()(const std::optional<T> &a, const std::optional<T> &b) const {
    return a.has_value() == b.has_value() && (!a || (*this)(*a, *b));
  }
  template <typename T> bool operator()(const T &a, const T &b) const { return a == b; }

  bool operator()(const fusion::OpForm &x, const fusion::OpForm &y) const {
    const auto &[a, b, c, d, e, f, g, h, i, j, k, l] = x;
    const auto &[A, B, C, D, E, F, G, H, I, J, K, L] = y;
    return each(std::tie(a, b, c, d, e, f, g, h, i, j, k, l), std::tie(A, B, C, D, E, F, G, H, I, J, K, L));
  }
  bool operator()(const ShardingProblem::LocalOp::Indexing &x, const ShardingProblem::LocalOp::Indexing &y) const {
    const auto &[a, b, c] = x;
    const auto &[A, B, C] = y;
    return each(std::tie(a, b, c), std::tie(A, B, C));
  }
  bool operator()(const ShardingProblem::Made &x, const ShardingProblem::Made &y) const {
    const auto &[a, b, c] = x;
    const auto &[A, B, C] = y;
    return each(std::tie(a, b, c), std::tie(A, B, C));
  }
  bool operator()(const cost::ProductWork &x, const cost::ProductWork &y) const {
    const auto &[a, b, c, d, e, f, g, h, i, j] = x;
    const auto &[A, B, C, D, E, F, G, H, I, J] = y;
    return each(std::tie(a, b, c, d, e, f, g, h, i, j), std::tie(A, B, C, D, E, F, G, H, I, J));
  }
  bool operator()(const ShardingProblem::LocalOp &x, const ShardingProblem::LocalOp &y) const {
    const auto &[a, b, c, d, e, f, g, h, i, j, k, l, m] = x;
    const auto &[A, B, C, D, E, F, G, H, I, J, K, L, M] = y;
    return each(std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m), std::tie(A, B, C, D, E, F, G, H, I, J, K, L, M));
  }
  bool operator()(const FactorWindow &x, const FactorWindow &y) const {
    const auto &[a, b, c, d, e, f, g] = x;
    const auto &[A, B, C, D, E, F, G] = y;
    return each(std::tie(a, b, c, d, e, f, g), std::tie(A, B, C, D, E, F, G));
  }
  bool operator()(const ShardingRule &x, const ShardingRule &y) const {
    const auto &[a, b, c, d, e, f, g, h, i, j] = x;
    const auto &[A, B, C, D, E, F, G, H, I, J] = y;
    return each(std::tie(a, b, c, d, e, f, g, h, i, j), std::tie(A, B, C, D, E, F, G, H, I, J));
  }
  bool operator()(const OpShapes &x, const OpShapes &y) const {
    const auto &[a, b] = x;
    const auto &[A, B] = y;
    return each(std::tie(a, b), std::tie(A, B));
  }
  bool operator()(const ShardingProblem::OpClass &x, const ShardingProblem::OpClass &y) const {
    const auto &[a, b, c, d, e] = x;
    const auto &[A, B, C, D, E] = y;
    return each(std::tie(a, b, c, d, e), std::tie(A, B, C, D, E));
  }
  bool operator()(const ElementType &x, const ElementType &y) const { return x.bytes == y.bytes && x.name == y.name; }
  bool operator()(const ShardingProblem::Value &x, const ShardingProblem::Value &y) const {
    const auto &[a, b, c, d, e, f, g] = x;
    const auto &[A, B, C, D, E, F, G] = y;
    return each(std::tie(a, b, c, d, e, f, g), std::tie(A, B, C, D, E, F, G));
  }
  bool operator()(const ShardingProblem::Op &x, const ShardingProblem::Op &y) const {
    const auto &[a, b, c, d, e, f] = x;
    const auto &[A, B, C, D, E, F] = y;
    return each(std::tie(a, b, c, d, e, f), std::tie(A, B, C, D, E, F));
  }
  bool operator()(const ShardingProblem::LoopCarried &x, const ShardingProblem::LoopCarried &y) const {
    const auto &[a, b, c, d, e] = x;
    const auto &[A, B, C, D, E] = y;
    return each(std::tie(a, b, c, d, e), std::tie(A, B, C, D, E));
  }
  bool operator()(const ShardingProblem::Region &x, const ShardingProblem::Region &y) const {
    const auto &[a, b, c, d, e] = x;
    const auto &[A, B, C, D, E] = y;
    return each(std::tie(a, b, c, d, e), std::tie(A, B, C, D, E));
  }
  bool operator()(const ShardingProblem &x, const ShardingProblem &y) const {
    const auto &[a, b, c, d, e, f, g] = x;
    const auto &[A, B, C, D, E, F, G] = y;
    return each(std::tie(a, b, c, d, e, f, g), std::tie(A, B, C, D, E, F, G));
  }
  bool operator()(const fusion::AttentionKernel::Read &x, const fusion::AttentionKernel::Read &y) const {
    const auto &[a, b] = x;
    const auto &[A, B] = y;
    return each(std::tie(a, b), std::tie(A, B));
  }
  bool operator()(const fusion::AttentionKernel &x, const fusion::AttentionKernel &y) const {
    const auto &[a, b, c, d, e, f, g, h, i, j] = x;
    const auto &[A, B, C, D, E, F, G, H, I, J] = y;
    return each(std::tie(a, b, c, d, e, f, g, h, i, j), std::tie(A, B, C, D, E, F, G, H, I, J));
  }
  bool operator()(const cost::AttentionSteps &x, const cost::AttentionSteps &y) const {
    const auto &[a, b, c, d] = x;
    const auto &[A, B, C, D] = y;
    return each(std::tie(a, b, c, d), std::tie(A, B, C, D));
  }
  bool operator()(const ShardingProblem::Attention::Tensor &x, const ShardingProblem::Attention::Tensor &y) const {
    const auto &[a, b] = x;
    const auto &[A, B] = y;
    return each(std::tie(a, b), std::tie(A, B));
  }
  bool operator()(const ShardingProblem::Attention::Kernel &x, const ShardingProblem::Attention::Kernel &y) const {
    const auto &[a, b, c, d] = x;
    const auto &[A, B, C, D] = y;
    return each(std::tie(a, b, c, d), std::tie(A, B, C, D));
  }
  bool operator()(const ShardingProblem::Attention::Sum &x, const ShardingProblem::Attention::Sum &y) const {
    const auto &[a, b, c, d] = x;
    const auto &[A, B, C, D] = y;
    return each(std::tie(a, b, c, d), std::tie(A, B, C, D));
  }
  bool operator()(const ShardingProblem::Attention &x, const ShardingProblem::Attention &y) const {
    const auto &[a, b, c, d, e, f] = x;
    const auto &[A, B, C, D, E, F] = y;
    return each(std::tie(a, b, c, d, e, f), std::tie(A, B, C, D, E, F));
  }
  bool operator()(const Price &x, const Price &y) const {
    const auto &[a, b, c, d] = x;
    const auto &[A, B, C, D] = y;
    return each(std::tie(a, b, c, d), std::tie(A, B, C, D));
  }
  bool operator()(const NextPlacement &x, const NextPlacement &y) const {
    return (*this)(x.placement, y.placement) && (*this)(x.more, y.more);
  }
  bool operator()(const PlacementChoice &x, const PlacementChoice &y) const {
    const auto &[a, b, c, d, e] = x;
    const auto &[A, B, C, D, E] = y;
    return each(std::tie(a, b, c, d, e), std::tie(A, B, C, D, E));
  }
  bool operator()(const PlacementPlan &x, const PlacementPlan &y) const {
    const auto &[a, b, c, d] = x;
    const auto &[A, B, C, D] = y;
    return each(std::tie(a, b, c, d), std::tie(A, B, C, D));
  }

private:
  template <typename L> bool all(const L &a, const L &b) const {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), *this);
  }
  template <typename T> bool each(const T &a, const T &b) const {
    return each(a, b, std::make_index_sequence<std::tuple_size_v<T>>());
  }
  template <typename T, size_t... I> bool each(const T &a, const T &b, std::index_sequence<I...>) const {
    return ((*this)(std::get<I>(a), std::get<I>(b)) && ...);
  }
};

/// The plan without choices that are no op's: its text leaves them out.
inline PlacementPlan withoutUnused(const PlacementPlan &plan) {
  PlacementPlan used = plan;
  used.choices.clear();
  for (size_t choice = 0; choice < plan.choices.size(); ++choice) {
    bool isUsed = false;
    for (size_t op = 0; op < plan.chosen.size(); ++op)
      if (plan.chosen[op] == static_cast<int64_t>(choice)) {
        used.chosen[op] = static_cast<int64_t>(used.choices.size());
        isUsed = true;
      }
    if (isUsed)
      used.choices.push_back(plan.choices[choice]);
  }
  return used;
}

} // namespace shardwright

#endif // TEST_UNIT_PLACEMENT_SAMEPROBLEM_H
