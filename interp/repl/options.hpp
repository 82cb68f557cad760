// The command line of the program `tessera`. Layer: repl.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace tessera {

/// The parsed command line.
struct CommandLine {
  /// --eval FORM or --load FILE, in the order given.
  struct Step {
    enum class Kind { eval, load } kind;
    std::string operand;
  };
  std::vector<Step> steps;
  std::string file;               ///< the script, "-" for the standard input, or ""
  std::vector<std::string> rest;  ///< the arguments of the script
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

/// Parses the arguments of main. Returns false, with a message on stderr, if they are invalid.
bool parse_command_line(int argc, char** argv, CommandLine& out);
/// Returns the text of --help.
std::string help_text();

}  // namespace tessera
