;; Vars.

(do (def ^:dynamic *x* 1) (defn gx [] *x*) [(gx) (binding [*x* 2] (gx)) (gx)])
 => [1 2 1]
(binding [*x* 5] (set! *x* 6) *x*)                                     => 6
(do (def d "doc" 5) d)                                                 => 5
(:doc (meta #'d))                                                      => "doc"
(do (defn foo "Does." {:added "1"} [a b] (+ a b)) (:doc (meta #'foo))) => "Does."
(:arglists (meta #'foo))                                               => ([a b])
(:added (meta #'foo))                                                  => "1"
(foo 1)                                                                => (error "Execution error (ArityException): Wrong number of args (1) passed to: user/foo")
(foo 1 2)                                                              => 3
(do (defn- priv [] 1) (priv))                                          => 1
(:private (meta #'priv))                                               => true
(do (defonce once 1) (defonce once 2) once)                            => 1
(do (declare later) (defn uses [] (later)) (defn later [] :l) (uses))  => :l
(var-get #'d)                                                          => 5
@#'d                                                                   => 5
(#'foo 1 2)                                                            => 3
(do (alter-var-root #'d inc) d)                                        => 6
(with-redefs [foo (fn [a b] :redef)] (foo 1 2))                        => :redef
(foo 1 2)                                                              => 3
(resolve 'inc)                                                         => (shows "#'clojure.core/inc")
(resolve 'nope)                                                        => nil
(with-local-vars [x 1 y 2] (var-set x 10) [(var-get x) @y])            => [10 2]
