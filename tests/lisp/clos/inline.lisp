;;; The same place in the code making instances, reading and setting slots and calling again and again, while classes
;;; and methods change.

;; Making
(progn (defclass spot () ((x :initarg :x :initarg :left :initform 1 :accessor spot-x) (y :initarg :y :initform (list 2) :accessor spot-y) (z)))
       (defun spots (n x) (loop repeat n collect (make-instance 'spot :x x)))
       (defun lists (n x) (mapcar (lambda (s) (list (spot-x s) (spot-y s) (slot-boundp s 'z))) (spots n x))) nil) => nil
(lists 3 7) => ((7 (2) nil) (7 (2) nil) (7 (2) nil))
(let ((all (spots 3 0))) (eq (spot-y (second all)) (spot-y (third all)))) => nil
(let ((order '())) (dotimes (i 3) (make-instance 'spot :left (push :left order) :y (push :y order))) order) => (:y :left :y :left :y :left)
(loop repeat 3 collect (let ((s (make-instance 'spot :left 5 :x 6))) (spot-x s))) => (5 5 5)
(loop repeat 3 collect (handler-case (make-instance 'spot :w 1) (program-error () :refused))) => (:refused :refused :refused)
(loop repeat 3 collect (handler-case (make-instance 'no-such-class-here :w 1) (error () :refused))) => (:refused :refused :refused)
(loop repeat 3 collect (spot-x (make-instance 'spot :allow-other-keys t :w 1 :x 4))) => (4 4 4)
(progn (defmethod initialize-instance :after ((s spot) &key (more 0)) (incf (spot-x s) more)) (lists 3 7)) => ((7 (2) nil) (7 (2) nil) (7 (2) nil))
(loop repeat 3 collect (spot-x (make-instance 'spot :x 1 :more 10))) => (11 11 11)
(progn
  (defclass small-spot (spot) () (:default-initargs :more 5 :y 0))
  (loop repeat 3 collect (let ((s (make-instance 'small-spot :x 1))) (list (spot-x s) (spot-y s)))))
  => ((6 0) (6 0) (6 0))
(progn
  (defmethod initialize-instance :after ((s small-spot) &rest initargs) (setf (spot-y s) initargs))
  (loop repeat 3 collect (let ((s (make-instance 'small-spot :x 1))) (list (spot-x s) (spot-y s)))))
  => ((6 (:x 1 :more 5 :y 0)) (6 (:x 1 :more 5 :y 0)) (6 (:x 1 :more 5 :y 0)))
(progn (defclass spot () ((x :initarg :x :accessor spot-x) (y :initform 9 :accessor spot-y) (z :initform 3))) (lists 3 7)) => ((7 9 t) (7 9 t) (7 9 t))
(progn (defmethod shared-initialize :after ((s spot) slots &key) (setf (spot-y s) slots)) (lists 3 7)) => ((7 t t) (7 t t) (7 t t))
(progn
  (defclass counted () ((count :allocation :class :initform 0 :accessor counted-count)))
  (loop repeat 3 collect (incf (counted-count (make-instance 'counted)))))   => (1 2 3)
(progn
  (setf (find-class 'spot) nil)
  (defclass spot () ((x :initarg :x) (w :initform :new)))
  (mapcar (lambda (s) (slot-value s 'w)) (spots 3 1)))   => (:new :new :new)
(progn
  (defmethod initialize-instance :around ((s spot) &key) (call-next-method) (setf (slot-value s 'w) :around) s)
  (mapcar (lambda (s) (slot-value s 'w)) (spots 3 1)))   => (:around :around :around)
(progn (defmethod make-instance :around ((class (eql 'spot)) &rest initargs) (declare (ignore initargs)) :instead) (spots 3 1)) => (:instead :instead :instead)

;; Slots
(progn (defclass pot () ((liters :initform 2) (lid))) (defclass cup (pot) ((lid :initform :none) (liters :initform 0.2))) (defstruct jar (liters 1))
       (defun liters (thing) (slot-value thing 'liters)) (defun fill-up (thing n) (setf (slot-value thing 'liters) n)) (defun lid (thing) (slot-value thing 'lid)) nil) => nil
(mapcar #'liters (list (make-instance 'pot) (make-instance 'cup) (make-jar) (make-instance 'pot) (make-instance 'cup) (make-jar))) => (2 0.2 1 2 0.2 1)
(let ((all (list (make-instance 'pot) (make-instance 'cup) (make-jar))))
  (list (loop repeat 3 collect (mapcar #'fill-up all '(4 5 6))) (mapcar #'liters all)))
  => (((4 5 6) (4 5 6) (4 5 6)) (4 5 6))
(let ((p (make-instance 'pot)))
  (list (loop repeat 3 collect (handler-case (lid p) (unbound-slot () :unbound))) (setf (slot-value p 'lid) 1) (lid p)))
  => ((:unbound :unbound :unbound) 1 1)
(loop repeat 3 collect (handler-case (liters 5) (error () :no-slot))) => (:no-slot :no-slot :no-slot)
(loop repeat 3 collect (handler-case (fill-up (make-instance 'counted) 1) (error () :no-slot))) => (:no-slot :no-slot :no-slot)
(let ((p (make-instance 'pot)) (c (make-instance 'cup)))
  (fill-up p 7)
  (fill-up c 8)
  (defclass pot () ((handle :initform t) (lid) (liters :initform 3)))
  (list (liters p) (liters c) (liters (make-instance 'pot)) (slot-value p 'handle)))   => (7 8 3 t)
(let ((p (make-instance 'pot)) (order '()))
  (setf (slot-value (progn (push 1 order) p) 'liters) (progn (push 2 order) 5))
  (incf (slot-value p 'liters) 2)
  (list (nreverse order) (liters p)))   => ((1 2) 7)
(funcall #'(setf slot-value) 3 (make-instance 'pot) 'liters) => 3

;; Accessors and dispatch over more classes than a cache holds
(progn (defclass thing () ((n :initarg :n :accessor thing-n))) (defgeneric kind-of (thing)) (defgeneric meet (a b))
       (defmethod kind-of ((x thing)) :thing) (defmethod meet ((a thing) (b thing)) (list (thing-n a) (thing-n b)))
       (dotimes (i 30)
         (let ((name (intern (format nil "THING-~d" i))))
           (eval `(defclass ,name (thing) ((own :initform ,i))))
           (eval `(defmethod kind-of ((x ,name)) (list ,i (call-next-method))))))
       (defvar *things* (loop for i below 30 collect (make-instance (intern (format nil "THING-~d" i)) :n i))) nil) => nil
(loop repeat 3 always (equal (mapcar #'thing-n *things*) (loop for i below 30 collect i))) => t
(loop repeat 3 always (equal (mapcar #'kind-of *things*) (loop for i below 30 collect (list i :thing)))) => t
(loop repeat 3 always (loop for a in *things* always (loop for b in *things* always (equal (meet a b) (list (thing-n a) (thing-n b)))))) => t
(progn (dolist (x *things*) (incf (thing-n x) 100)) (dolist (x *things*) (incf (thing-n x))) (reduce #'+ *things* :key #'thing-n)) => 3465
(progn
  (defmethod thing-n :around ((x thing-3)) (list :around (call-next-method)))
  (list (thing-n (nth 3 *things*)) (thing-n (nth 4 *things*))))   => ((:around 104) 105)
(progn
  (defmethod (setf thing-n) ((new string) (x thing)) (setf (slot-value x 'n) (parse-integer new)))
  (setf (thing-n (nth 4 *things*)) "12")
  (thing-n (nth 4 *things*)))   => 12
(progn (defmethod meet ((a thing-1) (b (eql 5))) :five) (list (meet (nth 1 *things*) 5) (meet (nth 2 *things*) (nth 1 *things*)))) => (:five (103 102))

;; Types
(progn
  (defclass animal () ())
  (defclass dog (animal) ())
  (defun animalp (x) (typep x 'animal))
  (mapcar #'animalp (list (make-instance 'dog) (make-instance 'animal) 5 'dog (make-jar))))   => (t t nil nil nil)
(progn
  (defclass cat () ())
  (defun catp (x) (typep x 'cat))
  (defvar *tom* (make-instance 'cat))
  (defclass cat (animal) ())
  (list (catp *tom*) (animalp *tom*) (animalp (make-instance 'cat))))   => (t t t)

;; Next methods
(progn
  (defmethod again ((x number) &optional (k 1)) (list x k))
  (defmethod again ((x integer) &optional (k 1))
    (declare (ignorable k))
    (list (next-method-p) (call-next-method) (call-next-method x 5) (call-next-method (+ x 1))))
  (again 3 2))   => (t (3 2) (3 5) (4 1))
(progn (defmethod shadowed ((x number)) x) (defmethod shadowed ((x integer)) (flet ((call-next-method () :local)) (call-next-method))) (shadowed 1)) => :local
(progn (defmethod quoted ((x integer)) '(call-next-method)) (quoted 1)) => (call-next-method)
