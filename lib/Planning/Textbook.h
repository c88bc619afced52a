#ifndef LIB_PLANNING_TEXTBOOK_H
#define LIB_PLANNING_TEXTBOOK_H

#include "lib/Planning/Annotate.h"

#include <string>
#include <vector>

namespace shardwright::planning {

/// What an author who shards by the textbook writes: shardings of arguments by their shapes, of results that take
/// the place of arguments, and of batches that loops and barriers hand on.
struct TextbookPlan {
  std::string name;
  Annotations annotations;
};

/// Fully sharded, data parallel, tensor parallel and, on meshes of several axes, data parallel along all but the last
/// axis and tensor parallel along that, each that says something once. Batches are split along their first dimension,
/// weights of several dimensions along their longest one where they are fully sharded and along their last one for
/// tensor parallelism, where the axes divide it; everything else is whole. Weights are OpenProgram::parameters(), but
/// for those that are as long as the first result along the first dimension where none is donated.
std::vector<TextbookPlan> textbookPlans(const OpenProgram &open, const Mesh &mesh);

} // namespace shardwright::planning

#endif // LIB_PLANNING_TEXTBOOK_H
