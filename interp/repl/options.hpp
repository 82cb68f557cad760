// The command line of the program `tessera`. Layer: repl.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace tessera {

/// What the user asked for.
struct CommandLine {
  /// --eval FORM or --load FILE, in the order given.
  struct Step {
    enum class Kind { eval, load } kind;
    std::string operand;
  };
  std::vector<Step> steps;
  std::string file;               ///< the script, "-" for the standard input, or ""
  std::vector<std::string> rest;  ///< what stands behind the script
  std::string language;           ///< --language, or ""
  std::string image;              ///< --image, or ""
  std::string swank;              ///< --swank: the port, or ""
  std::size_t heap_bytes = 0;     ///< --heap, or 0
  std::size_t stack_bytes = 0;    ///< --stack, or 0
  bool repl = false;
  bool tour = false;
  bool lsp = false;
  bool warnings_as_errors = false;
  bool help = false, version = false;
};

/// Parse the arguments of main. False, with a message on stderr, if they are wrong.
bool parse_command_line(int argc, char** argv, CommandLine& out);
/// What --help prints.
std::string help_text();

}  // namespace tessera
