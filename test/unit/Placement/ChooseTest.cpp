// When a candidate may undo an agreement of operands.
#include "lib/Placement/Choose.h"

#include "shardwright/Cost/CostModel.h"

#include <gtest/gtest.h>

#include <vector>

using namespace shardwright;

namespace {

/// What is left of a candidate that keeps the agreement and one that does not.
size_t numLeft(Price kept, Price broken) {
  Candidate keeping, breaking;
  std::vector<PricedCandidate> priced{{{&keeping, false}, kept}, {{&breaking, true}, broken}};
  CostModel costs = CostModel::flat(*Mesh::create({{"x", 4}}));
  pruneAgreementBreakers(priced, costs);
  return priced.size();
}

Price priceOf(double sending, double work, double collectives) {
  Price price = Price::ofSending(sending, 1e6 * sending, collectives);
  price += Price::ofWork(work);
  return price;
}

TEST(ChooseTest, AnAgreementIsUndoneForHalfOfWhatIsSent) {
  EXPECT_EQ(numLeft(priceOf(8e-3, 1e-3, 1), priceOf(3e-3, 1e-3, 1)), 2u);
  EXPECT_EQ(numLeft(priceOf(8e-3, 1e-3, 1), priceOf(5e-3, 1e-3, 1)), 1u);
}

/// Each device scatters whole rows where it could scatter its columns of them: as much is sent, and many times the work
/// is done. The candidate was dropped, since only what is sent counted.
TEST(ChooseTest, AnAgreementIsUndoneForHalfOfAllWork) {
  EXPECT_EQ(numLeft(priceOf(1e-3, 8, 1), priceOf(2e-3, 8e-3, 2)), 2u);
  EXPECT_EQ(numLeft(priceOf(1e-3, 8, 1), priceOf(2e-3, 5, 2)), 1u);
}

/// Where prices leave out that collectives take time to start, it counts here.
TEST(ChooseTest, WhatAddedCollectivesTakeCounts) {
  const double start = CostModel::flat(*Mesh::create({{"x", 4}})).collectiveSeconds();
  ASSERT_GT(start, 0);
  EXPECT_EQ(numLeft(priceOf(start, 0, 1), priceOf(start / 4, 0, 1)), 2u);
  EXPECT_EQ(numLeft(priceOf(start, 0, 1), priceOf(start / 4, 0, 2)), 1u);
  EXPECT_EQ(numLeft(priceOf(0, start, 1), priceOf(0, start / 4, 1)), 2u);
  EXPECT_EQ(numLeft(priceOf(0, start, 1), priceOf(0, start / 4, 2)), 1u);
}

} // namespace
