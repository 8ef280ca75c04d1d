# The package SPIRV-Tools, provided by Plumb: the targets SPIRV-Tools-shared and,
# for projects that name them, SPIRV-Tools-static and SPIRV-Tools, which are the
# same shared library.
#
# For a project that uses SPIRV-Tools-opt, too, set PLUMB_SPIRV_TOOLS_ARCHIVE to the
# libSPIRV-Tools.a that belongs to it: the optimizer calls functions of SPIRV-Tools
# that are in no header.

get_filename_component(_plumb_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
foreach(_plumb_target SPIRV-Tools-shared SPIRV-Tools-static SPIRV-Tools)
  if(NOT TARGET ${_plumb_target})
    add_library(${_plumb_target} SHARED IMPORTED)
    set_target_properties(${_plumb_target} PROPERTIES
      IMPORTED_LOCATION "${_plumb_prefix}/lib/libplumb-spirv-tools.so.1"
      IMPORTED_SONAME libplumb-spirv-tools.so.1
      INTERFACE_COMPILE_DEFINITIONS SPIRV_TOOLS_SHAREDLIB
      INTERFACE_INCLUDE_DIRECTORIES "${_plumb_prefix}/include"
      INTERFACE_LINK_LIBRARIES "${PLUMB_SPIRV_TOOLS_ARCHIVE}")
  endif()
endforeach()
set(SPIRV-Tools_LIBRARIES SPIRV-Tools)
set(SPIRV-Tools_INCLUDE_DIRS "${_plumb_prefix}/include")
unset(_plumb_prefix)
unset(_plumb_target)
