;;; Generic functions and methods: dispatch, next methods, lambda lists (chapter 7).

;; Dispatch on classes
(progn (defclass animal () ((name :initarg :name :reader name))) (defclass dog (animal) ()) (defclass puppy (dog) ()) nil) => nil
(functionp (defgeneric speak (animal))) => t
(progn (defmethod speak ((a animal)) :noise) (defmethod speak ((d dog)) :woof) nil) => nil
(mapcar (lambda (class) (speak (make-instance class))) '(animal dog puppy)) => (:noise :woof :woof)
(speak 5) => (error simple-error "SPEAK: no method applies to the arguments (5), of the classes (FIXNUM)")
(speak) => (error program-error "SPEAK: called with 0 arguments, but takes exactly 1; the lambda list is (ANIMAL)")
(speak (make-instance 'dog) 2) => (error program-error "SPEAK: called with 2 arguments, but takes exactly 1; the lambda list is (ANIMAL)")
(progn (defmethod speak ((p puppy)) (list :small (call-next-method))) nil) => nil
(speak (make-instance 'puppy)) => (:small :woof)
(progn (defmethod speak (anything) (list :what anything)) nil) => nil
(speak 5) => (:what 5)
(typep (defmethod speak ((n null)) :silence) 'standard-method) => t
(speak nil) => :silence
(mapcar #'speak '(nil x)) => (:silence (:what x))
(funcall 'speak nil) => :silence
(apply #'speak '(nil)) => :silence

;; Built-in classes
(progn (defmethod kind ((x t)) :other) (defmethod kind ((x number)) :number) (defmethod kind ((x integer)) :integer)
       (defmethod kind ((x float)) :float) (defmethod kind ((x string)) :string) (defmethod kind ((x vector)) :vector)
       (defmethod kind ((x cons)) :cons) (defmethod kind ((x symbol)) :symbol) (defmethod kind ((x list)) :list)
       (defmethod kind ((x character)) :character) (defmethod kind ((x function)) :function) (defmethod kind ((x hash-table)) :table)
       (defmethod kind ((x array)) :array) (defmethod kind ((x stream)) :stream) (defmethod kind ((x package)) :package)
       (defmethod kind ((x pathname)) :pathname) (defmethod kind ((x ratio)) :ratio) nil) => nil
(mapcar #'kind (list 1 1/2 1.5 1.5d0 #c(1 2) (expt 10 50))) => (:integer :ratio :float :float :number :integer)
(mapcar #'kind
        (list "s"
              #(1 2)
              #*101
              #2a((1))
              (make-array 3 :fill-pointer 1)
              (make-array 2 :element-type 'character :adjustable t)))
  => (:string :vector :vector :array :vector :string)
(mapcar #'kind (list nil 'a :k '(1) t)) => (:symbol :symbol :symbol :cons :symbol)
(mapcar #'kind (list #\a #'car #'kind (lambda (x) x) (make-hash-table) *package* *standard-output* #p"x"))
  => (:character :function :function :function :table :package :stream :pathname)
(progn (defmethod kind ((x generic-function)) :generic) (kind #'kind)) => :generic
(kind #'car) => :function
(kind (find-class 'dog)) => :other
(progn (defmethod kind ((c class)) :class) (mapcar #'kind (list (find-class 'dog) (find-class 'integer)))) => (:class :class)
(progn (defmethod kind ((x null)) :null) (mapcar #'kind '(nil a))) => (:null :symbol)

;; Structures and conditions
(progn (defstruct shape name) (defstruct (circle (:include shape)) radius)
       (defmethod describe-shape ((s shape)) (list :shape (shape-name s)))
       (defmethod describe-shape ((c circle)) (append (call-next-method) (list :radius (circle-radius c)))) nil) => nil
(describe-shape (make-shape :name "x")) => (:shape "x")
(describe-shape (make-circle :name "o" :radius 3)) => (:shape "o" :radius 3)
(slot-value (make-circle :radius 4) 'radius) => 4
(let ((c (make-circle :radius 4))) (setf (slot-value c 'radius) 5) (circle-radius c)) => 5
(slot-value (make-circle) 'no-such) => (error simple-error "SLOT-VALUE: #S(CIRCLE :NAME NIL :RADIUS NIL), of the class CIRCLE, has no slot NO-SUCH")
(with-slots (radius name) (make-circle :name 'n :radius 4) (list radius name)) => (4 n)
(progn (define-condition my-error (error) ((code :initarg :code :reader code)))
       (defmethod explain ((e error)) :some-error) (defmethod explain ((e my-error)) (list :mine (code e)))
       (defmethod explain ((e arithmetic-error)) :arithmetic) nil) => nil
(handler-case (error 'my-error :code 3) (error (e) (explain e))) => (:mine 3)
(handler-case (car 5) (error (e) (explain e))) => :some-error
(handler-case (/ 1 0) (error (e) (explain e))) => :arithmetic

;; EQL specializers
(progn (defmethod fact ((n (eql 0))) 1) (defmethod fact ((n integer)) (* n (fact (- n 1)))) nil) => nil
(list (fact 0) (fact 5) (fact 20)) => (1 120 2432902008176640000)
(fact -1.5) => (error simple-error "FACT: no method applies to the arguments (-1.5), of the classes (SINGLE-FLOAT)")
(progn (defmethod command ((c (eql :go))) :going) (defmethod command ((c (eql :stop))) (list :stopping (call-next-method)))
       (defmethod command ((c symbol)) :unknown) (defmethod command (c) :not-a-command) nil) => nil
(mapcar #'command '(:go :stop :turn 3)) => (:going (:stopping :unknown) :unknown :not-a-command)
(progn (defmethod command ((c (eql (+ 1 2)))) :three) (mapcar #'command (list 3 4 3.0))) => (:three :not-a-command :not-a-command)
(progn (defmethod meet ((a (eql 1)) (b (eql 2))) :one-two) (defmethod meet ((a (eql 1)) b) :one) (defmethod meet (a (b (eql 2))) :two)
       (defmethod meet (a b) :none) nil) => nil
(list (meet 1 2) (meet 1 3) (meet 3 2) (meet 3 3) (meet 1 'x) (meet 'x 2)) => (:one-two :one :two :none :one :two)
(progn
  (defmethod after-first (a (b (eql 'x)) c) (list a c))
  (defmethod after-first (a b c) :no)
  (list (after-first 1 'x 2) (after-first 1 'y 2)))   => ((1 2) :no)

;; Several arguments
(progn (defgeneric collide (a b))
       (defmethod collide ((a animal) (b animal)) :animals) (defmethod collide ((a dog) (b animal)) (list :dog-first (call-next-method)))
       (defmethod collide ((a animal) (b dog)) (list :dog-second (call-next-method))) nil) => nil
(let ((a (make-instance 'animal)) (d (make-instance 'dog))) (list (collide a a) (collide d a) (collide a d) (collide d d)))
  => (:animals (:dog-first :animals) (:dog-second :animals) (:dog-first (:dog-second :animals)))
(progn (defgeneric collide-2 (a b) (:argument-precedence-order b a))
       (defmethod collide-2 ((a dog) (b animal)) :first) (defmethod collide-2 ((a animal) (b dog)) :second) nil) => nil
(collide-2 (make-instance 'dog) (make-instance 'dog)) => :second
(progn (defmethod three ((a integer) (b string) (c symbol)) :isy) (defmethod three ((a integer) b (c list)) :i-l) (defmethod three (a b c) :any) nil) => nil
(list (three 1 "" 'x) (three 1 2 '()) (three 1 "" '(1)) (three 1 1 1) (three 'x "" nil)) => (:isy :i-l :i-l :any :any)
(progn
  (defmethod second-only (a (b integer)) (list a :integer))
  (defmethod second-only (a (b string)) (list a :string))
  (list (second-only 1 2) (second-only 1 "")))   => ((1 :integer) (1 :string))
(progn (defmethod five (a b c d (e integer)) (list a b c d e)) (five 1 2 3 4 5)) => (1 2 3 4 5)
(five 1 2 3 4 "") => (error simple-error)

;; Next methods
(progn (defmethod next ((a dog) b) (list (next-method-p) a b)) (second (next 'x 1))) => (error simple-error "NEXT: no method applies to the arguments (X 1), of the classes (SYMBOL FIXNUM)")
(progn (defmethod chain ((x integer)) (list :integer x)) (defmethod chain ((x fixnum)) (call-next-method (+ x 1))) (chain 1)) => (:integer 2)
(progn
  (defmethod chain ((x number)) (list :number x (next-method-p)))
  (defmethod chain ((x integer)) (list (next-method-p) (call-next-method)))
  (chain 5))   => (t (:number 6 nil))
(progn (defmethod kept ((x number)) x) (defmethod kept ((x integer)) (setq x 100) (list x (call-next-method))) (kept 3)) => (100 3)
(progn (defmethod alone ((x integer)) (call-next-method)) (alone 1)) => (error simple-error)
(progn
  (defmethod via-function ((x number)) (list :n x))
  (defmethod via-function ((x integer)) (mapcar #'call-next-method (list x 7)))
  (via-function 1))   => ((:n 1) (:n 7))
(progn
  (defmethod via-closure ((x number)) (list :n x))
  (defmethod via-closure ((x integer)) (lambda () (call-next-method)))
  (funcall (via-closure 2)))   => (:n 2)
(progn
  (defmacro next-please () '(call-next-method))
  (defmethod via-macro ((x number) &key k) (list :n x k))
  (defmethod via-macro ((x integer) &key k) (declare (ignorable k)) (next-please))
  (via-macro 1 :k 2))   => (:n 1 2)
(progn (defmethod many-values ((x number)) (values x 1 2)) (defmethod many-values ((x integer)) (call-next-method)) (many-values 0)) => (values 0 1 2)
(progn (defmethod early ((x integer)) (dotimes (i 10) (when (= i x) (return-from early (list :found i)))) :no) (early 4)) => (:found 4)

;; Standard method combination
(defvar *log* '()) => *log*
(defun logged (thing) (push thing *log*) thing) => logged
(progn (defmethod step-by ((a animal)) (logged :animal)) (defmethod step-by ((d dog)) (logged :dog) (call-next-method))
       (defmethod step-by :before ((a animal)) (logged :before-animal)) (defmethod step-by :before ((d dog)) (logged :before-dog))
       (defmethod step-by :after ((a animal)) (logged :after-animal)) (defmethod step-by :after ((d dog)) (logged :after-dog))
       (defmethod step-by :around ((d dog)) (logged :around-in) (prog1 (call-next-method) (logged :around-out))) nil) => nil
(progn (setq *log* '()) (list (step-by (make-instance 'dog)) (reverse *log*)))
  => (:animal (:around-in :before-dog :before-animal :dog :animal :after-animal :after-dog :around-out))
(progn (setq *log* '()) (list (step-by (make-instance 'animal)) (reverse *log*))) => (:animal (:before-animal :animal :after-animal))
(progn (defmethod just-before :before ((x integer)) x) (just-before 1)) => (error simple-error "JUST-BEFORE: there is no primary method for the arguments (1)")
(progn
  (defmethod guarded ((x integer)) (list :done x))
  (defmethod guarded :around ((x integer)) (if (minusp x) :refused (call-next-method)))
  (list (guarded 1) (guarded -1)))   => ((:done 1) :refused)
(progn
  (defmethod changed ((x integer) y) (list x y))
  (defmethod changed :around ((x integer) y) (call-next-method (* 10 x) (list y)))
  (changed 1 2))   => (10 (2))
(progn (defmethod strange :sideways ((x integer)) x) (strange 1)) => (error simple-error)
(progn (defmethod valued ((x integer)) (values 1 2)) (defmethod valued :after ((x integer)) (values 3 4 5)) (valued 1)) => (values 1 2)

;; Accessors with methods of their own
(progn (defclass box () ((content :initarg :content :accessor content))) (defmethod content :around ((b box)) (list :boxed (call-next-method))) nil) => nil
(content (make-instance 'box :content 1)) => (:boxed 1)
(progn (defmethod (setf content) :before (new (b box)) (when (null new) (error "empty"))) (setf (content (make-instance 'box)) nil)) => (error simple-error)
(let ((b (make-instance 'box))) (setf (content b) 3) (content b)) => (:boxed 3)
(progn (defclass gauge () ((level :initform 0 :reader level))) (defmethod (setf level) (new (g gauge)) (setf (slot-value g 'level) (min new 10))) nil) => nil
(let ((g (make-instance 'gauge))) (list (setf (level g) 50) (level g))) => (10 10)
(progn
  (defgeneric (setf nearby) (new object where))
  (defmethod (setf nearby) (new (object cons) (where (eql :left))) (setf (car object) new))
  (let ((c (list 1 2))) (setf (nearby c :left) 9) c))   => (9 2)

;; Lambda lists
(progn
  (defgeneric options (x &optional y))
  (defmethod options ((x integer) &optional (y 5)) (list x y))
  (defmethod options ((x string) &optional (y :none y-p)) (list y y-p))
  (list (options 1) (options 1 2) (options "") (options "" 3)))   => ((1 5) (1 2) (:none nil) (3 t))
(options 1 2 3) => (error program-error)
(progn
  (defgeneric scaled (x &key scale))
  (defmethod scaled ((x integer) &key (scale 1)) (* x scale))
  (defmethod scaled ((x string) &key (scale 1) (suffix "")) (list x scale suffix))
  nil)   => nil
(list (scaled 2) (scaled 2 :scale 3) (scaled "a" :suffix "b") (scaled "a" :scale 2 :suffix "b")) => (2 6 ("a" 1 "b") ("a" 2 "b"))
(scaled 2 :suffix "b") => (error program-error "SCALED: :SUFFIX is not a keyword argument; known are :SCALE")
(scaled 2 :scale) => (error program-error "SCALED: the keyword argument :SCALE lacks a value")
(scaled 2 :suffix "b" :allow-other-keys t) => 2
(progn
  (defmethod scaled :around ((x string) &key (scale 1) (times 2))
    (declare (ignore scale))
    (list times (call-next-method)))
  (scaled "a" :times 3 :suffix "z"))   => (3 ("a" 1 "z"))
(progn
  (defgeneric collect (x &rest more))
  (defmethod collect ((x integer) &rest more) (list x more))
  (defmethod collect ((x fixnum) &rest more) (declare (ignorable more)) (list :fix (call-next-method)))
  (list (collect 1) (collect 1 2 3)))   => ((:fix (1 nil)) (:fix (1 (2 3))))
(progn (defmethod auxiliary ((x integer) &aux (y (* 2 x))) (list x y)) (auxiliary 4)) => (4 8)
(progn (defmethod rest-and-key ((x integer) &rest all &key a) (list x all a)) (rest-and-key 1 :a 2)) => (1 (:a 2) 2)
(progn (defgeneric two (a b)) (defmethod two ((a integer)) a)) => (error program-error)
(progn (defgeneric one-key (a &key k)) (defmethod one-key ((a integer) &key other) other)) => (error program-error)
(progn (defgeneric no-rest (a)) (defmethod no-rest ((a integer) &optional b) b)) => (error program-error)
(eval '(defgeneric defaulted (a &optional (b 1)))) => (error program-error "DEFGENERIC: DEFAULTED: the parameter (B 1) in the lambda list (A &OPTIONAL (B 1)) has a default")
(eval '(defgeneric car (a))) => (error program-error "ENSURE-GENERIC-FUNCTION: CAR names an ordinary function already")
(eval '(defmethod when ((a integer)) a)) => #+tessera (error program-error "DEFMETHOD: WHEN names a macro or special operator") #-tessera (error error)
(eval '(defgeneric odd (a) (:no-such-option))) => (error program-error "DEFGENERIC: ODD: (:NO-SUCH-OPTION) is not an option of DEFGENERIC")
(eval '(defmethod odd ((a no-such-class)) a)) => (error simple-error "DEFMETHOD: there is no class named NO-SUCH-CLASS")
(eval '(defmethod odd ((a)) a)) => (error program-error "DEFMETHOD: (A) is not a required parameter, in the lambda list ((A))")
(progn (defmethod declared ((x integer)) "Doubles." (declare (type integer x) (optimize speed)) (* 2 x)) (declared 4)) => 8

;; DEFGENERIC with methods
(progn
  (defgeneric area (shape)
    (:documentation "How much.")
    (:method ((s integer)) (* s s))
    (:method ((s cons)) (reduce #'* s))
    (:method :around (s) (list :area (call-next-method))))
  nil)   => nil
(list (area 3) (area '(2 5))) => ((:area 9) (:area 10))
(documentation 'area 'function) => "How much."
(progn (defgeneric area (shape) (:method ((s integer)) :new)) (area 3)) => :new
(area '(1)) => (error simple-error "AREA: no method applies to the arguments ((1)), of the classes (CONS)")
(progn (defmethod kept-method ((x integer)) :i) (defgeneric kept-method (x)) (kept-method 1)) => :i

;; Methods come and go
(progn (defmethod mutable ((x number)) :number) (mutable 1)) => :number
(progn (defmethod mutable ((x integer)) :integer) (mutable 1)) => :integer
(progn (defmethod mutable ((x integer)) :again) (mutable 1)) => :again
(progn (remove-method #'mutable (find-method #'mutable '() (list (find-class 'integer)))) (mutable 1)) => :number
(find-method #'mutable '() (list (find-class 'integer)) nil) => nil
(find-method #'mutable '() (list (find-class 'integer))) => (error simple-error)
(find-method #'mutable '() (list (find-class 'integer) (find-class 't))) => (error simple-error)
(method-qualifiers (find-method #'step-by '(:around) (list (find-class 'dog)))) => (:around)
(function-keywords (find-method #'scaled '() (list (find-class 'string)))) => (values (:scale :suffix) nil)
(function-keywords (defmethod open-keys ((x integer) &key a &allow-other-keys) a)) => (values (:a) t)
(length (compute-applicable-methods #'guarded '(1))) => 2
(length (compute-applicable-methods #'kind '(1))) => 3
(compute-applicable-methods #'scaled '(:k)) => nil
(typep (ensure-generic-function 'made-here :lambda-list '(a b)) 'generic-function) => t
(progn (defmethod made-here ((a integer) b) (+ a b)) (made-here 1 2)) => 3
(ensure-generic-function 'car) => (error program-error "ENSURE-GENERIC-FUNCTION: CAR names an ordinary function already")
(progn
  (defgeneric from (x))
  (defgeneric to (x))
  (let ((m (defmethod from ((x integer)) :moved))) (remove-method #'from m) (add-method #'to m) (to 1)))   => :moved
(progn (let ((m (defmethod from ((x string)) :s))) (add-method #'to m))) => (error simple-error)

;; When nothing applies
(progn (defmethod no-applicable-method ((f (eql #'to)) &rest args) (list :none args)) (to "x")) => (:none ("x"))
(handler-case (step-by 17) (error () :no)) => :no
(progn
  (defmethod slot-missing (class (b box) name operation &optional new)
    (declare (ignore class new))
    (list :missing name operation))
  (slot-value (make-instance 'box) 'zip))   => (:missing zip slot-value)
(progn
  (defmethod slot-unbound (class (b box) name) (declare (ignore class)) (setf (slot-value b name) :filled))
  (slot-value (make-instance 'box) 'content))   => :filled
(content (make-instance 'box)) => (:boxed :filled)

;; Local definitions see their lexical environment
(let ((n 0)) (defmethod tick ((x integer)) (incf n x)) (list (tick 1) (tick 2))) => (1 3)
(flet ((twice (x) (* 2 x))) (defmethod doubled ((x integer)) (twice x)) (doubled 4)) => 8
(let ((deep 0)) (labels ((walk (x) (when (plusp x) (incf deep) (down x (1- x)))) (down (x y) (declare (ignore x)) (walk y))) (walk 5)) deep) => 5
(progn (defmethod count-down ((n (eql 0)) acc) acc) (defmethod count-down ((n integer) acc) (count-down (- n 1) (+ acc 1))) (count-down 100000 0)) => 100000

;; Documentation, tracing, messages
(progn
  (defgeneric told (x) (:documentation "Tells.") (:method ((x integer)) "An integer." x))
  (list (documentation #'told 'function) (documentation #'told t) (documentation 'told 'function)))
  => ("Tells." "Tells." "Tells.")
(documentation (find-method #'told '() (list (find-class 'integer))) t) => "An integer."
(progn
  (defclass documented () () (:documentation "Well."))
  (list (documentation 'documented 'type)
        (documentation (find-class 'documented) t)
        (documentation (find-class 'documented) 'type)))   => ("Well." "Well." "Well.")
(let ((*trace-output* (make-broadcast-stream)))
  (eval '(trace told))
  (eval '(defmethod told ((x string)) (list x)))
  (prog1 (list (told 1) (told "s")) (eval '(untrace told))))   => (1 ("s"))
(told "s") => ("s")
#+tessera (told 'x) #-tessera (error "TOLD: no method applies to the arguments (X), of the classes (SYMBOL)") => (error error "no method applies to the arguments (X)")
#+tessera (make-instance 'documented :colour 1) #-tessera (error "COLOUR is not an initarg of the class DOCUMENTED") => (error error "COLOUR is not an initarg of the class DOCUMENTED")
#+tessera (slot-value (make-instance 'documented) 'size) #-tessera (error "has no slot SIZE") => (error error "has no slot SIZE")
(progn (define-condition first-kind (error) ((code :initarg :code :reader shared-reader))) (define-condition second-kind (error) ((code :initarg :code :accessor shared-reader)))
       (list (shared-reader (make-condition 'first-kind :code 1)) (shared-reader (make-condition 'second-kind :code 2)))) => (1 2)
(let ((c (make-condition 'second-kind :code 2))) (setf (shared-reader c) 3) (shared-reader c)) => 3
(progn (defmethod many ((x integer)) :i) (defmethod many ((x cons)) :c) (defmethod many ((x string)) :s)
       (let ((counts (list 0 0 0)) (things (list 1 (list 2) "3"))) (dotimes (i 30000) (let ((thing (nth (mod i 3) things))) (make-list 20) (incf (nth (position (many thing) '(:i :c :s)) counts)))) counts)) => (10000 10000 10000)
(progn
  (define-condition reborn (error) ())
  (defmethod sort-of ((e error)) :error)
  (defmethod sort-of ((w warning)) :warning)
  (sort-of (make-condition 'reborn)))   => :error
(progn (define-condition reborn (warning) ()) (sort-of (make-condition 'reborn))) => :warning

;;; CALL-NEXT-METHOD with arguments to which other methods apply, in safe code
(progn
  (defgeneric changing (x)
    (:method ((x (eql 0))) (declare (optimize (safety 3))) (call-next-method 1))
    (:method ((x t)) (declare (optimize (safety 3))) (list :t x)))
  (changing 0))   => (error simple-error "CALL-NEXT-METHOD: other methods of CHANGING apply to the arguments (1) than to (0)")
(progn
  (defgeneric changing-2 (x)
    (:method ((x integer)) (declare (optimize (safety 3))) (call-next-method :bad))
    (:method ((x t)) (declare (optimize (safety 3))) x))
  (changing-2 0))   => (error simple-error "CALL-NEXT-METHOD: other methods of CHANGING-2 apply to the arguments (:BAD) than to (0)")
(progn
  (defgeneric changing-3 (x)
    (:method ((x integer)) (declare (optimize (safety 3))) (call-next-method (+ x 1)))
    (:method ((x t)) (declare (optimize (safety 3))) x))
  (changing-3 1))   => 2
(progn
  (defgeneric changing-4 (x y)
    (:method ((x integer) y) (declare (optimize (safety 3))) (call-next-method x (list y)))
    (:method ((x t) y) (declare (optimize (safety 3))) (list x y)))
  (changing-4 1 2))   => (1 (2))
(progn
  (defgeneric changing-5 (x)
    (:method ((x integer)) (declare (optimize (safety 3))) (apply #'call-next-method (list :bad)))
    (:method ((x t)) (declare (optimize (safety 3))) x))
  (changing-5 1))   => (error simple-error "CALL-NEXT-METHOD: other methods of CHANGING-5 apply to the arguments (:BAD) than to (1)")
(progn
  (defgeneric changing-6 (x &rest more)
    (:method ((x integer) &rest more) (declare (ignore more)) (declare (optimize (safety 3))) (call-next-method 3 4 5))
    (:method ((x t) &rest more) (declare (optimize (safety 3))) (list x more)))
  (changing-6 1))   => (3 (4 5))
(progn
  (defgeneric changing-7 (x)
    (:method ((x integer)) (declare (optimize (safety 3))) (flet ((f () (call-next-method 5))) (f)))
    (:method ((x number)) (declare (optimize (safety 3))) (list :number x)))
  (changing-7 1))   => (:number 5)
(progn
  (defgeneric changing-8 (x)
    (:method ((x integer)) (declare (optimize (safety 3))) (call-next-method 5.0))
    (:method ((x number)) (declare (optimize (safety 3))) x))
  (changing-8 1))   => (error simple-error "CALL-NEXT-METHOD: other methods of CHANGING-8 apply to the arguments (5.0) than to (1)")
(progn
  (defgeneric changing-9 (x)
    (:method ((x list)) (declare (optimize (safety 3))) (call-next-method nil))
    (:method ((x t)) (declare (optimize (safety 3))) x))
  (changing-9 '(1)))   => nil
(progn
  (defgeneric changing-10 (x)
    (:method :around ((x integer)) (declare (optimize (safety 3))) (call-next-method (* 2 x)))
    (:method ((x integer)) (declare (optimize (safety 3))) x))
  (changing-10 4))   => 8
(progn
  (defgeneric changing-11 (x)
    (:method ((x (eql 1))) (declare (optimize (safety 3))) (call-next-method 1))
    (:method ((x t)) (declare (optimize (safety 3))) x))
  (changing-11 1))   => 1
(progn
  (defgeneric (setf changing-12) (v x)
    (:method (v (x cons)) (declare (optimize (safety 3))) (call-next-method (list v) x))
    (:method (v x) (setf (car x) v)))
  (let ((c (list 1))) (setf (changing-12 c) 2) c))   => ((2))
(progn (defgeneric changing-13 (x) (:method ((x integer)) (call-next-method :other)) (:method ((x t)) x)) (changing-13 0)) => :other
(progn
  (defgeneric changing-14 (x)
    (:method ((x integer)) (declare (optimize safety)) (call-next-method :other))
    (:method ((x t)) x))
  (changing-14 0))   => (error simple-error "CALL-NEXT-METHOD: other methods of CHANGING-14 apply to the arguments (:OTHER) than to (0)")
(progn
  (defgeneric changing-15 (x)
    (:method ((x integer)) (declare (optimize (safety 1))) (call-next-method :other))
    (:method ((x t)) x))
  (changing-15 0))   => :other
