;; Symbols and lists: the derivative of an expression, again and again.
(defn deriv [e]
  (cond (= e 'x) 1
        (not (seq? e)) 0
        :else (case (first e)
                + (cons '+ (map deriv (rest e)))
                - (cons '- (map deriv (rest e)))
                * (list '* e (cons '+ (map (fn [f] (list '/ (deriv f) f)) (rest e))))
                / (let [a (nth e 1) b (nth e 2)]
                    (list '- (list '/ (deriv a) b) (list '/ (list '* a (deriv b)) (list '* b b)))))))

(defn leaves [e]
  (if (seq? e)
    (loop [s (seq e) sum 0] (if s (recur (next s) (+ sum (leaves (first s)))) sum))
    1))

(defn main []
  (println (loop [i 0 sum 0]
             (if (< i 120000)
               (recur (+ i 1) (+ sum (leaves (deriv '(+ (* 3 x x) (* a x x x) (/ (* b x) (+ x 1)) (- (* x c) 5))))))
               sum))))
