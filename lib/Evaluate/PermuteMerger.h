#ifndef LIB_EVALUATE_PERMUTEMERGER_H
#define LIB_EVALUATE_PERMUTEMERGER_H

#include "lib/Evaluate/CommonRemover.h"
#include "lib/Evaluate/Instantiation.h"

#include <map>

namespace shardwright::evaluation {

/// Permutes of one value in which no device sends or receives twice become one, as the pass merge-permutes does it:
/// each of them is read as its own part of that one. After a change, looks at the values of which permutes changed.
class PermuteMerger {
public:
  PermuteMerger(Instantiation &instantiation, CommonRemover &common)
      : instantiation(instantiation), program(instantiation.program), common(common) {}

  /// Whether it changed the program.
  bool update();

private:
  /// By block and value.
  using Key = std::pair<uint32_t, LocalId>;
  struct Joint {
    llvm::SmallVector<OpId, 2> permutes; ///< in order
    llvm::SmallVector<OpId, 2> made;     ///< instead of them
  };
  struct Permutes {
    llvm::SmallVector<OpId, 2> all; ///< that somebody wants
    std::vector<Joint> joints;
  };
  struct State {
    LocalId value = kNone; ///< of a permute that somebody wants: what it sends
    OpId part = kNone;     ///< of a permute: what is read instead
    OpId permute = kNone;  ///< that this is a part instead of
    bool isTouched = false;
  };

  void touch(OpId op);
  bool isWanted(OpId permute) const;
  void list(OpId permute);
  bool dropOld(Permutes &permutes);
  std::vector<Joint> jointsOf(llvm::ArrayRef<OpId> permutes) const;
  void make(Joint &joint, LocalId value);
  void drop(const Joint &joint);

  Instantiation &instantiation;
  const DeviceProgram &program;
  CommonRemover &common;
  std::vector<State> states; ///< by op
  std::map<Key, Permutes> known;
  std::map<std::vector<uint32_t>, Fragment> fragments; ///< by what the permutes are
  std::vector<OpId> touched;
  std::vector<Key> open;
};

} // namespace shardwright::evaluation

#endif // LIB_EVALUATE_PERMUTEMERGER_H
