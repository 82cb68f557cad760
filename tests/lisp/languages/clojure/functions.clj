;; Functions of functions.

((juxt inc dec) 5)             => [6 4]
((comp inc inc) 1)             => 3
((comp) 1)                     => 1
((partial + 1 2) 3)            => 6
((complement even?) 2)         => false
((constantly 1) 2 3)           => 1
((fnil + 0) nil 1)             => 1
((every-pred odd? pos?) 1)     => true
((some-fn :a :b) {:b 1})       => 1
(identity 1)                   => 1
(trampoline (fn [] (fn [] 1))) => 1
((memoize +) 1 2)              => 3
