;;; DESCRIBE and APROPOS (chapter 25). Their output is Tessera's own.

;; Returns what DESCRIBE writes of OBJECT, without the position of its definition.
(defun described (object)
  (let ((text (with-output-to-string (out) (describe object out))))
    (with-output-to-string (out)
      (with-input-from-string (in text)
        (loop for line = (read-line in nil)
              while line
              do (unless (search "    defined at " line) (write-line line out))))))) => described
(defun says (text &rest parts) (every (lambda (part) (search part text)) parts)) => says

;;; --- symbols that are one thing or several
(eql 0 (search "CAR is a symbol, exported by the package COMMON-LISP.
  It names a function, written in C++:
    (CAR LIST)
    Returns the first element of LIST. The car and cdr of () are ().
  (CAR ...) is a place, which SETF can set.
" (described 'car)))                                     => t
(progn (defun described-one (x &optional (y 5) &key z) "Two lines,
the second." (list x y z))
       (defparameter described-one '(1 2) "A variable.")
       (defstruct (described-one (:constructor make-it) (:copier nil)) "A structure." (a 1 :type integer) b)
       (setf (get 'described-one 'color) 'red)
       :defined) => :defined
(described 'described-one) => "DESCRIBED-ONE is a symbol of the package LISP-TESTS.
  It names a special variable, whose value is (1 2).
    A variable.
  It names a function:
    (DESCRIBED-ONE X &OPTIONAL (Y 5) &KEY Z)
    Two lines,
    the second.
  It names a structure:
    A structure.
    above it: STRUCTURE-OBJECT, T
    slot A: initially 1, of type INTEGER, read by DESCRIBED-ONE-A
    slot B: read by DESCRIBED-ONE-B
  Its property list is (COLOR RED).
"
(progn (defmacro described-macro (test &body body) "Doc." (list* 'when test body)) (described 'described-macro)) => "DESCRIBED-MACRO is a symbol of the package LISP-TESTS.
  It names a macro:
    (DESCRIBED-MACRO TEST &BODY BODY)
    Doc.
"
(says (described 'if) "It names a special operator:" "(IF TEST THEN &OPTIONAL ELSE)" "Evaluates THEN") => t
(says (described 'when) "It names a macro:" "(WHEN TEST &BODY BODY)")   => t
(says (described 'gethash) "(GETHASH ...) is a place")  => t
(says (described 'string) "It names a function" "It names a built-in class:") => t
(says (described 'nil) "It names a constant, NIL." "It names a type.")  => t
(described :key)                                        => #.(format nil ":KEY is a keyword.~%")
(described '#:free)                                     => #.(format nil "#:FREE is a symbol of no package.~%")
(says (described '*print-length*) "It names a special variable, whose value is NIL.") => t
(says (described 'pi) "It names a constant, 3.14159")   => t
(progn (define-symbol-macro described-symbol-macro (car x)) (says (described 'described-symbol-macro) "stands for (CAR X).")) => t
(progn (deftype described-type () "Few." '(integer 0 5)) (says (described 'described-type) "It names a type." "    Few.")) => t
(progn (declaim (ftype (function (integer) list) described-typed)) (defun described-typed (n) (list n)) (described 'described-typed)) => "DESCRIBED-TYPED is a symbol of the package LISP-TESTS.
  It names a function:
    (DESCRIBED-TYPED N)
    It is declared to be of type (FUNCTION (INTEGER) LIST).
"
(progn (defun (setf described-place) (value x) "Sets." (list value x)) (described 'described-place)) => "DESCRIBED-PLACE is a symbol of the package LISP-TESTS.
  (SETF DESCRIBED-PLACE) names a function:
    ((SETF DESCRIBED-PLACE) VALUE X)
    Sets.
"
(says (described 'keyword) "It names a package:" "exports ")   => t

;;; --- classes, their instances, generic functions
(progn (defclass described-animal () ((name :initarg :name :initform "x" :accessor described-name :documentation "Its name.") (legs :type integer)) (:documentation "An animal."))
       (defclass described-dog (described-animal) ((kennel :allocation :class :initform nil)))
       (defgeneric described-sound (animal) (:documentation "Its sound.") (:method ((animal described-dog)) "Woof"))
       (defmethod described-sound :around ((animal t)) (call-next-method))
       :defined) => :defined
(described 'described-animal) => "DESCRIBED-ANIMAL is a symbol of the package LISP-TESTS.
  It names a class:
    An animal.
    above it: STANDARD-OBJECT, T
    directly below it: DESCRIBED-DOG
    slot NAME: initarg :NAME, initially \"x\", read by DESCRIBED-NAME, written by (SETF DESCRIBED-NAME)
      Its name.
    slot LEGS: of type INTEGER
"
(says (described (find-class 'described-dog)) "slot KENNEL: initially NIL, shared by the class") => t
(says (described (make-instance 'described-dog :name "Rex")) "is a DESCRIBED-DOG." "    NAME: \"Rex\"" "    LEGS: unbound") => t
(says (described 'described-sound) "It names a generic function:" "(DESCRIBED-SOUND ANIMAL)" "    Its sound."
      "its methods: :AROUND (T), (DESCRIBED-DOG)")      => t
(says (described #'described-sound) "is a generic function:" "its methods:") => t
(says (described (find-method #'described-sound '() (list (find-class 'described-dog)))) "It is a method of DESCRIBED-SOUND.") => t
(says (described 'type-error) "It names a condition:" "slot DATUM: initarg :DATUM") => t
(says (described (make-condition 'type-error :datum 5 :expected-type 'list)) "It says: 5 is not of type LIST" "    DATUM: 5") => t
(says (described (find-class 'integer)) "is a built-in class." "above it: RATIONAL, REAL, NUMBER, T") => t

;;; --- numbers, characters, strings, arrays, tables, streams
(described 5)                                           => #.(format nil "5 is a FIXNUM.~%")
(described 65) => "65 is a FIXNUM.
  It is #x41 and #b1000001, and the code of #\\A.
"
(says (described (expt 10 30)) "It takes 100 bits.")    => t
(says (described 1/4) "It is about 0.25.")              => t
(says (described 0.5) "It is 1/2, exactly.")            => t
(says (described #c(1 2)) "Its parts are 1 and 2.")     => t
(says (described #\Space) "Its code is 32 (U+0020), its name Space.") => t
(described "abc") => "\"abc\" is a string of 3 characters.
  Its length is 3, its elements are of type CHARACTER.
"
(says (described (make-array '(2 3))) "Its dimensions are (2 3), its elements are of type T.") => t
(says (described (make-array 5 :fill-pointer 2 :adjustable t)) "Its length is 5" "Its fill pointer is 2." "It is adjustable.") => t
(says (described '(1 2 3)) "It is a list of 3 elements.")  => t
(says (described '(1 . 2)) "Its car is 1, its cdr 2.")  => t
(says (described '(1 2 . 3)) "Its car is 1, its cdr (2 . 3).")  => t
(let ((circle (list 1 2))) (setf (cddr circle) circle) (says (described circle) "#1=(1 2 . #1#)" "It is a circular list.")) => t
(let ((table (make-hash-table :test 'equal)))
  (setf (gethash "a" table) 1)
  (says (described table) "It has 1 entry; keys are compared by EQUAL." "    \"a\": 1"))   => t
(says (described *standard-input*) "for input")         => t
(says (described (make-string-output-stream)) "It is open, for output.") => t
(says (described #p"/a/b.c") "name: \"b\"")             => t
(says (described (find-package "COMMON-LISP")) "nicknames: \"CL\"" "exports 978 symbols") => t
(progn (require "lazy") (says (described (funcall (find-symbol "MAKE-LAZY" "LAZY") '(1 2))) "#<LAZY 1 2> is a lazy value")) => t
(says (described (lambda (x) x)) "is a function:" "its arguments: X") => t

;;; --- long texts are cut, objects that cannot be printed are reported, and nothing is an error
(every (lambda (thing) (< (length (described thing)) 3000))
       (list (make-list 1000000) (make-string 1000000) (make-array 1000000) (expt 7 5000)
             (let ((table (make-hash-table))) (dotimes (i 1000 table) (setf (gethash i table) i))))) => t
(progn (defclass described-badly () ()) (defmethod print-object ((x described-badly) stream) (error "no")) (described (make-instance 'described-badly)))
  => "#<DESCRIBED-BADLY that cannot be printed> is a DESCRIBED-BADLY.
"
(let ((failed '())) (do-all-symbols (symbol) (handler-case (described symbol) (error () (push symbol failed)))) failed) => nil
(let ((failed '()))
  (do-external-symbols (symbol "CL")
    (when (fboundp symbol)
      (handler-case (described (or (macro-function symbol)
                                   (and (not (special-operator-p symbol)) (fdefinition symbol))))
        (error () (push symbol failed)))))
  failed)   => nil
(let ((failed '()))
  (do-external-symbols (symbol "CL")
    (when (find-class symbol nil) (handler-case (described (find-class symbol)) (error () (push symbol failed)))))
  failed)   => nil
(multiple-value-list (describe 5 (make-broadcast-stream)))  => nil
(progn (defmethod describe-object ((x described-dog) stream) (format stream "A dog.~%")) (described (make-instance 'described-dog))) => "A dog.
"

;;; --- apropos: exported symbols come first, and each is listed with its meanings
(apropos-list "MAPCA" "CL")                             => (mapcan mapcar)
(apropos-list 'open-stream :cl)                         => (open-stream-p with-open-stream)
(apropos-list "no-such-name-anywhere")                  => nil
(apropos-list "car" "NO-SUCH-PACKAGE")                  => (error package-error "there is no package")
(progn (defun zebra-stripe () 1) (defvar *zebra-stripe* 5) (defclass zebra-stripe () ()) (defmacro zebra-stripes () nil)
       (defpackage "ZEBRAS" (:use) (:export "Z-ZEBRA-STRIPE")) (intern "A-ZEBRA-STRIPE" "ZEBRAS") :defined) => :defined
(apropos "zebra-stripe") => (prints "ZEBRAS:Z-ZEBRA-STRIPE
*ZEBRA-STRIPE* (variable 5)
ZEBRA-STRIPE (function, class)
ZEBRA-STRIPES (macro)
ZEBRAS::A-ZEBRA-STRIPE
")
(apropos "zebra-stripe" "LISP-TESTS") => (prints "*ZEBRA-STRIPE* (variable 5)
ZEBRA-STRIPE (function, class)
ZEBRA-STRIPES (macro)
")
;; Internal names of the library are shown only if their package is given.
(search "PRINT-LAZY" (with-output-to-string (*standard-output*) (apropos "print-lazy")))    => nil
(apropos "no-such-name-anywhere")                       => (values)

;; The line of a function is that of its first form, whether or not it has local variables.
(defun line-of-loaded (text)
  (load (make-string-input-stream text))
  (nth-value 4 (tessera::%function-source (fdefinition (find-symbol "LOCATED"))))) => line-of-loaded
(line-of-loaded (format nil "~%~%(defun located (a) (let ((b a)) (list b~%(car b))))")) => 3
(line-of-loaded (format nil "~%(defun located ()~%1~%(print 2))")) => 4

;;; --- the lambda lists of the library, which are unpacked when they are first asked for
(defun lambda-list-of (name) (nth-value 1 (tessera::%function-source (fdefinition name)))) => lambda-list-of
(lambda-list-of 'break)  => (&optional (tessera::format-control "Break") &rest tessera::format-arguments)
(lambda-list-of 'subst)  => (tessera::new tessera::old tessera::tree &key tessera::key tessera::test tessera::test-not)
(eq (lambda-list-of 'subst) (lambda-list-of 'subst)) => t
;; A structure's constructor has its own variables, one for each slot.
(let ((first (second (lambda-list-of 'tessera::make-accumulator))))
  (list (caar first) (symbol-name (cadar first)) (symbol-package (cadar first)) (cdr first))) => (:name "NAME" nil (nil))
