;;; harness.lisp -- evaluates the cases of a file, one a line, and prints what each gives; for compare.py, in any
;;;; Common Lisp.
;;;;
;;;; A line is (SETUP FORM CONSTANTS PARAMETERS SAME-FORM): the forms of SETUP are evaluated, then FORM, then SAME-FORM
;;;; as the body of compiled functions of PARAMETERS that are called with CONSTANTS. A line break within a string is
;;;; written U+2424.

(defpackage "FUZZ" (:use "COMMON-LISP"))
(in-package "FUZZ")

(defvar *notes* nil "What NOTE was told during the case at work, the last first.")
(defvar *special* 3)

(defun note (tag &optional (value tag))
  "Notes that TAG's turn has come, and returns VALUE."
  (push tag *notes*)
  value)

(defun num (x) "X, or a number instead." (if (realp x) x (if x 1 0)))
(defun small (x) "X, or a small number instead of a large one." (if (and (realp x) (< -1e15 x 1e15)) x (if (realp x) (if (plusp x) 17 -17) x)))
(defun all (&rest arguments) arguments)

(define-condition fuzz-condition () ((a :initarg :a :initform 0 :reader fuzz-a) (b :initarg :b))
  (:report (lambda (condition stream) (format stream "cond ~a" (fuzz-a condition)))))
(define-condition fuzz-error (fuzz-condition error) ())
(define-condition fuzz-child (fuzz-error) ((c :initform 5)) (:default-initargs :b 6) (:report "a child"))
(define-condition fuzz-warning (fuzz-condition warning) ())

;;; What a result looks like. Only numbers, characters, strings and symbols are left to the printer of the
;;; implementation.

(defparameter *condition-types*
  '(division-by-zero floating-point-overflow floating-point-underflow floating-point-invalid-operation arithmetic-error end-of-file
    reader-error parse-error file-error stream-error unbound-slot unbound-variable undefined-function cell-error package-error
    print-not-readable program-error control-error type-error storage-condition error serious-condition warning)
  "The standard's types of conditions as far as they count, special ones first.")

(defun own-name-p (symbol) (and symbol (eq (symbol-package symbol) (find-package "FUZZ"))))

(defun condition-name (condition)
  (let ((name (class-name (class-of condition))))
    (if (own-name-p name) name (find-if (lambda (type) (typep condition type)) *condition-types*))))

(defun show-symbol (symbol stream)
  (if (symbol-package symbol)
      (prin1 symbol stream)
      (format stream "#:~A" (string-right-trim "0123456789" (symbol-name symbol)))))

