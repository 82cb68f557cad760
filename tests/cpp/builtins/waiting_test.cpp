// Waits for the system, for pipes, commands, the host's input or time are ended by interrupts and cancels from other
// threads and by the evaluation's time limit.
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <functional>
#include <memory>
#include <thread>

#include "lisp.hpp"
#include "process.hpp"

namespace {

using tessera::Interpreter;
using tessera::LimitReached;
using tessera::Options;
using namespace std::chrono_literals;

/// A named pipe, of which the test holds both ends unless it is left alone.
class Pipe {
 public:
  explicit Pipe(const std::string& name, bool open = true) : path(scratch_.path(name)) {
    REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
    if (open) REQUIRE((fd = ::open(path.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC)) >= 0);
  }
  ~Pipe() {
    if (fd >= 0) ::close(fd);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  /// Reads until nothing more comes for a while.
  std::string drain(int patience = 300) const {
    std::string text;
    char bytes[65536];
    for (pollfd p{fd, POLLIN, 0}; ::poll(&p, 1, patience) > 0;) {
      const ssize_t n = ::read(fd, bytes, sizeof bytes);
      if (n <= 0) break;
      text.append(bytes, static_cast<std::size_t>(n));
    }
    return text;
  }
  /// Writes until nothing more goes in. Returns the number of bytes.
  std::size_t fill() const {
    const std::string text(4096, '.');
    std::size_t room = 0;
    for (ssize_t n; (n = ::write(fd, text.data(), text.size())) > 0;) room += static_cast<std::size_t>(n);
    return room;
  }

 private:
  ScratchFolder scratch_;

 public:
  std::string path;
  int fd = -1;
};

/// Does `act` on a thread of its own, a while after Lisp has called (begin).
class DelayedCall {
 public:
  DelayedCall(Interpreter& lisp, std::function<void()> act, std::chrono::microseconds delay = 30ms)
      : thread_([this, act = std::move(act), delay] {
          while (!*begun_ && !over_) std::this_thread::sleep_for(100us);
          std::this_thread::sleep_for(delay);
          act();
        }) {
    lisp.define("begin", [begun = begun_] { *begun = true; });  // forms that are evaluated later call it, too
  }
  ~DelayedCall() {
    over_ = true;
    thread_.join();
  }
  DelayedCall(const DelayedCall&) = delete;
  DelayedCall& operator=(const DelayedCall&) = delete;

