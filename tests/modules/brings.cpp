// A module that brings a shared library in C++, which throws.
#include "tessera/module.hpp"
#include "throwing_library.hpp"

namespace {

std::string caught_outside(const std::string& text) {
  try {
    throw_from_library(text);
  } catch (const std::exception& e) { return e.what(); }
  return "nothing";
}

void load(const tessera::Lisp& lisp) {
  lisp.define("CAUGHT-IN-LIBRARY", caught_in_library);
  lisp.define("CAUGHT-IN-MODULE", caught_outside);
  lisp.define("THROW-FROM-LIBRARY", throw_from_library);
}

}  // namespace

TESSERA_MODULE(load)
