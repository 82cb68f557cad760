;;; Instances whose class is not a class object, or changes while they are printed: no crash.

(defstruct broken-part a b)                                                         => broken-part
(defun broken (length) (tessera::%make-instance (tessera::%make-instance nil length) 2)) => broken
(loop for n below 10 count (typep (broken n) 'broken-part))                         => 0
(loop for n below 10 count (ignore-errors (broken-part-a (broken n))))              => 0
(loop for n below 10 count (equalp (broken n) (broken n)))                          => 0
(let ((table (make-hash-table :test 'equalp))) (loop for n below 10 do (setf (gethash (broken n) table) n)) (hash-table-count table)) => 10
(loop for n below 10 do (ignore-errors (prin1-to-string (broken n))))               => nil

;;; --- the slots of the class are gone before the instance is printed
(progn (defstruct shrunk a b c) (defstruct shrinker) t)                             => t
(progn (defmethod print-object ((object shrinker) stream)
         (setf (tessera::%class-slots (find-class 'shrunk)) (vector))
         (write-string "-" stream))
       t)                                                                           => t
(prin1-to-string (make-shrunk :a (make-shrinker) :b 2))                             => "#S(SHRUNK :A - :NIL 2 :NIL NIL)"

;;; --- nor is a constant in the place of a class one
(defmacro of-constant-p (object class) `(tessera::%instance-of-class-p ,object ',class)) => of-constant-p
(list (of-constant-p (make-broken-part) 17) (of-constant-p (make-broken-part) #.(broken 0)) (of-constant-p (broken 3) #.(broken 1))) => (nil nil nil)
