// The rules of C++ files: a file of interp/ includes only its own layer or lower ones, modules and the game include
// only the public headers, no header includes itself in a cycle, a name means one type. lint.py has the rules of style.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "catch.hpp"

namespace {

namespace fs = std::filesystem;

/// The folders of interp/, lowest first; include/ has the public headers.
const std::vector<std::string> layers = {"include",  "platform", "base", "memory",   "runtime", "data", "text",
                                         "compiler", "vm",       "jit",  "builtins", "api",     "repl"};

using Includes = std::map<std::string, std::set<std::string>>;  ///< file to its includes, relative to interp/

/// Returns the position in `layers` of the file's folder, or -1 if the folder has no rank.
int rank(const std::string& file) {
  const std::string folder = file.substr(0, file.find('/'));
  const auto found = std::find(layers.begin(), layers.end(), folder == "tessera" ? "include" : folder);
  return found == layers.end() ? -1 : static_cast<int>(found - layers.begin());
}

std::vector<std::string> unranked(const Includes& includes) {
  std::vector<std::string> wrong;
  for (const auto& [file, targets] : includes)
    if (rank(file) < 0) wrong.push_back(file);
  return wrong;
}

std::set<std::string> includes_of(const fs::path& file) {
  std::set<std::string> found;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    const std::size_t open = line.find('"'), close = line.rfind('"');
    if (line.rfind("#include", 0) == 0 && open < close) found.insert(line.substr(open + 1, close - open - 1));
  }
  return found;
}

bool is_source(const fs::path& file) { return file.extension() == ".cpp" || file.extension() == ".hpp" || file.extension() == ".def"; }

Includes all_includes() {
  const fs::path root = fs::path(TESSERA_SOURCE_DIR) / "interp";
  Includes result;
  for (const auto& entry : fs::recursive_directory_iterator(root))
    if (entry.is_regular_file() && is_source(entry.path()))
      result[fs::relative(entry.path(), root).generic_string()] = includes_of(entry.path());
  return result;
}

std::vector<std::string> upward_includes(const Includes& includes) {
  std::vector<std::string> wrong;
  for (const auto& [file, targets] : includes)
    for (const auto& target : targets)
      if (rank(file) >= 0 && rank(target) > rank(file)) wrong.push_back(file + " includes " + target);
  return wrong;
}

/// Returns the files that `file` includes, directly or not. A file that reaches itself closes a cycle.
std::set<std::string> reached_from(const Includes& includes, const std::string& file) {
  std::set<std::string> seen;
  std::vector<std::string> open = {file};
  while (!open.empty()) {
    const auto found = includes.find(open.back());
    open.pop_back();
    if (found == includes.end()) continue;
    for (const auto& target : found->second)
      if (seen.insert(target).second) open.push_back(target);
  }
  return seen;
}

TEST_CASE("includes point downward", "[layers]") {
  const auto includes = all_includes();
  REQUIRE(includes.size() > 50);
  CHECK(unranked(includes) == std::vector<std::string>{});
  CHECK(upward_includes(includes) == std::vector<std::string>{});
  for (const std::string& layer : layers) CHECK(fs::exists(fs::path(TESSERA_SOURCE_DIR) / "interp" / layer));
}

TEST_CASE("the includes of headers are not cyclic", "[layers]") {
  const auto includes = all_includes();
  for (const auto& [file, targets] : includes) {
    INFO(file);
    CHECK(reached_from(includes, file).count(file) == 0);
  }
}

/// True if the line includes a header of POSIX or of one system, instead of the C++ library.
bool names_system(const std::string& line) {
  static const std::regex header(
      R"(#include <((sys|net|netinet|arpa|linux|asm)/.*|windows|winsock2|(aio|dirent|dlfcn|fcntl|glob|grp|libgen|limits|link|netdb|poll)"
      R"(|pthread|pwd|sched|semaphore|setjmp|signal|spawn|strings|syslog|termios|time|ucontext|unistd|wordexp)\.h|csignal)>.*)");
  return std::regex_match(line, header);
}

