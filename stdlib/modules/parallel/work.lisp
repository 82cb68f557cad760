;;; Messages of objects, and what a worker does with a task.
(in-package "PARALLEL")

(defun pack (object)
  "Returns the message of OBJECT, with all that it needs."
  (multiple-value-bind (message objects) (parallel-native:write-message object)
    (cond ((null objects) message)
          (t (require "parallel")                       ; a worker begins without most of it
             (complete message objects)))))

(defun failure-of (condition)
  "Returns the message of what a task failed with, CONDITION; its stack still stands."
  (let* ((class (class-name (class-of condition)))
         (text (handler-case (princ-to-string condition) (error () "its report cannot be printed")))
         (backtrace (handler-case (tessera::%text-of-kept (tessera::%kept-situation 100) t) (error () ""))))
    (if (eq class 'task-error)
        (pack (vector (task-error-class condition) (task-error-text condition) (task-error-backtrace condition) nil))
        (handler-case (pack (vector class text backtrace condition))
          (error () (pack (vector class text backtrace nil)))))))

(defun perform (operation function arguments)
  "Returns the result of a task."
  (ecase operation
    (0 (apply function arguments))
    (1 (apply #'mapcar function arguments))
    (2 (loop for i from (first arguments) below (second arguments) do (funcall function i)))))

(defvar *variables*
  '(*package* *readtable* *read-base* *read-default-float-format* *read-eval* *read-suppress*
    *print-array* *print-base* *print-case* *print-circle* *print-escape* *print-gensym* *print-length* *print-level*
    *print-lines* *print-miser-width* *print-pprint-dispatch* *print-pretty* *print-radix* *print-readably*
    *print-right-margin*
    *standard-output* *standard-input* *error-output* *trace-output* *query-io* *debug-io* *terminal-io*)
  "The variables of the language that each task has to itself.")

(defvar *usual-values* nil "The values of *VARIABLES* before the first task.")

(defun run-task ()
  "Runs the present task of this worker. Leaves a message of its result: a list of it, or a vector of what went wrong."
  (unless *usual-values* (setf *usual-values* (mapcar #'symbol-value *variables*)))
  (parallel-native:set-result
   (progv *variables* *usual-values*
     (block task
       (handler-bind ((serious-condition (lambda (condition) (return-from task (failure-of condition)))))
         (let* ((function (parallel-native:task-function)) (arguments (parallel-native:task-arguments)))
           (pack (list (tessera::%call-at-toplevel (lambda () (perform (car arguments) function (cdr arguments))))))))))))
