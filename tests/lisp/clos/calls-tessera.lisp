;;; Chapter 7's generic functions that the standard says are called: a program's methods of each are called. Each pair
;;; expects the value of the forms and the calls that the methods recorded.

(defvar *log* '()) => *log*
(defun note (x) (push x *log*)) => note
(defmacro calls (&body forms)
  `(progn (setq *log* '()) (list (eval '(progn ,@forms)) (reverse *log*)))) => calls

;;; MAKE-INSTANCE calls ALLOCATE-INSTANCE, with the defaulted initargs, of which its methods make some valid
(calls
  (defclass a1 () ((x :initform 1)))
  (defmethod allocate-instance ((c (eql (find-class 'a1))) &rest i)
    (declare (ignore i))
    (note :mine)
    (call-next-method))
  (make-instance 'a1)
  (dotimes (i 4) (make-instance 'a1))
  (make-instance (find-class 'a1))
  1)
=> (1 (:mine :mine :mine :mine :mine :mine))
(defun mk-a1 () (make-instance 'a1)) => mk-a1
(calls (dotimes (i 4) (mk-a1)) 1)
=> (1 (:mine :mine :mine :mine))
(calls
  (defclass a2 () ((x :initarg :x)))
  (defmethod allocate-instance ((c (eql (find-class 'a2))) &key flag) (note flag) (call-next-method))
  (make-instance 'a2 :flag 1 :x 2)
  (make-instance 'a2)
  1)
=> (1 (1 nil))
(calls (make-instance 'a2 :flagg 1 :x 2)) => (error program-error "MAKE-INSTANCE: :FLAGG is not an initarg of the class A2; it has :FLAG :X")
(calls
  (defclass a3 () ())
  (defmethod allocate-instance ((c (eql (find-class 'a3))) &key &allow-other-keys) (note 1) (call-next-method))
  (make-instance 'a3 :flag 1 :x 2)
  1)
=> (1 (1))
(calls
  (defclass a4 () ())
  (defmethod allocate-instance ((c (eql (find-class 'a4))) &rest r) (note r) (call-next-method))
  (make-instance 'a4 :flag 1 :x 2)
  1)   => (error program-error "MAKE-INSTANCE: :FLAG is not an initarg of the class A4, which has none")
(calls
  (defclass a5 () ((x :initarg :x)) (:default-initargs :x 5))
  (defmethod allocate-instance ((c (eql (find-class 'a5))) &rest r) (note r) (call-next-method))
  (make-instance 'a5)
  (make-instance 'a5 :x 1)
  1)
=> (1 ((:x 5) (:x 1)))
(calls (defclass a6 (a1) ()) (make-instance 'a6) 1)
=> (1 nil)
(calls
  (defclass a7 () ())
  (make-instance 'a7)
  (defmethod allocate-instance :before ((c (eql (find-class 'a7))) &rest r) (note r))
  (make-instance 'a7)
  (let ((m (find-method #'allocate-instance '(:before) (list (list 'eql (find-class 'a7))))))
    (remove-method #'allocate-instance m))
  (make-instance 'a7)
  1)
=> (1 (nil))
(calls
  (defclass a8 () ((x :initform 8 :accessor x8)))
  (defvar *pool* (allocate-instance (find-class 'a8)))
  (defmethod allocate-instance :around ((c (eql (find-class 'a8))) &rest r) *pool*)
  (list (eq *pool* (make-instance 'a8)) (x8 *pool*)))
=> ((t 8) nil)
(calls (defclass a9 () ()) (defmethod allocate-instance :around ((c (eql (find-class 'a9))) &rest r) (make-instance 'a8)) (type-of (make-instance 'a9)))
=> (a8 nil)
(calls
  (defstruct st1 (a 1))
  (defmethod allocate-instance :before ((c (eql (find-class 'st1))) &rest r) (note :st))
  (make-st1)
  (allocate-instance (find-class 'st1))
  1)
=> (1 (:st))

;;; INITIALIZE-INSTANCE and SHARED-INITIALIZE
(calls
  (defclass b1 () ((x :initarg :x :initform 0)))
  (defmethod initialize-instance ((o b1) &rest r &key &allow-other-keys) (note (list :ii r)) (call-next-method))
  (defmethod shared-initialize ((o b1) slots &rest r &key &allow-other-keys)
    (note (list :si slots r))
    (call-next-method))
  (make-instance 'b1 :x 1)
  (reinitialize-instance (make-instance 'b1) :x 3)
  1)
=> (1 ((:ii (:x 1)) (:si t (:x 1)) (:ii nil) (:si t nil) (:si nil (:x 3))))
(calls
  (defclass b2 () ((x :initarg :x :initform 0)))
  (defmethod initialize-instance :before ((o b2) &key x) (note (list :before x)))
  (defmethod initialize-instance :after ((o b2) &key x) (note (list :after x (slot-value o 'x))))
  (defmethod initialize-instance :around ((o b2) &key y) (note y) (call-next-method))
  (make-instance 'b2 :x 1 :y 2)
  1)
=> (1 (2 (:before 1) (:after 1 1)))
(calls
  (defclass b3 () ((x :initarg :x :initform 0)))
  (defmethod initialize-instance ((o b3) &rest r &key x) (call-next-method o :x (list x)))
  (slot-value (make-instance 'b3 :x 1) 'x))
=> ((1) nil)
(calls
  (defclass b4 () ((x :initarg :x :initform 0)))
  (defmethod shared-initialize :after ((o b4) slots &key y) (note (list slots y)))
  (make-instance 'b4 :y 1)
  (reinitialize-instance (make-instance 'b4) :y 2)
  1)
=> (1 ((t 1) (t nil) (nil 2)))

;;; MAKE-INSTANCE itself
(calls
  (defclass b5 () ())
  (defmethod make-instance ((c (eql (find-class 'b5))) &rest r) (note :class) (call-next-method))
  (make-instance 'b5)
  (make-instance (find-class 'b5))
  1)
=> (1 (:class :class))
(calls
  (defclass b6 () ())
  (defmethod make-instance ((c (eql 'b6)) &rest r) (note :symbol) (call-next-method))
  (make-instance 'b6)
  (make-instance (find-class 'b6))
  1)
=> (1 (:symbol))
(defun mk-b6 () (make-instance 'b6)) => mk-b6
(defun mk-b5 () (make-instance 'b5)) => mk-b5
(calls (mk-b5) (mk-b5) (mk-b5) (mk-b6) (mk-b6) (mk-b6) 1)
=> (1 (:class :class :class :symbol :symbol :symbol))
(calls
  (defclass b7 () ())
  (let (one) (defmethod make-instance :around ((c (eql (find-class 'b7))) &key) (or one (setq one (call-next-method)))))
  (eq (make-instance 'b7) (make-instance 'b7)))
=> (t nil)

;;; REINITIALIZE-INSTANCE, CHANGE-CLASS and the functions that they call
(calls (defclass c1 () ((x :initarg :x))) (defmethod reinitialize-instance :before ((o c1) &key y) (note y)) (reinitialize-instance (make-instance 'c1) :y 1) 1)
=> (1 (1))
(calls
  (defclass d1 () ((a :initform 1)))
  (defclass d2 () ((b :initarg :b :initform 2)))
  (defmethod update-instance-for-different-class :before ((p d1) (c d2) &rest r)
    (note (list (slot-value p 'a) (slot-boundp c 'b) r)))
  (defmethod shared-initialize :before ((o d2) slots &rest r) (note (list :si slots r)))
  (change-class (make-instance 'd1) 'd2 :b 5)
  1)
=> (1 ((1 nil (:b 5)) (:si (b) (:b 5))))
(calls (defmethod change-class :before ((o d1) (c (eql (find-class 'd2))) &key) (note :cc)) (change-class (make-instance 'd1) 'd2) 1)
=> (1 (:cc (1 nil nil) (:si (b) nil)))
(calls (defclass d3 () ()) (defmethod allocate-instance :before ((c (eql (find-class 'd3))) &rest r) (note :alloc)) (change-class (make-instance 'd1) 'd3) 1)
=> (1 nil)

;;; A class that is defined again
(calls
  (defclass e1 () ((a :initform 1)))
  (defvar *e1* (make-instance 'e1))
  (defmethod update-instance-for-redefined-class :before ((o e1) added discarded plist &rest r)
    (note (list added discarded plist r)))
  (defmethod shared-initialize :before ((o e1) slots &rest r) (note (list :si slots)))
  (defclass e1 () ((b :initform 2)))
  (slot-value *e1* 'b))
=> (2 (((b) (a) (a 1) nil) (:si (b))))
(calls
  (defclass e2 () ((a :initform 1)))
  (make-instance 'e2)
  (defmethod make-instances-obsolete :before ((c (eql (find-class 'e2)))) (note :obsolete))
  (defclass e2 () ((b :initform 2)))
  1)
=> (1 (:obsolete))
(calls (defclass e2 () ((b :initform 3))) 1)
=> (1 nil)
(calls (make-instances-obsolete 'e2) (note :x) (make-instances-obsolete (find-class 'e2)) 1)
=> (1 (:obsolete :x :obsolete))

;;; The functions called for missing and unbound slots
(calls
  (defclass f1 () ((a)))
  (defmethod slot-missing ((c t) (o f1) name op &optional (new nil new-p)) (note (list name op new new-p)) :missing)
  (let ((o (make-instance 'f1)))
    (list (slot-value o 'zz)
          (setf (slot-value o 'zz) 3)
          (slot-boundp o 'zz)
          (eq o (slot-makunbound o 'zz))
          (with-slots (zz) o zz))))
=> ((:missing 3 t t :missing) ((zz slot-value nil nil) (zz setf 3 t) (zz slot-boundp nil nil) (zz slot-makunbound nil nil) (zz slot-value nil nil)))
(defun rd (o) (slot-value o 'zz)) => rd
(defun wr (o v) (setf (slot-value o 'zz) v)) => wr
(calls (let ((o (make-instance 'f1))) (dotimes (i 3) (rd o) (wr o i)) 1))
=> (1 ((zz slot-value nil nil) (zz setf 0 t) (zz slot-value nil nil) (zz setf 1 t) (zz slot-value nil nil) (zz setf 2 t)))
(calls
  (defclass f2 () ((a :accessor f2-a)))
  (defmethod slot-unbound (c (o f2) n) (note n) (setf (slot-value o n) 5))
  (let ((o (make-instance 'f2)))
    (list (f2-a o) (f2-a o) (slot-value (make-instance 'f2) 'a) (with-accessors ((q f2-a)) (make-instance 'f2) q))))
=> ((5 5 5 5) (a a a))
(calls
  (defclass f3 () ((a :accessor f3-a) (b :accessor f3-b)))
  (defmethod slot-unbound (c (o f3) (n (eql 'a))) :aa)
  (list (f3-a (make-instance 'f3)) (handler-case (f3-b (make-instance 'f3)) (unbound-slot (c) (cell-error-name c)))))
=> ((:aa b) nil)

;;; The functions called when methods are missing
(calls (defgeneric g1 (x)) (defmethod no-applicable-method ((g (eql #'g1)) &rest a) (note a) :none) (list (g1 1) (funcall 'g1 2) (apply #'g1 '(3))))
=> ((:none :none :none) ((1) (2) (3)))
(calls (defgeneric g3 (x)) (defmethod g3 ((x integer)) (call-next-method)) (defmethod no-next-method ((g (eql #'g3)) m &rest a) (note a) :nn) (list (g3 1)))
=> ((:nn) ((1)))
(calls
  (defgeneric g3b (x))
  (defmethod g3b ((x integer)) (call-next-method 7))
  (defmethod no-next-method ((g (eql #'g3b)) m &rest a) (note a) :nn)
  (list (g3b 1)))
=> ((:nn) ((7)))

;;; Printing, describing, documentation
(calls
  (defclass h1 () ())
  (defmethod print-object ((o h1) s) (write-string "<h1>" s))
  (format nil "~a ~s ~a" (make-instance 'h1) (make-instance 'h1) (list (make-instance 'h1))))
=> ("<h1> <h1> (<h1>)" nil)
(calls
  (defstruct h2 a)
  (defmethod print-object ((o h2) s) (write-string "<h2>" s))
  (defstruct (h3 (:include h2)))
  (format nil "~a ~s ~a" (make-h2) (make-h3) (vector (make-h3))))
=> ("<h2> <h2> #(<h2>)" nil)
(calls
  (define-condition h4 (error) ())
  (defmethod print-object ((o h4) s) (write-string "<h4>" s))
  (format nil "~a ~s" (make-condition 'h4) (make-condition 'h4)))
=> ("<h4> <h4>" nil)
(calls
  (define-condition h5 (error) () (:report "rep"))
  (defmethod print-object :around ((o h5) s) (write-string "[" s) (call-next-method) (write-string "]" s))
  (format nil "~a" (make-condition 'h5)))
=> ("[rep]" nil)
(calls (defclass i1 () ()) (defmethod describe-object ((o i1) s) (format s "i1!")) (with-output-to-string (s) (describe (make-instance 'i1) s)))
=> ("i1!" nil)
(calls (defstruct i2) (defmethod describe-object ((o i2) s) (format s "i2!")) (with-output-to-string (s) (describe (make-i2) s)))
=> ("i2!" nil)
(calls
  (defclass j1 () ())
  (defmethod documentation ((o j1) (type (eql 'note))) :d)
  (defmethod (setf documentation) (v (o j1) (type (eql 'note))) (note v) v)
  (let ((o (make-instance 'j1))) (list (documentation o 'note) (setf (documentation o 'note) 3))))
=> ((:d 3) (3))
(calls (defmethod documentation ((o (eql 'foo)) (type (eql 'wine))) :red) (documentation 'foo 'wine))
=> (:red nil)

;;; DEFMETHOD adds and removes methods
(calls
  (defgeneric l1 (x))
  (defmethod add-method :before ((g (eql #'l1)) m) (note :add))
  (defmethod remove-method :before ((g (eql #'l1)) m) (note :remove))
  (defmethod l1 ((x integer)) 1)
  (defmethod l1 ((x integer)) 2)
  (l1 3))
=> (2 (:add :add :remove))
(calls (defgeneric l2 (x)) (defmethod l2 ((x integer)) 1) (find-method #'l2 '() (list (find-class 'integer))) 1)
=> (1 nil)
