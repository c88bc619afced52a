#include "lib/Placement/StartShares.h"

#include "llvm/ADT/STLExtras.h"

#include <map>

namespace shardwright {
namespace {

using Op = ShardingProblem::Op;

/// No collective of more operands is counted on.
constexpr double kMostShares = 1 / kLeastPriceShare;

class StartShares {
public:
  explicit StartShares(const ShardingProblem &program)
      : program(program), early(program.values.size(), true), late(program.values.size(), true),
        isRead(program.values.size()), block(program.values.size()) {
    for (const Op &op : program.ops)
      for (size_t operand : op.operands)
        isRead[program.values[operand].root] = true;
  }

  std::vector<double> find() {
    findBlocks();
    findEarly();
    findLate();
    std::map<std::pair<size_t, bool>, double> waiting; // how many values, by block and whether they are early
    auto isWaiting = [&](size_t root) {
      const ShardingProblem::Value &value = program.values[root];
      return value.root == root && !value.free && !value.shape.empty() && isRead[root] && (early[root] || late[root]);
    };
    for (size_t root = 0; root < program.values.size(); ++root)
      if (isWaiting(root))
        ++waiting[{block[root], early[root]}];
    std::vector<double> shares(program.values.size(), 1);
    for (size_t root = 0; root < program.values.size(); ++root)
      if (isWaiting(root))
        shares[root] = 1 / std::min(kMostShares, waiting[{block[root], early[root]}]);
    return shares;
  }

private:
  bool isProduct(const Op &op) const { return op.opClass >= 0 && program.classes[op.opClass].isProduct(); }

  /// The innermost region around each value's op.
  void findBlocks() {
    llvm::SmallVector<size_t> around{0};
    size_t next = 0;
    for (auto [index, op] : llvm::enumerate(program.ops)) {
      for (; next < program.regions.size() && program.regions[next].enter == index; ++next)
        around.push_back(next + 1);
      while (around.back() > 0 && program.regions[around.back() - 1].leave == index)
        around.pop_back();
      for (size_t result : op.results)
        block[result] = around.back();
    }
  }

  /// What a block is given, and what is made of one such value alone. What a loop leaves had to wait for its products.
  void findEarly() {
    std::vector<bool> isLeave(program.ops.size());
    for (const ShardingProblem::Region &region : program.regions)
      isLeave[region.leave] = true;
    for (auto [index, op] : llvm::enumerate(program.ops)) {
      bool isEarly = !isProduct(op) && !isLeave[index];
      if (op.opClass >= 0)
        isEarly &= llvm::count_if(op.operands, [&](size_t v) { return !program.values[v].shape.empty(); }) <= 1 &&
                   llvm::all_of(op.operands, [&](size_t v) { return early[v]; });
      for (size_t result : op.results)
        early[result] = isEarly;
    }
  }

  /// What no product waits for.
  void findLate() {
    for (const Op &op : llvm::reverse(program.ops)) {
      bool isLate = op.results.empty() || ((op.opClass >= 0 ? !isProduct(op) : program.isOtherName(op)) &&
                                           llvm::all_of(op.results, [&](size_t v) { return late[v]; }));
      if (isLate)
        continue;
      for (size_t operand : op.operands)
        late[operand] = late[program.values[operand].root] = false;
    }
  }

  const ShardingProblem &program;
  std::vector<bool> early, late, isRead;
  std::vector<size_t> block;
};

} // namespace

std::vector<double> findPriceShares(const CostModel &costs, const ShardingProblem &program) {
  if (costs.secondsPerByteSent() || costs.mesh().numDevices() == 1)
    return std::vector<double>(program.values.size(), 1);
  std::vector<double> shares = StartShares(program).find();
  double start = costs.leastStartSeconds(), perByte = costs.leastSecondsPerByte();
  for (auto [share, value] : llvm::zip_equal(shares, program.values)) {
    double seconds = perByte * static_cast<double>(value.element.bytes);
    for (int64_t size : value.shape)
      seconds *= static_cast<double>(size);
    share = (share * start + seconds) / (start + seconds);
  }
  return shares;
}

} // namespace shardwright
