;;; FORMAT: destinations, objects (~A ~S ~W ~C), lines and columns (~% ~& ~| ~~ ~T), and moving among the arguments.

;; Destinations
(format nil "plain")                            => "plain"
(format t "to ~a" 'output)                      => (prints "to OUTPUT" nil)
(format nil "")                                 => ""
(let ((s (make-string-output-stream))) (list (format s "x~a" 1) (get-output-stream-string s))) => (nil "x1")
(let ((s (make-array 3 :element-type 'character :fill-pointer 3 :adjustable t :initial-contents "abc"))) (format s "~a" 'def) s) => "abcDEF"
(let ((s (make-array 0 :element-type 'character :fill-pointer 0 :adjustable t))) (list (format s "~d~d" 1 2) (length s))) => (nil 2)
(format nil (lambda (stream &rest args) (prin1 args stream) nil) 1 2) => "(1 2)"
(format 5 "x")                                  => (error type-error "5 is not of type (OR BOOLEAN STREAM (AND STRING (SATISFIES ARRAY-HAS-FILL-POINTER-P)))")
(format nil 5)                                  => (error type-error)
(format nil nil)                                => (error type-error)
(format "no fill pointer" "x")                  => #+tessera (error type-error) #-tessera (error error)
(format nil "~a" 1 2 3)                         => "1"

;; ~A and ~S
(format nil "~a ~a ~a" "s" #\c 'sym)            => "s c SYM"
(format nil "~s ~s ~s" "s" #\c 'sym)            => "\"s\" #\\c SYM"
(format nil "~a" nil)                           => "NIL"
(format nil "~:a ~:s" nil nil)                  => "() ()"
(format nil "~:a" '(nil))                       => "(NIL)"
(format nil "[~6a]" 'abc)                       => "[ABC   ]"
(format nil "[~6@a]" 'abc)                      => "[   ABC]"
(format nil "[~6s]" "abc")                      => "[\"abc\" ]"
(format nil "[~6@s]" "abc")                     => "[ \"abc\"]"
(format nil "[~2a]" 'abc)                       => "[ABC]"
(format nil "[~5,,,'*a]" 'abc)                  => "[ABC**]"
(format nil "[~5,,,'*@a]" 'abc)                 => "[**ABC]"
(format nil "[~,,2a]" 'abc)                     => "[ABC  ]"
(format nil "[~,,2,'.@a]" 'abc)                 => "[..ABC]"
(format nil "[~10,4a]" 'abc)                    => "[ABC        ]"
(format nil "[~10,4,2,'-a]" 'abc)               => "[ABC----------]"
(format nil "[~10:a]" nil)                      => "[()        ]"
(format nil "[~10:@a]" nil)                     => "[        ()]"
(format nil "~A" '(a "b" #\c))                  => "(A b c)"
(format nil "~S" '(a "b" #\c))                  => "(A \"b\" #\\c)"
(format nil "~a ~s" 'cl:car :key)               => "CAR :KEY"
(let ((*print-base* 16)) (format nil "~a" 255)) => "FF"
(format nil "[~va]" 5 'x)                       => "[X    ]"
(format nil "[~va]" nil 'x)                     => "[X]"
(format nil "[~#a]" 'x)                         => "[X]"
(format nil "[~v,,,va]" 4 #\. 'x)               => "[X...]"

;; ~W
(format nil "~w" "a")                           => "\"a\""
(let ((*print-escape* nil)) (format nil "~w" "a")) => "a"
(let ((*print-length* 2)) (format nil "~w ~@w" '(1 2 3) '(1 2 3))) => "(1 2 ...) (1 2 3)"
(let ((*print-level* 1)) (format nil "~w ~@w" '(1 (2)) '(1 (2)))) => "(1 #) (1 (2))"

;; ~C
(format nil "~c~c" #\a #\Space)                 => "a "
(format nil "~:c ~:c ~:c" #\a #\Space #\Newline) => "a Space Newline"
(format nil "~@c ~@c" #\a #\()                   => "#\\a #\\("
(format nil "~:@c" #\a)                         => "a"
(format nil "~c" 65)                            => (error simple-error "FORMAT: 65 is not a character, at position 0 of \"~c\"")
(format nil "~c" "a")                           => (error simple-error "FORMAT: \"a\" is not a character, at position 0 of \"~c\"")

;; ~P
(format nil "~d dog~:p" 1)                      => "1 dog"
(format nil "~d dog~:p" 2)                      => "2 dogs"
(format nil "~d pupp~:@p" 1)                    => "1 puppy"
(format nil "~d pupp~:@p" 0)                    => "0 puppies"
(format nil "~p ~p ~p" 1 1.0 0)                 => " s s"
(format nil "~@p ~@p" 1 2)                      => "y ies"
(format nil "~d tr~:@p/~d win~:p" 7 1)          => "7 tries/1 win"
(format nil "~d tr~:@p/~d win~:p" 1 0)          => "1 try/0 wins"
(format nil "~:p" 1)                            => (error simple-error "FORMAT: there is no argument number -1, at position 0 of \"~:p\"")

;; Lines
(format nil "a~%b")                             => "a
b"
(format nil "~3%")                              => "


"
(format nil "~0%x")                             => "x"
(format nil "~&a~&~&b")                         => "a
b"
(format nil "a~2&b")                            => "a

b"
(format nil "~2&b")                             => "
b"
(format nil "a~0&b")                            => "ab"
(format nil "~~ ~3~")                           => "~ ~~~"
(equal (format nil "~|") (string #\Page))       => t
(equal (format nil "~2|") (format nil "~c~c" #\Page #\Page)) => t
(format nil "~v%" 2)                            => "

"
(format nil "~#%" 1 2)                          => "

"
(format nil "abc~
            def")                               => "abcdef"
(format nil "abc~:
  def")                                         => "abc  def"
(format nil "abc~@
            def")                               => "abc
def"
(let ((s (make-array 3 :element-type 'character :fill-pointer 3 :adjustable t :initial-contents "abc"))) (format s "~&x~8tz") s) => "abc
x       z"

;; ~T
(format nil "a~5tb")                            => "a    b"
(format nil "a~0,5tb")                          => "a    b"
(format nil "abcdef~5tb")                       => "abcdef b"
(format nil "abcdef~5,4tb")                     => "abcdef   b"
(format nil "abcdef~5,0tb")                     => "abcdefb"
(format nil "~5t~5tx")                          => "      x"
(format nil "a~3@tb")                           => "a   b"
(format nil "a~3,4@tb")                         => "a   b"
(format nil "abc~0,4@tb")                       => "abc b"
(format nil "abc~tb")                           => "abc b"
(format nil "abc~@tb")                          => "abc b"
(format nil "x~%ab~4tc")                        => "x
ab  c"
(format nil "~v,vtx" 3 2)                       => "   x"

;; Arguments
(format nil "~a~*~a" 1 2 3)                     => "13"
(format nil "~a~2*~a" 1 2 3 4)                  => "14"
(format nil "~a~:*~a" 1 2)                      => "11"
(format nil "~a~a~2:*~a" 1 2)                   => "121"
(format nil "~a~a~@*~a" 1 2)                    => "121"
(format nil "~2@*~a" 1 2 3)                     => "3"
(format nil "~a~0*~a" 1 2)                      => "12"
(format nil "~a~a~1@*~a" 1 2)                   => "122"
(format nil "~:*~a" 1)                          => (error simple-error "FORMAT: there is no argument number -1, at position 0 of \"~:*~a\"")
(format nil "~3*~a" 1 2)                        => (error simple-error "FORMAT: no argument is left for ~*, at position 0 of \"~3*~a\"")
(format nil "~4@*~a" 1 2)                       => (error simple-error "FORMAT: there is no argument number 4, at position 0 of \"~4@*~a\"")
(format nil "~a~a" 1)                           => (error simple-error "FORMAT: no argument is left for ~A, at position 2 of \"~a~a\"")

;; ~?
(format nil "~? ~d" "<~a ~d>" '("Foo" 5) 7)     => "<Foo 5> 7"
(format nil "~? ~d" "<~a ~d>" '("Foo" 5 14) 7)  => "<Foo 5> 7"
(format nil "~@? ~d" "<~a ~d>" "Foo" 5 7)       => "<Foo 5> 7"
(format nil "~@? ~d" "<~a ~d>" "Foo" 5 14 7)    => "<Foo 5> 14"
(format nil "~?" "~a~^, ~a" '(1))               => "1"
(format nil "~?!" "" nil)                       => "!"
(format nil "~?" 5 '(1))                        => (error simple-error "FORMAT: 5 is neither a control string nor a function, at position 0 of \"~?\"")
(format nil "~?" (formatter "<~a>") '(1))       => "<1>"

;; ~/name/
(defun cl-user::show-call (stream arg colon at &rest params) (format stream "[~s ~s ~s ~s]" arg (and colon t) (and at t) params)) => cl-user::show-call
(format nil "~/show-call/" 1)                   => "[1 NIL NIL NIL]"
(format nil "~:/cl-user::show-call/" 1)         => "[1 T NIL NIL]"
(format nil "~@/Cl-User::Show-Call/" 1)         => "[1 NIL T NIL]"
(format nil "~1,'x,,#:@/show-call/" 1)          => "[1 T T (1 #\\x NIL 1)]"
(format nil "~v/show-call/" 5 1)                => "[1 NIL NIL (5)]"
(format nil "~/show-call" 1)                    => (error simple-error "FORMAT: ~/ without a closing slash, at position 0 of \"~/show-call\"")

;; FORMATTER
(funcall (formatter "~a-~a") nil 1 2)           => (prints "1-2" nil)
(multiple-value-list (funcall (formatter "~a") *standard-output* 1 2 3)) => (prints "1" ((2 3)))
(format nil (formatter "~a~^~a") 1)             => "1"
(with-output-to-string (s) (funcall (formatter "~a") s 1)) => "1"
(macroexpand '(formatter "~?~"))                => (error simple-error "FORMAT: the control string ends within a directive, at position 2 of \"~?~\"")

;; Wrong control strings
(format nil "~")                                => (error simple-error "FORMAT: the control string ends within a directive, at position 0 of \"~\"")
(format nil "abc~5")                            => (error simple-error "FORMAT: the control string ends within a directive, at position 3 of \"abc~5\"")
(format nil "~5,")                              => (error simple-error "FORMAT: the control string ends within a directive, at position 0 of \"~5,\"")
(format nil "~:")                               => (error simple-error "FORMAT: the control string ends within a directive, at position 0 of \"~:\"")
(format nil "~'")                               => (error simple-error "FORMAT: the control string ends within a directive, at position 0 of \"~'\"")
(format nil "~!")                               => (error simple-error "FORMAT: there is no directive ~!, at position 0 of \"~!\"")
(format nil "~::a" 1)                           => (error simple-error "FORMAT: two colons in one directive, at position 0 of \"~::a\"")
(format nil "~@@a" 1)                           => (error simple-error "FORMAT: two at-signs in one directive, at position 0 of \"~@@a\"")
(format nil "~5,5,5,'x,5a" 1)                   => (error simple-error "FORMAT: too many parameters for ~A, at position 0 of \"~5,5,5,'x,5a\"")
(format nil "~:%")                              => (error simple-error "FORMAT: a colon does not suit ~%, at position 0 of \"~:%\"")
(format nil "~@~")                              => (error simple-error "FORMAT: an at-sign does not suit ~~, at position 0 of \"~@~\"")
(format nil "~'xa" 1)                           => (error simple-error "FORMAT: the parameter #\\x of ~A is not of type INTEGER, at position 0 of \"~'xa\"")
(format nil "~5,'a@a" 1)                        => (error simple-error "FORMAT: the parameter #\\a of ~A is not of type INTEGER, at position 0 of \"~5,'a@a\"")

;;; ~/ has as many parameters as are written
(progn
  (defun cl-user::note-parameters (stream argument colon at &rest parameters)
    (prin1 (list argument colon at parameters) stream))
  (format nil "~1,2,3,4,5,6,7,8,9,10@/cl-user::note-parameters/" :x))   => "(:X NIL T (1 2 3 4 5 6 7 8 9 10))"
(format nil "~/cl-user::note-parameters/" :x) => "(:X NIL NIL NIL)"
(format nil "~,,'a:/cl-user::note-parameters/" :x) => "(:X T NIL (NIL NIL #\\a))"
(format nil "~v,v/cl-user::note-parameters/" 1 2 :x) => "(:X NIL NIL (1 2))"
(format nil "~#/cl-user::note-parameters/~a" :x :y) => "(:X NIL NIL (2))Y"
(funcall (lambda (n) (format nil "~v/cl-user::note-parameters/~a" n 1 2)) 7) => "(1 NIL NIL (7))2"
(format nil "~{~1,2/cl-user::note-parameters/~}" '(1 2)) => "(1 NIL NIL (1 2))(2 NIL NIL (1 2))"
(format nil "~1,2,3,4,5,6,7,8,9,10,11,12,13,14,15/cl-user::note-parameters/" nil) => "(NIL NIL NIL (1 2 3 4 5 6 7 8 9 10 11 12 13 14 15))"
(format nil "~/cl-user::note-parameters/") => (error simple-error "FORMAT: no argument is left for ~/, at position 0 of \"~/cl-user::note-parameters/\"")
(with-output-to-string (s) (funcall (formatter "~1,2,3,4,5,6,7,8,9/cl-user::note-parameters/") s 1)) => "(1 NIL NIL (1 2 3 4 5 6 7 8 9))"
