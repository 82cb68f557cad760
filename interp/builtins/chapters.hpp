// The tables of natives, one for each chapter of the standard. Layer: builtins.
#pragma once

#include "builtins/registry.hpp"

namespace tessera {

std::span<const Builtin> evaluation_builtins();
std::span<const Builtin> compiled_code_builtins();
std::span<const Builtin> control_builtins();
std::span<const Builtin> symbols_builtins();
std::span<const Builtin> packages_builtins();
std::span<const Builtin> conses_builtins();
std::span<const Builtin> lists_builtins();
std::span<const Builtin> characters_builtins();
std::span<const Builtin> strings_builtins();
std::span<const Builtin> arrays_builtins();
std::span<const Builtin> arrays_make_builtins();
std::span<const Builtin> bits_builtins();
std::span<const Builtin> sequences_builtins();
std::span<const Builtin> sequences_search_builtins();
std::span<const Builtin> sequences_sort_builtins();
std::span<const Builtin> hash_tables_builtins();
std::span<const Builtin> instances_builtins();
std::span<const Builtin> dispatch_builtins();
std::span<const Builtin> environment_builtins();
std::span<const Builtin> processes_builtins();
std::span<const Builtin> sockets_builtins();
std::span<const Builtin> threads_builtins();
std::span<const Builtin> modules_builtins();
std::span<const Builtin> weak_builtins();
std::span<const Builtin> numbers_builtins();
std::span<const Builtin> numbers_division_builtins();
std::span<const Builtin> numbers_bits_builtins();
std::span<const Builtin> numbers_float_builtins();
std::span<const Builtin> numbers_irrational_builtins();
std::span<const Builtin> numbers_random_builtins();
std::span<const Builtin> numbers_parse_builtins();
std::span<const Builtin> streams_builtins();
std::span<const Builtin> files_builtins();
std::span<const Builtin> open_builtins();
std::span<const Builtin> pathnames_builtins();
std::span<const Builtin> reader_builtins();
std::span<const Builtin> printer_builtins();

/// Define the chapter's constant variables and *RANDOM-STATE* (install_builtins does).
void install_number_constants(Runtime& rt);

}  // namespace tessera
