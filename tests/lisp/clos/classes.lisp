;;; Classes: DEFCLASS, slots, inheritance, redefinition (chapters 4 and 7).

;; A class and its slots
(class-name (defclass point () ((x :initarg :x :initform 0 :accessor point-x)
                                (y :initarg :y :reader point-y :writer set-point-y)))) => point
(let ((p (make-instance 'point :x 3 :y 4))) (list (point-x p) (point-y p))) => (3 4)
(point-x (make-instance 'point)) => 0
(point-y (make-instance 'point)) => (error unbound-slot)
(let ((p (make-instance 'point))) (setf (point-x p) 7)) => 7
(let ((p (make-instance 'point))) (setf (point-x p) 7) (point-x p)) => 7
(let ((p (make-instance 'point))) (list (set-point-y 5 p) (point-y p))) => (5 5)
(let ((p (make-instance 'point))) (incf (point-x p) 10) (incf (point-x p)) (point-x p)) => 11
(let ((p (make-instance 'point :x '()))) (push 1 (point-x p)) (push 2 (point-x p)) (point-x p)) => (2 1)
(functionp #'point-x) => t
(typep #'point-x 'generic-function) => t
(typep #'(setf point-x) 'standard-generic-function) => t
(point-x 5) => (error simple-error "POINT-X: no method applies to the arguments (5), of the classes (FIXNUM)")
(point-x) => (error program-error "POINT-X: called with 0 arguments, but takes exactly 1; the lambda list is (POINT)")
(class-name (defclass empty () ())) => empty
(typep (make-instance 'empty) 'empty) => t

;; slot-value and related functions
(slot-value (make-instance 'point :x 1) 'x) => 1
(let ((p (make-instance 'point))) (list (setf (slot-value p 'y) 9) (slot-value p 'y))) => (9 9)
(slot-value (make-instance 'point) 'y) => (error unbound-slot)
(handler-case (slot-value (make-instance 'point) 'y) (unbound-slot (c) (cell-error-name c))) => y
(handler-case (slot-value (make-instance 'point :x 8) 'y) (unbound-slot (c) (slot-value (unbound-slot-instance c) 'x))) => 8
(slot-value (make-instance 'point) 'z) => (error simple-error)
(setf (slot-value (make-instance 'point) 'z) 1) => (error simple-error)
(slot-value 17 'x) => (error simple-error "SLOT-VALUE: 17, of the class FIXNUM, has no slot X")
(slot-boundp (make-instance 'point) 'y) => nil
(slot-boundp (make-instance 'point :y nil) 'y) => t
(slot-boundp (make-instance 'point) 'z) => (error simple-error)
(slot-exists-p (make-instance 'point) 'y) => t
(slot-exists-p (make-instance 'point) 'z) => nil
(slot-exists-p 5 'z) => nil
(let ((p (make-instance 'point :x 5))) (slot-makunbound p 'x) (slot-boundp p 'x)) => nil
(let ((p (make-instance 'point :x 5))) (eq p (slot-makunbound p 'x))) => t
(mapcar (lambda (p) (slot-value p 'x)) (list (make-instance 'point) (make-instance 'point :x 2))) => (0 2)

;; with-slots, with-accessors
(with-slots (x y) (make-instance 'point :x 1 :y 2) (list x y)) => (1 2)
(let ((p (make-instance 'point :x 1 :y 2))) (with-slots (x (other y)) p (setf x 10) (incf other)) (list (point-x p) (point-y p))) => (10 3)
(let ((p (make-instance 'point :x 1))) (with-accessors ((px point-x)) p (incf px 5) px)) => 6
(let ((p (make-instance 'point :x 1 :y 2))) (with-slots (x y) p (rotatef x y) (list x y))) => (2 1)
(macroexpand-1 '(with-slots ((a b c)) p a)) => #+tessera (error program-error "WITH-SLOTS: (A B C) is not a name or a list of a variable and a name") #-tessera (error error)

;; Inheritance
(class-name (defclass point-3d (point) ((z :initarg :z :accessor point-z :initform (list 1))))) => point-3d
(let ((p (make-instance 'point-3d :x 1 :y 2 :z 3))) (list (point-x p) (point-y p) (point-z p))) => (1 2 3)
(typep (make-instance 'point-3d) 'point) => t
(typep (make-instance 'point) 'point-3d) => nil
(typep (make-instance 'point-3d) 'standard-object) => t
(typep (make-instance 'point-3d) (find-class 'point)) => t
(subtypep 'point-3d 'point) => (values t t)
(subtypep 'point 'point-3d) => (values nil t)
(subtypep 'point 'standard-object) => (values t t)
(type-of (make-instance 'point)) => point
(class-name (class-of (make-instance 'point-3d))) => point-3d
(eq (class-of (make-instance 'point)) (find-class 'point)) => t
(eq (point-z (make-instance 'point-3d)) (point-z (make-instance 'point-3d))) => nil
(typecase (make-instance 'point-3d) (point-3d :deep) (point :flat)) => :deep
(class-name (defclass shifted (point) ((x :initform 100 :initarg :shift)))) => shifted
(point-x (make-instance 'shifted)) => 100
(point-x (make-instance 'shifted :x 1)) => 1
(point-x (make-instance 'shifted :shift 2)) => 2
(class-name (class-of (find-class 'point))) => standard-class
(find-class 'no-such-class) => (error simple-error "FIND-CLASS: there is no class named NO-SUCH-CLASS")
(find-class 'no-such-class nil) => nil
(class-name (find-class 'point)) => point

;; Several superclasses
(class-name (defclass a () ((who :initform :a :reader who)))) => a
(class-name (defclass b (a) ((who :initform :b)))) => b
(class-name (defclass c (a) ((who :initform :c)))) => c
(class-name (defclass d (b c) ())) => d
(who (make-instance 'd)) => :b
(class-name (defclass e (c b) ())) => e
(who (make-instance 'e)) => :c
(progn (defclass bad (a b) ()) (make-instance 'bad)) => #+tessera (error program-error "the superclasses of BAD are in contradictory orders") #-tessera (error error)
(progn (defclass bad2 (integer) ()) (make-instance 'bad2)) => (error simple-error "DEFCLASS: BAD2: the built-in class INTEGER cannot be a superclass of a class made by DEFCLASS")
(defclass twice () ((s) (s))) => (error program-error "DEFCLASS: TWICE: there are two slots S")
(defclass odd () ((s :no-such-option 1))) => (error program-error "DEFCLASS: ODD: :NO-SUCH-OPTION is not an option of the slot S")
(defclass odd () () (:no-such-option 1)) => (error program-error "DEFCLASS: ODD: (:NO-SUCH-OPTION 1) is not an option of DEFCLASS")
(defclass odd () ((s :initform 1 :initform 2))) => (error program-error "DEFCLASS: ODD: the slot S has the option :INITFORM twice")

;; Superclasses that come later
(class-name (defclass late (not-yet) ((own :initform 1 :accessor own)))) => late
(make-instance 'late) => (error simple-error "MAKE-INSTANCE: the class LATE cannot have instances: its superclass NOT-YET is not defined")
(class-name (defclass not-yet () ((inherited :initform 2 :accessor inherited)))) => not-yet
(let ((l (make-instance 'late))) (list (own l) (inherited l) (typep l 'not-yet))) => (1 2 t)

;; Shared slots
(class-name (defclass counted () ((count :allocation :class :initform 0 :accessor counted-count) (name :initarg :name)))) => counted
(let ((a (make-instance 'counted)) (b (make-instance 'counted)))
  (incf (counted-count a))
  (incf (counted-count b))
  (list (counted-count a) (counted-count b)))   => (2 2)
(class-name (defclass counted-too (counted) ())) => counted-too
(counted-count (make-instance 'counted-too)) => 2
(class-name (defclass counted-apart (counted) ((count :allocation :class :initform 50)))) => counted-apart
(let ((x (make-instance 'counted-apart))) (incf (counted-count x)) (list (counted-count x) (counted-count (make-instance 'counted)))) => (51 2)
(class-name (defclass counted-locally (counted) ((count :allocation :instance :initform 7)))) => counted-locally
(let ((x (make-instance 'counted-locally)))
  (incf (counted-count x))
  (list (counted-count x) (counted-count (make-instance 'counted-locally)) (counted-count (make-instance 'counted))))
  => (8 7 2)

;; Initargs and their defaults
(make-instance 'point :no-such 1) => (error program-error "MAKE-INSTANCE: :NO-SUCH is not an initarg of the class POINT; it has :Y :X")
(make-instance 'point :x) => (error program-error "MAKE-INSTANCE: the initarg :X for the class POINT lacks a value")
(make-instance 'no-such-class) => (error simple-error "MAKE-INSTANCE: there is no class named NO-SUCH-CLASS")
(point-x (make-instance 'point :no-such 1 :allow-other-keys t :x 4)) => 4
(point-x (make-instance 'point :x 1 :x 2)) => 1
(point-x (make-instance (find-class 'point) :x 6)) => 6
(class-name (defclass greeting ()
              ((text :initarg :text :accessor text) (n :initarg :n :accessor n :initform 5))
              (:default-initargs :text "hello" :n 6)))   => greeting
(let ((g (make-instance 'greeting))) (list (text g) (n g))) => ("hello" 6)
(text (make-instance 'greeting :text "bye")) => "bye"
(class-name (defclass loud (greeting) () (:default-initargs :text "HELLO") (:documentation "A loud one."))) => loud
(let ((g (make-instance 'loud))) (list (text g) (n g))) => ("HELLO" 6)
(documentation 'loud 'type) => "A loud one."
(defvar *made* 0) => *made*
(class-name (defclass numbered () ((id :initform (incf *made*) :reader id)))) => numbered
(list (id (make-instance 'numbered)) (id (make-instance 'numbered))) => (1 2)
(class-name (defclass two-names () ((v :initarg :v :initarg :value :reader v)))) => two-names
(list (v (make-instance 'two-names :v 1)) (v (make-instance 'two-names :value 2)) (v (make-instance 'two-names :value 2 :v 1))) => (1 2 2)
(class-name (let ((secret 42)) (defclass closing () ((s :initform secret :reader s))))) => closing
(s (make-instance 'closing)) => 42

;; Redefinition: instances follow
(class-name (defclass thing () ((a :initarg :a :initform 1 :accessor thing-a) (b :initarg :b :initform 2)))) => thing
(defvar *thing* (make-instance 'thing :a 10 :b 20)) => *thing*
(eq (find-class 'thing) (defclass thing () ((c :initform 3) (d :initform 4) (a :initarg :a :accessor thing-a) (e)))) => t
(thing-a *thing*) => 10
(list (slot-value *thing* 'c) (slot-value *thing* 'd) (slot-boundp *thing* 'e) (slot-exists-p *thing* 'b)) => (3 4 nil nil)
(typep *thing* 'thing) => t
(progn (setf (thing-a *thing*) 11) (thing-a *thing*)) => 11
(class-name (defclass sub-thing (thing) ((own :initform :own)))) => sub-thing
(defvar *sub* (make-instance 'sub-thing :a 5)) => *sub*
(class-name (defclass thing () ((a :initarg :a :accessor thing-a) (f :initform :f :reader thing-f) (g) (h) (i) (j)))) => thing
(list (thing-a *sub*) (slot-value *sub* 'own) (thing-f *sub*) (slot-exists-p *sub* 'c)) => (5 :own :f nil)
(thing-f *thing*) => :f
(class-name (defclass thing () ((a :allocation :class :initform :shared)))) => thing
(slot-value *thing* 'a) => :shared
(thing-a *thing*) => (error simple-error)
(defvar *lost* nil) => *lost*
(class-name (defclass moving () ((r :initarg :r) (phi :initarg :phi)))) => moving
(defvar *moving* (make-instance 'moving :r 2 :phi 0)) => *moving*
(progn (defmethod update-instance-for-redefined-class :before ((m moving) added discarded plist &key)
         (setf *lost* (list added (sort (copy-list discarded) #'string<) (getf plist 'r) (getf plist 'phi))))
       (defclass moving () ((x :initform 99))) nil) => nil
(slot-value *moving* 'x) => 99
*lost* => ((x) (phi r) 2 0)
(progn
  (defclass base-1 () ((q :initform 1)))
  (defclass base-2 () ((q :initform 2)))
  (defclass switching (base-1) ())
  (defclass switching (base-2) ())
  (slot-value (make-instance 'switching) 'q))   => 2
(progn (defclass one-way () ()) (defclass other-way (one-way) ()) (defclass one-way (other-way) ())) => (error simple-error "DEFCLASS: OTHER-WAY cannot be a superclass of ONE-WAY: it is below it")
(subtypep 'other-way 'one-way) => (values t t)

;;; The initform of a shared slot is evaluated once, when the class is defined.
(defvar *shared-count* 0)                               => *shared-count*
(progn
  (defclass sharing ()
    ((a :allocation :class :initform (incf *shared-count*) :accessor sharing-a) (b :allocation :class :initarg :b)))
  *shared-count*)   => 1
(list (sharing-a (make-instance 'sharing)) (sharing-a (make-instance 'sharing)) *shared-count*) => (1 1 1)
;; An inherited initform counts as well, whichever way the first instance comes.
(progn (defclass over-sharing () ((a :initform 5) (b :initform 6) (c)))
       (defclass under-sharing (over-sharing) ((a :allocation :class) (b :allocation :class :initform 7) (c :allocation :class)))
       (defclass nothing-shared () ())
       (let ((x (change-class (make-instance 'nothing-shared) 'under-sharing)))
         (list (slot-value x 'a) (slot-value x 'b) (slot-boundp x 'c)))) => (5 7 nil)
(sharing-a (allocate-instance (find-class 'sharing)))   => 1
(progn
  (defclass sharing ()
    ((a :allocation :class :initform (incf *shared-count*) :accessor sharing-a) (b :allocation :class :initarg :b)))
  (list *shared-count* (sharing-a (make-instance 'sharing))))   => (1 1)
(let ((old (make-instance 'sharing))) (setf (sharing-a old) 5) (sharing-a (make-instance 'sharing))) => 5
(progn (defclass sharing-too (sharing) ((a :initform 7))) (list (slot-value (make-instance 'sharing-too) 'a) (sharing-a (make-instance 'sharing)))) => (7 5)
(progn
  (defclass sharing-again (sharing) ((a :allocation :class :initform 8)))
  (list (slot-value (make-instance 'sharing-again) 'a) (sharing-a (make-instance 'sharing))))   => (8 5)
(slot-boundp (make-instance 'sharing) 'b)               => nil

;; So does one of a superclass that is defined, or gets the initform, later.
(progn (defclass sharing-early (sharing-late) ((s :allocation :class) (kept :allocation :class :initform 1)))
       (defclass sharing-late () ((s :initform (incf *shared-count*)) (kept :initform 2)))
       (let ((x (allocate-instance (find-class 'sharing-early))))
         (list (slot-boundp x 's) (slot-value x 'kept) (eql (slot-value x 's) *shared-count*)))) => (t 1 t)
(progn (defclass sharing-below (sharing-between) ((s :allocation :class)))
       (defclass sharing-between (sharing-above) ())
       (defclass sharing-above () ((s :initform (list 1))))
       (slot-value (allocate-instance (find-class 'sharing-below)) 's)) => (1)
(progn (defclass sharing-plain () (s)) (defclass sharing-plain-below (sharing-plain) ((s :allocation :class)))
       (slot-boundp (allocate-instance (find-class 'sharing-plain-below)) 's)) => nil
(progn (defclass sharing-plain () ((s :initform 3))) (slot-value (allocate-instance (find-class 'sharing-plain-below)) 's)) => 3
(progn (setf (slot-value (allocate-instance (find-class 'sharing-plain-below)) 's) 4) (defclass sharing-plain () ((s :initform 5)))
       (slot-value (allocate-instance (find-class 'sharing-plain-below)) 's)) => 4

;;; Long, wide and crossed hierarchies.
(defun numbered (name i) (intern (format nil "~a-~d" name i))) => numbered
(dotimes (i 200) (eval `(defclass ,(numbered 'chained i) ,(if (= i 0) '() (list (numbered 'chained (1- i)))) ((,(numbered 'slot i) :initform ,i))))) => nil
(slot-value (make-instance 'chained-199) 'slot-0)       => 0
(progn (eval '(defclass chained-0 () ((slot-0 :initform :new) other))) (slot-value (make-instance 'chained-199) 'slot-0)) => :new
(dotimes (i 200) (eval `(defclass ,(numbered 'wide i) () ((,(numbered 'slot i) :initform ,i))))) => nil
(progn (eval `(defclass all-wide ,(loop for i below 200 collect (numbered 'wide i)) ())) (slot-value (make-instance 'all-wide) 'slot-199)) => 199
(progn (defclass crossed-0 () ((s :initform 0)))
       (dotimes (i 40) (eval `(defclass ,(numbered 'left (1+ i)) (,(numbered 'crossed i)) ()))
                       (eval `(defclass ,(numbered 'right (1+ i)) (,(numbered 'crossed i)) ((s :initform ,i))))
                       (eval `(defclass ,(numbered 'crossed (1+ i)) (,(numbered 'left (1+ i)) ,(numbered 'right (1+ i))) ())))
       (slot-value (make-instance 'crossed-40) 's))     => 39
(progn (defclass crossed-0 () ((s :initform 0) (more :initform :more))) (slot-value (make-instance 'crossed-40) 'more)) => :more
(progn
  (defmethod crossed-count ((x crossed-0)) 0)
  (dotimes (i 40) (eval `(defmethod crossed-count ((x ,(numbered 'left (1+ i)))) (1+ (call-next-method)))))
  (crossed-count (make-instance 'crossed-40)))   => 40
(eval '(progn (defclass order-a () ()) (defclass order-b () ()) (defclass order-ab (order-a order-b) ())
        (defclass order-ba (order-b order-a) ()) (defclass order-both (order-ab order-ba) ())
        (make-instance 'order-both)))   => (error error "the superclasses of ORDER-BOTH are in contradictory orders")

;;; A name that is not the proper name of its class names another one when it is defined again
(progn
  (defclass renamed-1 () (a))
  (let ((class (find-class 'renamed-1)) (old (make-instance 'renamed-1)))
    (setf (class-name class) nil)
    (let ((new (eval '(defclass renamed-1 () (a)))))
      (list (eq class new) (eq (class-of old) class) (eq (class-of (make-instance 'renamed-1)) new)))))   => (nil t t)
(progn
  (defclass renamed-2 () (a))
  (let ((class (find-class 'renamed-2)))
    (setf (class-name class) 'renamed-3)
    (let ((new (eval '(defclass renamed-2 () (a))))) (list (eq class new) (class-name class) (class-name new)))))
  => (nil renamed-3 renamed-2)
(progn (defclass renamed-4 () (a)) (let ((class (find-class 'renamed-4))) (eq class (eval '(defclass renamed-4 () (a b)))))) => t
(progn
  (defclass renamed-5 () (a))
  (setf (find-class 'renamed-6) (find-class 'renamed-5))
  (let ((new (eval '(defclass renamed-6 () (b)))))
    (list (eq new (find-class 'renamed-5)) (class-name new) (class-name (find-class 'renamed-5)))))
  => (nil renamed-6 renamed-5)
(progn (setf (find-class 'renamed-4) nil) (let ((new (eval '(defclass renamed-4 () ())))) (eq new (find-class 'renamed-4)))) => t