TEST_CASE("headers of the system are included only in platform/", "[layers]") {
  CHECK(names_system("#include <sys/mman.h>"));
  CHECK(names_system("#include <unistd.h>  // for read"));
  CHECK_FALSE(names_system("#include <string>"));
  const fs::path root = TESSERA_SOURCE_DIR;
  for (const char* folder : {"interp", "stdlib", "game"})
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      const std::string file = fs::relative(entry.path(), root).generic_string();
      if (!entry.is_regular_file() || !is_source(entry.path()) || file.rfind("interp/platform/", 0) == 0) continue;
      std::ifstream in(entry.path());
      for (std::string line; std::getline(in, line);) {
        INFO(file << ": " << line);
        CHECK_FALSE(names_system(line));
      }
    }
}

/// True if the line names the assembler, or a register, of a processor.
bool names_processor(const std::string& line) {
  static const std::regex name(
      R"(.*(asmjit/(x86|arm|a64)\.h|asmjit::(x86|a64)|\b(x86|a64|[re][abcd]x|[re][sd]i|[re][sb]p|r(8|9|1[0-5])|xmm[0-9]+)\b).*)");
  return std::regex_match(line, name);
}

TEST_CASE("one folder of jit/ knows the processor", "[layers]") {
  CHECK(names_processor("#include <asmjit/x86.h>"));
  CHECK(names_processor("  masm_.move(asmjit::a64::x0, to);"));
  CHECK(names_processor("/// Changes rax."));
  CHECK_FALSE(names_processor("#include \"jit/x86_64/machine.hpp\""));
  const fs::path root = fs::path(TESSERA_SOURCE_DIR) / "interp/jit";
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    const std::string file = fs::relative(entry.path(), root).generic_string();
    if (!entry.is_regular_file() || !is_source(entry.path()) || file.rfind("x86_64/", 0) == 0 || file.rfind("aarch64/", 0) == 0) continue;
    std::ifstream in(entry.path());
    for (std::string line; std::getline(in, line);) {
      INFO(file << ": " << line);
      CHECK_FALSE(names_processor(line));
    }
  }
}

// Each of these takes a good part of the compilation of a small program that includes tessera.hpp.
TEST_CASE("the public header includes no expensive header that users may not need", "[layers]") {
  const std::set<std::string> costly = {"algorithm", "chrono", "fstream", "functional", "future",       "iomanip", "iostream",
                                        "istream",   "list",   "locale",  "map",        "ostream",      "random",  "ranges",
                                        "regex",     "set",    "sstream", "thread",     "unordered_map"};
  const fs::path root = fs::path(TESSERA_SOURCE_DIR) / "interp/include";
  std::set<std::string> reached = {"tessera/tessera.hpp"};
  for (std::vector<std::string> left(reached.begin(), reached.end()); !left.empty();) {
    const std::string file = left.back();
    left.pop_back();
    for (const auto& target : includes_of(root / file))
      if (reached.insert(target).second) left.push_back(target);
    std::ifstream in(root / file);
    for (std::string line; std::getline(in, line);) {
      INFO(file << ": " << line);
      const std::size_t open = line.find('<'), close = line.find('>');
      CHECK_FALSE((line.rfind("#include", 0) == 0 && open < close && costly.count(line.substr(open + 1, close - open - 1)) != 0));
    }
  }
  CHECK(reached.count("tessera/lisp.hpp") == 1);
}

// --- what comes into a program as a module

/// Checks that sources below `folder` include nothing of the engine but its public headers and, where that is allowed,
/// those of platform/. Returns how often they include these.
int check_public_includes(const fs::path& folder, bool with_platform = false) {
  int headers = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file() || !is_source(entry.path())) continue;
    for (const std::string& target : includes_of(entry.path())) {
      INFO(entry.path().string() << " includes " << target);
      CHECK(rank(target) <= (with_platform ? rank("platform/files.hpp") : 0));
      CHECK(target.rfind("..", 0) != 0);
      if (rank(target) < 0) continue;
      ++headers;
      CHECK(fs::exists(fs::path(TESSERA_SOURCE_DIR) / (rank(target) == 0 ? "interp/include" : "interp") / target));
    }
  }
  return headers;
}

