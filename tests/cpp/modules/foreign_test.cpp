// The module "foreign": calls of a C library with all types, callbacks and their exits, and the permission.
#include <filesystem>

#include "lisp.hpp"

namespace {

using tessera::Interpreter;

const bool is_built = std::filesystem::exists(TESSERA_MODULES "/foreign-native.so");  // needs libffi

tessera::Options with_shared_objects() {
  tessera::Options options;
  options.permissions.shared_objects = true;
  return options;
}

/// An interpreter with the library of tests/modules, and abbreviations for the tests below.
struct Foreign : Interpreter {
  explicit Foreign(tessera::Options options = with_shared_objects()) : Interpreter(options) {
    REQUIRE(::eval(*this, "(push \"" TESSERA_MODULES "/\" tessera::*module-path*) (require \"foreign\") (use-package \"FOREIGN\")").ok);
    REQUIRE(::eval(*this, "(defvar *library* (open-library \"" TESSERA_TEST_MODULES "/foreign_functions.so\"))"
                          "(defmacro calls (function result parameters &body body)"
                          "  `(with-callback (f ,function ,result ,parameters) ,@body))"
                          "(define-function (c-apply \"apply\") :int ((f :pointer) (count :int)))"
                          "(define-structure pair (first :int8) (second :double))")
                .ok);
  }
};

TEST_CASE("numbers of all sizes go to C and come back", "[modules][foreign]") {
  if (!is_built) return;
  Foreign lisp;
  const auto next = [&](const std::string& type, const std::string& n) {
    return outcome(lisp, "(call \"next_" + type + "\" :" + type + " (:" + type + " " + n + "))");
  };
  CHECK(next("int8", "-128") == "-127");
  CHECK(next("int8", "127") == "-128");
  CHECK(next("uint8", "255") == "0");
  CHECK(next("int16", "-1") == "0");
  CHECK(next("uint16", "65534") == "65535");
  CHECK(next("int32", "2147483646") == "2147483647");
  CHECK(next("uint32", "4294967294") == "4294967295");
  CHECK(next("int64", "-9223372036854775808") == "-9223372036854775807");
  CHECK(next("uint64", "18446744073709551614") == "18446744073709551615");
  CHECK(next("float", "1.5") == "2.5");
  CHECK(next("double", "1/2") == "1.5d0");
  CHECK(next("int8", "128") == "SIMPLE-TYPE-ERROR: next_int8: argument 1: 128 is not of type (SIGNED-BYTE 8)");
  CHECK(next("uint64", "-1") == "SIMPLE-TYPE-ERROR: next_uint64: argument 1: -1 is not of type (UNSIGNED-BYTE 64)");
  CHECK(next("uint64", "(expt 2 64)") ==
        "SIMPLE-TYPE-ERROR: next_uint64: argument 1: 18446744073709551616 is not of type (UNSIGNED-BYTE 64)");
  CHECK(next("int64", "(expt 2 63)") == "SIMPLE-TYPE-ERROR: next_int64: argument 1: 9223372036854775808 is not of type (SIGNED-BYTE 64)");
  CHECK(next("double", "'x") == "SIMPLE-TYPE-ERROR: next_double: argument 1: X is not of type DOUBLE-FLOAT");
}

TEST_CASE("many arguments and variadic functions", "[modules][foreign]") {
  if (!is_built) return;
  Foreign lisp;
  CHECK(outcome(lisp,
                "(call \"sum_of_fourteen\" :double (:int8 -1) (:float 2) (:uint64 3) (:double 4) (:int16 5) (:string \"six...\")"
                "  (:uint8 7) (:double 8) (:int32 9) (:float 10) (:int64 11) (:uint16 12) (:double 13) (:uint32 14))") == "103.0d0");
  CHECK(outcome(lisp, "(call \"sum_of\" :double (:int 3) &rest (:double 1) (:float 2.5) (:double 4))") == "7.5d0");
  CHECK(outcome(lisp, "(call \"sum_of\" :double (:int 0) &rest)") == "0.0d0");
}

TEST_CASE("structures by value", "[modules][foreign]") {
  if (!is_built) return;
  Foreign lisp;
  REQUIRE(eval(lisp,
               "(define-structure floats (x :float) (y :float) (z :float))"
               "(define-structure large (pair (:struct pair)) (numbers (:array :int64 4)) (name (:array :char 5)))")
              .ok);
  CHECK(outcome(lisp,
                "(with-memory ((p (:struct pair)))"
                "  (setf (slot p 'pair 'first) 5 (slot p 'pair 'second) 1.5d0)"
                "  (let ((r (call \"swapped_sign\" (:struct pair) ((:struct pair) p))))"
                "    (list (slot r 'pair 'first) (slot r 'pair 'second))))") == "(-5 -1.5d0)");
  CHECK(
      outcome(lisp,
              "(with-memory ((p (:struct floats)))"
              "  (loop for s in '(x y z) for v in '(1.0 2.0 3.0) do (setf (slot p 'floats s) v))"
              "  (let ((r (call \"doubled\" (:struct floats) ((:struct floats) (call \"doubled\" (:struct floats) ((:struct floats) p))))))"
              "    (loop for s in '(x y z) collect (slot r 'floats s))))") == "(4.0 8.0 12.0)");
  CHECK(outcome(lisp,
                "(with-memory ((p (:struct large)))"
                "  (setf (slot p 'large 'pair) 1)")
            .find("is not a type of what memory holds") == std::string::npos);
  CHECK(outcome(lisp,
                "(with-memory ((p (:struct large)))"
                "  (copy-from-vector (coerce '(10 20 30 40) '(vector (signed-byte 64))) (slot p 'large 'numbers))"
                "  (let ((r (call \"enlarged\" (:struct large) ((:struct large) p) (:int 3))))"
                "    (list (length r) (type-size '(:struct large)) (slot r 'large 'pair)"
                "      (loop for i below 4 collect (memory-ref r :int64 (+ (slot-offset 'large 'numbers) (* 8 i)))))))")
            .find("SLOT: #(3 ") != std::string::npos);
  CHECK(outcome(lisp,
                "(with-memory ((p (:struct large)))"
                "  (copy-from-vector (coerce '(10 20 30 40) '(vector (signed-byte 64))) (slot p 'large 'numbers))"
                "  (let ((r (call \"enlarged\" (:struct large) ((:struct large) p) (:int 3))))"
                "    (list (length r) (type-size '(:struct large)) (memory-ref r :int8)"
                "      (loop for i below 4 collect (memory-ref r :int64 (+ (slot-offset 'large 'numbers) (* 8 i)))))))") ==
        "(56 56 3 (13 23 33 43))");
  CHECK(outcome(lisp, "(call \"swapped_sign\" (:struct pair) ((:struct pair) (coerce '(1 2) '(vector (unsigned-byte 8)))))") ==
        "SIMPLE-TYPE-ERROR: swapped_sign: argument 1: #(1 2) is not of type (OR POINTER (VECTOR (UNSIGNED-BYTE 8)))");
  CHECK(outcome(lisp, "(foreign-function \"x\" :void '((:struct (:array :char 100000))))") ==
        "SIMPLE-ERROR: FOREIGN-FUNCTION: a structure with more than 65536 octets is passed by a pointer");
}

TEST_CASE("C variables, errno and C++ exceptions", "[modules][foreign]") {
  if (!is_built) return;
  Foreign lisp;
  CHECK(outcome(lisp, "(define-variable (*some-number* \"some_number\") :int) (list *some-number* (incf *some-number*) *some-number*)") ==
        "(42 43 43)");
  CHECK(outcome(lisp, "(call \"fail_with\" :int (:int 2)) (list (errno) (error-text (errno)))") == "(2 \"No such file or directory\")");
  CHECK(outcome(lisp, "(handler-case (call \"throw_exception\" :void) (tessera::foreign-error (c) (princ-to-string c)))")
            .find("thrown in C++") != std::string::npos);
  CHECK(outcome(lisp, "(call \"next_int8\" :int8 (:int8 1))") == "2");
}

TEST_CASE("C calls Lisp", "[modules][foreign]") {
  if (!is_built) return;
  Foreign lisp;
  CHECK(outcome(lisp, "(calls (lambda (n) (* n n)) :int (:int) (c-apply f 5))") == "30");
  CHECK(outcome(lisp,
                "(calls (lambda (&rest all) (format nil \"~s\" all) (setf *print-base* 10) (defvar *all* all) 1.5) :double "
                "(:int8 :uint8 :int16 :uint16 :int32 :uint32 :int64 :uint64 :float :double :string :pointer)"
                " (list (call \"apply_to_all\" :double (:pointer f)) *all*))") ==
        "(1.5d0 (-1 255 -2 65535 -3 4294967295 -9223372036854775808 18446744073709551615 0.5 0.25d0 \"text\" #<POINTER NULL>))");
  CHECK(outcome(lisp, "(calls (lambda () -7) :int8 () (call \"apply_int8\" :int (:pointer f)))") == "-7");
  CHECK(outcome(lisp, "(calls (lambda () 65535) :uint16 () (call \"apply_uint16\" :unsigned-int (:pointer f)))") == "65535");
  CHECK(outcome(lisp, "(calls (lambda () 1/4) :float () (call \"apply_float\" :float (:pointer f)))") == "0.25");
  CHECK(outcome(lisp,
                "(calls (lambda (pair) (setf (memory-ref pair :int8) 8) pair) (:struct pair) ((:struct pair))"
                " (let ((r (call \"apply_to_pair\" (:struct pair) (:pointer f)))) (list (slot r 'pair 'first) (slot r 'pair 'second))))") ==
        "(8 0.5d0)");
  // Nested calls with collections inside.
  CHECK(outcome(lisp,
                "(defun deep (n) (if (zerop n) 0 (calls (lambda (i) (declare (ignore i)) (tessera:gc) (1+ (deep (1- n)))) :int (:int)"
                "  (c-apply f 1)))) (deep 20)") == "20");
}

TEST_CASE("a non-local exit from a callback returns to C first", "[modules][foreign]") {
  if (!is_built) return;
  Foreign lisp;
  REQUIRE(eval(lisp, "(defvar *n* 0)").ok);
  CHECK(outcome(lisp,
                "(catch 'out (calls (lambda (n) (incf *n*) (when (= n 3) (throw 'out (list :gone *n*))) 0) :int (:int) (c-apply f 10)))") ==
        "(:GONE 4)");
  CHECK(outcome(lisp, "*n*") == "4");  // the rest of the calls gave 0 at once
  CHECK(
      outcome(lisp, "(handler-case (calls (lambda (n) (error \"no ~d\" n)) :int (:int) (c-apply f 10)) (error (c) (princ-to-string c)))") ==
      "\"no 0\"");
  CHECK(outcome(lisp, "(calls (lambda (n) (error \"not ~d\" n)) :int (:int) (c-apply f 10))") == "SIMPLE-ERROR: not 0");
  CHECK(outcome(lisp, "(calls (lambda (n) (list n)) :int (:int) (c-apply f 10))") ==
        "SIMPLE-TYPE-ERROR: the callback without a name: its value (0) is not of type (signed-byte 32)");
  // Cleanup forms run, those around the inner call and those around the outer one; the exit goes to the innermost
  // target.
  CHECK(outcome(lisp,
                "(let ((path '())) (list (block nil (unwind-protect (calls (lambda (n) n"
                "  (unwind-protect (calls (lambda (m) m (push :in path) (return :result)) :int (:int) (c-apply f 3)) (push :inner path)) 1)"
                "  :int (:int) (c-apply f 3)) (push :outer path))) (reverse path)))") == "(:RESULT (:IN :INNER :OUTER))");
  CHECK(outcome(lisp,
                "(let ((f (make-callback (lambda (n) n (throw 'out 1)) :int '(:int) :if-left 5)) sum)"
                "  (catch 'out (unwind-protect (c-apply f 2) (setf sum (c-apply (make-callback #'identity :int '(:int)) 4)))) sum)") ==
        "6");
  // An endless recursion through C ends, and the interpreter stays usable.
  CHECK(outcome(lisp,
                "(defun endless () (calls (lambda (n) n (endless)) :int (:int) (c-apply f 1)))"
                "(handler-case (endless) (storage-condition () :deep))") == ":DEEP");
  CHECK(outcome(lisp, "(calls (lambda (n) (* n n)) :int (:int) (c-apply f 5))") == "30");
  CHECK(lisp.self_check() == "");
}

TEST_CASE("callbacks from other threads, or after they were freed, are refused", "[modules][foreign]") {
  if (!is_built) return;
  Foreign lisp;
  const std::string outside = "was called while no function of C was called in the thread of Lisp";
  CHECK(outcome(lisp, "(calls (lambda (n) (1+ n)) :int (:int) (call \"apply_in_a_thread\" :int (:pointer f)))").find(outside) !=
        std::string::npos);
  CHECK(outcome(
            lisp,
            "(handler-bind ((error #'continue)) (calls (lambda (n) (1+ n)) :int (:int) (call \"apply_in_a_thread\" :int (:pointer f))))") ==
        "0");
  const std::string freed = "SIMPLE-ERROR: the callback without a name was called after it had been freed";
  CHECK(outcome(lisp, "(calls #'1+ :int (:int) (call \"keep\" :void (:pointer f))) (call \"call_kept\" :int (:int 1))") == freed);
  CHECK(outcome(lisp, "(calls #'1+ :int (:int) (free-callback f) (free-callback f))").find("is not a callback, or was freed before") !=
        std::string::npos);
  CHECK(
      outcome(
          lisp,
          "(define-callback kept :int ((n :int)) (* 2 n)) (call \"keep\" :void (:pointer (callback 'kept))) (call \"call_kept\" :int (:int 4))") ==
      "8");
  CHECK(outcome(lisp, "(define-callback kept :int ((n :int)) (* 3 n)) (call \"call_kept\" :int (:int 4))") == "12");
  CHECK(
      outcome(lisp, "(let ((f (make-callback (lambda (n) (free-callback f) (1+ n)) :int '(:int)))) (declare (special f)) (c-apply f 1))") ==
      "0");
}

TEST_CASE("callbacks of a destroyed interpreter return their value for exits", "[modules][foreign]") {
  if (!is_built) return;
  {
    Foreign lisp;
    REQUIRE(eval(lisp, "(call \"keep\" :void (:pointer (make-callback #'1+ :int '(:int) :if-left 77)))").ok);
  }
  Foreign lisp;
  CHECK(outcome(lisp, "(call \"call_kept\" :int (:int 1))") == "77");
}

TEST_CASE("a host can end an evaluation inside a callback from C", "[modules][foreign]") {
  if (!is_built) return;
  Foreign lisp;
  lisp.set_limits({.steps = 10000});
  CHECK_THROWS_AS(lisp.eval("(calls (lambda (n) (loop (incf n))) :int (:int) (c-apply f 3))"), tessera::LimitReached);
  lisp.set_limits({});
  CHECK(outcome(lisp, "(calls (lambda (n) (* n n)) :int (:int) (c-apply f 5))") == "30");
  CHECK(lisp.self_check() == "");
}

TEST_CASE("libraries can be closed and reopened, and missing ones are errors", "[modules][foreign]") {
  if (!is_built) return;
  Foreign lisp;
  REQUIRE(eval(lisp, "(define-function (next \"next_int32\" :library *library*) :int32 ((n :int32)))").ok);
  CHECK(outcome(lisp, "(next 1)") == "2");
  CHECK(outcome(lisp, "(list (library-open-p *library*) (close-library *library*) (library-open-p *library*) (close-library *library*))") ==
        "(T T NIL NIL)");
  CHECK(outcome(lisp, "(next 1)").find("LIBRARY-ERROR: FIND-ADDRESS: ") == 0);
  CHECK(outcome(lisp, "(next 1)").find("foreign_functions.so: the library is closed") != std::string::npos);
  REQUIRE(eval(lisp, "(setf *library* (open-library \"" TESSERA_TEST_MODULES "/foreign_functions.so\" :global nil))").ok);
  CHECK(outcome(lisp, "(list (next 1) (call \"next_int64\" :int64 (:int64 1)))") == "(2 2)");
  CHECK(outcome(lisp, "(open-library \"/nonesuch.so\")") ==
        "LIBRARY-ERROR: OPEN-LIBRARY: /nonesuch.so: /nonesuch.so: cannot open shared object file: No such file or directory");
}

TEST_CASE("without permission to load shared objects there are no C functions", "[modules][foreign]") {
  if (!is_built) return;
  tessera::Options options;
  options.permissions.shared_objects = false;
  Interpreter lisp(options);
  REQUIRE(eval(lisp, "(push \"" TESSERA_MODULES "/\" tessera::*module-path*)").ok);
  CHECK(outcome(lisp, "(require \"foreign\")").find("permission denied by the host program") != std::string::npos);
  CHECK(outcome(lisp, "(fboundp 'foreign::%call)") == "NIL");
  Interpreter sandbox(tessera::Options::sandboxed());
  CHECK_FALSE(eval(sandbox, "(require \"foreign\")").ok);
}

}  // namespace
