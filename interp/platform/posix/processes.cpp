// Processes by posix_spawn and fork. Layer: platform.
#include "platform/processes.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>

#include "platform/memory.hpp"

namespace tessera::platform {

namespace {

int meaning(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status); }

int wait_for(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  return meaning(status);
}

// --- touched pages. Static, because a signal handler has no arguments.

/// A byte for each page, which the child sets and the parent reads.
unsigned char* looked_at = nullptr;
char* watched = nullptr;
std::size_t watched_pages = 0;

void on_look(int, siginfo_t* info, void*) {
  const auto* const address = static_cast<const char*>(info->si_addr);
  const std::size_t page = static_cast<std::size_t>(address - watched) / page_bytes;
  if (address < watched || page >= watched_pages) _exit(1);
  looked_at[page] = 1;
  mprotect(watched + page * page_bytes, page_bytes, PROT_READ | PROT_WRITE);
}

bool begin_watching() {
  struct sigaction action {};
  action.sa_sigaction = on_look;
  action.sa_flags = SA_SIGINFO | SA_NODEFER;
  return sigaction(SIGSEGV, &action, nullptr) == 0 && sigaction(SIGBUS, &action, nullptr) == 0 &&
         mprotect(watched, watched_pages * page_bytes, PROT_NONE) == 0;
}

bool redirect(const std::string& input) {
  int ends[2];
  const int nowhere = open("/dev/null", O_WRONLY);
  if (nowhere < 0 || pipe(ends) != 0) return false;
  if (write(ends[1], input.data(), input.size()) != static_cast<ssize_t>(input.size())) return false;
  return dup2(ends[0], STDIN_FILENO) >= 0 && dup2(nowhere, STDOUT_FILENO) >= 0;
}

}  // namespace

int process_id() { return getpid(); }

Command::Command(const std::string& command, const std::string* argument) {
  std::string script = command + " \"$@\"", given = argument == nullptr ? "" : *argument;
  std::string words[] = {"sh", "-c"};
  char* arguments[] = {words[0].data(), words[1].data(), script.data(), words[0].data(), argument == nullptr ? nullptr : given.data(),
                       nullptr};
  pid_t child = 0;
  const int error = posix_spawn(&child, "/bin/sh", nullptr, nullptr, arguments, environ);
  if (error != 0) complaint_ = std::strerror(error);
  ended_ = error != 0;
  process_ = child;
}

bool Command::has_ended() {
  int status = 0;
  if (ended_ || waitpid(process_, &status, WNOHANG) == 0) return ended_;
  status_ = meaning(status);
  return ended_ = true;
}

Command::~Command() {
  if (has_ended()) return;
  kill(process_, SIGTERM);
  for (int naps = 0; naps < 10 && !has_ended(); ++naps) usleep(10000);
  if (has_ended()) return;
  kill(process_, SIGKILL);
  wait_for(process_);
}

std::vector<bool> pages_looked_at(char* begin, std::size_t count, const std::string& input,
                                  const std::function<bool(const std::function<bool()>& watch)>& action) {
  void* const shared = mmap(nullptr, count, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return {};
  looked_at = static_cast<unsigned char*>(shared);
  watched = begin;
  watched_pages = count;
  const pid_t child = fork();
  if (child == 0) _exit(redirect(input) && action(begin_watching) ? 0 : 1);
  std::vector<bool> pages;
  if (child > 0 && wait_for(child) == 0) pages.assign(looked_at, looked_at + count);
  munmap(shared, count);
  return pages;
}

}  // namespace tessera::platform
