;;; Making, initializing, changing and printing instances (chapter 7, PRINT-OBJECT of chapter 22).

;; Initialization
(progn
  (defclass account ()
    ((owner :initarg :owner :reader owner)
     (balance :initarg :balance :initform 0 :accessor balance)
     (log :initform '() :accessor account-log)))
  nil)   => nil
(progn (defmethod initialize-instance :after ((a account) &key (bonus 0)) (incf (balance a) bonus)) nil) => nil
(balance (make-instance 'account :balance 10 :bonus 5)) => 15
(balance (make-instance 'account)) => 0
(make-instance 'account :malus 5) => (error program-error "MAKE-INSTANCE: :MALUS is not an initarg of the class ACCOUNT; it has :BONUS :BALANCE :OWNER")
(progn (defclass premium (account) () (:default-initargs :bonus 100)) (balance (make-instance 'premium :balance 1))) => 101
(progn
  (defmethod initialize-instance :before ((a premium) &rest initargs)
    (declare (ignorable initargs))
    (setf (slot-value a 'owner) :nobody))
  (owner (make-instance 'premium)))   => :nobody
(owner (make-instance 'premium :owner :me)) => :me
(progn
  (defmethod initialize-instance ((a premium) &rest initargs &key owner)
    (declare (ignore owner))
    (let ((result (call-next-method))) (push (getf initargs :balance) (account-log a)) result))
  (account-log (make-instance 'premium :balance 7)))   => (7)
(progn
  (defclass tracked () ((slots :accessor tracked-slots) (v :initarg :v :initform 1)))
  (defmethod shared-initialize :after ((x tracked) names &key) (setf (tracked-slots x) names))
  (tracked-slots (make-instance 'tracked)))   => t
(let ((x (make-instance 'tracked))) (reinitialize-instance x :v 3) (list (tracked-slots x) (slot-value x 'v))) => (nil 3)
(let ((a (make-instance 'account :owner 1 :balance 5))) (reinitialize-instance a :owner 2) (list (owner a) (balance a))) => (2 5)
(reinitialize-instance (make-instance 'account) :no-such 1) => (error program-error "REINITIALIZE-INSTANCE: :NO-SUCH is not an initarg of the class ACCOUNT; it has :BALANCE :OWNER")
(let ((a (make-instance 'account))) (eq a (reinitialize-instance a))) => t
(let ((a (allocate-instance (find-class 'account)))) (slot-boundp a 'balance)) => nil
(let ((a (allocate-instance (find-class 'account)))) (initialize-instance a :balance 3) (balance a)) => 3
(let ((a (allocate-instance (find-class 'account)))) (shared-initialize a '(balance)) (list (slot-boundp a 'balance) (slot-boundp a 'log))) => (t nil)
(let ((a (make-instance 'account :balance 3))) (eq (shared-initialize a t :balance 4) a)) => t
(progn
  (defclass single () ())
  (let ((only nil))
    (defmethod make-instance :around ((class (eql (find-class 'single))) &rest initargs)
      (declare (ignorable initargs))
      (or only (setq only (call-next-method)))))
  (eq (make-instance 'single) (make-instance 'single)))   => t
(make-instance 'integer) => (error simple-error)

;; change-class
(progn (defclass caterpillar () ((name :initarg :name :accessor name) (legs :initform 16 :accessor legs)))
       (defclass butterfly () ((name :initarg :name :accessor name) (wings :initarg :wings :initform 4 :accessor wings) (colour :initarg :colour) (size) (mood :initform :light) (age :initform 0))) nil) => nil
(defvar *insect* (make-instance 'caterpillar :name "Cat")) => *insect*
(eq *insect* (change-class *insect* 'butterfly :colour :blue)) => t
(list (class-name (class-of *insect*))
      (name *insect*)
      (wings *insect*)
      (slot-value *insect* 'colour)
      (slot-value *insect* 'mood)
      (slot-boundp *insect* 'size))   => (butterfly "Cat" 4 :blue :light nil)
(legs *insect*) => (error simple-error)
(slot-exists-p *insect* 'legs) => nil
(progn (setf (wings *insect*) 2 (slot-value *insect* 'size) 9) (list (wings *insect*) (slot-value *insect* 'size))) => (2 9)
(progn (change-class *insect* (find-class 'caterpillar)) (list (name *insect*) (legs *insect*))) => ("Cat" 16)
(progn (change-class *insect* 'butterfly) (list (name *insect*) (wings *insect*))) => ("Cat" 4)
(progn
  (defmethod update-instance-for-different-class :before ((old caterpillar) (new butterfly) &key)
    (setf (wings new) (list :from (legs old))))
  (wings (change-class (make-instance 'caterpillar) 'butterfly)))   => (:from 16)
(change-class (make-instance 'caterpillar) 'no-such-class) => (error simple-error "FIND-CLASS: there is no class named NO-SUCH-CLASS")
(change-class (make-instance 'caterpillar) 'butterfly :no-such 1) => (error program-error "CHANGE-CLASS: :NO-SUCH is not an initarg of the class BUTTERFLY; it has :COLOUR :WINGS :NAME")
(change-class 5 'butterfly) => (error simple-error)
(typep *insect* 'butterfly) => t

;; print-object
(progn
  (defmethod print-object ((c caterpillar) stream)
    (print-unreadable-object (c stream :type t) (format stream "~a" (name c))))
  (prin1-to-string (make-instance 'caterpillar :name "Vic")))   => "#<CATERPILLAR Vic>"
(format nil "~a ~s" (make-instance 'caterpillar :name 1) (list (make-instance 'caterpillar :name 2))) => "#<CATERPILLAR 1> (#<CATERPILLAR 2>)"
(progn (defclass moth (caterpillar) ()) (princ-to-string (make-instance 'moth :name "Mo"))) => "#<MOTH Mo>"
(progn
  (defmethod print-object :around ((m moth) stream)
    (write-string "[" stream)
    (call-next-method)
    (write-string "]" stream)
    m)
  (princ-to-string (make-instance 'moth :name "Mo")))   => "[#<MOTH Mo>]"
(progn
  (defstruct card rank)
  (defstruct (joker (:include card)))
  (defmethod print-object ((c card) stream) (format stream "<~a>" (card-rank c)))
  (format nil "~a ~s" (make-card :rank 7) (make-joker :rank 0)))   => "<7> <0>"
(progn (defstruct (trump (:include card)) suit) (princ-to-string (make-trump :rank 5))) => "<5>"
(progn
  (defmethod print-object ((c joker) stream) (if *print-escape* (call-next-method) (write-string "joker" stream)))
  (format nil "~a ~s" (make-joker :rank 1) (make-joker :rank 2)))   => "joker <2>"
(progn
  (defstruct plain v)
  (defmethod print-object ((p plain) stream) (if (plain-v p) (call-next-method) (write-string "empty" stream)))
  (list (prin1-to-string (make-plain)) (let ((*print-pretty* nil)) (prin1-to-string (make-plain :v 1)))))
  => ("empty" "#S(PLAIN :V 1)")
(progn
  (define-condition sad (error) ((why :initarg :why :reader why)) (:report (lambda (c s) (format s "sad: ~a" (why c)))))
  (defmethod print-object ((c sad) stream) (if *print-escape* (format stream "#<sad ~s>" (why c)) (call-next-method)))
  (let ((c (make-condition 'sad :why :rain))) (format nil "~a ~s" c c)))   => "sad: RAIN #<sad :RAIN>"
(progn (define-condition very-sad (sad) ()) (prin1-to-string (make-condition 'very-sad :why 1))) => "#<sad 1>"
(let ((text (prin1-to-string (make-instance 'account)))) (list (subseq text 0 10) (char text (1- (length text))))) => ("#<ACCOUNT " #\>)
(let ((text (prin1-to-string #'balance))) (list (subseq text 0 28) (subseq text (- (length text) 12)))) => ("#<STANDARD-GENERIC-FUNCTION " "BALANCE (1)>")
(let ((text (prin1-to-string (find-class 'account)))) (list (subseq text 0 17) (subseq text (- (length text) 8)))) => ("#<STANDARD-CLASS " "ACCOUNT>")
(let ((*print-readably* t)) (prin1-to-string (make-instance 'account))) => (error print-not-readable)

;; Loading, describing, comparing
(progn
  (defmethod make-load-form ((a account) &optional environment)
    (declare (ignore environment))
    `(make-instance 'account :owner ',(owner a)))
  (owner (eval (make-load-form (make-instance 'account :owner 'ann)))))   => ann
(make-load-form (make-instance 'caterpillar)) => (error simple-error)
(multiple-value-bind (make fill) (make-load-form-saving-slots (make-instance 'account :owner 'bob))
  (list make (consp fill)))   => ((allocate-instance (find-class 'account)) t)
(progn (defmethod describe-object ((c caterpillar) stream) (format stream "It crawls.")) (describe (make-instance 'caterpillar))) => (prints "It crawls.")
(let ((a (make-instance 'account)) (b (make-instance 'account))) (list (equalp a b) (equal a a) (eql a b))) => (nil t nil)
(let ((table (make-hash-table)) (a (make-instance 'account))) (setf (gethash a table) 1) (setf (balance a) 9) (gethash a table)) => (values 1 t)

;;; --- keywords of methods that update an instance of another class are initargs of CHANGE-CLASS
(progn (defclass egg () ()) (defclass bird () ((name :initarg :name :accessor bird-name) (age :accessor bird-age)))
       (defmethod update-instance-for-different-class :after ((old egg) (new bird) &key days) (setf (bird-age new) days))
       :defined)                                        => :defined
(let ((x (make-instance 'egg))) (change-class x 'bird :name "Bo" :days 3) (list (bird-name x) (bird-age x))) => ("Bo" 3)
(change-class (make-instance 'egg) 'bird :weeks 3)      => (error program-error "CHANGE-CLASS: :WEEKS is not an initarg of the class BIRD; it has :DAYS :NAME")
(change-class (make-instance 'bird) 'bird :days 3)      => (error program-error "CHANGE-CLASS: :DAYS is not an initarg of the class BIRD; it has :NAME")

;;; MAKE-INSTANCES-OBSOLETE also applies to instances of subclasses; their slots keep their values.
(progn (defclass stale () ((a :initform 1))) (defclass stale-below (stale) ((b :initform 2))) (defclass stale-beside () ((a :initform 3)))
       (defvar *brought-up-to-date* '())
       (defmethod update-instance-for-redefined-class :before ((x stale) added discarded plist &rest initargs)
         (push (list (class-name (class-of x)) added discarded plist initargs) *brought-up-to-date*))
       (let ((x (make-instance 'stale)) (y (make-instance 'stale-below)) (z (make-instance 'stale-beside)))
         (setf (slot-value y 'a) 7)
         (make-instances-obsolete 'stale)
         (list (slot-value x 'a) (slot-value y 'a) (slot-value y 'b) (slot-value z 'a) *brought-up-to-date*)))
  => (1 7 2 3 ((stale-below nil nil nil nil) (stale nil nil nil nil)))
(eq (make-instances-obsolete (find-class 'stale-below)) (find-class 'stale-below)) => t

;;; Names of initargs are symbols
(progn (defclass initialized () ((a :initarg :a))) (shared-initialize (allocate-instance (find-class 'initialized)) nil '(a b c) nil)) => (error program-error)
(progn (defclass initialized () ((a :initarg :a))) (shared-initialize (make-instance 'initialized) t 5 6)) => (error program-error "SHARED-INITIALIZE: 5 is not an initarg")
(progn (defclass initialized () ((a :initarg :a))) (reinitialize-instance (make-instance 'initialized) 5 6)) => (error program-error)
(progn (defclass initialized () ((a :initarg :a))) (initialize-instance (make-instance 'initialized) "a" 1)) => (error program-error "SHARED-INITIALIZE: \"a\" is not an initarg")
(progn (defclass initialized () ((a :initarg :a))) (shared-initialize (make-instance 'initialized) t :a)) => (error program-error "SHARED-INITIALIZE: the initarg :A lacks a value")
(progn (defclass initialized () ((a :initarg :a))) (make-instance 'initialized 5 6)) => (error program-error "MAKE-INSTANCE: 5 is not an initarg of the class INITIALIZED; it has :A")
(progn (defclass initialized () ((a :initarg :a))) (make-instance 'initialized :b 6)) => (error program-error "MAKE-INSTANCE: :B is not an initarg of the class INITIALIZED; it has :A")
(progn (defclass initialized () ((a :initarg :a))) (make-instance 'initialized :a)) => (error program-error "MAKE-INSTANCE: the initarg :A for the class INITIALIZED lacks a value")
(slot-value (shared-initialize (make-instance 'initialized) nil :a 1) 'a) => 1
