;;; Stand-ins for frameworks of tests that Debian does not package, as far as the suites of suites.txt use them: stefil,
;;; lift, parachute, lisp-unit2 and unit-test. They count checks; each test is run once, in the order of the
;;; definitions. For run-suite.lisp, on any Lisp.
(defpackage "CHECKS" (:use "COMMON-LISP"))
(in-package "CHECKS")

(defvar *tests* '() "Names and functions of tests, the last first.")
(defvar *test* nil "The name of the test that runs.")
(defvar *passed* 0)
(defvar *failed* '() "The names of tests, for each check in them that failed.")

(defun note (true) (if true (incf *passed*) (push *test* *failed*)) true)
(defun add-test (name function) (push (cons name function) *tests*) name)

(defun run-all ()
  "Runs all tests. Returns the numbers of checks that passed, failed and were skipped, and the names of tests that
failed."
  (setf *passed* 0 *failed* '())
  (loop for (*test* . function) in (reverse *tests*)
        do (handler-case (funcall function)
             (error () (note nil))))
  (values *passed* (length *failed*) 0 (reverse *failed*)))

(defmacro check (form) `(note (handler-case ,form (error () nil))))

(defun call-signalling-p (type function)
  "True if FUNCTION signals a condition of TYPE; where that is not an error it goes on."
  (let ((signalled nil))
    (handler-case
        (handler-bind ((condition (lambda (condition) (when (typep condition type) (setf signalled t)))))
          (funcall function))
      (error () nil))
    signalled))

(defun define-systems (&rest names)
  (dolist (name names) (eval `(asdf:defsystem ,name))))

;;; stefil: tests are functions, which others may call.

(defpackage "HU.DWIM.STEFIL"
  (:use "COMMON-LISP" "CHECKS") (:nicknames "STEFIL")
  (:export "DEFTEST" "DEFSUITE" "DEFSUITE*" "IN-SUITE" "ROOT-SUITE" "IS" "SIGNALS" "FINISHES" "WITHOUT-DEBUGGING" "RUN-CHILD-TESTS"))
(in-package "HU.DWIM.STEFIL")

(defmacro deftest (name lambda-list &body body)
  (let ((function (if (consp name) (first name) name)))
    `(progn (defun ,function ,lambda-list ,@body)
            ,@(when (null (set-difference lambda-list lambda-list-keywords))
                `((checks::add-test ',function ',function))))))
(defmacro defsuite (name &rest options) (declare (ignore options)) `',name)
(defmacro defsuite* (name &optional lambda-list &body body)
  (declare (ignore lambda-list))
  `(checks::add-test ',name (lambda () ,@body)))
(defun run-child-tests () "They are run after it." nil)
(defmacro in-suite (name) `',name)
(defmacro is (form &rest message) (declare (ignore message)) `(checks::check ,form))
(defmacro signals (type &body body) `(checks::note (checks::call-signalling-p ',type (lambda () ,@body))))
(defmacro finishes (&body body) `(checks::check (progn ,@body t)))
(defun record/failure (&rest description) (declare (ignore description)) (checks::note nil))

;;; parachute

(defpackage "PARACHUTE" (:use "COMMON-LISP") (:export "DEFINE-TEST" "TRUE" "FALSE"))
(in-package "PARACHUTE")

(defmacro define-test (name &body body)
  (loop while (keywordp (first body)) do (setf body (cddr body)))
  `(checks::add-test ',name (lambda () ,@body)))
(defmacro true (form &rest message) (declare (ignore message)) `(checks::check ,form))
(defmacro false (form &rest message) (declare (ignore message)) `(checks::check (not ,form)))

;;; lisp-unit2

(defpackage "LISP-UNIT2"
  (:use "COMMON-LISP")
  (:export "DEFINE-TEST" "ASSERT-EQL" "ASSERT-EQUAL" "ASSERT-TRUE" "ASSERT-FALSE" "ASSERT-ERROR" "ASSERT-SIGNAL" "ASSERT-NO-SIGNAL"
           "RUN-TESTS" "WITH-SUMMARY-CONTEXT"))
(in-package "LISP-UNIT2")

(defmacro define-test (name (&rest options) &body body)
  (declare (ignore options))
  `(checks::add-test ',name (lambda () ,@body)))
(defmacro assert-eql (expected form &rest more) (declare (ignore more)) `(checks::check (eql ,expected ,form)))
(defmacro assert-equal (expected form &rest more) (declare (ignore more)) `(checks::check (equal ,expected ,form)))
(defmacro assert-true (form &rest more) (declare (ignore more)) `(checks::check ,form))
(defmacro assert-false (form &rest more) (declare (ignore more)) `(checks::check (not ,form)))
(defmacro assert-error (type form &rest more)
  (declare (ignore more))
  `(checks::note (checks::call-signalling-p ,type (lambda () ,form))))
(defmacro assert-signal (type form &rest more)
  (declare (ignore more))
  `(checks::note (checks::call-signalling-p ,type (lambda () ,form))))
(defmacro assert-no-signal (type form &rest more)
  (declare (ignore more))
  `(checks::note (not (checks::call-signalling-p ,type (lambda () ,form)))))

;;; unit-test

(defpackage "UNIT-TEST"
  (:use "COMMON-LISP") (:export "DEFTEST" "TEST-ASSERT" "TEST-EQUAL" "TEST-CONDITION"))
(in-package "UNIT-TEST")

(defmacro deftest (unit name (&rest options) &body body)
  (declare (ignore unit options))
  `(checks::add-test ,name (lambda () ,@body)))
(defmacro test-assert (form &rest more) (declare (ignore more)) `(checks::check ,form))
(defmacro test-equal (form expected &key (test '#'equal)) `(checks::check (funcall ,test ,form ,expected)))
(defmacro test-condition (form type &rest more)
  (declare (ignore more))
  `(checks::note (checks::call-signalling-p ,type (lambda () ,form))))

(checks::define-systems "stefil" "hu.dwim.stefil" "parachute" "lisp-unit2" "unit-test")
