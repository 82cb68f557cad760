;;; FORMAT: the directives that enclose others: ~( ~[ ~{ ~< and ~^.

;; ~( ~)
(format nil "~(Hello World~)")                  => "hello world"
(format nil "~:(hello WORLD foo-bar~)")         => "Hello World Foo-Bar"
(format nil "~@(hello WORLD~)")                 => "Hello world"
(format nil "~:@(hello World~)")                => "HELLO WORLD"
(format nil "~(~a ~s~)" 'foo "BAR")             => "foo \"bar\""
(format nil "~@(  the ~a~)" 'end)               => "  The end"
(format nil "~:(~r~)" 42)                       => "Forty-Two"
(format nil "~@(~r~)" 1000)                     => "One thousand"
(format nil "~(X~:(abc def~)Y~)")               => "xabc defy"
(format nil "abc~(~10tX~)")                     => "abc       x"
(format nil "abc~(~&X~)")                       => "abc
x"
(format nil "~(A~^B~)C")                        => "a"
(format nil "~(A~^B~)C" 1)                      => "abC"
(format nil "~@(~)")                            => ""
(format nil "~(a")                              => (error simple-error "FORMAT: nothing closes ~(, at position 0 of \"~(a\"")
(format nil "a~)")                              => (error simple-error "FORMAT: nothing here is separated or closed by ~), at position 1 of \"a~)\"")

;; ~[ ~]
(format nil "~[zero~;one~;two~]" 1)             => "one"
(format nil "~[zero~;one~;two~]" 3)             => ""
(format nil "~[zero~;one~;two~]" -1)            => ""
(format nil "~[zero~;one~:;many~]" 7)           => "many"
(format nil "~[zero~;one~:;many~]" -1)          => "many"
(format nil "~[~:;any~]" 0)                     => ""
(format nil "~[~]" 0)                           => ""
(format nil "~1[zero~;one~]")                   => "one"
(format nil "~v[zero~;one~]" 0)                 => "zero"
(format nil "~#[none~; ~s~; ~s and ~s~]" 'a 'b) => " A and B"
(format nil "~:[false~;true~] ~:[false~;true~]" nil 0) => "false true"
(format nil "~@[level ~d~]~@[ length ~d~]." nil 5) => " length 5."
(format nil "~@[~a~]" 1)                        => "1"
(format nil "~[~a~;~d~] ~a" 1 5 6)              => "5 6"
(format nil "~[a~[b~;c~]~;d~]" 0 1)             => "ac"
(format nil "~[a~;b~]" 'x)                      => (error simple-error "FORMAT: the selector X of ~[ is not an integer, at position 0 of \"~[a~;b~]\"")
(format nil "~[a~;b")                           => (error simple-error "FORMAT: nothing closes ~[, at position 0 of \"~[a~;b\"")
(format nil "~:[a~]" nil)                       => (error simple-error "FORMAT: ~:[ needs two clauses, at position 0 of \"~:[a~]\"")
(format nil "~:[a~;b~;c~]" nil)                 => (error simple-error "FORMAT: ~:[ needs two clauses, at position 0 of \"~:[a~;b~;c~]\"")
(format nil "~@[a~;b~]" 1)                      => (error simple-error "FORMAT: ~@[ takes one clause, at position 0 of \"~@[a~;b~]\"")
(format nil "~:@[a~;b~]" 0)                     => (error simple-error "FORMAT: colon and at-sign together do not suit ~[, at position 0 of \"~:@[a~;b~]\"")
(format nil "a~]")                              => (error simple-error "FORMAT: nothing here is separated or closed by ~], at position 1 of \"a~]\"")
(format nil "a~;b")                             => (error simple-error "FORMAT: nothing here is separated or closed by ~;, at position 1 of \"a~;b\"")
(format nil "~[a~)" 0)                          => (error simple-error "FORMAT: nothing here is separated or closed by ~), at position 3 of \"~[a~)\"")

;; ~{ ~}
(format nil "~{~a ~}" '(1 2 3))                 => "1 2 3 "
(format nil "~{~a~^, ~}" '(1 2 3))              => "1, 2, 3"
(format nil "~{~a~^, ~}" '())                   => ""
(format nil "~{~a=~a~^ ~}" '(a 1 b 2))          => "A=1 B=2"
(format nil "~{~a~}~a" '(1 2) 3)                => "123"
(format nil "~2{~a~}" '(1 2 3))                 => "12"
(format nil "~0{~a~}" '(1 2 3))                 => ""
(format nil "~v{~a~}" 1 '(1 2 3))               => "1"
(format nil "~{<~a>~:}" '())                    => (error simple-error "FORMAT: no argument is left for ~A, at position 3 of \"~{<~a>~:}\"")
(format nil "~{none~:}" '())                    => "none"
(format nil "~0{none~:}" '())                   => ""
(format nil "~:{<~a,~a>~}" '((1 2) (3 4)))      => "<1,2><3,4>"
(format nil "~:{<~a~^,~a>~}" '((1) (3 4)))      => "<1<3,4>"
(format nil "~1:{<~a>~}" '((1) (2)))            => "<1>"
(format nil "~:{~a~:^, ~}" '((1) (2) (3)))      => "1, 2, 3"
(format nil "~@{~a~^-~}" 1 2 3)                 => "1-2-3"
(format nil "~2@{~a~}!~a" 1 2 3)                => "12!3"
(format nil "~:@{<~a,~a>~}" '(1 2) '(3 4))      => "<1,2><3,4>"
(format nil "~:@{<~a~^,~a>~}" '(1) '(3 4))      => "<1<3,4>"
(format nil "~{~}" "<~a>" '(1 2))               => "<1><2>"
(format nil "~:{~}" "<~a,~a>" '((1 2) (3 4)))   => "<1,2><3,4>"
(format nil "~{~}" (formatter "<~a>") '(1 2))   => "<1><2>"
(format nil "~@{~}" "<~a>" 1 2)                 => "<1><2>"
(format nil "~{~{~a~^,~}~^;~}" '((1 2) (3) ())) => "1,2;3;"
(format nil "~{~a~*~}" '(1 2 3 4))              => "13"
(format nil "~{~a ~2:*~a~* ~}" '(1 2))          => (error simple-error "FORMAT: there is no argument number -1, at position 5 of \"~{~a ~2:*~a~* ~}\"")
(format nil "~{~#[~;~a~;~a and ~a~:;~@{~a~#[~;, and ~:;, ~]~}~]~}" '(a)) => "A"
(format nil "~{~#[~;~a~;~a and ~a~:;~@{~a~#[~;, and ~:;, ~]~}~]~}" '(a b)) => "A and B"
(format nil "~{~#[~;~a~;~a and ~a~:;~@{~a~#[~;, and ~:;, ~]~}~]~}" '(a b c d)) => "A, B, C, and D"
(format nil "~{~a~1,1^ never~}" '(1))           => "1"
(format nil "~{~a" '(1))                        => (error simple-error "FORMAT: nothing closes ~{, at position 0 of \"~{~a\"")
(format nil "~a~}" 1)                           => (error simple-error "FORMAT: nothing here is separated or closed by ~}, at position 2 of \"~a~}\"")
(format nil "~{~a~;~}" '(1))                    => (error simple-error "FORMAT: nothing here is separated or closed by ~;, at position 4 of \"~{~a~;~}\"")
(format nil "~{~a~}" 5)                         => (error simple-error "FORMAT: 5 is not a list, at position 0 of \"~{~a~}\"")
(format nil "~:{~a~}" '(5))                     => (error simple-error "FORMAT: 5 is not a list, at position 0 of \"~:{~a~}\"")
(format nil "~{~a ~a~}" '(1))                   => (error simple-error "FORMAT: no argument is left for ~A, at position 5 of \"~{~a ~a~}\"")
(format nil "~{~}" 5 '(1))                      => (error simple-error "FORMAT: 5 is neither a control string nor a function, at position 0 of \"~{~}\"")

;; ~^
(format nil "done~^. ~d warning~:p~^. ~d error~:p.") => "done"
(format nil "done~^. ~d warning~:p~^. ~d error~:p." 3) => "done. 3 warnings"
(format nil "done~^. ~d warning~:p~^. ~d error~:p." 1 5) => "done. 1 warning. 5 errors."
(format nil "a~0^b")                            => "a"
(format nil "a~1^b")                            => "ab"
(format nil "a~2,2^b")                          => "a"
(format nil "a~2,3^b")                          => "ab"
(format nil "a~1,2,3^b")                        => "a"
(format nil "a~3,2,1^b")                        => "ab"
(format nil "a~1,1,1^b")                        => "a"
(format nil "a~#^b")                            => "a"
(format nil "a~#^b" 1)                          => "ab"
(format nil "a~v^b" 0)                          => "a"
(format nil "a~v,v^b" 5 6)                      => "ab"
(format nil "~@{~a~#,1^,~}" 1 2 3)              => "1,2"
(format nil "~? after" "a~^b" '())              => "a after"
(format nil "~[a~^b~]c" 0)                      => "a"
(format nil "~@^")                              => (error simple-error "FORMAT: an at-sign does not suit ~^, at position 0 of \"~@^\"")

;; ~< ~> justification
(format nil "[~10<foo~;bar~>]")                 => "[foo    bar]"
(format nil "[~10:<foo~;bar~>]")                => "[  foo  bar]"
(format nil "[~10@<foo~;bar~>]")                => "[foo  bar  ]"
(format nil "[~10:@<foo~;bar~>]")               => "[ foo bar  ]"
(format nil "[~10<foobar~>]")                   => "[    foobar]"
(format nil "[~10:<foobar~>]")                  => "[    foobar]"
(format nil "[~10@<foobar~>]")                  => "[foobar    ]"
(format nil "[~10:@<foobar~>]")                 => "[  foobar  ]"
(format nil "[~4<foobar~>]")                    => "[foobar]"
(format nil "[~4,3<foobar~;x~>]")               => "[foobarx]"
(format nil "[~4,3,2<foobar~;x~>]")             => "[foobar   x]"
(format nil "[~10,,,'.<a~;b~;c~>]")             => "[a...b....c]"
(format nil "[~11,,,'.<a~;b~;c~>]")             => "[a....b....c]"
(format nil "[~,,1<a~;b~;c~>]")                 => "[a b c]"
(format nil "[~10<~a~;~a~>]" 'x 'y)             => "[X        Y]"
(format nil "[~10<~a~;~^~a~>]" 'x)              => "[         X]"
(format nil "[~10<~a~;~^~a~>]" 'x 'y)           => "[X        Y]"
(format nil "[~10<~>]")                         => "[          ]"
(format nil "[~v<~a~>]" 8 'abc)                 => "[     ABC]"
(format nil "~30:<~a~;~a~;~a~>" 'left 'middle 'right) => "     LEFT     MIDDLE     RIGHT"
(format nil "~20,,,'.<~a~;~d~>" "Price" 42)     => "Price.............42"
(format nil "~%;; ~{~<~%;; ~1,20:; ~a~>~^,~}.~%" '("alpha" "beta" "gamma" "delta" "eps")) => "
;;  alpha, beta,
;;  gamma, delta,
;;  eps.
"
(format nil "~{~<~%~0,10:;~a ~>~}" '(abc def ghi jkl)) => "ABC DEF 
GHI JKL "
(format nil "~<~a~;~w~>" 1 2)                   => (error simple-error "FORMAT: a justification may not enclose pretty printing, at position 0 of \"~<~a~;~w~>\"")
(format nil "~<~_~>")                           => (error simple-error "FORMAT: a justification may not enclose pretty printing, at position 0 of \"~<~_~>\"")
(format nil "~<x~:;y~>~w" 1)                    => (error simple-error "FORMAT: ~<...~:;...~> may not be used with pretty printing, at position 0 of \"~<x~:;y~>~w\"")
(format nil "~10<abc")                          => (error simple-error "FORMAT: nothing closes ~<, at position 0 of \"~10<abc\"")
(format nil "abc~>")                            => (error simple-error "FORMAT: nothing here is separated or closed by ~>, at position 3 of \"abc~>\"")

;; Deeply nested directives are parsed once.
(flet ((nested (open inner close)
         (with-output-to-string (s)
           (dotimes (i 30000) (write-string open s))
           (write-string inner s)
           (dotimes (i 30000) (write-string close s)))))
  (list (format nil (nested "~<" "a" "~>"))
        (format nil (nested "~@{" "~a" "~}") 1)
        (handler-case (format nil (nested "~<" "~w" "~>") 1) (error () :refused))))
  => ("a" "1" :refused)
;; The column increment matters only where more columns are needed
(list (format nil "~5,0<ab~>" ) (format nil "~10,0,2,'.<ab~;cd~>")) => ("   ab" "ab......cd")
(format nil "~3,0<abcdef~>") => (error simple-error "FORMAT: the column increment 0 is not positive, at position 0 of \"~3,0<abcdef~>\"")
;;; --- ~:@> breaks lines after blanks, also within ~{, ~[ and ~(, but not in a block within the block
(defmacro laid-out (margin &rest arguments)
  `(let ((*print-pretty* t) (*print-right-margin* ,margin) (*print-miser-width* nil)) (format nil ,@arguments))) => laid-out
(laid-out 2 "~:@<~@{~A~^ ~}~:@>" 1 2 3)         => "(1
 2
 3)"
(laid-out 3 "~@<**~@;~@{~A~^     ~}~;XX~:@>" 1 2 3) => "**1
**2
**3XX"
(laid-out 6 "~<~:[a~;b c d e f~] ~(G H I~)~:@>" '(t)) => "b c d
e f g
h i"
(laid-out 4 "~<a b ~:<~A ~A~:> c~:@>" '((1 2)))     => "a b
(1 2)
c"
(laid-out 2 "~:@<~@{~A~^ ~}~:>" 1 2 3)          => "(1 2 3)"
(funcall (formatter "~:@<~@{~A~^ ~}~:@>") (make-broadcast-stream) 1 2) => nil

;;; --- arguments and parameters of a wrong type are type errors
(format nil "~?" 1 '(1))                        => (error type-error "FORMAT: 1 is neither a control string nor a function, at position 0 of \"~?\"")
(format nil "~@?" 'a 2)                         => (error type-error "FORMAT: A is neither a control string nor a function, at position 0 of \"~@?\"")
(format nil "~?" "~A" 5)                        => (error type-error "FORMAT: 5 is not a list, at position 0 of \"~?\"")
(format nil "~{~}" 5 '(1))                      => (error #+(or tessera clisp) type-error #-(or tessera clisp) error)
(format nil "~{~A~}" '(1 . 2))                  => (error type-error "FORMAT: 2 is not a list, at position 0 of \"~{~A~}\"")
(format nil "~{~A~^ ~}" '(1 . 2))               => (error type-error "FORMAT: 2 is not a list, at position 0 of \"~{~A~^ ~}\"")
(format nil (copy-seq "~:{~A~}") '((1) . 2))    => (error type-error "FORMAT: 2 is not a list, at position 0 of \"~:{~A~}\"")
(format nil "~<~@{~A~^ ~}~:>" '(1 2 . 3))       => #+clisp "(1 2 . 3)" #-clisp "1 2 . 3"
(format nil "~37R" 1)                           => (error #+ecl error #-ecl type-error)
(format nil "~'xD" 10)                          => (error type-error "FORMAT: the parameter #\\x of ~D is not of type INTEGER, at position 0 of \"~'xD\"")
(format nil "~VD" #\a 10)                       => (error type-error "FORMAT: the parameter #\\a of ~D is not of type INTEGER, at position 0 of \"~VD\"")
(format nil "~'x%")                             => (error type-error "FORMAT: the parameter #\\x of ~% is not of type INTEGER, at position 0 of \"~'x%\"")
(format nil "~,,,'xA" 1)                        => "1"
(format nil "~,,'xA" 1)                         => (error type-error "FORMAT: the parameter #\\x of ~A is not of type INTEGER, at position 0 of \"~,,'xA\"")
(format nil "~[a~;b~]" 'x)                      => (error #+(or tessera clisp ecl) type-error #-(or tessera clisp ecl) error)
(format nil "~C" 1)                             => (error #+(or tessera clisp ecl) type-error #-(or tessera clisp ecl) error)
(mapcar (lambda (control) (handler-case (format nil control 'a) (type-error () :type) (error () :other))) '("~R" "~:R" "~@R" "~:@R"))
  => #+sbcl (:other :other :other :other) #-sbcl (:type :type :type :type)
(format nil "~,,,,3:R" 10)                      => "tenth"
(format nil "~,,,,0@R" 10)                      => "X"
