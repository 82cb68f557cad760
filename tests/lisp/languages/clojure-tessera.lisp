;;; Clojure: how many of the pairs of tests/lisp/languages/clojure fail. Most of what they expect was compared with
;;; Clojure 1.11.
(load "tests/lisp/support/languages.lisp") => t

(language-tests:run-pairs :clojure "tests/lisp/languages/clojure/arrays.clj") => 0
(language-tests:run-pairs :clojure "tests/lisp/languages/clojure/binding.clj") => 0
(language-tests:run-pairs :clojure "tests/lisp/languages/clojure/collections.clj") => 0
(language-tests:run-pairs :clojure "tests/lisp/languages/clojure/comprehensions.clj") => 0
(language-tests:run-pairs :clojure "tests/lisp/languages/clojure/control.clj") => 0
(language-tests:run-pairs :clojure "tests/lisp/languages/clojure/exceptions.clj") => 0
(language-tests:run-pairs :clojure "tests/lisp/languages/clojure/files.clj") => 0
(language-tests:run-pairs :clojure "tests/lisp/languages/clojure/functions.clj") => 0
(language-tests:run-pairs :clojure "tests/lisp/languages/clojure/hashing.clj") => 0
(language-tests:run-pairs :clojure "tests/lisp/languages/clojure/interop.clj") => 0
(language-tests:run-pairs :clojure "tests/lisp/languages/clojure/lazy.clj") => 0
(language-tests:run-pairs :clojure "tests/lisp/languages/clojure/macros.clj") => 0
(language-tests:run-pairs :clojure "tests/lisp/languages/clojure/metadata.clj") => 0
(language-tests:run-pairs :clojure "tests/lisp/languages/clojure/mixed.clj") => 0
(language-tests:run-pairs :clojure "tests/lisp/languages/clojure/multimethods.clj") => 0
(language-tests:run-pairs :clojure "tests/lisp/languages/clojure/names.clj") => 0
(language-tests:run-pairs :clojure "tests/lisp/languages/clojure/numbers.clj") => 0
(language-tests:run-pairs :clojure "tests/lisp/languages/clojure/predicates.clj") => 0
(language-tests:run-pairs :clojure "tests/lisp/languages/clojure/printing.clj") => 0
(language-tests:run-pairs :clojure "tests/lisp/languages/clojure/programs.clj") => 0
(language-tests:run-pairs :clojure "tests/lisp/languages/clojure/reading.clj") => 0
(language-tests:run-pairs :clojure "tests/lisp/languages/clojure/records.clj") => 0
(language-tests:run-pairs :clojure "tests/lisp/languages/clojure/regex.clj") => 0
(language-tests:run-pairs :clojure "tests/lisp/languages/clojure/repl.clj") => 0
(language-tests:run-pairs :clojure "tests/lisp/languages/clojure/sequences.clj") => 0
(language-tests:run-pairs :clojure "tests/lisp/languages/clojure/state.clj") => 0
(language-tests:run-pairs :clojure "tests/lisp/languages/clojure/strings.clj") => 0
(language-tests:run-pairs :clojure "tests/lisp/languages/clojure/threading.clj") => 0
(language-tests:run-pairs :clojure "tests/lisp/languages/clojure/transducers.clj") => 0
(language-tests:run-pairs :clojure "tests/lisp/languages/clojure/types.clj") => 0
(language-tests:run-pairs :clojure "tests/lisp/languages/clojure/vars.clj") => 0
(language-tests:run-pairs :clojure "tests/lisp/languages/clojure/walk.clj") => 0
