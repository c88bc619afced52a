#ifndef TEST_FUZZ_OPFAMILIES_H
#define TEST_FUZZ_OPFAMILIES_H

#include "test/fuzz/Generator.h"

namespace shardwright::fuzz {

/// Adds one operation (and what it needs) to the program; false where nothing there is fits it.
using OpFamily = bool (*)(Generator &g);

struct WeightedFamily {
  int weight;
  OpFamily add;
};

/// One function a file.
std::vector<WeightedFamily> elementwiseFamilies();
std::vector<WeightedFamily> movementFamilies();
std::vector<WeightedFamily> reductionFamilies();
std::vector<WeightedFamily> windowFamilies();
std::vector<WeightedFamily> productFamilies();
std::vector<WeightedFamily> indexingFamilies();
std::vector<WeightedFamily> controlFamilies();
std::vector<WeightedFamily> manualFamilies();

} // namespace shardwright::fuzz

#endif // TEST_FUZZ_OPFAMILIES_H
