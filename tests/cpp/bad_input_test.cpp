// Every text in tests/bad gives the condition that its heading names, and the interpreter works afterwards.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "catch.hpp"
#include "lisp.hpp"

#ifndef TESSERA_SOURCE_DIR
#define TESSERA_SOURCE_DIR "."
#endif

namespace {

namespace fs = std::filesystem;

struct Entry {
  std::string condition;  ///< the class that the standard asks for
  std::string part;       ///< text that the message must contain; may be empty
  std::string text;
};

// `;; => class "part"`
Entry parse_heading(const std::string& heading) {
  Entry entry;
  const std::size_t quote = heading.find('"');
  entry.condition = heading.substr(0, heading.find(' '));
  if (quote != std::string::npos) entry.part = heading.substr(quote + 1, heading.rfind('"') - quote - 1);
  return entry;
}

std::vector<Entry> read_entries(const fs::path& path) {
  static const std::string mark = ";; => ";
  std::vector<Entry> entries;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    if (line.compare(0, mark.size(), mark) == 0) entries.push_back(parse_heading(line.substr(mark.size())));
    else if (!entries.empty()) entries.back().text += line + '\n';
  }
  return entries;
}

std::string lower(std::string s) {
  std::transform(s.begin(), s.end(), s.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return s;
}

bool is_subclass(tessera::Interpreter& lisp, const std::string& name, const std::string& general) {
  const std::string plain = name.substr(name.rfind(':') + 1);
  return eval(lisp, "(subtypep (find-symbol \"" + plain + "\" \"TESSERA\") '" + general + ")").value.truth();
}

/// The message names the operator that failed twice: CAR: CAR: ...
bool stutters(const std::string& message) {
  const std::string head = message.substr(0, message.find(": ") + 2);
  return head.size() > 2 && message.compare(head.size(), head.size(), head) == 0;
}

void check_entry(tessera::Interpreter& lisp, const Entry& entry) {
  INFO(entry.text);
  const Result result = eval(lisp, entry.text, "bad input");
  INFO("gave " << result.condition << ": " << result.message);
  CHECK_FALSE(result.ok);
  CHECK(is_subclass(lisp, result.condition, entry.condition));
  CHECK_FALSE(result.message.empty());
  CHECK_FALSE(stutters(result.message));
  CHECK(lower(result.message).find(lower(entry.part)) != std::string::npos);
  CHECK(eval(lisp, "(list (+ 1 2) (read-from-string \"(a)\"))").value.text() == "(3 (A))");
}

}  // namespace

TEST_CASE("malformed input signals exactly one condition", "[bad]") {
  std::size_t inputs = 0;
  for (const auto& file : fs::directory_iterator(fs::path(TESSERA_SOURCE_DIR) / "tests" / "bad")) {
    if (file.path().extension() != ".txt") continue;
    tessera::Interpreter lisp;
    eval(lisp, "(setq *standard-output* (make-broadcast-stream) *error-output* (make-broadcast-stream))");
    for (const Entry& entry : read_entries(file.path())) check_entry(lisp, entry), ++inputs;
  }
  CHECK(inputs >= 200);
}
