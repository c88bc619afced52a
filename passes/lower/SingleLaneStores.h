#ifndef SHARDWRIGHT_PASSES_LOWER_SINGLELANESTORES_H
#define SHARDWRIGHT_PASSES_LOWER_SINGLELANESTORES_H

namespace llvm {
class Module;
} // namespace llvm

namespace shardwright::lower {

/// Masked stores of one known lane become stores of that element. Where the elements were made narrower just before,
/// LLVM 22 writes such a lane as wide as it was (llvm-project issue 179489), over the bytes behind it.
/// Last of what changes the code: masks have become constants by then.
void storeSingleLanes(llvm::Module &module);

} // namespace shardwright::lower

#endif // SHARDWRIGHT_PASSES_LOWER_SINGLELANESTORES_H
