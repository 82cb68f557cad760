;;; Clojure's transactions in all orders in which the tasks can have their turns: a turn ends at (Thread/yield).
(load "tests/lisp/support/schedules.lisp") => t

;;; Transfers between two accounts, and a transaction that reads both: it never sees money that is on its way.

(multiple-value-bind (values count)
    (schedules:outcomes
     "(fn []
        (let [a (ref 100) b (ref 200) seen (atom #{})
              move (fn [n] (dosync (alter a - n) (Thread/yield) (alter b + n)))]
          [(fn [] (move 10)) (fn [] (move 20))
           (fn [] (dosync (let [x @a] (Thread/yield) (swap! seen conj (+ x @b)))))
           (fn [] [@a @b @seen])]))")
  (list values (> count 20)))
=> (("[70 230 #{300}]") t)

;;; The same without transactions loses money.

(member "300" (schedules:outcomes
               "(fn []
                  (let [a (atom 100) b (atom 200) seen (atom nil)]
                    [(fn [] (swap! a - 10) (Thread/yield) (swap! b + 10))
                     (fn [] (reset! seen (+ @a @b)))
                     (fn [] @seen)]))")
        :test #'string/=)
=> ("290" "300")

;;; alter: no change is lost, but transactions are retried. commute: nothing is retried.

(values (schedules:outcomes
 "(fn []
    (let [r (ref 0) task (fn [] (dosync (let [x @r] (Thread/yield) (ref-set r (inc x)))))]
      [task task task (fn [] @r)]))"))
=> ("3")

(values (schedules:outcomes
 "(fn []
    (let [r (ref 0) tries (atom 0) task (fn [] (dosync (swap! tries inc) (alter r inc) (Thread/yield)))]
      [task task (fn [] [@r (> @tries 2)])]))"))
=> ("[2 false]" "[2 true]")

(values (schedules:outcomes
 "(fn []
    (let [r (ref 0) tries (atom 0) task (fn [] (dosync (swap! tries inc) (commute r inc) (Thread/yield)))]
      [task task task (fn [] [@r @tries])]))"))
=> ("[3 3]")

;;; Write skew: two transactions read both refs and each writes one. Each alone is consistent; ENSURE protects the refs
;;; that were read.

(values (schedules:outcomes
 "(fn []
    (let [a (ref 1) b (ref 1)
          take (fn [from] (dosync (let [sum (+ @a @b)] (Thread/yield) (when (> sum 1) (alter from dec)))))]
      [(fn [] (take a)) (fn [] (take b)) (fn [] (+ @a @b))]))"))
=> ("0" "1")

(values (schedules:outcomes
 "(fn []
    (let [a (ref 1) b (ref 1)
          take (fn [from other] (dosync (let [sum (+ @from (ensure other))] (Thread/yield) (when (> sum 1) (alter from dec)))))]
      [(fn [] (take a b)) (fn [] (take b a)) (fn [] (+ @a @b))]))"))
=> ("1")

;;; History: a reader whose value is gone begins again, and then the ref keeps more; one that keeps old values from the
;;; start never does.

(defun reader-tries (options)
  (values (schedules:outcomes
   (format nil "(fn []
      (let [a (ref 0 ~A) b (ref 0) tries (atom 0)
            write (fn [] (dosync (alter a inc)))]
        [write write
         (fn [] (dosync (swap! tries inc) @b (Thread/yield) @a))
         (fn [] @tries)]))" options))))
=> reader-tries

(reader-tries "")                => ("1" "2")
(reader-tries ":min-history 5")  => ("1")

(values (schedules:outcomes
 "(fn []
    (let [a (ref 0) b (ref 0)]
      [(fn [] (dosync (alter a inc)))
       (fn [] (dosync @b (Thread/yield) @a))
       (fn [] (dosync (alter a inc)))
       (fn [] [@a (<= (ref-history-count a) 1)])]))"))
=> ("[2 true]")

;;; If two transactions want the same ref, the older one continues; both end, in whatever order they took refs.

(values (schedules:outcomes
 "(fn []
    (let [a (ref 0) b (ref 0)]
      [(fn [] (dosync (alter a inc) (Thread/yield) (alter b inc)))
       (fn [] (dosync (alter b inc) (Thread/yield) (alter a inc)))
       (fn [] [@a @b])]))"))
=> ("[2 2]")

;;; A transaction that fails leaves nothing behind, and holds nothing.

(values (schedules:outcomes
 "(fn []
    (let [a (ref 0)]
      [(fn [] (try (dosync (alter a + 10) (Thread/yield) (throw (Exception. \"no\"))) (catch Exception e nil)))
       (fn [] (dosync (alter a inc) (Thread/yield)))
       (fn [] @a)]))"))
=> ("1")

;;; Actions sent to agents in a transaction are sent once, at its commit.

(values (schedules:outcomes
 "(fn []
    (let [a (ref 0) log (agent 0)
          task (fn [] (dosync (alter a inc) (send log inc) (Thread/yield)))]
      [task task (fn [] [@a @log])]))"))
=> ("[2 2]")

;;; Validators, watches, nested transactions.

(values (schedules:outcomes
 "(fn []
    (let [a (ref 0 :validator (fn [n] (< n 2))) failed (atom 0) seen (atom [])
          task (fn [] (try (dosync (dosync (alter a inc)) (Thread/yield)) (catch IllegalStateException e (swap! failed inc))))]
      (add-watch a :w (fn [k r old new] (swap! seen conj [old new])))
      [task task (fn [] [@a @failed @seen])]))"))
=> ("[1 1 [[0 1]]]")

;;; swap! is correct though others change the atom during its function.

(values (schedules:outcomes
 "(fn []
    (let [a (atom 0) task (fn [] (swap! a (fn [n] (Thread/yield) (inc n))))]
      [task task (fn [] @a)]))"))
=> ("2")
