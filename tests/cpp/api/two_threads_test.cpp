// Interpreters in several threads, which share nothing, and a thread that interrupts and cancels them. Mainly for
// ThreadSanitizer.
#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <thread>

#include "lisp.hpp"

namespace {

using tessera::Interpreter;
using tessera::Lisp;
using tessera::ObjectRef;
using namespace std::chrono_literals;

class Counter {
 public:
  explicit Counter(int start) : count_(start) {}
  int add(int n) { return count_ += n; }
  int count() const { return count_; }

 private:
  int count_;
};

/// An interpreter with functions, a class and streams of C++.
class Host {
 public:
  Host() : lisp_(options()) {
    lisp_.define("twice", [](int n) { return 2 * n; });
    lisp_.define("join", [](const std::vector<std::string>& words) {
      std::string all;
      for (const std::string& w : words) all += w;
      return all;
    });
    lisp_.define("apply-it", [](const std::function<int(int)>& f, int n) { return f(n); });
    lisp_.define("refuse", [] { throw std::runtime_error("refused in C++"); });
    lisp_.define("wait-a-little", [](const Lisp& l) {
      for (int i = 0; i < 20; ++i) {
        l.poll();
        std::this_thread::sleep_for(100us);
      }
    });
    lisp_.define_class<Counter>("counter").constructor<int>().method("add", &Counter::add).property("count-of", &Counter::count);
    lisp_.eval("(defclass named (counter) ((name :initarg :name :reader name-of)))");
  }
  Interpreter& lisp() { return lisp_; }
  const std::string& written() const { return written_; }

 private:
  tessera::Options options() {
    tessera::Options o;
    o.output = [this](std::string_view text) { written_ = text; };
    o.error_output = [](std::string_view) {};
    o.input = [] { return std::string("(1 2)\n"); };
    o.heap_limit_bytes = std::size_t{256} << 20;
    return o;
  }
  std::string written_;
  Interpreter lisp_;
};

/// The operations on a Host, and their results without interference.
const std::map<std::string, std::string> forms = {
    {"(mapcar #'twice '(1 2 3))", "(2 4 6)"},
    {"(join '(\"gr\" \"ün\"))", "\"grün\""},
    {"(apply-it (lambda (n) (apply-it #'1+ n)) 4)", "5"},
    {"(handler-case (refuse) (error (c) (princ-to-string c)))", "\"REFUSE: C++ exception: refused in C++\""},
    {"(handler-case (twice 'a) (type-error () :type))", ":TYPE"},
    {"(let ((c (make-instance 'named :name \"n\" :arguments '(5)))) (add c 2) (list (count-of c) (name-of c)))", "(7 \"n\")"},
    {"(let ((h (make-hash-table :test 'equal))) (dotimes (i 500 (hash-table-count h)) (setf (gethash (format nil \"~d\" i) h) i)))", "500"},
    {"(let ((x 1)) (dotimes (i 200 (integer-length x)) (setq x (* x 12345678901))))", "6705"},
    {"(progn (princ :shown) (read))", "(1 2)"},
    {"(length (let ((l '())) (dotimes (i 20000 l) (push (cons i i) l))))", "20000"},
    {"(funcall (compile nil '(lambda (x) (loop for i below x sum i))) 100)", "4950"},
    {"(progn (tessera:gc) (wait-a-little) :waited)", ":WAITED"},
    {"(progn (sleep 0.005) :slept)", ":SLEPT"},
    {"(integer-length (expt 3 300000))", "475489"},
    {"(labels ((f (n) (if (= n 0) 0 (1+ (f (1- n)))))) (f 100000))", "100000"},
    {"(block b (apply-it (lambda (n) (return-from b (list n))) 1))", "(1)"},
    {"(call-with-prompt 'p (lambda () (1+ (suspend-to-prompt 'p (lambda (k) (funcall k 1))))))", "2"},
};

/// Evaluates all forms some times. Returns the first wrong result, or "".
std::string run_all(Host& host, int times) {
  for (int i = 0; i < times; ++i)
    for (const auto& [form, expected] : forms)
      if (const std::string found = outcome(host.lisp(), form); found != expected) return form + " gives " + found;
  const std::string wrong = host.lisp().self_check();
  return wrong.empty() ? "" : "self_check: " + wrong;
}

constexpr int rounds = slow_build ? 2 : 10;

TEST_CASE("interpreters in two threads do not affect each other", "[threads]") {
  std::array<std::string, 2> wrong;
  std::array<std::thread, 2> threads;
  for (std::size_t i = 0; i < 2; ++i)
    threads[i] = std::thread([&wrong, i] {
      for (int k = 0; k < rounds && wrong[i].empty(); ++k) {
        Host host;
        wrong[i] = run_all(host, 1);
      }
    });
  for (std::thread& t : threads) t.join();
  CHECK(wrong[0] == "");
  CHECK(wrong[1] == "");
}

TEST_CASE("a third thread can interrupt and cancel two evaluations", "[threads]") {
  std::array<std::string, 2> wrong;
  std::array<std::unique_ptr<Host>, 2> hosts = {std::make_unique<Host>(), std::make_unique<Host>()};
  std::atomic<bool> over{false};
  std::atomic<int> ended{0};
  std::array<std::thread, 2> threads;
  for (std::size_t i = 0; i < 2; ++i)
    threads[i] = std::thread([&, i] {
      Host& host = *hosts[i];
      while (!over) {
        host.lisp().set_limits({0, i == 0 ? 0ms : 50ms});
        for (const auto& [form, expected] : forms)
          if (!eval(host.lisp(), "(handler-case " + form + " (tessera:interactive-interrupt () 0))").ok) ++ended;
      }
      host.lisp().set_limits({});
      host.lisp().eval("nil");  // requests for the last evaluation are dropped when one begins
      wrong[i] = run_all(host, 1);
    });
  for (int i = 0; i < (slow_build ? 300 : 1000); ++i) {
    Interpreter& lisp = hosts[static_cast<std::size_t>(i) % 2]->lisp();
    if (i % 3 == 0) lisp.cancel();
    else lisp.interrupt();
    std::this_thread::sleep_for(std::chrono::microseconds(i % 7 * 300));
  }
  over = true;
  for (std::thread& t : threads) t.join();
  CHECK(wrong[0] == "");
  CHECK(wrong[1] == "");
  CHECK(ended > 0);
}

TEST_CASE("an interpreter can move between threads that synchronize with each other", "[threads]") {
  Host host;
  std::string wrong;
  for (int i = 0; i < 4 && wrong.empty(); ++i) {
    std::thread worker([&] { wrong = run_all(host, 1); });
    worker.join();
  }
  CHECK(wrong == "");
  CHECK(host.written() == "SHOWN");
}

}  // namespace
