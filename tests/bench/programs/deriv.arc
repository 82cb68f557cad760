; Symbols and lists: the derivative of an expression, again and again.
(def deriv (e)
  (if (is e 'x) 1
      (atom e)  0
      (case (car e)
        + (cons '+ (map1 deriv (cdr e)))
        - (cons '- (map1 deriv (cdr e)))
        * (list '* e (cons '+ (map1 (fn (f) (list '/ (deriv f) f)) (cdr e))))
        / (with (a (cadr e) b (caddr e))
            (list '- (list '/ (deriv a) b) (list '/ (list '* a (deriv b)) (list '* b b))))
          (err "No rule for" (car e)))))

(def leaves (e)
  (if (atom e)
      1
      (let sum 0
        (each part e
          (++ sum (leaves part)))
        sum)))

(def main ()
  (let sum 0
    (repeat 120000
      (++ sum (leaves (deriv '(+ (* 3 x x) (* a x x x) (/ (* b x) (+ x 1)) (- (* x c) 5))))))
    (prn sum)))
