// The guide for embedders quotes the examples: indented text after a link to an example is a part of that example.
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

#include "catch.hpp"

namespace {

namespace fs = std::filesystem;

std::vector<std::string> lines_of(const fs::path& file) {
  std::vector<std::string> lines;
  std::ifstream in(file);
  REQUIRE(in);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::string without_indentation(const std::string& line) {
  const std::size_t start = line.find_first_not_of(' ');
  return start == std::string::npos ? "" : line.substr(start);
}

/// Returns the position in `lines`, from `from` on, after the lines of `piece`; npos if they are not there, one after
/// the other.
std::size_t behind(const std::vector<std::string>& lines, const std::vector<std::string>& piece, std::size_t from) {
  for (std::size_t start = from; start + piece.size() <= lines.size(); ++start) {
    std::size_t same = 0;
    while (same < piece.size() && without_indentation(lines[start + same]) == piece[same]) ++same;
    if (same == piece.size()) return start + same;
  }
  return std::string::npos;
}

/// Returns the lines of the indented block that begins at `at`, in pieces: a line "..." stands for some that were left
/// out.
std::vector<std::vector<std::string>> quoted(const std::vector<std::string>& guide, std::size_t at) {
  std::vector<std::vector<std::string>> pieces(1);
  for (; at < guide.size() && (guide[at].empty() || guide[at].rfind("    ", 0) == 0); ++at) {
    const std::string line = without_indentation(guide[at]);
    if (line == "...") pieces.emplace_back();
    else pieces.back().push_back(line);
  }
  for (auto& piece : pieces) {
    while (!piece.empty() && piece.back().empty()) piece.pop_back();
    while (!piece.empty() && piece.front().empty()) piece.erase(piece.begin());
  }
  return pieces;
}

/// Checks the quotations of one page, and returns how many there are.
int check_quotations(const fs::path& page) {
  const std::vector<std::string> guide = lines_of(page);
  const std::regex link(R"(.*\]\((\.\./examples/embedding/[A-Za-z_.]+)\):)");
  int quotations = 0;
  for (std::size_t i = 0; i + 2 < guide.size(); ++i) {
    std::smatch found;
    if (!std::regex_match(guide[i], found, link)) continue;
    const std::vector<std::string> example = lines_of(page.parent_path() / found[1].str());
    std::size_t at = 0;
    for (const auto& piece : quoted(guide, i + 1)) {
      INFO(page << ": " << found[1] << " has not, in this order: " << (piece.empty() ? "" : piece.front()));
      at = behind(example, piece, at);
      REQUIRE(at != std::string::npos);
    }
    ++quotations;
  }
  return quotations;
}

TEST_CASE("the guide quotes the examples verbatim", "[guide]") {
  const fs::path folder = fs::path(TESSERA_SOURCE_DIR) / "interp";
  CHECK(check_quotations(folder / "building.md") == 1);
  CHECK(check_quotations(folder / "embedding.md") >= 6);
  CHECK(check_quotations(folder / "hosting.md") == 2);
}

/// Returns the texts in quotation marks that end the rows of the page's tables.
std::vector<std::string> tests_in_rows(const fs::path& page) {
  std::vector<std::string> found;
  const std::regex row(R"re(\|.* "([^"]*)" \|)re");
  for (const std::string& line : lines_of(page))
    if (std::smatch match; std::regex_match(line, match, row)) found.push_back(match[1].str());
  return found;
}

TEST_CASE("each row of the guide's tables that names a test has that test", "[guide]") {
  std::string sources;
  for (const auto& file : fs::recursive_directory_iterator(fs::path(TESSERA_SOURCE_DIR) / "tests/cpp"))
    if (file.path().extension() == ".cpp")
      for (const std::string& line : lines_of(file.path())) sources += line + '\n';
  const std::vector<std::string> named = tests_in_rows(fs::path(TESSERA_SOURCE_DIR) / "interp/comparison.md");
  CHECK(named.size() >= 65);
  for (const std::string& name : named) {
    INFO(name);
    CHECK(sources.find("TEST_CASE(\"" + name + "\"") != std::string::npos);
  }
}

}  // namespace
