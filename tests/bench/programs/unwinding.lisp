;;; Ways out: RETURN-FROM through calls and closures, CATCH and THROW, cleanup forms, and an error that is handled.
(defun find-from (list wanted)
  (block found
    (mapc (lambda (x) (when (= x wanted) (return-from found x))) list)
    nil))

(defun leave (depth value)
  (if (zerop depth)
      (throw 'out value)
      (1+ (leave (1- depth) value))))

(defparameter *cleaned* 0)

(defun leave-cleaning (depth value)
  (unwind-protect (if (zerop depth)
                      (throw 'out value)
                      (1+ (leave-cleaning (1- depth) value)))
    (incf *cleaned*)))

(defun fail (x)
  (if (oddp x) (error "odd") x))

(defun main ()
  (let ((list '(1 2 3 4 5 6 7 8)) (sum 0))
    (dotimes (i 900000)
      (setf sum (+ sum (or (find-from list (mod i 10)) 100)
                   (catch 'out (leave 5 i)))))
    (dotimes (i 400000)
      (setf sum (+ sum (catch 'out (leave-cleaning 3 i)))))
    (dotimes (i 400000)
      (setf sum (+ sum (handler-case (fail i) (error () 1)))))
    (format t "~d ~d~%" sum *cleaned*)))
