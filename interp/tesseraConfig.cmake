# What `find_package(tessera)` reads: the targets tessera::tessera and tessera::headers, and the functions of modules.cmake.
find_package(PkgConfig REQUIRED)
pkg_check_modules(GMP REQUIRED IMPORTED_TARGET gmp)
pkg_check_modules(UTF8PROC REQUIRED IMPORTED_TARGET libutf8proc)
include(${CMAKE_CURRENT_LIST_DIR}/tesseraTargets.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/modules.cmake)
