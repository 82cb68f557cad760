;;; Three small languages inside this one: closures made from expressions, a Scheme with proper tail calls and
;;; first-class continuations that leave, and a language of eight letters that becomes a compiled function.

;;; --- expressions to closures: decisions that need no values are made once, before the run

;; A function of a frame, a vector, that computes the arithmetic EXPRESSION; VARIABLES name the frame's elements.
(defun compiled-expression (expression variables)
  (etypecase expression
    (number (constantly expression))
    (symbol (let ((index (or (position expression variables) (error "There is no variable ~s." expression))))
              (lambda (frame) (svref frame index))))
    (cons (destructuring-bind (operator left right) expression
            (let ((function (ecase operator (+ #'+) (- #'-) (* #'*) (/ #'/)))
                  (left (compiled-expression left variables))
                  (right (compiled-expression right variables)))
              (lambda (frame) (funcall function (funcall left frame) (funcall right frame)))))))) => compiled-expression

(let ((f (compiled-expression '(+ (* a a) (/ b 2)) '(a b))))
  (list (funcall f (vector 3 8)) (funcall f (vector 1/2 1)))) => (13 3/4)
(compiled-expression '(+ a c) '(a b))                   => (error simple-error "There is no variable C.")
(compiled-expression '(^ 1 2) '())                      => (error type-error "ECASE: ^ is not of type (MEMBER + - * /)")

;;; --- a Scheme: environments are alists of boxes; a call in the last place goes round the loop

(defstruct (procedure (:constructor procedure (parameters body environment))) parameters body environment) => procedure
(defvar *scheme-globals* (make-hash-table))             => *scheme-globals*

(defun scheme-place (name environment)
  (or (assoc name environment)
      (gethash name *scheme-globals*)
      (error "unbound: ~(~a~)" name)))                  => scheme-place

(defun bound-environment (procedure arguments)
  (loop with environment = (procedure-environment procedure)
        for parameters = (procedure-parameters procedure) then (rest parameters)
        while (consp parameters)
        do (push (cons (first parameters) (pop arguments)) environment)
        finally (return (if parameters (acons parameters arguments environment) environment)))) => bound-environment

(defun scheme-macro (form)
  (case (first form)
    (let `((lambda ,(mapcar #'first (second form)) ,@(cddr form)) ,@(mapcar #'second (second form))))
    (cond (when (rest form)
            (destructuring-bind ((test &rest body) &rest clauses) (rest form)
              (if (eq test 'else) `(begin ,@body) `(if ,test (begin ,@body) (cond ,@clauses))))))
    (t form)))                                          => scheme-macro

(defun scheme-call/cc (receiver)
  (let ((tag (list 'continuation)))
    (catch tag (scheme-apply receiver (list (lambda (value) (throw tag value))))))) => scheme-call/cc

(defun scheme (form &optional environment)
  (loop
    (when (symbolp form) (return (if (member form '(t nil)) form (cdr (scheme-place form environment)))))
    (when (atom form) (return form))
    (setf form (scheme-macro form))
    (case (first form)
      (quote (return (second form)))
      (if (setf form (if (scheme (second form) environment) (third form) (fourth form))))
      (begin (loop while (cddr form) do (scheme (cadr form) environment) (pop form))
       (setf form (second form)))
      (lambda (return (procedure (second form) `(begin ,@(cddr form)) environment)))
      (set! (return (setf (cdr (scheme-place (second form) environment)) (scheme (third form) environment))))
      (define (destructuring-bind (name &rest body) (rest form)
                (when (consp name) (setf body `((lambda ,(rest name) ,@body)) name (first name)))
                (setf (gethash name *scheme-globals*) (cons name (scheme (first body) environment)))
                (return name)))
      (t (let ((function (scheme (first form) environment))
               (arguments (loop for argument in (rest form) collect (scheme argument environment))))
           (if (procedure-p function)
               (setf form (procedure-body function) environment (bound-environment function arguments))
               (return (apply function arguments)))))))) => scheme

(defun scheme-apply (function arguments)
  (if (procedure-p function)
      (scheme (procedure-body function) (bound-environment function arguments))
      (apply function arguments)))                      => scheme-apply

(loop for (name function) in `((+ ,#'+) (- ,#'-) (* ,#'*) (= ,#'=) (< ,#'<) (list ,#'list) (cons ,#'cons) (car ,#'car)
                               (cdr ,#'cdr) (null? ,#'null) (call/cc ,#'scheme-call/cc) (apply ,#'scheme-apply))
      do (setf (gethash name *scheme-globals*) (cons name function))) => nil

(scheme '(begin (define (factorial n) (if (= n 0) 1 (* n (factorial (- n 1))))) (factorial 25))) => 15511210043330985984000000
(scheme '(begin (define (count n) (cond ((= n 0) 'done) (else (count (- n 1))))) (count 100000))) => done
(scheme '(begin (define (even? n) (if (= n 0) t (odd? (- n 1)))) (define (odd? n) (if (= n 0) nil (even? (- n 1)))) (even? 10001))) => nil
(scheme '(begin (define (counter) (let ((n 0)) (lambda () (set! n (+ n 1)) n))) (define c (counter)) (c) (c) (list (c) ((counter))))) => (3 1)
(scheme '((lambda (first . others) (list first others)) 1 2 3)) => (1 (2 3))
(scheme '(begin (define (find-negative l return) (if (null? l) nil (begin (if (< (car l) 0) (return (car l)) nil) (find-negative (cdr l) return))))
                (list (call/cc (lambda (k) (find-negative '(3 1 -4 1 -5) k))) (call/cc (lambda (k) (+ 1 (k 42))))))) => (-4 42)
(scheme '(apply + (list 1 2 3)))                        => 6
(scheme 'nowhere)                                       => (error simple-error "unbound: nowhere")

;;; --- eight letters: the program becomes a lambda expression, and COMPILE does the rest

(defun eight-letter-forms (source)
  (labels ((forms ()
             (loop for letter = (read-char source nil #\])
                   until (char= letter #\])
                   append (case letter
                            (#\> '((incf place)))
                            (#\< '((decf place)))
                            (#\+ '((setf (aref cells place) (mod (1+ (aref cells place)) 256))))
                            (#\- '((setf (aref cells place) (mod (1- (aref cells place)) 256))))
                            (#\. '((write-char (code-char (aref cells place)))))
                            (#\, '((setf (aref cells place) (char-code (read-char *standard-input* nil #\Nul)))))
                            (#\[ `((loop until (zerop (aref cells place)) do (progn ,@(forms)))))))))
    (forms)))                                           => eight-letter-forms

(defun eight-letter-function (text)
  (with-input-from-string (source text)
    (compile nil `(lambda ()
                    (let ((cells (make-array 1000 :element-type '(unsigned-byte 8) :initial-element 0)) (place 0))
                      ,@(eight-letter-forms source)
                      (values)))))) => eight-letter-function

(defun eight-letters (text &optional (input ""))
  (with-input-from-string (*standard-input* input)
    (with-output-to-string (*standard-output*) (funcall (eight-letter-function text))))) => eight-letters

(eight-letters "++++++++[>++++++++<-]>+.+.+.")         => "ABC"
(eight-letters ",[.,]" "echo")                          => "echo"
(eight-letters ">,[>,]<[.<]" "backwards")               => "sdrawkcab"
(eight-letters "<.")                                    => (error type-error "AREF: the index -1 is outside of #(0 0 0 0 0 0 0 0 0 0 ...), whose length is 1000")
