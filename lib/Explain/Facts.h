#ifndef LIB_EXPLAIN_FACTS_H
#define LIB_EXPLAIN_FACTS_H

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// What there is to say about a program, as plain values: what text, JSON and the page are written from.
namespace shardwright::explanation {

/// Where something is written: in the file that is explained, and in what that was exported from.
struct Place {
  std::string file;
  unsigned line = 0;  ///< 0: not known
  std::string author; ///< `model.py:42:7`, where the file tells
  std::string path;   ///< `jit(step)/layer/dot_general`, where the file tells

  /// `line 88`, `model.py:42:7 (line 88)`; the path in front of it where there is one.
  std::string text() const;
  bool operator==(const Place &other) const;
};

/// A value: `%105`, or what it is where the file has no name for it.
struct ValueName {
  std::string name;  ///< `%105`; empty: the program has it, not the file
  std::string words; ///< `result of stablehlo.dot_general`
  Place place;

  std::string text() const { return name.empty() ? words : name; }
};

/// Who decided that a dimension is split over an axis: a neighbour that had it, through an op, or the author.
struct AxisOrigin {
  unsigned dim = 0;
  std::string axis;
  std::string through; ///< the op; where the author wrote it, `its annotation`, `a constraint`, `the constraint on it`
  Place place;
  std::optional<size_t> from; ///< the neighbour, by number in Facts::values, where it is one of them
  ValueName fromName;
  bool isWritten = false;
};

struct Value {
  ValueName name;
  std::string op; ///< the operation that makes it, `argument`, or `result of the function`
  std::string type;
  std::string sharding; ///< as propagation decided
  std::string computed; ///< as it is computed, where a cheaper placement was chosen
  int64_t localBytes = 0;
  std::vector<AxisOrigin> origins;
};

/// The second cheapest way to run the op that a collective is for, as the difference to the one chosen: of a step, as
/// often as the op runs in it.
struct Alternative {
  std::string placement, words; ///< as of Cause
  double bytes = 0, flops = 0, touched = 0;
  double collectives = 0;
  double seconds = 0; ///< on the machine that decided: what the choice went by
};

/// Why a collective is there.
struct Cause {
  std::string user; ///< `operand 1 of stablehlo.dot_general`
  Place place;
  ValueName value; ///< what changes its sharding
  std::string from, to;
  /// Of the user, by factors and for people; empty where the program itself asks for the sharding.
  std::string placement, words;
  std::optional<Alternative> next;
  /// Who asks for the sharding where no placement does: `the program returns it so`. To leave the value as it is saves
  /// this collective.
  std::string asked;
};

struct Collective {
  std::string op, kind;
  std::vector<std::string> axes;
  int64_t members = 1;
  int64_t bytesSent = 0; ///< by one device, once
  int64_t executed = 1;
  bool unknownTrips = false; ///< inside a loop of unknown trip count, of which one iteration is counted
  std::vector<Cause> causes; ///< none: part of an op
  std::string partOf;        ///< then a sentence on that op; empty: the program itself does it
  Place place;
  std::optional<double> seconds; ///< once
  std::string derivation;
  int64_t bytesPerStep() const { return bytesSent * executed; }
  double secondsPerStep() const { return seconds.value_or(0) * static_cast<double>(executed); }
};

/// Something that runs for itself in a step: a kernel, a product, a collective, a loop.
struct PricedOp {
  std::string name;
  Place place;
  int64_t executed = 1;
  bool unknownTrips = false; ///< as of Collective
  double seconds = 0;        ///< once
  double flops = 0, bytes = 0;
  int64_t bytesSent = 0;
  std::string bound; ///< what decides how long it takes: `launch`, `compute`, `memory`, `network`
  std::string derivation;
  bool isCollective = false, isLoop = false;
  /// A product: the type of the units that compute it, `bf16 x 3` where in three passes, and their rate for it.
  std::string units;
  double unitsFlopsPerSecond = 0;

  double secondsPerStep() const { return seconds * static_cast<double>(executed); }
};

/// What runs when, in a step or in one trip of a loop.
struct TaskTrack {
  std::optional<uint32_t> loop; ///< by number in Step::ops
  double seconds = 0;
  struct Task {
    uint32_t op = 0; ///< by number in Step::ops
    bool sends = false;
    double begin = 0, end = 0;
    bool isCritical = false; ///< on the way that decides how long all of it takes
  };
  std::vector<Task> tasks;
};

/// What is alive at the peak.
struct Culprit {
  ValueName value;
  int64_t bytes = 0;
};

/// What to change, and how much of a step that could save.
struct Suggestion {
  std::string text;
  double seconds = 0;
};

/// A step on a machine.
struct Step {
  std::string machine, device;
  double seconds = 0, computing = 0, communication = 0, exposed = 0;
  double modelUtilization = 0, hardwareUtilization = 0;
  /// What they are made of: of all devices, products of the program without what is recomputed, what is recomputed of
  /// them, and what devices run; the rate of one device that they are measured by, and its type.
  double modelFlops = 0, recomputedFlops = 0, hardwareFlops = 0, peakFlopsPerSecond = 0;
  std::string peakType;
  /// Of the device: products of the type that most of them have, and its memory.
  std::string type;
  double flopsPerSecond = 0, bytesPerSecond = 0, memoryBytes = 0;
  std::vector<PricedOp> ops;
  std::vector<TaskTrack> blocks;                  ///< the step, then loops
  std::vector<std::pair<double, int64_t>> memory; ///< from that second on
  double peakSeconds = 0;
  int64_t peakBytes = 0;
  std::vector<Culprit> culprits;       ///< the largest first; their sum is the peak
  std::vector<Suggestion> suggestions; ///< what saves most first
  std::vector<std::string> notes;
};

/// An operation of the per-device program, for the picture.
struct Node {
  std::string op;
  Place place;
  std::optional<size_t> value;      ///< its first result, by number in Facts::values
  std::optional<size_t> collective; ///< by number in Facts::collectives
  std::optional<uint32_t> priced;   ///< by number in Step::ops
  size_t region = 0;                ///< in which it stands
  std::vector<size_t> inputs;       ///< nodes of the same region whose results it reads
  std::vector<size_t> arguments;    ///< values that the function is given and it reads
  std::vector<unsigned> returned;   ///< as which results of the function
};

/// The program's block (number 0), or that of a loop or branch.
struct Region {
  std::optional<size_t> owner; ///< a node
  std::optional<int64_t> trips;
};

struct Graph {
  std::vector<Region> regions;
  std::vector<Node> nodes;
};

struct Facts {
  std::string file;
  std::string source; ///< its text, long lines cut; empty where it is none
  int64_t devices = 1;
  std::vector<std::pair<std::string, int64_t>> mesh;
  std::vector<Value> values;
  std::vector<Collective> collectives; ///< in program order
  int64_t bytesPerDevice = 0, flopsPerDevice = 0, peakBytes = 0;
  bool isPeakUpperBound = false; ///< the host cannot lower the program: each value in memory of its own
  bool hasShardings = true;      ///< the program, as it was given, says how something is split
  Graph graph;
  std::optional<Step> step; ///< where a machine is known
};

} // namespace shardwright::explanation

#endif // LIB_EXPLAIN_FACTS_H
