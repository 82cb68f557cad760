;;; Comparisons of three numbers, and of characters by their codes, in terms of those of two numbers, which are
;;; instructions.
(in-package "TESSERA")

(export 'seed-random-state)  ; a builtin, in numbers_random.cpp

(defun %bound-once (forms body)
  "Returns a form that evaluates each of FORMS once, and then the form that the function BODY returns for a list of
variables with their values. Numbers and characters among FORMS stand for themselves."
  (let ((bindings '()) (places '()))
    (dolist (form forms)
      (cond ((or (numberp form) (characterp form)) (push form places))
            (t (push (list (gensym "VALUE") form) bindings)
               (push (first (first bindings)) places))))
    `(let ,(reverse bindings) ,(funcall body (reverse places)))))

(defun %compared-three (operator forms)
  "Returns a form for (OPERATOR A B C), the FORMS: all of them are compared, so that each has to be a number."
  (%bound-once forms (lambda (places)
                       (destructuring-bind (a b c) places
                         `(if (,operator ,a ,b) (,operator ,b ,c) (progn (,operator ,b ,c) nil))))))

(macrolet ((define (&rest operators)
             `(progn ,@(mapcar (lambda (operator)
                                 `(define-compiler-macro ,operator (&whole form number &rest numbers)
                                    (declare (ignore number))
                                    (if (and (cdr numbers) (null (cddr numbers))) (%compared-three ',operator (cdr form)) form)))
                               operators))))
  (define < <= > >= =))

(defun %compared-characters (operator of-codes forms)
  "Returns a form for (OPERATOR CHARACTER*), the FORMS, by OF-CODES of their codes. Objects that are not characters are
left to OPERATOR."
  (%bound-once forms (lambda (places)
                       `(if (and ,@(mapcar (lambda (place) (if (characterp place) t `(characterp ,place))) places))
                            (,of-codes ,@(mapcar (lambda (place) (if (characterp place) (char-code place) `(char-code ,place))) places))
                            (locally (declare (notinline ,operator)) (,operator ,@places))))))

(macrolet ((define (&rest entries)
             `(progn ,@(mapcar (lambda (entry)
                                 `(define-compiler-macro ,(first entry) (&whole form character &rest characters)
                                    (declare (ignore character))
                                    (if (and characters (null (cddr characters)))
                                        (%compared-characters ',(first entry) ',(second entry) (cdr form))
                                        form)))
                               entries))))
  (define (char< <) (char<= <=) (char> >) (char>= >=)))
