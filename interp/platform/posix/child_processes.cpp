// Children by posix_spawn. Layer: platform.
#include "platform/child_processes.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

namespace tessera::platform {

namespace {

/// Returns a null-terminated vector of the characters of `words`.
std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// The actions of posix_spawn, and the child's ends of the pipes.
class Actions {
 public:
  Actions() {
    posix_spawn_file_actions_init(&files_);
    posix_spawnattr_init(&attributes_);
    sigset_t signals;
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes_, &signals);
    for (const int signal : {SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT}) sigaddset(&signals, signal);
    posix_spawnattr_setsigdefault(&attributes_, &signals);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~Actions() {
    posix_spawn_file_actions_destroy(&files_);
    posix_spawnattr_destroy(&attributes_);
    for (const int fd : theirs_) ::close(fd);
  }
  Actions(const Actions&) = delete;
  Actions& operator=(const Actions&) = delete;

  void go_to(const std::string& directory) { posix_spawn_file_actions_addchdir_np(&files_, directory.c_str()); }

  bool give(ChildFile& file, int number) {
    switch (file.kind) {
      case ChildFile::Kind::inherited: return true;
      case ChildFile::Kind::nowhere:
        return posix_spawn_file_actions_addopen(&files_, number, "/dev/null", number == 0 ? O_RDONLY : O_WRONLY, 0) == 0;
      case ChildFile::Kind::as_output: return duplicate(1, number);
      case ChildFile::Kind::descriptor: return duplicate(file.descriptor, number);
      case ChildFile::Kind::pipe: break;
    }
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return false;
    file.descriptor = ends[number == 0 ? 1 : 0];
    theirs_.push_back(ends[number == 0 ? 0 : 1]);
    return duplicate(theirs_.back(), number);
  }

  int start(ChildRequest& request) {
    std::vector<std::string> words{request.program};
    words.insert(words.end(), request.arguments.begin(), request.arguments.end());
    std::vector<char*> arguments = pointers_to(words), variables = pointers_to(request.environment);
    pid_t child = 0;
    errno = posix_spawnp(&child, request.program.c_str(), &files_, &attributes_, arguments.data(),
                         request.has_environment ? variables.data() : environ);
    return errno == 0 ? child : -1;
  }

 private:
  bool duplicate(int from, int to) { return posix_spawn_file_actions_adddup2(&files_, from, to) == 0; }

  posix_spawn_file_actions_t files_;
  posix_spawnattr_t attributes_;
  std::vector<int> theirs_;
};

}  // namespace

int start_child(ChildRequest& request) {
  Actions actions;
  if (!request.directory.empty()) actions.go_to(request.directory);
  bool given = true;
  for (int i = 0; given && i < 3; ++i) given = actions.give(request.files[i], i);
  const int child = given ? actions.start(request) : -1;
  if (child >= 0) return child;
  const int why = errno;
  for (ChildFile& file : request.files)
    if (file.kind == ChildFile::Kind::pipe && file.descriptor >= 0) ::close(file.descriptor);
  errno = why;
  return -1;
}

ChildState child_state(int process, int& code) {
  int status = 0;
  pid_t found;
  do found = waitpid(process, &status, WNOHANG | WUNTRACED);
  while (found < 0 && errno == EINTR);
  if (found == 0) return ChildState::running;
  if (found < 0) return ChildState::unknown;
  if (WIFSTOPPED(status)) return code = WSTOPSIG(status), ChildState::stopped;
  if (WIFSIGNALED(status)) return code = WTERMSIG(status), ChildState::signaled;
  return code = WEXITSTATUS(status), ChildState::exited;
}

bool send_signal(int process, int signal) { return ::kill(process, signal) == 0; }

}  // namespace tessera::platform
