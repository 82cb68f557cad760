;;; Captured and resumed frames in debuggers: backtraces, variables, steps.
(require "debugger") => t
(require "continuations") => t
(use-package "CONTINUATIONS") => t
(import '(tessera:call-with-prompt tessera:suspend-to-prompt)) => t

(defun at-error (function look)
  (block at-error
    (handler-bind ((error (lambda (condition) (declare (ignore condition)) (return-from at-error (funcall look (tessera:frames))))))
      (funcall function)))) => at-error
(defun frame-of (name frames) (find name frames :key #'tessera:frame-name :test #'equal)) => frame-of
(defun known (name function)
  (at-error function (lambda (frames)
                       (let ((frame (frame-of name frames))) (list (tessera:frame-arguments frame) (tessera:frame-locals frame)))))) => known

;;; --- generators
(defun numbers-from (n) (let ((m (* 2 n))) (yield m) (list (car m)))) => numbers-from
(known 'numbers-from (lambda () (let ((g (generator (numbers-from 5) 1))) (next g) (next g))))  => (((n 5)) ((m 10)))
(defun outer (n) (list (inner (+ n 1))))  => outer
(defun inner (n) (let ((got (suspend-to-prompt 'p #'identity))) (list (car got) n)))  => inner
(defun names (function)
  (remove-if-not (lambda (name) (member name '(inner outer again))) (at-error function (lambda (frames) (mapcar #'tessera:frame-name frames))))) => names
(defun again (k) (list (funcall k 7)))    => again
(defvar *k* (call-with-prompt 'p (lambda () (outer 1)))) => *k*
(names (lambda () (again *k*)))           => (inner outer again)
(known 'inner (lambda () (again *k*)))    => (((n 2)) ((got 7)))
(known 'inner (lambda () (again *k*)))    => (((n 2)) ((got 7)))
(functionp (second (first (first (known 'again (lambda () (again *k*))))))) => t

;;; --- steps
(load "tests/lisp/support/dialogue.lisp") => t
(nth-value 1 (dialogue (lambda () (step (let ((g (generator (yield 1) (yield 2)))) (list (next g) (next g) (next g))))) (format nil "~200%"))) => ((1 2 nil))
(nth-value 1 (dialogue (lambda () (step (call-with-prompt 'p (lambda () (* 2 (suspend-to-prompt 'p (lambda (k) (list (funcall k 1) (funcall k 2))))))))) (format nil "~200%")))
  => ((2 4))

;;; --- frames that a continuation has, too
(import '(tessera:call-with-current-continuation)) => t
(defvar *taken* nil) => *taken*
(defun holder (n) (let ((got (call-with-current-continuation (lambda (k) (setq *taken* k) (failing-in n))))) (list (car got) n))) => holder
(defun failing-in (n) (list (car n))) => failing-in
(at-error (lambda () (list (holder 5))) (lambda (frames) (remove-if-not (lambda (name) (member name '(holder failing-in))) (mapcar #'tessera:frame-name frames)))) => (failing-in holder)
(known 'holder (lambda () (list (holder 5)))) => (((n 5)) nil)
;; an assignment by the debugger affects the current resumption, not later entries
(defun assign (name variable value)
  (let* ((stack (tessera::%frame-stack (frame-of name (tessera:frames))))
         (number (second (find variable (tessera::%frame-variables stack) :key #'first))))
    (setf (tessera::%frame-value stack number) value))) => assign
(defun held (n) (let ((got (call-with-current-continuation (lambda (k) (setq *taken* k) (list (warn "!")) 3) 'p))) (list got n))) => held
(handler-bind ((warning (lambda (c) (assign 'held 'n 50) (muffle-warning c)))) (call-with-prompt 'p (lambda () (list (held 5))))) => ((3 50))
(call-with-prompt 'p (lambda () (list (funcall *taken* 7)))) => ((7 5))
