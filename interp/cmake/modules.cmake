# Modules are shared objects that `(require "NAME")` loads. Programs that load them export the library's functions:
#
#     tessera_add_module(twice twice.cpp)      # modules/twice.so; twice.cpp has a TESSERA_MODULE (tessera/module.hpp)
#     tessera_add_module(twice SHARED_RUNTIME twice.cpp)   # the same with the shared C++ runtime
#     target_link_libraries(tessera_module_twice PRIVATE ...)
#     tessera_host_modules(my_program)         # my_program links tessera::tessera; the program `tessera` does so, too
#
# A module uses the library's functions in the program that loads it, those that module_symbols.list names. It must not
# link tessera::tessera itself. If the program contains its C++ runtime (tessera_carry_runtime), its modules contain
# theirs, too, except those whose C++ shared libraries bring the shared runtime. All exceptions use the program's
# exception types and one unwinder (unwinder.cpp).
include_guard()
set(TESSERA_UNWINDER ${CMAKE_CURRENT_LIST_DIR}/unwinder.cpp)  # the path in an installation
if(NOT EXISTS ${TESSERA_UNWINDER})
  get_filename_component(TESSERA_UNWINDER ${CMAKE_CURRENT_LIST_DIR}/../platform/posix/unwinder.cpp ABSOLUTE)
endif()
include(CheckLinkerFlag)
check_linker_flag(CXX "-static-libstdc++;-static-libgcc;-Wl,--gc-sections" TESSERA_HAS_STATIC_RUNTIME)
check_linker_flag(CXX "-Wl,--dynamic-list=${CMAKE_CURRENT_LIST_DIR}/module_symbols.list" TESSERA_HAS_DYNAMIC_LIST)

check_linker_flag(CXX "-Wl,--version-script=${CMAKE_CURRENT_LIST_DIR}/module_exports.map" TESSERA_HAS_VERSION_SCRIPT)

add_custom_target(tessera_modules ALL)

# Links the used part of the C++ runtime into TARGET: it is smaller and starts faster than the shared library.
function(tessera_carry_runtime target)
  if(NOT TESSERA_HAS_STATIC_RUNTIME)
    return()
  endif()
  set(carries $<CONFIG:Release,MinSizeRel>)
  target_link_options(${target} PRIVATE $<${carries}:-static-libstdc++;-Wl,--gc-sections,-O1,--as-needed>)
  get_target_property(kind ${target} TYPE)
  if(kind STREQUAL "EXECUTABLE")
    target_link_options(${target} PRIVATE $<${carries}:-static-libgcc>)
    target_sources(${target} PRIVATE $<${carries}:${TESSERA_UNWINDER}>)
  endif()
endfunction()

# Lets the program TARGET load modules.
function(tessera_host_modules target)
  if(TESSERA_HAS_DYNAMIC_LIST)
    set(list ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/module_symbols.list)
    target_link_options(${target} PRIVATE "-Wl,--dynamic-list=${list}")
    set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${list})
  else()
    set_target_properties(${target} PROPERTIES ENABLE_EXPORTS ON)
  endif()
endfunction()

# WebAssembly has no shared objects. A module becomes the program NAME.js there: `tessera` with this module. An empty
# file takes the place of the shared object, for `require` to find.
function(tessera_add_program_with_module target name folder)
  add_executable(${target} ${ARGN} $<TARGET_OBJECTS:tessera_main>)
  set_target_properties(${target} PROPERTIES OUTPUT_NAME ${name})
  target_link_libraries(${target} PRIVATE tessera_static tessera_inside)
  tessera_link_for_pages(${target} -O3 EXPORTS)
  file(WRITE ${folder}/modules/${name}.so "")
endfunction()

# tessera_add_module(NAME [SHARED_RUNTIME] SOURCE...): adds the target tessera_module_NAME, which builds modules/NAME.so
# beside the programs.
function(tessera_add_module name)
  cmake_parse_arguments(PARSE_ARGV 1 module "SHARED_RUNTIME" "" "")
  set(target tessera_module_${name})
  set(folder ${CMAKE_RUNTIME_OUTPUT_DIRECTORY})
  if(NOT folder)
    set(folder ${CMAKE_BINARY_DIR})
  endif()
  if(EMSCRIPTEN)
    tessera_add_program_with_module(${target} ${name} ${folder} ${module_UNPARSED_ARGUMENTS})
    return()
  endif()
  add_library(${target} MODULE ${module_UNPARSED_ARGUMENTS})
  target_link_libraries(${target} PRIVATE tessera::headers)
  if(NOT module_SHARED_RUNTIME)
    tessera_carry_runtime(${target})
  endif()
  if(TESSERA_HAS_VERSION_SCRIPT)
    set(map ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/module_exports.map)
    target_link_options(${target} PRIVATE "-Wl,--version-script=${map}")
    set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${map})
  endif()
  set_target_properties(${target} PROPERTIES OUTPUT_NAME ${name} PREFIX "" SUFFIX .so LIBRARY_OUTPUT_DIRECTORY ${folder}/modules
    CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  add_dependencies(tessera_modules ${target})
endfunction()
