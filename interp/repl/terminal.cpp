// The terminal below the prompt, as native functions for Lisp. Layer: repl. Compiled for size.
#include "repl/terminal.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <string_view>

#include "base/utf8.hpp"
#include "builtins/arguments.hpp"
#include "builtins/registry.hpp"
#include "data/streams/streams.hpp"
#include "data/symbols/packages.hpp"
#include "platform/files.hpp"
#include "platform/terminal.hpp"
#include "repl/history_file.hpp"
#include "runtime/interrupts.hpp"
#include "runtime/pause.hpp"
#include "runtime/waiting.hpp"
#include "vm/threads.hpp"
#include "vm/vm.hpp"

namespace tessera {

namespace {

constexpr std::size_t read_bytes = 65536;
constexpr int standard_input = 0, standard_output = 1;
constexpr std::int64_t longest_wait = 3600000;  ///< milliseconds

std::string pending;  ///< an incomplete UTF-8 sequence

Value start(Runtime& rt, Args) {
  rt.streams->flush_all();
  return boolean(platform::enter_raw_mode());
}

Value end(Runtime&, Args) {
  platform::leave_raw_mode();
  return NIL;
}

Value suspend(Runtime& rt, Args) {
  platform::stop_process();
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

/// Waits for one of `files`, or a signal. Other Lisp processes run meanwhile; they do not delay the user.
int wait_for_keys(Runtime& rt, std::span<platform::WaitFile> files, std::uint64_t nanoseconds, const platform::TerminalSignals& signals) {
  int n = 0;
  {
    Runtime::Pause pause(rt, true);
    n = signals.wait(files, nanoseconds);
    signals.let_in();
    pause.make_urgent();
  }
  signals.hold_back();
  if (n > 0 && files.back().found != 0) rt.current_wakeup->drain();
  return n;
}

/// Handles an interrupt from another process: the function to call finds the terminal in the normal mode, so that
/// Ctrl-C stops it.
Awaited call_interrupts(Runtime& rt, const platform::TerminalSignals& signals) {
  signals.let_in();
  platform::leave_raw_mode();
  const bool goes_on = handle_interrupts(rt);
  platform::enter_raw_mode();
  return goes_on ? Awaited::redraw : Awaited::failed;
}

/// Waits for keys, `milliseconds` at most unless that is negative.
Awaited wait(Runtime& rt, std::int64_t milliseconds) {
  const platform::TerminalSignals signals;
  const std::uint64_t nanoseconds =
      milliseconds < 0 ? UINT64_MAX : static_cast<std::uint64_t>(std::min(milliseconds, longest_wait)) * 1000000;
  rt.current_wakeup->open();
  for (;;) {
    if (platform::take_redraw()) return Awaited::redraw;
    if (rt.exit_asked.load(std::memory_order_relaxed) >= 0) return handle_interrupts(rt) ? Awaited::interrupt : Awaited::failed;
    if (static_cast<Vm&>(rt).threads().take_outside_interrupt()) {
      rt.take_interrupt();
      return Awaited::interrupt;
    }
    if (rt.interrupt_waits()) return call_interrupts(rt, signals);
    platform::WaitFile files[] = {
        {standard_input}, {rt.readable_callback ? rt.readable_callback->fd : -1}, {rt.current_wakeup->descriptor()}};
    const int n = wait_for_keys(rt, files, nanoseconds, signals);
    if (n > 0 && files[1].found != 0 && !run_readable_callback(rt)) return Awaited::failed;
    if (n > 0 && files[0].found != 0) return Awaited::input;
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
  const std::ptrdiff_t n = platform::read_file(standard_input, bytes.data(), bytes.size());
  if (n < 0 && (errno == EINTR || errno == EAGAIN)) return NIL;
  if (n <= 0) return rt.keyword("END");
  pending.append(bytes, 0, static_cast<std::size_t>(n));
  return rt.make_string(take_characters(pending));
}

Value write_text(Runtime& rt, Args a) {
  if (!is_string(a[0])) return rt.fail_type(a[0], Known::string);
  rt.streams->flush_all();
  (*rt.streams)[standard_output].begun_line.clear();
  const std::string text = rt.to_utf8(a[0]);
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::ptrdiff_t n = platform::write_file(standard_output, rest);
    if (n >= 0) {
      rest.remove_prefix(static_cast<std::size_t>(n));
    } else if (errno == EAGAIN) {
      platform::wait_for_file(standard_output, platform::writable, UINT64_MAX);
    } else if (errno != EINTR) {
      break;  // the terminal is gone; reading reports it
    }
  }
  return NIL;
}

Value size(Runtime& rt, Args) {
  int columns = 80, rows = 24;  // unless they are known
  platform::window_size(columns, rows);
  return rt.two_values(Value::fixnum(columns), Value::fixnum(rows));
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
  const Value text = rt.call_lisp(editor, {rt.make_string((*rt.streams)[standard_output].begun_line)});
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
  return platform::is_terminal(standard_input) && platform::is_terminal(standard_output) && kind != nullptr && *kind != '\0' &&
         std::string_view(kind) != "dumb";
}

void install_terminal(Runtime& rt) {
  for (const Builtin& b : table) {
    const Value symbol = rt.tessera(b.name);
    rt.heap.write(&rt.symbol(symbol)->function, make_host_native(rt, symbol, b));
  }
  rt.streams->line_editor = [&rt](std::string& line) { return edit_line(rt, line); };
}

}  // namespace tessera
