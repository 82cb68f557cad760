// Helpers for tests that go through tessera::Interpreter.
#pragma once

#include <string>

#include "attempts.hpp"
#include "catch.hpp"
#include "tessera/tessera.hpp"

/// A value of the build: the root of the source tree.
inline std::string source_path(const std::string& relative) { return std::string(TESSERA_SOURCE_DIR) + "/" + relative; }

/// What evaluating `source` comes to, as text: the printed value, or "CLASS: message" of an unhandled condition.
inline std::string outcome(const tessera::Lisp& lisp, const std::string& source) {
  const Result r = eval(lisp, source);
  return r.ok ? r.value.text() : r.condition + ": " + r.message;
}

/// Options that say what becomes machine code.
inline tessera::Options with(tessera::Options::MachineCode which) {
  tessera::Options options;
  options.machine_code = which;
  return options;
}

/// A Lisp string literal.
inline std::string quoted(const std::string& text) {
  std::string literal = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') literal += '\\';
    literal += c;
  }
  return literal + '"';
}

/// True where each safepoint collects.
inline constexpr bool collects_always =
#if defined(TESSERA_GC_STRESS)
    true;
#else
    false;
#endif

/// True under the presets that make everything many times slower.
inline constexpr bool slow_build =
#if defined(TESSERA_GC_STRESS) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    true;
#else
    false;
#endif
