;;; Runs the test suite of one library, in a separate process, and reports the result (for suites.py): the variable
;;; LIBRARY names the library's system, SYSTEM the one that has the tests, or a file of tests in Debian's folder; HOW is
;;; the form that runs them, a call of one of the functions below; CACHE is a directory for compiled files. Runs on any
;;; Lisp. It writes
;;;     COUNTS passed failed skipped
;;;     FAILED name                     for each test that did
;;;     SECONDS of processor time for running the tests, without loading them
(require "asdf")
(defpackage "SUITES" (:use "COMMON-LISP"))
(in-package "SUITES")

(defvar *answer* *standard-output*)
(defparameter *folder* "/usr/share/common-lisp/source/")

(defun answer (control &rest arguments)
  (format *answer* "~&~?~%" control arguments)
  (finish-output *answer*))

(defun complain (condition)
  "Says in a line why the tests cannot be run, and leaves."
  (let ((*print-length* 8) (*print-level* 4) (*print-pretty* nil) (*package* (find-package "COMMON-LISP-USER")))
    (answer "BROKEN ~A: ~A" (type-of condition)
            (substitute #\Space #\Newline (handler-case (princ-to-string condition) (error () "(no message)")))))
  (uiop:quit 1))

;;; What runs tests. Each returns the numbers of those that passed, failed and were skipped, and a list of the names of
;;; those that failed.

(defun named (package name)
  "Returns the function NAME of PACKAGE, both strings."
  (fdefinition (uiop:find-symbol* name package)))

(defun rt (&optional (package (if (find-package "SB-RT") "SB-RT" "REGRESSION-TEST")))
  "Tests by the regression tester, or by a copy of it in PACKAGE."
  (let ((total (length (funcall (named package "PENDING-TESTS")))))
    (funcall (named package "DO-TESTS"))
    (let ((failed (funcall (named package "PENDING-TESTS"))))
      (values (- total (length failed)) (length failed) 0 failed))))

(defun fiveam (package &rest suites)
  "Tests by fiveam, which counts checks; SUITES of PACKAGE are strings."
  (let ((results (loop for suite in suites
                       append (funcall (named "IT.BESE.FIVEAM" "RUN") (uiop:find-symbol* suite package)))))
    (flet ((of-type (name) (remove-if-not (lambda (result) (typep result (uiop:find-symbol* name "IT.BESE.FIVEAM"))) results)))
      (let ((failed (of-type "TEST-FAILURE")) (skipped (of-type "TEST-SKIPPED")))
        (values (- (length results) (length failed) (length skipped)) (length failed) (length skipped)
                (mapcar (lambda (result) (funcall (named "IT.BESE.FIVEAM" "NAME") (funcall (named "IT.BESE.FIVEAM" "TEST-CASE") result)))
                        failed))))))

(defun checks ()
  "Tests by a framework that frameworks.lisp stands in for."
  (funcall (named "CHECKS" "RUN-ALL")))

;;; Other suites tell what came of them by what they write.

(defun output-of (package name &rest arguments)
  "Returns what the function NAME of PACKAGE writes, and its value."
  (let* ((value nil)
         (text (with-output-to-string (*standard-output*)
                 (setf value (apply (named package name) arguments)))))
    (values text value)))

(defun occurrences (pattern text)
  "Returns how often PATTERN stands in TEXT."
  (loop for start = 0 then (+ found (length pattern))
        for found = (search pattern text :start2 start)
        while found count t))

(defun number-after (label text)
  "Returns the number that stands after LABEL in TEXT; 0 if LABEL is not there."
  (let ((found (search label text)))
    (if found (parse-integer text :start (+ found (length label)) :junk-allowed t) 0)))

(defun ptester (package &optional (name "DO-TESTS"))
  "Tests by ptester, that the function NAME of PACKAGE runs."
  (let ((text (output-of package name)))
    (values (number-after "Successes this test:" text) (number-after "Errors detected in this test:" text) 0 '())))

(defun told (pattern package name &rest arguments)
  "Tests that the function NAME of PACKAGE runs, which returns true if none fails: how often it writes PATTERN, less one
if it returns false."
  (multiple-value-bind (text passed) (apply #'output-of package name arguments)
    (let ((total (occurrences pattern text)))
      (if passed (values total 0 0 '()) (values (1- total) 1 0 (list (substitute #\Space #\Newline text)))))))

(defun complaining (complaint pattern package name)
  "Tests that the function NAME of PACKAGE runs: how often it writes PATTERN, and how often COMPLAINT where one fails."
  (let* ((text (output-of package name)) (failed (occurrences complaint text)))
    (values (- (occurrences pattern text) failed) failed 0 (if (plusp failed) (list text) '()))))

(defun done (package name &rest arguments)
  "Runs one test: the function NAME of PACKAGE returns."
  (apply #'output-of package name arguments)
  (values 1 0 0 '()))

(defun gray-streams ()
  "Runs the tests of trivial-gray-streams, which returns a list of their results."
  (let* ((package "TRIVIAL-GRAY-STREAMS-TEST")
         (results (funcall (named package "RUN-TESTS")))
         (failed (funcall (named package "FAILED-TEST-NAMES") results)))
    (values (- (length results) (length failed)) (length failed) 0 failed)))

(defun load-tests (library system)
  "Loads SYSTEM, which may be defined beside LIBRARY; or, if it is the name of a file, LIBRARY and that file."
  (cond ((search ".lisp" system)
         (asdf:load-system library)
         (let ((compiled (asdf:apply-output-translations (make-pathname :type "fasl" :defaults (concatenate 'string *folder* system)))))
           (ensure-directories-exist compiled)
           (load (compile-file (concatenate 'string *folder* system) :output-file compiled))))
        (t
         (asdf:find-system library nil)
         (asdf:load-system system))))

(asdf:initialize-output-translations
 `(:output-translations (t (,(uiop:ensure-directory-pathname (uiop:getenv "CACHE")) :implementation)) :ignore-inherited-configuration))
(asdf:initialize-source-registry
 '(:source-registry (:tree "/usr/share/common-lisp/source/") (:tree "/usr/share/common-lisp/systems/") :ignore-inherited-configuration))
(asdf:register-immutable-system "asdf") ; not a newer one in its midst: the ASDF that a Lisp brings is its own

(load "frameworks.lisp")

(defun run (how)
  "Runs the tests by the form HOW, and reports the results."
  (let ((start (get-internal-run-time)))
    (destructuring-bind (passed failed skipped names)
        (let ((*standard-output* (make-broadcast-stream)) (*error-output* (make-broadcast-stream)))
          (multiple-value-list (apply (first how) (rest how))))
      (answer "COUNTS ~D ~D ~D" passed failed skipped)
      (answer "SECONDS ~,3F" (/ (- (get-internal-run-time) start) internal-time-units-per-second))
      (let ((*package* (find-package "KEYWORD")) (*print-pretty* nil))
        (dolist (name (remove-duplicates names :test #'equalp))
          (answer "FAILED ~A" (if (symbolp name) (symbol-name name) (princ-to-string name))))))))

;; Some suites, iterate's for one, check random data against what another evaluation drew: the same luck in each run.
#+tessera (setf *random-state* (tessera::seed-random-state 1))

(handler-bind ((warning #'muffle-warning)
               (error #'complain))
  (let ((*standard-output* (make-broadcast-stream)) (*error-output* (make-broadcast-stream)))
    (load-tests (uiop:getenv "LIBRARY") (uiop:getenv "SYSTEM"))))
(handler-bind ((warning #'muffle-warning))
  (handler-case (run (let ((*package* (find-package "SUITES"))) (read-from-string (uiop:getenv "HOW"))))
    (error (condition) (complain condition))))
(uiop:quit 0)
