;;; Arc: how many of the pairs of tests/lisp/languages/arc fail.
(load "tests/lisp/support/languages.lisp")                                              => t

(language-tests:run-pairs :arc "tests/lisp/languages/arc/reading.arc") => 0
(language-tests:run-pairs :arc "tests/lisp/languages/arc/ssyntax.arc") => 0
(language-tests:run-pairs :arc "tests/lisp/languages/arc/variables.arc") => 0
(language-tests:run-pairs :arc "tests/lisp/languages/arc/control.arc") => 0
(language-tests:run-pairs :arc "tests/lisp/languages/arc/loops.arc") => 0
(language-tests:run-pairs :arc "tests/lisp/languages/arc/places.arc") => 0
(language-tests:run-pairs :arc "tests/lisp/languages/arc/lists.arc") => 0
(language-tests:run-pairs :arc "tests/lisp/languages/arc/strings.arc") => 0
(language-tests:run-pairs :arc "tests/lisp/languages/arc/numbers.arc") => 0
(language-tests:run-pairs :arc "tests/lisp/languages/arc/tables.arc") => 0
(language-tests:run-pairs :arc "tests/lisp/languages/arc/macros.arc") => 0
(language-tests:run-pairs :arc "tests/lisp/languages/arc/ports.arc") => 0

;;; Messages about unbound variables have Arc's names.

(defun told (source)
  (handler-case (progn (tessera:language-eval :arc source) nil)
    (error (condition)
      (tessera:call-in-language :arc (lambda ()
                                       (with-output-to-string (out) (tessera::%write-condition condition out)))))))    => told
(told "(firstnn 5 nil)")  => "Error: undefined variable: firstnn
  Did you mean firstn?
"
(told "(= long-name 5) long-nmae") => "Error: undefined variable: long-nmae
  Did you mean long-name?
"
