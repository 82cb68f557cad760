// Other processes: commands of the shell, and trials in a copy of this one. Layer: platform.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace tessera::platform {

/// What a command came to: its exit status, 128 more than a signal's number, or why it cannot be run.
struct CommandResult {
  int status = 0;
  std::string complaint;
};

/// Run a command of the shell, with `argument` as its only one unless that is null, and wait for its end.
CommandResult run_in_shell(const std::string& command, const std::string* argument);

/// Find out which pages `action` looks at of the `count` from `begin` on, in a copy of this process whose input is `input` and whose
/// output is nowhere. From when `action` calls `watch` on, looks are counted; it returns whether all went well. Nothing if not.
std::vector<bool> pages_looked_at(char* begin, std::size_t count, const std::string& input,
                                  const std::function<bool(const std::function<bool()>& watch)>& action);

}  // namespace tessera::platform
