;;; Code objects as data: the errors of %MAKE-CODE; failed exits cannot continue. verify_test.cpp tests each rule of the
;;; verifier.

(progn (in-package "TESSERA") t)                        => t

(defun record-of (function)
  "Returns FUNCTION's code, which refers to none of its own, as %MAKE-CODE wants it."
  (let ((code (%code-of-function function)))
    (list (append (%code-parts code) (list (%code-constants code) '()))))) => record-of
(defun changed (function part value)
  (let ((record (record-of function))) (setf (nth part (first record)) value) record)) => changed
(defun sum (x &key (y 1)) "A sum." (list (+ x y)))      => sum

(funcall (%make-code (record-of #'sum)) 1 :y 5)         => (6)
(funcall (%make-code (record-of (lambda (x) x))) 7)     => 7

;;; --- objects that are not descriptions
(%make-code 5)                                          => (error type-error)
(%make-code '())                                        => (error simple-error)
(%make-code '(5))                                       => (error type-error)
(%make-code '((1 . 2)))                                 => (error type-error)
(%make-code '((1 2 3)))                                 => (error simple-error "is not a code description")
(let ((circle (list 1))) (setf (cdr circle) circle) (%make-code circle)) => (error type-error)
(let ((circle (list 1))) (setf (cdr circle) circle) (%make-code (list circle))) => (error type-error)

;;; --- descriptions with wrong parts
(%make-code (changed #'sum 1 'x))                       => (error type-error)
(%make-code (changed #'sum 1 -1))                       => (error simple-error "its arity is invalid")
(%make-code (changed #'sum 1 100000))                   => (error simple-error)
(%make-code (changed #'sum 2 nil))                      => (error type-error)
(%make-code (changed #'sum 2 -1))                       => (error type-error)
(%make-code (changed #'sum 2 1))                        => (error simple-error "more parameters than registers")
(%make-code (changed #'sum 2 (expt 10 9)))              => (error type-error)
(%make-code (changed #'sum 3 '(:y)))                    => (error simple-error "keywords")
(%make-code (changed #'sum 3 #(5)))                     => (error simple-error "a keyword is not a symbol")
(%make-code (changed #'sum 4 'x))                       => (error simple-error "its lambda list")
(%make-code (changed #'sum 5 'x))                       => (error simple-error "its docstring")
(%make-code (changed #'sum 6 'x))                       => (error simple-error "its file")
(%make-code (changed #'sum 7 '(1)))                     => (error simple-error "positions")
(%make-code (changed #'sum 7 '(x)))                     => (error type-error)
(%make-code (changed #'sum 7 '(1000 2 2)))              => (error type-error)
(%make-code (changed #'sum 8 '()))                      => (error simple-error "it has no instructions")
(%make-code (changed #'sum 8 '(65535)))                 => (error simple-error "SUM: instruction 0: there is no such instruction")
(%make-code (changed #'sum 8 (list (expt 2 64))))       => (error type-error)
(%make-code (changed #'sum 8 '(1 . 2)))                 => (error type-error)
(%make-code (changed #'sum 9 '(x)))                     => (error simple-error "its table of variables is damaged")
(%make-code (changed #'sum 9 '(5 0)))                   => (error simple-error "a variable's name is not a symbol")
(%make-code (changed #'sum 9 '(x y)))                   => (error simple-error "a variable's location is invalid")
(%make-code (changed #'sum 9 '(x -1)))                  => (error simple-error "a variable's location is invalid")
(%make-code (changed #'sum 9 (list 'x (ash 1000 3))))   => (error simple-error "a register that the frame does not have")
(%make-code (changed #'sum 9 (list 'x (ash 1000 40))))  => (error simple-error "after the last instruction")
(%make-code (changed #'sum 10 5))                        => (error type-error)
(%make-code (changed #'sum 11 '(1)))                    => (error type-error)
(%make-code (changed #'sum 11 '((0 0))))                => (error simple-error "is not a reference to code")
(%make-code (changed #'sum 11 '((5 0 nil))))            => (error type-error)
(%make-code (changed #'sum 11 '((0 5 nil))))            => (error type-error)
(%make-code (changed #'sum 8 '(0)))                     => (error simple-error "control runs past the end")

;;; --- other natives of this kind
(%code-of-function 5)                                   => (error type-error)
(%code-of-function #'car)                               => (error type-error)
(%code-parts 5)                                         => (error type-error)
(%code-constants #'sum)                                 => (error type-error)
(nth-value 1 (%verify-code))                            => nil

;;; --- a function that trusts its callers has no others
(defun outer (list)
  (let ((seen '()))
    (flet ((note (x) (push x seen)))
      (note 1)
      (dolist (x list) (note x)))
    seen))                                              => outer
(outer '(2 3))                                          => (3 2 1)
(defun part-of (function)
  (find-if (lambda (constant) (eq (%kind-of-code constant) :function)) (%code-constants (%code-of-function function)))) => part-of
(funcall (part-of #'outer) 1 2)                         => (error program-error "called from outside")
(apply (part-of #'outer) '(1 2))                        => (error program-error "called from outside")
(progn (setf (fdefinition 'stray) (part-of #'outer)) (funcall 'stray 1 2)) => (error program-error "called from outside")
(list (stray 1 2))                                      => (error program-error "called from outside")
(mapcar (part-of #'outer) '(1 2) '(3 4))                => (error program-error "called from outside")

;;; --- an exit that fails has no value, so that none can be put in its place
(defun use-for-exit (function)
  (handler-bind ((control-error (lambda (c) (let ((r (find-restart 'use-value c))) (if r (invoke-restart r 5) (throw 'none :none))))))
    (catch 'none (funcall function))))                  => use-for-exit
(use-for-exit (block b (lambda () (return-from b 1))))  => :none
(use-for-exit (let (f) (tagbody (setf f (lambda () (go done))) done) f)) => :none
(use-for-exit (lambda () (throw 'nowhere 1)))           => :none
