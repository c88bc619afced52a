#ifndef SHARDWRIGHT_PASSES_LOWER_SPLITMASKEDACCESSES_H
#define SHARDWRIGHT_PASSES_LOWER_SPLITMASKEDACCESSES_H

namespace llvm {
class Module;
} // namespace llvm

namespace shardwright::lower {

/// Masked loads and stores of more than `registerBits` become those of as many registers; where a register's lanes are
/// known to be off, nothing is left. LLVM 22 splits them, too, but where half of the lanes of a mask are known to be
/// off and the others are not, it loads all of that half (x86 with AVX2: what a pad puts there is lost, and what lies
/// behind the buffer is read). Elements narrower than 32 bits are left: LLVM makes branches of them.
void splitMaskedAccesses(llvm::Module &module, unsigned registerBits);

} // namespace shardwright::lower

#endif // SHARDWRIGHT_PASSES_LOWER_SPLITMASKEDACCESSES_H
