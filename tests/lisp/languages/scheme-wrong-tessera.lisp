;;; Wrong programs in Scheme: the position and text of their errors.
(load "tests/lisp/support/languages.lisp") => t
(defun wrong (source) (language-tests:complaint :scheme source)) => wrong

(wrong "foo")
 => "wrong Error: unbound variable: foo"
(wrong "(foo 1 2)")
 => "wrong:1:1 Error: unbound variable: foo"
(wrong "(define (f x)
  (list x
    (bar x)))
(f 1)")
 => "wrong:3:5 Error: unbound variable: bar"
(wrong "(set! undefined-one 5)")
 => "wrong:1:1 Error: unbound variable: undefined-one"
(wrong "(car 5)")
 => "wrong:1:1 Error: car: not a pair: 5"
(wrong "(car '())")
 => "wrong:1:1 Error: car: not a pair: ()"
(wrong "(cdr 'a)")
 => "wrong:1:1 Error: cdr: not a pair: a"
(wrong "(define (second l)
  (car (cdr l)))
(list (second '(1)))")
 => "wrong:2:3 Error: car: not a pair: ()"
(wrong "(cadr '(1))")
 => "wrong:1:1 Error: cadr: not a pair: ()"
(wrong "(caddr '(1 2))")
 => "wrong:1:1 Error: caddr: not a pair: ()"
(wrong "(set-car! '() 1)")
 => "wrong:1:1 Error: set-car!: not a pair: ()"
(wrong "(set-cdr! 5 1)")
 => "wrong:1:1 Error: set-cdr!: not a pair: 5"
(wrong "(vector-ref #(1 2 3) 3)")
 => "wrong:1:1 Error: vector-ref: not an index below 3: 3"
(wrong "(vector-ref #(1 2 3) -1)")
 => "wrong:1:1 Error: vector-ref: not an index below 3: -1"
(wrong "(vector-ref '(1 2) 0)")
 => "wrong:1:1 Error: vector-ref: not a vector: (1 2)"
(wrong "(vector-ref #(1) 1.0)")
 => "wrong:1:1 Error: vector-ref: not an index below 1: 1.0"
(wrong "(vector-set! (vector 1) 1 'x)")
 => "wrong:1:1 Error: vector-set!: not an index below 1: 1"
(wrong "(vector-set! \"abc\" 1 'x)")
 => "wrong:1:1 Error: vector-set!: not a vector: \"abc\""
(wrong "(if 'a 'b 'c 'd '(((((e))))) 'f)")
 => "wrong:1:1 Error: if takes 2 or 3 operands, not 6, in (if 'a 'b 'c 'd '((...)) ...), at wrong:1:1"
(wrong "(vector-length 5)")
 => "wrong:1:1 Error: vector-length: not a vector: 5"
(wrong "(string-ref \"abc\" 3)")
 => "wrong:1:1 Error: string-ref: not an index below 3: 3"
(wrong "(string-ref 'abc 0)")
 => "wrong:1:1 Error: string-ref: not a string: abc"
(wrong "(string-length 5)")
 => "wrong:1:1 Error: string-length: not a string: 5"
(wrong "(string-append \"a\" 'b)")
 => "wrong:1:1 Error: string-append: not a string: b"
(wrong "(substring \"hello\" 3 2)")
 => "wrong:1:1 Error: substring: not an index from 0 to 2: 3"
(wrong "(substring \"hello\" 2 9)")
 => "wrong:1:1 Error: substring: not an index from 0 to 5: 9"
(wrong "(string-copy! (make-string 2) 0 \"abc\")")
 => "wrong:1:1 Error: string-copy!: not short enough to fit: \"abc\""
(wrong "(symbol->string \"a\")")
 => "wrong:1:1 Error: symbol->string: not a symbol: \"a\""
(wrong "(string->symbol 'a)")
 => "wrong:1:1 Error: string->symbol: not a string: a"
(wrong "(char-upcase \"a\")")
 => "wrong:1:1 Error: char-upcase: not a character: \"a\""
(wrong "(char->integer 65)")
 => "wrong:1:1 Error: char->integer: not a character: 65"
(wrong "(integer->char -1)")
 => "wrong:1:1 Error: integer->char: not the number of a character: -1"
(wrong "(integer->char #xD800)")
 => "wrong:1:1 Error: integer->char: not the number of a character: 55296"
(wrong "(list-tail '(1 2) 3)")
 => "wrong:1:1 Error: list-tail: not a list of 3 elements: (1 2)"
(wrong "(list-ref '(1 2) 2)")
 => "wrong:1:1 Error: list-ref: not a list of 3 elements: (1 2)"
(wrong "(length '(1 . 2))")
 => "wrong:1:1 Error: length: not a list: (1 . 2)"
(wrong "(length 5)")
 => "wrong:1:1 Error: length: not a list: 5"
(wrong "(reverse 'a)")
 => "wrong:1:1 Error: reverse: not a list: a"
(wrong "(append '(1 . 2) '(3))")
 => "wrong:1:1 Error: append: not a list: (1 . 2)"
(wrong "(map car 5)")
 => "wrong:1:1 Error: map: not a list: 5"
(wrong "(map 5 '(1 2))")
 => "wrong:1:1 Error: map: not a procedure: 5"
(wrong "(for-each car '(1))")
 => "wrong:1:1 Error: car: not a pair: 1"
(wrong "(apply + 1)")
 => "wrong:1:1 Error: apply: not a list: 1"
(wrong "(apply 5 '())")
 => "wrong:1:1 Error: not a procedure: 5"
(wrong "(5 6)")
 => "wrong:1:1 Error: not a procedure: 5"
(wrong "(\"abc\" 0)")
 => "wrong:1:1 Error: not a procedure: \"abc\""
(wrong "((car (list 1)) 2)")
 => "wrong:1:1 Error: not a procedure: 1"
(wrong "(define v 5)
(list (v 1))")
 => "wrong:2:7 Error: not a procedure: 5"
(wrong "((lambda (x) x))")
 => "wrong:1:1 Error: lambda: wrong number of arguments: 0 given, it takes 1"
(wrong "((lambda (x) x) 1 2)")
 => "wrong:1:1 Error: lambda: wrong number of arguments: 2 given, it takes 1"
(wrong "((lambda (x . y) x))")
 => "wrong:1:1 Error: lambda: wrong number of arguments: 0 given, it takes 1 or more"
(wrong "(define (two a b) a)
(list (two 1))")
 => "wrong:2:7 Error: two: wrong number of arguments: 1 given, it takes 2"
(wrong "(define (at-least-one a . more) a)
(list (at-least-one))")
 => "wrong:2:7 Error: at-least-one: wrong number of arguments: 0 given, it takes 1 or more"
(wrong "(let loop ((i 0))
  (if (< i 3)
      (loop)
      i))")
 => "wrong:3:7 Error: loop: wrong number of arguments: 0 given, it takes 1"
(wrong "(car 1 2)")
 => "wrong:1:1 Error: car: wrong number of arguments: 2 given, it takes 1"
(wrong "(cons 1)")
 => "wrong:1:1 Error: cons: wrong number of arguments: 1 given, it takes 2"
(wrong "(call-with-values (lambda () (values 1 2)) (lambda (a) a))")
 => "wrong:1:1 Error: lambda: wrong number of arguments: 2 given, it takes 1"
(wrong "(let-values (((a b) (values 1))) a)")
 => "wrong:1:21 Error: a procedure: wrong number of arguments: 1 given, it takes 2"
(wrong "(+ 1 'a)")
 => "wrong:1:1 Error: +: not a number: a"
(wrong "(+ \"1\" 2)")
 => "wrong:1:1 Error: +: not a number: \"1\""
(wrong "(- 'x)")
 => "wrong:1:1 Error: -: not a number: x"
(wrong "(* 2 \"3\")")
 => "wrong:1:1 Error: *: not a number: \"3\""
(wrong "(/ 1 0)")
 => "wrong:1:1 Error: /: division by zero"
(wrong "(/ 0)")
 => "wrong:1:1 Error: /: division by zero"
(wrong "(quotient 1 0)")
 => "wrong:1:1 Error: quotient: division by zero"
(wrong "(modulo 10 0)")
 => "wrong:1:1 Error: modulo: division by zero"
(wrong "(remainder 1 'a)")
 => "wrong:1:1 Error: remainder: not an integer: a"
(wrong "(quotient 1.5 2)")
 => "wrong:1:1 Error: quotient: not an integer: 1.5"
(wrong "(< 1 'b)")
 => "wrong:1:1 Error: <: not a real number: b"
(wrong "(> \"a\" 1)")
 => "wrong:1:1 Error: >: not a real number: \"a\""
(wrong "(zero? 'a)")
 => "wrong:1:1 Error: zero?: not a number: a"
(wrong "(define (f x)
  (if (negative? x) 1 2))
(f \"a\")")
 => "wrong:2:7 Error: negative?: not a real number: \"a\""
(wrong "(define (f x) (+ 1 (if (positive? (car x)) 1 2))) (f '(b))")
 => "wrong:1:24 Error: positive?: not a real number: b"
(wrong "(zero? (= 1 'a))")
 => "wrong:1:8 Error: =: not a number: a"
(wrong "(let ((z zero?)) (z 'a))")
 => "wrong:1:1 Error: zero?: not a number: a"
(wrong "(map positive? '(1 b))")
 => "wrong:1:1 Error: positive?: not a real number: b"
(wrong "(define (f v) (list (vector-set! v 9 (vector-ref v 0)))) (f (vector 1))")
 => "wrong:1:21 Error: vector-set!: not an index below 1: 9"
(wrong "(define (f v) (list (vector-set! v 0 (vector-ref v 9)))) (f (vector 1))")
 => "wrong:1:38 Error: vector-ref: not an index below 1: 9"
(wrong "(with-exception-handler (lambda (e) (error (error-object-message e))) (lambda () (+ 1 (if (zero? 'a) 1 2))))")
 => "wrong:1:91 Error: zero?: not a number: a"
(wrong "(error (guard (e ((error-object? e) (error-object-message e))) (zero? 'a)))")
 => "wrong:1:1 Error: zero?: not a number: a"
(wrong "(list-ref '(1) 1)")
 => "wrong:1:1 Error: list-ref: not a list of 2 elements: (1)"
(wrong "(1+ 'a)")
 => "wrong:1:1 Error: 1+: not a number: a"
(wrong "(-1+ 'a)")
 => "wrong:1:1 Error: -1+: not a number: a"
(wrong "(even? 1.5)")
 => "wrong:1:1 Error: even?: not an integer: 1.5"
(wrong "(sqrt 'x)")
 => "wrong:1:1 Error: sqrt: not a number: x"
(wrong "(max 1 'a)")
 => "wrong:1:1 Error: max: not a real number: a"
(wrong "(exact (/ 0. 0.))")
 => "wrong:1:1 Error: exact: not a finite number: +nan.0"
(wrong "(number->string 10 1)")
 => "wrong:1:1 Error: number->string: not a radix from 2 to 36: 1"
(wrong "(exact->inexact 'a)")
 => "wrong:1:1 Error: inexact: not a number: a"
(wrong "(abs \"x\")")
 => "wrong:1:1 Error: abs: not a number: \"x\""
(wrong "(expt 0 -1)")
 => "wrong:1:1 Error: expt: division by zero: (expt 0 -1)"
(wrong "(error \"something bad:\" 1 '(2) \"three\")")
 => "wrong:1:1 Error: something bad: 1 (2) \"three\""
(wrong "(define (check x)
  (if (> x 3)
      (error \"too large:\" x)
      x))
(list (check 5))")
 => "wrong:5:7 Error: too large: 5"
(wrong "(raise 'some-object)")
 => "wrong:1:1 Error: uncaught object: some-object"
(wrong "(raise 42)")
 => "wrong:1:1 Error: uncaught object: 42"
(wrong "(raise (list 1 2))")
 => "wrong:1:1 Error: uncaught object: (1 2)"
(wrong "(with-exception-handler
  (lambda (e) 'ignored)
  (lambda () (+ 1 (raise 'oops))))")
 => "wrong:3:19 Error: a handler returned from the raise of oops, which cannot be continued"
(wrong "(assert (= 1 2))")
 => "wrong:1:1 Error: assertion failed: (= 1 2)"
(wrong "(string->number 5)")
 => "wrong:1:1 Error: string->number: not a string: 5"
(wrong "(list->string '(1 2))")
 => "wrong:1:1 Error: list->string: not a character: 1"
(wrong "(make-vector -1)")
 => "wrong:1:1 Error: make-vector: not an exact nonnegative integer: -1"
(wrong "(make-string 2 \"a\")")
 => "wrong:1:1 Error: make-string: not a character: \"a\""
(wrong "(bytevector-u8-ref (bytevector 1) 1)")
 => "wrong:1:1 Error: bytevector-u8-ref: not an index below 1: 1"
(wrong "(bytevector 256)")
 => "wrong:1:1 Error: bytevector: not a byte: 256"
(wrong "(bytevector-u8-set! (bytevector 1) 0 300)")
 => "wrong:1:1 Error: bytevector-u8-set!: not a byte: 300"
(wrong "(hash-table-ref (make-hash-table) 'missing)")
 => "wrong:1:1 Error: hash-table-ref: there is no key missing"
(wrong "(hash-table-set! 5 1 2)")
 => "wrong:1:1 Error: hash-table-set!: not a hash table: 5"
(wrong "(open-input-file \"/does/not/exist\")")
 => "wrong:1:1 Error: open-input-file: cannot open, no such file or directory: \"/does/not/exist\""
(wrong "(read-char 5)")
 => "wrong:1:1 Error: read-char: not a textual input port: 5"
(wrong "(write 1 \"port\")")
 => "wrong:1:1 Error: write: not a textual output port: \"port\""
(wrong "(let ((p (open-input-string \"x\"))) (close-port p) (read-char p))")
 => "wrong:1:1 Error: read-char: not an open port: #<input-port>"
(wrong "(read (open-input-string \"(1 2\"))")
 => "wrong:1:1 Error: the text ends within a list that begins in line 1, column 1"
(wrong "(force (delay (car '())))")
 => "wrong:1:15 Error: car: not a pair: ()"
(wrong "(vector-map car '(1))")
 => "wrong:1:1 Error: vector-map: not a vector: (1)"
(wrong "(letrec ((a b) (b 1)) a)")
 => "wrong:1:1 Error: b is used before it has a value"
(wrong "(define-record-type point (make-point x y) point? (x point-x))")
 => "wrong:1:1 Error: there is no field y, in (define-record-type point (make-point x y) point? (x point-…, at wrong:1:1"
(wrong "(define-record-type point (make-point x) point? (x point-x))
(point-x 5)")
 => "wrong:2:1 Error: point-x: not a point: 5"
(wrong "(if)")
 => "wrong:1:1 Error: if takes 2 or 3 operands, not 0, in (if), at wrong:1:1"
(wrong "(if 1 2 3 4)")
 => "wrong:1:1 Error: if takes 2 or 3 operands, not 4, in (if 1 2 3 4), at wrong:1:1"
(wrong "(let ((x)) x)")
 => "wrong:1:1 Error: the binding (x) is not (variable expression), in (let ((x)) x), at wrong:1:1"
(wrong "(let ((x 1) (x 2)) x)")
 => "wrong:1:1 Error: x is bound twice, in (let ((x 1) (x 2)) x), at wrong:1:1"
(wrong "(let (x 1) x)")
 => "wrong:1:1 Error: the binding x is not (variable expression), in (let (x 1) x), at wrong:1:1"
(wrong "(lambda)")
 => "wrong:1:1 Error: lambda takes at least 2 operands, not 0, in (lambda), at wrong:1:1"
(wrong "(lambda (x x) x)")
 => "wrong:1:1 Error: the parameter x stands twice, in (lambda (x x) x), at wrong:1:1"
(wrong "(lambda (1) 2)")
 => "wrong:1:1 Error: 1 is not a parameter, in (lambda (1) 2), at wrong:1:1"
(wrong "(define)")
 => "wrong:1:1 Error: define takes at least 1 operand, not 0, in (define), at wrong:1:1"
(wrong "(define 5 6)")
 => "wrong:1:1 Error: the name 5 is not an identifier, in (define 5 6), at wrong:1:1"
(wrong "(list (define x 5))")
 => "wrong:1:1 Error: define stands where an expression should be, in (define x 5), at wrong:1:7"
(wrong "(let ((x 1)))")
 => "wrong:1:1 Error: let takes at least 2 operands, not 1, in (let ((x 1))), at wrong:1:1"
(wrong "(let () (define y 1))")
 => "wrong:1:1 Error: the body ends with a definition, not with an expression, in (let () (define y 1)), at wrong:1:1"
(wrong "(quote)")
 => "wrong:1:1 Error: quote takes 1 operand, not 0, in (quote), at wrong:1:1"
(wrong "(quote 1 2)")
 => "wrong:1:1 Error: quote takes 1 operand, not 2, in (quote 1 2), at wrong:1:1"
(wrong "(set! 5 1)")
 => "wrong:1:1 Error: set! takes a variable, not 5, in (set! 5 1), at wrong:1:1"
(wrong "(set! if 1)")
 => "wrong:1:1 Error: set! takes a variable, not the keyword if, in (set! if 1), at wrong:1:1"
(wrong "(cond)")
 => "wrong:1:1 Error: cond takes at least 1 operand, not 0, in (cond), at wrong:1:1"
(wrong "(cond (else))")
 => "wrong:1:1 Error: else is not the last clause, or has no expressions, in (cond (else)), at wrong:1:1"
(wrong "(cond (else 1) (#t 2))")
 => "wrong:1:1 Error: else is not the last clause, or has no expressions, in (cond (else 1) (#t 2)), at wrong:1:1"
(wrong "(case 1 (1 2))")
 => "wrong:1:1 Error: the clause (1 2) is not ((datum ...) expression ...), in (case 1 (1 2)), at wrong:1:1"
(wrong "(else 1)")
 => "wrong:1:1 Error: else stands outside of the form that it belongs to, in (else 1), at wrong:1:1"
(wrong "(+ 1 else)")
 => "wrong:1:1 Error: the keyword else is used as a variable, at wrong:1:1"
(wrong "(list =>)")
 => "wrong:1:1 Error: the keyword => is used as a variable, at wrong:1:1"
(wrong "()")
 => "wrong Error: () is not an expression; '() is the empty list"
(wrong "(1 . 2)")
 => "wrong:1:1 Error: the call is not a proper list, in (1 . 2), at wrong:1:1"
(wrong "(let-syntax . 2)")
 => "wrong:1:1 Error: the form of let-syntax is not a proper list, in (let-syntax . 2), at wrong:1:1"
(wrong "(letrec-syntax . 2)")
 => "wrong:1:1 Error: the form of letrec-syntax is not a proper list, in (letrec-syntax . 2), at wrong:1:1"
(wrong "(list 1 . 2)")
 => "wrong:1:1 Error: the call is not a proper list, in (list 1 . 2), at wrong:1:1"
(wrong "(let loop ((i 0) j) i)")
 => "wrong:1:1 Error: the binding j is not (variable expression), in (let loop ((i 0) j) i), at wrong:1:1"
(wrong "(do ((i 0)) i)")
 => "wrong:1:1 Error: the syntax is (do ((variable init [step]) ...) (test expression ...) command ...), in (do ((i 0)) i), at wrong:1:1"
(wrong "(define-syntax foo 5)")
 => "wrong:1:1 Error: the transformer of a macro is not a form of syntax-rules, at wrong:1:1"
(wrong "(define-syntax foo (syntax-rules () ((_ a) a)))
(foo 1 2)")
 => "wrong:2:1 Error: no rule of the macro foo fits, in (foo 1 2), at wrong:2:1"
(wrong "(define-syntax bad (syntax-rules (a b c)))
(bad)")
 => "wrong:2:1 Error: no rule of the macro bad fits, in (bad), at wrong:2:1"
(wrong "(define-syntax bad (syntax-rules () ((_ x ... y ...) 1)))")
 => "wrong:1:1 Error: two ellipses in one list of a pattern, at wrong:1:1"
(wrong "(let-syntax ((m 5)) 1)")
 => "wrong:1:1 Error: the transformer of a macro is not a form of syntax-rules, at wrong:1:1"
(wrong "(syntax-error \"never do this\" x 1)")
 => "wrong:1:1 Error: never do this x 1, in (syntax-error \"never do this\" x 1), at wrong:1:1"
(wrong "(import (no such thing))")
 => "wrong:1:1 Error: there is no library, in (no such thing), at wrong:1:9"
(wrong "(import (only (scheme base) nothing-like-it))")
 => "wrong:1:1 Error: there is no nothing-like-it in the library, in (only (scheme base) nothing-like-it), at wrong:1:9"
(wrong "(import (prefix (scheme base)))")
 => "wrong:1:1 Error: the syntax is (prefix set identifier), in (prefix (scheme base)), at wrong:1:9"
(wrong "(import (prefix (scheme base) 5))")
 => "wrong:1:1 Error: the syntax is (prefix set identifier), in (prefix (scheme base) 5), at wrong:1:9"
(wrong "(import (rename (scheme base) (car 5)))")
 => "wrong:1:1 Error: the renaming (car 5) is not (name new-name), in (rename (scheme base) (car 5)), at wrong:1:9"
(wrong "(import (5 (scheme base)))")
 => "wrong:1:1 Error: there is no library, in (5 (scheme base)), at wrong:1:9"
(wrong "(define-library (x) (export y) (import (scheme base)))")
 => "wrong:1:1 Error: y is exported and not defined, in (define-library (x) (export y) (import (scheme base))), at wrong:1:1"
(wrong "(parameterize ((5 1)) 2)")
 => "wrong:1:1 Error: parameterize: not a parameter: 5"
(wrong "(import (scheme r5rs)) (eval '(if #t car 1) (null-environment 5))")
 => "wrong:1:24 Error: unbound variable: car (it is in (scheme base))"
(wrong "(import (scheme r5rs)) (null-environment 6)")
 => "wrong:1:24 Error: null-environment: not the number 5: 6"
(wrong "(define called #f)
(define (no-parameter . arguments) (set! called #t))
(guard (e (#t (if called (error \"it was called\") (raise e)))) (parameterize ((no-parameter 1)) 2))")
 => "wrong:3:1 Error: parameterize: not a parameter: #<procedure no-parameter>"
(wrong "(guard e 1)")
 => "wrong:1:1 Error: the syntax is (guard (variable clause ...) body ...), in (guard e 1), at wrong:1:1"
(wrong "(case-lambda (1))")
 => "wrong:1:1 Error: the clause (1) is not (formals body ...), in (case-lambda (1)), at wrong:1:1"
(wrong "`(1 ,@2 3)")
 => "wrong:1:1 Error: append: not a list: 2"
(wrong "`(1 ,@(list 1 . 2))")
 => "wrong:1:1 Error: the call is not a proper list, in (list 1 . 2), at wrong:1:7"
(wrong ")")
 => "wrong Error: a ) without a ( (line 1, column 1)"
(wrong "(list 1 2")
 => "wrong Error: the text ends within a list that begins in line 1, column 1"
(wrong "\"abc")
 => "wrong Error: the text ends within a string that begins in line 1, column 1"
(wrong "#\\nonsense")
 => "wrong Error: there is no character #\\nonsense (line 1, column 10)"
(wrong "#foo")
 => "wrong Error: #foo is unknown (line 1, column 4)"
(wrong "(1 . )")
 => "wrong Error: a ) where a datum should be, in a list, after the dot (line 1, column 6)"
(wrong "( . 1)")
 => "wrong Error: a . at the beginning of a list (line 1, column 3)"
(wrong "(1 . 2 3)")
 => "wrong Error: more than one datum after the . of a list (line 1, column 8)"
(wrong "#(1 . 2)")
 => "wrong Error: a . in a vector (line 1, column 8)"
(wrong "#u8(1 . 2)")
 => "wrong Error: a . in a bytevector (line 1, column 10)"
(wrong "#u8(1 256)")
 => "wrong Error: 256 is not a byte, in a bytevector (line 1, column 10)"
(wrong "#u8(a)")
 => "wrong Error: a is not a byte, in a bytevector (line 1, column 6)"
(wrong "\"\\q\"")
 => "wrong Error: the escape \\q is unknown (line 1, column 3)"
(wrong "\"\\x41\"")
 => "wrong Error: an escape \\x without its digits and ; (line 1, column 6)"
(wrong "#0#")
 => "wrong Error: there is no label #0= (line 1, column 3)"
(wrong "#1=#1#")
 => "wrong Error: the label #1= stands for itself (line 1, column 6)"
(wrong "|abc")
 => "wrong Error: the text ends within a symbol in bars that begins in line 1, column 1"
(wrong "#| comment")
 => "wrong Error: the text ends within a comment #| that begins in line 1, column 1"
(wrong "'")
 => "wrong Error: the text ends within a quotation that begins in line 1, column 1"
(wrong "#;")
 => "wrong Error: the text ends within a comment #; that begins in line 1, column 1"
(wrong "[1 2]")
 => "wrong Error: [ is not part of Scheme (line 1, column 1)"
(wrong "(display \"ok\") (newline) (car (cdr (list 1)))")
 => "wrong:1:26 Error: car: not a pair: ()"

;;; The library speaks of the procedures that were called.

(wrong "(exp 'a)")
 => "wrong:1:1 Error: exp: not a number: a"
(wrong "(sin 'a)")
 => "wrong:1:1 Error: sin: not a number: a"
(wrong "(atan 'a)")
 => "wrong:1:1 Error: atan: not a number: a"
(wrong "(angle 'a)")
 => "wrong:1:1 Error: angle: not a number: a"
(wrong "(real-part 'a)")
 => "wrong:1:1 Error: real-part: not a number: a"
(wrong "(imag-part 'a)")
 => "wrong:1:1 Error: imag-part: not a number: a"
(wrong "(magnitude 'a)")
 => "wrong:1:1 Error: magnitude: not a number: a"
(wrong "(square 'a)")
 => "wrong:1:1 Error: square: not a number: a"
(wrong "(member 1 2)")
 => "wrong:1:1 Error: member: not a list: 2"
(wrong "(assoc 1 '(2))")
 => "wrong:1:1 Error: assoc: not a list of pairs: (2)"
(wrong "(import (srfi 1) (srfi 69) (tessera more)) (zip 1 2)")
 => "wrong:1:44 Error: map: not a list: 1"
(wrong "(map + '(1 2) '(3 . 4))")
 => "wrong:1:1 Error: map: not a list: 4"
(wrong "(for-each list '(1) 2)")
 => "wrong:1:1 Error: for-each: not a list: 2"
(wrong "(import (srfi 1)) (any < '(2 4) '(1 . 3))")
 => "wrong:1:19 Error: any: not a list: 3"
(wrong "(import (srfi 1)) (pair-for-each list 1)")
 => "wrong:1:19 Error: pair-for-each: not a list: 1"
(wrong "(import (srfi 1) (srfi 69) (tessera more)) (unzip2 '(1))")
 => "wrong:1:44 Error: unzip2: not a list of 1 elements: 1"
(wrong "(import (srfi 1) (srfi 69) (tessera more)) (lset-union eq? '(1) 2)")
 => "wrong:1:44 Error: lset-union: not a list: 2"
(wrong "(import (srfi 1) (srfi 69) (tessera more)) (list= eq? '(1) 2)")
 => "wrong:1:44 Error: list=: not a list: 2"
(wrong "(import (srfi 1) (srfi 69) (tessera more)) (string-join '(1 2))")
 => "wrong:1:44 Error: string-join: not a string: 1"
(wrong "(import (srfi 1) (srfi 69) (tessera more)) (string-index 5 #\\a)")
 => "wrong:1:44 Error: string-index: not a string: 5"
(wrong "(import (srfi 1) (srfi 69) (tessera more)) (string-ci-hash 5)")
 => "wrong:1:44 Error: string-ci-hash: not a string: 5"
(wrong "(import (srfi 1) (srfi 69) (tessera more)) (hash 5 0)")
 => "wrong:1:44 Error: hash: not an exact positive integer: 0"
(wrong "(import (srfi 1) (srfi 69) (tessera more)) (alist->hash-table '(1))")
 => "wrong:1:44 Error: alist->hash-table: not a pair: 1"
