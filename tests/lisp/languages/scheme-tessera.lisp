;;; Scheme: how many of the pairs of tests/lisp/languages/scheme fail.
(load "tests/lisp/support/languages.lisp") => t

(language-tests:run-pairs :scheme "tests/lisp/languages/scheme/expressions.scm") => 0
(language-tests:run-pairs :scheme "tests/lisp/languages/scheme/corners.scm") => 0
(language-tests:run-pairs :scheme "tests/lisp/languages/scheme/streams.scm") => 0
(language-tests:run-pairs :scheme "tests/lisp/languages/scheme/macros.scm") => 0
(language-tests:run-pairs :scheme "tests/lisp/languages/scheme/control.scm") => 0
(language-tests:run-pairs :scheme "tests/lisp/languages/scheme/numbers.scm") => 0
(language-tests:run-pairs :scheme "tests/lisp/languages/scheme/data.scm") => 0
(language-tests:run-pairs :scheme "tests/lisp/languages/scheme/characters.scm") => 0
(language-tests:run-pairs :scheme "tests/lisp/languages/scheme/ports.scm") => 0
(language-tests:run-pairs :scheme "tests/lisp/languages/scheme/srfi.scm") => 0
(language-tests:run-pairs :scheme "tests/lisp/languages/scheme/entered_again.scm") => 0

;;; Scheme's features are not those of Common Lisp.
(list (null (member :tessera *features*)) (find-if #'stringp *features*))            => (nil nil)
