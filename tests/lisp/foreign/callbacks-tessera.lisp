;;; C calls Lisp: qsort and bsearch, which everybody has.

(prog1 t (require "foreign"))                                                        => t
(prog1 t (use-package "FOREIGN"))                                                    => t

(defun call-with-integers (function list)
  "Calls FUNCTION on a pointer to the integers of LIST. Returns what they are then."
  (with-memory ((place :int (max 1 (length list))))
    (loop for n in list for i from 0 do (setf (memory-ref place :int (* 4 i)) n))
    (funcall function place)
    (loop for i below (length list) collect (memory-ref place :int (* 4 i)))))       => call-with-integers
(defun c-sort (list compare)
  (call-with-integers (lambda (place)
                        (with-callback (f compare :int (:pointer :pointer))
                          (call "qsort" :void (:pointer place) (:size (length list)) (:size 4) (:pointer f))))
                      list))                                                         => c-sort
(defun difference (a b) (- (memory-ref a :int) (memory-ref b :int)))                 => difference

(c-sort '(3 1 4 1 5 9 2 6) #'difference)                                             => (1 1 2 3 4 5 6 9)
(c-sort '(3 1 4 1 5 9 2 6) 'difference)                                              => (1 1 2 3 4 5 6 9)
(c-sort '(3 1 4 1 5 9 2 6) (lambda (a b) (difference b a)))                          => (9 6 5 4 3 2 1 1)
(c-sort '() #'difference)                                                            => nil
;; Within it anything goes: making garbage, collecting, sorting once more.
(c-sort '(3 1 2) (lambda (a b) (make-list 1000) (tessera:gc) (difference a b)))      => (1 2 3)
(c-sort '(3 1 2) (lambda (a b) (c-sort '(2 1) #'difference) (difference a b)))       => (1 2 3)
(let ((list (loop for i below 20000 collect (mod (* i 7919) 20011)))) (equal (c-sort list #'difference) (sort list #'<))) => t
(define-callback backwards :int ((a :pointer) (b :pointer)) (difference b a))        => backwards
(defun sort-by-name (list)
  (call-with-integers (lambda (place) (call "qsort" :void (:pointer place) (:size (length list)) (:size 4) (:pointer (callback 'backwards)))) list)) => sort-by-name
(sort-by-name '(1 2 3))                                                              => (3 2 1)
(let ((before (callback 'backwards)))
  (define-callback backwards :int ((a :pointer) (b :pointer)) (difference a b))
  (pointer= before (callback 'backwards)))   => t
(sort-by-name '(3 2 1))                                                              => (1 2 3)
(callback 'no-such-callback)                                                         => (error simple-error "there is no callback NO-SUCH-CALLBACK")

;;; --- a function that is left
(c-sort '(3 1 2) (lambda (a b) a b (error "incomparable")))                          => (error simple-error "incomparable")
(catch 'out (c-sort '(3 1 2) (lambda (a b) a b (throw 'out :thrown))))               => :thrown
(block out (c-sort '(3 1 2) (lambda (a b) a b (return-from out :returned))))         => :returned
(handler-case (c-sort '(3 1 2) (lambda (a b) a b (car 5))) (type-error () :handled)) => :handled
(handler-bind ((error (lambda (c) c (invoke-restart 'use-value 0))))
  (length (c-sort '(3 1 2) (lambda (a b) a b (restart-case (error "x") (use-value (n) n)))))) => 3
(c-sort '(3 1 2) (lambda (a b) a b "less"))                                          => (error type-error "its value \"less\" is not of type")
(c-sort '(3 1 2) (lambda (a) a 0))                                                   => (error program-error)
(let ((times 0)) (list (catch 'out (c-sort '(5 4 3 2 1) (lambda (a b) a b (incf times) (throw 'out :once)))) times)) => (:once 1)
(let ((path '()))
  (catch 'out (unwind-protect (c-sort '(3 1 2) (lambda (a b) a b (unwind-protect (throw 'out 1) (push :in path)))) (push :out path)))
  (reverse path))                                                                    => (:in :out)
(c-sort '(3 1 2) #'difference)                                                       => (1 2 3)
(defun dive () (c-sort '(2 1) (lambda (a b) a b (dive))))                            => dive
(handler-case (dive) (storage-condition () :too-deep))                               => :too-deep
(c-sort '(3 1 2) #'difference)                                                       => (1 2 3)

;;; --- wrong ones
(make-callback 5 :int '(:int))                                                       => (error type-error "MAKE-CALLBACK: 5 is not of type (OR FUNCTION (AND SYMBOL (NOT NULL)))")
(make-callback #'car :int '(:integer))                                               => (error simple-error ":INTEGER is not a type of C")
(make-callback #'car :int '(:void))                                                  => (error simple-error "no argument is of the type :VOID")
(make-callback #'car :int '() :if-left "x")                                          => (error type-error "\"x\" is not of type (SIGNED-BYTE 32)")
(free-callback (make-pointer 12345))                                                 => (error simple-error "is not a callback, or was freed before")
(let ((f (make-callback #'difference :int '(:pointer :pointer)))) (free-callback f) (free-callback f)) => (error simple-error)
(loop repeat 2000 do (c-sort '(2 1) #'difference) finally (return t))                => t
(eval '(define-callback f :int (a b) 0))                                             => (error simple-error "are not lists of a name and a type")

;;; --- two processes in callbacks that wait, each in its own call
(prog1 t (require "mp"))                                                             => t
(mapcar #'mp:process-join
        (loop for list in '((3 1 2) (9 8 7)) collect
              (let ((list list))
                (mp:process-run-function "sort" (lambda () (c-sort list (lambda (a b) (sleep 0.001) (difference a b)))))))) => ((1 2 3) (7 8 9))