TEST_CASE("the game includes only the public headers of the language, and platform/", "[layers]") {
  CHECK(check_public_includes(fs::path(TESSERA_SOURCE_DIR) / "game", true) > 5);
}

TEST_CASE("a module includes only the public headers, platform/ and its own", "[layers]") {
  for (const auto& module : fs::directory_iterator(fs::path(TESSERA_SOURCE_DIR) / "stdlib/modules")) {
    const fs::path native = module.path() / "native";
    if (!fs::exists(native)) continue;
    CHECK(check_public_includes(native, true) > 0);
    for (const auto& entry : fs::recursive_directory_iterator(native))
      for (const std::string& target : includes_of(entry.path())) {
        INFO(entry.path().string() << " includes " << target);
        CHECK((rank(target) >= 0 || fs::exists(native / target)));
      }
  }
}

// --- names of types

/// Namespace and name of a type to the declarations of it, each with its file. Types within types and those of
/// functions do not count.
using TypeNames = std::map<std::string, std::map<std::string, std::string>>;

void add_type_names(const std::string& file, std::istream& in, TypeNames& names) {
  static const std::regex opening(R"(^(?:inline )?namespace ?([\w:]*) ?\{$)");
  static const std::regex declared(
      R"(^(?:template <.*> )?(?:(?:struct|class|union|enum|enum class) (?:\[\[\w+\]\] )?(\w+)(?: final)?(?: ?:[^:][^;{]*(?:\{.*)?| \{.*|$)|using (\w+) = .*))");
  std::vector<std::string> spaces;
  for (std::string line; std::getline(in, line);) {
    std::smatch m;
    if (std::regex_match(line, m, opening)) {
      spaces.push_back(m[1]);
    } else if (line.rfind("}  // namespace", 0) == 0 && !spaces.empty()) {
      spaces.pop_back();
    } else if (std::regex_match(line, m, declared)) {
      std::string name;
      for (const std::string& s : spaces)
        if (!s.empty()) name += s + "::";
      const bool alias = m[2].matched;
      name += alias ? m[2] : m[1];
      names[name][file] = alias ? line : "";
    }
  }
}

/// An alias that several files declare to the letter is one meaning.
bool is_one_meaning(const std::map<std::string, std::string>& declarations) {
  if (declarations.size() == 1) return true;
  const std::string& first = declarations.begin()->second;
  return !first.empty() && std::all_of(declarations.begin(), declarations.end(), [&first](const auto& d) { return d.second == first; });
}

TEST_CASE("a name in a namespace means one type", "[layers]") {
  TypeNames names;
  for (const char* folder : {"interp", "stdlib/modules", "game"})
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(TESSERA_SOURCE_DIR) / folder)) {
      if (!entry.is_regular_file() || !is_source(entry.path())) continue;
      if (entry.path().string().find("/jit/aarch64/") != std::string::npos)
        continue;  // declares what jit/x86_64/ does, for another processor
      std::ifstream in(entry.path());
      add_type_names(entry.path().string(), in, names);
    }
  REQUIRE(names.size() > 300);
  const std::regex style("[A-Z][A-Za-z0-9]*|tessera_[a-z]+");  // the latter are C's
  for (const auto& [name, declarations] : names) {
    INFO(name << ", first in " << declarations.begin()->first);
    CHECK(is_one_meaning(declarations));
    CHECK(std::regex_match(name.substr(name.rfind(':') + 1), style));
  }
}

