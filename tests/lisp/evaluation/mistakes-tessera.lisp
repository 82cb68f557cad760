;;; A wrong form signals its error when it is run; the compiler warns of it on request.

(progn (require "warnings") t)                          => t
(defmacro failing-with (class) (error class))           => failing-with
(eval '(or 5 (failing-with program-error)))             => 5
(eval '(failing-with division-by-zero))                 => (error division-by-zero "division by zero")
(eval '(list (failing-with division-by-zero)))          => (error division-by-zero "division by zero")
(eval '(list (let)))                                    => (error program-error "LET: too few operands")
(defun warnings-of (form)
  (let ((types '()))
    (handler-bind ((warning (lambda (w) (push (type-of w) types) (muffle-warning w)))) (compile nil form) types)))
  => warnings-of
(warnings-of '(lambda (x) (if x (let) (failing-with program-error)))) => (tessera:failing-form-warning tessera:failing-form-warning)
(handler-case (compile nil '(lambda () (let))) (warning (w) (princ-to-string w)))
  => "this fails when it is run: LET: too few operands in (LET); the syntax is (LET BINDINGS &BODY BODY)"
(warnings-of '(lambda (x) (flet ((car (y) y)) (car x)))) => (tessera:standard-name-warning)
(warnings-of '(lambda (x) (macrolet ((when (y) y)) (when x)))) => (tessera:standard-name-warning)
(warnings-of '(lambda (x) (flet ((speed (y) y)) (speed x)))) => nil

;; endless forms
(define-symbol-macro endless endless)                   => endless
(eval 'endless)                                         => (error program-error "does not end")
(macroexpand 'endless)                                  => (error program-error "does not end")
(defmacro endless-macro () '(endless-macro))            => endless-macro
(eval '(endless-macro))                                 => (error program-error "does not end")
(compile nil '(lambda () (endless-macro)))              => (error program-error "the expansion of (ENDLESS-MACRO) does not end, or nests more than about 2500 forms")
(defmacro doubling () '(list (doubling) (doubling)))    => doubling
(compile nil '(lambda () (doubling)))                   => (error program-error "the expansion of (DOUBLING) does not end, or nests more than about 2500 forms")
(eval '(symbol-macrolet ((a a)) a))                     => (error program-error)
(eval '(symbol-macrolet ((a b) (b a)) (setf a 1)))      => (error program-error)

;; files: loaded and compiled
(defparameter *source* (format nil "/tmp/tessera-mistakes-~d.lisp" (random 1000000000 (make-random-state t)))) => *source*
(with-open-file (s *source* :direction :output)
  (write-string "(in-package \"LISP-TESTS\") (defun late (x) (if x (list x) (let)))
    (defmacro late-macro () (error \"too early\")) (macrolet ((m (x) `(list ,x))) (defun in-macrolet (x) (m x)) (defun late-in-macrolet () (m)))" s) t) => t
(progn (handler-bind ((warning #'muffle-warning)) (load *source*)) (list (late 1) (in-macrolet 2))) => ((1) (2))
(late nil)                                              => (error program-error "LET: too few operands in (LET); the syntax is (LET BINDINGS &BODY BODY)")
(rest (multiple-value-list (let ((*error-output* (make-broadcast-stream))) (handler-bind ((warning #'muffle-warning)) (compile-file *source*))))) => (t t)
(progn (load (compile-file-pathname *source*)) (list (late 1) (in-macrolet 2))) => ((1) (2))
(late nil)                                              => (error program-error "could not be compiled")
(late-in-macrolet)                                      => (error program-error "could not be compiled")
(with-open-file (s *source* :direction :output :if-exists :supersede) (write-string "(macrolet ((m)) (print 1))" s) t) => t
(rest (multiple-value-list (let ((*error-output* (make-broadcast-stream))) (compile-file *source*)))) => (t t)
(load (compile-file-pathname *source*))                 => (error program-error)

;; mistakes in compiled files: commas without a backquote, symbols that are no longer external
(with-open-file (s *source* :direction :output :if-exists :supersede)
  (write-string "(defpackage \"WITH-LITERALS\" (:use \"COMMON-LISP\") (:export \"PUBLIC\")) (in-package \"WITH-LITERALS\")
    (defparameter public (quote (a #.(list 'tessera::unquote 'b) #.(list 'tessera::unquote-splicing 'c) (d . #.(list 'tessera::unquote 'e)) `(x ,y) public)))" s) t) => t
(let ((file (compile-file *source*)))
  (unexport (find-symbol "PUBLIC" "WITH-LITERALS") "WITH-LITERALS")
  (load file)
  (let ((*package* (find-package "WITH-LITERALS"))) (prin1-to-string (symbol-value (find-symbol "PUBLIC" "WITH-LITERALS"))))) => "(A ,B ,@C (D . ,E) `(X ,Y) PUBLIC)"
(progn (delete-package "WITH-LITERALS") (delete-file (compile-file-pathname *source*)) (not (delete-file *source*))) => nil
