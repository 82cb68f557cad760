// The terminal below the prompt, as native functions for Lisp. Layer: repl. Compiled for size.
#include "repl/terminal.hpp"

#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <ctime>
#include <optional>
#include <span>
#include <string_view>

#include "base/utf8.hpp"
#include "builtins/arguments.hpp"
#include "builtins/registry.hpp"
#include "data/streams/streams.hpp"
#include "data/symbols/packages.hpp"
#include "repl/history_file.hpp"
#include "repl/raw_mode.hpp"
#include "runtime/interrupts.hpp"
#include "runtime/pause.hpp"
#include "runtime/waiting.hpp"
#include "vm/threads.hpp"
#include "vm/vm.hpp"

namespace tessera {

namespace {

constexpr std::size_t read_bytes = 65536;
constexpr long long_wait = 3600;  ///< seconds

std::string pending;  ///< an incomplete UTF-8 sequence

Value start(Runtime& rt, Args) {
  rt.streams->flush_all();
  return boolean(raw_mode::enter());
}

Value end(Runtime&, Args) {
  raw_mode::leave();
  return NIL;
}

Value suspend(Runtime& rt, Args) {
  raw_mode::suspend();
  return handle_interrupts(rt) ? NIL : FAILED;
}

/// Returns the bytes that form complete characters, and keeps the rest in `pending`.
std::string take_characters(std::string& bytes) {
  std::size_t whole = bytes.size();
  for (std::size_t back = 1; back <= 3 && back <= bytes.size(); ++back) {
    const auto byte = static_cast<unsigned char>(bytes[bytes.size() - back]);
    if ((byte & 0xC0) == 0x80) continue;
    if (utf8_detail::sequence_length(byte) > static_cast<int>(back)) whole = bytes.size() - back;
    break;
  }
  std::string taken = bytes.substr(0, whole);
  bytes.erase(0, whole);
  return taken;
}

enum class Awaited { input, redraw, interrupt, timeout, failed };

/// Changes the thread's signal mask for the lifetime of this object.
class SignalMask {
 public:
  SignalMask(int how, const sigset_t& signals) { pthread_sigmask(how, &signals, &before_); }
  ~SignalMask() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalMask(const SignalMask&) = delete;
  SignalMask& operator=(const SignalMask&) = delete;
  const sigset_t& before() const { return before_; }

