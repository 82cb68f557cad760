// A fuzz target: what reads texts and bytes from outside, in a sandbox with limits. The first byte of the input chooses
// the reader. Whatever the rest is, an evaluation ends in time with a value or a condition, and leaves the heap in
// order; and numbers are read as they were printed.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <string>

#include "../cpp/attempts.hpp"

namespace {

/// Functions of a text, as source: each calls a reader.
const char* const readers[] = {
    "(lambda (s) (with-input-from-string (in s) (loop for x = (read in nil in) until (eq x in) collect x)))",
    "(lambda (s) (let ((x (let ((*read-default-float-format* 'double-float)) (read-from-string s))))"
    "  (when (numberp x) (let ((again (read-from-string (prin1-to-string x)))) (assert (eql x again)) again))))",
    "(lambda (s) (eval (list (quote formatter) s)) (format nil s 1 \"two\" '(3 4) #\\5 6.5d0 'seven))",
    "(lambda (s) (macroexpand (cons 'loop (read-from-string (concatenate 'string \"(\" s \")\")))))",
    "(lambda (s) (let ((p (parse-namestring s))) (list (namestring p) (pathname-match-p p \"*.*\") (merge-pathnames p \"/a/b.c\"))))",
    "(lambda (s) (parse-integer s :junk-allowed t :radix 16))",
    "(lambda (s) (compile nil (read-from-string (concatenate 'string \"(lambda (x &rest y) \" s \")\"))))",
    "(lambda (s) (let ((*print-pretty* t) (*print-right-margin* 20) (*print-circle* t)) (prin1-to-string (read-from-string s))))",
    "(lambda (s) (with-input-from-string (in s) (list (read-line in nil) (read-char in nil) (peek-char t in nil) (read-delimited-list #\\) in))))",
    "(lambda (s) (list (intern s (make-package (gensym))) (find-symbol s) (char-name (char s 0)) (name-char s)))",
};
constexpr std::size_t bytes_of_compiled_file = std::size(readers), text_to_check = bytes_of_compiled_file + 1, kinds = text_to_check + 1;

class Readers {
 public:
  void run(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return;
    if (lisp_ == nullptr || ++since_start_ == trials_for_each_interpreter) start();
    const std::size_t kind = data[0] % kinds;
    const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
    const Result r = attempt([&]() -> tessera::ObjectRef {
      if (kind == bytes_of_compiled_file) return lisp_->load_contents(text, "fuzz.tfasl"), tessera::ObjectRef();
      if (kind == text_to_check) return static_cast<void>(lisp_->check(text)), tessera::ObjectRef();
      return lisp_->call<tessera::ObjectRef>("read-so", static_cast<std::int64_t>(kind), text);
    });
    if (r.message.find("assertion") != std::string::npos) give_up(r.message);
    if (since_start_ % trials_between_checks != 0) return;
    if (const std::string wrong = lisp_->self_check(); !wrong.empty()) give_up(wrong);
  }

 private:
  static constexpr int trials_for_each_interpreter = 500, trials_between_checks = 50;

  void start() {
    tessera::Options options = tessera::Options::sandboxed();
    options.heap_limit_bytes = std::size_t{64} << 20;
    options.stack_limit_words = std::size_t{1} << 20;
    options.limits.time = std::chrono::milliseconds(50);
    options.output = options.error_output = [](std::string_view) {};
    lisp_ = std::make_unique<tessera::Interpreter>(options);
    std::string all = "(defvar *readers* (vector";
    for (const char* reader : readers) all += std::string(" ") + reader;
    lisp_->eval(all + ")) (defun read-so (kind text) (funcall (aref *readers* kind) text) nil)");
    since_start_ = 0;
  }

  [[noreturn]] static void give_up(const std::string& why) {
    std::fprintf(stderr, "%s\n", why.c_str());
    std::abort();
  }

  std::unique_ptr<tessera::Interpreter> lisp_;
  int since_start_ = 0;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Readers readers;
  readers.run(data, size);
  return 0;
}
