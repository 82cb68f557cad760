;; Regular expressions.

(re-find #"\d+" "abc123def")                    => "123"
(re-find #"(\d)(\d)" "a12")                     => ["12" "1" "2"]
(re-matches #"\d+" "123")                       => "123"
(re-matches #"\d+" "123a")                      => nil
(re-matches #"(\w+)@(\w+)\.com" "joe@site.com") => ["joe@site.com" "joe" "site"]
(re-seq #"\w+" "the quick brown")               => ("the" "quick" "brown")
(re-seq #"(\w)(\d)" "a1 b2")                    => (["a1" "a" "1"] ["b2" "b" "2"])
(re-find #"(?i)HELLO" "say hello")              => "hello"
(re-find #"^a.*z$" "abcz")                      => "abcz"
(re-find #"a{2,3}" "caaaat")                    => "aaa"
(re-find #"a+?" "aaa")                          => "a"
(re-find #"[^abc]+" "abcdef")                   => "def"
(re-find #"[a-c&&[^b]]+" "bac")                 => "ac"
(re-find #"(a|b)*c" "ababc")                    => ["ababc" "b"]
(re-find #"(?:ab)+" "ababx")                    => "abab"
(re-find #"\bfoo\b" "a foo b")                  => "foo"
(re-find #"(?<=x)y" "xy")                       => "y"
(re-find #"y(?=z)" "yyz")                       => "y"
(re-find #"y(?!z)" "yzy")                       => "y"
(re-find #"(\w)\1" "hello")                     => ["ll" "l"]
(re-seq #"[aeiou]" "education")                 => ("e" "u" "a" "i" "o")
(re-find #"x*" "aaa")                           => ""
(re-find #"(a*)*b" "aaab")                      => ["aaab" ""]
(re-find #"[\w.]+@[\w.]+" "mail a.b@c.d now")   => "a.b@c.d"
(re-find #"\p{Upper}+" "abCDe")                 => "CD"
(re-find #"\p{IsUpper}+" "abCDe")               => "CD"
(re-pattern "\\p{sUpper}")                       => (error "Unknown character property name {sUpper}")
(re-pattern "a.c")                              => #"a.c"
#"a\d"                                          => #"a\d"
(let [m (re-matcher #"(a)(b)" "abab")] (re-find m) [(nth m 0) (nth m 2) (nth m 3 :none) (nth m -1 :none)]) => ["ab" "b" :none :none]
(let [m (re-matcher #"(a)" "a")] (re-find m) (nth m 2))       => (error "Execution error (IndexOutOfBoundsException): No group 2")
(nth (re-matcher #"a" "b") 0)                                 => (error "Execution error (IllegalStateException): No match found")
