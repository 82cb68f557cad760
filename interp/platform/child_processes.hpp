// Child processes: starting them with pipes, their exit status, signals. Layer: platform.
#pragma once

#include <string>
#include <vector>

namespace tessera::platform {

/// One of the child's three standard files.
struct ChildFile {
  enum class Kind { inherited, nowhere, descriptor, pipe, as_output } kind = Kind::inherited;
  int descriptor = -1;  ///< the descriptor to pass on; for a pipe, our end once the child runs
};

struct ChildRequest {
  std::string program;  ///< searched on PATH if it has no slash
  std::vector<std::string> arguments;
  bool has_environment = false;
  std::vector<std::string> environment;  ///< NAME=VALUE; inherited unless has_environment
  std::string directory;                 ///< "": the current one
  ChildFile files[3];
};

/// Starts a program. Returns its process id; or -1, with the reason in errno.
int start_child(ChildRequest& request);

enum class ChildState { running, stopped, exited, signaled, unknown };

/// Returns the state of a child, without waiting; `code` is its exit status or signal. The end of a child is reported
/// once.
ChildState child_state(int process, int& code);

/// Sends a signal; 0 only finds out whether the process exists. False, with the reason in errno, if that fails.
bool send_signal(int process, int signal);

}  // namespace tessera::platform
