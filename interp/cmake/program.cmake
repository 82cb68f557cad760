# The program `tessera`: scripts and the REPL.
add_library(tessera_main OBJECT repl/main.cpp repl/options.cpp repl/terminal.cpp repl/history_file.cpp
  repl/uncaught.cpp)
target_link_libraries(tessera_main PRIVATE tessera_inside tessera_warnings)
add_executable(tessera_program $<TARGET_OBJECTS:tessera_main>)
set_target_properties(tessera_program PROPERTIES OUTPUT_NAME tessera)
target_link_libraries(tessera_program PRIVATE tessera_static tessera_inside tessera_warnings)
tessera_carry_runtime(tessera_program)
tessera_host_modules(tessera_program)
if(EMSCRIPTEN)
  tessera_link_for_pages(tessera_program -O3 EXPORTS)
endif()
if(TESSERA_HAS_PACKED_RELOCATIONS)
  target_link_options(tessera_program PRIVATE "-Wl,-z,pack-relative-relocs")
endif()

# The library's modules, one folder of stdlib/modules/ each. The program compiles a module's Lisp to NAME.tfasl as its
# module.lisp says. The first line of the declaration there names the module and those that it :needs or :reads, which
# are compiled before. "warnings" may be loaded while any module is compiled.
file(GLOB module_lists CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/stdlib/modules/*/module.lisp)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${module_lists})
set(modules ${PROJECT_BINARY_DIR}/modules)
set(compile_module ${PROJECT_SOURCE_DIR}/stdlib/build/compile-module.lisp)
set(lisp_modules)

# Python's table provides the Unicode names of characters.
set(unicode_names_folder ${PROJECT_SOURCE_DIR}/stdlib/modules/unicode-names)
set(unicode_names ${PROJECT_BINARY_DIR}/unicode-names.lisp)
find_package(Python3 COMPONENTS Interpreter QUIET)
if(Python3_Interpreter_FOUND)
  add_custom_command(OUTPUT ${unicode_names}
    COMMAND ${Python3_EXECUTABLE} ${unicode_names_folder}/generate.py ${unicode_names}
    DEPENDS ${unicode_names_folder}/generate.py VERBATIM)
else()
  message(STATUS "Without python3 there are no Unicode names of characters: they are called U03BB and so on")
  list(REMOVE_ITEM module_lists ${unicode_names_folder}/module.lisp)
endif()

# It is compiled with the module parallel, whose C++ must be there.
if(NOT has_shared_objects)
  list(REMOVE_ITEM module_lists ${PROJECT_SOURCE_DIR}/stdlib/modules/mpi/module.lisp)
endif()

foreach(list IN LISTS module_lists)
  get_filename_component(folder ${list} DIRECTORY)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${folder}/*.lisp ${folder}/*.clj ${folder}/*.patch)
  file(STRINGS ${list} heads REGEX "^\\(\"")
  foreach(head IN LISTS heads)
    string(REGEX MATCH "^\\(\"[a-z-]+\"( \\(:(needs|reads)[^)]*\\))*" head "${head}")
    string(REGEX MATCHALL "\"[a-z-]+\"" needs "${head}")
    string(REPLACE "\"" "" needs "${needs}")
    list(POP_FRONT needs name)
    set(texts)
    if(name STREQUAL documentation)
      set(texts ${docstrings})
    elseif(name STREQUAL unicode-names)
      set(texts ${unicode_names})
    endif()
    if(NOT name MATCHES "^(documentation|warnings)$")
      list(APPEND needs warnings)
    endif()
    set(natives ${needs})
    list(TRANSFORM natives REPLACE "(.+)" "$<TARGET_NAME_IF_EXISTS:tessera_module_\\1-native>")
    list(TRANSFORM needs REPLACE "(.+)" "${modules}/\\1.tfasl")
    add_custom_command(OUTPUT ${modules}/${name}.tfasl
      COMMAND ${CMAKE_COMMAND} -E make_directory ${modules}
      COMMAND tessera_program ${compile_module} ${list} ${name} ${modules} ${texts}
      DEPENDS tessera_program ${compile_module} ${sources} ${needs} ${natives} ${texts}
      COMMENT "Compiling the module ${name}" VERBATIM)
    list(APPEND lisp_modules ${modules}/${name}.tfasl)
  endforeach()
endforeach()
add_custom_target(tessera_lisp_modules ALL DEPENDS ${lisp_modules})
add_dependencies(tessera_modules tessera_lisp_modules)

# tessera_add_native(NAME [SHARED_RUNTIME] [LIBRARIES LIBRARY...] [PACKAGE SUMMARY TEXT]): builds and installs
# NAME-native.so, the C++ part of the library's module NAME, from the sources in the folder. With PACKAGE it gets a
# Debian package of its own, so that users without it do not need the LIBRARIES.
function(tessera_add_native name)
  cmake_parse_arguments(PARSE_ARGV 1 native "SHARED_RUNTIME" "" "LIBRARIES;PACKAGE")
  file(GLOB sources CONFIGURE_DEPENDS *.cpp)
  find_package(Threads REQUIRED)
  set(runtime)
  if(native_SHARED_RUNTIME)
    set(runtime SHARED_RUNTIME)
  endif()
  tessera_add_module(${name}-native ${runtime} ${sources})
  target_link_libraries(tessera_module_${name}-native PRIVATE tessera_platform Threads::Threads ${native_LIBRARIES} ${CMAKE_DL_LIBS} tessera_warnings)
  set(component program)
  if(native_PACKAGE)
    set(component ${name})
    set_property(GLOBAL APPEND PROPERTY TESSERA_MODULE_PACKAGES ${name})
    set_property(GLOBAL PROPERTY TESSERA_PACKAGE_${name} "${native_PACKAGE}")
  endif()
  if(TESSERA_INSTALL)
    install(TARGETS tessera_module_${name}-native LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/tessera COMPONENT ${component})
  endif()
endfunction()
file(GLOB natives CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/stdlib/modules/*/native/CMakeLists.txt)
if(NOT has_shared_objects)
  set(natives)
endif()
foreach(native IN LISTS natives)
  get_filename_component(folder ${native} DIRECTORY)
  string(REGEX REPLACE ".*/modules/(.+)/native$" "\\1" name ${folder})
  add_subdirectory(${folder} modules/${name})
endforeach()
