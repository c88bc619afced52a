// Messages between doubles in several processes: files in a folder that the unique id names, each written whole, read
// once and removed by whom it is for.
#ifndef TEST_CUDA_DOUBLE_NCCL_BOARD_H
#define TEST_CUDA_DOUBLE_NCCL_BOARD_H

#include <optional>
#include <string>

namespace shardwright::cudadouble {

class Board {
public:
  explicit Board(std::string folder) : folder(std::move(folder)) {}
  /// A folder that nobody has; empty: none can be made.
  static std::string make();

  void post(const std::string &name, const std::string &bytes) const;
  /// What has been posted under the name, or nothing yet.
  std::optional<std::string> take(const std::string &name) const;
  /// Removes the folder where nothing is left in it.
  void leave() const;
  /// And with all that is in it.
  void drop() const;

private:
  std::string folder;
};

} // namespace shardwright::cudadouble

#endif // TEST_CUDA_DOUBLE_NCCL_BOARD_H
