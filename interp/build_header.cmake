# Writes OUT, tessera/build.hpp: TESSERA_BUILD differs between builds whose modules do not fit each other's programs. It is made
# of the headers in FOLDER, of OPTIONS, which change what they declare, and of the compiler.
file(GLOB_RECURSE headers ${FOLDER}/*.hpp ${FOLDER}/*.def)
list(SORT headers)
set(sums ${OPTIONS})
foreach(header IN LISTS headers)
  file(SHA256 ${header} sum)
  string(APPEND sums " ${sum}")
endforeach()
string(SHA256 sum "${sums}")
string(SUBSTRING ${sum} 0 16 sum)
file(CONFIGURE OUTPUT ${OUT} CONTENT [[
// Which build of Tessera this is, for modules: made when the headers changed.
#pragma once

#define TESSERA_BUILD "@VERSION@ @sum@, compiler " __VERSION__
]] @ONLY)
