;;; Runs files of `form => expected` pairs: tests/README.md says what may stand on the right.
;;; Portable Common Lisp, so that the expectations themselves can be checked on another implementation:
;;;     sbcl --script tests/lisp/harness.lisp tests/lisp/conses/conses.lisp

(defpackage "LISP-TESTS" (:use "COMMON-LISP") (:export "RUN-FILE"))
(in-package "LISP-TESTS")

(defvar *failures* 0 "How many pairs of the current file did not come out.")
(defvar *pairs* 0 "How many pairs of the current file ran.")

(defun printed (value)
  "The PRIN1 text of VALUE, independent of the caller's printer variables."
  (with-standard-io-syntax
    (let ((*print-readably* nil) (*print-pretty* nil) (*package* (find-package "LISP-TESTS")))
      (prin1-to-string value))))

(defun outcome (form)
  "Evaluate FORM. Three values: its values as a list, its output, the error that it signalled or NIL."
  (let ((output (make-string-output-stream)) (values '()) (condition nil))
    (handler-case
        (let ((*standard-output* output) (*error-output* output))
          (setf values (multiple-value-list (eval form))))
      (serious-condition (c) (setf condition c)))
    (values values (get-output-stream-string output) condition)))

(defun same-p (values expected)
  (and (= (length values) (length expected))
       (every (lambda (v e) (string= (printed v) (printed e))) values expected)))

(defun tagged-p (tag expected)
  (and (consp expected) (eq (first expected) tag)))

(defun is-a-p (condition class)
  "True if CONDITION is of CLASS. SIMPLE-ERROR says that the standard asks for just an error: others may have classes of their own."
  (typep condition #+tessera class #-tessera (if (eq class 'simple-error) 'error class)))

(defun matches-p (expected values output condition)
  "True if what a form did is what EXPECTED says."
  (cond ((tagged-p 'error expected)
         (and condition
              (is-a-p condition (second expected))
              (or (null (third expected))
                  (search (third expected) (princ-to-string condition)))))
        (condition nil)
        ((tagged-p 'prints expected)
         (and (string= output (second expected))
              (or (null (cddr expected)) (same-p values (cddr expected)))))
        ((tagged-p 'values expected) (same-p values (rest expected)))
        (t (same-p (list (first values)) (list expected)))))

(defun describe-outcome (values output condition)
  (cond (condition (format nil "(error ~a ~s)" (printed (type-of condition))
                           (handler-case (princ-to-string condition) (error () "?"))))
        ((string/= output "") (format nil "(prints ~s~{ ~a~})" output (mapcar #'printed values)))
        ((and values (null (rest values))) (printed (first values)))
        (t (format nil "(values~{ ~a~})" (mapcar #'printed values)))))

(defun run-pair (form expected)
  "Run one pair and report it if it fails."
  (incf *pairs*)
  (multiple-value-bind (values output condition) (outcome form)
    (unless (matches-p expected values output condition)
      (incf *failures*)
      (format t "~&FAIL ~a~%  expected ~a~%  got      ~a~%"
              (printed form) (printed expected) (describe-outcome values output condition)))))

(defun read-pair (stream)
  "The next form and its expectation; the form is STREAM itself at the end of the file."
  (let ((form (read stream nil stream)))
    (if (eq form stream)
        stream
        (let ((arrow (read stream)))
          (unless (and (symbolp arrow) (string= (symbol-name arrow) "=>"))
            (error "~a: expected => after ~a, but read ~s" (pathname stream) (printed form) arrow))
          (values form (read stream))))))

(defun run-file (path)
  "Run every pair of the file PATH in order, print those that fail. Two values: the failures, the pairs."
  (let ((*failures* 0) (*pairs* 0) (*package* (find-package "LISP-TESTS")))
    (with-open-file (stream path :external-format :utf-8)
      (loop (multiple-value-bind (form expected) (read-pair stream)
              (when (eq form stream) (return))
              (run-pair form expected))))
    (format t "~&~a: ~d passed, ~d failed~%" path (- *pairs* *failures*) *failures*)
    (finish-output)
    (values *failures* *pairs*)))

#+sbcl
(let ((files (rest sb-ext:*posix-argv*)))
  (handler-bind ((warning #'muffle-warning))
    (when files
      (sb-ext:exit :code (if (loop for file in (remove "harness.lisp" files :test #'search)
                                   sum (run-file file) into failures
                                   finally (return (zerop failures)))
                             0 1)))))
