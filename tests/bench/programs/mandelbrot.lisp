;;; Floating point: how many points of a grid stay in the Mandelbrot set, and how many steps that took.
(defun steps (cr ci most)
  (do ((i 0 (1+ i))
       (zr 0d0 (+ (- (* zr zr) (* zi zi)) cr))
       (zi 0d0 (+ (* 2d0 zr zi) ci)))
      ((or (= i most) (> (+ (* zr zr) (* zi zi)) 4d0)) i)))

(defun mandelbrot (size most)
  (let ((inside 0) (sum 0))
    (dotimes (y size)
      (dotimes (x size)
        (let ((n (steps (- (/ (* 3d0 x) size) 2d0) (- (/ (* 2d0 y) size) 1d0) most)))
          (incf sum n)
          (when (= n most) (incf inside)))))
    (format t "~d ~d~%" inside sum)))

(defun main ()
  (mandelbrot 700 100))
