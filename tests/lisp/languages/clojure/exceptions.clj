;; Exceptions.

(try (throw (ex-info "x" {:a 1})) (catch clojure.lang.ExceptionInfo e [(ex-message e) (ex-data e)]))
 => ["x" {:a 1}]
(try (throw (Exception. "e")) (catch Exception e (.getMessage e)))     => "e"
(try (/ 1 0) (catch ArithmeticException e :div))                       => :div
(try (/ 1 0) (catch Exception e (.getMessage e)) (finally (print "f")))
 => (prints "f" "Divide by zero")
(try 1 (finally (print "f")))                                          => (prints "f" 1)
(try (throw (IllegalArgumentException. "a")) (catch RuntimeException e :rt))
 => :rt
(try (throw (Exception. "a")) (catch RuntimeException e :rt))          => (error "Execution error (Exception): a")
(try (nth [] 1) (catch IndexOutOfBoundsException e :idx))              => :idx
(try (inc nil) (catch NullPointerException e :npe))                    => :npe
(try (inc "a") (catch ClassCastException e :cce))                      => :cce
(try (throw (ex-info "a" {} (Exception. "c"))) (catch Exception e (.getMessage (.getCause e))))
 => "c"
(ex-data (Exception. "x"))                                             => nil
(ex-cause (ex-info "a" {}))                                            => nil
(assert (= 1 2))                                                       => (error "Execution error (AssertionError): Assert failed: (= 1 2)")
(assert true)                                                          => nil
((fn [x] {:pre [(pos? x)]} x) -1)                                      => (error "Execution error (AssertionError): Assert failed: (pos? x)")
((fn [x] {:post [(pos? %)]} x) 1)                                      => 1
(throw (IllegalStateException. "bad"))                                 => (error "Execution error (IllegalStateException): bad")
(try (throw (ex-info "m" {:k 1})) (catch Exception e (:k (ex-data e))))
 => 1
(try (try (throw (Exception. "in")) (catch Exception e (throw (ex-info "out" {} e)))) (catch Exception e [(ex-message e) (ex-message (ex-cause e))]))
 => ["out" "in"]
(try (throw (Error. "err")) (catch Exception e :ex) (catch Error e :err))
 => :err
(try (throw (Error. "err")) (catch Throwable e (class e)))             => java.lang.Error
(try (+ 1 "a") (catch Exception e (.getMessage e)))                    => "class java.lang.String cannot be cast to class java.lang.Number"
(do (defn foo [a b] 1) (try (foo 1) (catch clojure.lang.ArityException e (.getMessage e))))    => "Wrong number of args (1) passed to: user/foo"
(try ((fn [x] x)) (catch clojure.lang.ArityException e :arity))        => :arity
(try (nth [1] 5) (catch Exception e (class e)))                        => java.lang.IndexOutOfBoundsException
(try (.foo "a") (catch IllegalArgumentException e :no-method))         => :no-method
(try (first 5) (catch IllegalArgumentException e (.getMessage e)))     => "Don't know how to create ISeq from: java.lang.Long"
(try (count 5) (catch UnsupportedOperationException e (.getMessage e)))
 => "count not supported on this type: Long"
(try (5 3) (catch ClassCastException e (.getMessage e)))               => "class java.lang.Long cannot be cast to class clojure.lang.IFn"
(try ("a" 3) (catch ClassCastException e (.getMessage e)))             => "class java.lang.String cannot be cast to class clojure.lang.IFn"
(try (assoc 5 :a 1) (catch ClassCastException e (.getMessage e)))      => "class java.lang.Long cannot be cast to class clojure.lang.Associative"
(try (conj 5 1) (catch ClassCastException e (.getMessage e)))          => "class java.lang.Long cannot be cast to class clojure.lang.IPersistentCollection"
(try (deref 5) (catch ClassCastException e (.getMessage e)))           => "class java.lang.Long cannot be cast to class java.util.concurrent.Future"
(try (name 5) (catch ClassCastException e (.getMessage e)))            => "class java.lang.Long cannot be cast to class clojure.lang.Named"
(try (swap! 5 inc) (catch ClassCastException e (.getMessage e)))       => "class java.lang.Long cannot be cast to class clojure.lang.IAtom"
(try (keys 5) (catch IllegalArgumentException e (.getMessage e)))      => "Don't know how to create ISeq from: java.lang.Long"
(try (compare 1 "a") (catch ClassCastException e (.getMessage e)))     => "class java.lang.String cannot be cast to class java.lang.Number"
(try (mod 5 0) (catch ArithmeticException e (.getMessage e)))          => "Divide by zero"
(try (Integer/parseInt "z") (catch NumberFormatException e (.getMessage e)))
 => "For input string: \"z\""
(try (throw 5) (catch ClassCastException e :cce))                      => :cce
(try (hash-map 1) (catch IllegalArgumentException e (.getMessage e)))  => "No value supplied for key: 1"
(try (case 9 1 1) (catch IllegalArgumentException e (.getMessage e)))  => "No matching clause: 9"
(try (condp = 1 2 3) (catch IllegalArgumentException e (.getMessage e)))
 => "No matching clause: 1"
(try (slurp "/nonexistent") (catch java.io.FileNotFoundException e :fnf))
 => :fnf
(try (apply inc [1 2]) (catch Exception e (class e)))                  => clojure.lang.ArityException
(try (cast String 1) (catch ClassCastException e (.getMessage e)))     => "Cannot cast java.lang.Long to java.lang.String"
(try (symbol 5) (catch Exception e :e))                                => :e
(try (eval '(foo-undefined)) (catch Exception e :compile))             => :compile
(try (eval '(let [x] x)) (catch Exception e :compile))                 => :compile
(try (read-string "(1 2") (catch Exception e (.getMessage e)))         => "EOF while reading, starting at line 1"
(try (read-string ")") (catch Exception e (.getMessage e)))            => "Unmatched delimiter: )"
(try (subs "abc" 2 1) (catch Exception e (class e)))                   => java.lang.StringIndexOutOfBoundsException
(try (reduce + 1) (catch Exception e (.getMessage e)))                 => "Don't know how to create ISeq from: java.lang.Long"
(try (loop [x 1] (when (< x 3) (try (inc x)) (recur (inc x)))) (catch Exception e :x))
 => nil
