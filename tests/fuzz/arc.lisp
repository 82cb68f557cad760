;;; Texts made by chance, for Arc's reader and expander: whatever stands there, a form of Common Lisp comes out that can
;;; be compiled, or an error in Arc's terms.
;;;     tessera --load tests/fuzz/arc.lisp --eval "(arc-fuzz:run 100000 7)"

(load (merge-pathnames "texts.lisp" *load-truename*))
(tessera:find-language :arc)
(defpackage "ARC-FUZZ" (:use "COMMON-LISP" "FUZZ-TEXTS") (:export "RUN"))
(in-package "ARC-FUZZ")

(defvar *operators*
  (let ((names '()))
    (do-symbols (symbol "ARC" (sort names #'string<))
      (when (and (boundp symbol) (not (find #\% (symbol-name symbol)))) (push (symbol-name symbol) names))))
  "The names that Arc defines.")

(defvar *pieces*
  '("a" "b" "x" "nil" "t" "1" "2.5" "1/2" "-" "\"s\"" "\"" "#\\a" "#\\" "#|" "|#" ";" "'" "`" "," ",@" "." " . " "(" ")" "[" "]" "_" "(o x 1)"
    "a.b" "a!b" "~a" "a:b" "a&b" ".a" "!a" "a." "a:" "::" "~" ":key" "cl:car" "cl:" "scheme:x" "|b c|" "|" "\\" "#x1" "#" "é" "()" "(a b)" "(fn (x) x)"
    "(a . b)" "it" "self" "(x 1)" "(x 1 y 2)" "((a b) x)" "(car x)" "tb!k" "(x.0 1)")
  "What texts are made of besides.")

(defun expand (text)
  "Reads and expands all forms of TEXT. Returns NIL, or a condition that is not Arc's."
  (handler-case
      (with-input-from-string (in text)
        (loop
          (tessera::%clear-positions)
          (let ((form (tessera-arc::read-arc in in)))
            (when (eq form in) (return nil))
            (tessera::%compile-form (tessera-arc::lisp-form form)))))
    (tessera-arc::arc-error () nil)
    (condition (condition) condition)))

(defun run (count &optional (seed 1))
  "Tries COUNT texts, which SEED chooses. Signals an error at the first at fault; returns COUNT."
  (let ((*random-state* (tessera:seed-random-state seed)))
    (try-texts count #'expand *operators* *pieces* "()[]\"'`,.:~!&#|\\ a1")
    count))
