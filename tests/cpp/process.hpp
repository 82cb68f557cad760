// Runs a program with typed input, for tests of the program `tessera` as a user meets it.
#pragma once

#include <sys/wait.h>

#include <unistd.h>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

struct ProcessResult {
  int status = -1;  ///< exit status, or 128 + signal
  std::string output;
  std::string errors;
};

/// A folder of its own for files that a test writes; gone at the end.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "tessera-test-XXXXXX").string();
    if (::mkdtemp(name.data()) != nullptr) path_ = name;
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  /// Writes `text` to a file here and returns its path.
  std::string file(const std::string& name, const std::string& text) const {
    const auto path = (path_ / name).string();
    std::ofstream(path) << text;
    return path;
  }
  std::string path(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

inline std::string file_text(const std::string& path) {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

/// Runs the program with `arguments` (shell words) in the source tree and `input` at its standard input; `before`
/// precedes its name, such as "env NAME=VALUE ".
inline ProcessResult run_tessera(const std::string& arguments, const std::string& input = "", const std::string& before = "") {
  const ScratchFolder scratch;
  const std::string in = scratch.file("in", input);
  const std::string command = "cd '" TESSERA_SOURCE_DIR "' && timeout 300 " + before + "'" TESSERA_PROGRAM "' " + arguments + " < '" + in +
                              "' > '" + scratch.path("out") + "' 2> '" + scratch.path("err") + "'";
  const int status = std::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), file_text(scratch.path("out")), file_text(scratch.path("err"))};
}
