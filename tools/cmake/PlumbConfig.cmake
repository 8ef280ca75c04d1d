# Imports Plumb's programs (Plumb::spv-as, Plumb::spv-val, Plumb::spv-dis,
# Plumb::spv-cfg) and library (Plumb::plumb), and defines functions that assemble and validate SPIR-V modules
# as part of a build:
#
#   find_package(Plumb REQUIRED)
#   plumb_add_spirv(shaders
#     SOURCES blur.spvasm sky/sun.spvasm
#     TARGET_ENV vulkan1.2)
#   plumb_validate_spirv(checks
#     MODULES lens.spv ${shaders_OUTPUTS}
#     TARGET_ENV vulkan1.3)
#
# The comment above each function, below, describes it.

# The Makefile generators support DEPFILE since this version.
if(CMAKE_VERSION VERSION_LESS 3.20)
  set(Plumb_FOUND FALSE)
  set(Plumb_NOT_FOUND_MESSAGE "Plumb needs CMake 3.20 or later")
  return()
endif()

# The functions below use these policies, not those of the caller.
cmake_policy(PUSH)
cmake_policy(VERSION 3.20)

# The programs are found relative to this file, so that the installed tree can be
# moved.
get_filename_component(_plumb_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
foreach(_plumb_program IN ITEMS spv-as spv-cfg spv-dis spv-lsp spv-val)
  if(NOT EXISTS "${_plumb_prefix}/bin/${_plumb_program}")
    set(Plumb_FOUND FALSE)
    set(Plumb_NOT_FOUND_MESSAGE
      "there is no ${_plumb_prefix}/bin/${_plumb_program}")
  elseif(NOT TARGET Plumb::${_plumb_program})
    # Functions are global, so the targets must be, too.
    add_executable(Plumb::${_plumb_program} IMPORTED GLOBAL)
    set_property(TARGET Plumb::${_plumb_program} PROPERTY
      IMPORTED_LOCATION "${_plumb_prefix}/bin/${_plumb_program}")
  endif()
endforeach()
# The names of SPIRV-Tools, if they are installed.
foreach(_plumb_program IN ITEMS spirv-as spirv-cfg spirv-dis spirv-val)
  if(EXISTS "${_plumb_prefix}/bin/${_plumb_program}"
     AND NOT TARGET Plumb::${_plumb_program})
    add_executable(Plumb::${_plumb_program} IMPORTED GLOBAL)
    set_property(TARGET Plumb::${_plumb_program} PROPERTY
      IMPORTED_LOCATION "${_plumb_prefix}/bin/${_plumb_program}")
  endif()
endforeach()
# The library: Plumb::plumb.
file(GLOB _plumb_library LIST_DIRECTORIES FALSE
  "${_plumb_prefix}/lib*/libplumb.so.1" "${_plumb_prefix}/lib/*/libplumb.so.1")
if(_plumb_library AND NOT TARGET Plumb::plumb)
  list(GET _plumb_library 0 _plumb_library)
  add_library(Plumb::plumb SHARED IMPORTED GLOBAL)
  set_target_properties(Plumb::plumb PROPERTIES
    IMPORTED_LOCATION "${_plumb_library}"
    IMPORTED_SONAME libplumb.so.1
    INTERFACE_INCLUDE_DIRECTORIES "${_plumb_prefix}/include")
endif()
unset(_plumb_library)
unset(_plumb_program)
unset(_plumb_prefix)

# --- Helpers of both functions ---------------------------------------------------
#
# The helpers use variables of their caller: `call`, `target` and the `arg_`s.

function(_plumb_fail message)
  message(FATAL_ERROR "${call}: ${message}")
endfunction()

# Checks the arguments.  `inputs` is the name of the one that is required.
function(_plumb_check_arguments inputs)
  if(target MATCHES "^(${inputs}|TARGET_ENV|FLAGS|OUTPUT_DIRECTORY)$")
    _plumb_fail("the first argument is the name of the target")
  endif()
  if(DEFINED arg_UNPARSED_ARGUMENTS)
    list(JOIN arg_UNPARSED_ARGUMENTS "', '" unknown)
    _plumb_fail("unknown arguments: '${unknown}'")
  endif()
  # FLAGS may be empty, for example if it is given as an empty variable.
  list(REMOVE_ITEM arg_KEYWORDS_MISSING_VALUES FLAGS ${inputs})
  if(arg_KEYWORDS_MISSING_VALUES)
    list(GET arg_KEYWORDS_MISSING_VALUES 0 keyword)
    _plumb_fail("${keyword} has no value")
  endif()
  if("${arg_${inputs}}" STREQUAL "")
    _plumb_fail("there are no ${inputs}")
  endif()
endfunction()

# The path of an input, which must exist unless the build makes it.
function(_plumb_input result file)
  if(file MATCHES "[$]<")
    _plumb_fail("'${file}': inputs cannot have generator expressions")
  endif()
  cmake_path(ABSOLUTE_PATH file
    BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
  cmake_path(IS_PREFIX CMAKE_BINARY_DIR "${file}" NORMALIZE is_built)
  get_source_file_property(is_generated "${file}" GENERATED)
  if(IS_DIRECTORY "${file}")
    _plumb_fail("'${file}' is a folder; list what is in it")
  elseif(NOT EXISTS "${file}" AND NOT is_built AND NOT is_generated)
    _plumb_fail("there is no '${file}'")
  endif()
  set(${result} "${file}" PARENT_SCOPE)
endfunction()

# The displayed name of an input: its path relative to the current folder, or its
# file name if it is elsewhere.
function(_plumb_name result file)
  cmake_path(GET file FILENAME name)
  # The binary folder is first, because it is often inside the source folder.
  foreach(folder IN ITEMS CMAKE_CURRENT_BINARY_DIR CMAKE_CURRENT_SOURCE_DIR)
    cmake_path(IS_PREFIX ${folder} "${file}" NORMALIZE is_below)
    if(is_below)
      cmake_path(RELATIVE_PATH file
        BASE_DIRECTORY "${${folder}}" OUTPUT_VARIABLE name)
      break()
    endif()
  endforeach()
  set(${result} "${name}" PARENT_SCOPE)
endfunction()

# The folder for files that the target needs in addition to its outputs.
macro(_plumb_own_folder result)
  set(${result} "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.plumb")
endmacro()

# A file for an input in that folder.
function(_plumb_own_file result file extension)
  _plumb_own_folder(folder)
  cmake_path(GET file FILENAME name)
  # Files in several folders can have the same name.
  string(SHA1 hash "${file}")
  string(SUBSTRING "${hash}" 0 8 hash)
  set(${result} "${folder}/${name}.${hash}${extension}" PARENT_SCOPE)
endfunction()

# _plumb_command(<input> <output> <comment> <program> <option>...): adds a command
# that runs the program to make the output from the input.
function(_plumb_command input output comment program)
  # The build tool chooses how many commands to run at a time.
  set(options --jobs 1)
  if(NOT "${arg_TARGET_ENV}" STREQUAL "")
    list(APPEND options --target-env "${arg_TARGET_ENV}")
  endif()
  list(APPEND options ${arg_FLAGS})
  # Make does not notice a changed command.  It notices a changed file, and
  # file(CONFIGURE) writes the file only if its content changes.
  _plumb_own_folder(own_folder)
  file(CONFIGURE OUTPUT "${own_folder}/options" CONTENT "${options}\n" @ONLY)
  _plumb_own_file(depfile "${input}" .d)
  cmake_path(GET output PARENT_PATH folder)
  add_custom_command(
    OUTPUT "${output}"
    # cmake -E would take longer than assembling a small module.
    COMMAND mkdir -p "${folder}"
    # If the input is not valid any more, no output must remain.
    COMMAND rm -f "${output}"
    COMMAND Plumb::${program} "${input}" ${ARGN} "${output}"
      --depfile "${depfile}" ${options}
    DEPENDS "${input}" "${own_folder}/options" Plumb::${program}
    DEPFILE "${depfile}"
    COMMENT "${comment}"
    COMMAND_EXPAND_LISTS
    VERBATIM)
endfunction()

# Defines the target that makes all outputs.
function(_plumb_target outputs)
  add_custom_target(${target} ALL DEPENDS ${outputs})
  set_property(TARGET ${target} PROPERTY PLUMB_OUTPUTS "${outputs}")
endfunction()

# --- Functions for projects --------------------------------------------------------

# plumb_add_spirv(<target> SOURCES <text>... [TARGET_ENV <environment>]
#                 [OUTPUT_DIRECTORY <folder>] [FLAGS <option of spv-as>...])
#
# Assembles texts and validates the modules.  The module of sky/sun.spvasm is
# sky/sun.spv in OUTPUT_DIRECTORY, which is the current binary directory by
# default.  The variable <target>_OUTPUTS and the target's property PLUMB_OUTPUTS
# list the modules.
function(plumb_add_spirv target)
  set(call "plumb_add_spirv(${target})")
  cmake_parse_arguments(PARSE_ARGV 1 arg ""
    "TARGET_ENV;OUTPUT_DIRECTORY" "SOURCES;FLAGS")
  _plumb_check_arguments(SOURCES)
  if(arg_OUTPUT_DIRECTORY MATCHES "[$]<")
    _plumb_fail("OUTPUT_DIRECTORY cannot have generator expressions")
  endif()
  set(folder "${arg_OUTPUT_DIRECTORY}")
  cmake_path(ABSOLUTE_PATH folder
    BASE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}" NORMALIZE)

  set(outputs)
  foreach(source IN LISTS arg_SOURCES)
    _plumb_input(source "${source}")
    _plumb_name(name "${source}")
    string(REGEX REPLACE "[.]spvasm$" "" stem "${name}")
    cmake_path(APPEND folder "${stem}.spv" OUTPUT_VARIABLE output)
    get_property(other GLOBAL PROPERTY "_PLUMB_SOURCE_OF_${output}")
    if(other)
      _plumb_fail("'${other}' and '${source}' would both be written to '${output}'")
    endif()
    set_property(GLOBAL PROPERTY "_PLUMB_SOURCE_OF_${output}" "${source}")
    set_property(GLOBAL PROPERTY "_PLUMB_TARGET_OF_${output}" ${target})
    _plumb_command("${source}" "${output}" "Assembling ${name}" spv-as -o)
    list(APPEND outputs "${output}")
  endforeach()
  _plumb_target("${outputs}")
  set(${target}_OUTPUTS "${outputs}" PARENT_SCOPE)
endfunction()

# plumb_validate_spirv(<target> MODULES <module>... [TARGET_ENV <environment>]
#                      [FLAGS <option of spv-val>...])
#
# Validates existing modules and modules that the build makes.  <target>_OUTPUTS
# and the property list stamp files; each exists only if its module is valid.
function(plumb_validate_spirv target)
  set(call "plumb_validate_spirv(${target})")
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "TARGET_ENV" "MODULES;FLAGS")
  _plumb_check_arguments(MODULES)

  set(stamps)
  set(makers)
  foreach(module IN LISTS arg_MODULES)
    _plumb_input(module "${module}")
    _plumb_name(name "${module}")
    _plumb_own_file(stamp "${module}" .stamp)
    if(stamp IN_LIST stamps)
      _plumb_fail("'${module}' is there twice")
    endif()
    _plumb_command("${module}" "${stamp}" "Validating ${name}" spv-val --stamp)
    list(APPEND stamps "${stamp}")
    get_property(maker GLOBAL PROPERTY "_PLUMB_TARGET_OF_${module}")
    list(APPEND makers ${maker})
  endforeach()
  _plumb_target("${stamps}")
  # Without this, both targets would make the module, possibly at the same time.
  if(makers)
    add_dependencies(${target} ${makers})
  endif()
  set(${target}_OUTPUTS "${stamps}" PARENT_SCOPE)
endfunction()

cmake_policy(POP)
