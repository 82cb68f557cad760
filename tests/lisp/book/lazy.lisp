;;; Chapter 18 and the second seed: the library LAZY.

(progn (require "lazy") (use-package "LAZY") t)      => t
(require :lazy)                                      => nil
(functionp (lazy (+ 1 2)))                           => t
(prin1-to-string (lazy (+ 1 2)))                     => "#<LAZY …>"
(force (lazy (+ 1 2)))                               => 3
(defun add (a b) (princ "I am adding now") (+ a b))  => add
(defparameter *foo* (lazy (add 1 2)))                => *foo*
(force *foo*)                                        => (prints "I am adding now" 3)
(force *foo*)                                        => (prints "" 3)
(force (lazy))                                       => nil
(let ((n 0)) (let ((v (lazy (incf n) nil))) (list (force v) (force v) n)))   => (nil nil 1)

;;; A computation that did not end is begun again.
(defparameter *tries* 0)                             => *tries*
(defparameter *second-time* (lazy (if (= (incf *tries*) 1) (error "Not yet") :done)))   => *second-time*
(force *second-time*)                                => (error simple-error "Not yet")
(force *second-time*)                                => :done
(force *second-time*)                                => :done
*tries*                                              => 2
(force 5)                                            => (error type-error "FORCE: 5 is not a lazy value.")

(defparameter *pair* (lazy-cons 4 7))                => *pair*
(lazy-car *pair*)                                    => 4
(lazy-cdr *pair*)                                    => 7
;; Errors name the object that is not a lazy list, and the function that got it.
(lazy-car '(1 2))                                    => (error type-error "LAZY-CAR: (1 2) is not a lazy list. MAKE-LAZY makes one of a list.")
(lazy-cdr nil)                                       => (error type-error "LAZY-CDR: NIL is not a lazy list.")
(lazy-cadr 5)                                        => (error type-error "LAZY-CDR: 5 is not a lazy list.")
(lazy-null "ab")                                     => (error type-error "LAZY-NULL: \"ab\" is not a lazy list.")
(force 7)                                            => (error type-error "FORCE: 7 is not a lazy value.")
(loop for operation in (list (lambda (x) (take 1 x)) #'take-all (lambda (x) (lazy-nth 1 x)) (lambda (x) (lazy-find-if #'oddp x))
                             (lambda (x) (lazy-car (lazy-mapcar #'1+ x))) (lambda (x) (lazy-car (lazy-mapcan #'make-lazy x))))
      collect (handler-case (funcall operation '(1 2)) (type-error (c) (type-error-datum c))))
  => ((1 2) (1 2) (1 2) (1 2) (1 2) (1 2))
(lazy-null *pair*)                                   => nil
(lazy-null (lazy-nil))                               => t
(force (lazy-nil))                                   => nil
(lazy-car (lazy-nil))                                => nil

(defparameter *integers* (labels ((f (n) (lazy-cons n (f (1+ n))))) (f 1)))   => *integers*
(lazy-car *integers*)                                => 1
(lazy-car (lazy-cdr *integers*))                     => 2
(lazy-cadr *integers*)                               => 2
(lazy-car (lazy-cdr (lazy-cdr *integers*)))          => 3
(take 10 *integers*)                                 => (1 2 3 4 5 6 7 8 9 10)
(take 0 *integers*)                                  => nil
(take -1 *integers*)                                 => (error type-error "TAKE: the value of N is -1, which is not of type (INTEGER 0)")
(take 1.5 *integers*)                                => (error type-error "TAKE: the value of N is 1.5, which is not of type (INTEGER 0)")
(take 10 (make-lazy '(q w e r t y u i o p a s d f))) => (q w e r t y u i o p)
(take 9 (make-lazy '(a b)))                          => (a b)
(take-all (make-lazy '(q w e r t y u i o p a s d f))) => (q w e r t y u i o p a s d f)
(take-all (make-lazy nil))                           => nil

(take 10 (lazy-mapcar #'sqrt *integers*))
  => (1 1.4142135 1.7320508 2 2.236068 2.4494898 2.6457512 2.828427 3 3.1622777)
(take 10 (lazy-mapcan (lambda (x) (if (evenp x) (make-lazy (list x)) (lazy-nil))) *integers*))
  => (2 4 6 8 10 12 14 16 18 20)
(take-all (lazy-mapcan (lambda (x) (make-lazy (loop repeat x collect x))) (make-lazy '(0 2 0 0 3 0))))   => (2 2 3 3 3)
(take-all (lazy-mapcan (lambda (x) (make-lazy x)) (lazy-nil)))   => nil
(lazy-find-if #'oddp (make-lazy '(2 4 6 7 8 10)))    => 7
(lazy-find-if #'oddp (make-lazy '(2 4 6)))           => nil
(lazy-nth 4 (make-lazy '(a b c d e f g)))            => e
(lazy-nth 0 *integers*)                              => 1
(lazy-nth 7 (make-lazy '(a b c)))                    => nil
(lazy-nth -1 *integers*)                             => (error type-error "LAZY-NTH: the value of N is -1, which is not of type (INTEGER 0)")

;;; As little as needed is computed, and nothing twice.
(defparameter *squared* '())                         => *squared*
(defparameter *squares* (lazy-mapcar (lambda (n) (push n *squared*) (* n n)) *integers*))   => *squares*
*squared*                                            => nil
(take 3 *squares*)                                   => (1 4 9)
(lazy-nth 2 *squares*)                               => 9
*squared*                                            => (3 2 1)

;;; A million elements need no stack, and only the memory that is referenced.
(defun from (n) (lazy-cons n (from (1+ n))))         => from
(lazy-nth 1000000 (from 0))                          => 1000000
(lazy-find-if (lambda (n) (> n 1000000)) (lazy-mapcar #'1+ (from 0)))   => 1000001
(lazy-car (lazy-mapcan (lambda (n) (if (> n 1000000) (make-lazy (list n)) (lazy-nil))) (from 0)))   => 1000001
(length (take 1000000 (from 0)))                     => 1000000
(length (take-all (make-lazy (loop repeat 1000000 collect 'x))))   => 1000000
(documentation 'lazy 'function)
  => "(lazy form*): returns a lazy value. FORCE evaluates the forms once, at its first call, and returns the last value."

;;; The sessions of the second seed
(defparameter *lazy-var* (lazy (progn (princ "Очень жуткий процесс вычисления") 12345)))   => *lazy-var*
(force *lazy-var*)                                   => (prints "Очень жуткий процесс вычисления" 12345)
(defparameter *lst* (lazy-cons 12 34))               => *lst*
(functionp *lst*)                                    => t
(lazy-null *lst*)                                    => nil
(lazy-car *lst*)                                     => 12
(lazy-cdr *lst*)                                     => 34
