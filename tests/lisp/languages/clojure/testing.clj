;; clojure.test: assertions of any form, tests, fixtures, the report.

(ns checks (:require [clojure.test :as t :refer [is are testing deftest use-fixtures run-tests]])) => nil

(is true) => true
(let [x 5] (is x)) => 5
(is (not (= 1 2))) => true
(is (or nil 1)) => 1
(is (let [a 1] (= a 1))) => true
(is (if true 1 2)) => 1
(is (when-let [x 1] x)) => 1
(is (try (/ 1 0) (catch Exception e true))) => true
(is (and 1 2)) => 2
(is (loop [i 0] (if (< i 3) (recur (inc i)) true))) => true
(is (= 1 1) "same") => true
(is :keyword) => :keyword
(is ((fn [x] x) 1)) => 1
(is (quote a)) => a
(is (letfn [(f [x] x)] (f 2))) => 2
(is (instance? String "a")) => true
(is (every? #(pos? %) [1 2])) => true
(is (.startsWith "abc" "a")) => true
(is (case 1 1 :one)) => :one
(is (seq [1])) => (1)
(ex-message (is (thrown? Exception (throw (Exception. "m"))))) => "m"
(ex-message (is (thrown-with-msg? Exception #"b+" (throw (Exception. "abba"))))) => "abba"
(with-out-str (is (thrown? ArithmeticException (throw (ArithmeticException. "x"))))) => ""
(are [x y] (= x y) 1 1 (+ 1 1) 2) => true
(are [x] (is (pos? x)) 1 2) => true
(macroexpand-1 '(are [x y] (= x y) 1 2 3)) => (error "The number of args doesn't match are's argv.")
(t/function? 'inc) => true
(t/function? 'and) => false
(t/function? 'nobody) => false

;; What is printed of a failure.

(defn report-of [f] (clojure.string/replace (with-out-str (f)) #"\([^()]*:\d*\)" "(PLACE)")) => (shows "#'checks/report-of")
(report-of (fn [] (is (= 1 2)))) => "\nFAIL in () (PLACE)\nexpected: (= 1 2)\n  actual: (not (= 1 2))\n"
(report-of (fn [] (is (= 1 (inc 1)) "why"))) => "\nFAIL in () (PLACE)\nwhy\nexpected: (= 1 (inc 1))\n  actual: (not (= 1 2))\n"
(report-of (fn [] (is nil))) => "\nFAIL in () (PLACE)\nexpected: nil\n  actual: nil\n"
(report-of (fn [] (is (and true false)))) => "\nFAIL in () (PLACE)\nexpected: (and true false)\n  actual: false\n"
(report-of (fn [] (testing "a" (testing "b" (is false))))) => "\nFAIL in () (PLACE)\na b\nexpected: false\n  actual: false\n"
(report-of (fn [] (is (thrown? Exception 1)))) => "\nFAIL in () (PLACE)\nexpected: (thrown? Exception 1)\n  actual: nil\n"
(report-of (fn [] (are [x] (= x 1) 2))) => "\nFAIL in () (PLACE)\nexpected: (= 2 1)\n  actual: (not (= 2 1))\n"
(report-of (fn [] (is (throw (Exception. "m"))))) => "\nERROR in () (PLACE)\nexpected: (throw (Exception. \"m\"))\n  actual: java.lang.Exception: m\n"

;; Tests and fixtures.

(def events (atom [])) => (shows "#'checks/events")
(defn note [x] (swap! events conj x)) => (shows "#'checks/note")
(deftest first-test (note :first) (is (= 1 1)) (testing "inner" (is (= 2 2)))) => (shows "#'checks/first-test")
(deftest second-test (note :second) (is (= 1 2))) => (shows "#'checks/second-test")
(t/deftest- hidden-test (note :hidden)) => (shows "#'checks/hidden-test")
(:private (meta #'hidden-test)) => true
(fn? (:test (meta #'first-test))) => true
(first-test) => nil
(do (use-fixtures :each (fn [f] (note :before) (f) (note :after))) (use-fixtures :once (fn [f] (note :once) (f) (note :done))) nil) => nil
(let [counts (atom nil)]
  (reset! events [])
  (with-out-str (reset! counts (run-tests)))
  [@counts @events]) => [{:test 3 :pass 2 :fail 1 :error 0 :type :summary} [:once :before :first :after :before :second :after :before :hidden :after :done]]
(second (re-find #"(?s)(\nRan .*)" (with-out-str (run-tests 'checks)))) => "\nRan 3 tests containing 3 assertions.\n1 failures, 0 errors.\n"
(t/successful? {:fail 0 :error 0}) => true
(t/successful? {:fail 1 :error 0}) => false
(do (deftest failing (throw (Exception. "outside"))) (with-out-str (t/test-var #'failing)) nil) => nil
(:error (let [r (atom nil)] (with-out-str (reset! r (t/run-test failing))) @r)) => 1
(do (t/with-test (defn twice [x] (* 2 x)) (is (= 4 (twice 2)))) (twice 3)) => 6
(do (t/set-test twice (note :set)) ((:test (meta #'twice))) (last @events)) => :set
(do (defmethod t/assert-expr 'about? [msg form] `(let [d# (- ~@(rest form))] (t/do-report {:type (if (< -1 d# 1) :pass :fail) :message ~msg :expected '~form :actual d#}))) (with-out-str (is (about? 1 1.5)))) => ""
(let [seen (atom [])] (binding [t/report (fn [m] (swap! seen conj (:type m)))] (is (= 1 1)) (is (= 1 2))) @seen) => [:pass :fail]
(binding [t/*load-tests* false] (eval '(clojure.test/deftest never (is false)))) => nil
(clojure.template/apply-template '[x y] '(+ x y x) [1 2]) => (+ 1 2 1)
(clojure.template/do-template [x] (note x) 7) => [:once :before :first :after :before :second :after :before :hidden :after :done :once :before :first :after :before :second :after :before :hidden :after :done :once :before :after :done :set 7]
(ns user) => nil
