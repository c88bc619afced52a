#include "Handles.h"

namespace shardwright::python {
namespace {

nb::object describe(const SwDiagnostic *diagnostic) {
  static constexpr const char *kSeverities[] = {"error", "warning", "remark", "note"};
  nb::list notes;
  for (size_t i = 0; i != swDiagnosticNumNotes(diagnostic); ++i)
    notes.append(describe(swDiagnosticNote(diagnostic, i)));
  return nb::module_::import_("shardwright._errors")
      .attr("Diagnostic")(kSeverities[swDiagnosticSeverity(diagnostic)], swDiagnosticFile(diagnostic),
                          swDiagnosticLine(diagnostic), swDiagnosticColumn(diagnostic), swDiagnosticMessage(diagnostic),
                          nb::tuple(notes));
}

} // namespace

void raise(const SwStatus *status) {
  nb::list diagnostics;
  for (size_t i = 0; i != swStatusNumDiagnostics(status); ++i)
    diagnostics.append(describe(swStatusDiagnostic(status, i)));
  nb::object error =
      nb::module_::import_("shardwright._errors")
          .attr("make")(static_cast<int>(swStatusCode(status)), swStatusMessage(status), nb::tuple(diagnostics));
  PyErr_SetObject(error.type().ptr(), error.ptr());
  throw nb::python_error();
}

Axes axesOf(const SwMesh *mesh) {
  Axes axes;
  for (size_t i = 0; i != swMeshNumAxes(mesh); ++i)
    axes.emplace_back(swMeshAxisName(mesh, i), swMeshAxisSize(mesh, i));
  return axes;
}

} // namespace shardwright::python

NB_MODULE(_core, module) {
  using namespace shardwright::python;
  module.doc() = "include/shardwright-c as objects and exceptions";
  module.def("version", [] { return swVersion(); });
  addRuntime(module);
  addCompiler(module);
}
