// Other processes: commands of the shell, and trials in a copy of this one. Layer: platform.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace tessera::platform {

/// A command of the shell that runs, with `argument` as its only one unless that is null.
class Command {
 public:
  Command(const std::string& command, const std::string* argument);
  /// If it still runs, it is asked to end, and made to if it does not do so soon.
  ~Command();
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;
  /// Why it cannot be run; "" if it can.
  const std::string& complaint() const { return complaint_; }
  bool has_ended();
  /// Of one that has ended: the exit status, or 128 more than a signal's number.
  int status() const { return status_; }

 private:
  std::string complaint_;
  int process_ = 0, status_ = 0;
  bool ended_ = false;
};

/// Find out which pages `action` looks at of the `count` from `begin` on, in a copy of this process whose input is `input` and whose
/// output is nowhere. From when `action` calls `watch` on, looks are counted; it returns whether all went well. Nothing if not.
std::vector<bool> pages_looked_at(char* begin, std::size_t count, const std::string& input,
                                  const std::function<bool(const std::function<bool()>& watch)>& action);

}  // namespace tessera::platform
