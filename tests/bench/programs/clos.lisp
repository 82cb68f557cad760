;;; CLOS: making instances, accessors, methods on one and two classes, CALL-NEXT-METHOD, and methods around others.
(defclass shape ()
  ((name :initarg :name :accessor shape-name)
   (hits :initform 0 :accessor shape-hits)))

(defclass circle (shape)
  ((radius :initarg :radius :reader circle-radius)))

(defclass rectangle (shape)
  ((width :initarg :width :reader rectangle-width)
   (height :initarg :height :reader rectangle-height)))

(defclass square (rectangle) ())

(defgeneric area (shape))
(defmethod area ((shape circle)) (* 3 (circle-radius shape) (circle-radius shape)))
(defmethod area ((shape rectangle)) (* (rectangle-width shape) (rectangle-height shape)))

(defgeneric hit (shape))
(defmethod hit ((shape shape)) (incf (shape-hits shape)))
(defmethod hit ((shape square)) (+ 1 (call-next-method)))
(defmethod hit :before ((shape circle)) (incf (shape-hits shape) 2))

(defgeneric collide (a b))
(defmethod collide ((a shape) (b shape)) 1)
(defmethod collide ((a circle) (b shape)) 2)
(defmethod collide ((a circle) (b circle)) 3)
(defmethod collide ((a rectangle) (b circle)) 4)

(defmethod initialize-instance :after ((shape square) &key)
  (setf (shape-hits shape) 1))

(defun make-shapes (n)
  (let ((shapes '()))
    (dotimes (i n shapes)
      (push (ecase (mod i 3)
              (0 (make-instance 'circle :name i :radius (mod i 10)))
              (1 (make-instance 'rectangle :name i :width (mod i 7) :height (mod i 5)))
              (2 (make-instance 'square :name i :width (mod i 4) :height (mod i 4))))
            shapes))))

(defun use-shapes (shapes)
  (let ((sum 0))
    (do ((rest shapes (cdr rest)))
        ((null (cdr rest)) sum)
      (let ((a (first rest)) (b (second rest)))
        (setf sum (+ sum (area a) (hit a) (collide a b) (collide b a)))
        (when (typep a 'rectangle)
          (setf sum (+ sum (slot-value a 'width))))))))

(defun main ()
  (let ((sum 0))
    (dotimes (i 10)
      (setf sum (+ sum (use-shapes (make-shapes 10000)))))
    (let ((shapes (make-shapes 1000)))
      (dotimes (i 150)
        (setf sum (+ sum (use-shapes shapes)))))
    (format t "~d~%" sum)))
