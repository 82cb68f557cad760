// The command line of the program `tessera`. Layer: repl. Compiled for size.
#include "repl/options.hpp"

#include <getopt.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstring>
#include <limits>

namespace tessera {

namespace {

enum Option { help = 'h', eval = 'e', load = 'l', version = 256, repl, image, heap, stack, tour, warnings_as_errors, language, swank, lsp };

/// All facts about an option; `operand` is null if it takes none, and in brackets if it is optional.
struct Description {
  Option code;
  const char* name;
  const char* operand;
  const char* text;
};

constexpr Description descriptions[] = {
    {help, "help", nullptr, "Print this text and leave"},
    {version, "version", nullptr, "Print the version and leave"},
    {eval, "eval", "FORM", "Evaluate FORM and print its values; repeatable"},
    {load, "load", "FILE", "Load FILE; repeatable"},
    {language, "language", "NAME", "Read what follows in language NAME, such as scheme"},
    {repl, "repl", nullptr, "Start the prompt, after --eval, --load and FILE"},
    {swank, "swank", "[PORT]", "Serve SLIME at PORT (4005), after all other options"},
    {lsp, "lsp", nullptr, "Speak the Language Server Protocol with an editor"},
    {warnings_as_errors, "warnings-as-errors", nullptr, "End at the first warning, as at an error"},
    {tour, "tour", nullptr, "Begin a tour of the language and the game"},
    {image, "image", "FILE", "Start from the image FILE, not the built-in one"},
    {heap, "heap", "SIZE", "Limit Lisp's objects to SIZE, such as 512M (8G)"},
    {stack, "stack", "SIZE", "Limit the memory of nested calls to SIZE (1280M)"},
};

bool has_letter(const Description& d) { return d.code < 256; }

/// Returns getopt's code for its operand.
int operand_kind(const Description& d) {
  if (d.operand == nullptr) return no_argument;
  return d.operand[0] == '[' ? optional_argument : required_argument;
}

bool is_port(const std::string& text) {
  return !text.empty() && text.size() <= 5 && text.find_first_not_of("0123456789") == text.npos && std::stoi(text) <= 65535;
}

/// Stores the port of --swank, given as =PORT or as the next argument, which it consumes. Reports and returns false if
/// that is not a port.
bool take_port(int argc, char** argv, std::string& port) {
  const bool behind = optarg == nullptr && optind < argc && is_port(argv[optind]);
  port = optarg != nullptr ? optarg : behind ? argv[optind++] : "4005";
  if (is_port(port)) return true;
  std::fprintf(stderr, "--swank wants a port, a number up to 65535, not '%s'.\n", port.c_str());
  return false;
}

/// Parses a size such as "512M". Returns false for other texts.
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

/// Returns false, with a message, if the operand is invalid.
bool take(Option code, int argc, char** argv, CommandLine& out) {
  switch (code) {
    case help: out.help = true; break;
    case version: out.version = true; break;
    case eval: out.steps.push_back({CommandLine::Step::Kind::eval, optarg}); break;
    case load: out.steps.push_back({CommandLine::Step::Kind::load, optarg}); break;
    case repl: out.repl = true; break;
    case language: out.language = optarg; break;
    case image: out.image = optarg; break;
    case heap: return take_size("heap", out.heap_bytes);
    case stack: return take_size("stack", out.stack_bytes);
    case tour: out.tour = true; break;
    case swank: return take_port(argc, argv, out.swank);
    case lsp: out.lsp = true; break;
    case warnings_as_errors: out.warnings_as_errors = true; break;
  }
  return true;
}

/// Returns the edit distance of `a` and `b`: insertions, deletions and replacements of characters.
std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row[b.size()];
}

/// Returns the option whose name is most similar to `name`, or "" if none is similar.
std::string similar_option(const std::string& name) {
  std::string best;
  std::size_t least = 3;
  for (const Description& d : descriptions) {
    const std::string other = d.name;
    const std::size_t distance = name.size() > 1 && other.rfind(name, 0) == 0 ? 1 : edit_distance(name, other);
    if (distance < std::min(least, name.size())) least = distance, best = other;
  }
  return best;
}

const Description* find_option(int code) {
  for (const Description& d : descriptions)
    if (d.code == code) return &d;
  return nullptr;
}

/// Returns the message for `given`, an option that getopt refused: `code` is its result, `option` the value of optopt.
std::string complaint(int code, int option, const std::string& given) {
  const Description* const known = find_option(option);
  if (known != nullptr && code == ':') return std::string("--") + known->name + " wants its " + known->operand + ".";
  if (known != nullptr && known->operand == nullptr && option != 0 && given.find('=') != std::string::npos)
    return std::string("--") + known->name + " takes no value.";
  if (given.rfind("--", 0) != 0) return std::string("There is no option -") + static_cast<char>(option) + ".";
  const std::string name = given.substr(2, given.find('=') - 2);
  const std::string meant = similar_option(name);
  return "There is no option --" + name + "." + (meant.empty() ? "" : " Did you mean --" + meant + "?");
}

}  // namespace

bool parse_command_line(int argc, char** argv, CommandLine& out) {
  std::string letters = "+:";  // stops at the script, whose arguments follow; we write our own messages
  std::vector<option> options;
  for (const Description& d : descriptions) {
    options.push_back({d.name, operand_kind(d), nullptr, d.code});
    if (has_letter(d)) letters += std::string(1, static_cast<char>(d.code)) + (d.operand != nullptr ? ":" : "");
  }
  options.push_back({nullptr, 0, nullptr, 0});
  const char* operand = nullptr;
  for (int code; (code = getopt_long(argc, argv, letters.c_str(), options.data(), nullptr)) != -1; operand = optarg) {
    const bool refused = code == '?' || code == ':';
    if (refused) std::fprintf(stderr, "%s\n", complaint(code, optopt, argv[optind - 1]).c_str());
    if (refused || !take(static_cast<Option>(code), argc, argv, out)) {
      std::fprintf(stderr, "Try '%s --help'.\n", argv[0]);
      return false;
    }
  }
  const char* const last = argv[optind - 1];
  const bool ended = optind > 1 && last != operand && std::strcmp(last, "--") == 0;
  if (optind < argc && !(ended && (!out.steps.empty() || out.repl || out.tour || !out.swank.empty()))) out.file = argv[optind++];
  out.rest.assign(argv + optind, argv + argc);
  return true;
}

std::string help_text() {
  constexpr std::size_t column = 28;
  std::string text =
      "Usage: tessera [OPTION]... [FILE [ARG]...]\n"
      "       tessera [OPTION]... --eval FORM... -- [ARG]...\n"
      "Tessera, a small Common Lisp dialect. Runs the script FILE, which finds its ARGs\n"
      "in TESSERA:*ARGUMENTS*; - is the standard input. Without FILE, --eval and --load\n"
      "it is a prompt. If the standard input is not a terminal, the first error ends\n"
      "it, unless --repl is given. What follows -- is not an option, or after --eval\n"
      "and --load a script.\n\n";
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
