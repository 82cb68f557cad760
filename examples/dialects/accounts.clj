;; The book's example of Clojure: two accounts whose sum never appears to change.
;;     tessera examples/dialects/accounts.clj

(def checking (ref 100))
(def savings (ref 200))

(defn transfer-to-savings [n]
  (dosync (alter checking - n)
          (alter savings + n)))

;; An observer reads both accounts repeatedly while transfers run.
(def sums (atom #{}))
(def observer (future (dotimes [_ 20]
                        (swap! sums conj (dosync (let [a @checking] (Thread/yield) (+ a @savings))))
                        (Thread/yield))))
(def transfers (doall (for [n [5 10 15]] (future (Thread/yield) (transfer-to-savings n)))))

(run! deref (cons observer transfers))
(println "checking" @checking "savings" @savings "sums that were seen" @sums)
(assert (= [70 230 #{300}] [@checking @savings @sums]))
