;; Literals and syntax-quote.

(hash-set 1 2)            => #{1 2}
(array-map :b 1 :a 2)     => {:b 1, :a 2}
{:a 1 :b {:c [1 2]}}      => {:a 1, :b {:c [1 2]}}
#{:a}                     => #{:a}
'(1 2 (3))                => (1 2 (3))
'[a b {c d}]              => [a b {c d}]
'foo/bar                  => foo/bar
`(a b ~(+ 1 2) ~@[3 4])   => (user/a user/b 3 3 4)
`[a ~@[1 2]]              => [user/a 1 2]
`{:a ~(inc 1)}            => {:a 2}
`foo                      => user/foo
`inc                      => clojure.core/inc
``a                       => (quote user/a)
'~a                       => (clojure.core/unquote a)
(quote (a))               => (a)
(let [x 'y] `(~x ~'z))    => (y z)
[#_1 2]                   => [2]
[1, 2]                    => [1 2]
#'inc                     => (shows "#'clojure.core/inc")
\u0041                    => \A
"\u0041\t"                => "A\t"
:a/b                      => :a/b
::kw                      => :user/kw
[1 2 . 3]                 => (error "Unable to resolve symbol: . in this context")
(eval '(+ 1 2))           => 3
(read-string "(1 2 [3])") => (1 2 [3])
