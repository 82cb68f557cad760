;;; Feeds the texts of this folder to EVAL, one after the other, and says which do not give the condition that they
;;; should. (bad-input:run-file "tests/bad/loop.txt") prints the failures. Two values: their number, and how many inputs
;;; there were.

(defpackage "BAD-INPUT" (:use "COMMON-LISP") (:export "RUN-FILE" "READ-ENTRIES" "OUTCOME"))
(in-package "BAD-INPUT")

(defun heading (line)
  "Returns what follows the mark in LINE, or NIL if an input does not begin after it."
  (let ((mark ";; => "))
    (and (>= (length line) (length mark))
         (string= mark line :end2 (length mark))
         (subseq line (length mark)))))

(defun read-entries (path)
  "Returns the inputs in the file PATH: lists of the heading and the text."
  (with-open-file (stream path :external-format :utf-8)
    (let ((entries '()) (current nil) (text nil))
      (flet ((finish ()
               (when current (push (list current (get-output-stream-string text)) entries))))
        (do ((line (read-line stream nil) (read-line stream nil)))
            ((null line) (finish) (nreverse entries))
          (cond ((heading line)
                 (finish)
                 (setf current (heading line) text (make-string-output-stream)))
                (current (write-line line text))))))))

(defun evaluate-text (text)
  "Reads and evaluates the forms in TEXT one by one, with their output thrown away."
  (with-input-from-string (stream text)
    (let ((*standard-output* (make-broadcast-stream)) (*error-output* (make-broadcast-stream)) (*package* *package*))
      (do ((form (read stream nil stream) (read stream nil stream)))
          ((eq form stream))
        (eval form)))))

(defun outcome (text)
  "Returns the condition that TEXT signals, or NIL. Warnings do not count."
  (handler-case
      (handler-bind ((warning #'muffle-warning))
        (evaluate-text text)
        nil)
    (serious-condition (condition) condition)))

(defun expectation (heading)
  "Returns two values: the class and the part of the message that HEADING names, the latter perhaps empty."
  (with-input-from-string (stream heading)
    (values (read stream) (read stream nil ""))))

(defun message (condition)
  "Returns the message of CONDITION; \"\" if it cannot be printed."
  (handler-case (princ-to-string condition) (serious-condition () "")))

(defun stutters-p (message)
  "True if MESSAGE names the operator that failed twice: CAR: CAR: ..."
  (let ((end (search ": " message)))
    (and end
         (<= (* 2 (+ end 2)) (length message))
         (string= message message :end1 (+ end 2) :start2 (+ end 2) :end2 (* 2 (+ end 2))))))

(defun as-expected-p (condition heading)
  "True if CONDITION is what HEADING demands, and says something, once."
  (multiple-value-bind (class part) (expectation heading)
    (and condition
         (typep condition class)
         (plusp (length (message condition)))
         (not (stutters-p (message condition)))
         (search part (message condition) :test #'char-equal)
         t)))

(defun working-p ()
  "True if the system still reads, evaluates and prints after what it has been given."
  (and (eql 3 (eval '(+ 1 2)))
       (equal '(1 (2)) (read-from-string "(1 (2))"))
       (string= "(1 2)" (prin1-to-string (list 1 2)))
       (eq 'caught (handler-case (car (eval 5)) (type-error () 'caught)))))

(defun run-file (path)
  "Tries all inputs of the file PATH and prints those that fail. Two values: the failures, the inputs."
  (let ((failures 0) (entries (read-entries path)) (*package* (find-package "BAD-INPUT")))
    (dolist (entry entries)
      (let ((condition (outcome (second entry))))
        (unless (and (as-expected-p condition (first entry)) (working-p))
          (incf failures)
          (format t "~&FAIL ~a~%~a  gave ~a ~a~%" (first entry) (second entry)
                  (and condition (type-of condition)) (if condition (message condition) "")))))
    (format t "~&~a: ~d passed, ~d failed~%" path (- (length entries) failures) failures)
    (finish-output)
    (values failures (length entries))))
