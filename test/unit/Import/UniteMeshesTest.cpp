// Random meshes over the same devices: every axis of every mesh, and every sub-axis that the union has, numbers the
// same devices as the axes that it is mapped to.
#include "passes/import/UniteMeshes.h"

#include "shardwright/Sharding/Meaning.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <iostream>
#include <numeric>
#include <random>

using namespace shardwright;

namespace {
constexpr unsigned kSeed = 5;

using Random = std::mt19937;

/// The prime factors in random order, some of them joined; sometimes an axis of size 1.
std::vector<MeshAxis> randomAxes(int64_t devices, Random &random) {
  std::vector<int64_t> sizes;
  for (int64_t prime = 2, rest = devices; rest > 1; prime += rest % prime != 0)
    for (; rest % prime == 0; rest /= prime)
      sizes.push_back(prime);
  std::shuffle(sizes.begin(), sizes.end(), random);
  for (size_t i = 0; i + 1 < sizes.size();)
    if (random() % 2) {
      sizes[i] *= sizes[i + 1];
      sizes.erase(sizes.begin() + i + 1);
    } else {
      ++i;
    }
  if (random() % 4 == 0)
    sizes.insert(sizes.begin() + random() % (sizes.size() + 1), 1);
  static const char *names[] = {"x", "y", "z", "w", "v", "u"};
  size_t first = random() % 2; // names that other meshes have too
  std::vector<MeshAxis> axes;
  for (int64_t size : sizes)
    axes.push_back({names[first++], size});
  return axes;
}

/// None, an exchange of digits, or any.
std::vector<int64_t> randomOrder(int64_t devices, Random &random) {
  std::vector<int64_t> order(devices);
  std::iota(order.begin(), order.end(), 0);
  if (random() % 3 == 0)
    std::shuffle(order.begin(), order.end(), random);
  else if (random() % 2 == 0)
    for (int64_t position = 0; position < devices; ++position)
      order[position] = devices % 2 ? position : position / 2 + position % 2 * (devices / 2);
  return order;
}

int64_t positionOf(const Mesh &mesh, int64_t device) {
  llvm::ArrayRef<int64_t> order = mesh.deviceOrder();
  return order.empty() ? device : std::find(order.begin(), order.end(), device) - order.begin();
}

/// Devices have the same number along an axis of a mesh as along what it is in the union.
void expectSameNumbers(const Mesh &mesh, const MeshUnion &all, size_t index, const AxisRef &axis,
                       llvm::ArrayRef<AxisRef> mapped) {
  for (int64_t device = 0; device < mesh.numDevices(); ++device) {
    const int64_t standIn = all.isReordered(index) ? all.device(index, device) : device;
    EXPECT_EQ(blockIndex(mesh, axis, positionOf(mesh, device)),
              blockIndex(all.mesh(), mapped, positionOf(all.mesh(), standIn)))
        << axis.str() << " of " << mesh.str() << " in " << all.mesh().str() << ", device " << device;
  }
}
} // namespace

TEST(UniteMeshes, NumbersDevicesAlike) {
  std::cout << "seed " << kSeed << "\n";
  Random random(kSeed);
  int united = 0, reordered = 0;
  for (int round = 0; round < 2000; ++round) {
    const int64_t devices = std::vector<int64_t>{2, 4, 6, 8, 12, 16, 24}[random() % 7];
    std::vector<Mesh> meshes;
    for (unsigned count = random() % 3 + 1; count > 0; --count)
      meshes.push_back(*Mesh::create(randomAxes(devices, random), randomOrder(devices, random)));
    size_t culprit = 0;
    absl::StatusOr<MeshUnion> all = MeshUnion::create(meshes, culprit);
    if (!all.ok()) {
      EXPECT_GT(culprit, 0u);
      continue;
    }
    ++united;
    EXPECT_EQ(all->mesh().numDevices(), devices);
    for (size_t index = 0; index < meshes.size(); ++index) {
      reordered += all->isReordered(index);
      for (const MeshAxis &axis : meshes[index].axes()) {
        std::optional<AxisList> whole = all->map(index, AxisRef(axis.name));
        ASSERT_TRUE(whole.has_value());
        expectSameNumbers(meshes[index], *all, index, AxisRef(axis.name), *whole);
        for (const AxisRef &part : *whole)
          EXPECT_FALSE(part.sub.has_value()) << part.str() << " of " << all->mesh().str();
        for (int64_t pre = 1; pre < axis.size; ++pre)
          for (int64_t size = 2; axis.size % pre == 0 && size <= axis.size / pre; ++size)
            if (axis.size / pre % size == 0 && size < axis.size)
              if (std::optional<AxisList> part = all->map(index, AxisRef(axis.name, pre, size)))
                expectSameNumbers(meshes[index], *all, index, AxisRef(axis.name, pre, size), *part);
      }
    }
  }
  EXPECT_GT(united, 1000);
  EXPECT_GT(reordered, 100);
}

TEST(UniteMeshes, RefusesOtherMachines) {
  size_t culprit = 0;
  EXPECT_FALSE(
      MeshUnion::create({*Mesh::create({{"a", 1}}), *Mesh::create({{"x", 4}}), *Mesh::create({{"y", 2}})}, culprit)
          .ok());
  EXPECT_EQ(culprit, 2u);
}
