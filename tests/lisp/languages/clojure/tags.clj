;; The reader: #inst, #uuid, tags, conditionals, options; EDN. What is expected is what Clojure 1.11.1 gives.

#inst "2020-02-29T12:30:00Z" => (shows "#inst \"2020-02-29T12:30:00.000-00:00\"")
#inst "2020-02-29T12:30:00.123+01:00" => (shows "#inst \"2020-02-29T11:30:00.123-00:00\"")
#inst "2020" => (shows "#inst \"2020-01-01T00:00:00.000-00:00\"")
(inst-ms #inst "1970-01-01T00:00:01.500-00:00") => 1500
(read-string "#inst \"2021-02-29\"") => (error "Execution error (RuntimeException)")
(= #inst "2020-01-01" #inst "2020-01-01T00:00:00Z") => true
(compare #inst "2020-01-01" #inst "2021-01-01") => -1
(inst? #inst "2020-01-01") => true
#uuid "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6" => (shows "#uuid \"f81d4fae-7dec-11d0-a765-00a0c91e6bf6\"")
(str #uuid "f81d4fae-7dec-11d0-a765-00a0c91e6bf6") => "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"
(uuid? (random-uuid)) => true
(parse-uuid "x") => nil
(= #uuid "f81d4fae-7dec-11d0-a765-00a0c91e6bf6" (parse-uuid "f81d4fae-7dec-11d0-a765-00a0c91e6bf6")) => true
(get {#uuid "f81d4fae-7dec-11d0-a765-00a0c91e6bf6" 1} (parse-uuid "f81d4fae-7dec-11d0-a765-00a0c91e6bf6")) => 1
(read-string "#nope 1") => (error "Execution error (RuntimeException)")
(tagged-literal 'a [1]) => (shows "#a [1]")
(:form (tagged-literal 'a [1])) => [1]
(binding [*data-readers* {'twice (fn [x] (* 2 x))}] (read-string "#twice 4")) => 8
(binding [*default-data-reader-fn* (fn [t f] [t f])] (read-string "#what 4")) => [what 4]
(read-string {:read-cond :allow} "#?(:cljs #js {} :clj 1)") => 1
(read-string {:read-cond :allow} "[#?@(:cljs [#js []] :clj [1 2])]") => [1 2]
(read-string {:read-cond :allow} "#?(:cljr #cpp (a) :clj 4)") => 4
(read-string {:read-cond :allow} "[#?(:cljs 1) 2]") => [2]
(read-string {:read-cond :allow} "#?(:cljs #(f %) :clj 3)") => 3
(read-string {:read-cond :allow} "#?(:cljs (a #?(:clj b)) :clj 3)") => 3
(read-string {:read-cond :allow} "#?(:clj 1 :cljs #js [1 {:a #q 2}])") => 1
(read-string {:read-cond :allow :features #{:mine}} "#?(:mine 5 :clj 1)") => 5
(read-string {:read-cond :preserve} "#?(:clj 1 :cljs 2)") => (shows "#?(:clj 1 :cljs 2)")
(reader-conditional? (read-string {:read-cond :preserve} "#?(:clj 1)")) => true
(read-string {:read-cond :allow} "#?(1 2)") => (error "Execution error (RuntimeException)")
(read-string {:read-cond :allow} "#?(:clj)") => (error "Execution error (RuntimeException)")
(read-string {:eof :end} "") => :end
(read-string "") => (error "Execution error (RuntimeException)")
(clojure.edn/read-string {:eof :end} "") => :end
(clojure.edn/read-string "") => nil
(clojure.edn/read-string nil) => nil
(clojure.edn/read-string {:readers {'p inc}} "#p 1") => 2
(clojure.edn/read-string {:default vector} "#q 1") => [q 1]
(clojure.edn/read-string "#q 1") => (error "Execution error (RuntimeException)")
(clojure.edn/read-string "@a") => (error "Execution error (RuntimeException)")
(clojure.edn/read-string "`a") => (error "Execution error (RuntimeException)")
(clojure.edn/read-string "~a") => (error "Execution error (RuntimeException)")
(clojure.edn/read-string "#(a)") => (error "Execution error (RuntimeException)")
(clojure.edn/read-string "#'a") => (error "Execution error (RuntimeException)")
(clojure.edn/read-string "::a") => (error "Execution error (RuntimeException)")
(clojure.edn/read-string "#?(:clj 1)") => (error "Execution error (RuntimeException)")
(clojure.edn/read-string "[1 #_ 2 3 ; x\n 4]") => [1 3 4]
(clojure.edn/read-string "{:a #inst \"2020-01-01\" :b #{1 2.5M 3N}}") => {:a #inst "2020-01-01T00:00:00.000-00:00", :b #{1 2.5M 3N}}
(clojure.edn/read-string "[1 2") => (error "Execution error (RuntimeException)")
(clojure.edn/read-string "{:a 1 :a 2}") => (error "Execution error (IllegalArgumentException)")

;; Branches that are not selected need not even be valid.

(read-string {:read-cond :allow} "#?(:cljs ::nope/k :default 2)") => 2
(read-string {:read-cond :allow} "#?(:cljs #\"[\" :clj 2)") => 2
(read-string {:read-cond :allow} "#?(:cljs {:a} :clj 2)") => 2
[#?(:cljs #js {} :clj 1) #?@(:cljr #cpp [1] :default [2 3])] => [1 2 3]
#?(:cljs (js/alert \Throwable) :default 4) => 4
