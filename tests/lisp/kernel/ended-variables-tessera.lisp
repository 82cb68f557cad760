;;; A loop does not retain objects that only dead variables reach, such as the head of the list that it walks.

(progn (require "ext") t) => t
(defvar *head*) => *head*
(defun rest-of (list) (cdr list)) => rest-of
(defun new-list () (let ((list (list 1 2 3))) (setf *head* (ext:make-weak-pointer list)) list)) => new-list
(defun head-is-there () (tessera:gc :full t) (not (null (ext:weak-pointer-value *head*)))) => head-is-there

;; DO, LOOP, a local function that calls itself.
(defun by-do (list) (do ((tail list (rest-of tail))) ((null tail) (identity (head-is-there))))) => by-do
(let ((n 0)) (list n (by-do (new-list)))) => (0 nil)
(defun by-loop (list &optional (start 0))
  (loop for tail = list then (rest-of tail) for n from start while tail finally (return (list n (head-is-there)))))
  => by-loop
(defun call-by-loop () (list (by-loop (new-list) 4))) => call-by-loop
(call-by-loop) => ((7 nil))
(defun by-labels (list) (labels ((walk (tail) (if tail (walk (cdr tail)) (head-is-there)))) (walk list))) => by-labels
(let ((n 0)) (list n (by-labels (new-list)))) => (0 nil)
(defun by-let () (let* ((list (new-list)) (tail list)) (loop (if tail (pop tail) (return (head-is-there)))))) => by-let
(by-let) => nil

;; Variables that are used later keep their values: after the loop, in its next iteration, in an enclosing loop, in
;; cleanup forms, by a closure.
(defun used-behind (list) (do ((tail list (rest-of tail))) ((null tail) (list (head-is-there) list)))) => used-behind
(used-behind (new-list)) => (t (1 2 3))
(defun used-within (list) (let ((rounds '())) (dotimes (i 2 rounds) (dolist (x list) (push (identity x) rounds))))) => used-within
(used-within (new-list)) => (3 2 1 3 2 1)
(defun used-around (list) (loop repeat 2 collect (let ((sum 0)) (dotimes (i 2) (incf sum (identity i))) (list sum (first list))))) => used-around
(used-around (new-list)) => ((1 1) (1 1))
(defun used-in-cleanup (list) (let ((seen nil)) (unwind-protect (dotimes (i 3) (identity i)) (setf seen list)) seen)) => used-in-cleanup
(used-in-cleanup (new-list)) => (1 2 3)
(defun used-by-closure (list) (let ((f (lambda () list))) (dotimes (i 3) (identity i)) (funcall f))) => used-by-closure
(used-by-closure (new-list)) => (1 2 3)
(defun used-by-exit (list) (block out (dotimes (i 3) (if (= (identity i) 1) (return-from out list))))) => used-by-exit
(used-by-exit (new-list)) => (1 2 3)
(defun used-behind-go (list)
  (let ((n 0)) (tagbody again (dotimes (i 2) (identity i)) (when (< (incf n) 3) (first list) (go again))) (list n)))
  => used-behind-go
(used-behind-go (new-list)) => (3)

;; An operand that stands before a loop is read after it.
(defun operand (name list) (cons name (mapcar #'identity list))) => operand
(operand 'a '(1 2)) => (a 1 2)
(defun operands (x y list) (+ (* x y) (loop for z in list sum (identity z)) (- x y))) => operands
(operands 2 3 '(10 20)) => 35

;; Local functions called from several places, and mutually recursive ones.
(defun twice (list flag)
  (labels ((walk (tail sum) (if tail (walk (cdr tail) (+ sum (identity (car tail)))) sum)))
    (if flag (walk list 0) (let ((other (reverse list))) (walk other 100)))))   => twice
(list (twice '(1 2 3) t) (twice '(1 2 3) nil)) => (6 106)
(defun even-length (list more)
  (labels ((even (l) (if (null l) more (odd (cdr (identity l))))) (odd (l) (if (null l) nil (even (cdr (identity l))))))
    (even list)))   => even-length
(even-length '(1 2) 'x) => x

;; Where variables are to be looked at, they keep their values.
(defun watched (list) (declare (optimize (debug 2))) (do ((tail list (rest-of tail))) ((null tail) (list (head-is-there))))) => watched
(watched (new-list)) => (t)
