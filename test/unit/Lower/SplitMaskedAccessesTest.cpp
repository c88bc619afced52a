// Masked accesses, register by register.
#include "passes/lower/SplitMaskedAccesses.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"

#include "gtest/gtest.h"

namespace {

class SplitMaskedAccesses : public testing::Test {
protected:
  /// How many masked accesses are left of a load under %c and `known`, of seven lanes of ten, and a store of `known`.
  void split(unsigned registerBits) {
    std::string known =
        "<i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0>";
    std::string stored =
        "<i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0>";
    llvm::SMDiagnostic problem;
    module = llvm::parseAssemblyString(
        "define void @f(ptr %in, ptr %out, <16 x i1> %c, <16 x float> %otherwise) {\n"
        "%m = and <16 x i1> %c, " +
            known +
            "\n"
            "%v = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %in, <16 x i1> %m, <16 x float> "
            "%otherwise)\n"
            "call void @llvm.masked.store.v16f32.p0(<16 x float> %v, ptr align 4 %out, <16 x i1> " +
            stored +
            ")\n"
            "ret void\n}\n"
            "declare <16 x float> @llvm.masked.load.v16f32.p0(ptr, <16 x i1>, <16 x float>)\n"
            "declare void @llvm.masked.store.v16f32.p0(<16 x float>, ptr, <16 x i1>)\n",
        problem, context);
    ASSERT_TRUE(module) << problem.getMessage().str();
    shardwright::lower::splitMaskedAccesses(*module, registerBits);
    ASSERT_FALSE(llvm::verifyModule(*module, &llvm::errs()));
  }

  int count(llvm::Intrinsic::ID id) {
    int found = 0;
    for (llvm::Instruction &instruction : llvm::instructions(*module->getFunction("f")))
      if (auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
        found += call->getIntrinsicID() == id;
    return found;
  }
  int countOf(unsigned opcode) {
    int found = 0;
    for (llvm::Instruction &instruction : llvm::instructions(*module->getFunction("f")))
      found += instruction.getOpcode() == opcode;
    return found;
  }

  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
};

/// The second half of the load is off: it is what it would be otherwise. Of the store, the first half is all on.
TEST_F(SplitMaskedAccesses, NothingIsLeftOfLanesThatAreOff) {
  split(256);
  EXPECT_EQ(count(llvm::Intrinsic::masked_load), 1);
  EXPECT_EQ(count(llvm::Intrinsic::masked_store), 1);
  EXPECT_EQ(countOf(llvm::Instruction::Store), 1);
  EXPECT_EQ(countOf(llvm::Instruction::Load), 0);
}

TEST_F(SplitMaskedAccesses, WhatFitsARegisterStays) {
  split(512);
  EXPECT_EQ(count(llvm::Intrinsic::masked_load), 1);
  EXPECT_EQ(count(llvm::Intrinsic::masked_store), 1);
  EXPECT_EQ(countOf(llvm::Instruction::Store), 0);
}

} // namespace
