;;; Lambda lists of operators, and which argument of which call is being typed.
(load "tests/lisp/support/assist.lisp") => t

(tessera:argument-list 'cons) => (values (tessera::object-1 tessera::object-2) T)
(tessera:argument-list #'cons) => (values (tessera::object-1 tessera::object-2) T)
(nth-value 1 (tessera:argument-list 'no-such-function)) => nil
(nth-value 1 (tessera:argument-list 'if)) => t
(progn (defun roll (dice &optional (sides 6) &key seed) (list dice sides seed)) (tessera:argument-list 'roll))
  => (values (dice &optional (sides 6) &key seed) T)
(progn (defmacro while (test &body body) `(loop (unless ,test (return)) ,@body)) (tessera:argument-list 'while)) => (values (test &body body) T)
(progn (defgeneric shape (object &key size)) (tessera:argument-list 'shape)) => (values (object &key size) T)
(progn (defmethod shape ((object integer) &key size colour) (list size colour)) (tessera:operator-keywords 'shape)) => (:size :colour)
(tessera:operator-keywords 'find) => (:from-end :start :end :key :test :test-not)
(tessera:operator-keywords 'cons) => nil

;;; The meaning of a name; nothing is interned.
(tessera:symbol-named "cl:car") => (values car t)
(tessera:symbol-named "CAR") => (values car t)
(tessera:symbol-named ":key") => (values :key t)
(tessera:symbol-named "never-typed-so-far") => (values nil nil)
(tessera:symbol-named "no-such-package:car") => (values nil nil)

;;; Calls.
(defmacro call-of (text) `(multiple-value-list (tessera:call-at ,text ,(length text)))) => call-of
(call-of "(subseq s ") => (subseq 1 nil)
(call-of "(subseq s 1") => (subseq 1 nil)
(call-of "(list (subseq s ") => (subseq 1 nil)
(call-of "(list (subseq s) ") => (list 1 nil)
(call-of "(find x y :key ") => (find 3 :key)
(call-of "(subs") => (nil)
(call-of "(subseq") => (nil)
(call-of "(no-such-function (a ") => (nil)
(call-of "(let ((x ") => (let 0 nil)
(call-of "'(car x ") => (nil)
(call-of "(list \"(car ") => (nil)

;;; Their text, and where the current parameter is.
(tessera:argument-text 'roll 0 nil) => (values "(roll dice &optional (sides 6) &key seed)" 6 10)
(tessera:argument-text 'roll 1 nil) => (values "(roll dice &optional (sides 6) &key seed)" 21 30)
(tessera:argument-text 'roll 3 :seed) => (values "(roll dice &optional (sides 6) &key seed)" 36 40)
(tessera:argument-text 'while 5 nil) => (values "(while test &body body)" 18 22)
(tessera:argument-text 'cons 2 nil) => (values "(cons object-1 object-2)" nil nil)
