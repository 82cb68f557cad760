;;; INSPECT: looking into objects, and into their parts (chapter 25).

(in-package "TESSERA")

;;; The parts of an object: a list of labels and values, (LABEL VALUE) or (LABEL) for what has no value.

(defparameter *most-parts* 100 "How many elements of a list or an array INSPECT shows.")

(defun %list-parts (list)
  "The elements of LIST, which may be dotted or circular; at most *MOST-PARTS*, and then the rest."
  (loop for rest = list then (cdr rest)
        for i from 0 below *most-parts*
        while (consp rest)
        collect (list i (car rest)) into parts
        finally (return (if (null rest) parts (append parts (list (list "rest" rest)))))))

(defun %symbol-parts (symbol)
  `(("name" ,(symbol-name symbol))
    ("package" ,(symbol-package symbol))
    ("value" ,@(if (boundp symbol) (list (symbol-value symbol))))
    ("function" ,@(if (and (fboundp symbol) (not (special-operator-p symbol)))
                      (list (or (macro-function symbol) (fdefinition symbol)))))
    ("property list" ,(symbol-plist symbol))))

(defun %array-parts (array)
  (loop for i below (min *most-parts* (array-total-size array))
        collect (list (if (vectorp array) i (%subscripts array i)) (row-major-aref array i))))

(defun %subscripts (array index)
  "The subscripts of the element of ARRAY at the row-major INDEX."
  (let ((subscripts '()))
    (dolist (dimension (reverse (array-dimensions array)) subscripts)
      (multiple-value-bind (quotient remainder) (floor index dimension)
        (push remainder subscripts)
        (setq index quotient)))))

(defun %instance-parts (object)
  "The slots of OBJECT."
  (mapcar (lambda (name) (if (slot-boundp object name) (list name (slot-value object name)) (list name)))
          (%all-slot-names object)))

(defun %function-parts (function)
  (multiple-value-bind (name lambda-list documentation file) (%function-source function)
    `(("name" ,name) ("lambda list" ,lambda-list) ("documentation" ,documentation) ("file" ,file))))

(defun %inspected-parts (object)
  "The parts of OBJECT that INSPECT shows."
  (typecase object
    (cons (%list-parts object))
    (null '())
    (symbol (%symbol-parts object))
    (string '())
    (array (%array-parts object))
    (hash-table (loop for key being the hash-keys of object using (hash-value value) collect (list key value)))
    (package `(("name" ,(package-name object)) ("nicknames" ,(package-nicknames object))
               ("uses" ,(package-use-list object)) ("used by" ,(package-used-by-list object))))
    (pathname `(("host" ,(pathname-host object)) ("directory" ,(pathname-directory object)) ("name" ,(pathname-name object))
                ("type" ,(pathname-type object)) ("version" ,(pathname-version object))))
    (ratio `(("numerator" ,(numerator object)) ("denominator" ,(denominator object))))
    (complex `(("real part" ,(realpart object)) ("imaginary part" ,(imagpart object))))
    (class `(("name" ,(class-name object))
             ("precedence list" ,(%class-precedence-list object))
             ("slots" ,(%class-slot-names object))))
    (generic-function `(("name" ,(%function-name object)) ("methods" ,(%gf-methods (%generic-function object)))))
    (function (%function-parts object))
    ((or standard-object structure-object condition) (%instance-parts object))
    (t '())))

(defun %class-slot-names (class)
  (map 'list (lambda (slot) (if (simple-vector-p slot) (%any-slot-name slot) slot)) (%class-slots class)))

;;; The dialogue.

(defparameter *inspect-help* "A number: look into that part; :u: back up; :q: leave; a form: evaluate it, with * bound to the object."
  "What the user can type.")

(defun %show-inspected (object parts)
  "Writes OBJECT and the numbered PARTS to *QUERY-IO*."
  (let ((*print-length* 10) (*print-level* 3))
    (format *query-io* "~&~S is of type ~S.~%" object (type-of object))
    (loop for (label . value) in parts
          for i from 0
          do (format *query-io* "  ~D: ~@[~A: ~]~:[unbound~;~S~]~%" i (if (eql label i) nil label) value (car value)))))

(defun %evaluate-inspecting (form object)
  "Evaluates FORM with * bound to OBJECT and writes the values; tells the user of errors."
  (handler-case (let ((* object))
                  (format *query-io* "~&~{~S~%~}" (multiple-value-list (eval form))))
    (error (condition) (format *query-io* "~&~A~%" condition))))

(defun %read-inspecting (eof)
  "The next form that the user types; EOF at the end of the input."
  (loop
    (format *query-io* "~&inspect> ")
    (finish-output *query-io*)
    (handler-case (return (read *query-io* nil eof))
      (end-of-file () (return eof))
      (error (condition)
        (format *query-io* "~&~A~%" condition)
        (read-line *query-io* nil eof)))))

(defun %inspect-step (object parts)
  "Asks until the user wants to see something else. Returns what, and true; :UP or :LEAVE, and NIL."
  (let ((eof (list nil)))
    (loop
      (let ((form (%read-inspecting eof)))
        (cond ((or (eq form eof) (eq form :q)) (return (values :leave nil)))
              ((eq form :u) (return (values :up nil)))
              ((and (integerp form) (< -1 form (length parts)) (cdr (nth form parts)))
               (return (values (cadr (nth form parts)) t)))
              ((integerp form) (format *query-io* "~&There is no part ~D. ~A~%" form *inspect-help*))
              ((eq form :h) (format *query-io* "~&~A~%" *inspect-help*))
              (t (%evaluate-inspecting form object)))))))

(defun inspect (object)
  "Shows OBJECT and its parts on *QUERY-IO*, and lets the user look into them: a number goes into that part, :u back up, :q or
the end of the input leaves, :h helps, and any other form is evaluated with * bound to what is shown. Returns OBJECT."
  (let ((above '()) (current object))
    (loop
      (let ((parts (%inspected-parts current)))
        (%show-inspected current parts)
        (multiple-value-bind (next into) (%inspect-step current parts)
          (cond (into (push current above) (setq current next))
                ((eq next :leave) (return object))
                (above (setq current (pop above)))
                (t (return object))))))))
