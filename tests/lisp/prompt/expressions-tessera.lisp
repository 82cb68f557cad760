;;; Where expressions begin and end in text that is being typed.
(load "tests/lisp/support/assist.lisp") => t

;;; The end of the next expression.
(tessera:expression-end "(car x) (cdr x)" 0) => 7
(tessera:expression-end "(car x) (cdr x)" 7) => 15
(tessera:expression-end "(car x) (cdr x)" 1) => 4
(tessera:expression-end "(car x) (cdr x)" 2) => 4
(tessera:expression-end "(car x)" 6) => nil
(tessera:expression-end "(car x" 0) => nil
(tessera:expression-end "'(a) b" 0) => 4
(tessera:expression-end "#'car b" 0) => 5
(tessera:expression-end "; no (
 x" 0) => 9
(tessera:expression-end "\"a ) b\" c" 0) => 7
(tessera:expression-end "\"a \\\" b\" c" 0) => 8
(tessera:expression-end "#\\( c" 0) => 3
(tessera:expression-end "#\\Space c" 0) => 7
(tessera:expression-end "|a b| c" 0) => 5
(tessera:expression-end "#| ( #| ) |# |# c" 0) => 17
(tessera:expression-end "" 0) => nil

;;; The start of the one before.
(tessera:expression-start "(car x) (cdr x)" 15) => 8
(tessera:expression-start "(car x) (cdr x)" 7) => 0
(tessera:expression-start "(car 'x)" 7) => 5
(tessera:expression-start "(list `(a ,@b))" 14) => 6
(tessera:expression-start "(car" 1) => nil
(tessera:expression-start "a)" 2) => nil
(tessera:expression-start "" 0) => nil

;;; Lists and partners.
(tessera:enclosing-list-start "(a (b c" 6) => 3
(tessera:enclosing-list-start "(a (b) c" 7) => 0
(tessera:enclosing-list-start "(a) b" 4) => nil
(tessera:enclosing-list-start "(a \"(\" b" 7) => 0
(tessera:enclosing-list-start "(a #\\( b" 7) => 0
(tessera:matching-parenthesis "(a (b) c)" 0) => 8
(tessera:matching-parenthesis "(a (b) c)" 8) => 0
(tessera:matching-parenthesis "(a (b) c)" 3) => 5
(tessera:matching-parenthesis "(a (b) c)" 1) => nil
(tessera:matching-parenthesis "a)" 1) => nil
(tessera:matching-parenthesis "(a ; )" 0) => nil
(tessera:text-context "(a \"bc" 5) => :string
(tessera:text-context "(a ; bc" 6) => :comment
(tessera:text-context "(a \"b\" c" 7) => nil

;;; An expression is complete if the reader can read it to the end.
(mapcar #'tessera:complete-text-p '("(a)" "(a" "a b" "\"a" "#| a" "; a" "'" "(a))" "#(1 2" "|a" "#\\(" "" "no-such-package:a" "#.(car"))
  => (t nil t nil nil t nil t nil nil t t t nil)
(let ((before (find-symbol "NEVER-SEEN-BEFORE" *package*)))
  (tessera:complete-text-p "(never-seen-before #.(error \"never evaluated\"))")
  (list before (find-symbol "NEVER-SEEN-BEFORE" *package*))) => (nil nil)
