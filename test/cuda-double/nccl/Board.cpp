#include "test/cuda-double/nccl/Board.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace shardwright::cudadouble {

std::string Board::make() {
  for (const char *parent : {"/dev/shm", "/tmp"}) {
    std::string name = std::string(parent) + "/shardwright-nccl-XXXXXX";
    if (mkdtemp(name.data()))
      return name;
  }
  return "";
}

void Board::post(const std::string &name, const std::string &bytes) const {
  const std::string part = folder + "/." + name, whole = folder + "/" + name;
  std::ofstream(part, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  std::error_code ignored;
  std::filesystem::rename(part, whole, ignored);
}

std::optional<std::string> Board::take(const std::string &name) const {
  std::ifstream file(folder + "/" + name, std::ios::binary);
  if (!file)
    return std::nullopt;
  std::ostringstream bytes;
  bytes << file.rdbuf();
  unlink((folder + "/" + name).c_str());
  return bytes.str();
}

void Board::leave() const { rmdir(folder.c_str()); }

void Board::drop() const {
  std::error_code ignored;
  std::filesystem::remove_all(folder, ignored);
}

} // namespace shardwright::cudadouble
