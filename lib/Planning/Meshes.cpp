#include "lib/Planning/Meshes.h"

#include "dialects/sharding/Shardings.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <set>

namespace shardwright::planning {
namespace {

constexpr const char *kAxisNames[] = {"x", "y", "z", "w"};

/// Meshes that lie on the machine, each way of lying once.
class Unlike {
public:
  explicit Unlike(const MachineOptions &machine) : machine(machine) {}

  void add(llvm::ArrayRef<int64_t> sizes) {
    std::vector<MeshAxis> axes;
    for (auto [number, size] : llvm::enumerate(sizes))
      axes.push_back({kAxisNames[number], size});
    absl::StatusOr<Mesh> mesh = Mesh::create(std::move(axes));
    if (!mesh.ok())
      return;
    absl::StatusOr<CostModel> model = makeCostModel(machine, *mesh);
    if (!model.ok())
      return;
    std::vector<std::pair<int64_t, int64_t>> places;
    for (const MeshAxis &axis : mesh->axes())
      places.push_back({axis.size, model->placeOf(AxisRef{axis.name})});
    llvm::sort(places);
    if (seen.insert(std::move(places)).second)
      meshes.push_back(*std::move(mesh));
  }

  std::vector<Mesh> meshes;

private:
  const MachineOptions &machine;
  std::set<std::vector<std::pair<int64_t, int64_t>>> seen;
};

bool isPrime(int64_t number) {
  for (int64_t divisor = 2; divisor * divisor <= number; ++divisor)
    if (number % divisor == 0)
      return false;
  return true;
}

void factorise(int64_t devices, size_t axes, std::vector<int64_t> &sizes, Unlike &unlike) {
  if (axes == 1) {
    sizes.push_back(devices);
    unlike.add(sizes);
    sizes.pop_back();
    return;
  }
  for (int64_t size = 2; size <= devices / 2; ++size)
    if (devices % size == 0) {
      sizes.push_back(size);
      factorise(devices / size, axes - 1, sizes, unlike);
      sizes.pop_back();
    }
}

} // namespace

std::vector<Mesh> meshesOf(int64_t devices, size_t axes, const MachineOptions &machine) {
  Unlike unlike(machine);
  std::vector<int64_t> sizes;
  for (size_t number = 1; number <= axes; ++number)
    factorise(devices, number, sizes, unlike);
  return std::move(unlike.meshes);
}

std::vector<Mesh> splitsOf(const Mesh &mesh, const MachineOptions &machine) {
  Unlike unlike(machine);
  for (size_t axis = 0; axis < mesh.numAxes(); ++axis) {
    const int64_t whole = mesh.axes()[axis].size;
    for (int64_t size = 2; size <= whole / 2; ++size)
      if (whole % size == 0) {
        std::vector<int64_t> sizes;
        for (auto [number, other] : llvm::enumerate(mesh.axes()))
          if (number == axis)
            sizes.insert(sizes.end(), {size, whole / size});
          else
            sizes.push_back(other.size);
        if (sizes.size() <= std::size(kAxisNames))
          unlike.add(sizes);
      }
  }
  return std::move(unlike.meshes);
}

void setMeshOf(mlir::ModuleOp module, const Mesh &mesh) {
  sharding::setMesh(module, mesh);
  if (auto partitions = module->getAttrOfType<mlir::IntegerAttr>("mhlo.num_partitions"))
    module->setAttr("mhlo.num_partitions", mlir::IntegerAttr::get(partitions.getType(), mesh.numDevices()));
}

std::vector<Mesh> neighboursOf(const Mesh &mesh, const MachineOptions &machine) {
  Unlike unlike(machine);
  std::vector<int64_t> sizes;
  for (const MeshAxis &axis : mesh.axes())
    sizes.push_back(axis.size);
  for (size_t from = 0; from < sizes.size(); ++from)
    for (size_t to = 0; to < sizes.size(); ++to)
      for (int64_t prime = 2; from != to && prime <= sizes[from]; ++prime)
        if (sizes[from] % prime == 0 && isPrime(prime)) {
          std::vector<int64_t> moved = sizes;
          moved[from] /= prime;
          moved[to] *= prime;
          llvm::erase(moved, 1);
          unlike.add(moved);
        }
  return std::move(unlike.meshes);
}

} // namespace shardwright::planning
