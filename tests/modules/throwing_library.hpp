// A shared library that throws and catches, as a module may bring it.
#pragma once
#include <string>

/// Throws and catches exceptions of several kinds, through functions of its own, of the C++ library and of C. Returns
/// what each said.
std::string caught_in_library();

/// Throws a std::range_error that says `text`.
void throw_from_library(const std::string& text);
