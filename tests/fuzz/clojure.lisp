;;; Texts made by chance, for Clojure's reader and expander: whatever stands there, a form of Common Lisp comes out that
;;; can be compiled, or an error in Clojure's terms.
;;;     tessera --load tests/fuzz/clojure.lisp --eval "(clojure-fuzz:run 100000 7)"

(load (merge-pathnames "texts.lisp" *load-truename*))
(tessera:find-language :clojure)
(defpackage "CLOJURE-FUZZ" (:use "COMMON-LISP" "FUZZ-TEXTS") (:export "RUN"))
(in-package "CLOJURE-FUZZ")

(defvar *operators*
  (let ((names '()))
    (maphash (lambda (name var) (declare (ignore var)) (push name names))
             (tessera-clojure::ns-mappings tessera-clojure::*core*))
    (sort (append '("def" "if" "do" "let*" "loop*" "fn*" "recur" "quote" "var" "throw" "try" "catch" "finally" "new" "." "set!") names) #'string<))
  "The names of clojure.core, and of the special forms.")

(defvar *pieces*
  '("a" "b" "x" "nil" "true" "false" "1" "2.5" "1/2" "1/0" "0x" "-" "\"s\"" "\"" "\\a" "\\" "\\newline" ";" "'" "`" "~" "~@" "@" "^" "^:k" "#" "#'" "#_" "#(" "#{"
    "#{1}" "{" "}" "{:a 1}" "{:a}" "(" ")" "[" "]" "[]" "[x]" "[x 1]" "[x 1 y 2]" "[& r]" "[[a b] x]" "[{:keys [a] :or {a 1} :as m} x]" "([x] x)" "([x] 1 ([x y] 2))"
    ":a" "::a" ":a/b" "::x/y" ":" "a/b" "a//b" "/" "." ".." ".foo" "Foo." "Math/sqrt" "Math/PI" "String" "cl/car" "cl/" "cl/x:y" "scheme/map" "%" "%2" "%&" "#\"a+\""
    "#\"(\"" "##Inf" "##x" "#?(:clj 1)" "#?" "#:a{:b 1}" "#!x" "(Object (toString [_] \"\"))" "Exception" "e" "(catch Exception e 1)" "(finally 1)" "_" "é" "&form"
    "x#" "foo." "1N" "1M" "36rZ" "09" "(recur)" "(recur 1)" "(fn [x] x)" ",")
  "What texts are made of besides.")

(defun expand (text)
  "Reads and expands all forms of TEXT. Returns NIL, or a condition that is not Clojure's."
  (let ((tessera-clojure::*ns* (tessera-clojure::make-ns "fuzz")) (tessera:*float-traps* nil))
    (clrhash (tessera-clojure::ns-mappings tessera-clojure::*ns*))
    (handler-case
        (with-input-from-string (in text)
          (loop
            (tessera::%clear-positions)
            (let ((form (tessera-clojure::read-text in in)))
              (when (eq form in) (return nil))
              (let ((tessera-clojure::*locals* '()) (tessera-clojure::*recur* nil) (tessera-clojure::*position* nil))
                (tessera::%compile-form (tessera-clojure::expand form))))))
      ((or tessera-clojure::syntax-failure tessera-clojure::throwable) () nil)
      (condition (condition) condition))))

(defun run (count &optional (seed 1))
  "Tries COUNT texts, which SEED chooses. Signals an error at the first at fault; returns COUNT."
  (let ((*random-state* (tessera:seed-random-state seed)))
    (try-texts count #'expand *operators* *pieces* "()[]{}\"'`~@^#:/\\ a1%&" '("[]" "{}" "()" "()" "()" "()" "()" "()" "()" "()"))
    count))
