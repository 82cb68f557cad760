;;; Arrays displaced to each other: behaviour that is Tessera's own.

(let* ((a (make-array 3 :adjustable t)) (b (make-array 3 :displaced-to a)))
  (adjust-array a 3 :displaced-to b))                => (error simple-error "an array cannot be displaced to itself")
(let ((a (make-array 3 :adjustable t)))
  (adjust-array a 3 :displaced-to a))                => (error simple-error "an array cannot be displaced to itself")
(let* ((a (make-array 3 :adjustable t :initial-element 1)) (b (make-array 3 :displaced-to a :adjustable t)) (c (make-array 3 :displaced-to b)))
  (handler-case (adjust-array a 3 :displaced-to c) (error () nil))
  (setf (aref c 1) 5)
  (list a b c (adjust-array b 2 :displaced-to a :displaced-index-offset 1)))   => (#(1 5 1) #(5 1) #(5 1) #(5 1))
;; an array that is not adjustable stays as it is, and the new one may be displaced to it
(let ((a (vector 1 2 3))) (adjust-array a 3 :displaced-to a))   => #(1 2 3)
(let ((a (make-array 3)))
  (dotimes (i 200 a) (setq a (make-array 3 :displaced-to a))))   => (error simple-error "an array cannot be displaced through more than 100 others")
