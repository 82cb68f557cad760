;;; What the creatures of arena.cpp do. Change this file while the program runs: it is loaded again at the next frame.

(in-package "COMMON-LISP-USER")

(defclass guard (creature)
  ((direction :initform 1 :accessor direction))
  (:documentation "Patrols: four steps to one side, four to the other. Chases thieves that come near."))

(defclass thief (creature) ()
  (:documentation "Runs away from the nearest guard, and rests every third frame."))

(defgeneric live (creature)
  (:documentation "Lives the life of CREATURE in a coroutine: each NEXT-FRAME ends its turn."))

(defun distance (a b)
  "Returns the distance of the creatures A and B."
  (abs (- (place a) (place b))))

(defun nearest (creature class)
  "Returns the creature of CLASS that is nearest to CREATURE, or NIL."
  (let ((others (remove-if-not (lambda (other) (and (typep other class) (alive other))) (creatures))))
    (first (sort (coerce others 'list) #'< :key (lambda (other) (distance creature other))))))

(defun towards (creature other)
  "Returns the step that leads CREATURE to OTHER: -1, 0 or 1."
  (signum (- (place other) (place creature))))

(defmethod live ((guard guard))
  (loop
    (dotimes (i 4)
      (let ((thief (nearest guard 'thief)))
        (cond ((null thief) (walk guard (direction guard)))
              ((<= (distance guard thief) 1) (strike guard thief))
              ((<= (distance guard thief) 5) (walk guard (towards guard thief)))
              (t (walk guard (direction guard)))))
      (next-frame))
    (setf (direction guard) (- (direction guard)))))

(defmethod live ((thief thief))
  (loop for frame from 1
        do (unless (zerop (mod frame 3))
             (let ((guard (nearest thief 'guard)))
               (when guard
                 (walk thief (- (towards thief guard))))))
           (next-frame)))
