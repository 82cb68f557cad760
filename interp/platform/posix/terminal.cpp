// The terminal by termios: its raw mode, which every exit of the process leaves. Layer: platform.
#include "platform/terminal.hpp"

#include <signal.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <iterator>
#include <new>

#include "platform/posix/waiting.hpp"

namespace tessera::platform {

namespace {

// Global: the process has one terminal, and signal handlers need access to its state.
termios found, raw;
volatile sig_atomic_t is_raw = 0, redraw = 0;

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

bool is_terminal(int fd) { return isatty(fd) != 0; }

bool window_size(int& columns, int& rows) {
  winsize window{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) != 0 || window.ws_col == 0 || window.ws_row == 0) return false;
  columns = window.ws_col;
  rows = window.ws_row;
  return true;
}

bool enter_raw_mode() {
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

void leave_raw_mode() {
  if (is_raw == 0) return;
  put_back();
  release_signals();
}

void stop_process() { raise(SIGTSTP); }

bool take_redraw() {
  const bool wanted = redraw != 0;
  redraw = 0;
  return wanted;
}

TerminalSignals::TerminalSignals() {
  static_assert(sizeof(sigset_t) <= sizeof before_ && alignof(sigset_t) <= 8);
  pthread_sigmask(SIG_SETMASK, nullptr, new (before_) sigset_t);
  hold_back();
}

void TerminalSignals::hold_back() const {
  sigset_t awaited;
  sigemptyset(&awaited);
  for (const int signal : {SIGINT, SIGTERM, SIGWINCH, SIGCONT, SIGTSTP}) sigaddset(&awaited, signal);
  pthread_sigmask(SIG_BLOCK, &awaited, nullptr);
}

void TerminalSignals::let_in() const { pthread_sigmask(SIG_SETMASK, reinterpret_cast<const sigset_t*>(before_), nullptr); }

int TerminalSignals::wait(std::span<WaitFile> files, std::uint64_t nanoseconds) const {
  return wait_with_signals(files, nanoseconds, reinterpret_cast<const sigset_t*>(before_));
}

}  // namespace tessera::platform
