;;; Prints SUBTYPEP's answers on random types, a line for each pair, to be compared with another implementation's lines.

(load (merge-pathnames "random-types.lisp" *load-truename*))

(loop for seed from 1 to 20
      do (let ((*rt-seed* seed))
           (loop repeat 100
                 do (multiple-value-bind (a b) (rt-triple (mod seed 4))
                      (let ((*print-pretty* nil))
                        (format t "~A~C~S~C~S~%" (rt-answer a b) #\Tab a #\Tab b))))))
