;;; Wrong programs in Arc: the position and text of their errors.
(load "tests/lisp/support/languages.lisp") => t
(defun wrong (source) (language-tests:complaint :arc source)) => wrong

(wrong "(car 5)")
 => "wrong:1:1 Error: Can't take car of 5"
(wrong "(prn 1)
(cdr \"abc\")")
 => "wrong:2:1 Error: Can't take cdr of \"abc\""
(wrong "(cadr 'x)")
 => "wrong:1:1 Error: Can't take cadr of x"
(wrong "(caar '(1))")
 => "wrong:1:1 Error: Can't take car of 1"
(wrong "(cdar '(1))")
 => "wrong:1:1 Error: Can't take cdr of 1"
(wrong "(cddr 7)")
 => "wrong:1:1 Error: Can't take cddr of 7"
(wrong "(caddr 8)")
 => "wrong:1:1 Error: Can't take cddr of 8"
(wrong "(+ 1 'a)")
 => "wrong:1:1 Error: +: a is not a number"
(wrong "(+ 'a 1)")
 => "wrong:1:1 Error: Can't add 1 to a"
(wrong "(+ \"a\" 1 (car 2))")
 => "wrong:1:10 Error: Can't take car of 2"
(wrong "(+ '(1) 2)")
 => "wrong:1:1 Error: Can't add 2 to a list"
(wrong "(- \"a\" 1)")
 => "wrong:1:1 Error: -: \"a\" is not a number"
(wrong "(* 2 nil)")
 => "wrong:1:1 Error: *: nil is not a number"
(wrong "(/ 1 0)")
 => "wrong:1:1 Error: division by zero"
(wrong "(mod 5 0)")
 => "wrong:1:1 Error: division by zero"
(wrong "(mod 'a 2)")
 => "wrong:1:1 Error: mod: a is not a number"
(wrong "(< 1 'a)")
 => "wrong:1:1 Error: <: a is not a number"
(wrong "(< 'a \"b\")")
 => "wrong:1:1 Error: Can't compare a and \"b\""
(wrong "(> (list 1) 2)")
 => "wrong:1:1 Error: >: (1) is not a number"
(wrong "(odd 'x)")
 => "wrong:1:1 Error: odd: x is not an integer"
(wrong "(even \"2\")")
 => "wrong:1:1 Error: even: \"2\" is not an integer"
(wrong "(sqrt \"4\")")
 => "wrong:1:1 Error: sqrt: \"4\" is not a number"
(wrong "(expt 'a 2)")
 => "wrong:1:1 Error: expt: a is not a number"
(wrong "(abs nil)")
 => "wrong:1:1 Error: abs: nil is not a number"
(wrong "(max 1 'b)")
 => "wrong:1:1 Error: Can't compare 1 and b"
(wrong "(trunc \"1\")")
 => "wrong:1:1 Error: trunc: \"1\" is not a number"
(wrong "foo")
 => "wrong Error: undefined variable: foo"
(wrong "(foo 1 2)")
 => "wrong:1:1 Error: undefined variable: foo"
(wrong "(let x 1
  (list x
        y))")
 => "wrong:2:3 Error: undefined variable: y"
(wrong "(def f (x) (* x z))
(f 2)")
 => "wrong:1:12 Error: undefined variable: z"
(wrong "(def f (x) x)
(f)")
 => "wrong:2:1 Error: f: 0 arguments, but it takes (x)"
(wrong "(def f (x) x)
(f 1 2)")
 => "wrong:2:1 Error: f: 2 arguments, but it takes (x)"
(wrong "(def f (x (o y 1)) x)
(f 1 2 3)")
 => "wrong:2:1 Error: f: 3 arguments, but it takes (x (o y))"
(wrong "((fn (x) x) 1 2)")
 => "wrong:1:1 Error: fn: 2 arguments, but it takes (x)"
(wrong "(car)")
 => "wrong:1:1 Error: car: 0 arguments, but it takes (list)"
(wrong "(car 1 2)")
 => "wrong:1:1 Error: car: 2 arguments, but it takes (list)"
(wrong "(map1 car)")
 => "wrong:1:1 Error: map1: 1 argument, but it takes (function list)"
(wrong "(cons 1)")
 => "wrong:1:1 Error: cons: 1 argument, but it takes (first rest)"
(wrong "(5 1)")
 => "wrong:1:1 Error: Function call on inappropriate object 5 with 1 argument"
(wrong "(nil 1)")
 => "wrong:1:1 Error: Function call on inappropriate object nil with 1 argument"
(wrong "(t 1)")
 => "wrong:1:1 Error: Function call on inappropriate object t with 1 argument"
(wrong "('a 1)")
 => "wrong:1:1 Error: Function call on inappropriate object a with 1 argument"
(wrong "(1.5)")
 => "wrong:1:1 Error: Function call on inappropriate object 1.5 with 0 arguments"
(wrong "(#\\a 1)")
 => "wrong:1:1 Error: Function call on inappropriate object #\\a with 1 argument"
(wrong "((table))")
 => "wrong:1:1 Error: Function call on inappropriate object #hash() with 0 arguments"
(wrong "((table) 1 2 3)")
 => "wrong:1:1 Error: Function call on inappropriate object #hash() with 3 arguments"
(wrong "(\"abc\" 3)")
 => "wrong:1:1 Error: string index out of range: 3 in \"abc\""
(wrong "(\"abc\" 'x)")
 => "wrong:1:1 Error: string index out of range: x in \"abc\""
(wrong "('(a b c) 3)")
 => "wrong:1:1 Error: list index out of range: 3 in (a b c)"
(wrong "('(a b c) -1)")
 => "wrong:1:1 Error: list index out of range: -1 in (a b c)"
(wrong "(let s \"abc\" (s 10))")
 => "wrong:1:14 Error: string index out of range: 10 in \"abc\""
(wrong "(let l '(1 2) (l 'x))")
 => "wrong:1:15 Error: list index out of range: x in (1 2)"
(wrong "(let x 5 (x 1))")
 => "wrong:1:10 Error: Function call on inappropriate object 5 with 1 argument"
(wrong "(let x 5 (x))")
 => "wrong:1:10 Error: Function call on inappropriate object 5 with 0 arguments"
(wrong "(let f [+ _ 1] (f 1 2))")
 => "wrong:1:16 Error: fn: 2 arguments, but it takes (_)"
(wrong "(apply 5 '(1))")
 => "wrong:1:1 Error: 5 is not a function"
(wrong "(apply car '(1 2))")
 => "wrong:1:1 Error: car: 2 arguments, but it takes (list)"
(wrong "(map 5 '(1 2))")
 => "wrong:1:1 Error: 5 is not a function"
(wrong "(map1 \"x\" 5)")
 => "wrong:1:1 Error: 5 is not a list"
(wrong "(len 5)")
 => "wrong:1:1 Error: Can't get length of 5"
(wrong "(len '(1 . 2))")
 => "wrong:1:1 Error: Can't get length of (1 . 2)"
(wrong "(rev 5)")
 => "wrong:1:1 Error: 5 is not a list"
(wrong "(firstn 2 5)")
 => "wrong:1:1 Error: 5 is not a list"
(wrong "(cut \"abc\" 2 10)")
 => "wrong:1:1 Error: cut: 2 to 10 is not within \"abc\""
(wrong "(keys 'x)")
 => "wrong:1:1 Error: x is not a table"
(wrong "(= (car nil) 1)")
 => "wrong:1:1 Error: Can't set car of nil"
(wrong "(= (\"abc\" 7) #\\x)")
 => "wrong:1:1 Error: string index out of range: 7 in \"abc\""
(wrong "(let s \"abc\" (= (s 0) 1))")
 => "wrong:1:1 Error: Can't put 1 into a string"
(wrong "(let x 5 (= (x 0) 1))")
 => "wrong:1:1 Error: Can't set an element of 5"
(wrong "(= 5 1)")
 => "wrong:1:1 Error: =: 5 is not a place that can be assigned in (= 5 1)"
(wrong "(= (if a b) 1)")
 => "wrong:1:1 Error: =: (if a b) is not a place that can be assigned in (= (if a b) 1)"
(wrong "(= (f 1 2 3) 4)")
 => "wrong:1:1 Error: =: (f 1 2 3) is not a place that can be assigned in (= (f 1 2 3) 4)"
(wrong "(= t 1)")
 => "wrong:1:1 Error: =: t cannot be assigned in (= t 1)"
(wrong "(assign nil 1)")
 => "wrong:1:1 Error: assign: nil cannot be assigned in (assign nil 1)"
(wrong "(assign 5 1)")
 => "wrong:1:1 Error: assign: 5 cannot be assigned in (assign 5 1)"
(wrong "(let)")
 => "wrong:1:1 Error: let: 0 operands instead of at least 2 in (let)"
(wrong "(let x)")
 => "wrong:1:1 Error: let: 1 operand instead of at least 2 in (let x)"
(wrong "(let 5 1 x)")
 => "wrong:1:1 Error: 5: a parameter is a name, or a list of such"
(wrong "(let (a 5) '(1 2) a)")
 => "wrong:1:1 Error: 5: a parameter is a name, or a list of such"
(wrong "(let \"x\" 1)")
 => "wrong:1:1 Error: \"x\": a parameter is a name, or a list of such"
(wrong "(with (a 1 b) a)")
 => "wrong:1:1 Error: with: names and values must come in pairs in (with (a 1 b) a)"
(wrong "(with 5 a)")
 => "wrong:1:1 Error: with: names and values must come in pairs in (with 5 a)"
(wrong "(withs (a) a)")
 => "wrong:1:1 Error: withs: names and values must come in pairs in (withs (a) a)"
(wrong "(fn)")
 => "wrong:1:1 Error: fn: 0 operands instead of at least 1 in (fn)"
(wrong "(fn 5 1)")
 => "wrong:1:1 Error: 5: a parameter is a name, or a list of such"
(wrong "(fn (x \"y\") 1)")
 => "wrong:1:1 Error: \"y\": a parameter is a name, or a list of such"
(wrong "(fn ((o)) 1)")
 => "wrong:1:1 Error: o: an optional parameter is (o name) or (o name default) in (o)"
(wrong "(fn ((o 5 1)) 1)")
 => "wrong:1:1 Error: o: an optional parameter is (o name) or (o name default) in (o 5 1)"
(wrong "(def)")
 => "wrong:1:1 Error: def: 0 operands instead of at least 2 in (def)"
(wrong "(def f)")
 => "wrong:1:1 Error: def: 1 operand instead of at least 2 in (def f)"
(wrong "(def \"f\" (x) x)")
 => "wrong:1:1 Error: def: \"f\" cannot be defined in (def \"f\" (x) x)"
(wrong "(def a.b (x) x)")
 => "wrong:1:1 Error: def: the name a.b has characters that stand for something else in (def a.b (x) x)"
(wrong "(def nil () 1)")
 => "wrong:1:1 Error: def: nil cannot be defined in (def nil nil 1)"
(wrong "(mac)")
 => "wrong:1:1 Error: mac: 0 operands instead of at least 2 in (mac)"
(wrong "(mac m)")
 => "wrong:1:1 Error: mac: 1 operand instead of at least 2 in (mac m)"
(wrong "(if . 5)")
 => "wrong:1:1 Error: if: the form is not a proper list in (if . 5)"
(wrong "(list 1 . 2)")
 => "wrong:1:1 Error: list: the form is not a proper list in (list 1 . 2)"
(wrong "(quote)")
 => "wrong:1:1 Error: quote: 0 operands instead of 1 in (quote)"
(wrong "(quote 1 2)")
 => "wrong:1:1 Error: quote: 2 operands instead of 1 in (quote 1 2)"
(wrong "(quasiquote)")
 => "wrong:1:1 Error: quasiquote: 0 operands instead of 1 in (quasiquote)"
(wrong ",x")
 => "wrong:1:1 Error: unquote: there is no quasiquote around it in ,x"
(wrong ",@x")
 => "wrong:1:1 Error: unquote-splicing: there is no quasiquote around it in ,@x"
(wrong "`(a ,@5 b)")
 => "wrong:1:1 Error: join: 5 is not a list"
(wrong "(for)")
 => "wrong:1:1 Error: for: 0 operands instead of at least 3 in (for)"
(wrong "(for 5 1 10 1)")
 => "wrong:1:1 Error: for: 5 cannot be a variable in (for 5 1 10 1)"
(wrong "(for i 1)")
 => "wrong:1:1 Error: for: 2 operands instead of at least 3 in (for i 1)"
(wrong "(for i 'a 10 (prn i))")
 => "wrong:1:1 Error: >: a is not a number"
(wrong "(each x 5 (prn x))")
 => "wrong:1:1 Error: Can't take the elements of 5"
(wrong "(each)")
 => "wrong:1:1 Error: each: 0 operands instead of at least 2 in (each)"
(wrong "(each x)")
 => "wrong:1:1 Error: each: 1 operand instead of at least 2 in (each x)"
(wrong "(while)")
 => "wrong:1:1 Error: while: 0 operands instead of at least 1 in (while)"
(wrong "(repeat 'x 1)")
 => "wrong:1:1 Error: >: x is not a number"
(wrong "(case)")
 => "wrong:1:1 Error: case: 0 operands instead of at least 1 in (case)"
(wrong "(accum)")
 => "wrong:1:1 Error: accum: 0 operands instead of at least 1 in (accum)"
(wrong "(accum 5 1)")
 => "wrong:1:1 Error: accum: 5 cannot be a variable in (accum 5 1)"
(wrong "(point)")
 => "wrong:1:1 Error: point: 0 operands instead of at least 1 in (point)"
(wrong "(point 5 1)")
 => "wrong:1:1 Error: point: 5 cannot be a variable in (point 5 1)"
(wrong "(afn)")
 => "wrong:1:1 Error: afn: 0 operands instead of at least 1 in (afn)"
(wrong "(rfn f)")
 => "wrong:1:1 Error: rfn: 1 operand instead of at least 2 in (rfn f)"
(wrong "(++ 5)")
 => "wrong:1:1 Error: ++: 5 is not a place that can be assigned in (++ 5)"
(wrong "(++)")
 => "wrong:1:1 Error: ++: 0 operands instead of 1 to 2 in (++)"
(wrong "(push 1)")
 => "wrong:1:1 Error: push: 1 operand instead of 2 in (push 1)"
(wrong "(push 1 2)")
 => "wrong:1:1 Error: push: 2 is not a place that can be assigned in (push 1 2)"
(wrong "(pop)")
 => "wrong:1:1 Error: pop: 0 operands instead of 1 in (pop)"
(wrong "(pop 5)")
 => "wrong:1:1 Error: pop: 5 is not a place that can be assigned in (pop 5)"
(wrong "(swap a)")
 => "wrong:1:1 Error: swap: 1 operand instead of 2 in (swap a)"
(wrong "(zap car)")
 => "wrong:1:1 Error: zap: 1 operand instead of at least 2 in (zap car)"
(wrong "(let x 1 (++ x 'a))")
 => "wrong:1:10 Error: +: a is not a number"
(wrong "(w/uniq)")
 => "wrong:1:1 Error: w/uniq: 0 operands instead of at least 1 in (w/uniq)"
(wrong "(aif)")
 => "wrong:1:1 Error: aif: 0 operands instead of at least 1 in (aif)"
(wrong "(iflet x)")
 => "wrong:1:1 Error: iflet: 1 operand instead of at least 3 in (iflet x)"
(wrong "(err \"it broke\" 5 'x)")
 => "wrong:1:1 Error: it broke 5 x"
(wrong "(def f (x)
  (if (< x 0)
      (err \"negative:\" x)
      (sqrt x)))
(prn (f 4))
(prn (f -1))")
 => "wrong:3:7 Error: negative: -1"
(wrong "(sort < '(1 a))")
 => "wrong:1:1 Error: Can't compare a and 1"
(wrong "(sort 5 '(1 2))")
 => "wrong:1:1 Error: 5 is not a function"
(wrong "(reduce 5 '(1 2))")
 => "wrong:1:1 Error: 5 is not a function"
(wrong "(coerce 'a 'int)")
 => "wrong:1:1 Error: Can't coerce a to int"
(wrong "(coerce \"x\" 'int)")
 => "wrong:1:1 Error: Can't coerce \"x\" to int"
(wrong "(coerce 5 'table)")
 => "wrong:1:1 Error: Can't coerce 5 to table"
(wrong "(sym 5)")
 => "wrong:1:1 Error: Can't coerce 5 to sym"
(wrong "(int \"abc\")")
 => "wrong:1:1 Error: Can't coerce \"abc\" to int"
(wrong "(upcase 5)")
 => "wrong:1:1 Error: Can't change the case of 5"
(wrong "(string->symbol \"a\")")
 => "wrong:1:1 Error: undefined variable: string->symbol"
(wrong "(a. 1)")
 => "wrong:1:1 Error: a.: there is nothing between its special characters"
(wrong "(a:  1)")
 => "wrong:1:1 Error: a:: a colon needs a name on both sides"
(wrong "(~~a 1)")
 => "wrong:1:1 Error: ~~a: a ~ must stand at the beginning, or after a colon"
(wrong "(a..b)")
 => "wrong:1:1 Error: a..b: there is nothing between its special characters"
(wrong "(cl:nosuchthing 1)")
 => "wrong:1:1 Error: cl:nosuchthing: Common Lisp has no such name"
(wrong "(cl:car 5)")
 => "wrong:1:1 Error: Can't take car of 5"
(wrong "(inst 'nosuch)")
 => "wrong:1:1 Error: There is no template nosuch"
(wrong "(infile \"/no/such/file\")")
 => "wrong:1:1 Error: Can't open \"/no/such/file\""
(wrong "(details 5)")
 => "wrong:1:1 Error: 5 is not an error"
(wrong "(rand 0)")
 => "wrong:1:1 Error: rand: 0 is not a positive integer"
(wrong "(rand 'a)")
 => "wrong:1:1 Error: rand: a is not a positive integer"
(wrong "(sref 5 1 2)")
 => "wrong:1:1 Error: Can't set an element of 5"
(wrong "(scar nil 1)")
 => "wrong:1:1 Error: Can't set car of nil"
(wrong "(scdr 5 1)")
 => "wrong:1:1 Error: Can't set cdr of 5"
(wrong "(tokens 5)")
 => "wrong:1:1 Error: Can't get length of 5"
(wrong "(eval '(car 6))")
 => "wrong:1:8 Error: Can't take car of 6"
(wrong "(eval '(nosuch))")
 => "wrong:1:8 Error: undefined variable: nosuch"
(wrong "(mac m (x) (car x))
(m 5)")
 => "wrong:1:12 Error: Can't take car of 5"
(wrong "(mac m (x) `(car ,x))
(def f (y)
  (m y))
(f 5)")
 => "wrong:3:3 Error: Can't take car of 5"
(wrong "(def f (x)
  (let y (car x)
    (g y)))
(def g (z)
  (+ z 1
     (car z)))
(f '(1))")
 => "wrong:6:6 Error: Can't take car of 1"
(wrong "(def loop1 (n) (if (is n 0) (car n) (loop1 (- n 1))))
(loop1 10)")
 => "wrong:1:29 Error: Can't take car of 0"
(wrong "(map1 (fn (x)
        (cdr x))
      '((1) 2))")
 => "wrong:2:9 Error: Can't take cdr of 2"
(wrong "(let f (fn (x)
        (cdr x))
  (f 2))")
 => "wrong:2:9 Error: Can't take cdr of 2"
(wrong "(tostring (pr (car 5)))")
 => "wrong:1:15 Error: Can't take car of 5"
(wrong "(on-err (fn (c) (car c)) (fn () (err \"x\")))")
 => "wrong:1:17 Error: Can't take car of #<exn: x>"
(wrong "(catch (throw 1 2))")
 => "wrong:1:8 Error: throw: 2 arguments, but it takes ((o value))"
(wrong "(obj a 1 b (car 5))")
 => "wrong:1:12 Error: Can't take car of 5"
(wrong "(def f (x) (f))
(f 1)")
 => "wrong:1:12 Error: f: 0 arguments, but it takes (x)"
(wrong "(prn \"x\"))")
 => "wrong Error: unexpected ) (line 1, column 10)"
(wrong "(prn \"x\"")
 => "wrong Error: the parenthesis is not closed (line 1, column 1)"
(wrong "(prn \"abc)")
 => "wrong Error: the string is not closed (line 1, column 6)"
(wrong "(prn [+ _ 1)")
 => "wrong Error: ) where ] should close the list of line 1, column 6 (line 1, column 12)"
(wrong "(a . b c)")
 => "wrong Error: one form, and then ), must follow a dot (line 1, column 8)"
(wrong "(a . )")
 => "wrong Error: unexpected ) (line 1, column 6)"
(wrong "'")
 => "wrong Error: the text ends where a form should follow (line 1, column 2)"
(wrong "\"\\q\"")
 => "wrong Error: \\q is not an escape of strings (line 1, column 3)"
(wrong "#<x>")
 => "wrong Error: #< is nothing that can be read (line 1, column 1)"
(wrong "#| comment")
 => "wrong Error: a comment that begins with #| does not end (line 1, column 1)"
(wrong "(prn |abc)")
 => "wrong Error: the symbol's second | is not there (line 1, column 6)"
(wrong "#xyz")
 => "wrong Error: #xyz is not a number (line 1, column 1)"

;;; Macros whose expansions call themselves for ever.

(wrong "(mac again (x) `(again ,x))
(again 1)")
 => "wrong:2:1 Error: the form is nested too deeply (the limit is about 10000)"
(wrong "(mac longer (x) `(list (longer ,x)))
(longer 1)")
 => "wrong:2:1 Error: the form is nested too deeply (the limit is about 10000)"
(wrong "(mac again (x) `(again ,x))
(= (again 1) 2)")
 => "wrong:2:1 Error: the form is nested too deeply (the limit is about 10000)"

;;; A malformed form is reported with its position.

(wrong "(def f (x)
  (prn (let x)))")
 => "wrong:2:8 Error: let: 1 operand instead of at least 2 in (let x)"

(wrong "(fn (x y x) x)")
 => "wrong:1:1 Error: fn: x is bound twice in (fn (x y x) x)"
(wrong "(do (def f (x (o x)) x))")
 => "wrong:1:5 Error: def: x is bound twice in (def f (x (o x)) x)"
(wrong "(prn (with (x 1 x 2) x))")
 => "wrong:1:6 Error: with: x is bound twice in (with (x 1 x 2) x)"
(wrong "(defmemo 5 (x) x)")
 => "wrong:1:1 Error: defmemo: 5 cannot be defined in (defmemo 5)"
(wrong "(defset half (x) x)
(= (half 1) 2)")
 => "wrong:2:1 Error: defset: the definition for half gives 1 instead of a list of names and values, a form, and a form of a function"

;;; The machine's types and conditions in Arc's terms.

(wrong "(nthcdr -1 '(1 2))")
 => "wrong:1:1 Error: nthcdr: -1 is not a natural number"
(wrong "(sleep 'a)")
 => "wrong:1:1 Error: sleep: a is not a number from 0 on"
(wrong "(posmatch \"b\" \"abc\" 10)")
 => "wrong:1:1 Error: search: 10 is not an integer from 0 to 3"
(wrong "(rand-elt nil)")
 => "wrong:1:1 Error: rand-elt: nil has no elements"
(wrong "(exp 1000)")
 => "wrong:1:1 Error: exp: the result is too large for a float"
