#ifndef LIB_PLANNING_TEXTBOOK_H
#define LIB_PLANNING_TEXTBOOK_H

#include "lib/Planning/Annotate.h"

#include <string>
#include <vector>

namespace shardwright::planning {

/// What an author who shards by the textbook writes: shardings of arguments alone, by their shapes.
struct TextbookPlan {
  std::string name;
  Annotations annotations;
};

/// Data parallel, fully sharded, tensor parallel and, on meshes of several axes, data parallel along all but the last
/// axis and tensor parallel along that. Batches are split along their first dimension, weights fully sharded along
/// their longest one and for tensor parallelism along their last one, where the axes divide it; everything else is
/// whole. Weights are OpenProgram::parameters(), but for those that are as long as the first result along the first
/// dimension where none is donated.
std::vector<TextbookPlan> textbookPlans(const OpenProgram &open, const Mesh &mesh);

} // namespace shardwright::planning

#endif // LIB_PLANNING_TEXTBOOK_H
