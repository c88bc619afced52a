#include "runtime/distributed/Rendezvous.h"

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

#include <string>

namespace shardwright::runtime {
namespace {

constexpr const char *kAddress = "SHARDWRIGHT_ADDRESS", *kToken = "SHARDWRIGHT_TOKEN";
constexpr size_t kLeastToken = 16, kMostToken = 1024;

/// What a launcher calls rank and number of ranks.
struct Launcher {
  const char *rank, *size, *address, *port; ///< port null: behind the address
};
constexpr Launcher kTorchrun{"RANK", "WORLD_SIZE", "MASTER_ADDR", "MASTER_PORT"};
constexpr Launcher kJax{"JAX_PROCESS_ID", "JAX_NUM_PROCESSES", "JAX_COORDINATOR_ADDRESS", nullptr};

/// Its first error is kept; what follows it does not matter.
class Reader {
public:
  explicit Reader(const Rendezvous::Environment &environment) : environment(environment) {}

  bool has(const char *name) const { return environment(name) != nullptr; }
  std::string text(const char *name) {
    if (const char *value = environment(name))
      return value;
    fail(absl::StrCat(name, " is not set in the environment: the backend tcp needs ", kTorchrun.rank, ", ",
                      kTorchrun.size, ", ", kTorchrun.address, " and ", kTorchrun.port, ", or ", kJax.rank, ", ",
                      kJax.size, " and ", kJax.address));
    return "";
  }
  int number(const char *name, int least, int most) { return number(name, text(name), least, most); }
  int number(const char *name, const std::string &value, int least, int most) {
    int number = least;
    if (!absl::SimpleAtoi(value, &number) || number < least || number > most)
      fail(absl::StrCat(name, " needs a whole number from ", least, " to ", most, ", got '", value, "'"));
    return number;
  }
  /// `host:port`, `[address of IPv6]:port`
  void place(const char *name, MeetingPlace &place) {
    const std::string value = text(name);
    const size_t colon = value.rfind(':');
    absl::string_view host = absl::string_view(value).substr(0, colon);
    if (absl::ConsumePrefix(&host, "["))
      absl::ConsumeSuffix(&host, "]");
    if (colon == std::string::npos || host.empty())
      return fail(absl::StrCat(name, " needs HOST:PORT, got '", value, "'"));
    place.addresses = {std::string(host)};
    place.port = number(name, value.substr(colon + 1), 1, 65535);
  }
  void fail(const std::string &message) {
    if (status.ok())
      status = absl::InvalidArgumentError(message);
  }

  absl::Status status;

private:
  const Rendezvous::Environment &environment;
};

} // namespace

absl::StatusOr<Rendezvous> Rendezvous::from(const Environment &environment) {
  Reader reader(environment);
  const Launcher &launcher = reader.has(kJax.rank) ? kJax : kTorchrun;
  Rendezvous found;
  found.size = reader.number(launcher.size, 1, 1 << 20);
  found.rank = reader.number(launcher.rank, 0, found.size - 1);
  if (reader.has(kAddress)) {
    reader.place(kAddress, found.place);
  } else if (launcher.port) {
    found.place.addresses = {reader.text(launcher.address)};
    found.place.port = reader.number(launcher.port, 1, 65535);
  } else {
    reader.place(launcher.address, found.place);
  }
  if (!reader.has(kToken))
    reader.fail(absl::StrCat(kToken, " is not set in the environment: give all processes the same text that nobody can "
                                     "guess, as `openssl rand -hex 16` prints it"));
  else
    found.place.token = environment(kToken);
  const size_t length = found.place.token.size();
  if (length < kLeastToken || length > kMostToken || found.place.token.find('\n') != std::string::npos)
    reader.fail(
        absl::StrCat(kToken, " needs ", kLeastToken, " to ", kMostToken, " characters in one line, it has ", length));
  if (!reader.status.ok())
    return reader.status;
  return found;
}

} // namespace shardwright::runtime
