;;; Chapter 9: restarts.

;; RESTART-CASE
(restart-case 5 (my-restart () 6))                                  => 5
(restart-case (invoke-restart 'my-restart 7) (my-restart (x) (* x 2))) => 14
(restart-case (values 1 2) (a () 0))                                => (values 1 2)
(restart-case (invoke-restart 'a) (a () (values 1 2)))              => (values 1 2)
(restart-case (invoke-restart 'a 1 2 3) (a (x &optional y &rest z) (list x y z))) => (1 2 (3))
(restart-case (invoke-restart 'a 1 :k 2) (a (x &key k (l 5)) (list x k l)))       => (1 2 5)
(restart-case (invoke-restart 'b) (a () 1) (b () 2))                => 2
(restart-case (restart-case (invoke-restart 'a) (a () :inner)) (a () :outer)) => :inner
(restart-case (restart-case (invoke-restart 'b) (a () :inner)) (b () :outer)) => :outer
(restart-case 1)                                                    => 1
(handler-bind ((error (lambda (c) (declare (ignore c)) (invoke-restart 'skip))))
  (restart-case (error "x") (skip () :skipped)))                    => :skipped
(handler-bind ((error (lambda (c) (invoke-restart (find-restart 'use-value c) 5))))
  (+ 1 (restart-case (error "x") (use-value (v) v))))               => 6
(let ((n 0)) (loop (restart-case (progn (incf n) (if (< n 3) (invoke-restart 'again) (return n))) (again ())))) => 3
(restart-case (unwind-protect (invoke-restart 'out) (princ "left")) (out () 1)) => (prints "left" 1)
(let ((x 1)) (restart-case (progn (setq x 2) (invoke-restart 'a)) (a () x))) => 2
(defun process (items)
  (let ((done '()))
    (dolist (item items (nreverse done))
      (restart-case (push (if (numberp item) (* item 10) (error "~s is not a number" item)) done)
        (skip-item () :report "Skip it.")
        (use-instead (value) (push value done))))))                 => process
(handler-bind ((error (lambda (c) (declare (ignore c)) (invoke-restart 'skip-item)))) (process '(1 a 3)))     => (10 30)
(handler-bind ((error (lambda (c) (declare (ignore c)) (invoke-restart 'use-instead 0)))) (process '(1 a 3))) => (10 0 30)

;; RESTART-BIND
(restart-bind ((my (lambda (x) (* x 3)))) (invoke-restart 'my 4))   => 12
(restart-bind ((my (lambda () 1) :report-function (lambda (s) (princ "do it" s)))) (princ-to-string (find-restart 'my))) => "do it"
(block b (restart-bind ((out (lambda (v) (return-from b v)))) (invoke-restart 'out 5) 6)) => 5
(restart-bind ((ask (lambda (x) (list :got x)) :interactive-function (lambda () (list 9)))) (invoke-restart-interactively 'ask)) => (:got 9)

;; WITH-SIMPLE-RESTART
(with-simple-restart (quit "Leave ~a" 1) 5)                         => 5
(with-simple-restart (quit "Leave") (invoke-restart 'quit))         => (values nil t)
(with-simple-restart (quit "Leave ~a ~s" 1 "x") (princ-to-string (find-restart 'quit))) => "Leave 1 \"x\""

;; FIND-RESTART, COMPUTE-RESTARTS, RESTART-NAME
(find-restart 'no-such-restart)                                     => nil
(restart-case (restart-name (find-restart 'a)) (a ()))              => a
(restart-case (mapcar #'restart-name (subseq (compute-restarts) 0 2)) (a ()) (b ())) => (a b)
(restart-case (restart-case (mapcar #'restart-name (subseq (compute-restarts) 0 3)) (c ())) (a ()) (b ())) => (c a b)
(restart-case (typep (find-restart 'a) 'restart) (a ()))            => t
(restart-case (let ((r (find-restart 'a))) (eq r (find-restart r))) (a ())) => t
(restart-case (princ-to-string (find-restart 'a)) (a () :report "Do a.")) => "Do a."
(restart-case (princ-to-string (find-restart 'a)) (a () :report (lambda (s) (write-string "Do b." s)))) => "Do b."
(restart-case (find-restart 'a) (a () :test (lambda (c) (declare (ignore c)) nil))) => nil
(restart-case (invoke-restart-interactively 'a) (a (x y) :interactive (lambda () (list 1 2)) (list x y))) => (1 2)
(invoke-restart 'no-such-restart)                                   => (error control-error "INVOKE-RESTART: no restart NO-SUCH-RESTART is active")
(invoke-restart-interactively 'no-such-restart)                     => (error control-error "INVOKE-RESTART-INTERACTIVELY: no restart NO-SUCH-RESTART is active")

;; Restarts belong to conditions
(let ((c1 (make-condition 'simple-error :format-control "1")) (c2 (make-condition 'simple-error :format-control "2")))
  (restart-case
      (with-condition-restarts c1 (list (find-restart 'a))
        (list (if (find-restart 'a) t nil) (if (find-restart 'a c1) t nil) (if (find-restart 'a c2) t nil)))
    (a ())))                                                        => (t t nil)
(handler-bind ((error (lambda (outer)
                        (restart-case (signal "another")
                          (mine () nil))
                        (invoke-restart (find-restart 'mine outer) :right))))
  (restart-case (error "x") (mine (v) v)))                          => :right
(handler-bind ((error (lambda (c) (let ((other (make-condition 'error)))
                                    (invoke-restart 'r (list (if (find-restart 'r c) t nil) (if (find-restart 'r other) t nil)))))))
  (restart-case (error "x") (r (v) v)))                             => (t nil)

;; The functions named after restarts
(restart-case (continue) (continue () :went-on))                    => :went-on
(restart-case (use-value 5) (use-value (v) v))                      => 5
(restart-case (store-value 6) (store-value (v) v))                  => 6
(use-value 1)                                                       => nil
(store-value 1)                                                     => nil
(restart-case (abort) (abort () :aborted))                          => :aborted
(muffle-warning)                                                    => (error control-error "INVOKE-RESTART: no restart MUFFLE-WARNING is active")
(handler-bind ((warning #'muffle-warning)) (warn "x"))              => nil

;; CERROR
(handler-bind ((error (lambda (c) (continue c)))) (list (cerror "Go on." "x") :after)) => (nil :after)
(cerror "Go on." "bad ~a" 1)                                        => (error simple-error "bad 1")
(handler-bind ((error (lambda (c) (continue c)))) (cerror "Go on with ~a." 'simple-error :format-control "x") 5) => 5
(handler-case (cerror "Use ~a." (make-condition 'type-error :datum 1 :expected-type 'list) 5) (type-error (c) (type-error-datum c))) => 1
(block b
  (handler-bind ((error (lambda (c) (return-from b (princ-to-string (find-restart 'continue c))))))
    (cerror "Go on with ~a." "x ~a" 7)))   => "Go on with 7."

;; Restarts of the system's own errors
(handler-bind ((unbound-variable (lambda (c) (use-value 5 c)))) (eval '(+ 1 an-unbound-variable))) => 6
(handler-bind ((unbound-variable (lambda (c) (store-value 7 c)))) (eval 'a-variable-to-store)) => 7
(handler-bind ((undefined-function (lambda (c) (use-value #'+ c)))) (eval '(an-undefined-function 1 2))) => 3
#+tessera (handler-bind ((type-error (lambda (c) (use-value 10 c)))) (eval '(+ 1 (car 5)))) #+tessera => #+tessera 11
#+tessera (handler-bind ((undefined-function (lambda (c) (declare (ignore c)) (invoke-restart (find-symbol "RETURN-VALUE" "TESSERA") 4)))) (eval '(another-undefined-function)))
#+tessera => #+tessera 4
#+tessera (handler-bind ((undefined-function (lambda (c) (store-value (lambda (x) (* 2 x)) c)))) (eval '(list (to-be-defined 2) (to-be-defined 3))))
#+tessera => #+tessera (4 6)
(handler-bind ((type-error (lambda (c) (store-value 3 c)))) (let ((x 'a)) (list (ccase x (3 :three)) x))) => (:three 3)
(handler-bind ((type-error (lambda (c) (store-value 3 c)))) (let ((x 'a)) (ctypecase x (integer :int)))) => :int

;; Together
(defun risky (x) (restart-case (if (evenp x) (error "even: ~a" x) x) (replace-by (v) :report "Replace it." v))) => risky
(handler-bind ((error (lambda (c) (declare (ignore c)) (invoke-restart 'replace-by 0)))) (mapcar #'risky '(1 2 3 4))) => (1 0 3 0)
(handler-case (handler-bind ((error (lambda (c) (princ "logged ") (princ c)))) (risky 2)) (error () :given-up))
  => (prints "logged even: 2" :given-up)

;;; --- a restart found for a condition is invoked without another test
(restart-case (handler-bind ((error (lambda (c) (invoke-restart (find-restart 'for-errors c) 1 2)))) (error "x"))
  (for-errors (a b) :test (lambda (c) (typep c 'error)) (list a b))) => (1 2)
(restart-case (invoke-restart 'for-errors) (for-errors () :test (lambda (c) (typep c 'error)) 1)) => (error control-error "INVOKE-RESTART: no restart FOR-ERRORS is active")
(let ((gone (restart-case (find-restart 'r) (r () 1)))) (invoke-restart gone)) => (error control-error)

;;; --- an undefined function to store with is called by its name
(handler-case (eval '(setf (no-such-place 1) 2)) (undefined-function (c) (cell-error-name c))) => (setf no-such-place)
(let ((l (list 1)))
  (handler-bind ((undefined-function (lambda (c) (declare (ignore c)) (invoke-restart 'use-value (lambda (new l) (setf (car l) new))))))
    (eval `(setf (no-such-place ',l) 2)))
  l)                                                    => (2)

;;; --- the value that USE-VALUE gives a test that failed decides which branch is taken
#+tessera (defmacro with-answer (answer form) `(handler-bind ((type-error (lambda (c) (use-value ,answer c)))) ,form)) #+tessera => #+tessera with-answer
#+tessera (defun tested (x y)
  (list (if (< x y) 1 2) (if (> x y) 1 2) (if (<= x y) 1 2) (if (>= x y) 1 2) (if (= x y) 1 2) (if (not (< x y)) 1 2)
        (if (< x 3) 1 2) (if (not (>= x 3)) 1 2) (if (= x 3) 1 2) (if (not (= x 3)) 1 2) (if (char= x y) 1 2) (if (and (< x y) (> x 3)) 1 2)))
#+tessera => #+tessera tested
#+tessera (with-answer nil (tested 'a 'b)) #+tessera => #+tessera (2 2 2 2 2 1 2 1 2 1 2 2)
#+tessera (with-answer t (tested 'a 'b)) #+tessera => #+tessera (1 1 1 1 1 2 1 2 1 2 1 1)
#+tessera (defun counted (v) (loop for x across v count (< x 5))) #+tessera => #+tessera counted
#+tessera (counted (make-array 100000 :initial-element 1)) #+tessera => #+tessera 100000
#+tessera (list (with-answer nil (counted (vector 1 'a 2 'b))) (with-answer t (counted (vector 1 'a 2 'b)))) #+tessera => #+tessera (2 4)
