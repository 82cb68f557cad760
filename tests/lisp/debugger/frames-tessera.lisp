;;; Frames: questions of debuggers and editors about the active calls, and operations on them.
(require "debugger") => t

;; Returns what FUNCTION returns for the frames at the error that FORM signals.
(defmacro at-error (form function)
  `(block at-error
     (handler-bind ((error (lambda (condition) (declare (ignore condition)) (return-from at-error (funcall ,function (frames-below-handler))))))
       ,form))) => at-error
(defun frames-below-handler ()
  (remove 'error (rest (member '(lambda (condition)) (tessera:frames) :key #'tessera:frame-name :test #'equal)) :key #'tessera:frame-name)) => frames-below-handler
(defun frame-of (name frames) (find name frames :key #'tessera:frame-name :test #'equal)) => frame-of
(defun known (name frames)
  (let ((frame (frame-of name frames))) (list (tessera:frame-arguments frame) (tessera:frame-locals frame)))) => known
(defmacro known-at-error (name form) `(at-error (list ,form) (lambda (frames) (known ',name frames)))) => known-at-error

;;; --- arguments and locals
(defun simple (x y) (let ((z (list x y))) (list (car x) z))) => simple
(known-at-error simple (simple 5 6))                    => (((x 5) (y 6)) ((z (5 6))))
(defun optional (a &optional (b 2 b-p) &rest c) (list (car a) b b-p c)) => optional
(known-at-error optional (optional 1))                  => (((a 1) (b 2) (c nil)) ((b-p nil)))
(known-at-error optional (optional 1 3 4 5))            => (((a 1) (b 3) (c (4 5))) ((b-p t)))
(defun keys (a &key b ((:see c) 4) (d (car b))) (list a b c d)) => keys
(known-at-error keys (keys 1 :see 5 :b 6))              => (((a 1) (b 6) (c 5) (d)) nil)
(defun inner-scopes (x) (let ((y 1)) (let* ((y (+ y 1)) (w (list y))) (list (car x) w)) y)) => inner-scopes
(known-at-error inner-scopes (inner-scopes 0))          => (((x 0)) ((y 1) (y 2) (w (2))))
(defun after-scopes (x) (list (let ((y 1)) (list y y)) (let ((v (list x))) (list (car x) v)))) => after-scopes
(known-at-error after-scopes (after-scopes 0))          => (((x 0)) ((v (0))))
(defun before-scopes (x) (let ((y (car x))) (list y)))  => before-scopes
(known-at-error before-scopes (before-scopes 0))        => (((x 0)) nil)
(defun several-values (x) (multiple-value-bind (q r) (floor x 3) (list (car q) r))) => several-values
(known-at-error several-values (several-values 7))      => (((x 7)) ((q 2) (r 1)))
;; variables in cells, those of other functions, those of local functions
(defun in-cells (x) (let ((n 0)) (list (lambda () (incf n x)) (progn (setq n 5 x 6) (car n))))) => in-cells
(known-at-error in-cells (in-cells 1))                  => (((x 6)) ((n 5)))
(defun captures (x) (let ((n 1) (m 2)) (setq m (+ m 1)) (lambda (y) (incf m) (list n (car x) y)))) => captures
(at-error (list (funcall (captures 5) 6))
          (lambda (frames) (mapcar (lambda (v) (find (car v) '((x) (n) (m)) :key #'car) v)
                                   (sort (copy-list (tessera:frame-locals (frame-of '(lambda (y)) frames))) #'string< :key #'car))))
  => ((m 4) (n 1) (x 5))
(defun local-function (x) (labels ((walk (list) (list (car x) list))) (list (walk 1) (walk 2)))) => local-function
(at-error (list (local-function 7))
          (lambda (frames) (let ((frame (first frames))) (list (tessera:frame-arguments frame) (tessera:frame-locals frame)))))
  => (((list 1)) ((x 7)))
(defun a-loop (n) (labels ((again (i sum) (if (= i n) (list (car sum)) (again (+ i 1) (+ sum i))))) (again 0 0))) => a-loop
(known-at-error a-loop (a-loop 3))                      => (((n 3)) ((i 3) (sum 3)))
(defun dolist-and-special (l) (let ((*print-base* 8)) (dolist (x l) (let ((y (* x x))) (list (char "" x) y))))) => dolist-and-special
(car (known-at-error dolist-and-special (dolist-and-special '(3 4))))   => ((l (3 4)))
(assoc 'y (cadr (known-at-error dolist-and-special (dolist-and-special '(3 4))))) => (y 9)
;; variables of the next iteration, or the next call, are not shown as this one's
(defun next-call (n list) (if (zerop n) list (next-call (- n 1) (list (car list))))) => next-call
(known-at-error next-call (next-call 2 5))              => (((n) (list 5)) nil)
(defun rounds (l) (do ((i 0 (+ i 1)) (j l (car j))) ((= i 5)) (list i j))) => rounds
(at-error (list (rounds '((7))))
          (lambda (frames) (remove 'l (remove 'j (tessera:frame-locals (first frames)) :key #'car) :key #'car))) => nil
;; names made by macros are not shown; (debug 0) records nothing
(defmacro bind-it (x) (let ((g (gensym))) `(let ((,g ,x)) (list (car ,g) ,g)))) => bind-it
(defun with-gensym (x) (bind-it (+ x 1)))               => with-gensym
(known-at-error with-gensym (with-gensym 1))            => (((x 1)) nil)
(defun untold (x) (declare (optimize (debug 0))) (list (car x)))    => untold
(known-at-error untold (untold 1))                      => (nil nil)
(defun told-within (x) (declare (optimize (debug 0))) (list (funcall (identity (lambda (y) (declare (optimize debug)) (list (car y)))) x))) => told-within
(at-error (list (told-within 1)) (lambda (frames) (list (tessera:frame-arguments (first frames)) (tessera:frame-arguments (frame-of 'told-within frames)))))
  => (((y 1)) nil)

;; compiled files keep the debug information
(defparameter *source* (format nil "/tmp/tessera-frames-~d.lisp" (random 1000000000 (make-random-state t)))) => *source*
(with-open-file (s *source* :direction :output) (write-string "(defun from-file (x) (let ((y 2)) (list (car x) y)))" s) t) => t
(load (compile-file *source*))                          => t
(known-at-error from-file (from-file 5))                => (((x 5)) ((y 2)))
(progn (delete-file (compile-file-pathname *source*)) (not (delete-file *source*))) => nil

;;; --- a frame is shown as its call
(defun call-text (form) (at-error (list (eval form)) (lambda (frames) (tessera::%frame-call (first frames))))) => call-text
(let ((*package* (find-package "LISP-TESTS")))
  (mapcar #'call-text '((simple 5 6) (optional 1) (optional 1 2 3 4) (keys 1 :see 5 :b 6) (simple "a
b" (make-string 100 :initial-element #\x)) (funcall (identity (lambda (x) (list (car x)))) 5) (untold 1))))
  => ("(SIMPLE 5 6)" "(OPTIONAL 1 2)" "(OPTIONAL 1 2 3 4)" "(KEYS 1 :B 6 :C 5 :D ?)"
      #.(format nil "(SIMPLE \"a b\" \"~58,,,'x<~>…)") "((LAMBDA (X)) 5)" "UNTOLD")
(defstruct (bad (:print-function (lambda (bad stream depth) (declare (ignore depth stream)) (list (car bad)))))) => bad
(call-text '(simple (make-bad) '(1 2 3 4 5 6 7 8 9)))   => "(SIMPLE #<cannot be printed> (1 2 3 4 5 6 ...))"
(call-text '(simple (expt 7 10000) (let ((l (list 1 2))) (setf (cddr l) l) l))) => "(SIMPLE #<an integer of 28074 bits> (1 2 1 2 1 2 ...))"

;;; --- tail calls
(defun fails (x) (error "no ~a" x))                     => fails
(defun second-to-last (x) (fails x))                    => second-to-last
(defun calls-last (x) (second-to-last x))               => calls-last
(defun elided (frames) (mapcar #'tessera:frame-name (remove-if-not #'tessera:frame-elided-p frames))) => elided
(at-error (list (calls-last 1)) #'elided)               => (second-to-last calls-last)
(defun plain-caller (x) (list (fails x)))               => plain-caller
(at-error (list (plain-caller 1)) #'elided)             => nil
;; calls that have returned are not shown
(defun may-tail-call (x) (if x (values x) (calls-nothing)))  => may-tail-call
(defun calls-nothing () (list 1))                       => calls-nothing
(defun fails-in-the-middle (x) (if x (may-tail-call nil) (list (car 5)))) => fails-in-the-middle
(at-error (dolist (x '(t t nil)) (fails-in-the-middle x)) #'elided) => nil
(defun even-p (n) (if (zerop n) (car n) (odd-p (- n 1)))) => even-p
(defun odd-p (n) (if (zerop n) (car n) (even-p (- n 1)))) => odd-p
(at-error (list (even-p 3)) #'elided)                   => (even-p)
(defun kept (x) (declare (optimize (debug 3))) (fails x)) => kept
(at-error (list (kept 1)) (lambda (frames) (values (elided frames) (tessera:frame-arguments (frame-of 'kept frames))))) => (values nil ((x 1)))

;; the caller of a signalling function stays
(defun arguments-of (name) (lambda (frames) (list (elided frames) (tessera:frame-arguments (frame-of name frames))))) => arguments-of
(at-error (list (fails 1)) (arguments-of 'fails))       => (nil ((x 1)))
(defun fails-correctably (x) (cerror "go on" "no ~a" x)) => fails-correctably
(at-error (list (fails-correctably 2)) (arguments-of 'fails-correctably)) => (nil ((x 2)))
(defun has-no-clause (x) (ecase x (1 2)))               => has-no-clause
(at-error (list (has-no-clause 3)) (arguments-of 'has-no-clause)) => (nil ((x 3)))

;;; --- forms evaluated in frames
(defun evaluated (form) (at-error (list (simple 5 6)) (lambda (frames) (multiple-value-list (tessera:frame-eval (first frames) form))))) => evaluated
(evaluated '(values (+ x y) z))                         => (11 (5 6))
(evaluated '(let ((x 1)) (list x y)))                   => ((1 6))
(evaluated '(progn (setq x 50) (incf y) (list x y z)))  => ((50 7 (5 6)))
(evaluated '(car x))                                    => (error type-error "CAR: 5 is not of type LIST")
(defun shadows (x) (let ((x (list x))) (list (char x 0)))) => shadows
(at-error (list (shadows 1)) (lambda (frames) (tessera:frame-eval (first frames) 'x))) => (1)
;; the function sees an assignment when it continues
(defun goes-on (x) (let ((n 1)) (list (lambda () n) (setq n 2) (use (restart-case (error "stop") (go-on () 0))) n x))) => goes-on
(defun use (x) x)                                       => use
(handler-bind ((simple-error (lambda (condition)
                               (declare (ignore condition))
                               (tessera:frame-eval (frame-of 'goes-on (frames-below-handler)) '(setq n 40 x 50))
                               (invoke-restart 'go-on))))
  (cdr (goes-on 1)))                                    => (2 0 40 50)
;; a variable copied by a closure cannot be assigned; a frame that has ended has no variables
(at-error (list (funcall (identity (let ((n (random 1))) (lambda (y) (list (car y) n)))) 5)) (lambda (frames) (tessera:frame-eval (frame-of '(lambda (y)) frames) '(setq n 2))))
  => (error control-error "the variable cannot be assigned here")
(defparameter *frame* nil)                              => *frame*
(at-error (list (simple 5 6)) (lambda (frames) (setq *frame* (first frames)) 1)) => 1
(tessera:frame-arguments *frame*)                       => nil
(tessera:frame-return *frame* 1)                        => (error control-error)
(tessera:frame-retry *frame*)                           => (error control-error "the arguments of SIMPLE are no longer known")

;;; --- returning from frames
(defmacro left (form function) `(handler-bind ((error (lambda (c) (declare (ignore c)) (funcall ,function (tessera:frames))))) ,form)) => left
(left (list 1 (simple 5 6) 2) (lambda (frames) (tessera:frame-return (frame-of 'simple frames) :value :more)))   => (1 :value 2)
(left (multiple-value-list (simple 5 6)) (lambda (frames) (tessera:frame-return (frame-of 'simple frames) :value :more))) => (:value :more)
(left (multiple-value-list (simple 5 6)) (lambda (frames) (tessera:frame-return (frame-of 'simple frames)))) => nil
;; bindings are undone, cleanup forms run, and those of the callers stay
(defvar *depth* 0)                                      => *depth*
(defvar *done* '())                                     => *done*
(defun deep (n) (let ((*depth* (+ *depth* 1))) (unwind-protect (if (zerop n) (list (car n)) (list n *depth* (deep (- n 1)) *depth*)) (push n *done*)))) => deep
(left (list (deep 3) *depth*)
      (lambda (frames) (tessera:frame-return (third (remove 'deep frames :key #'tessera:frame-name :test-not #'eq)) *depth*)))
  => ((3 1 4 1) 0)
*done*                                                  => (3 2 1 0)
(left (list (deep 2) (catch 'x (list (deep 2)))) (lambda (frames) (tessera:frame-return (frame-of 'deep frames) :zero)))
  => ((2 1 (1 2 :zero 2) 1) ((2 1 (1 2 :zero 2) 1)))
;; through C++: a predicate of SORT, a method, EVAL in it
(left (list (sort (list 3 1 2) (lambda (a b) (list (progn (simple a b) 1)) (< a b))))
      (lambda (frames) (tessera:frame-return (frame-of 'simple frames)))) => ((1 2 3))
(defun sorts (l) (list (sort l (lambda (a b) (eval '(car 5)) (< a b))))) => sorts
(left (list (sorts (list 3 1 2)) 1) (lambda (frames) (tessera:frame-return (frame-of 'sorts frames) :left))) => (:left 1)
(left (list (sorts (list 3 1 2)) (catch 'a (throw 'a (sorts (list 1 2)))))
      (lambda (frames) (tessera:frame-return (frame-of 'sorts frames) :left))) => (:left :left)
;; a cleanup form that leaves for elsewhere wins
(defun leaves () (catch 'out (block nil (unwind-protect (list (simple 5 6)) (throw 'out :thrown)))))  => leaves
(defun leaves-outside () (list (leaves)))               => leaves-outside
(left (leaves-outside) (lambda (frames) (tessera:frame-return (frame-of 'leaves-outside frames) :returned))) => (:thrown)
(loop repeat 1000 sum (left (simple 5 6) (lambda (frames) (tessera:frame-return (frame-of 'simple frames) 1)))) => 1000

;;; --- calling again
(defun anew (x &optional (y 1) &key (z 2)) (list (car x) y z)) => anew
(left (list (anew 1 2 :z 3))
      (lambda (frames)
        (eval '(defun anew (x &rest more) (cons x more)))
        (tessera:frame-retry (frame-of 'anew frames))))  => ((1 2 :z 3))
(defun sums (&rest numbers) (list (car (reduce #'+ numbers)))) => sums
(left (list (sums 1 2 3)) (lambda (frames) (eval '(defun sums (&rest numbers) numbers)) (tessera:frame-retry (frame-of 'sums frames)))) => ((1 2 3))
;; a function without a name is itself called again
(defparameter *tries* 0)                                => *tries*
(defparameter *nameless* (lambda (x) (if (< (incf *tries*) 3) (list (car x)) (list x *tries*)))) => *nameless*
(left (list (funcall *nameless* 5))
      (lambda (frames) (tessera:frame-retry (frame-of '(lambda (x)) frames)))) => ((5 3))
(left (list (next-call 2 5)) (lambda (frames) (tessera:frame-retry (frame-of 'next-call frames)))) => (error control-error "the arguments of NEXT-CALL are no longer known")
