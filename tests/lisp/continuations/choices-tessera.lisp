;;; Choices of the library CONTINUATIONS.

(prog1 t (require "continuations"))                                                 => t
(progn
  (import '(continuations:amb continuations:choose continuations:fail continuations:all-solutions
            continuations:one-solution continuations:do-solutions))
  t)   => t

(all-solutions (choose '(1 2 3)))                                                   => (1 2 3)
(all-solutions (choose #(1 2)))                                                     => (1 2)
(all-solutions (choose "ab"))                                                       => (#\a #\b)
(all-solutions (choose '()))                                                        => nil
(all-solutions 5)                                                                   => (5)
(all-solutions)                                                                     => (nil)
(all-solutions (fail))                                                              => nil
(all-solutions (list (choose '(1 2)) (choose '(a b))))                              => ((1 a) (1 b) (2 a) (2 b))
(all-solutions (let ((x (choose '(1 2 3)))) (if (= x 2) (fail) (* x x))))           => (1 9)
(all-solutions (let* ((x (choose '(1 2 3))) (y (choose (if (oddp x) (list x (* 10 x)) '())))) y))  => (1 10 3 30)
(choose '(1 2))                                                                     => (error control-error "CHOOSE: there is no surrounding ALL-SOLUTIONS")
(choose '())                                                                        => (error control-error "CHOOSE: there is no surrounding ALL-SOLUTIONS")
(fail)                                                                              => (error control-error "THROW: there is no surrounding ALL-SOLUTIONS")
(all-solutions (choose 5))                                                          => (error type-error "CHOOSE: 5 is not of type SEQUENCE")
(one-solution (choose '(1 2)))                                                      => (values 1 t)
(one-solution (fail))                                                               => (values nil nil)
(one-solution nil)                                                                  => (values nil t)
(one-solution (let ((x (choose '(1 2 3)))) (princ x) (if (< (* x x) 4) (fail) x)))  => (prints "12" 2 t)
(one-solution (amb (fail) 2 (error "never evaluated")))                             => (values 2 T)
(all-solutions (amb 1 (choose '(2 3)) (amb) 4))                                     => (1 2 3 4)
(all-solutions (multiple-value-list (amb (values 1 2) (values))))                   => ((1 2) nil)
(amb 1)                                                                             => (error control-error "CHOOSE: there is no surrounding ALL-SOLUTIONS, ONE-SOLUTION or DO-SOLUTIONS")
(let ((sum 0)) (do-solutions (x (choose '(1 2 3)) (values sum :end)) (incf sum x))) => (values 6 :end)
(do-solutions (x (choose '(1 2 3))) (when (= x 2) (return :found)))                 => :found
(do-solutions (x (choose '(1 2))) (princ x))                                        => (prints "12" nil)

;; Choices within choices belong to the innermost
(all-solutions (all-solutions (choose '(1 2))))                                     => ((1 2))
(all-solutions (list (choose '(1 2)) (all-solutions (choose '(a b))) (choose '(3 4))))  => ((1 (a b) 3) (1 (a b) 4) (2 (a b) 3) (2 (a b) 4))
(all-solutions (cons (choose '(1 2)) (one-solution (choose '(x y)))))               => ((1 . x) (2 . x))
(all-solutions (or (one-solution (fail)) (choose '(1 2))))                          => (1 2)

;; Bindings are undone, assignments are not, and cleanup forms run for each alternative
(defvar *x* 0)                                                                      => *x*
(all-solutions (let ((*x* (choose '(1 2)))) (incf *x* (choose '(10 20))) *x*))      => (11 21 12 22)
*x*                                                                                 => 0
(let ((n 0)) (list (all-solutions (choose '(1 2)) (incf n)) n))                     => ((1 2) 2)
(all-solutions (unwind-protect (choose '(1 2)) (princ "c")))                        => (prints "cc" (1 2))
(all-solutions (unwind-protect (progn (choose '(1 2)) (fail)) (princ "c")))         => (prints "cc" nil)
(all-solutions (let ((all '())) (dolist (x '(1 2) all) (push (* x (choose '(1 10))) all))))  => ((2 1) (20 1) (2 10) (20 10))
(all-solutions (handler-case (if (= 1 (choose '(1 2))) (error "x") :fine) (error () :failed)))  => (:failed :fine)
(handler-case (all-solutions (if (= 2 (choose '(1 2))) (error "x"))) (error () :out))  => :out
(all-solutions (block b (list (return-from b (choose '(1 2))))))                    => (1 2)
(all-solutions (catch 'c (throw 'c (choose '(1 2)))))                               => (1 2)
(all-solutions (labels ((f (n) (if (zerop n) '() (let ((x (choose '(0 1)))) (cons x (f (1- n))))))) (f 3)))
  => ((0 0 0) (0 0 1) (0 1 0) (0 1 1) (1 0 0) (1 0 1) (1 1 0) (1 1 1))
(length (all-solutions (dolist (x '(1 2 3)) (choose (list x (- x))))))              => 8
(length (all-solutions (loop for x in '(1 2 3) do (choose (list x (- x))))))        => 8
(length (all-solutions (loop for x across #(1 2 3) do (choose (list x (- x))))))    => 8
(all-solutions (reduce (lambda (a b) (choose (list a b))) '(1 2 3)))                => (1 3 2 3)
(all-solutions `(,@(list (choose '(1 2))) ,(choose '(3 4))))                        => ((1 3) (1 4) (2 3) (2 4))
(all-solutions (multiple-value-call #'list (choose '(1 2)) (choose '(3 4))))        => ((1 3) (1 4) (2 3) (2 4))
(all-solutions (format nil "~A~A" (choose '(1 2)) (choose '(3 4))))                 => ("13" "14" "23" "24")
(length (all-solutions (loop repeat 12 do (choose '(0 1)))))                        => 4096
(one-solution (loop repeat 5000 do (choose '(0 1))) :end)                           => (values :end T)
(one-solution (loop with n = 0 do (when (= 2000 (incf n)) (return n)) (choose '(0)))) => (values 2000 T)

;; Puzzles
(one-solution (let* ((a (choose '(1 2 3 4 5 6 7))) (b (choose '(1 2 3 4 5 6 7))) (c (choose '(1 2 3 4 5 6 7))))
                (if (and (= (* c c) (+ (* a a) (* b b))) (< b a)) (list a b c) (fail))))   => (values (4 3 5) T)
(defun queens (n)
  (labels ((safe (q all) (loop for p in all for d from 1 never (or (= p q) (= d (abs (- p q))))))
           (place (k all) (if (zerop k) all (let ((q (choose (loop for i from 1 to n collect i)))) (if (safe q all) (place (1- k) (cons q all)) (fail))))))
    (place n '())))                                                                 => queens
(one-solution (queens 6))                                                           => (values (5 3 1 6 4 2) T)
(length (all-solutions (queens 6)))                                                 => 4
(defun dwelling ()
  (let* ((floors '(1 2 3 4 5)) (baker (choose floors)) (cooper (choose floors)) (fletcher (choose floors)) (miller (choose floors)) (smith (choose floors)))
    (if (and (= 5 (length (remove-duplicates (list baker cooper fletcher miller smith)))) (/= baker 5) (/= cooper 1) (/= fletcher 1 5) (> miller cooper)
             (/= 1 (abs (- smith fletcher))) (/= 1 (abs (- fletcher cooper))))
        (list baker cooper fletcher miller smith)
        (fail))))                                                                   => dwelling
(all-solutions (dwelling))                                                          => ((3 2 4 5 1))

;; With generators
(continuations:generator-list (continuations:generator (do-solutions (x (choose '(1 2 3))) (continuations:yield x))))  => (1 2 3)

;; DYNAMIC-WIND around choices
(let ((log '()))
  (list (one-solution (tessera:dynamic-wind (lambda () (push :in log))
                                            (lambda () (if (< (choose '(1 2 3)) 2) (fail) :found))
                                            (lambda () (push :out log))))
        (reverse log)))
  => (:found (:in :out :in :out :in :out))

;;; --- errors name the called function
(choose 5) => (error type-error "CHOOSE: 5 is not of type SEQUENCE")
