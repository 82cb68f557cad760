;;; TRACE (chapter 25). Its output is Tessera's own.

(defmacro traced (&body forms) `(let ((*trace-output* *standard-output*)) ,@forms)) => traced
(progn (defun fact (n) (if (< n 2) 1 (* n (fact (- n 1))))) (defun two () (values 1 2)) (defun none () (values)) :defined) => :defined
(trace fact two)                                        => (fact two)
(not (set-exclusive-or (trace) '(fact two)))            => t
(traced (fact 3)) => (prints "0: (FACT 3)
  1: (FACT 2)
    2: (FACT 1)
    2: FACT returned 1
  1: FACT returned 2
0: FACT returned 6
" 6)
(traced (two)) => (prints "0: (TWO)
0: TWO returned 1, 2
" 1 2)
;; A new definition stays traced, however it is made.
(progn (defun fact (n) (list :new n)) (traced (fact 1))) => (prints "0: (FACT 1)
0: FACT returned (:NEW 1)
" (:new 1))
(progn (setf (symbol-function 'fact) (lambda (n) (list :newer n))) (traced (fact 1))) => (prints "0: (FACT 1)
0: FACT returned (:NEWER 1)
" (:newer 1))
(untrace fact)                                          => (fact)
(fact 1)                                                => (prints "" (:newer 1))
(trace)                                                 => (two)
(untrace)                                               => (two)
(progn (defun fact (n) n) (fact 1))                     => (prints "" 1)
(progn (trace none) (traced (none))) => (prints "0: (NONE)
0: NONE returned no values
")
(progn (trace none) (untrace none) (none) (trace))      => (prints "" nil)

;;; --- calls that are left otherwise
(progn (defun inner (x) (car x)) (defun outer (x) (inner x)) (trace inner outer)
       (traced (handler-case (outer 5) (error () :handled)))) => (prints "0: (OUTER 5)
  1: (INNER 5)
  1: INNER was left by TYPE-ERROR: CAR: 5 is not of type LIST
0: OUTER was left by that TYPE-ERROR
" :handled)
(traced (handler-case (outer '(1)) (error () :handled))) => (prints "0: (OUTER (1))
  1: (INNER (1))
  1: INNER returned 1
0: OUTER returned 1
" 1)
(progn (defun inner (x) (throw 'done x)) (traced (catch 'done (inner 5)))) => (prints "0: (INNER 5)
0: INNER was left by a non-local exit
" 5)
(progn (defun inner (x) (handler-case (car x) (error () :caught))) (traced (inner 5))) => (prints "0: (INNER 5)
0: INNER returned :CAUGHT
" :caught)
;; An error that was handled within is not reported as the cause of a later exit.
(progn (defun inner (x) (ignore-errors (car x)) (throw 'done x)) (traced (catch 'done (outer 5)))) => (prints "0: (OUTER 5)
  1: (INNER 5)
  1: INNER was left by a non-local exit
0: OUTER was left by a non-local exit
" 5)
(progn (defun inner (x) (if (plusp x) (+ 1 (inner (- x 1))) (inner-most))) (defun inner-most () (inner-most-2 1)) (defun inner-most-2 (x) (+ 1 (inner-most-2 x)))
       (traced (handler-case (inner 1) (storage-condition () :full)))) => (prints "0: (INNER 1)
  1: (INNER 0)
  1: INNER was left by STORAGE-CONDITION: the control stack is exhausted: a recursion is too deep or does not end
0: INNER was left by that STORAGE-CONDITION
" :full)
(untrace)                                               => (prints "" #.(cons 'outer '(inner)))

;;; --- only some calls
(progn (defun even-one (n) n) (trace (even-one :condition #'evenp)) (traced (mapcar #'even-one '(1)) (even-one 1) (even-one 2))) => (prints "0: (EVEN-ONE 2)
0: EVEN-ONE returned 2
" 2)
(progn (trace even-one) (traced (even-one 1))) => (prints "0: (EVEN-ONE 1)
0: EVEN-ONE returned 1
" 1)
(untrace)                                               => (even-one)

;;; --- (setf name), generic functions, natives
(progn (defun (setf first-of) (value list) (setf (car list) value)) (trace (setf first-of)) (traced (setf (first-of (list 1)) 5))) => (prints "0: ((SETF FIRST-OF) 5 (1))
0: (SETF FIRST-OF) returned 5
" 5)
(progn (untrace) (defgeneric area-of (x)) (trace area-of) (defmethod area-of ((x number)) (* x x)) (traced (area-of 5))) => (prints "0: (AREA-OF 5)
0: AREA-OF returned 25
" 25)
(progn (untrace) (area-of 5))                           => (prints "" 25)
(progn (trace string-capitalize) (traced (string-capitalize "ab"))) => (prints "0: (STRING-CAPITALIZE \"ab\")
0: STRING-CAPITALIZE returned \"Ab\"
" "Ab")
(untrace)                                               => (string-capitalize)
;; The functions that write the reports can be traced, too.
(progn (trace write-string format) (with-output-to-string (*trace-output*) (write-string "")) (untrace)) => (format write-string)

;;; --- deep, long and odd arguments
(progn (defun down (n) (if (plusp n) (+ 1 (down (- n 1))) 0)) (trace down)) => (down)
(defun lines-of (text) (with-input-from-string (in text) (loop for line = (read-line in nil) while line collect line))) => lines-of
(let ((text (with-output-to-string (*trace-output*) (down 500))))
  (list (< (reduce #'max (mapcar (lambda (line) (position #\: line)) (lines-of text))) 50)
        (not (null (search "500: (DOWN 0)" text)))))    => (t t)
(progn (defun down (x) x 1) (let ((circle (list 1))) (setf (cdr circle) circle) (traced (down circle)))) => (prints "0: (DOWN #1=(1 . #1#))
0: DOWN returned 1
" 1)
(< (length (with-output-to-string (*trace-output*) (down (make-list 1000000)))) 700) => t
(progn (untrace) (trace))                               => nil

;;; --- functions that cannot be traced
(trace when)                                            => (error error "TRACE: WHEN is a macro, not a function")
(trace if)                                              => (error error "TRACE: IF is a special operator, not a function")
(trace no-such-function-anywhere)                       => (prints "WARNING: TRACE: there is no function NO-SUCH-FUNCTION-ANYWHERE
" nil)
(trace 5)                                               => (error error "TRACE: 5 is not the name of a function")
(let ((warned nil)) (handler-bind ((warning (lambda (c) (setq warned (princ-to-string c)) (muffle-warning c)))) (untrace car)) warned)
                                                        => "UNTRACE: CAR is not traced"

;;; --- docstrings are those of the function, whether it is traced or not
(defun documented-traced () "Own." 1)                   => documented-traced
(progn (trace documented-traced) (documentation 'documented-traced 'function)) => "Own."
(progn (setf (documentation 'documented-traced 'function) "Given.") (untrace documented-traced) (documentation 'documented-traced 'function)) => "Given."
(progn (trace documented-traced) (defun documented-traced () "New." 2) (documentation 'documented-traced 'function)) => "New."
(progn (untrace documented-traced) (documentation 'documented-traced 'function)) => "New."
