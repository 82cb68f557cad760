;;; Languages: the functions that LOAD, the prompt and hosts call. The language here has a sum in each line: "1 2 3".

(defun read-line-of-numbers (stream eof)
  (multiple-value-bind (line column) (tessera::%stream-line stream)
    (let ((text (read-line stream nil)))
      (if (null text)
          eof
          (with-input-from-string (in text)
            (let ((items (loop for item = (read in nil in) until (eq item in) collect item)))
              (if items
                  (tessera::%cons-at (car items) (cdr items) line column)
                  items)))))))                                                          => read-line-of-numbers

(defvar *digits* 'many)                                                                  => *digits*

(tessera::language-name
 (tessera:define-language "SUMS"
   :reader #'read-line-of-numbers
   :evaluator (lambda (form notes)
                (declare (ignore notes))
                (funcall (tessera::%compile-form (cons '+ form) nil)))
   :writer (lambda (object stream) (format stream "=~D" object))
   :prompt (lambda () "sum")
   :report (lambda (condition) (format nil "wrong sum: ~A" (type-of condition)))
   :variables (list (cons 'tessera:*float-traps* (lambda () nil)) (cons '*digits* (lambda () 'few)))
   :value (lambda (name) (if (string= name "zero") (values 0 nil) (values nil t)))))    => "SUMS"

(tessera:language-eval :sums "1 2 3")                                                   => 6
(tessera:language-eval "sums" (format nil "1 2 3~%4 5"))                                => 9
(tessera:language-eval (tessera:find-language 'sums) "7")                               => 7
(tessera:language-value :sums "zero")                                                   => 0
(tessera:language-value :sums "one")                                                    => (error simple-error "SUMS has no definition of one")
(tessera:language-value :common-lisp "car")                                             => #.#'car
(tessera:language-eval :common-lisp "(list 1 (+ 1 1))")                                 => (1 2)
(tessera:find-language :latin)                                                          => (error simple-error "no language LATIN")
(tessera::language-name tessera:*language*)                                              => "COMMON-LISP"

;;; The language is bound while a file or a text is evaluated, and so are its variables.

(tessera:call-in-language :sums (lambda () (list (tessera::language-name tessera:*language*) tessera:*float-traps*))) => ("SUMS" nil)
(progn (tessera:language-eval :sums "1") (list (tessera::language-name tessera:*language*) tessera:*float-traps*))    => ("COMMON-LISP" t)
(with-input-from-string (in (format nil "1 2~%30 40"))
  (let ((shown (with-output-to-string (*standard-output*) (load in :language :sums :print t))))
    shown))                                                                             => "; =3
; =70
"

;;; A file may change its language; that ends with the file.

(with-input-from-string (in (format nil "(defvar *before* 1)~%(tessera:in-language :sums)~%1 2~%"))
  (load in)
  (list *before* (tessera::language-name tessera:*language*) *digits*))                  => (1 "COMMON-LISP" many)

;;; At the prompt it stays current until the language is changed back.

(list (progn (tessera:in-language :sums) *digits*) (progn (tessera:in-language :common-lisp) *digits*) tessera:*float-traps*)
                                                                                        => (few many t)

;;; Errors are reported in the language's own words.

(tessera:call-in-language :sums
  (lambda ()
    (handler-case (tessera:language-eval :sums "1 a")
      (error (condition)
        (with-output-to-string (out) (tessera::%write-condition condition out))))))     => "wrong sum: UNBOUND-VARIABLE
"

;;; The text has its own name in positions, and the text around it keeps its name.

(let ((frame nil))
  (list (progn
          (ignore-errors
           (handler-bind ((error (lambda (condition) (declare (ignore condition)) (setf frame tessera::*toplevel-frame*))))
             (tessera:language-eval :sums (format nil "1~%2 a") "a text")))
          (list (tessera::%frame-file frame) (tessera::%frame-line frame) (tessera::%frame-column frame)))
        (equal (tessera::%frame-file tessera::*toplevel-frame*) "a text")))                  => (("a text" 2 1) nil)

;;; Float operations that overflow.

(* 1d300 1d300)                                                                         => (error floating-point-overflow "*: floating-point overflow: (* 1.0d300 1.0d300)")
(let ((tessera:*float-traps* nil)) (> (* 1d300 1d300) most-positive-double-float))      => t
(let ((tessera:*float-traps* nil)) (< (/ -1d0 0d0) most-negative-double-float))         => t
(let ((tessera:*float-traps* nil)) (let ((nan (/ 0d0 0d0))) (= nan nan)))               => nil
(let ((tessera:*float-traps* nil)) (> (exp 1000d0) most-positive-double-float))         => t
(let ((tessera:*float-traps* nil)) (/ 1 0))                                             => (error division-by-zero "/: division by zero: (/ 1 0)")

;;; Conses for the compiler.

(let ((form (tessera::%cons-at 'a '(b) 3 7)))
  (list form (multiple-value-list (tessera::%form-position form))))                     => ((a b) (3 7))
(tessera::%cons-at 1 2 'a 3)                                                            => (error type-error)
tessera:false                                                                           => tessera:false
