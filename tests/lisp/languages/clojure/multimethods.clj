;; Multimethods and hierarchies.

(do (defmulti mm :kind) (defmethod mm :a [x] [:a x]) (defmethod mm :default [x] :dflt) [(mm {:kind :a}) (mm {})])
 => [[:a {:kind :a}] :dflt]
(do (defmulti nn class) (defmethod nn String [s] :str) (defmethod nn Number [s] :num) [(nn "a") (nn 1) (nn 1.5)])
 => [:str :num :num]
(nn :k)                                                                => (error "Execution error (IllegalArgumentException): No method in multimethod 'nn' for dispatch value: class clojure.lang.Keyword")
(do (derive ::rect ::shape) (defmulti ar identity) (defmethod ar ::shape [_] :shape) (ar ::rect))
 => :shape
(isa? ::rect ::shape)                                                  => true
(parents ::rect)                                                       => #{:user/shape}
(do (derive ::sq ::rect) (ancestors ::sq))                             => #{:user/rect :user/shape}
(do (defmulti two (fn [a b] [a b])) (defmethod two [::rect ::shape] [a b] :rs) (defmethod two [::shape ::rect] [a b] :sr) (two ::rect ::rect))
 => (error "Execution error (IllegalArgumentException): Multiple methods in multimethod 'two' match dispatch value: [:user/rect :user/rect] -> [:user/shape :user/rect] and [:user/rect :user/shape], and neither is preferred")
(do (prefer-method two [::rect ::shape] [::shape ::rect]) (two ::rect ::rect))
 => :rs
(do (defmethod two :default [& args] args) (two 1 2))                  => (1 2)
(count (methods two))                                                  => 3
(do (remove-method two :default) (two 1 2))                            => (error "Execution error (IllegalArgumentException): No method in multimethod 'two' for dispatch value: [1 2]")
(let [h (derive (make-hierarchy) :a :b)] (isa? h :a :b))               => true
(isa? [::rect 1] [::shape 1])                                          => true

;; A tag that is derived from others in many ways: each is looked at once.

(let [tag (fn [n] (keyword "many" (str n)))
      h (reduce (fn [h [a b]] (derive h (tag a) (tag b))) (make-hierarchy) (for [a (range 40) b (range a)] [a b]))]
  [(isa? h (tag 39) :many/none) (isa? h (tag 39) (tag 0)) (count (ancestors h (tag 39))) (count (descendants h (tag 0)))])
 => [false true 39 39]

;; Hierarchies and preferences.

(derive (derive (make-hierarchy) ::b ::a) ::c ::b)            => {:parents {:user/b #{:user/a}, :user/c #{:user/b}}, :ancestors {:user/b #{:user/a}, :user/c #{:user/b :user/a}}, :descendants {:user/a #{:user/b :user/c}, :user/b #{:user/c}}}
(derive (derive (derive (make-hierarchy) ::b ::a) ::c ::b) ::c ::a) => (error "Execution error (Exception): :user/c already has :user/a as ancestor")
(let [h (derive (make-hierarchy) ::b ::a)] (= h (derive h ::b ::a))) => true
(let [h (derive (derive (make-hierarchy) ::c ::b) ::b ::a)] [(ancestors h ::c) (descendants h ::a)]) => [#{:user/b :user/a} #{:user/b :user/c}]
(let [h (underive (derive (derive (make-hierarchy) ::c ::b) ::b ::a) ::c ::b)] [(ancestors h ::c) (ancestors h ::b) (isa? h ::c ::a)]) => [nil #{:user/a} false]
(underive (derive (make-hierarchy) ::b ::a) ::b ::a)          => {:parents {}, :ancestors {}, :descendants {}}
(do (defmulti over (fn [x y] [x y])) (prefer-method over [::p ::q] [::q ::p]) (prefers over)) => {[:user/p :user/q] #{[:user/q :user/p]}}
(prefer-method over [::q ::p] [::p ::q])                      => (error "Execution error (IllegalStateException): Preference conflict in multimethod 'over': [:user/p :user/q] is already preferred to [:user/q :user/p]")
