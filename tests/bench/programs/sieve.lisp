;;; Vectors: the number of primes below ten million, by Eratosthenes' sieve.
(defun count-primes (limit)
  (let ((composite (make-array limit :initial-element nil)) (count 0))
    (do ((i 2 (1+ i)))
        ((>= i limit) count)
      (unless (svref composite i)
        (incf count)
        (do ((j (* i i) (+ j i)))
            ((>= j limit))
          (setf (svref composite j) t))))))

(defun main ()
  (format t "~d~%" (count-primes 10000000)))
