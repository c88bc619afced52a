# Data files as part of a library: shardwright_embed(OUTPUT.inc VARIABLE FILE...) writes a header that defines
#   static constexpr struct { const char *name, *text; } VARIABLE[]
# with each file's name (no folder, no suffix) and contents. The library finds it under its own folder in the build.
function(shardwright_embed OUTPUT VARIABLE)
  set(entries "")
  foreach(file ${ARGN})
    get_filename_component(name ${file} NAME_WE)
    file(READ ${file} text)
    string(APPEND entries "    {\"${name}\", R\"shardwright(${text})shardwright\"},\n")
    get_filename_component(path ${file} ABSOLUTE) # of a file that several embed
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
  endforeach()
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${OUTPUT} @ONLY CONTENT
"// Written by shardwright_embed from: ${ARGN}.
static constexpr struct {
  const char *name, *text;
} @VARIABLE@[] = {
@entries@};
")
endfunction()
