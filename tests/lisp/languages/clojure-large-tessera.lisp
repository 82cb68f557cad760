;;; Clojure: how many of the pairs on collections of a million entries fail.
(load "tests/lisp/support/languages.lisp") => t

(language-tests:run-pairs :clojure "tests/lisp/languages/clojure/large.clj") => 0
