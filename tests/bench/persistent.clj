;; What a step on Clojure's persistent vectors and maps of a million entries costs, beside Common Lisp's vectors and
;; hash tables: nanoseconds of processor time.
;;     tessera tests/bench/persistent.clj

(def million 1000000)

(defn keys-by-chance "The numbers below a million in another order." [i] (rem (* i 611953) million))

(defmacro cost "Prints what one of a million rounds of the expression costs; i is the number of the round."
  [label init expression]
  `(println (cl/format nil "~40a ~6d" ~label
                       (let [start# (cl/get-internal-run-time)]
                         (loop [~'i 0 ~'it ~init]
                           (when (< ~'i million) (recur (inc ~'i) ~expression)))
                         (quot (* 1000 (- (cl/get-internal-run-time) start#)) million)))))

(def v (vec (range million)))
(def m (into {} (map (fn [i] [i i]) (range million))))
(def table (cl/make-hash-table))
(def array (cl/make-array million :INITIAL-ELEMENT 0))
(dotimes [i million] (cl/tessera:%set-gethash i table i))

(cost "the loop itself" 0 it)
(cost "(nth vector i)" v (do (nth it (keys-by-chance i)) it))
(cost "(conj vector x)" [] (conj it i))
(cost "(conj! vector x)" (transient []) (conj! it i))
(cost "(assoc vector i x)" v (assoc it (keys-by-chance i) i))
(cost "(svref array i)" array (do (cl/svref it (keys-by-chance i)) it))
(cost "(get map k)" m (do (get it (keys-by-chance i)) it))
(cost "(assoc map k x), a new key" {} (assoc it (keys-by-chance i) i))
(cost "(assoc! map k x), a new key" (transient {}) (assoc! it (keys-by-chance i) i))
(cost "(assoc map k x), a known key" m (assoc it (keys-by-chance i) i))
(cost "(dissoc map k)" m (dissoc it (keys-by-chance i)))
(cost "(gethash k table)" table (do (cl/gethash (keys-by-chance i) it) it))
(cost "(setf (gethash k table) x), a new key" (cl/make-hash-table) (do (cl/tessera:%set-gethash (keys-by-chance i) it i) it))
