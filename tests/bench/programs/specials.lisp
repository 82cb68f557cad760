;;; Special variables: reading and setting them, and binding them again in calls within calls.
(defvar *depth* 0)
(defparameter *sum* 0)
(defparameter *step* 1)

(defun descend (n)
  (if (zerop n)
      (setf *sum* (+ *sum* *depth*))
      (let ((*depth* (+ *depth* *step*)))
        (descend (1- n))
        (setf *sum* (+ *sum* *depth*)))))

(defun count-up (n)
  (dotimes (i n *sum*)
    (setf *sum* (+ *sum* *step*))))

(defun main ()
  (dotimes (i 180000)
    (let ((*step* (if (evenp i) 1 2)))
      (descend 20)))
  (format t "~d ~d~%" *sum* (count-up 15000000)))
