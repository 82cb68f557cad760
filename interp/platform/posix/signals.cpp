// Signals by sigaction. Layer: platform.
#include "platform/signals.hpp"

#include <signal.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

#include <utility>

namespace tessera::platform {

namespace {

void (*interrupt_action)() = nullptr;  // static, because a signal handler has no other arguments

void handle_interrupt(int) { interrupt_action(); }

static_assert(terminated_status == 128 + SIGTERM);
constexpr long one_request_milliseconds = 200;
void (*terminate_action)() = nullptr;
unsigned terminate_seconds = 0;
volatile sig_atomic_t terminate_asked = 0;
timespec terminate_asked_at{};

void end_at_once(int) { _exit(terminated_status); }

/// True if the signal belongs to the first request. One request can arrive as two signals: timeout(1) sends it to the
/// process and to its group.
bool belongs_to_the_first() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (now.tv_sec - terminate_asked_at.tv_sec) * 1000 + (now.tv_nsec - terminate_asked_at.tv_nsec) / 1'000'000 <
         one_request_milliseconds;
}

void handle_terminate(int) {
  if (terminate_asked != 0) {
    if (belongs_to_the_first()) return;
    end_at_once(0);
  }
  clock_gettime(CLOCK_MONOTONIC, &terminate_asked_at);
  terminate_asked = 1;
  alarm(terminate_seconds);
  terminate_action();
}

void handle(int signal, void (*handler)(int)) {
  struct sigaction handling {};
  handling.sa_handler = handler;  // without SA_RESTART: a read at the prompt returns
  sigaction(signal, &handling, nullptr);
}

sigset_t only_terminate() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  return signals;
}

}  // namespace

void on_interrupt(void (*action)()) {
  interrupt_action = action;
  handle(SIGINT, handle_interrupt);
}

void on_terminate(void (*action)(), unsigned seconds) {
  terminate_action = action;
  terminate_seconds = seconds;
  handle(SIGALRM, end_at_once);
  handle(SIGTERM, handle_terminate);
}

bool TerminationRequests::open() {
  if (descriptor_ >= 0) return true;
  const sigset_t signals = only_terminate();
  descriptor_ = signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
  return descriptor_ >= 0 && pthread_sigmask(SIG_BLOCK, &signals, nullptr) == 0;
}

void TerminationRequests::close() {
  if (descriptor_ < 0) return;
  ::close(std::exchange(descriptor_, -1));
  const sigset_t signals = only_terminate();
  pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
}

bool TerminationRequests::take() const {
  signalfd_siginfo request;
  return descriptor_ >= 0 && read(descriptor_, &request, sizeof request) == sizeof request;
}

void ignore_broken_pipes() { signal(SIGPIPE, SIG_IGN); }

}  // namespace tessera::platform
