;;; Lazy values and lazy lists, as chapter 18 of the text has them: (require "lazy"); see evaluation/modules.lisp.

(defpackage "TESSERA-LAZY"
  (:use "COMMON-LISP")
  (:export "LAZY" "FORCE" "LAZY-CONS" "LAZY-CAR" "LAZY-CDR" "LAZY-CADR" "LAZY-NIL" "LAZY-NULL" "MAKE-LAZY" "TAKE"
           "TAKE-ALL" "LAZY-MAPCAR" "LAZY-MAPCAN" "LAZY-FIND-IF" "LAZY-NTH"))

(in-package "TESSERA-LAZY")

;;; A lazy value is a function without arguments. A lazy list is a lazy value that is NIL or a cons whose cdr is a lazy
;;; list. Once it is computed, a lazy value keeps the result alone and not what it was computed from: else the head of a
;;; mapped list would hold on to the list that it was mapped from.

(defun delay (thunk)
  "A function that returns what THUNK returns. It calls THUNK once, the first time; or again if THUNK did not return."
  (let ((value nil))
    (lambda ()
      (when thunk
        (setf value (funcall thunk)
              thunk nil))
      value)))

(defmacro lazy (&body body)
  "(lazy form*): a lazy value, for FORCE: that of the last form. The forms are evaluated when it is first asked for, once."
  `(delay (lambda () ,@body)))

(defun force (lazy-value)
  "Returns what LAZY-VALUE stands for, which it computes if that was not yet done."
  (funcall lazy-value))

(defmacro lazy-cons (a d)
  "(lazy-cons first rest): a lazy list. FIRST and REST, the form of another lazy list, are evaluated when needed."
  `(lazy (cons ,a ,d)))

(defun lazy-car (x)
  "Returns the first element of the lazy list X, NIL if it is empty."
  (car (force x)))

(defun lazy-cdr (x)
  "Returns the rest of the lazy list X, a lazy list; NIL if X is empty."
  (cdr (force x)))

(defun lazy-cadr (x)
  "Returns the second element of the lazy list X."
  (lazy-car (lazy-cdr x)))

(defun lazy-nil ()
  "Returns the empty lazy list."
  (lazy nil))

(defun lazy-null (x)
  "True if the lazy list X is empty."
  (not (force x)))

(defun make-lazy (lst)
  "Returns a lazy list of the elements of the list LST."
  (lazy (when lst
          (cons (car lst) (make-lazy (cdr lst))))))

(defun take (n lst)
  "Returns a list of the first N elements of the lazy list LST, of fewer if it has no more; computes no others."
  (check-type n (integer 0))
  (loop repeat n
        until (lazy-null lst)
        collect (lazy-car lst)
        do (setf lst (lazy-cdr lst))))

(defun take-all (lst)
  "Returns the elements of the lazy list LST, which must have an end, as a list."
  (loop until (lazy-null lst)
        collect (lazy-car lst)
        do (setf lst (lazy-cdr lst))))

(defun lazy-mapcar (fun lst)
  "Returns the lazy list of what FUN returns for the elements of the lazy list LST."
  (lazy (unless (lazy-null lst)
          (cons (funcall fun (lazy-car lst))
                (lazy-mapcar fun (lazy-cdr lst))))))

(defun lazy-mapcan (fun lst)
  "Returns the lazy list of the elements of the lazy lists that FUN returns for those of the lazy list LST."
  (lazy (joined fun (lazy-nil) lst)))

(defun joined (fun part lst)
  "What a lazy list forces to that has the elements of PART, then those that FUN finds for LST. Every call here is a tail
call, however many parts in a row are empty."
  (cond ((not (lazy-null part))
         (cons (lazy-car part) (lazy (joined fun (lazy-cdr part) lst))))
        ((lazy-null lst) nil)
        (t (joined fun (funcall fun (lazy-car lst)) (lazy-cdr lst)))))

(defun lazy-find-if (fun lst)
  "Returns the first element of the lazy list LST for which FUN returns true; NIL if there is none."
  (unless (lazy-null lst)
    (let ((x (lazy-car lst)))
      (if (funcall fun x)
          x
          (lazy-find-if fun (lazy-cdr lst))))))

(defun lazy-nth (n lst)
  "Returns element N, from 0, of the lazy list LST; NIL if it has no so many."
  (check-type n (integer 0))
  (loop until (or (zerop n) (lazy-null lst))
        do (setf lst (lazy-cdr lst))
           (decf n))
  (lazy-car lst))
