;;; Runs files of `form => expected` pairs; tests/README.md describes the right side.
;;; Portable Common Lisp, so that another implementation can check the expectations:
;;;     sbcl --script tests/lisp/harness.lisp tests/lisp/conses/conses.lisp

(defpackage "LISP-TESTS" (:use "COMMON-LISP") (:export "RUN-FILE"))
(in-package "LISP-TESTS")

(defvar *failures* 0 "The number of failures in the current file.")
(defvar *pairs* 0 "The number of pairs of the current file that have run.")

(defun printed (value)
  "Returns what PRIN1 writes for VALUE, whatever the caller's printer variables are."
  (with-standard-io-syntax
    (let ((*print-readably* nil) (*print-pretty* nil) (*package* (find-package "LISP-TESTS")))
      (prin1-to-string value))))

(defun outcome (form)
  "Evaluates FORM. Returns a list of its values, its output, and the error that it signalled or NIL."
  (let ((output (make-string-output-stream)) (values '()) (condition nil))
    (handler-case
        (let ((*standard-output* output) (*error-output* output))
          (setf values (multiple-value-list (eval form))))
      (serious-condition (c) (setf condition c)))
    (values values (get-output-stream-string output) condition)))

(defun same-p (values expected)
  (and (= (length values) (length expected))
       (every (lambda (v e) (string= (printed v) (printed e))) values expected)))

(defmacro quietly (&body forms)
  "Evaluates FORMS and returns their values. Discards what they print, and muffles warnings."
  `(let ((*standard-output* (make-broadcast-stream)))
     (handler-bind ((warning #'muffle-warning)) ,@forms)))

(defun tagged-p (tag expected)
  (and (consp expected) (eq (first expected) tag)))

(defun is-a-p (condition class)
  "True if CONDITION is of CLASS. SIMPLE-ERROR stands for any error: other implementations may have classes of their
own."
  (typep condition #+tessera class #-tessera (if (eq class 'simple-error) 'error class)))

(defun matches-p (expected values output condition)
  "True if a form did what EXPECTED says. Output and additional values that EXPECTED does not name are failures."
  (cond ((tagged-p 'error expected)
         (and condition
              (is-a-p condition (second expected))
              (or (null (third expected))
                  #-tessera t      ; messages are Tessera's
                  (search (third expected) (princ-to-string condition)))))
        (condition nil)
        ((tagged-p 'prints expected)
         (and (string= output (second expected))
              (or (null (cddr expected)) (same-p values (cddr expected)))))
        ((string/= output "") nil)
        ((tagged-p 'values expected) (same-p values (rest expected)))
        (t (same-p values (list expected)))))

(defun describe-outcome (values output condition)
  (cond (condition (format nil "(error ~a ~s)" (printed (type-of condition))
                           (handler-case (princ-to-string condition) (error () "?"))))
        ((string/= output "") (format nil "(prints ~s~{ ~a~})" output (mapcar #'printed values)))
        ((and values (null (rest values))) (printed (first values)))
        (t (format nil "(values~{ ~a~})" (mapcar #'printed values)))))

(defun run-pair (form expected)
  "Runs one pair and reports a failure."
  (incf *pairs*)
  (multiple-value-bind (values output condition) (outcome form)
    (unless (matches-p expected values output condition)
      (incf *failures*)
      (format t "~&FAIL ~a~%  expected ~a~%  got      ~a~%"
              (printed form) (printed expected) (describe-outcome values output condition)))))

(defun read-pair (stream)
  "Returns the next form and its expectation. At the end of the file the form is STREAM itself."
  (let ((form (read stream nil stream)))
    (if (eq form stream)
        stream
        (let ((arrow (read stream)))
          (unless (and (symbolp arrow) (string= (symbol-name arrow) "=>"))
            (error "~a: expected => after ~a, but read ~s" (pathname stream) (printed form) arrow))
          (values form (read stream))))))

(defvar *scratch-folders* '() "The folders that SCRATCH-FOLDER has named for the current file.")

(defun scratch-folder (name)
  "Returns the name of a folder for the files of a test, which RUN-FILE deletes at the end with all that is in it."
  (let ((folder (format nil "/tmp/tessera-~a-~36r/" name (random (expt 36 8) (make-random-state t)))))
    (push folder *scratch-folders*)
    folder))

(defun delete-folder (folder)
  "Deletes the directory FOLDER and all that is in it, if it is there."
  (when (probe-file folder)
    (dolist (entry (directory (concatenate 'string folder "*.*")))
      (if (or (pathname-name entry) (pathname-type entry))
          (delete-file entry)
          (delete-folder (namestring entry))))
    #+tessera (tessera::%delete-directory folder)
    #+sbcl (sb-ext:delete-directory folder)))

(defun run-file (path)
  "Runs every pair of the file PATH in order and prints those that fail. Returns the numbers of failures and of pairs."
  (let ((*failures* 0) (*pairs* 0) (*scratch-folders* '()) (*package* (find-package "LISP-TESTS")))
    (with-open-file (stream path :external-format :utf-8)
      (loop (multiple-value-bind (form expected) (read-pair stream)
              (when (eq form stream) (return))
              (run-pair form expected))))
    (when (zerop *pairs*)
      (incf *failures*)
      (format t "~&FAIL ~a has no pair~%" path))
    (mapc #'delete-folder *scratch-folders*)
    (format t "~&~a: ~d passed, ~d failed~%" path (max 0 (- *pairs* *failures*)) *failures*)
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
