# The compiler and the runtime as a library for other programs: find_package(Shardwright), docs/embedding.md.
#
# One shared object, so that whoever links it needs neither LLVM nor MLIR and may have others of their own: it exports
# the public interface (cmake/exported-symbols.txt) and nothing else. Instrumented code cannot be linked by what is not,
# so builds with sanitizers have no such library.
if(SHARDWRIGHT_SANITIZE)
  return()
endif()
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

file(WRITE ${PROJECT_BINARY_DIR}/shared-library.cpp "")
add_library(shardwright-compiler SHARED ${PROJECT_BINARY_DIR}/shared-library.cpp)
set(exports ${PROJECT_SOURCE_DIR}/cmake/exported-symbols.txt)
set_target_properties(shardwright-compiler PROPERTIES OUTPUT_NAME shardwright EXPORT_NAME compiler
  VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR} LINK_DEPENDS ${exports})
target_link_options(shardwright-compiler PRIVATE -Wl,--version-script=${exports}
  -Wl,--whole-archive $<TARGET_FILE:SwCApi> $<TARGET_FILE:SwCompiler> $<TARGET_FILE:SwRuntime> -Wl,--no-whole-archive
  -Wl,--as-needed ${SHARDWRIGHT_SHARED_ABSEIL})
add_dependencies(shardwright-compiler SwCApi SwCompiler SwRuntime)
target_link_libraries(shardwright-compiler PRIVATE SwCApi SwCompiler SwRuntime
  INTERFACE absl::status absl::statusor absl::strings)
target_compile_features(shardwright-compiler INTERFACE cxx_std_17)
target_include_directories(shardwright-compiler INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)

set_target_properties(SwRuntime PROPERTIES OUTPUT_NAME shardwright-runtime EXPORT_NAME runtime)
target_include_directories(SwRuntime INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/Shardwright)
install(TARGETS shardwright-compiler SwRuntime EXPORT ShardwrightTargets)
install(EXPORT ShardwrightTargets NAMESPACE Shardwright:: DESTINATION ${package})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/shardwright/Base ${PROJECT_SOURCE_DIR}/include/shardwright/Compiler
  ${PROJECT_SOURCE_DIR}/include/shardwright/Runtime
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/shardwright)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/shardwright-c DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES ${PROJECT_SOURCE_DIR}/include/shardwright/Compiler.h
  ${PROJECT_SOURCE_DIR}/include/shardwright/CompilerMlir.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/shardwright)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/ShardwrightConfig.cmake.in
  ${PROJECT_BINARY_DIR}/ShardwrightConfig.cmake INSTALL_DESTINATION ${package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/ShardwrightConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/ShardwrightConfig.cmake ${PROJECT_BINARY_DIR}/ShardwrightConfigVersion.cmake
  DESTINATION ${package})
