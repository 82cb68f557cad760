;; Names.

(name :a/b)           => "b"
(namespace :a/b)      => "a"
(name 'foo)           => "foo"
(name "x")            => "x"
(keyword "a")         => :a
(keyword "a" "b")     => :a/b
(symbol "a" "b")      => a/b
(symbol "x")          => x
(keyword 'a)          => :a
(compare 1 2)         => -1
(compare "b" "a")     => 1
(compare [1 2] [1 3]) => -1
(compare :a :b)       => -1
(compare nil 1)       => -1
(parse-long "12")     => 12
(parse-long "x")      => nil
(parse-double "1.5")  => 1.5
