;;; Wrong programs in Clojure: the position and text of their errors.
(load "tests/lisp/support/languages.lisp") => t
(defun wrong (source) (language-tests:complaint :clojure source)) => wrong

(wrong "(foo 1)")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
Unable to resolve symbol: foo in this context"
(wrong "(def x 1)
(+ x y)")
 => "wrong:2:1 Syntax error compiling at (wrong:2:1).
Unable to resolve symbol: y in this context"
(wrong "(let [a 1]
  (+ a
     b))")
 => "wrong:1:1 Syntax error compiling at (wrong:2:3).
Unable to resolve symbol: b in this context"
(wrong "(let [x] x)")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
let requires an even number of forms in binding vector"
(wrong "(let (x 1) x)")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
let requires a vector for its binding"
(wrong "(let x x)")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
let requires a vector for its binding"
(wrong "(loop [x 1] (+ (recur 2) 1))")
 => "wrong:1:1 Syntax error compiling at (wrong:1:16).
Can only recur from tail position"
(wrong "(loop [x 1 y 2]
  (recur 1))")
 => "wrong:1:1 Syntax error compiling at (wrong:2:3).
Mismatched argument count to recur, expected: 2 args, got: 1"
(wrong "(recur 1)")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
Can only recur from tail position"
(wrong "(defn f [x]
  (if x
    (inc (recur nil))
    1))")
 => "wrong:1:1 Syntax error compiling at (wrong:3:10).
Can only recur from tail position"
(wrong "(loop [x 1] (try (recur 2) (catch Exception e 1)))")
 => "wrong:1:1 Syntax error compiling at (wrong:1:18).
Cannot recur across try"
(wrong "(fn [x y] (recur 1))")
 => "wrong:1:1 Syntax error compiling at (wrong:1:11).
Mismatched argument count to recur, expected: 2 args, got: 1"
(wrong "(if)")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
Too few arguments to if"
(wrong "(if 1 2 3 4)")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
Too many arguments to if"
(wrong "(def)")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
Too few arguments to def"
(wrong "(def 5 1)")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
First argument to def must be a Symbol"
(wrong "(def a b c d)")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
Too many arguments to def"
(wrong "(def \"x\" 1)")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
First argument to def must be a Symbol"
(wrong "(defn)")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
First argument to defn must be a symbol"
(wrong "(defn f)")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
Parameter declaration missing"
(wrong "(defn 5 [x] x)")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
First argument to defn must be a symbol"
(wrong "(defn f x)")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
Parameter declaration x should be a vector"
(wrong "(defn f ([x] 1) ([y] 2))")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
Can't have 2 overloads with same arity"
(wrong "(defn f ([& a] 1) ([& b] 2))")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
Can't have more than 1 variadic overload"
(wrong "(defn f ([a b c] 1) ([& b] 2))")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
Can't have fixed arity function with more params than variadic function"
(wrong "(fn [x & y z] 1)")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
Unexpected parameter list: [x & y z]"
(wrong "(fn [a/b] 1)")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
Can't use qualified name as parameter: a/b"
(wrong "(let [a/b 1] 1)")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
Can't let qualified name: a/b"
(wrong "(let [5 1] 1)")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
Unsupported binding form: 5"
(wrong "(let [{:foo 1} {}] 1)")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
Unsupported binding form: :foo"
(wrong "(let [[a & b c] [1]] a)")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
Unsupported binding form: [a & b c]"
(wrong "(quote)")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
Too few arguments to quote"
(wrong "(quote a b)")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
Too many arguments to quote"
(wrong "(var foo)")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
Unable to resolve var: foo in this context"
(wrong "(var 5)")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
var requires a symbol"
(wrong "(set! foo 1)")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
Unable to resolve symbol: foo in this context"
(wrong "(let [x 1] (set! x 2))")
 => "wrong:1:1 Syntax error compiling at (wrong:1:12).
Cannot assign to non-mutable: x"
(wrong "(throw)")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
Too few arguments to throw"
(wrong "(throw 1 2)")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
Too many arguments to throw"
(wrong "(try 1 (catch))")
 => "wrong:1:1 Syntax error compiling at (wrong:1:8).
Unable to parse catch clause: (catch)"
(wrong "(try 1 (catch Foo e 1))")
 => "wrong:1:1 Syntax error compiling at (wrong:1:8).
Unable to resolve classname: Foo"
(wrong "(try (catch Exception e 1) 2)")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
Only catch or finally clause can follow catch in try expression"
(wrong "(try 1 (finally 2) 3)")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
Only catch or finally clause can follow catch in try expression"
(wrong "(case 1 1 2 1 3)")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
Duplicate case test constant: 1"
(wrong "(cond 1)")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
cond requires an even number of forms"
(wrong "(when)")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
Too few arguments to when"
(wrong "(binding [foo 1] foo)")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
Unable to resolve var: foo in this context"
(wrong "(def s 1)
(binding [s 2] s)")
 => "wrong:2:1 Syntax error compiling at (wrong:2:1).
Can't dynamically bind non-dynamic var: user/s"
(wrong "(new Foo)")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
Unable to resolve classname: Foo"
(wrong "(Foo.)")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
Unable to resolve classname: Foo"
(wrong "(Math/foo 1)")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
No matching method foo found for class java.lang.Math"
(wrong "Math/foo")
 => "wrong Syntax error compiling at (wrong:1:1).
Unable to find static field: foo in class java.lang.Math"
(wrong "(foo/bar 1)")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
No such namespace: foo"
(wrong "clojure.string/nope")
 => "wrong Syntax error compiling at (wrong:1:1).
No such var: clojure.string/nope"
(wrong "(clojure.core/nope)")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
No such var: clojure.core/nope"
(wrong "when")
 => "wrong Syntax error compiling at (wrong:1:1).
Can't take value of a macro: #'clojure.core/when"
(wrong "(map when [1])")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
Can't take value of a macro: #'clojure.core/when"
(wrong "(. \"a\")")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
Too few arguments to ."
(wrong "(.foo)")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
Malformed member expression, expecting (.member target ...)"
(wrong "(defprotocol P (m []))")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
Definition of function m in protocol must take at least one arg."
(wrong "(deftype T 5)")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
No fields vector given."
(wrong "(deftype T [a] P2 (m [this] 1))")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
Unable to resolve symbol: P2 in this context"
(wrong "(deftype T [a] Object (toString [] \"a\"))")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
Must supply at least one argument for 'this' in: toString"
(wrong "(defrecord R)")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
Too few arguments to defrecord"
(wrong "(extend-type Long)
(extend-type Long Nope (m [x] 1))")
 => "wrong:2:1 Syntax error compiling at (wrong:2:1).
Unable to resolve symbol: Nope in this context"
(wrong "(letfn [(f 5)] 1)")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
Parameter declaration 5 should be a vector"
(wrong "(letfn (f [x] x) 1)")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
letfn requires a vector for its binding"
(wrong "(dotimes [i] 1)")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
dotimes requires an even number of forms in binding vector"
(wrong "(dotimes i 1)")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
dotimes requires a vector for its binding"
(wrong "(for [x] x)")
 => "wrong:1:1 Syntax error macroexpanding clojure.core/for at (wrong:1:1).
for requires an even number of forms in binding vector"
(wrong "(for x x)")
 => "wrong:1:1 Syntax error macroexpanding clojure.core/for at (wrong:1:1).
for requires a vector for its binding"
(wrong "(for [x [1] :foo 1] x)")
 => "wrong:1:1 Syntax error macroexpanding clojure.core/for at (wrong:1:1).
Invalid 'for' keyword :foo"
(wrong "(doseq [x] x)")
 => "wrong:1:1 Syntax error macroexpanding clojure.core/doseq at (wrong:1:1).
doseq requires an even number of forms in binding vector"
(wrong "(if-let [x] 1)")
 => "wrong:1:1 Syntax error macroexpanding clojure.core/if-let at (wrong:1:1).
if-let requires exactly 2 forms in binding vector"
(wrong "(if-let x 1)")
 => "wrong:1:1 Syntax error macroexpanding clojure.core/if-let at (wrong:1:1).
if-let requires exactly 2 forms in binding vector"
(wrong "(ns 5)")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
namespace name must be a symbol: 5"
(wrong "(ns foo (:bar baz))")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
Unknown ns clause: :bar"
(wrong "(ns foo (:require nope.nope))")
 => "wrong:1:1 Execution error (FileNotFoundException): Could not locate nope/nope.clj or nope/nope.cljc on classpath"
(wrong "(require 'nope.nope)")
 => "wrong:1:1 Execution error (FileNotFoundException): Could not locate nope/nope.clj or nope/nope.cljc on classpath"
(wrong "(require '[clojure.string :refer [nope]])")
 => "wrong:1:1 Execution error (IllegalAccessError): nope does not exist"
(wrong "(nil 1)")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
Can't call nil"
(wrong "(:a)")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
Wrong number of args (0) passed to: :a"
(wrong "(:a 1 2 3)")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
Wrong number of args (3) passed to: :a"
(wrong "(-> )")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
Too few arguments to ->"
(wrong "(cl/nope 1)")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
Unable to resolve symbol: cl/nope in this context"
(wrong "(cl/cond 1)")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
cl/cond is not a function of Common Lisp"
(wrong "(defmacro m [x] (/ x 0))
(m 1)")
 => "wrong:2:1 Syntax error macroexpanding user/m at (wrong:2:1).
Divide by zero"
(wrong "(defmacro m [x] x)
(m)")
 => "wrong:2:1 Syntax error macroexpanding user/m at (wrong:2:1).
Wrong number of args (0) passed to: user/m"
(wrong "(defmacro m [x] `(foo ~x))
(+ 1
   (m 2))")
 => "wrong:2:1 Syntax error compiling at (wrong:3:4).
No such var: user/foo"
(wrong "(1 2
")
 => "wrong Syntax error reading source at (wrong:1:1).
EOF while reading, starting at line 1"
(wrong "(foo")
 => "wrong Syntax error reading source at (wrong:1:1).
EOF while reading, starting at line 1"
(wrong "[1 2")
 => "wrong Syntax error reading source at (wrong:1:1).
EOF while reading, starting at line 1"
(wrong "{:a 1")
 => "wrong Syntax error reading source at (wrong:1:1).
EOF while reading, starting at line 1"
(wrong "{:a}")
 => "wrong Syntax error reading source at (wrong:1:1).
Map literal must contain an even number of forms"
(wrong "{:a 1 :a 2}")
 => "wrong Syntax error reading source at (wrong:1:1).
Duplicate key: :a"
(wrong "#{1 1}")
 => "wrong Syntax error reading source at (wrong:1:1).
Duplicate key: 1"
(wrong ")")
 => "wrong Syntax error reading source at (wrong:1:1).
Unmatched delimiter: )"
(wrong "(1 ]")
 => "wrong Syntax error reading source at (wrong:1:4).
Unmatched delimiter: ]"
(wrong "\"abc")
 => "wrong Syntax error reading source at (wrong:1:1).
EOF while reading, starting at line 1"
(wrong "\"a\\qb\"")
 => "wrong Syntax error reading source at (wrong:1:1).
Unsupported escape character: \\q"
(wrong "\"\\u12\"")
 => "wrong Syntax error reading source at (wrong:1:1).
Invalid unicode escape"
(wrong "\\foo")
 => "wrong Syntax error reading source at (wrong:1:1).
Unsupported character: \\foo"
(wrong "#foo 1")
 => "wrong Syntax error reading source at (wrong:1:1).
No reader function for tag foo"
(wrong "#\"a(b\"")
 => "wrong Syntax error reading source at (wrong:1:1).
Unclosed group near index 3
a(b"
(wrong "#\"[z-a]\"")
 => "wrong Syntax error reading source at (wrong:1:1).
Illegal character range near index 4
[z-a]"
(wrong "#\"*a\"")
 => "wrong Syntax error reading source at (wrong:1:1).
Dangling meta character '*' near index 0
*a"
(wrong "12abc")
 => "wrong Syntax error reading source at (wrong:1:1).
Invalid number: 12abc"
(wrong "1.2.3")
 => "wrong Syntax error reading source at (wrong:1:1).
Invalid number: 1.2.3"
(wrong "0x")
 => "wrong Syntax error reading source at (wrong:1:1).
Invalid number: 0x"
(wrong "09")
 => "wrong Syntax error reading source at (wrong:1:1).
Invalid number: 09"
(wrong ":")
 => "wrong Syntax error reading source at (wrong:1:1).
Invalid token: :"
(wrong "foo:")
 => "wrong Syntax error reading source at (wrong:1:1).
Invalid token: foo:"
(wrong "::nope/x")
 => "wrong Syntax error reading source at (wrong:1:1).
Invalid token: ::nope/x"
(wrong "a//b")
 => "wrong Syntax error compiling at (wrong:1:1).
No such namespace: a"
(wrong "#(+ % #(inc %))")
 => "wrong Syntax error reading source at (wrong:1:7).
Nested #()s are not allowed"
(wrong "#(%x)")
 => "wrong Syntax error reading source at (wrong:1:3).
arg literal must be %, %& or %integer"
(wrong "~@a")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
No such var: clojure.core/unquote-splicing"
(wrong "`~@a")
 => "wrong Syntax error reading source at (wrong:1:1).
splice not in list"
(wrong "^5 x")
 => "wrong Syntax error reading source at (wrong:1:1).
Metadata must be Symbol,Keyword,String or Map"
(wrong "#?(:clj)")
 => "wrong Syntax error reading source at (wrong:1:1).
read-cond requires an even number of forms"
(wrong "##Foo")
 => "wrong Syntax error reading source at (wrong:1:1).
Unknown symbolic value: ##Foo"
(wrong "(/ 1 0)")
 => "wrong:1:1 Execution error (ArithmeticException): Divide by zero"
(wrong "(defn f [x]
  (let [y (- x 1)]
    (/ x y)))
(f 1)")
 => "wrong:3:5 Execution error (ArithmeticException): Divide by zero"
(wrong "(inc nil)")
 => "wrong:1:1 Execution error (NullPointerException): nil where a java.lang.Number is wanted"
(wrong "(+ 1 \"a\")")
 => "wrong:1:1 Execution error (ClassCastException): class java.lang.String cannot be cast to class java.lang.Number"
(wrong "(defn g [s]
  (+ 1
     (inc s)))
(g \"x\")")
 => "wrong:3:6 Execution error (ClassCastException): class java.lang.String cannot be cast to class java.lang.Number"
(wrong "(nth [1 2] 5)")
 => "wrong:1:1 Execution error (IndexOutOfBoundsException): 5"
(wrong "(nth '(1) 3)")
 => "wrong:1:1 Execution error (IndexOutOfBoundsException)"
(wrong "([1 2] 3)")
 => "wrong:1:1 Execution error (IndexOutOfBoundsException): 3"
(wrong "(first 5)")
 => "wrong:1:1 Execution error (IllegalArgumentException): Don't know how to create ISeq from: java.lang.Long"
(wrong "(count 5)")
 => "wrong:1:1 Execution error (UnsupportedOperationException): count not supported on this type: Long"
(wrong "(5 1)")
 => "wrong:1:1 Execution error (ClassCastException): class java.lang.Long cannot be cast to class clojure.lang.IFn"
(wrong "(\"a\" 1)")
 => "wrong:1:1 Execution error (ClassCastException): class java.lang.String cannot be cast to class clojure.lang.IFn"
(wrong "(assoc [1] 5 2)")
 => "wrong:1:1 Execution error (IndexOutOfBoundsException): 5"
(wrong "(assoc 1 2 3)")
 => "wrong:1:1 Execution error (ClassCastException): class java.lang.Long cannot be cast to class clojure.lang.Associative"
(wrong "(conj 5 1)")
 => "wrong:1:1 Execution error (ClassCastException): class java.lang.Long cannot be cast to class clojure.lang.IPersistentCollection"
(wrong "(seq 5)")
 => "wrong:1:1 Execution error (IllegalArgumentException): Don't know how to create ISeq from: java.lang.Long"
(wrong "(defn h [a b] a)
(h 1)")
 => "wrong:2:1 Execution error (ArityException): Wrong number of args (1) passed to: user/h"
(wrong "((fn [x] x))")
 => "wrong:1:1 Execution error (ArityException): Wrong number of args (0) passed to: fn"
(wrong "((fn ([a] 1) ([a b c] 2)) 1 2)")
 => "wrong:1:1 Execution error (ArityException): Wrong number of args (2) passed to: fn"
(wrong "(throw (ex-info \"broken\" {:code 5}))")
 => "wrong:1:1 Execution error (ExceptionInfo): broken {:code 5}"
(wrong "(throw (Exception. \"plain\"))")
 => "wrong:1:1 Execution error (Exception): plain"
(wrong "(throw 5)")
 => "wrong:1:1 Execution error (ClassCastException): class java.lang.Long cannot be cast to class java.lang.Throwable"
(wrong "(defmulti mm :k)
(mm {:k 1})")
 => "wrong:2:1 Execution error (IllegalArgumentException): No method in multimethod 'mm' for dispatch value: 1"
(wrong "(defprotocol Q (q [x]))
(q 5)")
 => "wrong:1:1 Execution error (IllegalArgumentException): No implementation of method: :q of protocol: #'user/Q found for class: java.lang.Long"
(wrong "(alter (ref 1) inc)")
 => "wrong:1:1 Execution error (IllegalStateException): No transaction running"
(wrong "(dosync (commute (ref 1) (fn [x] (throw (IllegalStateException. \"no\")))))")
 => "wrong:1:1 Execution error (IllegalStateException): no"
(wrong "(let [r (ref 1)] (dosync (commute r inc) (ref-set r 1)))")
 => "wrong:1:1 Execution error (IllegalStateException): Can't set after commute"
(wrong "(dosync (io! \"prints\" 1))")
 => "wrong:1:9 Execution error (IllegalStateException): prints"
(wrong "(reset! (atom 1 :validator odd?) 2)")
 => "wrong:1:1 Execution error (IllegalStateException): Invalid reference state"
(wrong "(atom 2 :validator odd?)")
 => "wrong:1:1 Execution error (IllegalStateException): Invalid reference state"
(wrong "(swap! 5 inc)")
 => "wrong:1:1 Execution error (ClassCastException): class java.lang.Long cannot be cast to class clojure.lang.IAtom"
(wrong "(deref 5)")
 => "wrong:1:1 Execution error (ClassCastException): class java.lang.Long cannot be cast to class java.util.concurrent.Future"
(wrong "(assert (= 1 2))")
 => "wrong:1:1 Execution error (AssertionError): Assert failed: (= 1 2)"
(wrong "(assert false \"because\")")
 => "wrong:1:1 Execution error (AssertionError): Assert failed: because
false"
(wrong "(defn pre [x] {:pre [(pos? x)]} x)
(pre 0)")
 => "wrong:1:1 Execution error (AssertionError): Assert failed: (pos? x)"
(wrong "(Integer/parseInt \"x\")")
 => "wrong:1:1 Execution error (NumberFormatException): For input string: \"x\""
(wrong "(name 5)")
 => "wrong:1:1 Execution error (ClassCastException): class java.lang.Long cannot be cast to class clojure.lang.Named"
(wrong "(compare 1 \"a\")")
 => "wrong:1:1 Execution error (ClassCastException): class java.lang.String cannot be cast to class java.lang.Number"
(wrong "(sort [1 :a])")
 => "wrong:1:1 Execution error (ClassCastException): class java.lang.Long cannot be cast to class clojure.lang.Keyword"
(wrong "(keyword? )")
 => "wrong:1:1 Execution error (ArityException): Wrong number of args (0) passed to: clojure.core/keyword?"
(wrong "(subs \"abc\" 5)")
 => "wrong:1:1 Execution error (StringIndexOutOfBoundsException): begin 5, end 3, length 3"
(wrong "(subvec [1 2] 1 5)")
 => "wrong:1:1 Execution error (IndexOutOfBoundsException): 5"
(wrong "(pop [])")
 => "wrong:1:1 Execution error (IllegalStateException): Can't pop empty vector"
(wrong "(peek 5)")
 => "wrong:1:1 Execution error (ClassCastException): class java.lang.Long cannot be cast to class clojure.lang.IPersistentStack"
(wrong "(hash-map :a)")
 => "wrong:1:1 Execution error (IllegalArgumentException): No value supplied for key: :a"
(wrong "(apply hash-map [1])")
 => "wrong:1:1 Execution error (IllegalArgumentException): No value supplied for key: 1"
(wrong "(case 5 1 2)")
 => "wrong:1:1 Execution error (IllegalArgumentException): No matching clause: 5"
(wrong "(condp = 5 1 2)")
 => "wrong:1:1 Execution error (IllegalArgumentException): No matching clause: 5"
(wrong "(slurp \"/nope/nope\")")
 => "wrong:1:1 Execution error (FileNotFoundException): OPEN: cannot open #P\"/nope/nope\": No such file or directory"
(wrong "(.foo \"abc\")")
 => "wrong:1:1 Execution error (IllegalArgumentException): No matching field foo found for class java.lang.String"
(wrong "(.-foo \"abc\")")
 => "wrong:1:1 Execution error (IllegalArgumentException): No matching field found: foo for class java.lang.String"
(wrong "(.length nil)")
 => "wrong:1:1 Execution error (NullPointerException): Cannot invoke \"length\" because the target is nil"
(wrong "(persistent! (let [t (transient [])] (persistent! t) t))")
 => "wrong:1:1 Execution error (IllegalAccessError): Transient used after persistent! call"
(wrong "(let [t (transient {})] (persistent! t) (assoc! t 1 2))")
 => "wrong:1:41 Execution error (IllegalAccessError): Transient used after persistent! call"
(wrong "@(future (/ 1 0))")
 => "wrong:1:1 Execution error (ExecutionException): java.lang.ArithmeticException: Divide by zero"
(wrong "(deref (promise))")
 => "wrong:1:1 Execution error (IllegalStateException): Deadlock: what is waited for depends on nothing that runs"
(wrong "(let [a (agent 1)] (send a (fn [x] (/ x 0))) (await a))")
 => "wrong:1:1 Execution error (RuntimeException): Agent is failed, needs restart"
(wrong "(derive :a :a)")
 => "wrong:1:1 Execution error (AssertionError): Assert failed: (namespace parent)"
(wrong "(derive ::a ::a)")
 => "wrong:1:1 Execution error (AssertionError): Assert failed: (not= tag parent)"
(wrong "(do (derive ::p1 ::p2) (derive ::p2 ::p1))")
 => "wrong:1:1 Execution error (Exception): Cyclic derivation: :user/p1 has :user/p2 as ancestor"
(wrong "(re-pattern \"(\")")
 => "wrong:1:1 Execution error (PatternSyntaxException): Unclosed group near index 1
("
(wrong "(format \"%d\" \"x\")")
 => "wrong:1:1 Execution error (IllegalFormatConversionException): d != java.lang.String"
(wrong "(format \"%q\" 1)")
 => "wrong:1:1 Execution error (UnknownFormatConversionException): Conversion = 'q'"
(wrong "(declare later)
(later)")
 => "wrong:2:1 Execution error (IllegalStateException): Attempting to call unbound fn: #'user/later"
(wrong "(read-string \"(1\")")
 => "wrong:1:1 Execution error (RuntimeException): EOF while reading, starting at line 1"
(wrong "(cl/car 5)")
 => "wrong:1:1 Execution error (ClassCastException): class java.lang.Long cannot be cast to class clojure.lang.ISeq"
(wrong "(set! *print-length* 1)
(let [f 1] (f 2))")
 => "wrong:2:12 Execution error (ClassCastException): class java.lang.Long cannot be cast to class clojure.lang.IFn"
(wrong "(instance? 5 1)")
 => "wrong:1:1 Execution error (ClassCastException): class java.lang.Long cannot be cast to class java.lang.Class"
(wrong "(ref-set 5 1)")
 => "wrong:1:1 Execution error (IllegalStateException): No transaction running"
(wrong "(with-redefs [nope 1] 1)")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
Unable to resolve var: nope in this context"
(wrong "(await 5)")
 => "wrong:1:1 Execution error (ClassCastException): class java.lang.Long cannot be cast to class clojure.lang.Agent"
(wrong "(reduce 5)")
 => "wrong:1:1 Execution error (ClassCastException): class java.lang.Long cannot be cast to class clojure.lang.IFn"
(wrong "(vec 5)")
 => "wrong:1:1 Execution error (IllegalArgumentException): Don't know how to create ISeq from: java.lang.Long"
(wrong "(into [] 5)")
 => "wrong:1:1 Execution error (IllegalArgumentException): Don't know how to create ISeq from: java.lang.Long"
(wrong "(zipmap 1 2)")
 => "wrong:1:1 Execution error (IllegalArgumentException): Don't know how to create ISeq from: java.lang.Long"
(wrong "(partition 0)")
 => "wrong:1:1 Execution error (ArityException): Wrong number of args (1) passed to: clojure.core/partition"
(wrong "(nth nil)")
 => "wrong:1:1 Execution error (ArityException): Wrong number of args (1) passed to: clojure.core/nth"
(wrong "(swap-vals! 5 inc)")
 => "wrong:1:1 Execution error (ClassCastException): class java.lang.Long cannot be cast to class clojure.lang.IAtom"
(wrong "(vswap! 5 inc)")
 => "wrong:1:1 Execution error (ClassCastException): class java.lang.Long cannot be cast to class clojure.lang.Volatile"
(wrong "(get-method 5 5)")
 => "wrong:1:1 Execution error (ClassCastException): class java.lang.Long cannot be cast to class clojure.lang.MultiFn"
(wrong "(re-find 5 \"x\")")
 => "wrong:1:1 Execution error (ClassCastException): class java.lang.Long cannot be cast to class java.util.regex.Pattern"
(wrong "(pop! 5)")
 => "wrong:1:1 Execution error (ClassCastException): class java.lang.Long cannot be cast to class clojure.lang.ITransientVector"
(wrong "(.toUpperCase 5)")
 => "wrong:1:1 Execution error (ClassCastException): class java.lang.Long cannot be cast to class java.lang.CharSequence"
(wrong "(reify String (f))")
 => "wrong:1:1 Syntax error compiling at (wrong:1:1).
Parameter declaration missing"
