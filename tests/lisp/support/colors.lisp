;;; How colors look: CIEDE2000, WCAG's contrast, and simulated color blindness. For tests of palettes.

(defun hex-rgb (text)
  "Returns the color TEXT, #rgb or #rrggbb, as a list of linear red, green and blue, 0 to 1."
  (let ((step (floor (1- (length text)) 3)))
    (loop for at from 1 by step
          repeat 3
          collect (let* ((part (parse-integer text :start at :end (+ at step) :radix 16))
                         (c (/ part (if (= step 1) 15d0 255d0))))
                    (if (<= c 0.04045d0) (/ c 12.92d0) (expt (/ (+ c 0.055d0) 1.055d0) 2.4d0))))))

(defun times (matrix color)
  "Returns the product of MATRIX, a list of rows, and COLOR."
  (loop for row in matrix collect (reduce #'+ (mapcar #'* row color))))

(defparameter *sights*
  '((:normal (1 0 0) (0 1 0) (0 0 1))
    (:deutan (0.367322d0 0.860646d0 -0.227968d0) (0.280085d0 0.672501d0 0.047413d0) (-0.011820d0 0.042940d0 0.968881d0))
    (:protan (0.152286d0 1.052583d0 -0.204868d0) (0.114503d0 0.786281d0 0.099216d0) (-0.003882d0 -0.048116d0 1.051998d0))
    (:tritan (1.255528d0 -0.076749d0 -0.178779d0) (-0.078411d0 0.930809d0 0.147602d0) (0.004733d0 0.691367d0 0.303900d0)))
  "What each kind of sight makes of a linear color: full dichromacy after Machado, Oliveira and Fernandes (2009).")

(defun lab (rgb)
  "Returns the linear color RGB in CIELAB, D65."
  (flet ((f (c white)
           (let ((q (max 0 (/ c white))))
             (if (> q 216/24389) (expt q (/ 1d0 3)) (/ (+ (* 24389/27 q) 16) 116)))))
    (destructuring-bind (x y z)
        (mapcar #'f
                (times '((.4124564d0 .3575761d0 .1804375d0) (.2126729d0 .7151522d0 .0721750d0) (.0193339d0 .1191920d0 .9503041d0)) rgb)
                '(.95047d0 1 1.08883d0))
      (list (- (* 116 y) 16) (* 500 (- x y)) (* 200 (- y z))))))

(defun hypot (x y) "Return the length of the vector X, Y." (sqrt (float (+ (* x x) (* y y)) 1d0)))
(defun radians (degrees) "Return DEGREES in radians." (* degrees (/ pi 180)))
(defun degrees (y x) "Return the angle of the vector X, Y in degrees, 0 to 360." (mod (* (atan y x) (/ 180 pi)) 360))

(defun hue-terms (c1 c2 h1 h2)
  "Returns the difference of the hues H1 and H2 of chromas C1 and C2, as a length, and their mean in degrees."
  (let* ((grey (zerop (* c1 c2)))
         (turn (if grey 0 (- (mod (+ (- h2 h1) 180) 360) 180))))
    (values (* 2 (sqrt (* c1 c2)) (sin (radians (/ turn 2))))
            (mod (if grey (+ h1 h2) (+ h1 (/ turn 2))) 360))))

(defun ciede2000 (one two)
  "Returns how different the colors ONE and TWO of CIELAB look."
  (destructuring-bind ((l1 a1 b1) (l2 a2 b2)) (list one two)
    (flet ((part (c) (let ((c7 (expt c 7))) (sqrt (/ c7 (+ c7 (expt 25d0 7)))))))
      (let* ((g (- 1.5d0 (* .5 (part (/ (+ (hypot a1 b1) (hypot a2 b2)) 2)))))
             (c1 (hypot (* g a1) b1)) (c2 (hypot (* g a2) b2))
             (l (/ (+ l1 l2) 2)) (c (/ (+ c1 c2) 2)))
        (multiple-value-bind (dh h) (hue-terms c1 c2 (if (zerop c1) 0 (degrees b1 (* g a1))) (if (zerop c2) 0 (degrees b2 (* g a2))))
          (let* ((bend (expt (- l 50) 2))
                 (tone (+ 1 (* -.17d0 (cos (radians (- h 30)))) (* .24d0 (cos (radians (* 2 h))))
                          (* .32d0 (cos (radians (+ (* 3 h) 6)))) (* -.20d0 (cos (radians (- (* 4 h) 63))))))
                 (dl (/ (- l2 l1) (+ 1 (/ (* .015d0 bend) (sqrt (+ 20 bend))))))
                 (dc (/ (- c2 c1) (+ 1 (* .045d0 c))))
                 (dh (/ dh (+ 1 (* .015d0 c tone))))
                 (rotation (* -2 (part c) (sin (radians (* 60 (exp (- (expt (/ (- h 275) 25) 2)))))))))
            (sqrt (+ (* dl dl) (* dc dc) (* dh dh) (* rotation dc dh)))))))))

(defun luminance (rgb) "Return how bright the linear color RGB is." (reduce #'+ (mapcar #'* '(.2126d0 .7152d0 .0722d0) rgb)))

(defun contrast (one two)
  "Returns the contrast of the colors ONE and TWO, texts such as #rrggbb, after WCAG 2."
  (let ((a (luminance (hex-rgb one))) (b (luminance (hex-rgb two))))
    (/ (+ (max a b) .05d0) (+ (min a b) .05d0))))

(defun seen-as (sight color)
  "Returns what SIGHT, a key of *SIGHTS*, makes of COLOR, in CIELAB."
  (lab (mapcar (lambda (c) (min 1 (max 0 c))) (times (rest (assoc sight *sights*)) (hex-rgb color)))))

(defun least-difference (colors)
  "Returns the least difference of two of COLORS under any sight."
  (loop for (sight) in *sights*
        minimize (loop for (one . others) on (mapcar (lambda (color) (seen-as sight color)) colors)
                       while others
                       minimize (loop for other in others minimize (ciede2000 one other)))))
