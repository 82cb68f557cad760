;; Printing.

(with-out-str (print "a"))            => "a"
(with-out-str (println 1 2) (pr "x")) => "1 2\n\"x\""
(println "a" [1 "b"] nil :k)          => (prints "a [1 b] nil :k\n" nil)
(prn "a" [1 "b"] nil \c)              => (prints "\"a\" [1 \"b\"] nil \\c\n" nil)
(print 1 2)                           => (prints "1 2" nil)
(newline)                             => (prints "\n" nil)
(printf "%d-%s" 1 "x")                => (prints "1-x" nil)
(pr 'a "b")                           => (prints "a \"b\"" nil)
