// Signals by sigaction. Layer: platform.
#include "platform/signals.hpp"

#include <signal.h>
#include <unistd.h>

namespace tessera::platform {

namespace {

void (*interrupt_action)() = nullptr;  // a handler has no other arguments

void handle_interrupt(int) { interrupt_action(); }

static_assert(terminated_status == 128 + SIGTERM);
void (*terminate_action)() = nullptr;
unsigned terminate_seconds = 0;
volatile sig_atomic_t terminate_asked = 0;

void end_at_once(int) { _exit(terminated_status); }

void handle_terminate(int) {
  if (terminate_asked != 0) end_at_once(0);
  terminate_asked = 1;
  alarm(terminate_seconds);
  terminate_action();
}

void handle(int signal, void (*handler)(int)) {
  struct sigaction handling {};
  handling.sa_handler = handler;  // no SA_RESTART: a read at the prompt returns
  sigaction(signal, &handling, nullptr);
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

void ignore_broken_pipes() { signal(SIGPIPE, SIG_IGN); }

}  // namespace tessera::platform
