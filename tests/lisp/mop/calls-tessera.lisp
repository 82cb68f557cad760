;;; The generic functions of the metaobject protocol that are called by others: a program's methods of each are called.
;;; Each pair expects the value of the forms and the calls that the methods recorded.

(prog1 t (require "mop")) => t
(prog1 t (do-external-symbols (symbol "CLOS") (unless (eq (symbol-package symbol) (find-package "COMMON-LISP")) (shadowing-import symbol)))) => t
(defvar *log* '()) => *log*
(defun note (x) (push x *log*)) => note
(defmacro calls (&body forms)
  `(progn (setq *log* '()) (list (eval '(progn ,@forms)) (reverse *log*)))) => calls

;;; Generic functions of a class of a program
(calls (defclass my-gf (standard-generic-function) () (:metaclass funcallable-standard-class)) (defgeneric g2 (x) (:generic-function-class my-gf)) (defmethod no-applicable-method ((g my-gf) &rest a) (note a) :none) (g2 1))
=> (:none ((1)))

;;; Classes: the functions that DEFCLASS, FINALIZE-INHERITANCE, MAKE-INSTANCE and accessors call
(calls (defclass m1 (standard-class) ((tag :initarg :tag))) (defmethod validate-superclass ((c m1) (s standard-class)) (note :vs) t) (defmethod direct-slot-definition-class ((c m1) &rest r) (note :dsdc) (call-next-method)) (defmethod effective-slot-definition-class ((c m1) &rest r) (note :esdc) (call-next-method)) (defmethod compute-class-precedence-list :before ((c m1)) (note :cpl)) (defmethod compute-slots :before ((c m1)) (note :slots)) (defmethod compute-effective-slot-definition :before ((c m1) n d) (note :cesd)) (defmethod compute-default-initargs :before ((c m1)) (note :cdi)) (defmethod finalize-inheritance :before ((c m1)) (note :fin)) (defmethod reader-method-class :before ((c m1) s &rest r) (note :rmc)) (defmethod writer-method-class :before ((c m1) s &rest r) (note :wmc)) (defmethod allocate-instance :before ((c m1) &rest r) (note :alloc)) (defmethod make-instance :before ((c m1) &rest r) (note :make)) (defmethod add-direct-subclass :before ((s t) (c m1)) (note :ads)) (defmethod initialize-instance :before ((c m1) &rest r) (note :ii)) (defmethod shared-initialize :before ((c m1) slots &rest r) (note :si)) (defmethod reinitialize-instance :before ((c m1) &rest r) (note :ri)) (defmethod ensure-class-using-class :before ((c m1) name &rest r) (note :ecuc)) (defmethod (setf slot-value-using-class) :before (v (c m1) o s) (note :ssvuc)) (defmethod slot-value-using-class :before ((c m1) o s) (note :svuc)) (defmethod slot-boundp-using-class :before ((c m1) o s) (note :sbuc)) (defmethod slot-makunbound-using-class :before ((c m1) o s) (note :smuc)) 1)
=> (1 nil)
(calls (defclass mm1 () ((a :initarg :a :initform 0 :accessor mm1-a)) (:metaclass m1)) 1)
=> (1 (:ii :si :vs :ads :dsdc :rmc :wmc :fin :cpl :slots :cesd :esdc))
(calls (finalize-inheritance (find-class 'mm1)) 1)
=> (1 (:fin :cpl :slots :cesd :esdc))
(calls (make-instance 'mm1 :a 1) 1)
=> (1 (:make :cdi :alloc :ssvuc))
(calls (make-instance 'mm1) 1)
=> (1 (:make :alloc :sbuc :ssvuc))
(defun mk-mm1 () (make-instance 'mm1 :a 3)) => mk-mm1
(calls (mk-mm1) (note '-) (mk-mm1) (note '-) (mk-mm1) 1)
=> (1 (:make :alloc :ssvuc - :make :alloc :ssvuc - :make :alloc :ssvuc))
(calls (let ((o (make-instance 'mm1 :a 1))) (setq *log* nil) (list (mm1-a o) (setf (mm1-a o) 2) (slot-value o 'a) (setf (slot-value o 'a) 3) (slot-boundp o 'a) (progn (slot-makunbound o 'a) 1))))
=> ((1 2 2 3 t 1) (:svuc :ssvuc :svuc :ssvuc :sbuc :smuc))
(calls (defclass mm1 () ((a :initarg :a :initform 0 :accessor mm1-a) (b)) (:metaclass m1)) 1)
=> (1 (:ecuc :ri :si :vs :dsdc :dsdc :rmc :wmc :fin :cpl :slots :cesd :esdc :cesd :esdc))
(calls (defclass mm2 (mm1) () (:metaclass m1)) (make-instance 'mm2) 1)
=> (1 (:ii :si :vs :ads :fin :cpl :slots :cesd :esdc :cesd :esdc :make :cdi :alloc :sbuc :ssvuc))
(calls (defmethod remove-direct-subclass :before ((s t) (c m1)) (note :rds)) (defclass mm2 () () (:metaclass m1)) 1)
=> (1 (:ecuc :ri :si :vs :rds :ads :fin :cpl :slots))
(calls (ensure-class 'mm3 :metaclass 'm1 :direct-superclasses '()) 1)
=> (1 (:ii :si :vs :ads :fin :cpl :slots))
(calls (defclass m2 (standard-class) ()) (defmethod validate-superclass ((c m2) (s standard-class)) t) (defclass mx () ()) (defmethod compute-class-precedence-list ((c m2)) (let ((l (call-next-method))) (note (mapcar #'class-name l)) l)) (defclass mm4 (mx) () (:metaclass m2)) (make-instance 'mm4) 1)
=> (1 ((mm4 mx standard-object t)))
(calls (defclass m3 (standard-class) ()) (defmethod validate-superclass ((c m3) (s standard-class)) t) (defmethod compute-default-initargs ((c m3)) (list* (list :a 7 (lambda () 7)) (call-next-method))) (defclass mm5 () ((a :initarg :a)) (:metaclass m3)) (slot-value (make-instance 'mm5) 'a))
=> (7 nil)

;;; Generic functions: discriminating functions, effective methods
(calls (defclass gfc (standard-generic-function) () (:metaclass funcallable-standard-class)) (defmethod compute-discriminating-function ((g gfc)) (let ((f (call-next-method))) (lambda (&rest a) (note a) (apply f a)))) (defgeneric q1 (x) (:generic-function-class gfc)) (defmethod q1 ((x integer)) (* 2 x)) (list (q1 3) (q1 4)))
=> ((6 8) ((3) (4)))
(calls (defclass gfe (standard-generic-function) () (:metaclass funcallable-standard-class)) (defmethod compute-effective-method :before ((g gfe) c m) (note (length m))) (defgeneric q2 (x) (:generic-function-class gfe)) (defmethod q2 ((x integer)) (* 2 x)) (list (q2 3) (q2 4)))
=> ((6 8) (1))
(calls (defclass gfe2 (standard-generic-function) () (:metaclass funcallable-standard-class)) (defmethod compute-effective-method ((g gfe2) c m) `(list ,(call-next-method))) (defgeneric q2b (x) (:generic-function-class gfe2)) (defmethod q2b ((x integer)) (* 2 x)) (list (q2b 3) (q2b 4)))
=> (((6) (8)) nil)

