# Dialects of other trees, whose operations join through the interfaces of dialects/interfaces (docs/rationale/families.md):
#   cmake --preset ci -DSHARDWRIGHT_DIALECTS="/home/me/signal;/home/me/other"
# Each folder has a CMakeLists.txt that calls shardwright_dialect().
set(SHARDWRIGHT_DIALECTS "" CACHE STRING "folders of dialects of other trees, by semicolon")

# shardwright_dialect(NAME SOURCES ...): they define `void shardwright::registerNAME(mlir::DialectRegistry &)`.
function(shardwright_dialect NAME)
  cmake_parse_arguments(ARG "" "" "SOURCES" ${ARGN})
  shardwright_mlir_library(Sw${NAME} SOURCES ${ARG_SOURCES} DEPENDS SwStablehlo)
  target_include_directories(Sw${NAME} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_BINARY_DIR})
  set_property(GLOBAL APPEND PROPERTY SHARDWRIGHT_DIALECT_NAMES ${NAME})
endfunction()

foreach(folder IN LISTS SHARDWRIGHT_DIALECTS)
  get_filename_component(name ${folder} NAME)
  add_subdirectory(${folder} ${PROJECT_BINARY_DIR}/external/${name})
endforeach()

get_property(names GLOBAL PROPERTY SHARDWRIGHT_DIALECT_NAMES)
set(declarations "")
set(calls "")
foreach(name IN LISTS names)
  string(APPEND declarations "void register${name}(mlir::DialectRegistry &registry);\n")
  string(APPEND calls "  register${name}(registry);\n")
endforeach()
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/passes/pipelines/ExternalDialects.cpp CONTENT "#include \"passes/pipelines/RegisterAll.h\"

namespace shardwright {

${declarations}
void registerExternalDialects(mlir::DialectRegistry &registry) {
  (void)registry;
${calls}}

} // namespace shardwright
")
