;;; Types of C, and structures.
(in-package "FOREIGN")

(defun %structure-named (name)
  "Returns the description of the structure NAME, a list of lists of a slot's name, its type, and its offset; or NIL."
  (and (symbolp name) (get name '%structure)))

(defun %array-type-p (type)
  "True if TYPE is a list (:ARRAY TYPE COUNT)."
  (and (consp type) (eq (first type) :array) (typep (rest type) '(cons t (cons unsigned-byte null)))))

(defun %members (type operation)
  "Returns the types of the members of TYPE, a structure. An ERROR of OPERATION if it is not a structure."
  (cond ((not (and (consp type) (eq (first type) :struct) (consp (rest type)) (null (cdr (last type)))))
         (error "~A: ~S is not a type of C" operation type))
        ((and (null (cddr type)) (symbolp (second type)) (not (keywordp (second type))))
         (mapcar #'second (or (%structure-named (second type)) (error "~A: ~S is not a type of C" operation type))))
        (t (rest type))))

(defun %place-slots (types operation)
  "Returns three values for a structure with members of TYPES: the list of their offsets, its size in octets, and its
alignment."
  (let ((end 0) (multiple 1))
    (values (loop for type in types
                  for (size alignment) = (%layout-of type operation)
                  do (setf end (* alignment (ceiling end alignment)) multiple (max multiple alignment))
                  collect end
                  do (incf end size))
            (* multiple (ceiling end multiple))
            multiple)))

(defun %layout-of (type operation)
  "Returns a list of the size and the alignment of TYPE."
  (cond ((keywordp type)
         (or (and (%type-number (symbol-name type)) (or (%layout type) (error "~A: ~S has no size" operation type)))
             (error "~A: ~S is not a type of C" operation type)))
        ((%array-type-p type)
         (destructuring-bind (size alignment) (%layout-of (second type) operation)
           (list (* size (third type)) alignment)))
        (t (rest (multiple-value-list (%place-slots (%members type operation) operation))))))

(defun %number-of (type operation)
  "Returns the number of TYPE for the natives that access memory."
  (or (and (keywordp type) (not (eq type :void)) (%type-number (symbol-name type)))
      (error "~A: ~S is not a type of what memory holds" operation type)))

;;; Types of arguments and results.

(defun %expand-type (type operation)
  "Returns a list of the natives' types for TYPE in a structure: an array becomes as many members."
  (cond ((keywordp type) (list type))
        ((%array-type-p type)
         (let ((element (%expand-type (second type) operation)))
           (loop repeat (third type) append element)))
        (t (list (cons :struct (mapcan (lambda (member) (%expand-type member operation)) (%members type operation)))))))

(defun %expand-by-value (type operation)
  "Returns TYPE, the type of an argument or a result, in the natives' form. An ERROR of OPERATION if it is not a type."
  (cond ((eq type :void) type)
        ((%array-type-p type) (error "~A: arrays are passed by pointers, not as ~S" operation type))
        ((> (first (%layout-of type operation)) 65536) ; on C's stack
         (error "~A: a structure with more than 65536 octets is passed by a pointer" operation))
        (t (first (%expand-type type operation)))))

(defun %expand-signature (result parameters operation)
  "Returns the types RESULT and PARAMETERS in the natives' form."
  (when (> (length parameters) 256) (error "~A: a function of C has more than 256 parameters" operation))
  (when (member :void parameters) (error "~A: no argument is of the type :VOID" operation))
  (values (%expand-by-value result operation)
          (mapcar (lambda (type) (%expand-by-value type operation)) parameters)))

(defun type-size (type)
  "Returns the size of a value of TYPE in octets. TYPE is a keyword named after C's types, such as :CHAR, :INT and
:UNSIGNED-LONG; or :INT8, :UINT8 to :INT64, :UINT64, :SIZE, :FLOAT, :DOUBLE, :POINTER, :BOOLEAN, :STRING. Or it is a
list (:STRUCT TYPE...), (:STRUCT NAME) or (:ARRAY TYPE COUNT). An ERROR if it is not a type."
  (first (%layout-of type 'type-size)))

(defun type-alignment (type)
  "Returns the alignment of a value of TYPE in octets. An ERROR if it is not a type of C."
  (second (%layout-of type 'type-alignment)))

;;; Structures.

(defmacro define-structure (name &body slots)
  "Makes (:STRUCT NAME) a type of C: a structure with SLOTS, each a list of a name and a type, of which (:ARRAY TYPE
COUNT) is one. SLOT reads and writes them. Functions take structures by value as pointers, or as vectors of octets, and
return the latter. Returns NAME. Example: (define-structure point (x :double) (y :double))"
  (let ((slots (if (stringp (first slots)) (rest slots) slots)))
    (unless (and slots (every (lambda (slot) (typep slot '(cons symbol (cons t null)))) slots))
      (error "DEFINE-STRUCTURE: the slots of ~S are not lists of a name and a type: ~S" name slots))
    `(eval-when (:compile-toplevel :load-toplevel :execute)
       (setf (get ',name '%structure) (mapcar (lambda (slot offset) (list (first slot) (second slot) offset))
                                              ',slots (%place-slots ',(mapcar #'second slots) 'define-structure)))
       ',name)))

(defun %find-slot (name slot operation)
  "Returns the description of SLOT in the structure NAME; signals an ERROR of OPERATION if there is none."
  (or (assoc slot (or (%structure-named name) (error "~A: there is no structure ~S" operation name)))
      (error "~A: the structure ~S has no slot ~S" operation name slot)))

(defun slot-offset (structure slot)
  "Returns the offset of the SLOT in the STRUCTURE, both symbols, in octets."
  (third (%find-slot structure slot 'slot-offset)))

(defun slot (place structure slot)
  "Returns the value of the SLOT of the STRUCTURE, both symbols, at PLACE, a pointer or a vector of octets. For a slot
that is itself a structure or an array, returns a pointer to it. SETF changes it. Example: (slot pointer 'point 'x)"
  (destructuring-bind (name type offset) (%find-slot structure slot 'slot)
    (declare (ignore name))
    (cond ((keywordp type) (%get place (%number-of type 'slot) offset))
          (t (%check place pointer slot) (pointer+ place offset)))))

(defun (setf slot) (value place structure slot)
  "Stores VALUE in the SLOT of the STRUCTURE at PLACE. Returns VALUE."
  (destructuring-bind (name type offset) (%find-slot structure slot '(setf slot))
    (declare (ignore name))
    (%set place (%number-of type '(setf slot)) offset value)))
