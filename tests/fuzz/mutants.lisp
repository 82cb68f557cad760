;;; Mutants of our own tests: forms of tests/lisp/ with parts swapped, spliced, dropped, repeated, replaced by extremes,
;;; and wrapped in operators that catch exits and errors. mutants.cpp evaluates them.

(defpackage "MUTANT-FUZZ" (:use "COMMON-LISP"))
(in-package "MUTANT-FUZZ")

(defvar *forms* (make-array 0 :adjustable t :fill-pointer t)
  "The forms of the tests.")

(defun tree-p (form)
  "True if FORM has at most 10000 conses, and so no circle."
  (loop with left = (list form)
        for conses from 0
        while left
        do (let ((part (pop left)))
             (when (consp part)
               (push (cdr part) left)
               (push (car part) left)))
        always (< conses 20000)))

(defun take-forms (file)
  "Adds the forms of FILE that can be read and are trees."
  (with-open-file (stream file)
    (let ((*package* (find-package "COMMON-LISP-USER")))
      (loop for form = (handler-case (read stream nil stream) (error () stream))
            until (eq form stream)
            when (and (consp form) (tree-p form)) do (vector-push-extend form *forms*)))))

(defun take-folder (folder)
  "Adds the forms of the files below FOLDER."
  (mapc #'take-forms (directory (concatenate 'string folder "/**/*.lisp")))
  (length *forms*))

(defun pick (items)
  "Returns one of the sequence ITEMS."
  (elt items (random (length items))))

(defparameter *extremes*
  '(nil t 0 -1 1 most-positive-fixnum (1+ most-positive-fixnum) (expt 2 200) 1/3 1.0e30 -1d300 #\a "" "a" #() #*101 :key 'x #'car
    (list 1 2 . 3) (make-array 3 :fill-pointer 0 :adjustable t) (make-hash-table) (make-string-output-stream) (lambda (&rest l) l)
    (code-char 955) (make-string 3 :initial-element (code-char 955)) (let ((l (list 1 2))) (setf (cddr l) l)) (values) (values 1 2)
    (throw 'c 1) (return 1) (error "x") (signal 'condition) (loop) (make-list 100000) (find-class 't) *standard-output* *readtable*))

(defun places (form)
  "Returns up to 500 of the conses of FORM."
  (let ((found '()) (left (list form)))
    (loop repeat 500
          while left
          do (let ((part (pop left)))
               (when (consp part)
                 (push part found)
                 (push (cdr part) left)
                 (push (car part) left))))
    found))

(defun mutate (form)
  "Returns FORM, whose conses are fresh, with one change."
  (let ((place (pick (places form))) (other (pick (places (pick *forms*)))))
    (case (random 6)
      (0 (let ((second (pick (places form))))  ; copies, since one may be in the other
           (psetf (car place) (copy-tree (car second)) (car second) (copy-tree (car place)))))
      (1 (setf (car place) (copy-tree (car other))))
      (2 (setf (car place) (copy-tree (pick *extremes*))))
      (3 (when (consp (cdr place)) (setf (cdr place) (cddr place))))
      (4 (setf (cdr place) (cons (copy-tree (car place)) (cdr place))))
      (5 (setf (cdr place) (copy-tree (cdr other)))))
    form))

(defun wrap (form)
  "Returns FORM within an operator that catches exits, conditions or values."
  (case (random 12)
    (0 `(catch 'c ,form))
    (1 `(unwind-protect ,form (list 1)))
    (2 `(handler-case ,form (error () 1)))
    (3 `(handler-bind ((condition (lambda (c) (print c (make-broadcast-stream))))) ,form))
    (4 `(block nil (unwind-protect (return ,form) (return 2))))
    (5 `(funcall (compile nil '(lambda () ,form))))
    (6 `(multiple-value-list ,form))
    (7 `(dotimes (i 3) ,form))
    (8 `(let ((x ,form)) (prin1-to-string x)))
    (9 `(mapcar (lambda (x) x ,form) '(1 2)))
    (t form)))

(defun mutant (seed)
  "Returns the text of the mutant that belongs to SEED."
  (let* ((*random-state* (tessera:seed-random-state seed)) (form (copy-tree (list 'progn (pick *forms*)))))
    (loop repeat (1+ (random 3)) do (setq form (mutate form)))
    (let ((*package* (find-package "COMMON-LISP-USER")) (*print-length* 1000) (*print-level* 100))
      (prin1-to-string (wrap form)))))
