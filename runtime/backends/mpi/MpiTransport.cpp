#include "runtime/distributed/Transport.h"

#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <vector>

/// Messages over MPI: point to point, on a communicator of our own. MPI is called from one thread at a time.
namespace shardwright::runtime {
namespace {

class MpiTransport : public Transport {
public:
  bool open() {
    int isInitialized = 0, provided = 0;
    MPI_Initialized(&isInitialized);
    if (!isInitialized && !check(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided)))
      return false;
    MPI_Query_thread(&provided);
    if (provided < MPI_THREAD_SERIALIZED) {
      std::snprintf(text, sizeof(text), "this MPI can be called from one thread only");
      return false;
    }
    ownsMpi = !isInitialized;
    if (!check(MPI_Comm_dup(MPI_COMM_WORLD, &world)))
      return false;
    MPI_Comm_set_errhandler(world, MPI_ERRORS_RETURN);
    MPI_Comm local;
    if (!check(MPI_Comm_rank(world, &ownRank)) || !check(MPI_Comm_size(world, &numRanks)) ||
        !check(MPI_Comm_split_type(world, MPI_COMM_TYPE_SHARED, ownRank, MPI_INFO_NULL, &local)) ||
        !check(MPI_Comm_size(local, &numLocal)))
      return false;
    MPI_Comm_free(&local);
    void *value = nullptr;
    int isSet = 0;
    MPI_Comm_get_attr(world, MPI_TAG_UB, &value, &isSet);
    if (isSet)
      tags = static_cast<int64_t>(*static_cast<int *>(value)) + 1;
    return true;
  }

  int rank() const override { return ownRank; }
  int size() const override { return numRanks; }
  int localSize() const override { return numLocal; }

  bool broadcast(void *bytes, uint64_t count) override {
    return check(MPI_Bcast(bytes, static_cast<int>(count), MPI_BYTE, 0, world));
  }

  Posted send(int to, int tag, const void *data, uint64_t bytes, void *owner) override {
    MPI_Request request = MPI_REQUEST_NULL;
    int isDone = 0; // most small messages are at once
    if (!check(MPI_Isend(data, static_cast<int>(bytes), MPI_BYTE, to, tagOf(tag), world, &request)) ||
        !check(MPI_Test(&request, &isDone, MPI_STATUS_IGNORE)))
      return Posted::Failed;
    return isDone ? Posted::Now : wait(request, owner);
  }
  Posted receive(int from, int tag, void *data, uint64_t bytes, void *owner) override {
    MPI_Request request = MPI_REQUEST_NULL;
    if (!check(MPI_Irecv(data, static_cast<int>(bytes), MPI_BYTE, from, tagOf(tag), world, &request)))
      return Posted::Failed;
    return wait(request, owner);
  }

  int poll(void **done, int most) override {
    if (!ready.empty() || requests.empty()) // those of the last call that it had no room for, when nothing goes on, too
      return numReady(done, most);
    indices.resize(requests.size());
    int count = 0;
    if (!check(MPI_Testsome(static_cast<int>(requests.size()), requests.data(), &count, indices.data(),
                            MPI_STATUSES_IGNORE)))
      return -1;
    if (count <= 0)
      return numReady(done, most);
    std::sort(indices.begin(), indices.begin() + count);
    for (int i = count; i-- > 0;) {
      const auto at = static_cast<size_t>(indices[static_cast<size_t>(i)]);
      ready.push_back(owners[at]);
      requests[at] = requests.back();
      requests.pop_back();
      owners[at] = owners.back();
      owners.pop_back();
    }
    return numReady(done, most);
  }

  const char *error() const override { return text; }

  void close() override {
    MPI_Comm_free(&world);
    if (ownsMpi)
      MPI_Finalize();
  }

private:
  bool check(int code) {
    if (code == MPI_SUCCESS)
      return true;
    char reason[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    MPI_Error_string(code, reason, &length);
    std::snprintf(text, sizeof(text), "MPI: %s", reason);
    return false;
  }

  int tagOf(int tag) const { return static_cast<int>(tag % tags); }

  int numReady(void **done, int most) {
    const int count = std::min(most, static_cast<int>(ready.size()));
    std::copy(ready.end() - count, ready.end(), done);
    ready.resize(ready.size() - static_cast<size_t>(count));
    return count;
  }

  Posted wait(MPI_Request request, void *owner) {
    requests.push_back(request);
    owners.push_back(owner);
    return Posted::Later;
  }

  MPI_Comm world = MPI_COMM_NULL;
  bool ownsMpi = false;
  int ownRank = 0, numRanks = 1, numLocal = 1;
  int64_t tags = 32768;
  std::vector<MPI_Request> requests;
  std::vector<void *> owners; ///< of the requests
  std::vector<void *> ready;  ///< owners of what is done that poll() has not told of
  std::vector<int> indices;
  char text[MPI_MAX_ERROR_STRING + 16] = "";
};

} // namespace
} // namespace shardwright::runtime

extern "C" __attribute__((visibility("default"))) shardwright::runtime::Transport *
shardwrightTransport(int version, char *error, uint64_t errorBytes) {
  using namespace shardwright::runtime;
  if (version != kTransportVersion) {
    std::snprintf(error, errorBytes, "it is of version %d, %d is wanted", kTransportVersion, version);
    return nullptr;
  }
  auto *transport = new MpiTransport;
  if (transport->open())
    return transport;
  std::snprintf(error, errorBytes, "%s", transport->error());
  delete transport;
  return nullptr;
}
