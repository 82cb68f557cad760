;;; The metaobject protocol.

(prog1 t (require "mop"))                                                           => t
(class-name (defclass above () ((x :initarg :x :initform 1 :accessor above-x) (shared :allocation :class :initform 2)))) => above
(mapcar #'clos:slot-definition-name (clos:class-slots (find-class 'above)))         => (x shared)
(let ((s (first (clos:class-direct-slots (find-class 'above)))))
  (list (type-of s)
        (clos:slot-definition-initargs s)
        (clos:slot-definition-initform s)
        (clos:slot-definition-readers s)
        (clos:slot-definition-writers s)))   => (clos:standard-direct-slot-definition (:x) 1 (above-x) ((setf above-x)))
(mapcar #'clos:slot-definition-allocation (clos:class-slots (find-class 'above)))   => (:instance :class)
(mapcar #'class-name (clos:class-precedence-list (find-class 'above)))              => (above standard-object t)
(list (clos:class-finalized-p (find-class 'above)) (clos:classp (find-class 'car nil)) (clos:classp (find-class 't))) => (t nil t)
(clos:standard-instance-access (make-instance 'above :x 7) (clos:slot-definition-location (first (clos:class-slots (find-class 'above))))) => 7
(progn
  (defclass with-defaults (above) () (:default-initargs :x (+ 1 2)))
  (mapcar (lambda (d) (list (first d) (second d) (funcall (third d))))
          (clos:class-default-initargs (find-class 'with-defaults))))   => ((:x (+ 1 2) 3))
(mapcar #'class-name (clos:class-direct-subclasses (find-class 'above)))            => (with-defaults)
(progn (defstruct point px py) (mapcar #'clos:slot-definition-name (clos:class-slots (find-class 'point)))) => (px py)
(typep (clos:class-prototype (find-class 'above)) 'above)                           => t

;;; Classes of classes
(class-name (defclass tagged (standard-class) ((tag :initarg :tag :initform 0 :accessor tag)))) => tagged
(defclass one (above) ((a :initform 1)) (:metaclass tagged))                             => (error simple-error)
(prog1 t (defmethod clos:validate-superclass ((class tagged) (super standard-class)) t)) => t
(class-name (defclass one (above) ((a :initarg :a :initform 1 :accessor a)) (:metaclass tagged) (:tag 5))) => one
(tag (find-class 'one))                                                             => (5)
(slot-value (find-class 'one) 'tag)                                                 => (5)
(let ((o (make-instance 'one :x 3))) (list (a o) (above-x o) (setf (a o) 4) (a o) (class-name (class-of (class-of o))))) => (1 3 4 4 tagged)
(class-name (defclass two (one) ((b :initform 2)) (:metaclass tagged))) => two
(list (tag (find-class 'two)) (slot-value (make-instance 'two) 'b))                 => (0 2)
(let ((o (make-instance 'one)))
  (defclass one (above) ((a :initform 1 :accessor a) (c :initform 8)) (:metaclass tagged) (:tag 6))
  (list (a o) (slot-value o 'c) (tag (find-class 'one))))   => (1 8 (6))
(class-name (defclass three (not-yet) () (:metaclass tagged))) => three
(clos:class-finalized-p (find-class 'three))                                        => nil
(progn (defclass not-yet () ((n :initform 5)) (:metaclass tagged)) (slot-value (make-instance 'three) 'n)) => 5

;;; Slots with the program's own options
(progn (defclass column (clos:standard-direct-slot-definition) ((type-name :initarg :sql :initform nil :reader sql)))
       (defclass effective-column (clos:standard-effective-slot-definition) ((type-name :initform nil :accessor sql)))
       (defclass table-class (standard-class) ())
       (defmethod clos:validate-superclass ((class table-class) (super standard-class)) t)
       (defmethod clos:direct-slot-definition-class ((class table-class) &rest initargs) (declare (ignore initargs)) (find-class 'column))
       (defmethod clos:effective-slot-definition-class ((class table-class) &rest initargs) (declare (ignore initargs)) (find-class 'effective-column))
       (defmethod clos:compute-effective-slot-definition :around ((class table-class) name slots)
         (let ((slot (call-next-method))) (setf (sql slot) (some #'sql slots)) slot))
       t)                                                                           => t
(class-name (defclass row () ((id :initarg :id :sql integer) (name :initform "n" :sql text :reader row-name)) (:metaclass table-class))) => row
(mapcar (lambda (s) (list (clos:slot-definition-name s) (sql s))) (clos:class-slots (find-class 'row))) => ((id integer) (name text))
(row-name (make-instance 'row :id 3))                                               => "n"
(progn (defclass noting-class (standard-class) ((own :initarg note :reader note)))
       (defmethod clos:validate-superclass ((class noting-class) (super standard-class)) t)
       (defclass noting () () (:metaclass noting-class) (note . t)) (note (find-class 'noting))) => t

;;; Access by the protocol
(progn (defvar *read* '()) (defclass watched-class (standard-class) ())
       (defmethod clos:validate-superclass ((class watched-class) (super standard-class)) t)
       (defmethod clos:slot-value-using-class :before ((class watched-class) object slot) (push (clos:slot-definition-name slot) *read*))
       (defmethod (setf clos:slot-value-using-class) :around (value (class watched-class) object slot) (call-next-method (list value) class object slot))
       (defclass watched () ((p :initarg :p :accessor p) (q :accessor q)) (:metaclass watched-class)) t) => t
(let ((w (make-instance 'watched :p 1)))
  (list (p w) (slot-value w 'p) (slot-boundp w 'q) (setf (q w) 2) (q w) (with-slots (p) w p) *read*))
  => ((1) (1) nil 2 (2) (1) (p q p p))
(let ((w (make-instance 'watched :p 1))) (slot-makunbound w 'p) (slot-boundp w 'p))  => nil
(p (make-instance 'watched))                                                        => (error unbound-slot)

;;; Functions with slots
(class-name (defclass counter () ((n :initarg :n :accessor n)) (:metaclass clos:funcallable-standard-class))) => counter
(let ((c (make-instance 'counter :n 3)))
  (clos:set-funcallable-instance-function c (lambda (x) (incf (n c) x)))
  (list (funcall c 4) (funcall c 1) (functionp c) (typep c 'counter) (n c)))   => (7 8 t t 8)
(funcall (make-instance 'counter :n 3))                                             => (error simple-error "An instance of COUNTER was called before SET-FUNCALLABLE-INSTANCE-FUNCTION gave it a function")
(class-name (defclass noted (standard-generic-function) ((notes :initform '() :accessor notes)) (:metaclass clos:funcallable-standard-class))) => noted
(progn
  (defgeneric noted (x) (:generic-function-class noted) (:method ((x integer)) (list x)))
  (push 1 (notes #'noted))
  (list (noted 3) (notes #'noted) (class-name (class-of #'noted))))   => ((3) (1) noted)

;;; Generic functions and methods
(progn (defgeneric shape (x y) (:method ((x (eql 3)) y) :three) (:method ((x integer) (y string)) :int)) t) => t
(clos:generic-function-name #'shape)                                                => shape
(clos:generic-function-lambda-list #'shape)                                         => (x y)
(length (clos:generic-function-methods #'shape))                                    => 2
(let ((m (find-method #'shape '() (list (find-class 'integer) (find-class 'string)))))
  (list (mapcar #'class-name (clos:method-specializers m))
        (clos:method-lambda-list m)
        (eq (clos:method-generic-function m) #'shape)))   => ((integer string) (x y) t)
(let ((m (find-method #'shape '() '((eql 3) t)))) (clos:eql-specializer-object (first (clos:method-specializers m)))) => 3
(let ((specializers (list (clos:intern-eql-specializer 3) (find-class t))))
  (eq (find-method #'shape '() specializers) (find-method #'shape '() '((eql 3) t)))) => t
(find-method #'shape '() (list (clos:intern-eql-specializer 4) (find-class t)) nil) => nil
(eq (clos:intern-eql-specializer 'a) (clos:intern-eql-specializer 'a))              => t
(length (clos:specializer-direct-methods (clos:intern-eql-specializer 3)))          => 1
(clos:compute-applicable-methods-using-classes #'shape (list (class-of 3) (find-class 'string))) => (values nil nil)
(length (clos:compute-applicable-methods-using-classes #'shape (list (find-class 'integer) (find-class 'string)))) => 1
(funcall (clos:method-function (find-method #'shape '() (list (find-class 'integer) (find-class 'string)))) '(1 "x") '()) => :int
(let ((g (make-instance 'standard-generic-function :name 'made :lambda-list '(x))))
  (add-method g
              (make-instance 'standard-method
                             :lambda-list '(x)
                             :specializers (list (find-class 'integer))
                             :qualifiers '()
                             :function (lambda (arguments next)
                                         (declare (ignore next))
                                         (list :made (first arguments)))))
  (funcall g 5))                                                                    => (:made 5)
(list (clos:extract-lambda-list '((a integer) b &key c)) (clos:extract-specializer-names '((a integer) b &key c))) => ((a b &key c) (integer t))

;;; Dependents
(progn (defvar *told* '()) (defclass listener () ()) (defmethod clos:update-dependent (class (d listener) &rest initargs) (declare (ignore initargs)) (push (class-name class) *told*))
       (clos:add-dependent (find-class 'one) (make-instance 'listener)) (defclass one (above) ((a :initform 1)) (:metaclass tagged)) *told*) => (one)
(progn (setq *told* '())
       (defclass notebook () ())
       (defmethod clos:update-dependent (object (d notebook) &rest change)
         (push (list (if (typep object 'class) (class-name object) (clos:generic-function-name object)) (first change)
                     (if (typep (second change) 'method) (mapcar #'class-name (clos:method-specializers (second change))) :more))
               *told*))
       (defvar *notebook* (make-instance 'notebook)))                               => *notebook*
(progn (defclass plain () ((p :reader plain-p)))
       (clos:add-dependent (find-class 'plain) *notebook*)
       (defclass plain (above) ((p :accessor plain-p)))
       (reinitialize-instance (find-class 'plain) :documentation "Changed.")
       (reverse *told*))                                                            => ((plain :direct-superclasses :more) (plain :documentation :more))
(progn (setq *told* '())
       (defgeneric watched-function (x))
       (clos:add-dependent #'watched-function *notebook*)
       (defmethod watched-function ((x integer)) 1)
       (defmethod watched-function ((x integer)) 2)
       (remove-method #'watched-function (find-method #'watched-function '() (list (find-class 'integer))))
       (reinitialize-instance #'watched-function :documentation "Watched.")
       (clos:remove-dependent #'watched-function *notebook*)
       (defmethod watched-function ((x float)) 2)
       (reverse *told*))
=> ((watched-function add-method (integer)) (watched-function remove-method (integer)) (watched-function add-method (integer))
    (watched-function remove-method (integer)) (watched-function :documentation :more))

;;; Accessors
(defun class-of-method (name &rest specializers)
  (class-name (class-of (find-method (fdefinition name) '() (mapcar #'find-class specializers))))) => class-of-method
(progn (defclass accessed () ((a :reader get-a :writer set-a) (b :accessor both-b))) (defmethod get-a ((x integer)) x)
       (list (class-of-method 'get-a 'accessed) (class-of-method 'set-a t 'accessed) (class-of-method 'both-b 'accessed)
             (class-of-method '(setf both-b) t 'accessed) (class-of-method 'get-a 'integer)))
=> (clos:standard-reader-method clos:standard-writer-method clos:standard-reader-method clos:standard-writer-method standard-method)
(clos:slot-definition-name (clos:accessor-method-slot-definition (find-method #'get-a '() (list (find-class 'accessed))))) => a
(let ((o (make-instance 'accessed))) (set-a 1 o) (setf (both-b o) 2) (list (get-a o) (both-b o))) => (1 2)
(progn (defclass counting-reader (clos:standard-reader-method) ((count :initform 0 :accessor reads)))
       (defclass counted-class (standard-class) ())
       (defmethod clos:validate-superclass ((class counted-class) (super standard-class)) t)
       (defmethod clos:reader-method-class ((class counted-class) slot &rest initargs) (declare (ignore slot initargs)) (find-class 'counting-reader))
       (defclass counted () ((a :initform 5 :accessor counted-a)) (:metaclass counted-class))
       (let ((method (find-method #'counted-a '() (list (find-class 'counted)))))
         (incf (reads method))
         (list (class-name (class-of method)) (reads method) (counted-a (make-instance 'counted)) (class-of-method '(setf counted-a) t 'counted))))
=> (counting-reader 1 5 clos:standard-writer-method)
(progn (defmethod clos:writer-method-class ((class counted-class) slot &rest initargs) (declare (ignore slot initargs)) (find-class 'standard-method))
       (defclass counted () ((a :initform 5 :accessor counted-a)) (:metaclass counted-class))) => (error simple-error)

(class-name (clos:ensure-class 'made-class :direct-superclasses '(above) :direct-slots '((:name z :initargs (:z) :readers (z) :writers ())))) => made-class
(let ((o (make-instance 'made-class :z 3))) (list (z o) (above-x o)))               => (3 1)
(make-instance (clos:ensure-class 'made-too :metaclass 'tagged :tag 1) :nothing 2)  => (error program-error "MAKE-INSTANCE: :NOTHING is not an initarg of the class MADE-TOO, which has none")

;;; Classes that MAKE-INSTANCE has made are finalized when their first instance is made.
(progn (defclass named-above () ((q :initform 7 :initarg :q)))
       (defclass anonymous-class (standard-class) ())
       (defmethod clos:validate-superclass ((a anonymous-class) (b standard-class)) t) t)                => t
(let ((class (make-instance 'anonymous-class :direct-superclasses (list (find-class 'named-above)) :direct-slots '((:name a :initargs (:a))))))
  (list (clos:class-finalized-p class)
        (let ((o (make-instance class :a 1))) (list (slot-value o 'a) (slot-value o 'q)))
        (clos:class-finalized-p class)
        (slot-value (make-instance (make-instance 'anonymous-class :direct-superclasses (list class)) :q 2) 'q)))
=> (nil (1 7) t 2)
(slot-value (make-instance (make-instance 'standard-class :direct-superclasses (list (find-class 'named-above)))) 'q) => 7
(slot-exists-p (make-instance (make-instance 'standard-class :direct-slots '((:name b)))) 'b) => t
