;;; Strings: chapter 16.

(stringp "abc")                                          => t
(stringp 'abc)                                           => nil
(stringp (make-array 2 :element-type 'character :fill-pointer 1)) => t
(simple-string-p "abc")                                  => t
(simple-string-p (make-array 2 :element-type 'character :fill-pointer 1)) => nil
(string "abc")                                           => "abc"
(string 'abc)                                            => "ABC"
(string #\a)                                             => "a"
(string :key)                                            => "KEY"
(string nil)                                             => "NIL"
(string 5)                                               => (error type-error "STRING: 5 is not of type (OR STRING SYMBOL CHARACTER)")
(let ((s "abc")) (eq s (string s)))                      => t
(make-string 3 :initial-element #\x)                     => "xxx"
(length (make-string 4))                                 => 4
(make-string 0)                                          => ""
(make-string 2 :initial-element #\a :element-type 'character) => "aa"
(make-string -1)                                         => (error type-error "MAKE-STRING: -1 is not of type UNSIGNED-BYTE")
(char "abc" 1)                                           => #\b
(schar "abc" 2)                                          => #\c
(char "abc" 3)                                           => (error type-error "CHAR: the index 3 is outside of \"abc\", whose length is 3")
(char "abc" -1)                                          => (error type-error "CHAR: the index -1 is outside of \"abc\", whose length is 3")
(char 'abc 0)                                            => (error type-error "CHAR: ABC is not of type STRING")
(char "λx" 0)                                            => #\λ
(length "λ😀")                                           => 2
(let ((s (copy-seq "abc"))) (setf (char s 1) #\X) s)     => "aXc"
(let ((s (copy-seq "abc"))) (setf (schar s 0) #\λ) s)    => "λbc"
(let ((s (copy-seq "abc"))) (setf (char s 3) #\X) s)     => (error type-error "CHAR: the index 3 is outside of \"abc\", whose length is 3")
(let ((s (copy-seq "abc"))) (setf (char s 0) 5) s)       => (error type-error "CHAR: 5 is not of type CHARACTER")
(char (make-array 3 :element-type 'character :initial-contents "abc" :fill-pointer 2) 2) => #\c

(string= "abc" "abc")                                    => t
(string= "abc" "abd")                                    => nil
(string= "abc" "ABC")                                    => nil
(string= "abc" 'abc)                                     => nil
(string= "ABC" 'abc)                                     => t
(string= #\a "a")                                        => t
(string= "abcd" "xbcx" :start1 1 :end1 3 :start2 1 :end2 3) => t
(string= "" "")                                          => t
(string= "abc" "ab" :end1 2)                             => t
(string= "abc" 5)                                        => (error type-error "STRING=: 5 is not of type (OR STRING SYMBOL CHARACTER)")
(string= "abc" "abc" :start1 4)                          => (error type-error "STRING=: the start 4 is not an integer from 0 to 3")
(string= "abc" "abc" :end2 4)                            => (error type-error "STRING=: the end 4 is not an integer from 0 to 3")
(string= "abc" "abc" :start1 2 :end1 1)                  => (error type-error "STRING=: the start 2 is not an integer from 0 to 1")
(string/= "abc" "abd")                                   => 2
(string/= "abc" "abc")                                   => nil
(string/= "abc" "abcd")                                  => 3
(string/= "xabc" "abd" :start1 1)                        => 3
(string< "abc" "abd")                                    => 2
(string< "abd" "abc")                                    => nil
(string< "ab" "abc")                                     => 2
(string< "abc" "abc")                                    => nil
(string< "" "a")                                         => 0
(string< "zab" "ac" :start1 1)                           => 2
(string> "abd" "abc")                                    => 2
(string> "abc" "ab")                                     => 2
(string> "a" "b")                                        => nil
(string<= "abc" "abc")                                   => 3
(string<= "abc" "abd")                                   => 2
(string<= "b" "a")                                       => nil
(string>= "abc" "abc")                                   => 3
(string>= "b" "a")                                       => 0
(string>= "abc" "abcd")                                  => nil
(string-equal "aBc" "AbC")                               => t
(string-equal "abc" "abd")                               => nil
(string-equal 'foo "foo")                                => t
(string-equal "xfoo" "foo" :start1 1)                    => t
(string-equal "ÄÖ" "äö")                                 => t
(string-not-equal "abc" "ABD")                           => 2
(string-not-equal "abc" "ABC")                           => nil
(string-lessp "abc" "ABD")                               => 2
(string-lessp "ABC" "abc")                               => nil
(string-greaterp "ABD" "abc")                            => 2
(string-not-greaterp "ABC" "abc")                        => 3
(string-not-lessp "abc" "ABC")                           => 3
(string-not-lessp "abb" "ABC")                           => nil

(string-upcase "abc")                                    => "ABC"
(string-upcase "abcdef" :start 2 :end 4)                 => "abCDef"
(string-upcase 'foo)                                     => "FOO"
(string-upcase #\a)                                      => "A"
(string-upcase "straße λ")                               => "STRAßE Λ"
(string-downcase "ABC")                                  => "abc"
(string-downcase 'foo)                                   => "foo"
(string-downcase "ABC" :start 1)                         => "Abc"
(string-capitalize "hello world")                        => "Hello World"
(string-capitalize "HELLO-woRLD don't 3rd")              => "Hello-World Don'T 3rd"
(string-capitalize "hello" :start 2)                     => "heLlo"
(string-capitalize 'kludgy-hash-search)                  => "Kludgy-Hash-Search"
(string-upcase "abc" :start 4)                           => (error type-error "STRING-UPCASE: the start 4 is not an integer from 0 to 3")
(string-upcase 5)                                        => (error type-error "STRING-UPCASE: 5 is not of type (OR STRING SYMBOL CHARACTER)")
(let ((s "abc")) (string-upcase s) s)                    => "abc"
(let ((s (copy-seq "abc"))) (nstring-upcase s) s)        => "ABC"
(let ((s (copy-seq "ABC"))) (nstring-downcase s :end 2) s) => "abC"
(nstring-capitalize (copy-seq "one two"))                => "One Two"
(nstring-upcase 'abc)                                    => (error type-error "NSTRING-UPCASE: ABC is not of type STRING")
(string-trim " " "  abc  ")                              => "abc"
(string-trim '(#\Space #\x) " xabcx ")                   => "abc"
(string-trim #(#\a) "aba")                               => "b"
(string-left-trim " " "  abc  ")                         => "abc  "
(string-right-trim " " "  abc  ")                        => "  abc"
(string-trim " " "    ")                                 => ""
(string-trim "" " a ")                                   => " a "
(string-trim "F" 'foo)                                   => "OO"
(string-trim " " 5)                                      => (error type-error "STRING-TRIM: 5 is not of type (OR STRING SYMBOL CHARACTER)")
(string-trim 5 "a")                                      => (error type-error "STRING-TRIM: 5 is not of type SEQUENCE")

(length (make-array 3 :element-type 'character :fill-pointer 2)) => 2
(let ((s (make-array 0 :element-type 'character :adjustable t :fill-pointer 0))) (vector-push-extend #\a s) (vector-push-extend #\b s) s) => "ab"
(let ((s (make-array 4 :element-type 'character :initial-contents "abcd" :fill-pointer 2)))
  (list (string= s "ab") (string-upcase s) (concatenate 'string s "!")))   => (t "AB" "ab!")
(string-upcase (make-array 2 :element-type 'character :displaced-to "xabx" :displaced-index-offset 1)) => "AB"
(equal "abc" (make-array 3 :element-type 'character :initial-contents "abc" :fill-pointer t)) => t
(equal "abc" (copy-seq "abc"))                           => t
(equal "abc" "ABC")                                      => nil
(equalp "abc" "ABC")                                     => t
(eql "abc" (copy-seq "abc"))                             => nil
(subseq "hello" 1 3)                                     => "el"
(subseq "hello" 2)                                       => "llo"
(subseq "hello" 5)                                       => ""
(subseq "hello" 6)                                       => (error type-error "SUBSEQ: the start 6 is not an integer from 0 to 5")
(subseq "hello" 3 2)                                     => (error type-error "SUBSEQ: the start 3 is not an integer from 0 to 2")
(let ((s (copy-seq "hello"))) (setf (subseq s 1 3) "ipp") s) => "hiplo"
(reverse "abc")                                          => "cba"
(nreverse (copy-seq "abc"))                              => "cba"
(fill (copy-seq "abc") #\x)                              => "xxx"
(fill (copy-seq "abcd") #\x :start 1 :end 3)             => "axxd"
(replace (copy-seq "abcd") "xy" :start1 1)               => "axyd"
(replace (copy-seq "abcd") "wxyz" :start1 1 :end1 3 :start2 2) => "ayzd"
(elt "abc" 1)                                            => #\b
(elt "abc" 3)                                            => (error type-error "ELT: the index 3 is outside of \"abc\", whose length is 3")
(coerce "abc" 'list)                                     => (#\a #\b #\c)
(coerce '(#\a #\b) 'string)                              => "ab"
(parse-integer "42")                                     => (values 42 2)
(parse-integer "  -17 ")                                 => (values -17 6)
(parse-integer "ff" :radix 16)                           => (values 255 2)
(parse-integer "12abc" :junk-allowed t)                  => (values 12 2)
(parse-integer "abc" :junk-allowed t)                    => (values nil 0)
(parse-integer "abc")                                    => (error parse-error "PARSE-INTEGER: \"abc\" is not an integer in radix 10")
(parse-integer "")                                       => (error parse-error "PARSE-INTEGER: \"\" is not an integer in radix 10")
(parse-integer "x42y" :start 1 :end 3)                   => (values 42 3)
(parse-integer "+7")                                     => (values 7 2)
(read-from-string "\"a\\\"b\"")                          => (values "a\"b" 6)
(prin1-to-string "a\"b\\c")                              => "\"a\\\"b\\\\c\""

;; Joining.
(concatenate 'string)                                    => ""
(concatenate 'string "ab" "" "c")                        => "abc"
(concatenate 'string "ab" '(#\c) (vector #\d) nil)       => "abcd"
(let ((s (concatenate 'string "a" (string (code-char 955)) "b"))) (list (length s) (char-code (char s 1)) (char s 2))) => (3 955 #\b)
(let* ((s (make-array 3 :element-type 'character :initial-contents "xyz" :fill-pointer 2))
       (joined (concatenate 'string s s)))
  (list joined (simple-string-p joined)))   => ("xyxy" t)
(let ((s "abc")) (eq s (concatenate 'string s)))         => nil
(concatenate 'string "a" '(1))                           => (error type-error "REPLACE: 1 is not of type CHARACTER")
(concatenate 'string "a" 5)                              => (error type-error "CONCATENATE: 5 is not of type SEQUENCE")
(reverse (concatenate 'string "ab" (string (code-char 955)))) => "λba"

;; Single characters.
(let ((s (copy-seq "abc"))) (setf (char s 1) #\x (schar s 2) (code-char 955)) (list s (char s 2) (schar s 1))) => ("axλ" #\λ #\x)
(let ((s (make-array 2 :element-type 'character :fill-pointer 1 :initial-element #\a))) (list (char s 1) (setf (char s 1) #\b) (char s 1))) => (#\a #\b #\b)
(char "abc" 3)                                           => (error type-error "CHAR: the index 3 is outside of \"abc\", whose length is 3")
(char "abc" -1)                                          => (error type-error "CHAR: the index -1 is outside of \"abc\", whose length is 3")
(char "abc" 'x)                                          => (error type-error "CHAR: the index X is outside of \"abc\", whose length is 3")
(char #(#\a) 0)                                          => (error type-error "CHAR: #(#\\a) is not of type STRING")
(schar 'abc 0)                                           => (error type-error "SCHAR: ABC is not of type STRING")
(setf (char (copy-seq "abc") 0) 5)                       => (error type-error "CHAR: 5 is not of type CHARACTER")
(setf (char (copy-seq "abc") 3) #\a)                     => (error type-error "CHAR: the index 3 is outside of \"abc\", whose length is 3")
(setf (schar (list #\a) 0) #\a)                          => (error type-error "SCHAR: (#\\a) is not of type STRING")
(handler-case (char 5 0) (type-error (c) (list (type-error-datum c) (type-error-expected-type c)))) => (5 string)
(char-code 'a)                                           => (error type-error "CHAR-CODE: A is not of type CHARACTER")
(let ((c #\a)) (setq c (char-code c)) c)                 => 97
