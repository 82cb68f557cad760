// Plays the sessions of tests/transcripts, line by line as a user sees them; tests/transcripts/README.md describes the
// format.
#include <algorithm>
#include <filesystem>
#include <vector>

#include "catch.hpp"
#include "process.hpp"

namespace {

namespace fs = std::filesystem;

struct Session {
  std::string program;  ///< the part before the line ---
  std::string input;    ///< the user's input
  std::string output;   ///< the program's output
};

std::string without_trailing_blanks(std::string line) {
  line.erase(line.find_last_not_of(" \t\r") + 1);
  return line;
}

std::string normalised(const std::string& text) {
  std::istringstream in(text);
  std::string result;
  for (std::string line; std::getline(in, line);) result += without_trailing_blanks(line) + '\n';
  while (result.size() > 1 && result[result.size() - 2] == '\n') result.pop_back();
  return result;
}

Session parse(const fs::path& file) {
  std::ifstream in(file);
  Session session;
  std::string line;
  while (std::getline(in, line) && line != "---") session.program += line + '\n';
  while (std::getline(in, line)) {
    if (line.rfind("<", 0) == 0) session.input += line.substr(std::min<std::size_t>(2, line.size())) + '\n';
    else session.output += line + '\n';
  }
  return session;
}

/// A program that has nothing but comments: the session is one with the REPL.
bool is_repl_session(const Session& session) {
  std::istringstream in(session.program);
  for (std::string line; std::getline(in, line);)
    if (!line.empty() && line[0] != ';') return false;
  return true;
}

void play(const Session& session) {
  const ScratchFolder scratch;
  const std::string arguments = is_repl_session(session) ? "--repl" : scratch.file("session.lisp", session.program);
  const auto r = run_tessera(arguments, session.input);
  INFO(r.errors);
  CHECK(r.status == 0);
  CHECK(normalised(r.output) == normalised(session.output));
}

TEST_CASE("transcripts", "[transcripts]") {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(fs::path(TESSERA_SOURCE_DIR) / "tests" / "transcripts"))
    if (entry.path().extension() == ".txt") files.push_back(entry.path());
  REQUIRE(!files.empty());
  for (const auto& file : files) DYNAMIC_SECTION(file.stem().string()) {
      play(parse(file));
    }
}

}  // namespace
