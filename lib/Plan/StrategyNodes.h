#ifndef LIB_PLAN_STRATEGYNODES_H
#define LIB_PLAN_STRATEGYNODES_H

#include "lib/Plan/OpStrategies.h"
#include "shardwright/Plan/Strategies.h"

namespace shardwright::plan {

/// What is decided as one, and its choices.
struct StrategyNode {
  enum class Kind : uint8_t {
    Op,    ///< by which candidate it runs
    Held,  ///< how an argument or a loop-carried value is sharded; an argument may have one copy beside
    Copies ///< in which shardings a value that several share is there
  };
  Kind kind = Kind::Op;
  size_t index = 0;                          ///< of the op, of the held value (StrategyNodes::held), of the root
  std::vector<const Candidate *> candidates; ///< of an op
  std::vector<llvm::SmallVector<ShardingId, 2>> shardings; ///< of the others

  size_t numChoices() const { return kind == Kind::Op ? candidates.size() : shardings.size(); }
  /// It has more than one choice.
  bool isOpen() const { return numChoices() > 1; }
};

/// An argument, the result of the program that takes its place, or what is handed on by a loop or barrier: sharded
/// alike wherever it is made or asked for.
struct HeldValue {
  std::optional<size_t> carried;  ///< of the program's loopCarried
  std::optional<size_t> argument; ///< a value
  std::optional<size_t> returned; ///< position among what the program returns
  size_t value = 0;               ///< whose shape it has
  bool isFixed = false;
  llvm::SmallVector<size_t, 3> makes;                      ///< roots
  llvm::SmallVector<std::pair<size_t, size_t>, 2> readsAt; ///< ops and positions
};

/// The nodes of a program's planning problem, and who makes and reads each root.
class StrategyNodes {
public:
  StrategyNodes(OwnPrices &own, Changes &changes, const StrategyOptions &options);

  std::vector<StrategyNode> nodes;
  std::vector<HeldValue> held;

  /// A user of a root.
  struct Use {
    int64_t node = -1; ///< -1: it needs what the state says
    AssignmentPricer::Use use;
  };
  struct Root {
    int64_t maker = -1; ///< a node; -1: it is made as the state says
    size_t result = 0;  ///< of an op
    llvm::SmallVector<Use, 4> uses;
    int64_t copies = -1;                   ///< the node that holds it for its users; -1: none
    llvm::SmallVector<uint32_t, 4> around; ///< the nodes with a choice that make or read it, each once
  };
  std::vector<Root> roots; ///< by value

  /// What the program ends in, if it returns anything.
  std::optional<size_t> returns() const;

  ShardingId made(const Root &root, uint32_t choice) const;
  ShardingId need(const Use &use, uint32_t choice) const;
  /// The one sharding that a node holds or asks for, where it has one.
  std::optional<ShardingId> fixedAt(int64_t node) const;

  std::vector<int64_t> nodeOfOp;
  std::vector<std::vector<double>> ownTicks; ///< by op and candidate
  /// Likewise: as of OpMarginals, of all candidates that there were.
  std::vector<std::vector<double>> ticksUpTo, ticksFrom;

private:
  void sortByTime();
  void addHeld();
  void addArguments();
  void addLoopCarried();
  void addReturned();
  void addOps();
  void connect();
  void keepCheapest();
  void findHeldShardings();
  void addCopies();
  void addCopiesBeside(StrategyNode &node, const Root &root);
  void addPairs(StrategyNode &node, size_t root, llvm::ArrayRef<ShardingId> needs, bool firstIsMade);
  llvm::SmallVector<ShardingId, 8> needsOf(const Root &root) const;
  llvm::SmallVector<ShardingId, 8> makesOf(const Root &root) const;
  std::vector<std::vector<double>> ticksOfUsers(size_t root, Changes::ListId list);
  std::vector<double> ticksOfMaker(size_t root, Changes::ListId wanted, size_t numWanted);
  /// Of more than the most, the cheapest for makers and users of roots; some first ones and the smallest stay.
  void keepCheapest(StrategyNode &node, size_t first, size_t value, llvm::ArrayRef<size_t> made,
                    llvm::ArrayRef<size_t> read);

  OwnPrices &own;
  Changes &changes;
  OpStrategies included; ///< of the plans that are among the choices
  AssignmentPricer &pricer;
  SolverState &state;
  const StrategyOptions &options;
};

} // namespace shardwright::plan

#endif // LIB_PLAN_STRATEGYNODES_H
