# What programs link of LLVM and MLIR: ShardwrightLLVM for value types, ShardwrightMLIR for dialects and passes.
#
# Linked in where the libraries that they need have their development packages: a process starts in 6 ms, where the
# loader takes 30 ms for the symbols of the shared ones, and calls between the two stay direct.
if(TARGET ZLIB::ZLIB AND TARGET zstd::libzstd_shared)
  set(static_default ON)
endif()
option(SHARDWRIGHT_STATIC_LLVM "link LLVM and MLIR into each program" ${static_default})

add_library(ShardwrightLLVM INTERFACE)
add_library(ShardwrightMLIR INTERFACE)
target_link_libraries(ShardwrightMLIR INTERFACE ShardwrightLLVM)

if(NOT SHARDWRIGHT_STATIC_LLVM)
  target_link_libraries(ShardwrightLLVM INTERFACE LLVM)
  target_link_libraries(ShardwrightMLIR INTERFACE MLIR)
  return()
endif()

llvm_map_components_to_libnames(codegen Core MC Passes Target TargetParser nativecodegen NVPTXCodeGen NVPTXDesc NVPTXInfo)
target_link_libraries(ShardwrightLLVM INTERFACE LLVMSupport)
target_link_libraries(ShardwrightMLIR INTERFACE
  MLIRIR MLIRParser MLIRPass MLIRTransforms MLIROptLib MLIRBytecodeReader MLIRBytecodeWriter
  MLIRArithDialect MLIRComplexDialect MLIRControlFlowDialect MLIRFuncDialect MLIRLLVMDialect MLIRMathDialect
  MLIRMemRefDialect MLIRSCFDialect MLIRVectorDialect MLIRMathTransforms
  MLIRArithToLLVM MLIRControlFlowToLLVM MLIRFuncToLLVM MLIRMathToLibm MLIRMathToLLVM MLIRMemRefToLLVM
  MLIRSCFToControlFlow MLIRVectorToLLVMPass
  MLIRBuiltinToLLVMIRTranslation MLIRLLVMToLLVMIRTranslation MLIRTargetLLVMIRExport ${codegen})

# Debian's static MLIR names the shared LLVM; a program must not hold both.
get_property(imported DIRECTORY PROPERTY IMPORTED_TARGETS)
foreach(library ${imported})
  get_target_property(needs ${library} INTERFACE_LINK_LIBRARIES)
  if(LLVM IN_LIST needs)
    list(REMOVE_ITEM needs LLVM)
    set_target_properties(${library} PROPERTIES INTERFACE_LINK_LIBRARIES "${needs}")
  endif()
endforeach()

# Of half a gigabyte of archives only what is called; GNU ld takes several times as long.
find_program(SHARDWRIGHT_LLD ld.lld HINTS ${LLVM_TOOLS_BINARY_DIR})
if(SHARDWRIGHT_LLD)
  cmake_path(GET SHARDWRIGHT_LLD PARENT_PATH folder)
  add_link_options(-B${folder} -fuse-ld=lld)
endif()
add_link_options(-Wl,--gc-sections)
