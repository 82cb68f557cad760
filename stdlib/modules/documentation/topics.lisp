;;; The pages of HELP.
(in-package "TESSERA-DOCUMENTATION")

(define-topic "prompt" "forms, commands and remembered values"
    "A form is evaluated when it is complete, and its values are shown. *, ** and *** are the last three primary values, / is the list of
the last values, + the last form. Words that begin with a colon are commands: :help lists them, :more shows
a long value in full, :quit leaves, as Ctrl-D does. Ctrl-C interrupts. The package is shown before the prompt's > unless it is COMMON-LISP-USER.
tessera:*value-lines* is the number of lines that are shown of a value.")

(define-topic "keys" "the keys of the prompt on a terminal"
    "Enter evaluates a complete form, and otherwise begins a new line; Tab completes names, keywords and files; Up and Down go
through earlier input, Ctrl-R searches in it; Ctrl-A and Ctrl-E go to the ends of the line, Alt-B and Alt-F over words; Ctrl-K cuts the rest
of the line, Ctrl-Y puts it back, Ctrl-_ undoes. :keys lists them all. (setf tessera:*editing-mode* :vi) gives vi's keys.")

(define-topic "debugger" "after an error"
    "An unhandled error shows a message, its position, and a list of restarts. The number of a restart chooses it; Ctrl-D goes
back one level, :abort to the prompt. Forms can be evaluated as usual; :eval FORM evaluates in the function that failed,
and :locals shows its variables. :b shows the active functions, :r the restarts again, :help the other commands.
(step FORM) evaluates step by step, (trace NAME) reports calls, (break) stops.")

(define-topic "restarts" "ways to continue after an error"
    "A restart is a way to continue after an error. The code that may fail offers restarts; handlers, or the user in the
debugger, choose one. RESTART-CASE offers restarts, INVOKE-RESTART chooses one. ABORT returns to the prompt, CONTINUE
continues where CERROR or Ctrl-C stopped, USE-VALUE and STORE-VALUE supply a missing value."
  (handler-bind ((error (lambda (e) (declare (ignore e)) (invoke-restart 'use-zero))))
    (restart-case (+ 1 (error "no number")) (use-zero () 0))) => 0
  (handler-bind ((error #'continue)) (cerror "Go on." "odd") :went-on) => :went-on)

(define-topic "conditions" "signalling and handling errors"
    "ERROR signals a condition. HANDLER-CASE leaves the failing code and returns another value; HANDLER-BIND calls a function
before that code is left, which may invoke a restart; IGNORE-ERRORS returns NIL. DEFINE-CONDITION defines classes of
conditions. UNWIND-PROTECT evaluates cleanup forms in every case."
  (handler-case (/ 1 0) (division-by-zero () :infinite)) => :infinite
  (handler-case (error "~a is wrong" 'this) (error (e) (princ-to-string e))) => "THIS is wrong")

(define-topic "functions" "defining and calling functions"
    "DEFUN defines a function; its lambda list may have &optional, &key and &rest parameters. LAMBDA makes a function without name, #' takes the
function of a name, FUNCALL and APPLY call one. FLET and LABELS define local functions. Calls in tail positions take no stack."
  (progn (defun greet (name &key (greeting "Hello")) (format nil "~a, ~a!" greeting name)) (greet "Ada" :greeting "Hi")) => "Hi, Ada!"
  (mapcar (lambda (x) (* x x)) '(1 2 3)) => (1 4 9)
  (apply #'max '(3 1 2)) => 3)

(define-topic "lists" "lists and functions on them"
    "CONS puts an element in front, FIRST and REST take a list apart; LIST makes one. MAPCAR calls a function for each element, REDUCE combines
them, REMOVE-IF-NOT chooses, FIND, POSITION, ASSOC and MEMBER search, SORT sorts and may destroy its argument."
  (cons 1 '(2 3)) => (1 2 3)
  (mapcar #'+ '(1 2) '(10 20)) => (11 22)
  (assoc 'b '((a . 1) (b . 2))) => (b . 2)
  (reduce #'+ '(1 2 3)) => 6)

(define-topic "loop" "the macro LOOP"
    "Clauses control the iteration: FOR x IN list, FOR x ACROSS vector, FOR i FROM a TO b, FOR x BEING EACH YIELD OF generator (help
'continuations), WHILE and UNTIL; COLLECT, SUM, COUNT, MAXIMIZE and APPEND
gather; WHEN and UNLESS choose; DO evaluates forms; RETURN ends; FINALLY comes at the end. (loop form*) repeats until RETURN."
  (loop for x in '(1 2 3 4) when (evenp x) collect (* x x)) => (4 16)
  (loop for i from 1 to 10 sum i) => 55
  (loop for (name . age) in '((ann . 5) (bob . 7)) maximize age) => 7)

(define-topic "strings" "strings and characters"
    "Strings are vectors of characters: LENGTH, SUBSEQ, SEARCH, REVERSE and POSITION work on them. CONCATENATE puts them together, STRING= and
STRING-EQUAL compare, STRING-UPCASE and STRING-TRIM change, PARSE-INTEGER and READ-FROM-STRING read, FORMAT with NIL writes."
  (concatenate 'string "dice" " of " "doom") => "dice of doom"
  (subseq "abcdef" 2 4) => "cd"
  (string-upcase "abc") => "ABC"
  (parse-integer "42") => (values 42 2)
  (coerce "abc" 'list) => (#\a #\b #\c))

(define-topic "format" "the language of FORMAT"
    "(format t ...) writes, (format nil ...) returns a string. ~a writes as people read, ~s as the reader reads, ~d integers, ~x hexadecimal, ~f
floats, ~r words, ~% a new line, ~& a new line unless at one, ~{ ~} goes through a list, ~^ leaves it at the end, ~[ ~; ~] chooses, ~p
plural, ~vt and ~v... take a parameter from the arguments."
  (format nil "~a has ~d hex~:p" "Ann" 3) => "Ann has 3 hexs"
  (format nil "~{~a~^, ~}" '(1 2 3)) => "1, 2, 3"
  (format nil "~5d|~,2f|~x" 42 3.14159 255) => "   42|3.14|FF"
  (format nil "~:[no~;yes~]" t) => "yes")

(define-topic "macros" "code that writes code"
    "DEFMACRO defines a macro: a function of forms that returns the form to be evaluated in their place. Backquote writes such forms: ` quotes,
a comma evaluates, ,@ splices a list. MACROEXPAND-1 shows what a call becomes. GENSYM makes names that occur nowhere else.
(require \"macros\") opens a library of small macros: LET1, SPLIT, PAIRS, RECURSE."
  (progn (defmacro my-while (test &body body) `(loop (unless ,test (return)) ,@body))
         (let ((n 0)) (my-while (< n 3) (incf n)) n)) => 3
  (progn (defmacro doubled (form) (let ((value (gensym))) `(let ((,value ,form)) (+ ,value ,value)))) (doubled (+ 1 2))) => 6)

(define-topic "lazy" "lazy lists: (require \"lazy\")"
    "A lazy list computes each element once, when it is first needed, so it may be endless. (lazy form) delays a form, FORCE computes
it; LAZY-CONS, LAZY-CAR, LAZY-CDR and LAZY-NULL are for lists; MAKE-LAZY makes one of a list, TAKE and TAKE-ALL make lists again; LAZY-MAPCAR,
LAZY-MAPCAN, LAZY-FIND-IF and LAZY-NTH work on them. The game's trees have lazy lists of moves.

  (require \"lazy\")
  (defun numbers-from (n) (lazy-cons n (numbers-from (1+ n))))
  (take 5 (numbers-from 1)) => (1 2 3 4 5)
  (lazy-find-if #'evenp (numbers-from 3)) => 4")

(define-topic "continuations" "generators, choices, tasks: (require \"continuations\")"
    "A continuation, the rest of a computation, can be captured, and resumed later or more than once. GENERATOR makes a generator whose forms
yield values by YIELD, each when NEXT or LOOP asks for it; coroutines, RESUME and PAUSE, pass values to and fro. AMB and CHOOSE try one
alternative, and backtrack to another when the program calls FAIL: ALL-SOLUTIONS and ONE-SOLUTION search. Tasks take turns, WITH-TASKS and
SPAWN, and wait for each other at channels, SEND and RECEIVE. WITH-EFFECTS handles the requests of PERFORM, and resumes it. All of them are
made of CALL-WITH-PROMPT and SUSPEND-TO-PROMPT, which need no library; CALL-WITH-CURRENT-CONTINUATION is Scheme's.

  (require \"continuations\")
  (defun leaves (tree) (if (consp tree) (mapc #'leaves tree) (yield tree)))
  (loop for x being each yield of (generator (leaves '(1 (2 3)))) collect x) => (1 2 3)
  (all-solutions
    (let ((a (choose '(2 3))) (b (choose '(4 6))))
      (if (oddp (+ a b)) (list a b) (fail)))) => ((3 4) (3 6))"
  (+ 1 (tessera:call-with-prompt 'p (lambda () (* 2 (tessera:abort-to-prompt 'p 3))))) => 4)

(define-topic "packages" "packages, which hold names"
    "A symbol is looked up in the current package, *PACKAGE*. (defpackage \"NAME\" (:use \"COMMON-LISP\") (:export \"RUN\")) makes one, IN-PACKAGE goes to
it; name:run is an exported symbol of another, name::run any symbol. USE-PACKAGE makes exported symbols accessible. The names of the standard
are in COMMON-LISP, Tessera's own in TESSERA, yours in COMMON-LISP-USER."
  (package-name (symbol-package 'car)) => "COMMON-LISP"
  (find-symbol "CAR" "COMMON-LISP") => (values car :external))

(define-topic "modules" "libraries and modules that REQUIRE loads"
    "(require \"lazy\"), \"macros\", \"svg\" and \"continuations\" open libraries; other names are looked for as NAME.so, NAME.tfasl and NAME.lisp beside the file that is
loaded, in the current directory, in those that TESSERA_PATH names, and among the program's own. COMPILE-FILE writes .tfasl files."
  (file-namestring (compile-file-pathname "queue.lisp")) => "queue.tfasl")

(define-topic "structures" "structures, classes and generic functions"
    "DEFSTRUCT defines a structure with its constructor and accessors. DEFCLASS defines a class, MAKE-INSTANCE makes its instances, SLOT-VALUE and
accessors look into them. DEFGENERIC and DEFMETHOD define functions whose methods are chosen by the classes of all required arguments;
CALL-NEXT-METHOD calls the less specific one."
  (progn (defstruct point x (y 0)) (let ((p (make-point :x 1))) (incf (point-y p) 5) (list (point-x p) (point-y p)))) => (1 5)
  (progn (defclass shape () ((side :initarg :side :reader side))) (defgeneric surface (s)) (defmethod surface ((s shape)) (expt (side s) 2))
         (surface (make-instance 'shape :side 3))) => 9)

(define-topic "hash-tables" "tables from keys to values"
    "MAKE-HASH-TABLE makes one, whose keys are compared by EQL unless :TEST says EQUAL or another. GETHASH finds, with SETF stores, REMHASH
removes; LOOP and MAPHASH go through all."
  (let ((h (make-hash-table :test 'equal))) (setf (gethash "ann" h) 5) (gethash "ann" h)) => (values 5 t)
  (let ((h (make-hash-table))) (setf (gethash 'a h) 1) (loop for k being the hash-keys of h using (hash-value v) collect (list k v))) => ((a 1)))

(define-topic "numbers" "integers, ratios, floats, complex numbers"
    "Integers have any size; / of integers gives a ratio; 1.5 is a single float of 32 bits, 1.5d0 a double float; #c(1 2) is
complex. FLOOR, CEILING, ROUND and TRUNCATE divide and return quotient and remainder. (random 6) is one of 0 to 5."
  (expt 2 100) => 1267650600228229401496703205376
  (+ 1/2 1/3) => 5/6
  (floor 7 2) => (values 3 1)
  (sqrt -4) => #c(0 2))

(define-topic "files" "reading and writing"
    "WITH-OPEN-FILE opens a file and closes it; READ-LINE, READ and READ-CHAR read from a stream, FORMAT, PRINT and WRITE-LINE write to one; :direction
:output and :if-exists :supersede write a new file. WITH-OUTPUT-TO-STRING and WITH-INPUT-FROM-STRING do it with strings. (load \"file.lisp\")
evaluates the forms of a file."
  (with-output-to-string (s) (format s "~a!" 'hi)) => "HI!"
  (with-input-from-string (s "1 (2 3)") (list (read s) (read s))) => (1 (2 3)))

(define-topic "scripts" "Tessera in scripts and pipes"
    "tessera FILE ARG... runs a script, which may begin with #!/usr/bin/env tessera; its arguments are in tessera:*arguments*. tessera - reads the
program from the standard input. An unhandled error goes to stderr with its position, and the status is 1; (quit N) ends with
status N. tessera --eval FORM and --load FILE evaluate and load in the given order; --warnings-as-errors ends at a warning.
tessera --help and man tessera describe all options.")

(define-topic "embedding" "Tessera in C++ programs"
    "#include \"tessera/tessera.hpp\"; a tessera::Interpreter evaluates by eval, loads by load, and learns C++ functions by define. In CMake:
find_package(tessera), then target_link_libraries(program PRIVATE tessera::tessera). examples/embedding/ has examples; interp/README.md describes
C++ functions in shared objects that REQUIRE loads.")

;;; The game's topic stands beside the game, if that is there.

(ignore-errors (load (concatenate 'string (game-directory) "help.lisp")))
