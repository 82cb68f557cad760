;; clojure.test: assertions, named tests, fixtures, and a report.

(def ^:dynamic *load-tests* "False: deftest and with-test define no tests." true)
(def ^:dynamic *stack-trace-depth* "The number of lines of an exception's trace to print; it changes nothing." nil)
(def ^:dynamic *initial-report-counters* "The counters of a report and their first values." {:test 0 :pass 0 :fail 0 :error 0})
(def ^:dynamic *report-counters* "While tests run, a ref of a map of what was counted." nil)
(def ^:dynamic *testing-vars* "The tests that run, the innermost first." (list))
(def ^:dynamic *testing-contexts* "The texts of testing, the innermost first." (list))
(def ^:dynamic *test-out* "The writer that the report is written to; nil for *out*." nil)
(def ^:private place "The position of the assertion that was evaluated last: a file and a line." (volatile! [nil nil]))

(defmacro with-test-out "Evaluates the body while what is printed goes to the report." [& body]
  `(binding [*out* (or *test-out* *out*)] ~@body))

(defn note-place "Notes where an assertion stands." [file line] (vreset! place [file line]))
(defn file-position "Returns a vector of file and line of the assertion that was evaluated last." [n] @place)
(defn testing-vars-str "Returns the names of the tests that run, and the place of the assertion." [{:keys [file line]}]
  (str (reverse (map (fn [v] (:name (meta v))) *testing-vars*)) " (" file ":" line ")"))
(defn testing-contexts-str "Returns the texts of testing, the outermost first." []
  (apply str (interpose " " (reverse *testing-contexts*))))
(defn inc-report-counter "Increments that counter." [name]
  (when *report-counters* (dosync (commute *report-counters* update name (fnil inc 0)))))

;;; The report.

(defmulti ^:dynamic report "Tells of an event, a map with a :type." :type)
(defn do-report "Reports an event; a failure with its position." [m]
  (report (if (contains? #{:fail :error} (:type m))
            (let [[file line] @place] (merge {:file file :line line} m))
            m)))

(defn- print-failure "Prints the label and what is known of the assertion that failed." [label m]
  (println)
  (println label "in" (testing-vars-str m))
  (when (seq *testing-contexts*) (println (testing-contexts-str)))
  (when-let [message (:message m)] (println message))
  (println "expected:" (pr-str (:expected m)))
  (println "  actual:" (let [actual (:actual m)] (if (instance? Throwable actual) (str actual) (pr-str actual)))))

(defmethod report :default [m] (with-test-out (prn m)))
(defmethod report :pass [m] (with-test-out (inc-report-counter :pass)))
(defmethod report :fail [m] (with-test-out (inc-report-counter :fail) (print-failure "FAIL" m)))
(defmethod report :error [m] (with-test-out (inc-report-counter :error) (print-failure "ERROR" m)))
(defmethod report :begin-test-ns [m] (with-test-out (println) (println "Testing" (ns-name (:ns m)))))
(defmethod report :end-test-ns [m] nil)
(defmethod report :begin-test-var [m] nil)
(defmethod report :end-test-var [m] nil)
(defmethod report :summary [{:keys [test pass fail error]}]
  (with-test-out
    (println)
    (println "Ran" test "tests containing" (+ pass fail error) "assertions.")
    (println fail "failures," error "errors.")))

;;; Assertions.

(defn get-possibly-unbound-var "Returns the value of the var, or nil if it has none." [v] (when (bound? v) (var-get v)))
(defn function? "True if the object is a function or a symbol that names one." [x]
  (if (symbol? x)
    (let [v (resolve x)]
      (and (var? v) (not (:macro (meta v))) (let [value (get-possibly-unbound-var v)] (or (fn? value) (instance? clojure.lang.MultiFn value)))))
    (fn? x)))

(defn assert-predicate "Returns the assertion of a call of a function, which reports the values of the arguments." [msg form]
  (let [pred (first form)]
    `(let [values# (list ~@(rest form)) result# (apply ~pred values#)]
       (do-report {:type (if result# :pass :fail) :message ~msg :expected '~form
                   :actual (if result# (cons '~pred values#) (list '~'not (cons '~pred values#)))})
       result#)))
(defn assert-any "Returns the assertion of any form." [msg form]
  `(let [value# ~form]
     (do-report {:type (if value# :pass :fail) :message ~msg :expected '~form :actual value#})
     value#))

(defmulti assert-expr "Returns the assertion of a form, which is itself a form." (fn [msg form] (cond (nil? form) :always-fail (seq? form) (first form) :else :default)))
(defmethod assert-expr :always-fail [msg form] `(do-report {:type :fail :message ~msg}))
(defmethod assert-expr :default [msg form]
  (if (and (seq? form) (function? (first form))) (assert-predicate msg form) (assert-any msg form)))
(defmethod assert-expr 'instance? [msg form]
  `(let [class# ~(nth form 1) object# ~(nth form 2) result# (instance? class# object#)]
     (do-report {:type (if result# :pass :fail) :message ~msg :expected '~form :actual (class object#)})
     result#))
(defmethod assert-expr 'thrown? [msg form]
  `(try ~@(nthnext form 2)
        (do-report {:type :fail :message ~msg :expected '~form :actual nil})
        (catch ~(second form) e#
          (do-report {:type :pass :message ~msg :expected '~form :actual e#})
          e#)))
(defmethod assert-expr 'thrown-with-msg? [msg form]
  `(try ~@(nthnext form 3)
        (do-report {:type :fail :message ~msg :expected '~form :actual nil})
        (catch ~(nth form 1) e#
          (do-report {:type (if (re-find ~(nth form 2) (str (ex-message e#))) :pass :fail) :message ~msg :expected '~form :actual e#})
          e#)))

(defmacro try-expr "Asserts the form; an exception is an error." [msg form]
  `(try ~(assert-expr msg form)
        (catch Throwable e# (do-report {:type :error :message ~msg :expected '~form :actual e#}))))

(defmacro is "Asserts that the form is true; (thrown? Class form...) that it throws, (thrown-with-msg? Class pattern form...) with what message."
  ([form] `(is ~form nil))
  ([form msg] (let [[file line] (form-place &form)] `(do (note-place ~file ~line) (try-expr ~msg ~form)))))

(defmacro are "Asserts the expression for each group of values of the names, which are replaced by them." [argv expr & args]
  (if (if (empty? argv) (empty? args) (and (seq args) (zero? (mod (count args) (count argv)))))
    `(clojure.template/do-template ~argv (is ~expr) ~@args)
    (throw (IllegalArgumentException. "The number of args doesn't match are's argv."))))

(defmacro testing "Evaluates the body; failures are reported with the text." [text & body]
  `(binding [*testing-contexts* (conj *testing-contexts* ~text)] ~@body))

;;; Tests: vars whose metadata have a function as :test.

(defn- define-test "Returns the form that defines the test." [name meta place body]
  `(let [v# (def ~(vary-meta name merge meta (zipmap [:file :line] place)) (fn [] (test-var (var ~name))))]
     (alter-meta! v# assoc :test (fn [] ~@body))
     v#))
(defmacro deftest "Defines a test, a function without arguments." [name & body] (when *load-tests* (define-test name nil (form-place &form) body)))
(defmacro deftest- "Defines a test as deftest does, with a private name." [name & body] (when *load-tests* (define-test name {:private true} (form-place &form) body)))
(defmacro set-test "Makes the body the test of the var." [name & body]
  (when *load-tests* `(alter-meta! (var ~name) assoc :test (fn [] ~@body))))
(defmacro with-test "Evaluates the definition, and makes the body the test of what it defines." [definition & body]
  (if *load-tests*
    `(let [v# ~definition] (alter-meta! v# assoc :test (fn [] ~@body)) v#)
    definition))

(defn compose-fixtures "Returns the fixture that calls f1 around f2." [f1 f2] (fn [g] (f1 (fn [] (f2 g)))))
(defn join-fixtures "Returns the fixture that calls all of the fixtures." [fixtures] (reduce compose-fixtures (fn [f] (f)) fixtures))
(defn use-fixtures "Makes fixtures, functions of a function, run around the tests of the namespace: around :each, or :once around all." [kind & fixtures]
  (alter-meta! *ns* assoc (case kind :each ::each-fixtures :once ::once-fixtures) fixtures))

(defn test-var "Runs the test of the var." [v]
  (when-let [test (:test (meta v))]
    (binding [*testing-vars* (conj *testing-vars* v)]
      (do-report {:type :begin-test-var :var v})
      (inc-report-counter :test)
      (try (test)
           (catch Throwable e (do-report {:type :error :message "Uncaught exception, not in assertion." :expected nil :actual e})))
      (do-report {:type :end-test-var :var v}))))
(defn test-vars "Runs the tests of the vars, within the fixtures of their namespaces." [vars]
  (doseq [[space vars] (group-by (fn [v] (:ns (meta v))) vars)]
    (let [once (join-fixtures (::once-fixtures (meta space))) each (join-fixtures (::each-fixtures (meta space)))]
      (once (fn [] (doseq [v vars] (when (:test (meta v)) (each (fn [] (test-var v))))))))))
(defn- tests-of "Returns the vars of the namespace that have tests, as they stand in the file." [space]
  (sort-by (fn [v] (or (:line (meta v)) 0)) (filter (fn [v] (:test (meta v))) (vals (ns-interns space)))))
(defn test-all-vars "Runs the tests of the namespace." [space] (test-vars (tests-of space)))
(defn test-ns "Runs the tests of the namespace, by its test-ns-hook if it has one. Returns what was counted." [space]
  (binding [*report-counters* (ref *initial-report-counters*)]
    (let [space (the-ns space) hook (find-var (symbol (str (ns-name space)) "test-ns-hook"))]
      (do-report {:type :begin-test-ns :ns space})
      (if hook ((var-get hook)) (test-all-vars space))
      (do-report {:type :end-test-ns :ns space}))
    @*report-counters*))

(defn- summary "Reports the sum of the counts. Returns it." [counts]
  (let [summary (assoc (apply merge-with + *initial-report-counters* counts) :type :summary)]
    (do-report summary)
    summary))
(defn run-tests "Runs the tests of the namespaces, or of the current one, and reports the results."
  ([] (run-tests *ns*))
  ([& spaces] (summary (map test-ns spaces))))
(defn run-all-tests "Runs the tests of all namespaces, or of those whose names the pattern matches."
  ([] (apply run-tests (all-ns)))
  ([pattern] (apply run-tests (filter (fn [space] (re-matches pattern (str (ns-name space)))) (all-ns)))))
(defn successful? "True if nothing failed." [{:keys [fail error] :or {fail 0 error 0}}] (and (zero? fail) (zero? error)))
(defn run-test-var "Runs one test and reports the results." [v]
  (binding [*report-counters* (ref *initial-report-counters*)]
    (test-vars [v])
    (summary [@*report-counters*])))
(defmacro run-test "Runs the test of that name and reports the results." [name] `(run-test-var (var ~name)))
