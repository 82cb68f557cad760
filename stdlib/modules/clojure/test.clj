;; clojure.test: assertions, named tests, and a report.

(def ^:dynamic *counts* (atom {:test 0 :pass 0 :fail 0 :error 0}))
(def tests (atom []))
(def contexts (atom []))

(defn report-failure "Tells of an assertion that failed." [kind form message actual]
  (swap! *counts* update kind inc)
  (println)
  (println (if (= kind :fail) "FAIL" "ERROR") "in" (apply str (interpose " " @contexts)))
  (when message (println message))
  (println "expected:" (pr-str form))
  (println "  actual:" (pr-str actual)))

(defmacro is "Asserts that the form is true; (thrown? Class form...) that it throws."
  ([form] `(is ~form nil))
  ([form message]
   (if (and (seq? form) (= 'thrown? (first form)))
     `(try (do ~@(nnext form)) (report-failure :fail '~form ~message nil) nil
           (catch ~(second form) e# (swap! *counts* update :pass inc) e#))
     (if (and (seq? form) (= 'thrown-with-msg? (first form)))
       `(try (do ~@(next (nnext form))) (report-failure :fail '~form ~message nil) nil
             (catch ~(second form) e#
               (if (re-find ~(nth form 2) (ex-message e#))
                 (do (swap! *counts* update :pass inc) e#)
                 (do (report-failure :fail '~form ~message (ex-message e#)) nil))))
       `(try (let [value# ~form]
               (if value#
                 (swap! *counts* update :pass inc)
                 (report-failure :fail '~form ~message
                                 ~(if (and (seq? form) (symbol? (first form)) (not (contains? '#{and or let if not} (first form))))
                                    `(list '~'not (list '~(first form) ~@(next form)))
                                    `value#)))
               value#)
             (catch Throwable e# (report-failure :error '~form ~message e#) nil))))))

(defmacro are "Asserts the form for each group of values of the names." [names form & values]
  `(do ~@(map (fn [group] `(let ~(vec (interleave names group)) (is ~form))) (partition (count names) values))))

(defmacro testing "Evaluates the body; what fails is told with the text." [text & body]
  `(do (swap! contexts conj ~text) (try ~@body (finally (swap! contexts pop)))))

(defmacro deftest "Defines a test, a function without arguments." [name & body]
  `(do (defn ~name [] (swap! *counts* update :test inc)
         (reset! contexts ['~name])
         ~@body nil)
       (swap! tests (fn [ts#] (conj (vec (remove (fn [t#] (= (first t#) '~name)) ts#)) ['~name (fn [] (~name))])))
       (var ~name)))

(defn run-tests "Runs all tests, and tells how many assertions passed." [& namespaces]
  (reset! *counts* {:test 0 :pass 0 :fail 0 :error 0})
  (doseq [[name test] @tests] (test))
  (let [{:keys [test pass fail error]} @*counts*]
    (println)
    (println "Ran" test "tests containing" (+ pass fail error) "assertions.")
    (println fail "failures," error "errors.")
    @*counts*))