(defun show-row (object stream depth)
  "Returns the elements of the array OBJECT in row-major order."
  (format stream "#~A(" (if (vectorp object) "" (array-dimensions object)))
  (dotimes (i (min 500 (if (vectorp object) (length object) (array-total-size object))))
    (unless (zerop i) (write-char #\Space stream))
    (show (if (vectorp object) (aref object i) (row-major-aref object i)) stream (- depth 1)))
  (write-char #\) stream))

(defun show-list (list stream depth)
  (write-char #\( stream)
  (do ((rest list (cdr rest)) (n 0 (+ n 1)))
      ((atom rest) (when rest (write-string " . " stream) (show rest stream (- depth 1))))
    (when (> n 500) (write-string "..." stream) (return))
    (unless (zerop n) (write-char #\Space stream))
    (show (car rest) stream (- depth 1)))
  (write-char #\) stream))

(defun show (object stream depth)
  (typecase object
    (symbol (show-symbol object stream))
    ((or number character string bit-vector pathname) (prin1 object stream))
    (t (cond ((<= depth 0) (write-string "#" stream))
             ((consp object) (show-list object stream depth))
             ((arrayp object) (show-row object stream depth))
             ((functionp object) (write-string "#<function>" stream))
             ((hash-table-p object) (format stream "#<table ~D>" (hash-table-count object)))
             ((packagep object) (format stream "#<package ~A>" (package-name object)))
             ((typep object 'class) (format stream "#<class ~S>" (class-name object)))
             ((typep object 'condition) (format stream "#<condition ~S>" (condition-name object)))
             ((own-name-p (class-name (class-of object))) (format stream "#<~S>" (class-name (class-of object))))
             ((streamp object) (write-string "#<stream>" stream))
             (t (write-string "#<other>" stream))))))

(defun result-text (results)
  (with-output-to-string (stream)
    (dolist (result results)
      (write-char #\Space stream)
      (show result stream 40))))

(defun escaped (text)
  (if (find-if (lambda (char) (find char '(#\Newline #\Return #\Page))) text)
      (with-output-to-string (stream)
        (loop for char across text
              do (case char
                   (#\Newline (write-string "\\n" stream))
                   (#\Return (write-string "\\r" stream))
                   (#\Page (write-string "\\f" stream))
                   (t (write-char char stream)))))
      text))

;;; Evaluation.

(defparameter *ways* '(:eval :compiled :notinline)
  "How forms are evaluated: by EVAL; compiled, with the constants as arguments; the same without functions in line;
:FILE from a compiled file.")

(defun outcome (function)
  "Returns what a call of FUNCTION prints, notes, and returns or signals, as text."
  (let* ((*notes* '())
         (result '())
         (printed
           (with-output-to-string (*standard-output*)
             (setf result
                   (handler-case (handler-bind ((warning #'muffle-warning)) (result-text (multiple-value-list (funcall function))))
                     (serious-condition (condition) (format nil " !~A" (condition-name condition))))))))
    (escaped (format nil "~A~:[~; prints ~:*~S~]~:[~; notes~:*~A~]" result (if (equal printed "") nil printed)
                     (if *notes* (result-text (reverse *notes*)))))))

(defun functions-called (form)
  "Returns the standard functions that may be called in FORM."
  (let ((found '()) (common-lisp (find-package "COMMON-LISP")))
    (labels ((walk (form)
               (when (consp form)
                 (let ((operator (car form)))
                   (when (and (symbolp operator) operator (eq (symbol-package operator) common-lisp) (fboundp operator)
                              (not (macro-function operator)) (not (special-operator-p operator)))
                     (pushnew operator found)))
                 (do ((rest form (cdr rest))) ((atom rest)) (walk (car rest))))))
      (walk form))
    found))

(defun function-of (way form parameters)
  "Returns FORM as a function of PARAMETERS, compiled."
  (let ((called (and (eq way :notinline) (functions-called form))))
    (values (compile nil `(lambda ,parameters (declare (ignorable ,@parameters) ,@(and called `((notinline ,@called)))) ,form)))))

(defun function-from-file (form)
  "Returns FORM as a function of no parameters, from a compiled file."
  (with-open-file (out "case.lisp" :direction :output :if-exists :supersede)
    (let ((*print-circle* t))
      (format out "(in-package \"FUZZ\")~%~S~%" `(defun from-file () ,form))))
  (load (compile-file "case.lisp"))
  'from-file)

(defun outcome-by (way form constants parameters same-form)
  (case way
    (:eval (outcome (lambda () (eval form))))
    (:file (let ((function (let ((*standard-output* (make-broadcast-stream)))
                             (handler-case (function-from-file form)
                               (error (condition) (return-from outcome-by (format nil " in file !~A" (condition-name condition))))))))
             (outcome (lambda () (funcall function)))))
    (t (outcome (lambda () (apply (function-of way same-form parameters) constants))))))

(defun case-outcome (text ways)
  "Returns the outcome of the case in TEXT; the outcomes in each of WAYS if they differ."
  (handler-case
      (destructuring-bind (setup form constants parameters same-form &optional only) (read-from-string text)
        (handler-bind ((warning #'muffle-warning)) (mapc #'eval setup))
        (let* ((ways (if only (list (nth (mod only (length ways)) ways)) ways))
               (outcomes (mapcar (lambda (way) (outcome-by way form constants parameters same-form)) ways)))
          (if (every (lambda (outcome) (string= outcome (first outcomes))) (rest outcomes))
              (first outcomes)
              (format nil " ~{~A:~A~^ | ~}" (mapcan #'list ways outcomes)))))
    (serious-condition (condition) (format nil " in setup !~A" (condition-name condition)))))

(defun run (file start)
  "Prints the outcomes of the cases in FILE from line START on, a line for each, with the line's number."
  (let ((out *standard-output*)
        (nothing (make-broadcast-stream)))
    (with-open-file (in file :external-format (or #+(or clisp) (symbol-value (find-symbol "UTF-8" "CHARSET")) :utf-8))
      (with-standard-io-syntax
        (let ((*package* (find-package "FUZZ")) (*print-readably* nil) (*error-output* nothing) (*gensym-counter* 1)
              (*trace-output* nothing))
          (loop for line = (read-line in nil)
                for number from 0
                while line
                when (>= number start)
                  do (format out "~D~A~%" number (case-outcome (substitute #\Newline (code-char #x2424) line) *ways*))
                     (finish-output out)))))))

(dolist (name '(note show show-list show-row show-symbol result-text escaped outcome functions-called function-from-file outcome-by case-outcome))
  (unless (compiled-function-p (fdefinition name)) (compile name)))