TEST_CASE("the check finds a name with two meanings", "[layers]") {
  TypeNames names;
  std::istringstream first(
      "namespace tessera {\nnamespace {\nstruct Shape {\n}  // namespace\nusing Same = int;\n}  // namespace tessera\n");
  std::istringstream second(
      "namespace tessera {\nusing Shape = Primitive::Shape;\nusing Same = int;\nclass Vm::Border {\n}  // namespace tessera\n");
  add_type_names("a.hpp", first, names);
  add_type_names("b.cpp", second, names);
  CHECK(names.size() == 2);
  CHECK_FALSE(is_one_meaning(names["tessera::Shape"]));
  CHECK(is_one_meaning(names["tessera::Same"]));
}

TEST_CASE("the checks find upward includes, folders without a rank and cycles", "[layers]") {
  CHECK(unranked({{"extras/extra.cpp", {}}, {"vm/vm.cpp", {}}}) == std::vector<std::string>{"extras/extra.cpp"});
  CHECK(upward_includes({{"include/tessera/tessera.hpp", {"data/numbers/numbers.hpp", "tessera/words.hpp"}}}).size() == 1);
  CHECK(upward_includes({{"data/numbers/numbers.cpp", {"vm/vm.hpp"}}}).size() == 1);
  CHECK(upward_includes({{"vm/vm.cpp", {"data/numbers/numbers.hpp", "vm/vm.hpp"}}}).empty());
  const Includes circle = {{"data/a.hpp", {"data/b.hpp"}}, {"data/b.hpp", {"data/a.hpp"}}};
  CHECK(reached_from(circle, "data/a.hpp").count("data/a.hpp") == 1);
}

/// True if the line moves along a list by hand.
bool walks_a_list(const std::string& line) {
  static const std::regex step(R"((\w+) = \1(\.as_cons\(\))?->cdr\b)");
  return std::regex_search(line, step);
}

TEST_CASE("the compiler walks possibly circular lists only with SourceList", "[layers]") {
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(TESSERA_SOURCE_DIR) / "interp/compiler")) {
    if (!is_source(entry.path()) || entry.path().filename() == "source_list.hpp") continue;
    std::ifstream in(entry.path());
    for (std::string line; std::getline(in, line);) {
      INFO(entry.path().filename() << ": " << line);
      CHECK_FALSE(walks_a_list(line));
    }
  }
  CHECK(walks_a_list("for (; rest.is_cons(); rest = rest.as_cons()->cdr) ++count;"));
  CHECK_FALSE(walks_a_list("const Value rest = form.as_cons()->cdr;"));
}

/// True if the text near a step along a list shows why the walk ends: a count, a check before, a watch, or a comment.
bool shows_why_it_ends(const std::string& near) {
  static const std::regex reason(
      R"(ends_somewhere|sequence_length|count_conses|take_sequence|\.passed\(|walk_\w+\(|< \w|> 0|n-- |circle|slow|// ends)");
  return std::regex_search(near, reason);
}

TEST_CASE("natives walk lists with list_walk.hpp, or show why the walk ends", "[layers]") {
  constexpr std::size_t lines_before = 12, lines_after = 6;
  for (const char* folder : {"builtins", "data", "text", "vm"})
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(TESSERA_SOURCE_DIR) / "interp" / folder)) {
      if (!is_source(entry.path()) || entry.path().filename() == "list_walk.hpp") continue;
      std::ifstream in(entry.path());
      std::vector<std::string> lines;
      for (std::string line; std::getline(in, line);) lines.push_back(line);
      for (std::size_t i = 0; i < lines.size(); ++i) {
        if (!walks_a_list(lines[i])) continue;
        std::string near;
        for (std::size_t n = i < lines_before ? 0 : i - lines_before; n < std::min(i + lines_after, lines.size()); ++n)
          near += lines[n] + '\n';
        INFO(entry.path().filename() << ":" << i + 1 << ": " << lines[i]);
        CHECK(shows_why_it_ends(near));
      }
    }
  CHECK_FALSE(shows_why_it_ends("for (; l.is_cons(); l = l.as_cons()->cdr) f(l);"));
}

}  // namespace
