;;; SEARCH and MISMATCH.

(search "abc" "xxabcabc")                                => 2
(search "abc" "xxabcabc" :from-end t)                    => 5
(search "x" "abc")                                       => nil
(search "" "abc")                                        => 0
(search "" "abc" :from-end t)                            => 3
(search "" "abc" :start2 2)                              => 2
(search '(2 3) '(1 2 3 4))                               => 1
(search '(2 3) #(1 2 3 4))                               => 1
(search #(2 3) '(1 2 3 2 3) :from-end t)                 => 3
(search '(b c) '(a b c b c) :start2 2)                   => 3
(search '(b c) '(a b c b c) :end2 2)                     => nil
(search '(x b c y) '(a b c) :start1 1 :end1 3)           => 1
(search "BC" "abcd" :test #'char-equal)                  => 1
(search '(1 2) '((0) (1) (2)) :key (lambda (x) (if (consp x) (car x) x))) => 1
(search '(5) '(1 5 9) :test #'<)                         => 2
(search '(5) '(5 1) :test-not #'eql)                     => 1
(search #*11 #*010110)                                   => 3
(search "abcd" "abc")                                    => nil
(search '() '())                                         => 0
(search "a" 'b)                                          => (error type-error "SEARCH: B is not of type SEQUENCE")
(search 5 "b")                                           => (error type-error "SEARCH: 5 is not of type SEQUENCE")
(search "a" "b" :end2 4)                                 => (error type-error "SEARCH: the end 4 is not an integer from 0 to 1")
(search "a" "b" :start1 2)                               => (error type-error "SEARCH: the start 2 is not an integer from 0 to 1")
(search '(1) '(1 2 1) :from-end t :end2 2)               => 0
(search "aab" "aaaab")                                   => 2
(search '((a)) '((b) (a)) :test #'equal)                 => 1

(mismatch "abcd" "abxd")                                 => 2
(mismatch "abc" "abc")                                   => nil
(mismatch "abc" "abcd")                                  => 3
(mismatch "abcd" "abc")                                  => 3
(mismatch '() '())                                       => nil
(mismatch '() '(1))                                      => 0
(mismatch '(1 2 3) #(1 2 4))                             => 2
(mismatch "xabc" "abc" :start1 1)                        => nil
(mismatch "xabc" "abd" :start1 1)                        => 3
(mismatch "abcd" "xbcd" :from-end t)                     => 1
(mismatch "abcd" "bcd" :from-end t)                      => 1
(mismatch "abc" "abc" :from-end t)                       => nil
(mismatch "abX" "abY" :from-end t)                       => 3
(mismatch "aBc" "AbC" :test #'char-equal)                => nil
(mismatch '(1 2 3) '(2 3 4) :test #'<)                   => nil
(mismatch '(1 2 3) '(2 3 3) :test #'<)                   => 2
(mismatch '((1) (2)) '((1) (3)) :key #'car)              => 1
(mismatch '((1) (2)) '((1) (3)) :key #'car :from-end t)  => 2
(mismatch '(1 2) '(3 4) :test-not #'eql)                 => nil
(mismatch "abcdef" "cd" :start1 2 :end1 4)               => nil
(mismatch "abcdef" "xcdx" :start1 2 :end1 4 :start2 1 :end2 3) => nil
(mismatch #*1010 #*1000)                                 => 2
(mismatch "a" 5)                                         => (error type-error "MISMATCH: 5 is not of type SEQUENCE")
(mismatch "a" "b" :end1 5)                               => (error type-error "MISMATCH: the end 5 is not an integer from 0 to 1")
(mismatch '(1 2 3) '(1 2) :from-end t)                   => 3
(mismatch '(1 2 3 4 5 6) '(3 4 5 6 7) :start1 2 :end2 4) => nil

;; Strings in strings.
(list (search "bc" "abcbc") (search "bc" "abcbc" :from-end t) (search "x" "abc") (search "" "abc") (search "" "abc" :from-end t)) => (1 3 nil 0 3)
(list (search "abc" "ab") (search "aab" "aaab") (search "c" "abc") (search "" "")) => (nil 1 2 0)
(list (search "xbc" "abcbc" :start1 1) (search "bcx" "abcbc" :end1 2 :start2 2) (search "bc" "abcbc" :end2 2)) => (1 3 nil)
(let ((wide (concatenate 'string "ab" (string (code-char 955)) "b")))
  (list (search "b" wide :from-end t)
        (search (string (code-char 955)) wide)
        (search wide "ab")
        (search (subseq wide 1 3) wide)))   => (3 2 nil 1)
(search (make-array 2 :element-type 'character :initial-contents "bc" :fill-pointer 1) "abc") => 1
(search "B" "abc" :test #'char-equal)                    => 1
(search '(#\b) "abc")                                    => 1
(search "a" "abc" :start2 4)                             => (error type-error "SEARCH: the start 4 is not an integer from 0 to 3")
(search "abc" "abc" :start1 2 :end1 1)                   => (error type-error "SEARCH: the start 2 is not an integer from 0 to 1")