;;; Dependents, specializers, methods
(calls (defgeneric q5 (x)) (defclass dep () ()) (defmethod update-dependent ((g t) (d dep) &rest r) (note (first r))) (add-dependent #'q5 (make-instance 'dep)) (defmethod q5 ((x integer)) 1) (remove-method #'q5 (find-method #'q5 nil (list (find-class 'integer)))) 1)
=> (1 (add-method remove-method))
(calls (defclass q6 () ()) (defmethod update-dependent ((g class) (d dep) &rest r) (note :class)) (add-dependent (find-class 'q6) (make-instance 'dep)) (defclass q6 () (a)) 1)
=> (1 (:class))
(calls (defclass q7 () ()) (defmethod add-direct-method :before ((s (eql (find-class 'q7))) m) (note :adm)) (defmethod remove-direct-method :before ((s (eql (find-class 'q7))) m) (note :rdm)) (defmethod q7m ((x q7)) 1) (remove-method #'q7m (find-method #'q7m nil (list (find-class 'q7)))) 1)
=> (1 (:adm :rdm))
(calls (defclass gfz (standard-generic-function) () (:metaclass funcallable-standard-class)) (defmethod ensure-generic-function-using-class :before ((g null) (name (eql 'q8)) &rest r) (note :egfuc)) (defgeneric q8 (x) (:generic-function-class gfz)) (type-of #'q8))
=> (gfz (:egfuc))
(calls (defmethod initialize-instance :after ((g gfz) &rest r) (note :ii)) (defmethod reinitialize-instance :after ((g gfz) &rest r) (note :ri)) (defgeneric q9 (x) (:generic-function-class gfz)) (defgeneric q9 (x) (:generic-function-class gfz)) 1)
=> (1 (:ii :ri))
(calls (defclass mym (standard-method) ()) (defmethod initialize-instance :after ((m mym) &rest r) (note :mi)) (defgeneric q10 (x) (:method-class mym)) (defmethod q10 ((x integer)) 1) (type-of (find-method #'q10 nil (list (find-class 'integer)))))
=> (mym (:mi))

;;; The class of a generic function that exists changes with :GENERIC-FUNCTION-CLASS

(calls (defgeneric r1 (x)) (defmethod r1 ((x integer)) (list x)) (list (type-of #'r1) (progn (defgeneric r1 (x) (:generic-function-class gfz)) (type-of #'r1)) (r1 5)))
=> ((standard-generic-function gfz (5)) (:ii))
(calls (defgeneric r1 (x) (:generic-function-class gfz)) (list (type-of #'r1) (r1 5)))
=> ((gfz (5)) (:ri))
(calls (defgeneric r1 (x)) (list (type-of #'r1) (r1 5)))
=> ((gfz (5)) (:ri))
(calls (defgeneric r1 (x) (:generic-function-class standard-generic-function)) (list (type-of #'r1) (r1 5)))
=> ((standard-generic-function (5)) nil)
(calls (ensure-generic-function 'r1 :generic-function-class 'gfz) (type-of #'r1))
=> (gfz (:ii))
(calls (ensure-generic-function 'r1 :generic-function-class (find-class 'standard-generic-function)) (type-of #'r1))
=> (standard-generic-function nil)
(calls (ensure-generic-function 'r1 :generic-function-class 'integer)) => (error simple-error)
(calls (defgeneric r2 (x) (:generic-function-class gfc)) (defmethod r2 ((x integer)) (list x)) (r2 1) (defgeneric r2 (x y) (:generic-function-class gfc)) 1) => (error program-error)
(calls (defgeneric r3 (x) (:generic-function-class gfc)) (defgeneric r3 (x y) (:generic-function-class gfc)) (defmethod r3 ((x integer) y) (list x y)) (r3 1 2))
=> ((1 2) ((1 2)))
(calls (defmethod r3 ((x symbol) y) (list y x)) (list (r3 1 2) (r3 'a 2)))
=> (((1 2) (2 a)) ((1 2) (a 2)))

;;; DEFMETHOD calls MAKE-METHOD-LAMBDA
(calls (defclass gfm (standard-generic-function) () (:metaclass funcallable-standard-class)) (defmethod make-method-lambda ((g gfm) m l e) (note (car l)) (call-next-method)) (defgeneric s1 (x &key y) (:generic-function-class gfm)) 1)
=> (1 nil)
(calls (defmethod s1 ((x integer) &key (y 2)) (list x y)) (list (s1 1) (s1 1 :y 3)))
=> (((1 2) (1 3)) (lambda))
(calls (defmethod s1 ((x (eql 5)) &key y) (list :five y (next-method-p) (call-next-method))) (s1 5 :y 1))
=> ((:five 1 t (5 1)) (lambda))
(calls (defmethod s1 :around ((x integer) &key y) (declare (ignorable y)) (list :around (call-next-method x :y 7))) (s1 1))
=> ((:around (1 7)) (lambda))
(calls (defmethod s1 :before ((x integer) &key y) (declare (ignore y)) (note x)) (s1 1) 1)
=> (1 (lambda 1))
(calls (defmethod s1 ((x symbol) &key y) (return-from s1 (list x y))) (s1 'a))
=> ((a nil) (lambda))
(calls (defmethod s1 ((x string) &key y) (declare (ignore y)) (call-next-method)) (s1 "a")) => (error simple-error)
(calls (defclass noted-method (standard-method) ((source :initarg :source :reader source)))
       (defclass gfn (standard-generic-function) () (:metaclass funcallable-standard-class) (:default-initargs :method-class (find-class 'noted-method)))
       (defmethod make-method-lambda ((g gfn) m l e) (multiple-value-bind (lambda initargs) (call-next-method) (values lambda (list* :source (first l) initargs))))
       (defgeneric s2 (x) (:generic-function-class gfn) (:method-class noted-method)) (defmethod s2 ((x integer)) (* 2 x))
       (list (s2 4) (source (first (generic-function-methods #'s2)))))
=> ((8 lambda) nil)
(calls (defclass gft (standard-generic-function) () (:metaclass funcallable-standard-class))
       (defmethod make-method-lambda ((g gft) m l e) `(lambda (arguments next-methods) (declare (ignore next-methods)) (note :called) (apply ,l arguments)))
       (defgeneric s3 (x y) (:generic-function-class gft)) (defmethod s3 ((x integer) y) (list x y)) (list (s3 1 2) (s3 3 4)))
=> (((1 2) (3 4)) (:called :called))
(calls (defgeneric s4 (x)) (defmethod s4 ((x integer)) x) (s4 1)) => (1 nil)
