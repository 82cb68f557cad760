;; Control.

(if () 1 2)                                 => 1
(if nil 1 2)                                => 2
(if false 1 2)                              => 2
(if 0 1 2)                                  => 1
(if "" 1 2)                                 => 1
(and)                                       => true
(and 1 2)                                   => 2
(and nil 2)                                 => nil
(and 1 false 2)                             => false
(or)                                        => nil
(or nil 2)                                  => 2
(or nil false)                              => false
(or false nil)                              => nil
(not nil)                                   => true
(not 1)                                     => false
(when true 1 2)                             => 2
(when false 1)                              => nil
(when-not false 1)                          => 1
(if-not true 1 2)                           => 2
(cond false 1 :else 2)                      => 2
(cond nil 1)                                => nil
(case 3 1 :a 2 :b :c)                       => :c
(case :x (:x :y) 1 2)                       => 1
(case "a" "a" 1 2)                          => 1
(case 5 1 2)                                => (error "Execution error (IllegalArgumentException): No matching clause: 5")
(case 'a a 1 2)                             => 1
(case [1 2] [1 2] :yes :no)                 => :yes
(condp = 2 1 :a 2 :b)                       => :b
(condp < 5 10 :lt 3 :gt)                    => :gt
(condp some [1 2 3] #{0 6} :a #{2} :>> inc) => 3
(if-let [x 1] x 2)                          => 1
(if-let [x nil] x 2)                        => 2
(when-let [x 5] (inc x))                    => 6
(if-some [x false] x 2)                     => false
(when-some [x false] [x])                   => [false]
(when-first [x [1 2]] x)                    => 1
