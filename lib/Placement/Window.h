#ifndef LIB_PLACEMENT_WINDOW_H
#define LIB_PLACEMENT_WINDOW_H

#include "lib/Placement/Assignment.h"

#include <limits>

namespace shardwright {

/// Of a Price, what decides on a machine; infinite ticks: there is no way.
struct SearchPrice {
  double ticks = 0, bytes = 0;

  static SearchPrice none() { return {std::numeric_limits<double>::infinity(), 0}; }
  static SearchPrice of(const Price &price) { return {price.ticks, price.bytes}; }
  bool isNone() const { return ticks == none().ticks; }
  bool operator<(const SearchPrice &other) const {
    return ticks != other.ticks ? ticks < other.ticks : bytes < other.bytes;
  }
  SearchPrice operator+(const SearchPrice &other) const { return {ticks + other.ticks, bytes + other.bytes}; }
  SearchPrice &operator+=(const SearchPrice &other) { return *this = *this + other; }
  SearchPrice operator-(const SearchPrice &other) const { return {ticks - other.ticks, bytes - other.bytes}; }
};

/// Some ops whose candidates are open, while all others are assigned: what AssignmentPricer says of them, in tables.
class Window {
public:
  /// `ops`: in program order. `candidates`: of each of them, at least one. Of the assignment, that of other ops is
  /// read.
  Window(AssignmentPricer &pricer, llvm::ArrayRef<size_t> ops, std::vector<std::vector<const Candidate *>> candidates,
         const Assignment &assignment);

  /// A number of a sharding within a root, of a candidate within an op, of an op within the window; -1: not (yet) one.
  using Index = int32_t;
  using Choice = llvm::SmallVector<Index, 8>; // by op

  struct User {
    Index op;                 ///< -1: not of the window
    Index need = -1;          ///< of one that is not of the window
    bool handsOn = false;     ///< as of AssignmentPricer::Use
    std::vector<Index> needs; ///< by candidate
  };
  struct Root {
    size_t value;
    Index maker = -1;         ///< of the window
    Index made = -1;          ///< where it is not made in the window
    std::vector<Index> makes; ///< by candidate of the maker
    std::vector<User> users;  ///< in the order in which they run
    Index lastUser = -1;      ///< of the window
    llvm::SmallVector<ShardingId, 8> shardings;
    std::vector<SearchPrice> distances; ///< from × to; negative ticks: not asked yet
    std::vector<double> bounds;         ///< on their ticks, likewise
  };
  struct Op {
    size_t index;
    std::vector<const Candidate *> candidates;
    std::vector<SearchPrice> own;
    llvm::SmallVector<Index, 4> operands, results; ///< roots, each once
  };
  std::vector<Op> ops;
  std::vector<Root> roots;

  struct Need {
    Index sharding;
    bool isRead;
  };
  using Needs = llvm::SmallVector<Need, 8>;
  /// What a user needs, if it is not of the window or its candidate is chosen.
  static std::optional<Need> needOf(const User &user, const Choice &choice) {
    if (user.op < 0)
      return Need{user.need, !user.handsOn};
    if (choice[user.op] < 0)
      return std::nullopt;
    return Need{user.needs[choice[user.op]], true};
  }

  SearchPrice distance(Root &root, Index from, Index to);
  /// No more ticks than that, without looking for the price where it is not known.
  double ticksAtLeast(Root &root, Index from, Index to);
  /// Of bringing a root to all needs, in order.
  SearchPrice reshards(Root &root, Index made, llvm::ArrayRef<Need> needs);
  /// Of all own prices and all roots.
  SearchPrice total(const Choice &choice);
  /// Leaves out candidates by which the window costs no less whatever the others', by own prices alone: nobody asks
  /// what their changes of sharding cost. False where an op is left without.
  bool keepBelow(const SearchPrice &limit);

private:
  void addRoots(size_t op);
  void keep(Index op, llvm::ArrayRef<Index> candidates);
  void fill(Root &root, const Assignment &assignment);
  Index numberIn(Root &root, ShardingId sharding);
  Index opOf(size_t index) const;

  AssignmentPricer &pricer;
};

} // namespace shardwright

#endif // LIB_PLACEMENT_WINDOW_H
