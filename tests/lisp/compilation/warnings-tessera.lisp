;;; Warnings of the compiler: the reports of COMPILE and COMPILE-FILE, compilation units, muffled kinds, and correct
;;; code. tests/cpp/program/program_warnings_test.cpp tests their text for a file with one of each fault.

(progn (require "warnings") t)                            => t
(progn
  (defun warnings-of (lambda-expression)
    "The kinds of warnings that compiling LAMBDA-EXPRESSION gives, and what they are about."
    (let ((found '()))
      (handler-bind ((warning (lambda (c)
                                (push (list (type-of c) (tessera:warning-name c)) found)
                                (muffle-warning c))))
        (compile nil lambda-expression))
      (nreverse found)))
  (defmacro no-warnings (&rest lambda-expressions)
    "All warnings that compiling LAMBDA-EXPRESSIONS gives."
    `(mapcan #'warnings-of ',lambda-expressions))
  t)
  => t

;;; COMPILE.
(let ((warnings 0))
  (handler-bind ((warning (lambda (c) (incf warnings) (muffle-warning c))))
    (compile nil '(lambda () (no-such-function-at-all))))
  warnings)
  => 1
(warnings-of '(lambda () (no-such-function-at-all)))      => ((tessera:undefined-function-warning no-such-function-at-all))
(warnings-of '(lambda () (car 1 2)))                      => ((tessera:argument-count-warning car))
(warnings-of '(lambda (x) 1))                             => ((tessera:unused-variable-warning x))
(warnings-of '(lambda (x) (sort x #'< :kye #'car)))       => ((tessera:unknown-keyword-warning sort))
(progn (defun without-keywords (x &key) x) (warnings-of '(lambda () (without-keywords 1 :zz 2)))) => ((tessera:unknown-keyword-warning without-keywords))
(warnings-of '(lambda () (make-array 3 :initial-elment 1))) => ((tessera:unknown-keyword-warning make-array))
(warnings-of '(lambda () (make-array 3 :initial-element))) => ((tessera:odd-keywords-warning make-array))
(warnings-of '(lambda () (car 5)))                        => ((tessera:constant-type-warning car))
(warnings-of '(lambda (x) (+ 1 x "a")))                   => ((tessera:constant-type-warning +))
(warnings-of '(lambda (x) (gethash 'a '((a . 1)) x)))     => ((tessera:constant-type-warning gethash))
(warnings-of '(lambda (x) (declare (ignore x)) x))        => ((tessera:ignored-variable-warning x))
(warnings-of '(lambda () (let ((x 1)) (setq x 2) 3)))     => ((tessera:unread-variable-warning x))
(warnings-of '(lambda () *no-such-variable-at-all*))      => ((tessera:undefined-variable-warning *no-such-variable-at-all*))
(warnings-of '(lambda () (setq *no-such-variable-at-all* 1))) => ((tessera:undefined-variable-warning *no-such-variable-at-all*))
(warnings-of '(lambda () (flet ((f () 1)) 2)))            => ((tessera:unused-function-warning f))
(warnings-of '(lambda () (flet ((f (x) x)) (f 1 2))))     => ((tessera:argument-count-warning f))
(warnings-of '(lambda () (block nil (return-from nil 1) (print 2)))) => ((tessera:unreachable-warning nil))
(warnings-of '(lambda () (tagbody (go end) (print 1) end))) => ((tessera:unreachable-warning nil))
(warnings-of '(lambda () (error "no") (print 1)))         => ((tessera:unreachable-warning nil))
(warnings-of '(lambda () #'(setf no-such-place)))         => ((tessera:undefined-function-warning (setf no-such-place)))

;; Functions that are called by FUNCALL and APPLY.
(warnings-of '(lambda (x) (funcall #'car x 2)))           => ((tessera:argument-count-warning car))
(warnings-of '(lambda () (apply #'cons 1 '(2 3))))        => ((tessera:argument-count-warning cons))
(warnings-of '(lambda () (funcall #'car 5)))              => ((tessera:constant-type-warning car))
(warnings-of '(lambda () (funcall (lambda (x) x))))       => ((tessera:argument-count-warning (lambda (x))))
(warnings-of '(lambda () ((lambda (x &optional y) (list x y)) 1 2 3))) => ((tessera:argument-count-warning (lambda (x &optional y))))
(warnings-of '(lambda (l) (mapcar #'cons l)))             => ((tessera:argument-count-warning cons))
;; Control strings.
(defun control-warnings (&rest call) (mapcar #'first (warnings-of `(lambda (x y) (list x y) ,call)))) => control-warnings
(control-warnings 'format t "~a ~a" 'x)                   => (tessera:control-arguments-warning)
(control-warnings 'format nil "~a" 'x 'y)                 => (tessera:control-surplus-warning)
(control-warnings 'format nil "none" 'x)                  => (tessera:control-surplus-warning)
(control-warnings 'format nil "~{~a" 'x)                  => (tessera:control-string-warning)
(control-warnings 'format nil "~(~a~}" 'x)                => (tessera:control-string-warning)
(control-warnings 'format nil "~")                        => (tessera:control-string-warning)
(control-warnings 'format nil "~5,z" 'x)                  => (tessera:control-string-warning)
(control-warnings 'format nil "~va" 'x)                   => (tessera:control-arguments-warning)
(control-warnings 'format nil "~a ~[~;~] ~a")             => (tessera:control-arguments-warning)
(control-warnings 'format nil "~a~^, ~a")                 => (tessera:control-arguments-warning)
(control-warnings 'format nil "~a~^, ~a" 'x 'y 'x)        => (tessera:control-surplus-warning)
(control-warnings 'error "~a ~a" 'x)                      => (tessera:control-arguments-warning)
(control-warnings 'warn "~d" 'x 'y)                       => (tessera:control-surplus-warning)
(control-warnings 'cerror "Go on." "~a ~a" 'x)            => (tessera:control-arguments-warning)
(control-warnings 'y-or-n-p "~a?")                        => (tessera:control-arguments-warning)
(loop for (control . arguments)
        in '(("~a ~s" x y) ("~a~^, ~a" x) ("~a~p" x x) ("~d item~:p" x) ("~:d~@p" x y) ("~{~a~^ ~}" x) ("~@{~a ~}" x y) ("~:{~a~a~}" x) ("~?" "~a" x)
             ("~@?" "~a ~a" x y) ("~[a~;b~]" x) ("~:[a~;b~a~]" x y) ("~@[~a~]" x) ("~a~*~a" x y x) ("~a~:*~a" x) ("~va" 5 x) ("~#[none~;one~:;more~]" x)
             ("~<~a~;~a~>" x y) ("~@<~a~:>" x y) ("~(~a~)" x) ("~5,'0d" x) ("~'~a" x) ("~,,'x:d" x) ("~/pprint-fill/" x) ("~%~5%~&~~~|~10t~
               ") ("~1@*~a" x y) ("~c~$~e~f~g~b~o~x~r~w" x x x x x x x x x x) ("~vT~a" 5 x) ("~{~a ~a~}" x))
      append (apply #'control-warnings 'format nil control arguments)) => nil
;; Keys of CASE.
(warnings-of '(lambda (x) (case x (1 1) ((2 3) 2) ((4 1) 3)))) => ((tessera:repeated-key-warning case))
(warnings-of '(lambda (x) (ecase x (a 1) ((a) 2))))        => ((tessera:repeated-key-warning ecase))
;; Declared types.
(warnings-of '(lambda () (let ((x 5)) (declare (type string x)) x)))  => ((tessera:declared-type-warning x))
(warnings-of '(lambda () (let* ((x "a")) (declare (fixnum x)) x)))    => ((tessera:declared-type-warning x))
(warnings-of '(lambda () (the fixnum "abc")))             => ((tessera:declared-type-warning nil))

;;; The second and third value.
(multiple-value-list (compile 'compiled-right '(lambda (x) x))) => (compiled-right nil nil)
(let ((*error-output* (make-broadcast-stream))) (rest (multiple-value-list (compile nil '(lambda (x) 1))))) => (t nil)
(let ((*error-output* (make-broadcast-stream))) (rest (multiple-value-list (compile nil '(lambda () (car 1 2)))))) => (t t)
(handler-bind ((warning #'muffle-warning)) (funcall (compile nil '(lambda (x) 1)) 2)) => 1

;;; The output.
(let ((text (with-output-to-string (*error-output*) (compile nil '(lambda (no-use) (cons 1))))))
  (list (and (search "warning: CONS takes 2 arguments, but is called with 1" text) t)
        (and (search "style warning: the variable NO-USE is never used" text) t)))
  => (t t)

;;; Code that is right, or may be right, gives no warning.
(no-warnings
  (lambda (x) (declare (ignore x)) 1)
  (lambda (x &optional y) (declare (ignorable y)) x)
  (lambda () (dolist (x '(1 2)) (print 1)))
  (lambda () (dotimes (i 3) (print 1)))
  (lambda (list) (loop for x in list for (a . b) = x do (print 1)))
  (lambda (list) (loop for nil in list count t))
  (lambda (list) (destructuring-bind (a b &key c) list (list a b c)))
  (lambda (x) (symbol-macrolet ((y (car x))) (setf y 1)))
  (lambda (x) (labels ((f (n) (if (zerop n) x (g (1- n)))) (g (n) (f n))) (f 3)))
  (lambda (x) (handler-case (print x) (error (c) nil)))
  (lambda (x) (let ((y x)) (lambda () (incf y))))
  (lambda () (declare (special *free*)) *free*)
  (lambda (x) (let ((*free* x)) (declare (special *free*)) (symbol-value '*free*)))
  (lambda (x) (multiple-value-bind (q r) (floor x 2) (declare (ignore r)) q))
  (lambda (x) (multiple-value-bind (q r) (floor x 2) (list q r)))
  (lambda (x) (block nothing (when x (return-from nothing 1)) 2))
  (lambda (s) (find #\a s :test #'char= :from-end t))
  (lambda (keys) (apply #'sort keys))
  (lambda (l) (list (reduce #'cons l) (mapcar #'cons l l) (apply #'cons l) (apply #'cons 1 l) (funcall #'+) (apply #'max '(1 2))))
  (lambda (l) (flet ((tessera:quit (a b) (list a b))) (funcall #'tessera:quit l l)))
  (lambda (x) (case x ((t nil) 1) (nil 2) ((quote function) 3) (otherwise 4)))
  (lambda (x) (case x ((t) 1) (t 2)))
  (lambda (x)
    (let ((a 1) (b '()) (c nil) (d 0d0))
      (declare (fixnum a) (list b) (type (or null string) c) (double-float d) (type no-type-known x))
      (list a b c d x)))
  (lambda (x) (let (a) (declare (fixnum a)) (setq a x) (the integer a)))
  (lambda (c) (list (warn c "~a" 1) (signal 'simple-error :format-control "~a")))
  (lambda (x) (string-upcase 'a) (mapcar 'print x) (append x 5) (nthcdr 1 '(1 . 2)) (gethash x (make-hash-table :test 'equal)))
  (lambda (x) (pprint-dispatch x nil) (macro-function 'cond) (values (coerce 5 'single-float))))
  => nil

;;; A file as a unit: functions that stand further below, or that other definitions make.
(progn
  (defun compiled-warnings (&rest forms)
    "The names that COMPILE-FILE warns of in a file with FORMS, and its second and third value."
    (let ((path "compiled-warnings.lisp") (names '()))
      (with-open-file (out path :direction :output :if-exists :supersede)
        (dolist (form forms) (print form out)))
      (unwind-protect
           (multiple-value-bind (output warnings failures)
               (handler-bind ((warning (lambda (c) (push (tessera:warning-name c) names))))
                 (let ((*error-output* (make-broadcast-stream))) (compile-file path)))
             (delete-file output)
             (list names warnings failures))
        (delete-file path))))
  t)
  => t
(compiled-warnings '(defun cw-1 (x) (cw-2 x)) '(defun cw-2 (x) x)) => (nil nil nil)
(compiled-warnings '(defun cw-1 (x) (cw-2 x 1)) '(defun cw-2 (x) x)) => ((cw-2) t t)
(compiled-warnings '(defun cw-1 (x) (cw-2 x 1 2)) '(defun cw-2 (x &optional y) (list x y))) => ((cw-2) t t)
(compiled-warnings '(defun cw-1 () (cw-2)) '(defun cw-2 (x &key y) (list x y))) => ((cw-2) t t)
(compiled-warnings '(defun cw-1 (x) (cw-2 x :y 1)) '(defun cw-2 (x &key y) (list x y))) => (nil nil nil)
(compiled-warnings '(defun cw-1 (x) (cw-nowhere x)))      => ((cw-nowhere) t nil)
(compiled-warnings '(defun cw-3 (x) (list (cw-slot x) (setf (cw-slot x) 1)))
                   '(defclass cw-class () ((slot :accessor cw-slot))))
  => (nil nil nil)
(compiled-warnings '(defun cw-4 (x) (cw-generic (make-cw-struct :a x)))
                   '(defmethod cw-generic (x) (cw-struct-a x))
                   '(defstruct cw-struct a))
  => (nil nil nil)
(compiled-warnings '(declaim (tessera:muffle-warnings :undefined-function)) '(defun cw-1 (x) (cw-nowhere x))) => (nil nil nil)
(compiled-warnings '(declaim (ftype (function (t) t) cw-elsewhere)) '(defun cw-1 (x) (cw-elsewhere x))) => (nil nil nil)
tessera:*muffled-warnings*                                => nil

;;; WITH-COMPILATION-UNIT reports undefined names at its end, once.
(let ((order '()))
  (handler-bind ((warning (lambda (c) (push (tessera:warning-name c) order) (muffle-warning c))))
    (with-compilation-unit ()
      (compile nil '(lambda () (unit-late) (unit-never)))
      (compile nil '(lambda () (unit-never)))
      (push :before order)
      (compile 'unit-late '(lambda () 1)))
    (push :behind order))
  (reverse order))
  => (:before unit-never :behind)
(let ((order '()))
  (handler-bind ((warning (lambda (c) (push (tessera:warning-name c) order) (muffle-warning c))))
    (with-compilation-unit ()
      (with-compilation-unit (:override t) (compile nil '(lambda () (unit-never))))
      (push :inner order)
      (with-compilation-unit () (compile nil '(lambda () (unit-never))))
      (push :outer order)))
  (reverse order))
  => (unit-never :inner :outer unit-never)
(multiple-value-list (with-compilation-unit (:override nil) (values 1 2))) => (1 2)

;;; Kinds that are not wanted.
(let ((tessera:*muffled-warnings* '(:unused-variable))) (warnings-of '(lambda (x) (car 1 2)))) => ((tessera:argument-count-warning car))
(let ((tessera:*muffled-warnings* '(t))) (warnings-of '(lambda (x) (car 1 2)))) => nil
(let ((tessera:*muffled-warnings* '(:style))) (warnings-of '(lambda (x) x))) => nil

;;; EVAL of a program's own code says nothing.
(handler-case (progn (eval '(defun evaluated-silently (x) (no-such-function-at-all))) :silent) (warning () :warned)) => :silent
