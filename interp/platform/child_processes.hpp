// Programs that run beside this one: starting them with streams of ours, what became of them, signals. Layer: platform.
#pragma once

#include <string>
#include <vector>

namespace tessera::platform {

/// What a new program gets for one of its three standard files.
struct ChildFile {
  enum class Kind { inherited, nowhere, descriptor, pipe, as_output } kind = Kind::inherited;
  int descriptor = -1;  ///< the one to give; of a pipe our end, once the program runs
};

struct ChildRequest {
  std::string program;  ///< looked for on PATH if it has no slash
  std::vector<std::string> arguments;
  bool has_environment = false;
  std::vector<std::string> environment;  ///< NAME=VALUE; ours unless has_environment
  std::string directory;                 ///< "": ours
  ChildFile files[3];
};

/// Start a program. Its process number; or -1, and errno says why.
int start_child(ChildRequest& request);

enum class ChildState { running, stopped, exited, signaled, unknown };

/// What has become of a child, without waiting; `code` is its status or the signal. It is told once that a child has ended.
ChildState child_state(int process, int& code);

/// False: errno says why.
bool send_signal(int process, int signal);

}  // namespace tessera::platform
