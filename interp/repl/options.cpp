// The command line of the program `tessera`. Layer: repl.
#include "repl/options.hpp"

#include <getopt.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstring>
#include <limits>

namespace tessera {

namespace {

enum Option { help = 'h', eval = 'e', load = 'l', version = 256, repl, image, heap, stack, tour };

/// Everything about an option in one place; `operand` is null if it takes none.
struct Description {
  Option code;
  const char* name;
  const char* operand;
  const char* text;
};

constexpr Description descriptions[] = {
    {help, "help", nullptr, "Print this text and leave"},
    {version, "version", nullptr, "Print the version and leave"},
    {eval, "eval", "FORM", "Evaluate FORM and print its values; may be given several times"},
    {load, "load", "FILE", "Load FILE; may be given several times"},
    {repl, "repl", nullptr, "Go on with the read-eval-print loop after --eval and --load"},
    {tour, "tour", nullptr, "Begin a tour of the language and the game at the prompt"},
    {image, "image", "FILE", "Start from the image FILE in place of the built-in one"},
    {heap, "heap", "SIZE", "Let Lisp's objects take SIZE bytes at most, such as 512M or 2G (8G)"},
    {stack, "stack", "SIZE", "Let calls nest so deep that they take SIZE bytes at most (1280M)"},
};

bool has_letter(const Description& d) { return d.code < 256; }

/// "512M" and the like. False if it is something else.
bool parse_size(const std::string& text, std::size_t& bytes) {
  constexpr char units[] = "KMGT";
  const std::size_t digits = text.find_first_not_of("0123456789");
  const std::size_t count = std::min(digits, text.size());
  if (count == 0 || count > 12 || text.size() > count + 1) return false;
  const char* const unit = count == text.size() ? nullptr : std::strchr(units, std::toupper(static_cast<unsigned char>(text[count])));
  if (count < text.size() && unit == nullptr) return false;
  bytes = std::stoull(text.substr(0, count));
  const int shift = unit == nullptr ? 0 : 10 * static_cast<int>(unit - units + 1);
  if (bytes == 0 || bytes > std::numeric_limits<std::size_t>::max() >> shift) return false;
  bytes <<= shift;
  return true;
}

bool take_size(const char* option, std::size_t& bytes) {
  if (parse_size(optarg, bytes)) return true;
  std::fprintf(stderr, "--%s wants a number of bytes such as 512M or 2G, not '%s'.\n", option, optarg);
  return false;
}

/// False, with a message, if its operand is wrong.
bool take(Option code, CommandLine& out) {
  switch (code) {
    case help: out.help = true; break;
    case version: out.version = true; break;
    case eval: out.steps.push_back({CommandLine::Step::Kind::eval, optarg}); break;
    case load: out.steps.push_back({CommandLine::Step::Kind::load, optarg}); break;
    case repl: out.repl = true; break;
    case image: out.image = optarg; break;
    case heap: return take_size("heap", out.heap_bytes);
    case stack: return take_size("stack", out.stack_bytes);
    case tour: out.tour = true; break;
  }
  return true;
}

}  // namespace

bool parse_command_line(int argc, char** argv, CommandLine& out) {
  std::string letters = "+";  // the first argument that is no option is the script; the rest is its own
  std::vector<option> options;
  for (const Description& d : descriptions) {
    options.push_back({d.name, d.operand != nullptr ? required_argument : no_argument, nullptr, d.code});
    if (has_letter(d)) letters += std::string(1, static_cast<char>(d.code)) + (d.operand != nullptr ? ":" : "");
  }
  options.push_back({nullptr, 0, nullptr, 0});
  for (int code; (code = getopt_long(argc, argv, letters.c_str(), options.data(), nullptr)) != -1;) {
    if (code == '?' || !take(static_cast<Option>(code), out)) {
      std::fprintf(stderr, "Try '%s --help'.\n", argv[0]);
      return false;
    }
  }
  if (optind < argc) out.file = argv[optind++];
  out.rest.assign(argv + optind, argv + argc);
  return true;
}

std::string help_text() {
  constexpr std::size_t column = 20;
  std::string text =
      "Usage: tessera [OPTION]... [FILE [ARG]...]\n"
      "Tessera, a small Common Lisp dialect. Runs the script FILE, which finds its ARGs in TESSERA:*ARGUMENTS*;\n"
      "without FILE, --eval and --load it reads forms from the standard input.\n\n";
  for (const Description& d : descriptions) {
    std::string line = has_letter(d) ? std::string("  -") + static_cast<char>(d.code) + ", --" : "      --";
    line += d.name;
    if (d.operand != nullptr) line += std::string(" ") + d.operand;
    line.resize(std::max(line.size() + 2, column), ' ');
    text += line + d.text + "\n";
  }
  return text;
}

}  // namespace tessera
