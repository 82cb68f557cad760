;;; Arithmetic of zeros and of the smallest floats.

;;; Rounding of the smallest floats
(multiple-value-list (round least-positive-single-float least-positive-single-float)) => (1 0.0)
(multiple-value-list (round least-positive-double-float least-positive-double-float)) => (1 0.0d0)
(multiple-value-list (fround least-positive-single-float least-positive-single-float)) => (1.0 0.0)
(multiple-value-list (fround (- least-positive-double-float) least-positive-double-float)) => (-1.0d0 0.0d0)
(multiple-value-list (round (* 3 least-positive-single-float) (* 2 least-positive-single-float))) => (2 -1.0e-45)
(multiple-value-list (round least-positive-single-float (* 2 least-positive-single-float))) => (0 1.0e-45)
(multiple-value-list (truncate least-positive-single-float least-positive-single-float)) => (1 0.0)
(multiple-value-list (round least-positive-double-float most-positive-double-float)) => (0 5.0d-324)
(multiple-value-list (fround least-positive-single-float most-positive-single-float)) => (0.0 1.0e-45)
(multiple-value-list (ceiling least-positive-double-float least-positive-double-float)) => (1 0.0d0)
(multiple-value-list (round 2.5 1)) => (2 0.5)
(multiple-value-list (round 3.5)) => (4 -0.5)
(multiple-value-list (round 5d0 2d0)) => (2 1.0d0)
(multiple-value-list (round most-positive-single-float most-positive-single-float)) => (1 0.0)
(multiple-value-list (round -5.0 2.0)) => (-2 -1.0)

;;; Powers of zero
(expt 0 #c(2.0 0.5)) => #c(0.0 0.0)
(expt 0.0 #c(2.0 0.5)) => #c(0.0 0.0)
(expt #c(0.0 0.0) 2.0) => #c(0.0 0.0)
(expt #c(0.0 0.0) 2) => #c(0.0 0.0)
(expt #c(0.0 0.0) #c(2 1/2)) => #c(0.0 0.0)
(expt 0 2.0) => 0.0
(expt 0.0d0 #c(2 2)) => #c(0.0d0 0.0d0)
(expt #c(0d0 0d0) 2.0) => #c(0.0d0 0.0d0)
(expt 0 #c(2 2)) => 0
(expt 0.0 1/2) => 0.0
(expt #c(0.0 0.0) 1/2) => #c(0.0 0.0)
(expt 0d0 2.5) => 0.0d0

;;; SXHASH is the same for numbers that are similar
(= (sxhash 0.0) (sxhash -0.0)) => t
(= (sxhash 0d0) (sxhash -0d0)) => t
(= (sxhash (complex 0.0 0.0)) (sxhash (complex 0.0 -0.0))) => t
(= (sxhash (complex 0.0 1.0)) (sxhash (complex -0.0 1.0))) => t
(= (sxhash (complex 0d0 2d0)) (sxhash (complex -0d0 2d0))) => t
(= (sxhash 1.5) (sxhash 1.5)) => t
(= (sxhash (expt 2 70)) (sxhash (expt 2 70))) => t
(= (sxhash 1/3) (sxhash 1/3)) => t
(= (sxhash #c(1 2)) (sxhash #c(1 2))) => t
(= (sxhash "ab") (sxhash (string '|ab|))) => t
(let ((table (make-hash-table))) (setf (gethash 0.0 table) 1 (gethash -0.0 table) 2) (list (gethash 0.0 table) (gethash -0.0 table))) => (1 2)
(let ((table (make-hash-table :test 'equal))) (setf (gethash 0d0 table) 1 (gethash -0d0 table) 2) (list (gethash 0d0 table) (gethash -0d0 table))) => (1 2)
