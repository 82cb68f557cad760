;;; Hints at mistakes: similar names, the line of the source, restarts while a file is loaded.

;;; Similar names, the most similar first
(tessera:similar-names 'mapcra #'fboundp)                => (mapcar mapc mapcan)
(tessera:similar-names 'multiple-value-bnid #'fboundp)   => (multiple-value-bind)
(tessera:similar-names 'dfun #'fboundp)                  => (defun)
(tessera:similar-names '*print-leght* #'boundp)          => (*print-length*)
(tessera:similar-names 'quite-another-thing #'fboundp)   => nil
(tessera:similar-names (make-symbol "MAPCAR") #'fboundp) => (mapcar mapcan mapc)
(tessera:similar-names 'x #'fboundp)                     => nil
(package-name (defpackage "HINTS-ELSEWHERE" (:use "COMMON-LISP") (:export "VERY-FAR-OFF")))   => "HINTS-ELSEWHERE"
(progn (setf (symbol-function (find-symbol "VERY-FAR-OFF" "HINTS-ELSEWHERE")) #'car) t)   => t
(mapcar #'package-name (mapcar #'symbol-package (tessera:similar-names 'very-far-off #'fboundp)))   => ("HINTS-ELSEWHERE")
(tessera:similar-names 5 #'fboundp)                      => (error type-error "SYMBOL-PACKAGE: 5 is not of type SYMBOL")
(tessera:similar-names 'car 5)                           => (error type-error "FUNCALL: 5 is not of type FUNCTION")

;;; The messages that the user sees
(defun told (function)
  "Returns what the user sees of the error that FUNCTION signals."
  (handler-case (funcall function)
    (error (condition)
      (with-output-to-string (out) (tessera::%write-condition condition out)))))   => told
(told (lambda () (mapcra 1)))   => "UNDEFINED-FUNCTION: the function MAPCRA is undefined
  Did you mean MAPCAR, MAPC or MAPCAN?
"
(let ((tessera::*at-prompt* t)) (told (lambda () (play))))   => "UNDEFINED-FUNCTION: the function PLAY is undefined
  The game has it, once it is loaded: (help 'game) tells how.
"
(told (lambda () (symbol-value '*print-leght*)))   => "UNBOUND-VARIABLE: the variable *PRINT-LEGHT* is unbound
  Did you mean *PRINT-LENGTH*?
"
(told (lambda () (funcall (fdefinition '(setf carr)) 1 2)))   => "UNDEFINED-FUNCTION: the function (SETF CARR) is undefined
  Did you mean (SETF CAAR), (SETF CADR) or (SETF CAR)?
"
(told (lambda () (find-symbol "X" "COMON-LISP")))   => "PACKAGE-ERROR: FIND-SYMBOL: there is no package called COMON-LISP
  Did you mean COMMON-LISP?
"
(told (lambda () (error "quite another one")))   => "SIMPLE-ERROR: quite another one
"
(told (lambda () (aref (vector 1 2 3) 10)))   => "TYPE-ERROR: AREF: the index 10 is outside of #(1 2 3), whose length is 3
"
(told (lambda () (aref (make-array '(1 2) :initial-element 0) 0 2)))   => "TYPE-ERROR: AREF: the index 2 is outside of #2A((0 0)), whose dimensions are (1 2)
"
(told (lambda () (elt '(a b) 2)))   => "TYPE-ERROR: ELT: the index 2 is outside of (A B), whose length is 2
"
(told (lambda () (char "abc" -1)))   => "TYPE-ERROR: CHAR: the index -1 is outside of \"abc\", whose length is 3
"

;; Other meanings of the name
(told (lambda () (symbol-value 'print)))   => "UNBOUND-VARIABLE: the variable PRINT is unbound
  There is a function PRINT: (PRINT ...) calls it, #'PRINT stands for it.
"
(told (lambda () (symbol-value 'when)))   => "UNBOUND-VARIABLE: the variable WHEN is unbound
  There is a macro WHEN: (WHEN ...) calls it.
"
(told (lambda () (funcall 'when 1)))   => "UNDEFINED-FUNCTION: the function WHEN is undefined
  WHEN is a macro, not a function: (WHEN ...) is its call.
"
(told (lambda () (fdefinition '*print-base*)))   => "UNDEFINED-FUNCTION: the function *PRINT-BASE* is undefined
  There is a variable *PRINT-BASE*: it stands without parentheses.
"
;; Files
(null (search "
  Did you mean lazy.lisp?
" (told (lambda () (load "game/lazzy.lisp")))))          => nil
(search "mean" (told (lambda () (load "game/nothing-like-it.lisp")))) => nil
(search "mean" (told (lambda () (load "no-such-folder/lazy.lisp")))) => nil
;; Keywords that there are not
(progn (defstruct hinted-point x y) (told (lambda () (funcall 'make-hinted-point :x 1 :z 2))))
  => "PROGRAM-ERROR: MAKE-HINTED-POINT: :Z is not a keyword argument; known are :X, :Y
"
(told (lambda () (reduce '+ '(1 2) :initial_value 0)))
  => "PROGRAM-ERROR: REDUCE: :INITIAL_VALUE is not a keyword argument; known are :KEY, :FROM-END, :START, :END, :INITIAL-VALUE
  Did you mean :INITIAL-VALUE?
"
;; Macros called wrongly
(progn (defmacro two-things (a b) `(list ,a ,b)) (told (lambda () (eval '(two-things 1)))))
  => "PROGRAM-ERROR: TWO-THINGS: called with 1 argument, but takes exactly 2; the lambda list is (A B)
"
;; Functions, macros and native functions in the same words
(progn (defun hinted-two (a b) (list a b)) (told (lambda () (funcall 'hinted-two 1))))
  => "PROGRAM-ERROR: HINTED-TWO: called with 1 argument, but takes exactly 2; the lambda list is (A B)
"
(progn (defun hinted-some (a &optional b) (list a b)) (told (lambda () (funcall 'hinted-some 1 2 3))))
  => "PROGRAM-ERROR: HINTED-SOME: called with 3 arguments, but takes 1 or 2; the lambda list is (A &OPTIONAL B)
"
(told (lambda () (funcall 'sqrt)))                       => "PROGRAM-ERROR: SQRT: called with 0 arguments, but takes exactly 1
"
(told (lambda () (funcall (lambda () 1) 2)))             => "PROGRAM-ERROR: an anonymous function was called with 1 argument, but takes none; the lambda list is NIL
"
(told (lambda () (destructuring-bind ((a b) c) '(1 2) (list a b c))))
  => "PROGRAM-ERROR: DESTRUCTURING-BIND: 1 is not a list of exactly 2 elements
"
;; Objects that are not functions
(told (lambda () (funcall nil)))                         => "UNDEFINED-FUNCTION: NIL is not a function
"
(told (lambda () (funcall 'quote 1)))                    => "UNDEFINED-FUNCTION: the function QUOTE is undefined
  QUOTE is a special operator, not a function: (QUOTE ...) is its call.
"
(told (lambda () (error 'hinted-nothing)))               => "SIMPLE-TYPE-ERROR: ERROR: HINTED-NOTHING does not name a condition class
"
(told (lambda () (format "~a" 5)))
  => "SIMPLE-TYPE-ERROR: FORMAT: the control string is 5, which is not a string; is the destination, T or NIL, missing before it?
"
(told (lambda () (eval '(2 3))))
  => "PROGRAM-ERROR: 2 is not an operator: the first element of a form must be a symbol or a lambda expression. Data is quoted: '(2 3).
"

;;; Sources of positions: loaded files, until they are changed
(defparameter *hints-file* (format nil "/tmp/tessera-hints-~36r.lisp" (random (expt 36 8) (make-random-state t))))   => *hints-file*
(defun write-hints-file (text)
  (with-open-file (out *hints-file* :direction :output :if-exists :supersede) (write-string text out))
  *hints-file*)                                          => write-hints-file
(load (write-hints-file "(defvar *one* 1)
(defvar *two* 2)
"))                                                      => t
(tessera:source-line (file-namestring *hints-file*) 2)   => "(defvar *two* 2)"
(tessera:source-line (file-namestring *hints-file*) 3)   => nil
(tessera:source-line "no such source" 1)                 => nil

;;; Restarts while a file is loaded: the form again, or skip it
(defparameter *tries* 0)                                 => *tries*
(handler-bind ((error (lambda (condition) (declare (ignore condition)) (incf *tries*) (invoke-restart 'tessera:skip-form))))
  (load (write-hints-file "(defvar *before* 1) (error \"no\") (defvar *behind* 2)")))   => t
(list *before* *behind* *tries*)                         => (1 2 1)
(handler-bind ((error (lambda (condition)
                        (declare (ignore condition))
                        (invoke-restart (if (< (incf *tries*) 5) 'tessera:retry 'tessera:skip-form)))))
  (load (write-hints-file "(unless (= *tries* 4) (error \"not yet\"))")))   => t
*tries*                                                  => 4
(progn (delete-file *hints-file*) t)                     => t

;;; A package that a module makes, before the module was opened
(defun told-of-package (text)
  "Returns the last line of what the user sees of an error in reading TEXT."
  (let* ((all (told (lambda () (read-from-string text)))) (lines (remove #\Newline all :from-end t :count 1)))
    (subseq lines (1+ (or (position #\Newline lines :from-end t) -1)))))   => told-of-package
(told-of-package "(ext:shell 5)")                        => "  The module \"ext\" has it: (require \"ext\")."
(told-of-package "mp:process")                           => "  The module \"mp\" has it: (require \"mp\")."
(told-of-package "sockets::x")                           => "  The module \"sockets\" has it: (require \"sockets\")."
(told-of-package "ASDF:LOAD-SYSTEM")                     => "  The module \"asdf\" has it: (require \"asdf\")."
(told-of-package "uiop:getenv")                          => "  The module \"asdf\" has it: (require \"asdf\")."
(told-of-package "gray:x")                               => "  The module \"gray\" has it: (require \"gray\")."
(told-of-package "clos:class-name")                      => "  The module \"mop\" has it: (require \"mop\")."
(told-of-package "foreign:call")                         => "  The module \"foreign\" has it: (require \"foreign\")."
(told-of-package "json:parse")                           => "  The module \"json\" has it: (require \"json\")."
(told-of-package "comon-lisp:car")                       => "  Did you mean COMMON-LISP?"
(search "has it" (told-of-package "no-such-thing:car"))  => nil