 private:
  const std::shared_ptr<std::atomic<bool>> begun_ = std::make_shared<std::atomic<bool>>(false);
  std::atomic<bool> over_{false};
  std::thread thread_;
};

/// Forms that wait without end; {silent} is a pipe without input, {deaf} one that is not read, {alone} one whose other
/// end is not open.
constexpr const char* waiting_forms[] = {
    "(with-open-file (s \"{silent}\") (begin) (read-char s))",
    "(with-open-file (s \"{silent}\") (begin) (read-line s))",
    "(with-open-file (s \"{silent}\") (begin) (peek-char t s))",
    "(with-open-file (s \"{silent}\") (begin) (read s))",
    "(with-open-file (s \"{silent}\") (begin) (read-sequence (make-string 10) s))",
    "(with-open-file (s \"{silent}\" :element-type '(unsigned-byte 8)) (begin) (read-byte s))",
    "(with-open-file (s \"{silent}\") (begin) (read-line (make-concatenated-stream (make-string-input-stream \"abc\") s)))",
    "(with-open-file (s \"{silent}\") (begin) (read-char (make-echo-stream s (make-broadcast-stream))))",
    "(with-open-file (s \"{silent}\" :direction :io :if-exists :overwrite) (begin) (read-char s))",
    "(progn (begin) (load \"{silent}\"))",
    "(progn (begin) (with-open-file (s \"{alone}\") (read-char s)))",
    "(progn (begin) (open \"{alone}\" :direction :output :if-exists :append))",
    "(let ((s (open \"{deaf}\" :direction :output :if-exists :append))) (begin) (loop (write-string \"some text\" s) (finish-output s)))",
    "(let ((s (open \"{deaf}\" :direction :output :if-exists :append))) (begin) (loop (write-line \"some text\" s)))",
    "(let ((s (open \"{deaf}\" :direction :output :if-exists :append))) (dolist (n '(60000 10000)) (write-string (make-string n) s))"
    " (begin) (close s))",
    "(progn (begin) (tessera::%run-command \"exec sleep 1000 #\" nil))",
    "(progn (begin) (tessera::%run-command \"trap '' TERM; while :; do sleep 0.01; done #\" nil))",
    "(progn (begin) (sleep 1000))",
};

/// The same with sockets; {listener} is one that gets no connection, {side} a connection whose peer does nothing.
constexpr const char* socket_forms[] = {
    "(let ((s {listener})) (begin) (tessera::%accept-socket s nil))",
    "(let ((s {listener})) (begin) (tessera::%wait-for-sockets (list s) nil nil))",
    "(let ((s {side})) (begin) (read-char s))",
    "(let ((s {side})) (begin) (read-line s))",
    "(let ((s {side})) (begin) (tessera::%wait-for-sockets (list s) nil nil))",
    "(let ((s {side}) (text (make-string 100000))) (begin) (loop (write-string text s)))",
    "(let ((s {side}) (text (make-string 10000000))) (begin) (write-string text s) (finish-output s))",
    "(let ((s (tessera::%make-socket \"127.0.0.1\" t))) (tessera::%bind-socket s \"127.0.0.1\" 0) (begin)"
    " (tessera::%receive-datagram s (make-array 5 :element-type '(unsigned-byte 8)) 0 nil nil))",
};

std::string with_sockets(std::string form) {
  const std::string listener =
      "(let ((l (tessera::%make-socket \"127.0.0.1\" nil))) (tessera::%bind-socket l \"127.0.0.1\" 0) (tessera::%listen-socket l 5) l)";
  const std::string side = "(let* ((l " + listener +
                           ") (c (tessera::%make-socket \"127.0.0.1\" nil))) (multiple-value-bind (host port) (tessera::%socket-name l nil)"
                           " (tessera::%connect-socket c host port nil)) (tessera::%use-socket c 0 :utf-8 '(\"it\")))";
  for (const auto& [name, text] : {std::pair("{listener}", listener), std::pair("{side}", side)})
    for (std::size_t at; (at = form.find(name)) != form.npos;) form.replace(at, std::string_view(name).size(), text);
  return form;
}

std::string with_pipes(std::string form, const Pipe& silent, const Pipe& deaf, const Pipe& alone) {
  for (const auto& [name, pipe] : {std::pair("{silent}", &silent), std::pair("{deaf}", &deaf), std::pair("{alone}", &alone)})
    for (std::size_t at; (at = form.find(name)) != form.npos;) form.replace(at, std::string_view(name).size(), pipe->path);
  return form;
}

/// The limit that ends an evaluation; heap, if it ends by itself.
LimitReached::Limit limit_of(Interpreter& lisp, const std::string& form) {
  try {
    lisp.eval(form);
  } catch (const LimitReached& e) { return e.limit(); }
  return LimitReached::Limit::heap;
}

void check_soon(std::chrono::steady_clock::time_point begin) {
  if (!slow_build) CHECK(std::chrono::steady_clock::now() - begin < 500s);  // so (SLEEP 1000) was ended
}

TEST_CASE("cancel, time limit and interrupt end waits for the system", "[waiting]") {
  for (const char* waiting : waiting_forms) {
    const Pipe silent("silent"), deaf("deaf"), alone("alone", false);
    const std::string form = with_pipes(waiting, silent, deaf, alone);
    INFO(form);
    const auto begin = std::chrono::steady_clock::now();
    Interpreter lisp;
    {
      const DelayedCall later(lisp, [&] { lisp.cancel(); });
      CHECK(limit_of(lisp, form) == LimitReached::Limit::cancelled);
    }
    deaf.drain(0);
    lisp.set_limits({0, 100ms});
    CHECK(limit_of(lisp, form) == LimitReached::Limit::time);
    lisp.set_limits({});
    deaf.drain(0);
    if (form.find("%run-command") == form.npos) {  // an interrupt is the command's, and handled after it
      const DelayedCall later(lisp, [&] { lisp.interrupt(); });
      CHECK(outcome(lisp, "(handler-case " + form + " (tessera:interactive-interrupt () :left))") == ":LEFT");
    }
    CHECK(lisp.self_check() == "");
    check_soon(begin);
  }
}

TEST_CASE("cancel, time limit and interrupt end waits for sockets", "[waiting]") {
  for (const char* waiting : socket_forms) {
    const std::string form = with_sockets(waiting);
    INFO(form);
    const auto begin = std::chrono::steady_clock::now();
    Interpreter lisp;
    {
      const DelayedCall later(lisp, [&] { lisp.cancel(); });
      CHECK(limit_of(lisp, form) == LimitReached::Limit::cancelled);
    }
    lisp.set_limits({0, 100ms});
    CHECK(limit_of(lisp, form) == LimitReached::Limit::time);
    lisp.set_limits({});
    {
      const DelayedCall later(lisp, [&] { lisp.interrupt(); });
      CHECK(outcome(lisp, "(handler-case " + form + " (tessera:interactive-interrupt () :left))") == ":LEFT");
    }
    CHECK(lisp.self_check() == "");
    check_soon(begin);
  }
}

TEST_CASE("a socket that an interrupt's handler closes is not read", "[waiting]") {
  Interpreter lisp;
  const DelayedCall later(lisp, [&] { lisp.interrupt(); });
  CHECK(outcome(lisp,
                with_sockets("(let ((s {side})) (handler-case (handler-bind ((tessera:interactive-interrupt (lambda (c) (close s)"
                             " (tessera:gc) (continue c)))) (begin) (read-char s)) (end-of-file () :end) (stream-error () :closed)))")) ==
        ":END");
  const DelayedCall again(lisp, [&] { lisp.interrupt(); });
  CHECK(outcome(lisp, with_sockets("(let ((s {listener})) (handler-case (handler-bind ((tessera:interactive-interrupt (lambda (c) (close s)"
                                   " (continue c)))) (begin) (tessera::%accept-socket s nil)) (stream-error () :closed)))")) == ":CLOSED");
}

TEST_CASE("an abandoned command is terminated", "[waiting]") {
  const ScratchFolder scratch;
  Interpreter lisp;
  CHECK(lisp.eval<int>("(tessera::%run-command \"exit 7 #\" nil)") == 7);
  CHECK(lisp.eval<int>("(tessera::%run-command \"kill -9 $$ #\" nil)") == 137);
  const std::string id = scratch.path("id");
  std::thread other([&] {
    while (!std::filesystem::exists(id) || std::filesystem::file_size(id) == 0) std::this_thread::sleep_for(1ms);
    lisp.cancel();
  });
  CHECK(limit_of(lisp, "(tessera::%run-command " + quoted("echo $$ > " + id + "; exec sleep 1000 #") + " nil)") ==
        LimitReached::Limit::cancelled);
  other.join();
  const int process = std::stoi(file_text(id));
  CHECK(::kill(process, 0) != 0);
}

TEST_CASE("a wake-up is never lost", "[waiting]") {
  const Pipe silent("silent");
  Interpreter lisp;
  const std::string form = "(with-open-file (s " + quoted(silent.path) +
                           ") (handler-case (progn (begin) (read-char s)) (tessera:interactive-interrupt () :left)))";
  for (int i = 0; i < (slow_build ? 50 : 300); ++i) {
    const DelayedCall later(
        lisp, [&] { lisp.interrupt(); }, std::chrono::microseconds(i % 100));
    REQUIRE(outcome(lisp, form) == ":LEFT");
  }
}

std::atomic<Interpreter*> in_signal{nullptr};

TEST_CASE("a signal handler ends a wait", "[waiting]") {
  const Pipe silent("silent");
  Interpreter lisp;
  in_signal = &lisp;
  struct sigaction action {
  }, before{};
  action.sa_handler = [](int) { in_signal.load()->cancel(); };
  action.sa_flags = SA_RESTART;
  REQUIRE(::sigaction(SIGUSR2, &action, &before) == 0);
  for (int i = 0; i < 50; ++i) {
    const DelayedCall later(
        lisp, [] { ::kill(::getpid(), SIGUSR2); }, std::chrono::microseconds(10 * i));
    CHECK(limit_of(lisp, "(progn (begin) (read-char (open " + quoted(silent.path) + ")))") == LimitReached::Limit::cancelled);
  }
  ::sigaction(SIGUSR2, &before, nullptr);
}

TEST_CASE("output before and after an interrupt arrives exactly once", "[waiting]") {
  const Pipe pipe("pipe");
  Interpreter lisp;
  std::string read;
  const std::size_t count = collects_always ? 15'000 : 50'000;  // more than a pipe takes at once
  {
    const DelayedCall later(lisp, [&] {
      lisp.interrupt();
      std::this_thread::sleep_for(20ms);
      read = pipe.drain();
    });
    CHECK(outcome(lisp, "(with-open-file (s " + quoted(pipe.path) +
                            " :direction :output :if-exists :append) (handler-bind ((tessera:interactive-interrupt (lambda (c) (tessera:gc)"
                            " (continue c)))) (begin) (dotimes (i " +
                            std::to_string(count) + ") (format s \"~6,'0d\" i)) (finish-output s) :written))") == ":WRITTEN");
  }
  REQUIRE(read.size() == 6 * count);
  bool right = true;
  for (std::size_t i = 0; i < count; ++i) right = right && std::stoul(read.substr(i * 6, 6)) == i;
  CHECK(right);
}

TEST_CASE("opening a pipe waits for its other end", "[waiting]") {
  const Pipe pipe("pipe", false);
  Interpreter writes, reads;
  std::string read;
  std::thread reader(
      [&] { read = outcome(reads, "(with-open-file (s " + quoted(pipe.path) + ") (list (read-line s) (read-char s nil)))"); });
  std::this_thread::sleep_for(50ms);
  CHECK(outcome(writes, "(with-open-file (s " + quoted(pipe.path) + " :direction :output :if-exists :append) (write-line \"said\" s))") ==
        "\"said\"");
  reader.join();
  CHECK(read == "(\"said\" NIL)");
  std::thread later([&] {
    std::this_thread::sleep_for(100ms);
    read = outcome(reads, "(with-open-file (s " + quoted(pipe.path) + ") (read-line s))");
  });
  CHECK(outcome(writes, "(with-open-file (s " + quoted(pipe.path) + " :direction :output :if-exists :append) (write-line \"again\" s))") ==
        "\"again\"");
  later.join();
  CHECK(read == "\"again\"");
}

/// While it lives, the standard file `number` is the pipe.
class Standard {
 public:
  Standard(int number, const Pipe& pipe) : number_(number), before_(::dup(number)) {
    const int plain = ::open(pipe.path.c_str(), O_RDWR | O_CLOEXEC);  // one that waits, as a shell gives it
    ::dup2(plain, number);
    ::close(plain);
  }
  ~Standard() {
    ::dup2(before_, number_);
    ::close(before_);
  }
  Standard(const Standard&) = delete;
  Standard& operator=(const Standard&) = delete;

