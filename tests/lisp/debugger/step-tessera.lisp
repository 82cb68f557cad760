;;; STEP, DRIBBLE and ED, with scripted users (chapter 25). The dialogues are Tessera's own.

(load "tests/lisp/support/dialogue.lisp") => t
(defun double (x) (* 2 x))                              => double

;;; --- step
(dialogue (lambda () (step (let ((a (double 1))) (list a (+ a (double 2)))))) "" "" "s" "n" "")
  => (values "Return or s: into, n: over, o: out, c: continue, q: quit, ?: help
(LET ((A (DOUBLE 1))) (LIST A (+ A (DOUBLE 2)))) ? 
  (DOUBLE 1) ? 
  => 2
  (LIST A (+ A (DOUBLE 2))) ? 
    (+ A (DOUBLE 2)) ? 
    => 6
  => (2 6)
=> (2 6)
" ((2 6)))
(nth-value 1 (dialogue (lambda () (step (+ 1 2)))))   => (3)
(nth-value 1 (dialogue (lambda () (step (+ 1 2))) "q")) => (nil)
(dialogue (lambda () (step (values 1 2))) "what?" "c")
  => (values #.(format nil "~a~%(VALUES 1 2) ? ~%~a~%(VALUES 1 2) ? " tessera::*step-keys* tessera::*step-help*) (1 2))
(dialogue (lambda () (step (if (> 3 2) 'yes (error "no")))) "s" "n")
  => (values "Return or s: into, n: over, o: out, c: continue, q: quit, ?: help
(IF (> 3 2) 'YES (ERROR \"no\")) ? 
  (> 3 2) ? 
  => T
=> YES
" (yes))
;; Macros, local macros, loops, exits and closures work under it as they do without.
(defun stepped-to-the-end (function) (nth-value 1 (dialogue function (format nil "~200%")))) => stepped-to-the-end
(stepped-to-the-end (lambda () (step (macrolet ((twice (x) `(list ,x ,x))) (symbol-macrolet ((y 5)) (twice y))))))  => ((5 5))
(stepped-to-the-end (lambda () (step (loop for i below 3 collect (* i i)))))           => ((0 1 4))
(stepped-to-the-end (lambda () (step (block nil (tagbody up (return (list 1)) (go up)))))) => ((1))
(stepped-to-the-end (lambda () (step (flet ((f (x) (* x x))) (mapcar #'f '(1 2))))))     => ((1 4))
(stepped-to-the-end (lambda () (step (let* ((x 1) (y (+ x 1))) (declare (fixnum x)) (setq x 5) (multiple-value-list (floor x y)))))) => ((2 1))
(stepped-to-the-end (lambda () (step (handler-case (car 5) (type-error (c) (type-error-datum c)))))) => (5)

;; Where it stops the frames are the program's, with their variables and places.
(defvar *seen* '())                                     => *seen*
(defun note-frames (form place)
  (declare (ignore place))
  (when (equal form '(* y 3))
    (let ((frame (find 'f (tessera::%user-frames 10) :key #'tessera:frame-name)))
      (setq *seen* (list (tessera:frame-arguments frame) (tessera:frame-locals frame) (tessera:frame-eval frame '(list x y))))))
  :each)                                                => note-frames
(let ((tessera::*step-asker* 'note-frames) (tessera::*step-watcher* #'identity))
  (step (flet ((f (x) (let ((y (+ x 1))) (* y 3)))) (list (f 1)))))
                                                        => (6)
*seen*                                                  => (((x 1)) ((y 2)) (1 2))

;; Into local functions and closures; out of them.
(dialogue (lambda () (step (flet ((f (x) (* x x))) (f (+ 1 2))))) "" "n" "" "" "n" "n" "" "" "")
  => (values "Return or s: into, n: over, o: out, c: continue, q: quit, ?: help
(FLET ((F (X) (* X X))) (F (+ 1 2))) ? 
  (F (+ 1 2)) ? 
  => 9
=> 9
" (9))
(dialogue (lambda () (step (flet ((f (x) (* x x))) (f (+ 1 2))))) "" "" "n" "n")
  => (values "Return or s: into, n: over, o: out, c: continue, q: quit, ?: help
(FLET ((F (X) (* X X))) (F (+ 1 2))) ? 
  (F (+ 1 2)) ? 
    (+ 1 2) ? 
    => 3
    (* X X) ? 
    => 9
  => 9
=> 9
" (9))
(dialogue (lambda () (step (list (funcall (lambda (x) (list (1+ x) 1)) 2) (double 1)))) "" "" "o" "n")
  => (values "Return or s: into, n: over, o: out, c: continue, q: quit, ?: help
(LIST (FUNCALL (LAMBDA (X) (LIST # 1)) 2) (DOUBLE 1)) ? 
  (FUNCALL (LAMBDA (X) (LIST (1+ X) 1)) 2) ? 
    (LIST (1+ X) 1) ? 
  => (3 1)
  (DOUBLE 1) ? 
  => 2
=> ((3 1) 2)
" (((3 1) 2)))
(stepped-to-the-end (lambda () (step (mapcar #'(lambda (x &optional (y 2)) "Doc." (declare (fixnum x)) (list x y)) '(1 2))))) => (((1 2) (2 2)))
(stepped-to-the-end (lambda () (step (labels ((even (n) (or (zerop n) (odd (1- n)))) (odd (n) (if (zerop n) (return-from odd nil) (even (1- n))))) (list (even 5) (even 4)))))) => ((nil t))
(stepped-to-the-end (lambda () (step (let ((n 0)) (flet ((next () (incf n))) (next) (next) (list n))))))              => ((2))

;;; --- dribble
(defparameter *record* (format nil "/tmp/tessera-dribble-~d.txt" (random 1000000000 (make-random-state t)))) => *record*
(dribble)                                               => nil
(let ((*standard-input* (make-string-input-stream (format nil "typed~%not recorded~%"))))
  (dribble *record*)
  (princ "written ")
  (list (read-line) (namestring (dribble)) (progn (princ "after") (read-line))))
                                                        => (prints "written after" ("typed" #.*record* "not recorded"))
(with-open-file (s *record*) (list (read-line s) (read-line s nil))) => ("written typed" nil)
(not (delete-file *record*))                            => nil

;;; --- ed
(ed 5)                                                  => (error type-error "5 is not of type (OR NULL PATHNAME STRING SYMBOL (CONS (EQL SETF)))")
(ed 'car)                                               => (error error "the file where CAR was defined is not known")
