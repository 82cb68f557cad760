// Signals by sigaction. Layer: platform.
#include "platform/signals.hpp"

#include <signal.h>

namespace tessera::platform {

namespace {

void (*interrupt_action)() = nullptr;  // a handler has no other arguments

void handle_interrupt(int) { interrupt_action(); }

}  // namespace

void on_interrupt(void (*action)()) {
  interrupt_action = action;
  struct sigaction handling {};
  handling.sa_handler = handle_interrupt;  // no SA_RESTART: a read at the prompt returns
  sigaction(SIGINT, &handling, nullptr);
}

void ignore_broken_pipes() { signal(SIGPIPE, SIG_IGN); }

}  // namespace tessera::platform
