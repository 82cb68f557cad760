;;; The reader (chapters 2 and 23): tokens, numbers, macro characters, readtables.

;;; --- tokens
(defun reads (text)
  "Returns the object that TEXT begins with."
  (values (read-from-string text)))                     => reads
(read-from-string "foo")                                => (values foo 3)
(reads "FOO")                                           => foo
(read-from-string "  foo bar")                          => (values foo 6)
(read-from-string "foo bar" t nil :preserve-whitespace t) => (values foo 3)
(reads "|foo bar|")                                     => |foo bar|
(reads "a|B c|d")                                       => |AB cD|
(reads "\\a\\b")                                        => |ab|
(reads "a\\ b")                                         => |A B|
(symbol-name (read-from-string "||"))                   => ""
(reads "|a\\|b|")                                       => |a\|b|
(reads "a.b")                                           => a.b
(reads "+")                                             => +
(reads "-")                                             => -
(reads "1+")                                            => 1+
(reads "+a")                                            => +a
(reads "a#b")                                           => |A#B|
(reads "a;comment")                                     => a
(read-from-string "a\"b\"")                             => (values a 1)
(read-from-string "a'b")                                => (values a 1)
(reads ":foo")                                          => :foo
(reads ":|foo bar|")                                    => :|foo bar|
(keywordp (read-from-string ":foo"))                    => t
(reads "cl:car")                                        => car
(reads "cl::car")                                       => car
(eq (read-from-string "common-lisp:list") 'list)        => t
(read-from-string "cl:no-such-thing")
  => (error reader-error "READ-FROM-STRING: there is no symbol named \"NO-SUCH-THING\" in the package COMMON-LISP (line 1, column 1)")
(read-from-string "no-such-package:foo")
  => (error reader-error "READ-FROM-STRING: there is no package named \"NO-SUCH-PACKAGE\" (line 1, column 1)")
(read-from-string "no-such-package::foo")
  => (error reader-error "READ-FROM-STRING: there is no package named \"NO-SUCH-PACKAGE\" (line 1, column 1)")
(read-from-string "a:b:c")
  => (error reader-error "READ-FROM-STRING: too many colons in A:B:C (line 1, column 1)")
(read-from-string "cl:::car")
  => (error reader-error "READ-FROM-STRING: too many colons in CL:::CAR (line 1, column 1)")
(reads "cl:")
  => #+tessera (error reader-error "READ-FROM-STRING: nothing follows the colon in CL: (line 1, column 1)") #-tessera (error error)
(read-from-string "..")
  => (error reader-error "READ-FROM-STRING: a token of dots only: .. (line 1, column 1)")
(read-from-string "...")
  => (error reader-error "READ-FROM-STRING: a token of dots only: ... (line 1, column 1)")
(read-from-string ".")
  => (error reader-error "READ-FROM-STRING: a dot outside of a list (line 1, column 1)")
(reads "nil")                                           => nil
(reads "t")                                             => t

;;; --- numbers
(reads "12")                                            => 12
(reads "+12")                                           => 12
(reads "-12")                                           => -12
(reads "12.")                                           => 12
(reads "123456789012345678901234567890")                => 123456789012345678901234567890
(reads "1/2")                                           => 1/2
(reads "-4/6")                                          => -2/3
(reads "4/2")                                           => 2
(read-from-string "1/0")
  => (error reader-error "READ-FROM-STRING: the number 1/0 cannot be represented (line 1, column 1)")
(reads "1.5")                                           => 1.5
(reads ".5")                                            => 0.5
(reads "-.5")                                           => -0.5
(reads "1e3")                                           => 1000.0
(reads "1.5d0")                                         => 1.5d0
(reads "1.5E2")                                         => 150.0
(reads "1.5f0")                                         => 1.5
(reads "1.5s0")                                         => 1.5
(reads "1.5l0")                                         => 1.5d0
(let ((*read-default-float-format* 'double-float)) (= 1.5d0 (read-from-string "1.5"))) => t
(symbolp (read-from-string "1.e"))                      => t
(symbolp (read-from-string "+.e2"))                     => t
(symbolp (read-from-string "1e"))                       => t
(symbolp (read-from-string "1e+"))                      => t
(symbolp (read-from-string "1/2/3"))                    => t
(symbolp (read-from-string "1/+2"))                     => t
(symbolp (read-from-string "--1"))                      => t
(symbolp (read-from-string "1\\2"))                     => t
(let ((*read-base* 2)) (read-from-string "101"))        => (values 5 3)
(let ((*read-base* 16)) (read-from-string "ff"))        => (values 255 2)
(let ((*read-base* 16)) (read-from-string "ff."))       => (values ff. 3)
(let ((*read-base* 16)) (read-from-string "12."))       => (values 12 3)
(let ((*read-base* 3)) (read-from-string "12/21"))      => (values 5/7 5)
(let ((*read-base* 2)) (symbolp (read-from-string "12"))) => t

;;; --- lists
(reads "(a b c)")                                       => (a b c)
(reads "()")                                            => nil
(reads "( a . b )")                                     => (a . b)
(reads "(a b . c)")                                     => (a b . c)
(reads "(a . (b . (c)))")                               => (a b c)
(reads "(a .b)")                                        => (a .b)
(reads "(a.b)")                                         => (a.b)
(reads "((a)(b))")                                      => ((a) (b))
(read-from-string "(. b)")
  => (error reader-error "READ-FROM-STRING: there is no object before the dot in a list (line 1, column 2)")
(read-from-string "(a .)")
  => (error reader-error "READ-FROM-STRING: there is no object between the dot and the closing parenthesis (line 1, column 4)")
(read-from-string "(a . b c)")
  => (error reader-error "READ-FROM-STRING: more than one object after the dot in a list: C (line 1, column 8)")
(read-from-string "(a . . b)")
  => (error reader-error "READ-FROM-STRING: more than one dot in a list (line 1, column 6)")
(read-from-string ")")
  => (error reader-error "READ-FROM-STRING: a closing parenthesis without an opening one (line 1, column 1)")
(read-from-string "(a b")
  => (error end-of-file "READ-FROM-STRING: end of file inside the list that begins at line 1, column 1")
(read-from-string "")                                   => (error end-of-file "end of file on #<STRING-INPUT-STREAM>")
(read-from-string "   ")                                => (error end-of-file "end of file on #<STRING-INPUT-STREAM>")
(read-from-string "; only a comment")                   => (error end-of-file "end of file on #<STRING-INPUT-STREAM>")
(read-from-string "" nil 'end)                          => (values end 0)
(read-from-string "(a" nil 'end)
  => (error end-of-file "READ-FROM-STRING: end of file inside the list that begins at line 1, column 1")
(read-from-string "'" nil 'end)
  => (error end-of-file "READ-FROM-STRING: end of file inside the object that begins at line 1, column 1")
(read-from-string "(')")
  => (error reader-error "READ-FROM-STRING: a closing parenthesis where an object is expected (line 1, column 3)")
(reads "(a ; comment
 b)")                                                              => (a b)
(read-from-string "(a b) c" t nil :start 3)             => (values b 4)
(read-from-string "abc" t nil :end 2)                   => (values ab 2)
(read-from-string "abc" t nil :start 4)                 => (error type-error "the start 4 is not an integer from 0 to 3")
(length (read-from-string (concatenate 'string "(" (make-string 10000 :initial-element #\space) "a)"))) => 1

;;; --- quotes
(reads "'a")                                            => (quote a)
(reads "''a")                                           => (quote (quote a))
(reads "#'car")                                         => (function car)
(reads "#'(setf car)")                                  => (function (setf car))
(let ((b 2) (c '(3 4))) `(a ,b ,@c d))                  => (a 2 3 4 d)
(let ((b 2)) `(a . ,b))                                 => (a . 2)
(let ((b '(1 2))) `#(a ,@b))                            => #(a 1 2)
(read-from-string ",a")
  => (error reader-error "READ-FROM-STRING: a comma outside of a backquote (line 1, column 1)")
(read-from-string ",@a")
  => (error reader-error "READ-FROM-STRING: a comma outside of a backquote (line 1, column 1)")
(read-from-string "`(,,a)")
  => (error reader-error "READ-FROM-STRING: a comma outside of a backquote (line 1, column 4)")

;;; --- strings and characters
(reads "\"a b\"")                                       => "a b"
(reads "\"a\\\"b\\\\c\"")                               => "a\"b\\c"
(reads "\"a\\nb\"")                                     => "anb"
(read-from-string "\"")
  => (error end-of-file "READ-FROM-STRING: end of file inside the string that begins at line 1, column 1")
(read-from-string "\"a")
  => (error end-of-file "READ-FROM-STRING: end of file inside the string that begins at line 1, column 1")
(length (read-from-string "\"äöü\""))                   => 3
(reads "#\\a")                                          => #\a
(reads "#\\A")                                          => #\A
(reads "#\\Space")                                      => #\Space
(reads "#\\space")                                      => #\Space
(reads "#\\NEWLINE")                                    => #\Newline
(reads "#\\Tab")                                        => #\Tab
(reads "#\\(")                                          => #\(
(reads "#\\;")                                          => #\;
(reads "#\\ ")                                          => #\Space
(reads "(#\\a)")                                        => (#\a)
(reads "(#\\))")                                        => (#\))
(char-code (read-from-string "#\\ä"))                   => 228
(char-code (read-from-string "#\\Nul"))                 => 0
(char-code (read-from-string "#\\Rubout"))              => 127
(char-code (read-from-string "#\\Backspace"))           => 8
(char-code (read-from-string "#\\Page"))                => 12
(char-code (read-from-string "#\\Return"))              => 13
(char-code (read-from-string "#\\Linefeed"))            => 10
(read-from-string "#\\no-such-name")
  => (error reader-error "READ-FROM-STRING: no character is named no-such-name (line 1, column 1)")
(read-from-string "#\\")
  => (error end-of-file "READ-FROM-STRING: end of file inside a character after #\\")

;;; --- comments and features
(reads "#| comment |# a")                               => a
(reads "#| a #| nested |# b |# c")                      => c
(reads "(a #|b|# c)")                                   => (a c)
(reads "#||# a")                                        => a
(reads "#|a||# b")                                      => b
(read-from-string "#| open")
  => (error end-of-file "READ-FROM-STRING: end of file inside the comment that begins at line 1, column 1")
(reads "#+common-lisp a")                               => a
(reads "#-common-lisp a b")                             => b
(reads "(#+common-lisp a #-common-lisp b c)")            => (a c)
(reads "#+(and common-lisp (not no-such-feature)) a")            => a
(reads "(#+(or) a #+(and) b)")                          => (b)
(reads "(#+no-such-feature no-such-package:x a)")            => (a)
(reads "(#+no-such-feature #\\no-such-name #-no-such-feature 1)")            => (1)
(reads "(#+no-such-feature (a . b . c) 1)")             => (1)
(reads "(#+no-such-feature #.(error \"not evaluated\") 1)")            => (1)
(reads "(#+no-such-feature #-no-such-feature a b 1)")            => (b 1)
(reads "(#+no-such-feature #+no-such-feature a b 1)")            => (1)
(reads "(#+(and no-such-feature (version>= 8 0)) a 1)")            => (1)
(reads "(#+(or common-lisp (version>= 8 0)) a 1)")            => (a 1)
(read-from-string "(#+(version>= 8 0) a 1)")
  => (error reader-error "READ-FROM-STRING: (:VERSION>= 8 0) is not a feature expression (line 1, column 2)")
(reads "#+(xor a b) c")
  => #+tessera (error reader-error "READ-FROM-STRING: (:XOR :A :B) is not a feature expression (line 1, column 1)") #-tessera (error error)

;;; --- numbers in a radix
(reads "#b101")                                         => 5
(reads "#B-101")                                        => -5
(reads "#o17")                                          => 15
(reads "#xFF")                                          => 255
(reads "#x-ff/10")                                      => -255/16
(reads "#36rZZ")                                        => 1295
(reads "#3r12")                                         => 5
(read-from-string "#b12")
  => (error reader-error "READ-FROM-STRING: \"12\" is not a rational number in radix 2 (line 1, column 1)")
(read-from-string "#xfg")
  => (error reader-error "READ-FROM-STRING: \"fg\" is not a rational number in radix 16 (line 1, column 1)")
(read-from-string "#37r1")
  => (error reader-error "READ-FROM-STRING: #R needs a radix between 2 and 36 before the R (line 1, column 1)")
(read-from-string "#r1")
  => (error reader-error "READ-FROM-STRING: #R needs a radix between 2 and 36 before the R (line 1, column 1)")
(read-from-string "#x1.5")
  => (error reader-error "READ-FROM-STRING: \"1.5\" is not a rational number in radix 16 (line 1, column 1)")
(reads "#c(1 2)")                                       => #c(1 2)
(reads "#c(1.0 2)")                                     => #c(1.0 2.0)
(reads "#c(1 0)")                                       => 1
(read-from-string "#c(1)")
  => (error reader-error "READ-FROM-STRING: #C needs a list of two real numbers, not (1) (line 1, column 1)")
(reads "#c(a b)")
  => #+tessera (error reader-error "READ-FROM-STRING: #C needs a list of two real numbers, not (A B) (line 1, column 1)") #-tessera (error error)

;;; --- vectors and arrays
(reads "#(1 2 3)")                                      => #(1 2 3)
(reads "#()")                                           => #()
(reads "#5(1 2)")                                       => #(1 2 2 2 2)
(read-from-string "#2(1 2 3)")
  => (error reader-error "READ-FROM-STRING: more than 2 elements for a vector of length 2 (line 1, column 1)")
(read-from-string "#2()")
  => (error reader-error "READ-FROM-STRING: no elements to fill a vector of length 2 (line 1, column 1)")
(read-from-string "#(1 . 2)")
  => (error reader-error "READ-FROM-STRING: a dot outside of a list (line 1, column 5)")
(reads "#0()")                                          => #()
(reads "#*1011")                                        => #*1011
(reads "#*")                                            => #*
(reads "#6*10")                                         => #*100000
(reads "#4*1")                                          => #*1111
(read-from-string "#2*101")
  => (error reader-error "READ-FROM-STRING: more than 2 bits for a bit vector of length 2 (line 1, column 1)")
(read-from-string "#*12")
  => (error reader-error "READ-FROM-STRING: \"12\" is not a bit vector (line 1, column 1)")
(reads "#2a((1 2) (3 4))")                              => #2a((1 2) (3 4))
(array-dimensions (read-from-string "#2a((1 2 3) (4 5 6))")) => (2 3)
(aref (read-from-string "#0a foo"))                     => foo
(array-dimensions (read-from-string "#2a()"))           => (0 0)
(reads "#1a(1 2)")                                      => #(1 2)

;;; --- evaluation, uninterned symbols, labels
(reads "#.(+ 1 2)")                                     => 3
(reads "(a #.(list 1 2))")                              => (a (1 2))
(let ((*read-eval* nil)) (read-from-string "#.(+ 1 2)"))
  => (error reader-error "READ-FROM-STRING: #. is not allowed: *READ-EVAL* is NIL (line 1, column 1)")
(symbol-package (read-from-string "#:foo"))             => nil
(symbol-name (read-from-string "#:foo"))                => "FOO"
(eq (read-from-string "#:foo") (read-from-string "#:foo")) => nil
(let ((x (read-from-string "(#1=(a) #1#)"))) (eq (first x) (second x))) => t
(let ((x (read-from-string "#1=(a . #1#)"))) (eq x (cdr x))) => t
(let ((x (read-from-string "#1=(#1# . b)"))) (eq x (car x))) => t
(let ((x (read-from-string "#1=#(a #1#)"))) (eq x (aref x 1))) => t
(let ((x (read-from-string "(#1=#:a #1#)"))) (eq (first x) (second x))) => t
(let ((x (read-from-string "#1=(#2=(#1# #2#))"))) (and (eq x (first (first x))) (eq (first x) (second (first x))))) => t
(read-from-string "#1#")
  => (error reader-error "READ-FROM-STRING: the label #1# is not defined (line 1, column 1)")
(read-from-string "(#1=a #1=b)")
  => (error reader-error "READ-FROM-STRING: the label #1= occurs twice (line 1, column 7)")
(read-from-string "#1=#1#")
  => (error reader-error "READ-FROM-STRING: the label #1= stands for itself (line 1, column 1)")
(read-from-string "#<foo>")
  => (error reader-error "READ-FROM-STRING: #< begins an object that cannot be read back (line 1, column 1)")
(read-from-string "#)")                                 => (error reader-error ") may not follow # (line 1, column 1)")
(read-from-string "# a")
  => (error reader-error "READ-FROM-STRING: Space may not follow # (line 1, column 1)")
(read-from-string "#?")
  => (error reader-error "READ-FROM-STRING: no macro is defined for ? after # (line 1, column 1)")
(defstruct reader-point x (y 5))                        => reader-point
(reader-point-x (read-from-string "#s(reader-point :x 3)")) => 3
(reader-point-y (read-from-string "#s(reader-point :x 3)")) => 5
(read-from-string "#s(no-such-structure :x 3)")
  => (error reader-error "READ: there is no structure NO-SUCH-STRUCTURE")
(namestring (read-from-string "#p\"a/b.c\""))           => "a/b.c"

;;; --- suppressed
(let ((*read-suppress* t)) (read-from-string "foo"))    => (values nil 3)
(let ((*read-suppress* t)) (read-from-string "no-such-package:foo")) => (values nil 19)
(let ((*read-suppress* t)) (read-from-string "(a . b c)")) => (values nil 9)

;;; --- streams
(with-input-from-string (s "a b (c d)") (list (read s) (read s) (read s))) => (a b (c d))
(with-input-from-string (s "a") (read s) (read s nil 'end)) => end
(with-input-from-string (s "a") (read s) (read s))      => (error end-of-file "end of file on #<STRING-INPUT-STREAM>")
(with-input-from-string (s "ab c") (read s) (read-char s)) => #\c
(with-input-from-string (s "ab c") (read-preserving-whitespace s) (read-char s)) => #\Space
(with-input-from-string (s "(a)b") (read s) (read-char s)) => #\b
(with-input-from-string (s "'a b") (read s) (read-char s)) => #\b
(with-input-from-string (s "a b) c") (list (read-delimited-list #\) s) (read s))) => ((a b) c)
(with-input-from-string (s "a b ] c")
  (let ((*readtable* (copy-readtable nil)))
    (set-macro-character #\] (get-macro-character #\)))
    (list (read-delimited-list #\] s) (read s))))   => ((a b) c)
(with-input-from-string (s ") c") (read-delimited-list #\) s)) => nil
(with-input-from-string (s "a b") (read-delimited-list #\) s))
  => (error end-of-file "READ-DELIMITED-LIST: end of file inside the list that begins at line 1, column 1")
(with-input-from-string (s "  abc") (list (peek-char nil s) (peek-char t s) (read-char s))) => (#\Space #\a #\a)
(with-input-from-string (s "  abc") (list (peek-char #\b s) (read-char s) (read-char s))) => (#\b #\b #\c)
(with-input-from-string (s "abc") (peek-char #\z s nil 'end)) => end
(with-input-from-string (s "") (peek-char nil s nil 'end)) => end
(with-input-from-string (s "") (peek-char nil s))       => (error end-of-file "end of file on #<STRING-INPUT-STREAM>")

;;; --- readtables
(readtablep *readtable*)                                => t
(readtablep 1)                                          => nil
(readtable-case *readtable*)                            => :upcase
(let ((*readtable* (copy-readtable nil))) (setf (readtable-case *readtable*) :downcase) (symbol-name (read-from-string "FooBar"))) => "foobar"
(let ((*readtable* (copy-readtable nil))) (setf (readtable-case *readtable*) :preserve) (symbol-name (read-from-string "FooBar"))) => "FooBar"
(let ((*readtable* (copy-readtable nil)))
  (setf (readtable-case *readtable*) :invert)
  (mapcar #'symbol-name (read-from-string "(foo FOO FooBar foo\\Bar)")))   => ("FOO" "foo" "FooBar" "FOOBAR")
(let ((*readtable* (copy-readtable nil))) (setf (readtable-case *readtable*) :sideways))
  => (error type-error "(SETF READTABLE-CASE): :SIDEWAYS is not of type (MEMBER :UPCASE :DOWNCASE :PRESERVE :INVERT)")
(eq (copy-readtable) *readtable*)                       => nil
(let ((*readtable* (copy-readtable nil)))
  (set-macro-character #\! (lambda (s c) (list c (read s t nil t))))
  (read-from-string "(a !b c!d)"))   => (values (a (#\! b) c (#\! d)) 10)
(let ((*readtable* (copy-readtable nil)))
  (set-macro-character #\! (lambda (s c) (list c (read s t nil t))) t)
  (read-from-string "(a !b c!d)"))   => (values (a (#\! b) c!d) 10)
(let ((*readtable* (copy-readtable nil)))
  (set-macro-character #\! (lambda (s c) (declare (ignore s c)) (values)))
  (read-from-string "(a ! b)"))   => (values (a b) 7)
(let ((*readtable* (copy-readtable nil)))
  (set-macro-character #\! (lambda (s c) (declare (ignore c)) (read-delimited-list #\! s t)))
  (read-from-string "(x !a b! y)"))   => (values (x (a b) y) 11)
(let ((*readtable* (copy-readtable nil)))
  (set-macro-character #\[ (lambda (s c) (declare (ignore c)) (coerce (read-delimited-list #\] s t) 'vector)))
  (set-macro-character #\] (get-macro-character #\)))
  (read-from-string "[1 [2 3] 4]"))   => (values #(1 #(2 3) 4) 11)
(let ((*readtable* (copy-readtable nil)))
  (set-dispatch-macro-character #\# #\! (lambda (s c n) (list c n (read s t nil t))))
  (read-from-string "(#!a #42!b)"))   => (values ((#\! nil a) (#\! 42 b)) 11)
(let ((*readtable* (copy-readtable nil))) (set-dispatch-macro-character #\# #\1 #'list))
  => (error simple-error "SET-DISPATCH-MACRO-CHARACTER: the digit #\\1 cannot be a sub-character")
(let ((*readtable* (copy-readtable nil)))
  (make-dispatch-macro-character #\$)
  (set-dispatch-macro-character #\$ #\a (lambda (s c n) (declare (ignore s c)) (list :a n)))
  (read-from-string "($a $3A)"))   => (values ((:a nil) (:a 3)) 8)
(let ((*readtable* (copy-readtable nil))) (set-syntax-from-char #\$ #\') (read-from-string "$a"))   => (values (quote a) 2)
(let ((*readtable* (copy-readtable nil))) (set-syntax-from-char #\[ #\() (set-syntax-from-char #\] #\)) (read-from-string "'(a)"))   => (values (quote (a)) 4)
(let ((*readtable* (copy-readtable nil))) (set-syntax-from-char #\, #\Space) (read-from-string "(1,2,3)")) => (values (1 2 3) 7)
(let ((*readtable* (copy-readtable nil))) (set-syntax-from-char #\; #\a) (read-from-string "a;b")) => (values |A;B| 3)
(null (get-macro-character #\())                        => nil
(nth-value 1 (get-macro-character #\())                 => nil
(nth-value 1 (get-macro-character #\#))                 => t
(get-macro-character #\a)                               => (values nil nil)
(functionp (get-dispatch-macro-character #\# #\x))      => t
(get-dispatch-macro-character #\# #\?)                  => nil
(get-dispatch-macro-character #\a #\b)
  => (error simple-error "GET-DISPATCH-MACRO-CHARACTER: #\\a is not a dispatching macro character")
#+tessera (with-input-from-string (s "a b)") (funcall (get-macro-character #\() s #\()) #+tessera => #+tessera (a b)
#+tessera (with-input-from-string (s "a") (funcall (get-macro-character #\') s #\')) #+tessera => #+tessera (quote a)
#+tessera (with-input-from-string (s "abc\"") (funcall (get-macro-character #\") s #\")) #+tessera => #+tessera "abc"
#+tessera (with-input-from-string (s "ff") (funcall (get-dispatch-macro-character #\# #\x) s #\x nil)) #+tessera => #+tessera 255
(read-from-string 5)                                    => (error type-error "5 is not of type STRING")
(read 5)                                                => (error type-error "READ: 5 is not of type STREAM")

;; Each #. compiles a form, which must not scan all that the reader has read so far.
(read-from-string (with-output-to-string (s) (dotimes (i 40000) (write-string "#.'" s)) (write-string "deep" s))) => (values deep 120004)

;; While *READ-SUPPRESS* is true everything is read as NIL
(let ((*read-suppress* t))
  (mapcar (lambda (text) (multiple-value-list (read-from-string text)))
          '("'a" "`(a ,@b)" "#'." "#c." "." "#99999999999999999999(a)" "#2a((1 2) (3))")))
  => ((nil 2) (nil 8) (nil 3) (nil 3) (nil 1) (nil 24) (nil 14))
(let ((*read-suppress* t)) (read-from-string "(1 .. 2 . 3) 4"))  => (values nil 12)
(let ((*read-suppress* t)) (read-from-string ")"))
  => (error reader-error "READ-FROM-STRING: a closing parenthesis without an opening one (line 1, column 1)")
;; Text that ends too early is an end of file, not a wrong number
(read-from-string "#b")
  => (error end-of-file "READ-FROM-STRING: end of file inside a rational number after #")
(read-from-string "#xg")
  => (error reader-error "READ-FROM-STRING: \"g\" is not a rational number in radix 16 (line 1, column 1)")
;; SET-SYNTAX-FROM-CHAR copies the syntax type, but not the constituent traits
(let ((*readtable* (copy-readtable nil))) (set-syntax-from-char #\Space #\a) (read-from-string "a b"))
  => (error reader-error "READ-FROM-STRING: the character Space is not allowed in a token (line 1, column 1)")
(let ((*readtable* (copy-readtable nil))) (set-syntax-from-char #\Tab #\#) (read-from-string (format nil "a~ab" #\Tab)))
  => (error reader-error "READ-FROM-STRING: the character Tab is not allowed in a token (line 1, column 1)")
(let ((*readtable* (copy-readtable nil))) (set-syntax-from-char #\a #\Rubout) (symbol-name (read-from-string "bab")))  => "BAB"
(let ((*readtable* (copy-readtable nil))) (set-syntax-from-char #\! #\:) (symbol-name (read-from-string "a!b")))  => "A!B"
(let ((*readtable* (copy-readtable nil))) (set-syntax-from-char #\[ #\() (set-syntax-from-char #\x #\|) (read-from-string "[a xb cx)"))  => (values (a |b c|) 9)
;; The sequences within #nA must be of one length at each depth
(read-from-string "#2a((1 2) (3))")
  => (error reader-error "READ-FROM-STRING: #2A needs sequences nested 2 deep, with equal lengths at each depth, not ((1 2) (3)) (line 1, column 1)")
(read-from-string "#3a(((1 2)) (3 4))")
  => (error reader-error "READ-FROM-STRING: #3A needs sequences nested 3 deep, with equal lengths at each depth, not (((1 2)) (3 4)) (line 1, column 1)")
(reads "#2a(\"ab\" #(1 2) (3 4))")                                => #2a((#\a #\b) (1 2) (3 4))
;; READ-DELIMITED-LIST knows no dots
(read-delimited-list #\) (make-string-input-stream "a . b)"))
  => (error reader-error "READ-DELIMITED-LIST: a dot among the objects that READ-DELIMITED-LIST reads (line 1, column 3)")
(read-delimited-list #\) (make-string-input-stream "a (b . c))")) => (a (b . c))
;; *READ-BASE* must be a radix
(let ((*read-base* 37)) (read-from-string "8"))
  => (error type-error "READ-FROM-STRING: 37 is not of type (INTEGER 2 36)")

;;; --- after #+ and #- whose feature is there an object must come, whatever is to be done at the end of the file
(read-from-string "#-no-such-feature" nil :eof)
  => (error end-of-file "READ-FROM-STRING: end of file inside the object after a feature expression")
(read-from-string "#+common-lisp ; nothing" nil :eof)
  => (error end-of-file "READ-FROM-STRING: end of file inside the object after a feature expression")
(read-from-string "#-no-such-feature #+no-such-feature a" nil :eof)
  => (error end-of-file "READ-FROM-STRING: end of file inside the object after a feature expression")
(read-from-string "#+no-such-feature a" nil :eof)       => (values :eof 19)
(read-from-string "#-no-such-feature #| |# a" nil :eof) => (values a 25)

;;; The form after an absent feature may have its own features, and end the text.
(read-from-string "#+no-such-feature (a #-no-such-feature b)" nil :end)           => (values :end 41)
(read-from-string "#+no-such-feature (a #+no-such-feature (b) #-no-such-feature #1#)" nil :end) => (values :end 65)
(read-from-string "#-no-such-feature" nil :end)
  => (error end-of-file "READ-FROM-STRING: end of file inside the object after a feature expression")

;;; Unknown characters after # are skipped with what follows while *READ-SUPPRESS* is true
(let ((*read-suppress* t)) (multiple-value-list (read-from-string "#garbage"))) => (nil 8)
(let ((*read-suppress* t)) (multiple-value-list (read-from-string "#Qx 1"))) => (nil 4)
(let ((*read-suppress* t)) (multiple-value-list (read-from-string "#5q(1 2)"))) => (nil 8)
(let ((*read-suppress* t)) (multiple-value-list (read-from-string "(a #zb c)"))) => (nil 9)
(let ((*read-suppress* t)) (multiple-value-list (read-from-string "#h #h x"))) => (nil 7)
(let ((*read-suppress* t)) (multiple-value-list (read-from-string "#%foo"))) => (nil 5)
(read-from-string "(1 #-no-such-feature #Qbc 2)")
  => (error reader-error "READ-FROM-STRING: no macro is defined for Q after # (line 1, column 22)")
(read-from-string "(1 #+no-such-feature #Q(a b) 2)") => (values (1 2) 31)
(read-from-string "(1 #+no-such-feature (x #!y) 2)") => (values (1 2) 31)
(read-from-string "#Qbc") => (error reader-error "no macro is defined for Q after # (line 1, column 1)")
(let ((*read-suppress* t)) (read-from-string "#<foo>"))
  => (error reader-error "READ-FROM-STRING: #< begins an object that cannot be read back (line 1, column 1)")
(let ((*read-suppress* t)) (read-from-string "#)")) => (error reader-error ") may not follow # (line 1, column 1)")
