;; Macros.

(macroexpand-1 '(when a b))                                            => (if a (do b))
(macroexpand '(when-not a b))                                          => (if a nil (do b))
(macroexpand-1 '(-> a (b c)))                                          => (b a c)
(do (defmacro unless [t & b] `(if ~t nil (do ~@b))) (unless false 1 2))
 => 2
(macroexpand-1 '(unless a b))                                          => (if a nil (do b))
(do (defmacro m1 [x] `(let [y# ~x] (* y# y#))) (m1 5))                 => 25
(do (defmacro m2 ([a] a) ([a b] `(+ ~a ~b))) [(m2 1) (m2 1 2)])        => [1 3]
(do (defmacro m3 [& {:keys [a]}] a) (m3 :a 5))                         => 5
(do (defmacro m4 [] (list 'quote &form)) (m4))                         => (m4)
