;;; FORMAT of a constant control string gives the same compiled as interpreted.

;; Compiled control strings, beside the same string as a value
(defmacro both (control &rest arguments)
  `(flet ((text (control)
                (handler-case (list :text (apply #'format nil control (list ,@arguments)))
                  (error (c) (list (type-of c) (princ-to-string c))))))
     (let ((compiled (handler-case (list :text (format nil ,control ,@arguments))
                       (error (c) (list (type-of c) (princ-to-string c)))))
           (interpreted (text ,control)))
       (if (equal compiled interpreted) (second compiled) (list compiled interpreted)))))   => both
(both "a~%~2%~~~3~~&b~&") => "a


~~~~
b
"
(both "~a ~s ~10a|~10@a|~4,3,1,'*a|~:a ~:s" "x" "y" 'ab 'cd "" nil nil) => "x \"y\" AB        |        CD|****|() ()"
(both "~d ~5d ~,,'.,2:d ~+5@d ~x ~8,'0b ~o ~3r" 1 22 12345 6 255 5 8 9) => "1    22 1.23.45    +6 FF 00000101 10 100"
(both "~d ~5d" "no" '(1 2)) => "no (1 2)"
(both "~v,'-d ~vd ~va|" 5 1 nil 2 3 "x") => "----1 2 x  |"
(both "~c ~@c ~w ~r ~@r" #\a #\Space '(1 "a") 42 14) => "a #\\  (1 \"a\") forty-two XIV"
(both "~f ~5,2f ~,3f ~8,1,,'*,'-f ~3,1,,'*f ~,2f ~,2@f" 1.5 2.345 -0.0005 12.25 1234.5 0 7.0) => "1.5  2.35 -0.001 ----12.3 *** 0.00 +7.00"
(both "~4,2f ~3,2f ~,0f ~1,0f ~,2f ~,2f ~10,4f" 0.5 0.5 2.5 0.2 1/8 1d10 -1.5d-3) => "0.50 .50 3. 0. 0.13 10000000000.00    -0.0015"
(both "~d dog~:p, ~d fl~:@p" 1 2) => "1 dog, 2 flies"
(both "~a~*~a ~:*~a ~2@*~a" 1 2 3) => "13 3 3"
(both "~[zero~;one~:;many~] ~:[no~;yes~] ~@[<~a>~] ~[a~;b~]" 5 t 3 7) => "many yes <3> "
(both "~@[<~a>~]~a" nil 1) => "1"
(both "~{~a~^, ~}. ~{~a=~a~:^;~}" '(1 2 3) '(a 1 b 2)) => "1, 2, 3. A=1"
(both "~{~{~a~^-~}~^ ~}|~{~}" '((1 2) (3)) "x~a" '(4)) => "1-2 3|x4"
(both "~a~@{ ~a~^,~}" 1 2 3) => "1 2, 3"
(both "~{~:[f~;t~] ~} ~:{<~a ~a>~}" '(nil 1) '((1 2) (3 4))) => "f t  <1 2><3 4>"
(both "~a~^ and ~a~^ more" 1 2) => "1 and 2"
(both "~a~:[~^!~;?~]." 1 nil) => "1"
(both "~(~A~) ~20<x~;y~> ~5t|" 'abc) => "abc x                  y  |"
(both "~? ~a" "~a-~a" '(1 2) 3) => "1-2 3"
;; Errors are reported in the same way, when they are reached
(both "~a ~a" 1) => "FORMAT: no argument is left for ~A, at position 3 of \"~a ~a\""
(both "~{~a ~a,~}" '(1 2 3)) => "FORMAT: no argument is left for ~A, at position 5 of \"~{~a ~a,~}\""
(both "~{~a~}" 5) => "FORMAT: 5 is not a list, at position 0 of \"~{~a~}\""
(both "~[a~;b~]" "x") => "FORMAT: the selector x of ~[ is not an integer, at position 0 of \"~[a~;b~]\""
(both "~c" 1) => "FORMAT: 1 is not a character, at position 0 of \"~c\""
(both "~vd" "x" 1) => "FORMAT: the parameter x of ~D is not of type INTEGER, at position 0 of \"~vd\""
(both "~1,2,3%") => "FORMAT: too many parameters for ~%, at position 0 of \"~1,2,3%\""
(both "~:[a~]" 1) => "FORMAT: ~:[ needs two clauses, at position 0 of \"~:[a~]\""
(both "~2*~a" 1) => "FORMAT: no argument is left for ~*, at position 0 of \"~2*~a\""
;; Destinations and order
(list (format t "~a" 1) (with-output-to-string (s) (format s "~a~%" 2))) => (prints "1" (nil "2
"))
(format t "~a, ~a" 1 2) => (prints "1, 2" nil)
(let ((s (make-array 3 :element-type 'character :adjustable t :fill-pointer 0))) (format s "~a~a" 1 'x) s) => "1X"
(let ((where nil)) (format where "~a" 5)) => "5"
(format 5 "~a" 5) => (error type-error "5 is not of type (OR BOOLEAN STREAM (AND STRING (SATISFIES ARRAY-HAS-FILL-POINTER-P)))")
(let ((order '())) (format (progn (push :to order) nil) "~a ~*~a" (push 1 order) (push 2 order) (push 3 order)) (reverse order)) => (:to 1 2 3)
(let ((stream 1) (arguments 2)) (format nil "~a ~{~a~} ~a" stream (list arguments) arguments)) => "1 2 2"
(let ((*print-base* 2) (*print-length* 2)) (format nil "~a ~d ~s" 5 5 '(1 2 3))) => "101 5 (1 10 ...)"
;; A number for which ~[ has no clause takes no argument
(format nil "~[~a~]~a" 1 #\a 12) => "a"
(format nil "~[~a~]~a" 0 #\a 12) => "a12"
(list (format nil "~[~a~;~a~]~a" 2 1 2) (format nil "~[~a~:;~a~]~a" 2 1 2) (format nil "~[x~;y~]~a" 7 1)) => ("1" "12" "1")
