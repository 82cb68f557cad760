;; Methods of Java that tutorials use.

(.toUpperCase "abc")     => "ABC"
(.length "abc")          => 3
(.indexOf "abc" "c")     => 2
(.substring "hello" 1 3) => "el"
(.contains "abc" "b")    => true
(.startsWith "abc" "a")  => true
(.charAt "abc" 1)        => \b
(.equals "a" "a")        => true
(String/valueOf 1)       => "1"
(Character/isDigit \1)   => true
(.. "a" (concat "b"))    => "ab"
(new String "x")         => "x"
(String. "x")            => "x"
(.toString 5)            => "5"