 private:
  int number_, before_;
};

TEST_CASE("waiting for the standard input can be ended", "[waiting]") {
  const Pipe silent("silent");
  const Standard input(0, silent);
  Interpreter lisp;
  {
    const DelayedCall later(lisp, [&] { lisp.cancel(); });
    CHECK(limit_of(lisp, "(progn (begin) (read-line))") == LimitReached::Limit::cancelled);
  }
  {
    const DelayedCall later(lisp, [&] { lisp.interrupt(); });
    CHECK(outcome(lisp, "(handler-case (progn (begin) (read-line)) (tessera:interactive-interrupt () :left))") == ":LEFT");
  }
  lisp.set_limits({0, 50ms});
  CHECK(limit_of(lisp, "(read)") == LimitReached::Limit::time);
}

/// Returns the outcome of `form` while the standard output is `pipe`, in an interpreter of its own: its value, an
/// integer, or the limit that ends it.
std::string with_output(const Pipe& pipe, const std::string& form, std::chrono::milliseconds time,
                        const std::function<void(Interpreter&)>& act = nullptr) {
  const Standard output(1, pipe);
  Interpreter lisp;
  const DelayedCall later(lisp, [&] {
    if (act) act(lisp);
  });
  lisp.set_limits({0, time});
  try {
    return std::to_string(lisp.eval<int>(form));
  } catch (const LimitReached& e) { return e.limit() == LimitReached::Limit::cancelled ? "cancelled" : "time"; }
}

TEST_CASE("waiting for a standard output that is not read can be ended", "[waiting]") {
  const Pipe deaf("deaf");
  const std::size_t room = deaf.fill();
  const auto begin = std::chrono::steady_clock::now();
  const auto cancel = [](Interpreter& lisp) { lisp.cancel(); };
  const std::string forever = "(begin) (loop (write-line \"some text\"))";
  const std::string cancelled = with_output(deaf, "(progn " + forever + ")", 0ms, cancel);
  const std::string finishing = with_output(deaf, "(progn (begin) (write-line \"some\") (finish-output) 1)", 0ms, cancel);
  const std::string late = with_output(deaf, "(progn " + forever + ")", 50ms);
  const std::string cleaning_up = with_output(deaf, "(unwind-protect (begin) (loop (write-line \"some text\")))", 50ms);
  const std::string behind = with_output(deaf, "(progn (begin) (write-line \"some text\") 1)", 0ms, cancel);
  const std::string late_behind = with_output(deaf, "(progn (write-line \"some text\") 1)", 1s);
  const std::string interrupted =
      with_output(deaf, "(handler-case (progn " + forever + ") (tessera:interactive-interrupt () 2))", 0ms, [](Interpreter& lisp) {
        lisp.interrupt();
        std::this_thread::sleep_for(1s);
        lisp.cancel();  // the waiting after the evaluation
      });
  CHECK(cancelled == "cancelled");
  CHECK(finishing == "cancelled");
  CHECK(late == "time");
  CHECK(cleaning_up == "time");
  CHECK(behind == "1");
  CHECK(late_behind == "1");
  CHECK(interrupted == "2");
  check_soon(begin);
  CHECK(deaf.drain(0) == std::string(room, '.'));
}

TEST_CASE("output that did not fit is written later, in order", "[waiting]") {
  const Pipe pipe("pipe");
  const std::size_t room = pipe.fill();
  std::string read;
  std::vector<LimitReached::Limit> limits;
  {
    const Standard output(1, pipe);
    Interpreter lisp;
    lisp.define("read-all", [&] { read += pipe.drain(0); });
    lisp.set_limits({0, 1s});
    limits.push_back(limit_of(lisp, "(progn (write-line \"first\") (finish-output))"));
    limits.push_back(limit_of(lisp, "(write-line \"second\")"));
    lisp.eval("(progn (read-all) (write-line \"third\"))");
    lisp.eval("(read-all)");
  }
  CHECK(limits == std::vector{LimitReached::Limit::time, LimitReached::Limit::heap});
  CHECK(read == std::string(room, '.') + "first\nsecond\nthird\n");
}

TEST_CASE("the host's input function can give up when a poll is due", "[waiting]") {
  const tessera::Lisp* self = nullptr;
  std::atomic<int> asked{0};
  Options options;
  options.input = [&]() -> std::string {
    ++asked;
    while (!self->poll_is_due()) std::this_thread::sleep_for(1ms);
    return "";
  };
  Interpreter lisp(options);
  self = &lisp;
  {
    const DelayedCall later(lisp, [&] { lisp.cancel(); });
    CHECK(limit_of(lisp, "(progn (begin) (handler-case (read-line) (error () :end)))") == LimitReached::Limit::cancelled);
  }
  lisp.set_limits({0, 50ms});
  CHECK(limit_of(lisp, "(read-line)") == LimitReached::Limit::time);
  lisp.set_limits({});
  asked = 0;
  const DelayedCall later(lisp, [&] {
    lisp.interrupt();
    while (asked < 2) std::this_thread::sleep_for(1ms);
    std::this_thread::sleep_for(10ms);
    lisp.cancel();
  });
  CHECK(limit_of(lisp, "(handler-bind ((tessera:interactive-interrupt #'continue)) (begin) (read-line))") ==
        LimitReached::Limit::cancelled);
  CHECK(asked == 2);
}

}  // namespace