 private:
  sigset_t before_;
};

/// Polls with the mask `signals`, which was set before. Other Lisp processes run meanwhile; they do not delay the user.
int poll_keys(Runtime& rt, std::span<pollfd> waits, const timespec& limit, const sigset_t& signals) {
  int n = 0;
  std::optional<SignalMask> while_others_run;
  {
    Runtime::Pause pause(rt, true);
    n = ::ppoll(waits.data(), waits.size(), &limit, &signals);
    while_others_run.emplace(SIG_SETMASK, signals);
    pause.make_urgent();
  }
  if (n > 0 && waits.back().revents != 0) rt.current_wakeup->drain();
  return n;
}

/// Handles an interrupt from another process: the function to call finds the terminal in the normal mode, so that
/// Ctrl-C stops it.
Awaited call_interrupts(Runtime& rt, const sigset_t& signals) {
  const SignalMask as_before(SIG_SETMASK, signals);
  raw_mode::leave();
  const bool goes_on = handle_interrupts(rt);
  raw_mode::enter();
  return goes_on ? Awaited::redraw : Awaited::failed;
}

/// Waits for keys, `milliseconds` at most unless that is negative.
Awaited wait(Runtime& rt, std::int64_t milliseconds) {
  const SignalMask blocked(SIG_BLOCK, raw_mode::awaited_signals());
  const timespec limit{static_cast<std::time_t>(milliseconds < 0 ? long_wait : milliseconds / 1000),
                       static_cast<long>(milliseconds < 0 ? 0 : milliseconds % 1000 * 1000000)};
  rt.current_wakeup->open();
  for (;;) {
    if (raw_mode::take_redraw()) return Awaited::redraw;
    if (rt.exit_asked.load(std::memory_order_relaxed) >= 0) return handle_interrupts(rt) ? Awaited::interrupt : Awaited::failed;
    if (static_cast<Vm&>(rt).threads().take_outside_interrupt()) {
      rt.take_interrupt();
      return Awaited::interrupt;
    }
    if (rt.interrupt_waits()) return call_interrupts(rt, blocked.before());
    pollfd waits[] = {{STDIN_FILENO, POLLIN, 0},
                      {rt.readable_callback ? rt.readable_callback->fd : -1, POLLIN, 0},
                      {rt.current_wakeup->descriptor(), POLLIN, 0}};
    const int n = poll_keys(rt, waits, limit, blocked.before());
    if (n > 0 && waits[1].revents != 0 && !run_readable_callback(rt)) return Awaited::failed;
    if (n > 0 && waits[0].revents != 0) return Awaited::input;
    if (n == 0 && milliseconds >= 0) return Awaited::timeout;
  }
}

Value read_keys(Runtime& rt, Args a) {
  switch (wait(rt, a[0].is_fixnum() ? a[0].as_fixnum() : -1)) {
    case Awaited::redraw: return rt.keyword("REDRAW");
    case Awaited::interrupt: return rt.keyword("INTERRUPT");
    case Awaited::timeout: return NIL;
    case Awaited::failed: return FAILED;
    case Awaited::input: break;
  }
  std::string bytes(read_bytes, '\0');
  const ssize_t n = ::read(STDIN_FILENO, bytes.data(), bytes.size());
  if (n < 0 && (errno == EINTR || errno == EAGAIN)) return NIL;
  if (n <= 0) return rt.keyword("END");
  pending.append(bytes, 0, static_cast<std::size_t>(n));
  return rt.make_string(take_characters(pending));
}

Value write_text(Runtime& rt, Args a) {
  if (!is_string(a[0])) return rt.fail_type(a[0], Known::string);
  rt.streams->flush_all();
  (*rt.streams)[STDOUT_FILENO].begun_line.clear();
  const std::string text = rt.to_utf8(a[0]);
  std::string_view rest = text;
  while (!rest.empty()) {
    const ssize_t n = ::write(STDOUT_FILENO, rest.data(), rest.size());
    if (n >= 0) {
      rest.remove_prefix(static_cast<std::size_t>(n));
    } else if (errno == EAGAIN) {
      pollfd room{STDOUT_FILENO, POLLOUT, 0};
      ::poll(&room, 1, -1);
    } else if (errno != EINTR) {
      break;  // the terminal is gone; reading reports it
    }
  }
  return NIL;
}

Value size(Runtime& rt, Args) {
  winsize window{};
  const bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col > 0 && window.ws_row > 0;
  return rt.two_values(Value::fixnum(known ? window.ws_col : 80), Value::fixnum(known ? window.ws_row : 24));
}

/// Gets a file's name and a text; returns false (failed) unless both are strings.
bool take_strings(Runtime& rt, Args a, std::string& first, std::string& second) {
  for (const Value v : {a[0], a[1]})
    if (!is_string(v)) return rt.fail_type(v, Known::string), false;
  first = rt.to_utf8(a[0]);
  second = rt.to_utf8(a[1]);
  return true;
}

Value append_history(Runtime& rt, Args a) {
  std::string path, line;
  if (!take_strings(rt, a, path, line)) return FAILED;
  return boolean(history_file::append(path, line));
}

Value bound_history(Runtime& rt, Args a) {
  if (!is_string(a[0])) return rt.fail_type(a[0], Known::string);
  if (!a[1].is_fixnum() || a[1].as_fixnum() < 0) return rt.fail_type(a[1], Known::unsigned_byte);
  return boolean(history_file::bound(rt.to_utf8(a[0]), static_cast<std::size_t>(a[1].as_fixnum())));
}

/// Lets the user edit a line in Lisp, for a program that reads from the terminal.
StreamTable::LineEditResult edit_line(Runtime& rt, std::string& line) {
  const Value editor = global_function(rt, rt.tessera("%EDIT-LINE"));
  if (is_nil(editor)) return StreamTable::LineEditResult::no_editor;
  const Value text = rt.call_lisp(editor, {rt.make_string((*rt.streams)[STDOUT_FILENO].begun_line)});
  if (is_failed(text)) return StreamTable::LineEditResult::failed;
  if (!is_string(text)) return is_nil(text) ? StreamTable::LineEditResult::end : StreamTable::LineEditResult::no_editor;
  line = rt.to_utf8(text);
  return StreamTable::LineEditResult::line;
}

constexpr Builtin table[] = {
    {"%TERMINAL-START", "", start, "Makes the terminal deliver each key as it is pressed. Returns true if it does."},
    {"%TERMINAL-END", "", end, "Restores the terminal to its state before %TERMINAL-START."},
    {"%TERMINAL-SUSPEND", "", suspend, "Stops the process as Ctrl-Z does; returns when it continues."},
    {"%TERMINAL-READ", "milliseconds", read_keys,
     "Returns what was typed, a string of at least one character, after a wait of at most MILLISECONDS, without limit if NIL. Returns "
     "NIL if nothing came, :REDRAW if the window has changed, :INTERRUPT after an interrupt, :END if the terminal is gone."},
    {"%TERMINAL-WRITE", "string", write_text, "Writes STRING to the terminal, after the buffered output of its streams."},
    {"%TERMINAL-SIZE", "", size, "Returns two values: the columns and the rows of the window."},
    {"%APPEND-HISTORY", "path line", append_history,
     "Appends LINE to the file PATH, which is made if need be, private to the user. Returns true if that succeeded."},
    {"%BOUND-HISTORY", "path count", bound_history,
     "Deletes all but the last COUNT lines of the file PATH. Returns true if it has no more."},
};

}  // namespace

bool terminal_is_capable() {
  const char* const kind = std::getenv("TERM");
  return isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0 && kind != nullptr && *kind != '\0' && std::string_view(kind) != "dumb";
}

void install_terminal(Runtime& rt) {
  for (const Builtin& b : table) {
    const Value symbol = rt.tessera(b.name);
    rt.heap.write(&rt.symbol(symbol)->function, make_host_native(rt, symbol, b));
  }
  rt.streams->line_editor = [&rt](std::string& line) { return edit_line(rt, line); };
}

}  // namespace tessera
