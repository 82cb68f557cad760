// Runs shell commands, and measures code in a copy of this process. Layer: platform.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace tessera::platform {

/// Returns the number of this process.
int process_id();

/// A running shell command, with `argument` as its only argument unless that is null.
class Command {
 public:
  Command(const std::string& command, const std::string* argument);
  /// Asks a command that still runs to end, and kills it if it does not do so soon.
  ~Command();
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;
  /// Returns why the command cannot be run; "" if it can.
  const std::string& complaint() const { return complaint_; }
  bool has_ended();
  /// Returns the exit status of a command that has ended, or 128 more than the number of the signal.
  int status() const { return status_; }

 private:
  std::string complaint_;
  int process_ = 0, status_ = 0;
  bool ended_ = false;
};

/// Returns which of the `count` pages from `begin` on `action` touches, measured in a copy of this process with
/// standard input `input` and no output. Counting begins when `action` calls `watch`; `action` returns whether all went
/// well. Empty on failure.
std::vector<bool> pages_looked_at(char* begin, std::size_t count, const std::string& input,
                                  const std::function<bool(const std::function<bool()>& watch)>& action);

}  // namespace tessera::platform
