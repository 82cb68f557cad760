;;; Lazy values and lazy lists, as chapter 18 of the book has them: (require "lazy"); see evaluation/modules.lisp.

(defpackage "TESSERA-LAZY"
  (:use "COMMON-LISP")
  (:export "LAZY" "FORCE" "LAZY-CONS" "LAZY-CAR" "LAZY-CDR" "LAZY-CADR" "LAZY-NIL" "LAZY-NULL" "MAKE-LAZY" "TAKE"
           "TAKE-ALL" "LAZY-MAPCAR" "LAZY-MAPCAN" "LAZY-FIND-IF" "LAZY-NTH" "DECLARE-NATIVE-LAZY"))

(in-package "TESSERA-LAZY")

;;; A lazy value is a function without arguments. A lazy list is a lazy value that is NIL or a cons whose cdr is a lazy
;;; list. Once it is computed, a lazy value keeps the result alone and not what it was computed from: else the head of a
;;; mapped list would hold on to the list that it was mapped from.
;;;
;;; The printer recognizes a lazy value by its function's name; the captured variables hold the part that is known.
;;; A list that is made lazy is known as a whole.

(defun delay (thunk)
  "Returns a function that returns what THUNK returns. It calls THUNK once, the first time; or again if THUNK did not
return."
  (let ((value nil))
    (tessera::named-lambda (tessera::%pretty-print print-lazy) ()
      (when thunk
        (setf value (funcall thunk)
              thunk nil))
      value)))

(defun declare-native-lazy (name)
  "Registers closures in C++ named NAME, a symbol, as lazy lists for the printer. The first captured value of each is
its known part: a cons, NIL, or a marker that nothing is known yet."
  (setf (get name 'tessera::%pretty-print) 'print-lazy)
  name)

(defun native-lazy-p (function)
  "True if FUNCTION is a lazy list in C++: see DECLARE-NATIVE-LAZY."
  (multiple-value-bind (name lambda-list) (tessera::%function-source function)
    (and (stringp lambda-list) (eq (get name 'tessera::%pretty-print) 'print-lazy))))

(defun lazy-value-p (object)
  "True if OBJECT is a lazy value of this library, or a lazy list in C++."
  (and (functionp object)
       (or (equal (tessera::%function-name object) '(tessera::%pretty-print print-lazy))
           (native-lazy-p object))))

(defun known-part (object)
  "Returns two values for the object in a lazy value or the function of a lazy list. The first is its known part: NIL, a
cons, the list of all elements, or another object. The second is the part's kind: :CELL, :LIST, :VALUE or :UNKNOWN."
  (flet ((known (value) (values value (cond ((null value) :list) ((consp value) :cell) (t :value)))))
    (cond ((not (lazy-value-p object)) (values object (if object :unknown :list)))
          ((native-lazy-p object)
           (let ((value (first (tessera::%captured-values object))))
             (if (tessera::%unbound-marker-p value) (values nil :unknown) (known value))))
          (t (destructuring-bind (thunk value) (tessera::%captured-values object)
               (cond ((null thunk) (known value))
                     ((eq (tessera::%function-name thunk) 'make-lazy) (values (first (tessera::%captured-values thunk)) :list))
                     (t (values nil :unknown))))))))

(defvar *printing* '() "The lazy values that are being printed, one in the other.")
(defvar *most-printed* 100 "The number of elements of a lazy list that are printed if *PRINT-LENGTH* is NIL.")

(defun print-known (lazy stream)
  "Prints the known part of the lazy value LAZY, with a mark for the unknown rest."
  (multiple-value-bind (known kind) (known-part lazy)
    (loop repeat (or *print-length* *most-printed*)
          while (consp known)
          do (format stream " ~w" (car known))
             (if (eq kind :cell)
                 (multiple-value-setq (known kind) (known-part (cdr known)))
                 (setf known (cdr known))))
    (cond ((eq kind :value) (format stream " = ~w" known))
          ((or known (not (eq kind :list))) (write-string " …" stream)))))

(defun print-lazy (lazy stream)
  "Prints LAZY to STREAM. A lazy list within another shows its elements, and those within it do not."
  (when *print-readably* (error 'print-not-readable :object lazy))
  (write-string "#<LAZY" stream)
  (if (or (member lazy *printing*) (> (length *printing*) 1))
      (write-string " …" stream)
      (let ((*printing* (cons lazy *printing*)))
        (print-known lazy stream)))
  (write-char #\> stream))

(defmacro lazy (&body body)
  "(lazy form*): returns a lazy value. FORCE evaluates the forms once, at its first call, and returns the last value."
  `(delay (lambda () ,@body)))

(defun forced (thing operation kind)
  "Returns the value of the function THING. Signals a TYPE-ERROR of OPERATION, which takes a lazy value or a lazy list
as KIND says, if THING is not one."
  (if (functionp thing)
      (funcall thing)
      (error 'simple-type-error :datum thing :expected-type 'function
                                :format-control "~a: ~s is not a ~a.~@[ MAKE-LAZY makes one of a list.~]"
                                :format-arguments (list operation thing kind (listp thing)))))

(defun force (lazy-value)
  "Returns the value of LAZY-VALUE, which is computed the first time."
  (forced lazy-value 'force "lazy value"))

(defmacro lazy-cons (a d)
  "(lazy-cons first rest): a lazy list. FIRST and REST, the form of another lazy list, are evaluated when needed."
  `(lazy (cons ,a ,d)))

(defun lazy-car (x)
  "Returns the first element of the lazy list X, NIL if it is empty."
  (car (forced x 'lazy-car "lazy list")))

(defun lazy-cdr (x)
  "Returns the rest of the lazy list X, a lazy list; NIL if X is empty."
  (cdr (forced x 'lazy-cdr "lazy list")))

(defun lazy-cadr (x)
  "Returns the second element of the lazy list X."
  (lazy-car (lazy-cdr x)))

(defun lazy-nil ()
  "Returns the empty lazy list."
  (lazy nil))

(defun lazy-null (x)
  "True if the lazy list X is empty."
  (not (forced x 'lazy-null "lazy list")))

(defun make-lazy (lst)
  "Returns a lazy list of the elements of the list LST."
  (delay (tessera::named-lambda make-lazy ()
           (when lst
             (cons (car lst) (make-lazy (cdr lst)))))))

(defun take (n lst)
  "Returns a list of the first N elements of the lazy list LST, or of all if it has fewer. Computes no others."
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
  "Returns the forced value of the lazy list of the elements of PART, followed by those that FUN finds for LST. Every
call here is a tail call, however many parts in a row are empty."
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
  "Returns element N, from 0, of the lazy list LST; NIL if it has no such element."
  (check-type n (integer 0))
  (loop until (or (zerop n) (lazy-null lst))
        do (setf lst (lazy-cdr lst))
           (decf n))
  (lazy-car lst))
