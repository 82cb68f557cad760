;; Atoms, refs, agents, futures, promises, delays.

(swap-vals! (atom 1) inc)                                              => [1 2]
(compare-and-set! (atom 1) 1 2)                                        => true
(let [a (atom {})] (swap! a assoc :x 1) (swap! a update :x inc) @a)    => {:x 2}
(let [a (atom 1 :validator pos?)] (try (reset! a -1) (catch IllegalStateException e (.getMessage e))))
 => "Invalid reference state"
(let [a (atom 1) l (atom [])] (add-watch a :k (fn [k r o n] (swap! l conj [k o n]))) (reset! a 2) @l)
 => [[:k 1 2]]
@(delay 1)                                                             => 1
(force (delay 2))                                                      => 2
(force 3)                                                              => 3
@(future 1)                                                            => 1
(let [p (promise)] (deliver p 1) @p)                                   => 1
(deref (promise) 1 :timeout)                                           => :timeout
(let [v (volatile! 1)] (vswap! v inc) @v)                              => 2
(let [r (ref 1)] (dosync (alter r inc) (ref-set r 10) (commute r + 1)) @r)
 => 11
(let [r (ref 1)] (alter r inc))                                        => (error "Execution error (IllegalStateException): No transaction running")
(let [a (agent 1)] (send a inc) (await a) @a)                          => 2
(do (def a-atom (atom {:n 0})) (swap! a-atom update :n inc) @a-atom)   => {:n 1}
(let [r1 (ref 10) r2 (ref 0)] (dosync (alter r1 - 3) (alter r2 + 3)) [@r1 @r2])
 => [7 3]
(let [r (ref 0)] (dosync (commute r inc) (commute r inc)) @r)          => 2
(let [r (ref 0)] (dosync (commute r inc) (ref-set r 5)) @r)            => (error "Execution error (IllegalStateException): Can't set after commute")
(let [r (ref 1 :validator pos?)] (dosync (ref-set r -1)))              => (error "Execution error (IllegalStateException): Invalid reference state")
(let [r (ref 1)] (try (dosync (ref-set r 2) (throw (Exception. "x"))) (catch Exception e nil)) @r)
 => 1
(let [r (ref 1)] (dosync (dosync (alter r inc)) (alter r inc)) @r)     => 3
(let [r (ref 1)] (dosync (ensure r)))                                  => 1
(dosync (io! 1))                                                       => (error "Execution error (IllegalStateException): I/O in transaction")
(let [a (agent 0)] (dotimes [_ 10] (send a inc)) (await a) @a)         => 10
(let [a (agent 1)] (send a (fn [_] (throw (Exception. "oops")))) (Thread/sleep 50) (.getMessage (agent-error a)))
 => "oops"
(let [a (agent 1)] (send a (fn [_] (throw (Exception. "oops")))) (Thread/sleep 50) (send a inc))
 => (error "Execution error (RuntimeException): Agent is failed, needs restart")
(let [a (agent 1)] (send a (fn [_] (throw (Exception. "oops")))) (Thread/sleep 50) (restart-agent a 5) (send a inc) (await a) @a)
 => 6
(let [a (agent 1 :error-mode :continue)] (send a (fn [_] (throw (Exception. "oops")))) (send a inc) (await a) @a)
 => 2
(let [f (future (+ 1 2))] [@f (realized? f) (future-done? f)])         => [3 true true]
(let [f (future (throw (Exception. "in f")))] (try @f (catch java.util.concurrent.ExecutionException e (.getMessage (.getCause e)))))
 => "in f"
(deref (future (Thread/sleep 200) 1) 10 :late)                         => :late
(let [p (promise)] (future (deliver p 7)) @p)                          => 7
(let [p (promise)] [(deliver p 1) (deliver p 2)] @p)                   => 1
(let [d (delay (print "once") 5)] [@d @d (realized? d)])               => (prints "once" [5 5 true])
(let [a (atom 0)] (doall (pmap (fn [_] (swap! a inc)) (range 10))) @a) => 10

;; A transaction that gives way waits until the other has ended, however long that sleeps.

(let [r (ref 0) tries (atom 0)
      other (future (dosync (alter r inc) (Thread/sleep 60)))]
  (Thread/sleep 10)
  (dosync (swap! tries inc) (alter r inc))
  [@r @tries])
 => [2 2]
(let [r (ref 0)
      failing (future (dosync (alter r inc) (Thread/sleep 40) (throw (Exception. "no"))))
      waiting (future (Thread/sleep 10) (dosync (alter r inc)))]
  [@waiting @r])
 => [1 1]
