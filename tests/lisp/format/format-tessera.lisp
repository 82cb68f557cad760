;;; FORMAT where Tessera's messages, or its choices where the standard leaves one, matter: only Tessera runs this file.

;; Messages name the control string and the position of the directive
(format nil "ab~!" 1) => (error tessera::format-error "there is no directive ~!, at position 2 of \"ab~!\"")
(format nil "~q") => (error tessera::format-error "there is no directive ~q")
(format nil "~a ~d" 1) => (error tessera::format-error "no argument is left for ~D, at position 3 of \"~a ~d\"")
(format nil "~") => (error tessera::format-error "ends within a directive, at position 0")
(format nil "x~{~a" '(1)) => (error tessera::format-error "nothing closes ~{, at position 1")
(format nil "~a~}" 1) => (error tessera::format-error "separated or closed by ~}, at position 2")
(format nil "~5,5d~1,2,3,4,5,6d" 1 2) => (error tessera::format-error "too many parameters for ~D, at position 5")
(format nil "~:%") => (error tessera::format-error "a colon does not suit ~%")
(format nil "~@%") => (error tessera::format-error "an at-sign does not suit ~%")
(format nil "~:@*" 1) => (error tessera::format-error "colon and at-sign together do not suit ~*")
(format nil "~'xa" 1) => (error tessera::format-error "the parameter #\\x of ~A is not of type INTEGER")
(format nil "~c" 65) => (error tessera::format-error "65 is not a character")
(format nil "~{~a~}" 5) => (error tessera::format-type-error "5 is not a list")
(mapcar (lambda (control) (handler-case (format nil control 5) (type-error (c) (list (type-error-datum c) (type-error-expected-type c)))))
        '("~{~a~}" "~:{~a~}" "~:@{~a~}" "~1{~a~}")) => ((5 list) (5 list) (5 list) (5 list))
(handler-case (format nil "~?" "~a" 'x) (type-error (c) (list (type-error-datum c) (type-error-expected-type c)))) => (x list)
(handler-case (funcall (formatter "~:{~a~}") (make-broadcast-stream) '(1 2)) (type-error (c) (type-error-datum c))) => 1
(format nil "~@r" 4000) => (error tessera::format-error "4000 cannot be written by this ~R")
(format nil "~37r" 1) => (error tessera::format-error "37 is not a radix")
(format nil "~,2,,4e" 1.0) => (error tessera::format-error "the scale factor 4 does not suit 2 digits")
(format nil "~-a" 1) => (error tessera::format-error "a sign without digits")
(format nil "~[a~:;b~;c~]" 0) => (error tessera::format-error "before the last clause")
(format nil "~<x~;y~:;z~>") => (error tessera::format-error "after the first clause")
(format nil "~<~w~>" 1) => (error tessera::format-error "a justification may not enclose")
(format nil "~5*" 1) => (error tessera::format-error "no argument is left for ~*")
(format nil "~5@*" 1) => (error tessera::format-error "there is no argument number 5")
(handler-case (format nil "~a ~?" 1 "~z" '()) (error (c) (tessera::format-error-position c))) => 0
(handler-case (format nil "~q") (simple-error (c) (tessera::format-error-control-string c))) => "~q"

;; Integers keep their digits in ~F
(format nil "~f" 123456789) => "123456789.0"
(format nil "~,2f" (expt 10 20)) => "100000000000000000000.00"
(format nil "~,20f" 1/3) => "0.33333333333333333333"
(format nil "~,1e" 9.99) => "1.0e+1"
(format nil "[~g]" 1e20) => "[1.0000000e+20]"
(format nil "~d|~10d|" 1.5 1.5) => "1.5|1.5       |"
(format nil "~r" 1.5)                            => (error simple-error "FORMAT: 1.5 is not an integer, at position 0 of \"~r\"")

;; Pretty printing within case conversion
(let ((*print-pretty* t)) (format nil "~<~(ABC~:@_DEF~)~:>" nil)) => "abc
def"

;; Layouts of code that other Lisps choose differently
(write-to-string '(loop for x in list when (evenp x) collect (* x x) into squares finally (return squares))
                 :pretty t :right-margin 32) => "(LOOP FOR X IN LIST
      WHEN (EVENP X)
        COLLECT (* X X) INTO SQUARES
      FINALLY (RETURN SQUARES))"
(write-to-string '(loop (print 1) (print 2)) :pretty t :right-margin 20) => "(LOOP (PRINT 1)
      (PRINT 2))"
(write-to-string '(tagbody start (print 1) (go start) end) :pretty t :right-margin 20) => "(TAGBODY
 START
  (PRINT 1)
  (GO START)
 END)"
(write-to-string '(flet ((f (x) (list x x)) (g () (foo))) (f 1) (g)) :pretty t :right-margin 30)
=> "(FLET ((F (X) (LIST X X))
       (G () (FOO)))
  (F 1)
  (G))"
(write-to-string '(handler-case (foo a b c) (error (c) (print c) (foo))) :pretty t :right-margin 30)
=> "(HANDLER-CASE (FOO A B C)
  (ERROR (C) (PRINT C) (FOO)))"

;;; --- every directive refuses absurdly large parameters
(format nil "~1000000000000A" 1)      => (error tessera::format-error "of ~A asks for more than 100000000")
(format nil "~1000000000000S" 1)      => (error tessera::format-error "of ~S asks")
(format nil "~0,1000000000000A" 1)    => (error tessera::format-error "of ~A asks")
(format nil "~0,1,1000000000000A" 1)  => (error tessera::format-error "of ~A asks")
(format nil "~1000000000000%")        => (error tessera::format-error "of ~% asks")
(format nil "~1000000000000&")        => (error tessera::format-error "of ~& asks")
(format nil "~1000000000000|")        => (error tessera::format-error "of ~| asks")
(format nil "~1000000000000~")        => (error tessera::format-error "of ~~ asks")
(format nil "~1000000000000T")        => (error tessera::format-error "of ~T asks")
(format nil "~1,1000000000000T")      => (error tessera::format-error "of ~T asks")
(format nil "~1000000000000@T")       => (error tessera::format-error "of ~T asks")
(format nil "~1000000000000:T")       => (error tessera::format-error "of ~T asks")
(format nil "~1000000000000D" 1)      => (error tessera::format-error "of ~D asks")
(format nil "~1000000000000B" 1)      => (error tessera::format-error "of ~B asks")
(format nil "~1000000000000X" 1)      => (error tessera::format-error "of ~X asks")
(format nil "~10,1000000000000R" 1)   => (error tessera::format-error "of ~R asks")
(format nil "~1000000000000R" 1)      => (error tessera::format-error)
(format nil "~1000000000000F" 1.5)    => (error tessera::format-error "of ~F asks")
(format nil "~,1000000000000F" 1.5)   => (error tessera::format-error "of ~F asks")
(format nil "~,1000000000000E" 1.5)   => (error tessera::format-error "of ~E asks")
(format nil "~,1000000000000G" 1.5)   => (error tessera::format-error "of ~G asks")
(format nil "~1000000000000$" 1.5)    => (error tessera::format-error "of ~$ asks")
(format nil "~1000000000000<a~;b~>")  => (error tessera::format-error "of ~< asks")
(format nil "~vA" (expt 10 30) 1)     => (error tessera::format-error "of ~A asks")
(format nil "~v%" (expt 10 12))       => (error tessera::format-error "of ~% asks")
(format nil "~v,vF" 3 (expt 10 12) 1) => (error tessera::format-error "of ~F asks")
(funcall (formatter "~1000000000000A") nil 1) => (error error)
(let ((f (formatter "~1000000000000D~v%"))) (with-output-to-string (s) (funcall f s 1 2))) => (error tessera::format-error "of ~D asks")
(length (format nil "~100000A" 1))    => 100000
(length (format nil "~5000%"))        => 5000
(length (format nil "~100000,'xD" 7)) => 100000
;;; ... but not where no more is written for it
(format nil "~1000000000000{~a~}" '(1 2)) => "12"
(format nil "~1000000000000[a~;b~:;c~]") => "c"
(format nil "a~1000000000000,1^b")    => "ab"

;;; Parameters without a meaning may be of any size; negative ones ask for nothing
(format nil "~-1000000000000000000d" 1234) => "1234"
(format nil "~vd" (1- most-negative-fixnum) 12) => "12"
(format nil "~-100000000000000000000a|" "xyz") => "xyz|"
(format nil "~,,-100000000000000000000s|" :x) => ":X|"
(format nil "~2,,,,1000000000000000000r" 17) => "10001"
(format nil "~10,-1000000000000000r" 12345) => "12345"
(format nil "~,,,100000000000000000:d" 1234567) => "1234567"
(format nil "~,,,100000000000000000x" 255) => "FF"
(format nil "~-10000000000000000000b" 5) => "101"
(format nil "~-10000000000000000000@o" 8) => "+10"
(format nil "~vr" 8 64) => "100"
(format nil "[~-10000000000000000000%]") => "[]"
(format nil "[~-10000000000000000000~]") => "[]"
(format nil "~,,,v:d" (expt 10 30) 1234567) => "1234567"
(funcall (formatter "~-1000000000000000000x") (make-broadcast-stream) 5) => nil

;;; A fraction of zero is one zero, for every width
(format nil "~2f" 1) => "1.0"
(format nil "~2f" 1.1) => "1.0"
(format nil "~2f" 1.9) => "2.0"
(format nil "~3@f" 1) => "+1.0"
(format nil "~1f" 5d0) => "5.0"
(format nil "~3f" 100.4) => "100.0"
(format nil "~2f" 0.0) => ".0"
(format nil "~2f" 0.5) => ".5"
(format nil "~4f" -1.0) => "-1.0"
(format nil "~2,1f" 1) => "1.0"
(format nil "~2,0f" 1) => "1."
(format nil "~3,,,'*f" 10.0) => "***"
(format nil "~3f" 99.9) => "100.0"
(format nil "~f" 7) => "7.0"

;;; A tilde at the end of a line is a body
(format nil (concatenate 'string "~{~" (string #\Newline) "~}") nil) => ""
(format nil (concatenate 'string "~1{~" (string #\Newline) "~}") nil) => ""
(format nil (concatenate 'string "~2{~" (string #\Newline) "~:}") nil) => ""
(format nil (concatenate 'string "~:{~" (string #\Newline) "~}") nil) => ""
(format nil (concatenate 'string "~@{~" (string #\Newline) "~}")) => ""
(format nil (concatenate 'string "~:@{~" (string #\Newline) "~}")) => ""
(format nil (concatenate 'string "~3{~" (string #\Newline) "x~:}") nil) => "x"
(format nil (concatenate 'string "~{~" (string #\Newline) "~a~}") '(1 2)) => "12"
(format nil (concatenate 'string "~0{~" (string #\Newline) "~}") '(1)) => ""
(format nil (concatenate 'string "~2{~" (string #\Newline) "~}") '(1)) => ""
(format nil (concatenate 'string "~(~" (string #\Newline) "~)")) => ""
(format nil (concatenate 'string "~[~" (string #\Newline) "~;b~]") 0) => ""
(format nil "~{~}" "~a" '(1 2)) => "12"
(format nil "~{~}" nil) => (error type-error "FORMAT: NIL is neither a control string nor a function, at position 0 of \"~{~}\"")

;;; A list of arguments that ends in an atom is a type error
(format nil "~:@{~A ~A~}" '(x . y)) => (error type-error "FORMAT: Y is not a list, at position 7 of \"~:@{~A ~A~}\"")
(format nil "~{~a~}" '(1 . 2)) => (error type-error "FORMAT: 2 is not a list, at position 0 of \"~{~a~}\"")
(format nil "~{~a ~a~}" '(1 . 2)) => (error type-error "FORMAT: 2 is not a list, at position 5 of \"~{~a ~a~}\"")
(format nil "~:{~a ~a~}" '((1 . 2))) => (error type-error "FORMAT: 2 is not a list, at position 6 of \"~:{~a ~a~}\"")
(format nil "~@{~a~}" '(1 . 2)) => "(1 . 2)"
(format nil "~?" "~a ~a" '(1 . 2)) => (error type-error "FORMAT: 2 is not a list, at position 3 of \"~a ~a\"")
(format nil "~?" "~a" '(1 . 2)) => "1"
(format nil "~:@{~a~}" '(1 . 2)) => "1"
(format nil "~:{~a~}" '((1 . 2))) => "1"
(format nil "~a ~a" 1) => (error simple-error "FORMAT: no argument is left for ~A, at position 3 of \"~a ~a\"")

;;; A justified text alone has no padding but that for the width
(format nil "~10,,6<xxxxxxx~>") => "   xxxxxxx"
(format nil "~10,,6<xxxxxxxxxxxx~>") => "xxxxxxxxxxxx"
(format nil "~10,,6<x~>") => "         x"
(format nil "~10,,6:<xxxxxxx~>") => "      xxxxxxx"
(format nil "~10,,6@<xxxxxxx~>") => "xxxxxxx      "
(format nil "~10,,6:@<xxxxxxx~>") => "      xxxxxxx      "
(format nil "~10,,6<xxxx~;yy~>") => "xxxx      yy"
(format nil "~10,5,6<xxxxxxxxxxxx~>") => "   xxxxxxxxxxxx"
(format nil "~10,5<xxxxxxxxxxxx~>") => "   xxxxxxxxxxxx"
(format nil "~,,3<abc~>") => "abc"
(format nil "~,,3:<abc~>") => "   abc"
(format nil "~,,3<a~;b~>") => "a   b"
