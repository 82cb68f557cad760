;;; Structures that are made of lists and vectors: each accessor as a place, in all ways in which places are used.

(defstruct (pair (:type vector)) left (right 1))        => pair
(let ((p (make-pair :left 3))) (setf (pair-left p) 5) p) => #(5 1)
(let ((p (make-pair :left 3))) (list (setf (pair-right p) 6) p)) => (6 #(3 6))
(let ((p (make-pair))) (incf (pair-right p) 10) (push 1 (pair-left p)) p) => #((1) 11)
(let ((p (make-pair :left 1 :right 2))) (rotatef (pair-left p) (pair-right p)) p) => #(2 1)
(let ((p (make-pair :left 1 :right 2))) (list (shiftf (pair-left p) (pair-right p) 9) p)) => (1 #(2 9))
(let ((p (make-pair :left 1 :right 2))) (psetf (pair-left p) (pair-right p) (pair-right p) (pair-left p)) p) => #(2 1)
(let ((p (make-pair :left '(1 2)))) (list (pop (pair-left p)) p)) => (1 #((2) 1))
(let ((p (make-pair :left '(:a 1)))) (setf (getf (pair-left p) :a) 2) (remf (pair-left p) :b) p) => #((:a 2) 1)
(let ((p (make-pair))) (funcall #'(setf pair-left) 7 p) p) => #(7 1)
(let ((p (make-pair))) (apply #'(setf pair-left) 7 (list p)) p) => #(7 1)
(let ((p (make-pair))) (with-accessors ((l pair-left)) p (setf l 8)) p) => #(8 1)
(let ((p (make-pair))) (multiple-value-bind (q r) (floor 7 2) (setf (values (pair-left p) (pair-right p)) (values q r))) p) => #(3 1)
(funcall (compile nil '(lambda (p) (setf (pair-left p) 9) (incf (pair-right p)) p)) (make-pair)) => #(9 2)
(mapcar #'pair-left (list (make-pair :left 1) (make-pair :left 2))) => (1 2)
(let ((trace '())) (flet ((note (x v) (push x trace) v))
   (let ((p (make-pair))) (setf (pair-left (note :object p)) (note :value 5)) (list p (reverse trace))))) => (#(5 1) (:object :value))

;;; SETF of an accessor becomes the call of a function, which all code walkers read.
(let ((form (macroexpand-1 '(setf (pair-left p) 5)))) (and (member (car form) '(funcall let let*)) t)) => t

(defstruct (row (:type list)) a (b 2))                  => row
(let ((r (make-row :a 1))) (setf (row-b r) 5) (incf (row-a r)) r) => (2 5)
(let ((r (make-row :a 1))) (funcall #'(setf row-a) 7 r) r) => (7 2)

(defstruct (named (:type list) :named (:initial-offset 2)) x (y 1)) => named
(make-named :x 5)                                       => (nil nil named 5 1)
(let ((n (make-named))) (setf (named-x n) 3 (named-y n) 4) n) => (nil nil named 3 4)
(defstruct (wider (:type list) :named (:initial-offset 1) (:include named (y 5))) z) => wider
(let ((w (make-wider :x 1))) (setf (wider-z w) 3) (setf (named-x w) 4) (incf (wider-y w)) w) => (nil nil named 4 6 nil wider 3)
(list (named-p (make-wider)) (wider-p (make-wider)) (wider-p (make-named)) (wider-p 5)) => (t t nil nil)

(defstruct (floats (:type (vector double-float))) (a 1d0) (b 2d0)) => floats
(let ((f (make-floats))) (setf (floats-a f) 3d0) (incf (floats-b f)) f) => #(3d0 3d0)
(let ((f (make-floats))) (funcall #'(setf floats-a) 3d0 f) f) => #(3d0 2d0)
(let ((f (make-floats))) (equal (array-element-type f) 'double-float)) => t
(defstruct (named-vector (:type vector) :named) a)      => named-vector
(let ((v (make-named-vector :a 1))) (setf (named-vector-a v) 2) (list v (named-vector-p v) (named-vector-p #(1 2)))) => (#(named-vector 2) t nil)
(let* ((v (make-named-vector :a 1)) (w (copy-named-vector v))) (setf (named-vector-a w) 2) (list v w)) => (#(named-vector 1) #(named-vector 2))

;;; In files, loaded and compiled.
(defparameter *source* (format nil "/tmp/tessera-typed-~d.lisp" (random 1000000000 (make-random-state t)))) => *source*
(with-open-file (s *source* :direction :output)
  (write-string "(in-package \"LISP-TESTS\") (defstruct (filed (:type vector)) a (b 2)) (defstruct usual c)
                 (defun change-filed (f) (setf (filed-a f) 1) (incf (filed-b f)) f)
                 (defun change-usual (u) (setf (usual-c u) 1) (push 2 (usual-c u)) u)" s) t) => t
(progn (load *source*) (list (change-filed (make-filed)) (usual-c (change-usual (make-usual))))) => (#(1 3) (2 . 1))
(progn (load (compile-file *source*)) (list (change-filed (make-filed)) (usual-c (change-usual (make-usual))))) => (#(1 3) (2 . 1))
(progn (delete-file (compile-file-pathname *source*)) (not (delete-file *source*))) => nil

;;; The name must fit into a vector that carries it
(eval '(defstruct (named-1 (:type (vector single-float)) :named))) => (error simple-error "DEFSTRUCT: NAMED-1: a name cannot be in a (VECTOR SINGLE-FLOAT)")
(eval '(defstruct (named-2 (:type (vector fixnum)) :named) a)) => (error simple-error "DEFSTRUCT: NAMED-2: a name cannot be in a (VECTOR FIXNUM)")
(eval '(defstruct (named-3 (:type (vector character)) :named))) => (error simple-error "DEFSTRUCT: NAMED-3: a name cannot be in a (VECTOR CHARACTER)")
(eval '(defstruct (named-4 (:type (vector bit)) :named))) => (error simple-error "DEFSTRUCT: NAMED-4: a name cannot be in a (VECTOR BIT)")
(eval '(defstruct (named-5 (:type (vector t)) :named) a)) => named-5
(eval '(defstruct (named-6 (:type vector) :named) a)) => named-6
(eval '(defstruct (named-7 (:type list) :named) a)) => named-7
(eval '(defstruct (named-8 (:type (vector symbol)) :named))) => named-8
(eval '(defstruct (named-9 (:type (vector double-float))) (a 0d0))) => named-9
(eval '(defstruct (named-10 (:type (vector (unsigned-byte 8))) :named (:predicate named-10-p)))) => (error simple-error "DEFSTRUCT: NAMED-10: a name cannot be in a (VECTOR (UNSIGNED-BYTE 8))")
