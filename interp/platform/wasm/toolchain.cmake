# Compiles for WebAssembly by emscripten, as Debian packages it, with the libraries that libraries.sh made.
set(emscripten_module /usr/share/emscripten/cmake/Modules/Platform/Emscripten.cmake CACHE FILEPATH "emscripten's own toolchain file")
if(NOT EXISTS ${emscripten_module})
  message(FATAL_ERROR "There is no emscripten. bash interp/platform/wasm/libraries.sh installs it and makes the libraries.")
endif()
include(${emscripten_module})

set(TESSERA_WASM_LIBRARIES ${CMAKE_CURRENT_LIST_DIR}/../../../build/wasm-libraries CACHE PATH "The folder that libraries.sh filled")
list(APPEND CMAKE_FIND_ROOT_PATH ${TESSERA_WASM_LIBRARIES})
set(ENV{PKG_CONFIG_LIBDIR} ${TESSERA_WASM_LIBRARIES}/lib/pkgconfig)

set(CMAKE_CXX_FLAGS_INIT "-fwasm-exceptions -include ${CMAKE_CURRENT_LIST_DIR}/missing.hpp")
# The linker ignores what it does not know, so that checks would succeed.
foreach(what STATIC_RUNTIME DYNAMIC_LIST VERSION_SCRIPT PACKED_RELOCATIONS)
  set(TESSERA_HAS_${what} OFF CACHE INTERNAL "")
endforeach()
set(CMAKE_CXX_LINKER_LAUNCHER env NODE_PATH=/usr/share/nodejs)  # where Debian has acorn, which emscripten needs
