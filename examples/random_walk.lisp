;;; Ten random walks as a picture, after chapter 17: writes random_walk.svg into the current directory.
;;;     tessera examples/random_walk.lisp

(require "svg")

(defun random-color ()
  "Returns a random color."
  (loop repeat 3 collect (random 256)))

(defun walk-points (length)
  "Returns the corners of a shape below a walk of LENGTH steps, from 0 on the left."
  (append '((0 . 200))
          (loop for x from 0
                for y in (random-walk 100 length)
                collect (cons x y))
          (list (cons length 200))))

(setf *random-state* (make-random-state t))

(with-open-file (*standard-output* "random_walk.svg" :direction :output :if-exists :supersede)
  (svg 400 200
       (loop repeat 10
             do (polygon (walk-points 400) (random-color)))))

(format t "Wrote ~a~%" (namestring (truename "random_walk.svg")))
