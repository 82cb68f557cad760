;;; Messages from one process to another. Each rank sends to the next one; the only rank of a program to itself.

(prog1 t (require "mpi"))                                                           => t
(defvar *rank* (mpi:comm-rank))                                                     => *rank*
(defvar *size* (mpi:comm-size))                                                     => *size*
(< -1 *rank* *size*)                                                                => t
(defvar *next* (mod (+ *rank* 1) *size*))                                           => *next*
(defvar *before* (mod (- *rank* 1) *size*))                                         => *before*
(defun round-trip (object &rest arguments)
  "Returns what the rank before has sent for OBJECT."
  (let ((request (mpi:isend object *next*)))
    (prog1 (apply #'mpi:receive :source *before* arguments)
      (mpi:wait request))))                                                         => round-trip

;;; --- objects
(round-trip 1)                                                                      => 1
(round-trip (expt 3 100))                                                           => 515377520732011331036461129765621272702107522001
(round-trip '(1 2.5 3d0 3/4 #c(1 2) #\a "text" :key symbol nil (a . b)))            => (1 2.5 3d0 3/4 #c(1 2) #\a "text" :key symbol nil (a . b))
(round-trip (make-array '(2 2) :initial-contents '((1 2) (3 4))))                   => #2a((1 2) (3 4))
(let ((table (make-hash-table :test 'equal)))
  (setf (gethash "one" table) 1)
  (gethash "one" (round-trip table)))                                               => (values 1 t)
(let ((shared (list 1 2)))
  (destructuring-bind (one other) (round-trip (list shared shared))
    (list (eq one other) one)))                                                     => (t (1 2))
(let ((circle (list 1 2)))
  (setf (cddr circle) circle)
  (let ((copy (round-trip circle))) (list (first copy) (eq copy (cddr copy)))))     => (1 t)
(length (round-trip (make-list 100000 :initial-element "x")))                       => 100000
(eq (symbol-package (round-trip '#:loose)) nil)                                     => t
(round-trip #p"/tmp/file.lisp")                                                     => #p"/tmp/file.lisp"
(round-trip #*10110)                                                                => #*10110

;;; --- structures and instances: the class is the receiver's
(defstruct point x y)                                                               => point
(let ((copy (round-trip (make-point :x *rank* :y "y"))))
  (list (point-p copy) (= (point-x copy) *before*) (point-y copy)))                 => (t t "y")
(prog1 t (defclass account () ((owner :initarg :owner :accessor owner))))           => t
(let ((copy (round-trip (make-instance 'account :owner 'ada)))) (list (type-of copy) (owner copy))) => (account ada)
(prog1 t (defmethod owner-twice ((a account)) (list (owner a) (owner a))))          => t
(owner-twice (round-trip (make-instance 'account :owner 1)))                        => (1 1)

;;; --- functions: their code and what they have captured; global functions and variables are the receiver's
(defun adder (n) (lambda (x) (+ n x)))                                              => adder
(= (funcall (round-trip (adder *rank*)) 100) (+ 100 *before*))                      => t
(funcall (round-trip #'car) '(1 2))                                                 => 1
(defvar *mine* *rank*)                                                              => *mine*
(= (funcall (round-trip (lambda () *mine*))) *rank*)                                => t
(defun twice (x) (* 2 x))                                                           => twice
(funcall (round-trip (lambda (x) (twice x))) 4)                                     => 8
(let ((count 0))
  (destructuring-bind (up down) (round-trip (list (lambda () (incf count)) (lambda () (decf count))))
    (funcall up) (funcall up) (funcall down)))                                      => 1
(funcall (funcall (round-trip (lambda (x) (lambda (y) (* x y)))) 3) 4)              => 12

;;; --- vectors of numbers, which go without a copy if they are long
(defun numbers (type count) (coerce (loop for i below count collect (coerce (mod i 100) type)) `(simple-array ,type (*)))) => numbers
(loop for type in '(double-float single-float (unsigned-byte 8) (signed-byte 16) (unsigned-byte 32) (signed-byte 64))
      always (loop for count in '(0 1 100 1000 100000)
                   always (let ((copy (round-trip (numbers type count))))
                            (and (equalp copy (numbers type count)) (equal (array-element-type copy) type))))) => t
(let ((into (make-array 5 :element-type 'double-float :initial-element 7d0)))
  (list (eq (round-trip (numbers 'double-float 3) :into into) into) into))          => (t #(0d0 1d0 2d0 7d0 7d0))
(let ((into (make-array 200000 :element-type 'double-float)))
  (eq (round-trip (numbers 'double-float 200000) :into into) into))                 => t
(round-trip (numbers 'double-float 3) :into (make-array 2 :element-type 'double-float))
  => (error mpi:mpi-error "the vector after :INTO cannot take 3 elements of the type double-float, and the message is lost")
(round-trip (numbers 'double-float 20000) :into (make-array 20000 :element-type 'single-float)) => (error mpi:mpi-error "cannot take 20000 elements")
(round-trip 1 :into (make-array 2 :element-type 'single-float))                     => 1

;;; --- sources and tags
(progn (mpi:send :five *next* :tag 5) (mpi:send :six *next* :tag 6) nil)            => nil
(mpi:receive :tag 6)                                                                => (values :six #.*before* 6)
(mpi:probe)                                                                         => (values #.*before* 5)
(mpi:receive)                                                                       => (values :five #.*before* 5)
(progn (mpi:barrier) (prog1 (mpi:iprobe) (mpi:barrier)))                            => nil
(progn (dotimes (i 100) (mpi:send i *next* :tag (mod i 3))) nil)                    => nil
(loop for i from 0 below 100 by 3 always (= i (mpi:receive :tag 0)))                => t
(loop for i from 1 below 100 always (or (= 0 (mod i 3)) (= i (mpi:receive))))       => t

;;; --- meanwhile
(let ((request (mpi:ireceive :source *before* :tag 9)))
  (list (progn (mpi:barrier) (mpi:test request))
        (progn (mpi:barrier) (mpi:send 'late *next* :tag 9) (mpi:wait request))
        (multiple-value-list (mpi:test request))))                                  => (nil late (t late #.*before* 9))
(mpi:wait-all (append (loop for i below 10 collect (mpi:isend (numbers 'double-float 50000) *next* :tag i))
                      (loop repeat 10 collect (mpi:ireceive))))
  => #.(append (make-list 10) (make-list 10 :initial-element (numbers 'double-float 50000)))
(progn (mpi:isend (list 1) *next*) (mpi:receive))                                   => (values (1) #.*before* 0)

;;; --- interrupts and time limits end waits
(prog1 t (require "mp"))                                                            => t
(defun for-a-moment (function)
  "Returns the value of FUNCTION; :LATE if it takes longer than a tenth of a second."
  (let ((main mp:*current-process*) (watch nil))
    (catch 'late
      (unwind-protect
           (progn (setf watch (mp:process-run-function "watch"
                                                       (lambda () (sleep 0.1) (mp:interrupt-process main (lambda () (throw 'late :late))))))
                  (funcall function))
        (mp:process-kill watch)))))                                                 => for-a-moment
(for-a-moment #'mpi:receive)                                                        => :late
(for-a-moment #'mpi:probe)                                                          => :late
(for-a-moment (lambda () (mpi:wait (mpi:ireceive :tag 1))))                         => :late
(progn (mpi:barrier) (round-trip 2))                                                => 2

;;; --- what cannot be
(mpi:send *standard-output* *next*)                                                 => (error simple-error "cannot be sent")
(mpi:send (list mpi:*comm-world*) *next*)                                           => (error simple-error "cannot be sent")
(mpi:send 1 100000)                                                                 => (error mpi:mpi-error "there is no rank 100000: the communicator has ")
(mpi:send 1 -1)                                                                     => (error type-error)
(mpi:send 1 0 :tag 32767)                                                           => (error type-error)
(mpi:receive :tag -1)                                                               => (error type-error)
(mpi:receive :source 100000)                                                        => (error mpi:mpi-error "there is no rank 100000: the communicator has ")
(mpi:comm-rank 5)                                                                   => (error type-error)
(progn (require "parallel") (mpi:send (parallel:make-queue) *next*))                => (error simple-error "a queue of the module parallel cannot be sent to another process")
(mpi:send (parallel:make-shared-vector 3) *next*)                                   => nil
(mpi:receive)                                                                       => (values #(0d0 0d0 0d0) #.*before* 0)
(mpi:send (list (parallel:make-shared-vector 3)) *next*)                            => (error simple-error "MAKE-SHARED-VECTOR cannot be sent")
(mpi:iprobe)                                                                        => nil

;;; --- bytes that no process has sent
(parallel-native:read-bytes (make-array 0 :element-type '(unsigned-byte 8)) 0)      => (error simple-error "these are not the bytes of a message")
(defun bytes () (mpi::bytes-of (list 1 "two" 'three (make-point) #'twice (make-hash-table)) nil)) => bytes
(type-of (fifth (parallel-native:read-bytes (bytes) *rank*)))                       => compiled-function
(loop with bytes = (coerce (bytes) 'list)
      for size below (length bytes) by 8
      always (handler-case (progn (parallel-native:read-bytes (coerce (subseq bytes 0 size) '(vector (unsigned-byte 8))) 0) nil)
               (error () t)))                                                       => t
(loop with random = (tessera:seed-random-state 1)
      repeat 3000
      do (let ((bytes (copy-seq (bytes))))
           ;; a bit of a word that may be a reference or a length
           (let ((place (+ 32 (random (- (length bytes) 32) random))))
             (setf (aref bytes place) (logxor (aref bytes place) (ash 1 (random 8 random)))))
           (handler-case (parallel-native:read-bytes bytes 0) (error () nil) (storage-condition () nil)))) => nil
