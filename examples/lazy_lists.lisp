;;; Lazy lists: each element is computed when it is first needed, and only once.
;;;     tessera examples/lazy_lists.lisp

(defmacro lazy (&body body)
  "Returns a promise: a function that evaluates BODY at its first call and returns its value at every call."
  (let ((known (gensym "KNOWN")) (value (gensym "VALUE")))
    `(let ((,known nil) (,value nil))
       (lambda ()
         (unless ,known
           (setf ,value (progn ,@body)
                 ,known t))
         ,value))))

(defun force (promise)
  "Returns the value of PROMISE."
  (funcall promise))

(defmacro lazy-cons (first rest)
  "Returns a lazy list of FIRST and the elements of the lazy list REST. Evaluates neither of them yet."
  `(lazy (cons ,first ,rest)))

(defun lazy-car (list)
  "Returns the first element of the lazy LIST."
  (car (force list)))
(defun lazy-cdr (list)
  "Returns the rest of the lazy LIST."
  (cdr (force list)))

(defun take (n list)
  "Returns the first N elements of the lazy LIST as a list."
  (loop repeat n
        collect (lazy-car list)
        do (setf list (lazy-cdr list))))

(defun lazy-remove-if (test list)
  "Returns the lazy list of the elements of LIST for which TEST returns NIL."
  (lazy (loop while (funcall test (lazy-car list))
              do (setf list (lazy-cdr list)))
        (cons (lazy-car list) (lazy-remove-if test (lazy-cdr list)))))

;;; All integers from N on: an infinite list.
(defun numbers-from (n)
  "Returns the lazy list of the integers from N on."
  (lazy-cons n (numbers-from (1+ n))))

;;; All primes: take the first remaining number, strike out its multiples, and repeat.
(defun sieve (numbers)
  "Returns the lazy list of the primes among NUMBERS, the lazy list of the integers from 2 on without multiples of
smaller primes."
  (let ((prime (lazy-car numbers)))
    (lazy-cons prime
               (sieve (lazy-remove-if (lambda (n) (zerop (mod n prime)))
                                      (lazy-cdr numbers))))))

(defvar *primes* (sieve (numbers-from 2)))

(format t "The first ten primes: ~{~d~^, ~}~%" (take 10 *primes*))
(assert (equal (take 10 *primes*) '(2 3 5 7 11 13 17 19 23 29)))

;;; An element is computed once, however often it is used.
(let* ((computed 0)
       (list (lazy-cons (incf computed) nil)))
  (assert (= computed 0))
  (take 1 list)
  (take 1 list)
  (assert (= computed 1))
  (format t "Computed ~d time~:p.~%" computed))
