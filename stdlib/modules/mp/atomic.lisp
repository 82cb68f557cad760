;;; Atomic operations on places that several processes change.
(in-package "MP")

;; Subforms of the place are evaluated first, as by INCF.
(defun %read-modify-write (place operands modify environment)
  "Returns a form that evaluates the subforms of PLACE and OPERANDS, and stores the value of a form in PLACE,
atomically. MODIFY is a function that makes this form of a form for the value of PLACE and the variables of the
operands."
  (multiple-value-bind (variables values stores writer reader) (get-setf-expansion place environment)
    (let ((names (loop repeat (length operands) collect (gensym "OPERAND"))))
      `(let* (,@(mapcar #'list variables values) ,@(mapcar #'list names operands))
         (without-interrupts
           (let ((,(first stores) ,(apply modify reader names)))
             ,writer))))))

(defun %atomic-change (operator place delta environment)
  "Returns a form that stores the value of OPERATOR, + or -, for PLACE and DELTA in PLACE, and returns the old value."
  (let ((before (gensym "BEFORE")))
    `(let ((,before 0))
       ,(%read-modify-write place (list delta) (lambda (reader delta) `(,operator (setq ,before ,reader) ,delta)) environment)
       ,before)))

(defmacro atomic-incf (place &optional (delta 1) &environment environment)
  "Adds DELTA to the number in PLACE atomically: no other process sees or changes it meanwhile. Returns the old number,
as in ECL."
  (%atomic-change '+ place delta environment))

(defmacro atomic-decf (place &optional (delta 1) &environment environment)
  "Subtracts DELTA from the number in PLACE atomically. Returns the old number."
  (%atomic-change '- place delta environment))

(defmacro atomic-push (object place &environment environment)
  "Pushes as PUSH does, atomically."
  (let ((pushed (gensym "OBJECT")))
    `(let ((,pushed ,object))
       ,(%read-modify-write place '() (lambda (reader) `(cons ,pushed ,reader)) environment))))

(defmacro atomic-pop (place)
  "Pops as POP does, atomically."
  `(without-interrupts (pop ,place)))

(defmacro atomic-update (place function &rest arguments &environment environment)
  "Stores in PLACE what FUNCTION returns for ARGUMENTS and the value of PLACE, atomically. Returns the new value."
  (%read-modify-write place (list* function arguments)
                      (lambda (reader function &rest arguments) `(funcall ,function ,@arguments ,reader))
                      environment))

(defmacro compare-and-swap (place old new &environment environment)
  "Stores NEW in PLACE if its value is OLD, compared by EQ, atomically. Returns the former value: NEW was stored if that
is EQ to OLD."
  (multiple-value-bind (variables values stores writer reader) (get-setf-expansion place environment)
    (let ((expected (gensym "OLD")) (before (gensym "BEFORE")))
      `(let* (,@(mapcar #'list variables values) (,expected ,old) (,(first stores) ,new))
         (without-interrupts
           (let ((,before ,reader))
             (when (eq ,before ,expected) ,writer)
             ,before))))))
