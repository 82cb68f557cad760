// Raw mode of the terminal, which every exit of the process leaves. Layer: repl. Compiled for size.
#include "repl/raw_mode.hpp"

#include <termios.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <iterator>

namespace tessera::raw_mode {

namespace {

// Global: the process has one terminal, and signal handlers need access to its state.
termios found, raw;
volatile std::sig_atomic_t is_raw = 0, redraw = 0;

constexpr int deadly[] = {SIGHUP, SIGQUIT, SIGTERM, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};
constexpr int others[] = {SIGTSTP, SIGCONT, SIGWINCH};
struct sigaction before_deadly[std::size(deadly)], before_others[std::size(others)];

void set_terminal(const termios& state) {
  while (tcsetattr(STDIN_FILENO, TCSADRAIN, &state) != 0 && errno == EINTR) {}
}

/// Restores the terminal's mode. Async-signal-safe.
void put_back() {
  if (is_raw == 0) return;
  is_raw = 0;
  static constexpr char plain[] = "\033[?2004l\033[0m";  // no bracketed paste
  [[maybe_unused]] const ssize_t n = ::write(STDOUT_FILENO, plain, sizeof plain - 1);
  set_terminal(found);
}

void make_raw() {
  set_terminal(raw);
  is_raw = 1;
  static constexpr char paste[] = "\033[?2004h";
  [[maybe_unused]] const ssize_t n = ::write(STDOUT_FILENO, paste, sizeof paste - 1);
}

void on_deadly(int signal) {
  put_back();
  for (std::size_t i = 0; i < std::size(deadly); ++i)
    if (deadly[i] == signal) sigaction(signal, &before_deadly[i], nullptr);
  raise(signal);  // delivered when this handler returns
}

void on_stop(int) {
  const int error = errno;
  put_back();
  struct sigaction plain {
  }, mine{};
  plain.sa_handler = SIG_DFL;
  sigaction(SIGTSTP, &plain, &mine);
  sigset_t stop, before;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTSTP);
  raise(SIGTSTP);
  pthread_sigmask(SIG_UNBLOCK, &stop, &before);  // the process stops here
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  sigaction(SIGTSTP, &mine, nullptr);
  make_raw();
  redraw = 1;
  errno = error;
}

void on_continue(int) {
  if (is_raw != 0) make_raw();  // a shell may have changed the mode
  redraw = 1;
}

void on_resize(int) { redraw = 1; }

void catch_signal(int signal, void (*handler)(int), struct sigaction& before) {
  struct sigaction action {};
  action.sa_handler = handler;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, &before);
}

void catch_signals() {
  for (std::size_t i = 0; i < std::size(deadly); ++i) catch_signal(deadly[i], on_deadly, before_deadly[i]);
  constexpr void (*handlers[])(int) = {on_stop, on_continue, on_resize};
  for (std::size_t i = 0; i < std::size(others); ++i) catch_signal(others[i], handlers[i], before_others[i]);
}

void release_signals() {
  for (std::size_t i = 0; i < std::size(deadly); ++i) sigaction(deadly[i], &before_deadly[i], nullptr);
  for (std::size_t i = 0; i < std::size(others); ++i) sigaction(others[i], &before_others[i], nullptr);
}

}  // namespace

bool enter() {
  if (is_raw != 0) return true;
  if (tcgetattr(STDIN_FILENO, &found) != 0) return false;
  static const int at_exit = std::atexit(put_back);
  static_cast<void>(at_exit);
  raw = found;
  raw.c_iflag &= ~static_cast<tcflag_t>(ICRNL | INLCR | IGNCR | IXON | ISTRIP | BRKINT);
  raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO | ISIG | IEXTEN);
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  catch_signals();
  make_raw();
  return true;
}

void leave() {
  if (is_raw == 0) return;
  put_back();
  release_signals();
}

void suspend() { raise(SIGTSTP); }

bool take_redraw() {
  const bool wanted = redraw != 0;
  redraw = 0;
  return wanted;
}

sigset_t awaited_signals() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : {SIGINT, SIGTERM, SIGWINCH, SIGCONT, SIGTSTP}) sigaddset(&set, signal);
  return set;
}

}  // namespace tessera::raw_mode
