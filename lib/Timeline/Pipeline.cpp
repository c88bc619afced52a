#include "shardwright/Timeline/Pipeline.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>

namespace shardwright {
namespace {

enum class Pass { Forward, Backward, WeightGradients };

/// One microbatch through one chunk of a stage.
struct Work {
  Pass pass;
  int64_t microbatch, chunk;
};

/// What a stage does, in order.
std::vector<Work> workOf(const Pipeline &p, int64_t stage) {
  int64_t total = p.microbatches * p.chunks, group = p.stages * p.chunks;
  auto work = [&](Pass pass, int64_t i) -> Work {
    if (p.chunks == 1)
      return {pass, i, 0};
    int64_t chunk = i % group / p.stages;
    return {pass, i / group * p.stages + i % p.stages, pass == Pass::Forward ? chunk : p.chunks - 1 - chunk};
  };
  // How many forwards precede the first backward.
  int64_t ahead = total;
  if (p.order != PipelineOrder::AllForwardAllBackward)
    ahead = p.chunks == 1 ? p.stages - stage : 2 * (p.stages - stage - 1) + (p.chunks - 1) * p.stages + 1;
  ahead = std::min(ahead, total);
  std::vector<Work> out;
  for (int64_t i = 0; i < ahead; ++i)
    out.push_back(work(Pass::Forward, i));
  const bool isSplit = p.order == PipelineOrder::ZeroBubble;
  for (int64_t i = 0; i < total; ++i) {
    out.push_back(work(Pass::Backward, i));
    if (isSplit && i >= stage)
      out.push_back(work(Pass::WeightGradients, i - stage));
    if (ahead + i < total)
      out.push_back(work(Pass::Forward, ahead + i));
  }
  for (int64_t i = std::max<int64_t>(0, total - stage); isSplit && i < total; ++i)
    out.push_back(work(Pass::WeightGradients, i));
  return out;
}

class Builder {
public:
  explicit Builder(const Pipeline &pipeline) : p(pipeline) {}

  TaskGraph build() {
    std::vector<std::vector<Work>> work;
    for (int64_t stage = 0; stage < p.stages; ++stage) {
      graph.queues.push_back({static_cast<uint32_t>(stage), false});
      graph.queues.push_back({static_cast<uint32_t>(stage), true});
      work.push_back(workOf(p, stage));
    }
    // A task may only wait for earlier ones: each stage goes on as far as what it waits for is there.
    std::vector<size_t> done(static_cast<size_t>(p.stages), 0);
    for (bool isMoving = true; isMoving;) {
      isMoving = false;
      for (int64_t stage = 0; stage < p.stages; ++stage)
        for (size_t &at = done[stage]; at < work[stage].size() && add(stage, work[stage][at]); ++at)
          isMoving = true;
    }
    return std::move(graph);
  }

private:
  /// Where in the model, of stages * chunks parts.
  int64_t part(int64_t stage, int64_t chunk) const { return chunk * p.stages + stage; }

  double seconds(Pass pass, int64_t part) const {
    double seconds = pass == Pass::Forward    ? p.forward
                     : pass == Pass::Backward ? p.backward - weightGradients()
                                              : weightGradients();
    return seconds * (p.parts.empty() ? 1 : p.parts[part]);
  }
  double weightGradients() const { return p.order == PipelineOrder::ZeroBubble ? p.weightGradients : 0; }

  std::string name(const Work &work) const {
    const char *pass = work.pass == Pass::Forward    ? "forward "
                       : work.pass == Pass::Backward ? "backward "
                                                     : "gradients of weights ";
    return absl::StrCat(pass, work.microbatch, p.chunks > 1 ? absl::StrCat(" of chunk ", work.chunk) : "");
  }

  /// False where what it waits for is not there yet.
  bool add(int64_t stage, const Work &work) {
    int64_t here = part(stage, work.chunk), last = p.stages * p.chunks - 1;
    const bool isForward = work.pass == Pass::Forward, travels = work.pass != Pass::WeightGradients;
    Task task;
    task.name = name(work);
    task.queues = {static_cast<uint32_t>(2 * stage)};
    task.seconds = seconds(work.pass, here);
    if (travels && (isForward ? here > 0 : here < last)) {
      auto arrived = sent.find({isForward, work.microbatch, here});
      if (arrived == sent.end())
        return false;
      task.after.push_back(arrived->second);
    }
    uint32_t number = graph.tasks.size();
    if (isForward) {
      Buffer kept{absl::StrCat("activations of microbatch ", work.microbatch),
                  static_cast<uint32_t>(stage),
                  p.activationBytes,
                  number,
                  {},
                  false};
      activations[{work.microbatch, here}] = graph.buffers.size();
      graph.buffers.push_back(std::move(kept));
    } else {
      Buffer &kept = graph.buffers[activations.at({work.microbatch, here})];
      kept.usedBy.push_back(number);
      task.after.push_back(*kept.madeBy);
    }
    graph.tasks.push_back(std::move(task));
    if (travels && (isForward ? here < last : here > 0))
      sent[{isForward, work.microbatch, here + (isForward ? 1 : -1)}] = send(stage, number);
    return true;
  }

  /// The task after which the neighbour may go on.
  uint32_t send(int64_t stage, uint32_t from) {
    if (p.send == 0)
      return from;
    Task task;
    task.name = "send";
    task.queues = {static_cast<uint32_t>(2 * stage + 1)};
    task.seconds = p.send;
    task.after = {from};
    graph.tasks.push_back(std::move(task));
    return graph.tasks.size() - 1;
  }

  const Pipeline &p;
  TaskGraph graph;
  std::map<std::tuple<bool, int64_t, int64_t>, uint32_t> sent; ///< by direction, microbatch, part that waits
  std::map<std::pair<int64_t, int64_t>, size_t> activations;   ///< by microbatch and part
};

} // namespace

absl::StatusOr<TaskGraph> pipelineTasks(const Pipeline &p) {
  if (p.stages < 1 || p.microbatches < 1 || p.chunks < 1)
    return absl::InvalidArgumentError(absl::StrCat("a pipeline of ", p.stages, " stages, ", p.microbatches,
                                                   " microbatches and ", p.chunks,
                                                   " chunks: each must be at least one"));
  if (p.chunks > 1 && p.order != PipelineOrder::OneForwardOneBackward)
    return absl::InvalidArgumentError("a stage has more than one chunk only where backwards follow forwards at once");
  if (p.chunks > 1 && p.microbatches % p.stages != 0)
    return absl::InvalidArgumentError(absl::StrCat(
        "with chunks, the microbatches must be a multiple of the stages: ", p.microbatches, " is none of ", p.stages));
  if (p.weightGradients > p.backward)
    return absl::InvalidArgumentError(absl::StrCat("gradients of weights take ", p.weightGradients,
                                                   " s of a backward pass of ", p.backward, " s: at most all of it"));
  if (!p.parts.empty() && static_cast<int64_t>(p.parts.size()) != p.stages * p.chunks)
    return absl::InvalidArgumentError(absl::StrCat("a pipeline of ", p.stages, " stages with ", p.chunks,
                                                   " chunks each has ", p.stages * p.chunks, " parts, not ",
                                                   p.parts.size()));
  return Builder(p).build();
}

double pipelineBubble(const Pipeline &p) {
  double wait = p.forward + p.backward;
  if (p.order == PipelineOrder::ZeroBubble)
    wait = p.forward + std::max(0.0, p.backward - 2 * p.weightGradients);
  return static_cast<double>(p.stages - 1) * wait;
}

} // namespace shardwright
