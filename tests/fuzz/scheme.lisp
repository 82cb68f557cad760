;;; Texts made by chance, for Scheme's reader and expander: whatever stands there, a form of Common Lisp comes out that
;;; can be compiled, or an error in Scheme's terms. And data made by chance: what WRITE writes, READ reads as the same.
;;;     tessera --load tests/fuzz/scheme.lisp --eval "(scheme-fuzz:run 100000 7)"

(load (merge-pathnames "texts.lisp" *load-truename*))
(tessera:find-language :scheme)
(defpackage "SCHEME-FUZZ" (:use "COMMON-LISP" "FUZZ-TEXTS") (:export "RUN"))
(in-package "SCHEME-FUZZ")

(defvar *forms*
  '("quote" "if" "set!" "define" "lambda" "case-lambda" "begin" "let" "let*" "letrec" "letrec*" "do" "cond" "case" "and" "or" "when" "unless"
    "quasiquote" "unquote" "let-values" "let*-values" "define-values" "receive" "delay" "delay-force" "parameterize" "guard" "cut" "cute" "assert"
    "define-record-type" "define-syntax" "let-syntax" "letrec-syntax" "syntax-rules" "syntax-error" "cond-expand" "stream-cons" "define-stream"
    "stream-lambda" "stream-let" "stream" "car" "cdr" "cons" "+" "-" "vector-ref" "vector-set!" "apply" "map" "values" "call/cc" "not" "null?" "eq?"
    "memq" "quotient" "odd?" "list" "set-car!" "string-ref" "call-with-values" "else" "=>" "x" "y" "loop" "m")
  "What forms begin with, mostly.")

(defvar *pieces*
  '("x" "y" "z" "m" "loop" "..." "_" "=>" "else" "<>" "<...>" "1" "-2.5" "1/2" "+i" "#t" "#f" "#\\a" "#\\x41" "\"s\"" "\"" "#|" "|#" ";" "#;" "'" "`" ","
    ",@" "." " . " "(" ")" "#(" "#u8(1 2)" "#u8(" "#0=" "#0#" "|a b|" "|" "\\" "#" "#!fold-case" "#e1.5" "#xff" "1e400" "é" "()" "(x y)" "((x 1))"
    "((x 1) (y 2))" "(x . y)" "(lambda (x) x)" "(_ x)" "((_ x ...) (x ...))" "(syntax-rules () ((_ x) x))" "(define x 1)" "(define (y . z) z)"
    "(begin (define z 1) 2)" "(m x)" "(... ...)" "(else 1)" "(x => y)" "((1 2) 3)" "(((x y) (values 1 2)))")
  "What texts are made of besides.")

(defun compile-form (form scope)
  "Returns the code of FORM, which is not run. Definitions of macros are made."
  (tessera::%compile-form
   (tessera-scheme::gen
    (tessera-scheme::expand (list (tessera-scheme::core-id "let") nil form) scope))
   nil))

(defun expand (text)
  "Reads and expands all forms of TEXT. Returns NIL, or a condition that is not Scheme's."
  (handler-case
      (with-input-from-string (in text)
        (loop
          (tessera::%clear-positions)
          (let ((form (tessera-scheme::read-source in in)))
            (when (eq form in) (return nil))
            (compile-form form (tessera-scheme::make-scope (tessera-scheme::user-environment))))))
    (tessera-scheme::scheme-error () nil)
    (condition (condition) condition)))

(defun datum (depth)
  "Returns a datum by chance."
  (if (or (zerop depth) (zerop (random 3)))
      (case (random 10)
        (0 (- (random 2000) 1000))
        (1 (/ (- (random 2000) 1000) (1+ (random 50))))
        (2 (* (- (random 2d0) 1) (expt 10d0 (- (random 60) 30))))
        (3 (code-char (+ 1 (random 1000))))
        (4 (coerce (loop repeat (random 6) collect (code-char (1+ (random 400)))) 'simple-string))
        (5 (tessera-scheme::scheme-symbol (coerce (loop repeat (random 4) collect (char "ab.|+-1# \\(;é" (random 12))) 'simple-string)))
        (6 nil)
        (7 t)
        (8 'tessera:false)
        (t (* (- (random 2000) 1000) (expt 7 (random 60)))))
      (case (random 3)
        (0 (coerce (loop repeat (random 4) collect (datum (1- depth))) 'simple-vector))
        (t (let ((items (loop repeat (1+ (random 4)) collect (datum (1- depth)))))
             (when (zerop (random 5)) (setf (cdr (last items)) (datum 0)))
             items)))))

(defun round-trip (datum)
  "Writes and reads DATUM. Returns NIL if that gives an equal datum, else the text."
  (let ((text (with-output-to-string (out) (tessera-scheme::write-object datum out))))
    (unless (tessera-scheme::equal-p datum (with-input-from-string (in text) (tessera-scheme::read-datum in nil)))
      text)))

(defun run (count &optional (seed 1))
  "Tries COUNT texts and as many data, which SEED chooses. Signals an error at the first at fault; returns COUNT."
  (let ((*random-state* (tessera:seed-random-state seed)))
    (tessera:call-in-language :scheme
      (lambda ()
        (try-texts count #'expand *forms* *pieces* "()#\"'`,.; |\\ a1")
        (dotimes (number count count)
          (let* ((datum (datum 3)) (text (round-trip datum)))
            (when text (error "The datum ~S is written as ~A and read as something else" datum text))))))))
