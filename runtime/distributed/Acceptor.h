#ifndef RUNTIME_DISTRIBUTED_ACCEPTOR_H
#define RUNTIME_DISTRIBUTED_ACCEPTOR_H

#include "runtime/distributed/Connection.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace shardwright::runtime {

/// What a process says first where others listen: its rank, how many it thinks there are, the token, and `text`.
Frame helloFrame(int rank, int size, const std::string &token, const std::string &text = "");

/// Takes the connections of those who know the token. Others are turned away as soon as they send anything else, and
/// nobody waits for those who send nothing: of these the oldest ones are closed when there are many.
class Acceptor {
public:
  /// Someone who knows the token; what it says of itself is not checked.
  struct Caller {
    std::unique_ptr<Connection> connection;
    uint32_t rank;
    uint64_t size;
    std::string text;
  };

  Acceptor(Listener &listener, const std::string &token) : listener(listener), token(token) {}
  /// Whoever has called by then; returns as soon as something has happened.
  std::vector<Caller> wait(std::chrono::milliseconds most);

private:
  Listener &listener;
  const std::string token;
  std::vector<std::unique_ptr<Connection>> strangers; ///< who have not said anything yet, oldest first
};

} // namespace shardwright::runtime

#endif // RUNTIME_DISTRIBUTED_ACCEPTOR_H
