;;; Messages that a script has tampered with, by the functions inside the module parallel: errors, never a crash.

(prog1 t (require "parallel") (require "mp"))                                       => t
(defmacro complaint (&body body)
  `(handler-case (progn ,@body) (error (c) (let ((text (princ-to-string c))) (subseq text 0 (position #\Newline text)))))) => complaint

;;; --- the message of one object with the entries of another
(defun entries-of (object) (mapcar (lambda (o) (parallel::known-entry (parallel::known o))) (nth-value 1 (parallel-native:write-message object)))) => entries-of
(defun spliced (object entries) (parallel-native:complete-message (parallel-native:write-message object) entries '())) => spliced
(defun damaged (object other) (parallel-native:read-message (spliced object (entries-of other)))) => damaged
(defun constant-function (n) (lambda () n))                                         => constant-function
(defun counter (n) (lambda () (incf n)))                                            => counter
(defun of-three (a b c) (lambda () (list a b c)))                                   => of-three
(defun maker (n) (lambda () (lambda () (incf n))))                                  => maker
(funcall (damaged (constant-function 1) (constant-function 2)))                     => 1
;; a value in place of a cell, in its own code and in code inside
(complaint (damaged (constant-function 1) (counter 2)))
     => "READ-MESSAGE: a message has a function whose captured values are of a wrong kind"
(complaint (damaged (constant-function 1) (maker 2)))
     => "READ-MESSAGE: a message has a function whose captured values are of a wrong kind"
(complaint (damaged (constant-function 1) (of-three 2 3 4)))                        => "READ-MESSAGE: a message has a function that lacks captured values"
;; a cell or more values than needed do no harm
(functionp (damaged (counter 1) (constant-function 2)))                             => t
(funcall (damaged (of-three 1 2 3) (constant-function 2)))                          => 1
;; something else in place of code, or nothing
(loop for other in (list #'car (find-class 'integer) (find-package "KEYWORD") #'print-object (tessera::%setter-symbol 'first))
      collect (complaint (damaged (constant-function 1) other)))
     => ("READ-MESSAGE: a message has an entry of a wrong type" "READ-MESSAGE: a message has an entry of a wrong type"
         "READ-MESSAGE: a message has an entry of a wrong type" "READ-MESSAGE: a message has an entry of a wrong type"
         "READ-MESSAGE: a message has an entry of a wrong type")
(complaint (parallel-native:read-message (spliced (constant-function 1) '())))      => "READ-MESSAGE: a message has an entry of a wrong type"
;; code for known calls only, which takes variables of others as arguments
(defun outer (n) (labels ((down (i) (when (plusp i) (incf n i) (down (1- i)) (down (- i 2))))) (down 3) (list n))) => outer
(defun codes-in (code)
  (let ((all (list code)) (found '()))
    (loop for one = (pop all)
          while one
          unless (member one found)
            do (push one found)
               (dolist (constant (tessera::%code-constants one))
                 (case (tessera::%kind-of-code constant)
                   (:code (push constant all))
                   (:function (push (tessera::%code-of-function constant) all)))))
    found))                                                                         => codes-in
(length (codes-in (tessera::%code-of-function #'outer)))                            => 2
(loop for code in (codes-in (tessera::%code-of-function #'outer))
      do (complaint (damaged (constant-function 1) code)))                          => nil
;; the code that its receiver knows under a number is checked each time
(let ((message (spliced (constant-function 1) (entries-of (constant-function 2)))))
  (parallel-native:know-entry (first (entries-of (constant-function 2))) (car (nth-value 1 (parallel-native:write-message (counter 2)))))
  (complaint (parallel-native:read-message message)))
     => "READ-MESSAGE: a message has a function whose captured values are of a wrong kind"

;;; --- instances of other classes
(progn (defstruct small a) (defstruct big a b c d e f) (defclass little () (a)) (defclass large () (a b c d e f)) t) => t
(let ((one (damaged (make-small :a 1) (make-big)))) (list (typep one 'big) (stringp (complaint (big-f one))))) => (t t)
(let ((one (damaged (make-instance 'little) (make-instance 'large)))) (stringp (complaint (slot-value one 'f)))) => t

;;; --- what Lisp makes for a message
(defun configure-with (make)
  (parallel-native:configure #'parallel::install make #'parallel::fill-tables tessera::*%class-length*
                             (position 'layout-mark
                                       (let ((class (tessera::%make-instance nil tessera::*%class-length*)))
                                         (setf (tessera::%class-layout class) 'layout-mark)
                                         (loop for i below tessera::*%class-length* collect (tessera::%instance-ref class i)))))) => configure-with
(loop for make in (list (lambda (all) all) (lambda (all) (declare (ignore all)) (vector)) (lambda (all) (declare (ignore all)) (vector 1))
                        (lambda (all) (declare (ignore all)) (vector "text")))
      do (configure-with make)
         (complaint (parallel:copy (make-hash-table)))
         (complaint (parallel:copy (gensym))))                                      => nil
(progn (configure-with #'parallel::make-objects) (hash-table-count (parallel:copy (make-hash-table)))) => 0
(complaint (parallel-native:configure #'list #'list #'list 1 0))                    => "CONFIGURE: there is no such field of classes"

;;; --- messages that are used twice
(parallel:make-kernel 1)                                                            => 1
(let ((function (parallel::pack #'identity)) (entries (entries-of #'car)))
  (parallel-native:submit function (parallel::pack '(0 1)))
  (complaint (parallel-native:complete-message function entries '())))              => "COMPLETE-MESSAGE: a message that was sent cannot be changed"
;; definitions in definitions in definitions ...
(complaint (let ((entry (car (entries-of #'car))))
             (loop repeat 100000 do (setf entry (parallel-native:make-entry (spliced #'car (list entry)) 0)))))
     => "COMPLETE-MESSAGE: the definitions of a message are nested too deep"

;;; --- processes that outlive their task have no part in the next one
(progn (parallel:make-kernel 1)
       (parallel:force (parallel:future (progn (mp:process-run-function "late" (lambda ()
                                                                                 (loop repeat 300
                                                                                       do (sleep 0.001)
                                                                                          (princ "x")
                                                                                          (ignore-errors (parallel-native:task-arguments)))))
                                               1))))                                => 1
(let ((sum 0))
  (with-output-to-string (*standard-output*)
    (setf sum (loop for i below 100 sum (parallel:force (parallel:future (progn (sleep 0.001) i))))))
  sum)                                                                              => 4950
(prog1 t (parallel:end-kernel))                                                     => t
