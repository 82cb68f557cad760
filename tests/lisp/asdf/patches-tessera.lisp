;;; Patches of libraries, as they are applied when a source is read.

(prog1 t (require "ext"))                                                           => t
(load "stdlib/modules/asdf/patches.lisp")                                                   => t
(defvar *patch* (tessera::%parse-patch '("--- a/src/one.lisp" "+++ b/src/one.lisp" "@@ -2,3 +2,4 @@" " b" "-c" "+C" "+CC" " d"))) => *patch*
*patch*                                                                             => (("/src/one.lisp" (2 ("b" "c" "d") ("b" "C" "CC" "d"))))
(tessera::%apply-hunks (rest (first *patch*)) '("a" "b" "c" "d" "e"))               => ("a" "b" "C" "CC" "d" "e")
(tessera::%apply-hunks (rest (first *patch*)) '("0" "1" "2" "a" "b" "c" "d"))       => ("0" "1" "2" "a" "b" "C" "CC" "d")
(tessera::%apply-hunks (rest (first *patch*)) '("b" "c" "d"))                       => ("b" "C" "CC" "d")
(tessera::%apply-hunks (rest (first *patch*)) '("a" "b" "x" "d"))                   => nil
(tessera::%apply-hunks '((1 ("a") ("A")) (3 ("c") ("C"))) '("a" "b" "c"))           => ("A" "b" "C")
(tessera::%apply-hunks '((1 ("a") ("A")) (3 ("a") ("B"))) '("a" "b" "a" "c"))       => ("A" "b" "B" "c")
(tessera::%parse-patch '())                                                         => nil
(and (find "asdf" tessera::*patches* :key #'first :test #'string=) t)               => t
