;;; Appendix A-7: multiple dispatch. The classes of both arguments choose the method.
;;;     tessera examples/a7_multiple_dispatch.lisp

(defclass color () ())
(defclass red (color) ())
(defclass blue (color) ())
(defclass yellow (color) ())

(defgeneric mix (c1 c2)
  (:documentation "Returns a text about the color that C1 and C2 make."))

(defmethod mix ((c1 color) (c2 color))
  "I don't know what color that makes")

(defmethod mix ((c1 blue) (c2 yellow))
  "you made green!")

(defmethod mix ((c1 yellow) (c2 red))
  "you made orange!")

(dolist (pair '((red blue) (yellow red) (blue yellow) (red yellow)))
  (destructuring-bind (first second) pair
    (format t "~(~a~) and ~(~a~): ~a~%" first second (mix (make-instance first) (make-instance second)))))

(assert (equal (mix (make-instance 'yellow) (make-instance 'red)) "you made orange!"))
(assert (equal (mix (make-instance 'red) (make-instance 'yellow)) "I don't know what color that makes"))
