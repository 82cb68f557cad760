;;; Lists without an end, given to functions that go along them: an error, where nothing but a signal could stop others.

(defparameter *circle* (let ((x (list 1 2 3))) (setf (cdr (last x)) x))) => *circle*
(length *circle*)                                      => (error type-error)
(list-length *circle*)                                 => nil
(reverse *circle*)                                     => (error type-error)
(nreverse (let ((x (list 1 2))) (setf (cddr x) x)))    => (error type-error)
(append *circle* '(4))                                 => (error type-error)
(append '(4) *circle* '(5))                            => (error type-error)
(third (append '(4) *circle*))                         => 2
(nconc (let ((x (list 1 2))) (setf (cddr x) x)) '(3))  => (error type-error)
(revappend *circle* '())                               => (error type-error)
(last *circle*)                                        => (error type-error)
(last *circle* 3)                                      => (error type-error)
(butlast *circle*)                                     => (error type-error)
(nbutlast *circle*)                                    => (error type-error)
(ldiff *circle* (cddr *circle*))                       => (1 2)
(ldiff *circle* '(1))                                  => (error type-error)
(tailp (cdr *circle*) *circle*)                        => t
(tailp '(1) *circle*)                                  => (error type-error)
(copy-list *circle*)                                   => (error type-error)
(copy-alist *circle*)                                  => (error type-error)
(copy-seq *circle*)                                    => (error type-error)
(subseq *circle* 1 2)                                  => (error type-error)
(car (member 3 *circle*))                              => 3
(member 4 *circle*)                                    => (error type-error)
(assoc 'a (let ((x (list '(b . 1)))) (setf (cdr x) x))) => (error type-error)
(getf (let ((x (list 'a 1))) (setf (cddr x) x)) 'b)    => (error type-error)
(sort *circle* #'<)                                    => (error type-error)
(concatenate 'list *circle* '(1))                      => (error type-error)
(fill *circle* 0)                                      => (error type-error)
(eval (let ((x (list 'list 1 2))) (setf (cdddr x) (cdr x)) x)) => (error program-error)
(eval (let ((x (list 'let '() 1))) (setf (cdddr x) (cddr x)) x)) => (error program-error)
(compile nil (let ((x (list 'lambda '() 1))) (setf (cdddr x) (cddr x)) x)) => (error program-error)

(handler-case (length *circle*)
  (type-error (c) (list (integerp (car (type-error-datum c))) (type-error-expected-type c) (princ-to-string c)))) => (t list "LENGTH: the list is circular")
(handler-case (getf '(a 1 b) 'c)
  (type-error (c) (list (type-error-datum c) (type-error-expected-type c)))) => ((a 1 b) list)

;;; --- messages of errors show circular and long objects in short
(tessera::%safe-message (make-condition 'type-error :datum *circle* :expected-type 'number))
  => "#1=(1 2 3 . #1#) is not of type NUMBER"
(let ((tessera::*longest-in-message* 3))
  (tessera::%safe-message (make-condition 'type-error :datum (vector 1 2 3 4) :expected-type 'number)))
  => "#(1 2 3 ...) is not of type NUMBER"
(handler-case (error 'type-error :datum *circle* :expected-type 'number) (error (c) (type-error-expected-type c))) => number
