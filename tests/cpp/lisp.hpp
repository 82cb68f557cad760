// Helpers for tests that go through tessera::Interpreter.
#pragma once

#include <cstdlib>
#include <optional>
#include <string>

#include "attempts.hpp"
#include "catch.hpp"
#include "tessera/tessera.hpp"

/// A value of the build: the root of the source tree.
inline std::string source_path(const std::string& relative) { return (TESSERA_SOURCE_DIR "/") + relative; }

/// Returns the outcome of evaluating `source` as text: the printed value, or "CLASS: message" of an unhandled
/// condition.
inline std::string outcome(const tessera::Lisp& lisp, const std::string& source) {
  const Result r = eval(lisp, source);
  return r.ok ? r.value.text() : r.condition + ": " + r.message;
}

/// Options that set the machine code mode; while they exist the environment variable is ignored.
class ChosenMachineCode {
 public:
  explicit ChosenMachineCode(tessera::Options::MachineCode which) {
    options_.machine_code = which;
    if (const char* const variable = std::getenv(name); variable != nullptr) environment_ = variable;
    unsetenv(name);
  }
  ~ChosenMachineCode() {
    if (environment_) setenv(name, environment_->c_str(), 1);
  }
  ChosenMachineCode(const ChosenMachineCode&) = delete;
  ChosenMachineCode& operator=(const ChosenMachineCode&) = delete;
  operator const tessera::Options&() const { return options_; }

 private:
  static constexpr const char* name = "TESSERA_MACHINE_CODE";
  tessera::Options options_;
  std::optional<std::string> environment_;
};

/// For `Interpreter lisp(with(WHICH))`.
inline ChosenMachineCode with(tessera::Options::MachineCode which) { return ChosenMachineCode(which); }

/// Returns `text` as a Lisp string literal.
inline std::string quoted(const std::string& text) {
  std::string literal = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') literal += '\\';
    literal += c;
  }
  return literal + '"';
}

/// True if each safepoint collects.
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
