# Abseil linked into each program where its archives are installed (as in Debian, whose package names the shared ones): a
# program is then one file, and starts without the loader's work on thirty libraries. SHARDWRIGHT_SHARED_ABSEIL lists the shared
# ones: Debian's archives are not made for code that is one itself.
find_package(absl REQUIRED)
get_property(imported DIRECTORY PROPERTY IMPORTED_TARGETS)
foreach(library ${imported})
  if(NOT library MATCHES "^absl::")
    continue()
  endif()
  get_target_property(configurations ${library} IMPORTED_CONFIGURATIONS)
  foreach(configuration ${configurations})
    get_target_property(file ${library} IMPORTED_LOCATION_${configuration})
    if(file MATCHES "\\.so[.0-9]*$")
      string(REGEX REPLACE "\\.so[.0-9]*$" ".a" archive ${file})
      if(EXISTS ${archive})
        list(APPEND SHARDWRIGHT_SHARED_ABSEIL ${file})
        set_target_properties(${library} PROPERTIES IMPORTED_LOCATION_${configuration} ${archive}
          IMPORTED_SONAME_${configuration} "")
      endif()
    endif()
  endforeach()
endforeach()
