;;; INSPECT: objects and their parts.

(in-package "TESSERA")

;;; The parts of an object are numbered from 0 on, and looked at one by one, for they may be many.

(defstruct (%parts (:constructor %parts (count label value &optional set (settable-p (constantly set)))) (:copier nil))
  "The parts of an object. All slots but COUNT are functions of the number of a part."
  count
  label          ; returns the part's name, or NIL if it only has a number
  value          ; returns the part, and true if it exists
  set            ; gives the part a value, the second argument; or NIL
  settable-p)    ; true if the part can be set

(defun %fixed-parts (&rest parts)
  "Returns the %PARTS for lists (LABEL VALUE [FUNCTION that sets it]), or (LABEL) for a part without a value."
  (%parts (length parts)
          (lambda (i) (first (nth i parts)))
          (lambda (i) (values (second (nth i parts)) (and (rest (nth i parts)) t)))
          (lambda (i value)
            (let ((set (third (nth i parts))))
              (if set (funcall set value) (error "INSPECT: ~A cannot be set" (first (nth i parts))))))
          (lambda (i) (third (nth i parts)))))

(defun %conses-of (list)
  "Returns two values: a vector of the conses of LIST, each once, and the object after the last."
  (let ((seen (make-hash-table :test 'eq)) (conses (make-array 16 :adjustable t :fill-pointer 0)))
    (loop for rest = list then (cdr rest)
          while (and (consp rest) (not (gethash rest seen)))
          do (setf (gethash rest seen) t)
             (vector-push-extend rest conses)
          finally (return (values conses rest)))))

(defun %list-parts (list)
  "Returns the parts of LIST: its elements, and, if it is dotted or circular, its rest."
  (multiple-value-bind (conses rest) (%conses-of list)
    (let ((count (length conses)))
      (%parts (if rest (1+ count) count)
              (lambda (i) (if (= i count) "rest" nil))
              (lambda (i) (values (if (= i count) rest (car (aref conses i))) t))
              (lambda (i value)
                (if (= i count)
                    (setf (cdr (aref conses (1- count))) value)
                    (setf (car (aref conses i)) value)))))))

(defun %symbol-parts (symbol)
  "Returns the parts of SYMBOL: its name, package, value, function and property list."
  (flet ((place (label there value set) (if there (list label (funcall value) set) (list label))))
    (%fixed-parts
     (list "name" (symbol-name symbol))
     (list "package" (symbol-package symbol))
     (place "value" (boundp symbol) (lambda () (symbol-value symbol)) (lambda (value) (set symbol value)))
     (place "function" (and (fboundp symbol) (not (special-operator-p symbol)))
            (lambda () (or (macro-function symbol) (fdefinition symbol)))
            (lambda (value) (setf (fdefinition symbol) value)))
     (list "property list" (symbol-plist symbol) (lambda (value) (setf (symbol-plist symbol) value))))))

(defun %subscripts (array index)
  "Returns the subscripts of the element of ARRAY at the row-major INDEX."
  (let ((subscripts '()))
    (dolist (dimension (reverse (array-dimensions array)) subscripts)
      (multiple-value-bind (quotient remainder) (floor index dimension)
        (push remainder subscripts)
        (setq index quotient)))))

(defun %array-parts (array)
  "Returns the parts of ARRAY: its elements."
  (%parts (array-total-size array)
          (lambda (i) (if (vectorp array) nil (%subscripts array i)))
          (lambda (i) (values (row-major-aref array i) t))
          (lambda (i value) (setf (row-major-aref array i) value))))

(defun %hash-table-parts (table)
  "Returns the parts of TABLE: its values, labelled with their keys."
  (let ((keys (make-array (hash-table-count table) :fill-pointer 0)))
    (maphash (lambda (key value) (declare (ignore value)) (vector-push key keys)) table)
    (%parts (length keys)
            (lambda (i) (%brief (aref keys i) 60))
            (lambda (i) (gethash (aref keys i) table))
            (lambda (i value) (setf (gethash (aref keys i) table) value)))))

(defun %slot-parts (object)
  "Returns the parts of OBJECT: its slots."
  (let ((names (remove-if (lambda (name) (char= (char (symbol-name name) 0) #\%)) (%all-slot-names object))))
    (%parts (length names)
            (lambda (i) (nth i names))
            (lambda (i)
              (if (slot-boundp object (nth i names)) (values (slot-value object (nth i names)) t) (values nil nil)))
            (unless (typep object 'condition)
              (lambda (i value) (setf (slot-value object (nth i names)) value))))))

(defun %lazy-parts (lazy)
  "Returns the parts of the lazy value LAZY: its known elements."
  (let* ((known '())
         (rest (loop
                 (multiple-value-bind (part kind) (tessera-lazy::known-part lazy)
                   (case kind
                     (:cell (push (list nil (car part)) known)
                      (setq lazy (cdr part)))
                     (:list (setq known (append (mapcar (lambda (element) (list nil element)) (reverse part)) known))
                      (return '()))
                     (:value (return (list (list "value" part))))
                     (t (return (list (list "not computed yet" lazy))))))
                 (when (> (length known) 1000) (return (list (list "rest" lazy)))))))
    (apply #'%fixed-parts (append (reverse known) rest))))

(defun %function-parts (function)
  "Returns the parts of FUNCTION: its source and captured values."
  (multiple-value-bind (name lambda-list docstring file line) (%function-source function)
    (declare (ignore docstring))
    (apply #'%fixed-parts
           (list "name" name) (list "lambda list" (if (stringp lambda-list) (argument-list function) lambda-list))
           (list "documentation" (documentation function t)) (list "file" (if line (format nil "~A:~D" file line) file))
           (loop for value in (%captured-values function)
                 for names = (%captured-names function) then (cdr names)
                 collect (list (if (car names) (format nil "captured ~A" (car names)) "captured") value)))))

(defun %package-parts (package)
  "Returns the parts of PACKAGE: its names, used packages and symbols."
  (%fixed-parts (list "name" (package-name package)) (list "nicknames" (package-nicknames package))
                (list "uses" (package-use-list package)) (list "used by" (package-used-by-list package))
                (list "exports" (sort (%package-symbols (list package) '(:external)) #'string<))
                (list "other own symbols" (sort (%package-symbols (list package) '(:internal)) #'string<))))

(defun %inspected-parts (object)
  "Returns the parts of OBJECT that INSPECT shows."
  (typecase object
    (cons (%list-parts object))
    (null (%fixed-parts))
    (symbol (%symbol-parts object))
    (array (%array-parts object))
    (hash-table (%hash-table-parts object))
    (package (%package-parts object))
    (pathname (%fixed-parts (list "host" (pathname-host object)) (list "directory" (pathname-directory object))
                            (list "name" (pathname-name object)) (list "type" (pathname-type object))
                            (list "version" (pathname-version object))))
    (ratio (%fixed-parts (list "numerator" (numerator object)) (list "denominator" (denominator object))))
    (complex (%fixed-parts (list "real part" (realpart object)) (list "imaginary part" (imagpart object))))
    (character (%fixed-parts (list "name" (char-name object)) (list "code" (char-code object))))
    (class (%fixed-parts (list "name" (class-name object))
                         (list "precedence list" (%class-precedence-list object))
                         (list "direct subclasses" (%class-direct-subclasses object))
                         (list "slots" (map 'list #'%any-slot-name (%class-slots object)))))
    (generic-function (%fixed-parts (list "name" (%function-name object))
                                    (list "methods" (%gf-methods (%generic-function object)))))
    (method (%fixed-parts (list "qualifiers" (%method-qualifiers object)) (list "specializers" (%method-specializers object))
                          (list "lambda list" (%method-lambda-list object)) (list "function" (%method-function object))))
    (function (if (tessera-lazy::lazy-value-p object) (%lazy-parts object) (%function-parts object)))
    ((or standard-object structure-object condition) (%slot-parts object))
    (t (%fixed-parts))))

;;; Display.

(defparameter *inspect-page* 20 "The number of parts that INSPECT shows at a time.")

(defparameter *inspect-width* 70 "The maximum number of characters of an object that INSPECT shows.")

(defparameter *inspect-help*
  "N: into part N; u: back up; q: leave; n, p: next, previous page;
set N FORM: give part N the value of FORM; e FORM: evaluate FORM, with * bound
to the object; d: describe it; v: show it in full; h or ?: this;
:abort: back to the prompt.
Any other form is evaluated as well."
  "The help text of INSPECT.")

(defparameter *inspect-words* '("up" "quit" "next" "previous" "set" "help") "The words that Tab completes to.")

(defun %show-part (parts i)
  "Writes part number I of PARTS."
  (let ((label (funcall (%parts-label parts) i)))
    (multiple-value-bind (value there) (funcall (%parts-value parts) i)
      (format *query-io* "  ~D: ~@[~A: ~]~:[unbound~;~A~]~%" i label there (if there (%brief value *inspect-width*))))))

(defun %show-inspected (object parts from)
  "Writes OBJECT and its numbered PARTS from number FROM on to *QUERY-IO*."
  (let* ((count (%parts-count parts)) (end (min count (+ from *inspect-page*))))
    (format *query-io* "~&~A is ~:[of type ~A~;a lazy value~].~%" (%brief object *inspect-width*) (tessera-lazy::lazy-value-p object) (%shown-type object))
    (loop for i from from below end do (%show-part parts i))
    (when (< end count)
      (format *query-io* "  ~:D more: n shows the next ones~%" (- count end)))))

;;; The dialogue.

(defun %split-command (line)
  "Returns two values: the first word of LINE without a colon before it, and the start of the rest."
  (let ((end (or (position #\Space line) (length line))))
    (values (string-left-trim ":" (subseq line 0 end)) end)))

(defun %with-object-as-* (form object)
  "Returns FORM, which was typed, with * bound to OBJECT; a variable as it is."
  (if (and (symbolp form) (not (eq form '*))) form `(let ((* ',object)) ,form)))

(defun %evaluate-inspecting (form object)
  "Evaluates FORM with * bound to OBJECT and writes the values."
  (format *query-io* "~&~{~A~%~}" (let ((* object)) (mapcar #'%brief (multiple-value-list (eval form))))))

(defun %set-part (line start object parts)
  "Sets a part of OBJECT as LINE after START says, a number and a form; shows how the command is typed if it is
malformed."
  (multiple-value-bind (number end) (parse-integer line :start start :junk-allowed t)
    (cond ((or (null number) (null (position #\Space line :start end :test #'char/=)))
           (format *query-io* "~&Usage: set N FORM~%"))
          ((not (< -1 number (%parts-count parts))) (%refuse-part number))
          ((null (%parts-set parts)) (format *query-io* "~&Nothing of this can be set.~%"))
          (t (let ((value (let ((* object)) (eval (read-from-string line t nil :start end)))))
               (funcall (%parts-set parts) number value)
               (%show-part (%inspected-parts object) number))))))

(defun %refuse-part (number)
  "Writes that there is no part NUMBER."
  (format *query-io* "~&There is no part ~D. h: more commands~%" number))

(defun %inspect-answer (line)
  "Returns LINE if it is a command of INSPECT. At the prompt all else is Lisp that is evaluated as everywhere."
  (let ((word (%split-command line)))
    (and (or (not (or *at-prompt* (member word '("h" "help") :test #'string-equal)))
             (every #'digit-char-p word)
             (member word '("u" "up" "q" "quit" "exit" "n" "next" "p" "previous" "d" "v" "set" "e") :test #'string-equal))
         line)))

(defun %inspect-command (line object parts from)
  "Carries out the command LINE on OBJECT, of which PARTS are shown from number FROM on. Returns :LEAVE, :UP, a number
to go into, :PAGE and a new FROM; or NIL."
  (multiple-value-bind (word end) (%split-command line)
    (flet ((is (&rest names) (member word names :test #'string-equal)))
      (cond ((string= line "") nil)
            ((every #'digit-char-p word)
             (let ((number (parse-integer word)))
               (cond ((not (< number (%parts-count parts))) (%refuse-part number) nil)
                     ((nth-value 1 (funcall (%parts-value parts) number)) number)
                     (t (format *query-io* "~&Part ~D has no value.~%" number) nil))))
            ((is "u" "up") :up)
            ((is "q" "quit" "exit") :leave)
            ((is "n" "next")
             (if (< (+ from *inspect-page*) (%parts-count parts))
                 (values :page (+ from *inspect-page*))
                 (format *query-io* "~&This was the last page.~%")))
            ((is "p" "previous") (values :page (max 0 (- from *inspect-page*))))
            ((is "d") (describe object *query-io*))
            ((is "v") (let ((*print-circle* t)) (format *query-io* "~&~S~%" object)))
            ((is "set") (%set-part line end object parts) nil)
            ((is "e") (%evaluate-inspecting (read-from-string line t nil :start end) object))
            (t (%evaluate-inspecting (read-from-string line) object))))))

(defun %inspect-step (object parts)
  "Asks for commands until one shows something else. Returns a part's number, :UP or :LEAVE."
  (let ((from 0))
    (loop
      (let ((line (let ((*form-wrapper* (lambda (form) (%with-object-as-* form object))))
                    (ask "inspect> " :answer #'%inspect-answer :form :possibly :help *inspect-help* :words *inspect-words*))))
        (unless line (return :leave))
        (multiple-value-bind (what new-from)
            (handler-case (%inspect-command line object parts from)
              (error (condition) (format *query-io* "~&~A~%" (%safe-message condition)) nil))
          (cond ((eq what :page)
                 (setq from new-from)
                 (%show-inspected object parts from))
                ((or (integerp what) (%memq what '(:up :leave))) (return what))))))))

(defun %inspect (object)
  "Implements INSPECT."
  (format *query-io* "~&N: into part N, u: up, q: quit, h: more commands~%")
  (let ((above '()) (current object))
    (loop
      (let ((parts (%inspected-parts current)))
        (%show-inspected current parts 0)
        (let ((next (%inspect-step current parts)))
          (cond ((integerp next)
                 (push current above)
                 (setq current (values (funcall (%parts-value parts) next))))
                ((eq next :leave) (return object))
                (above (setq current (pop above)))
                (t (format *query-io* "~&INSPECT began with this object; q leaves.~%"))))))))
