;;; Types of C, and structures.
(in-package "FOREIGN")

(defun %structure-named (name)
  "The description of the structure NAME, a list of lists of a slot's name and its type; or NIL."
  (and (symbolp name) (get name '%structure)))

(defun %expand-members (types operation)
  "TYPES of members, as the natives take them: arrays are as many members."
  (loop for type in types
        append (if (and (consp type) (eq (first type) :array) (typep (rest type) '(cons t (cons (integer 1 1000000) null))))
                   (%expand-members (loop repeat (third type) collect (second type)) operation)
                   (list (%expand-type type operation)))))

(defun %expand-type (type operation)
  "TYPE, as the natives take it. An ERROR of OPERATION if it is no type of C."
  (cond ((and (keywordp type) (%type-number (symbol-name type))) type)
        ((and (consp type) (eq (first type) :struct) (typep (rest type) '(cons symbol null)) (%structure-named (second type)))
         (cons :struct (%expand-members (mapcar #'second (%structure-named (second type))) operation)))
        ((and (consp type) (eq (first type) :struct) (consp (rest type)) (null (cdr (last type))))
         (cons :struct (%expand-members (rest type) operation)))
        (t (error "~A: ~S is no type of C" operation type))))

(defun %expand-by-value (type operation)
  "TYPE of an argument or a result, as the natives take it."
  (let ((type (%expand-type type operation)))
    (when (and (consp type) (> (first (%layout type)) 65536)) ; on C's stack
      (error "~A: a structure with more than 65536 octets is passed by a pointer" operation))
    type))

(defun %expand-signature (result parameters operation)
  "The types RESULT and PARAMETERS, as the natives take them."
  (when (> (length parameters) 256) (error "~A: a function of C has more than 256 parameters" operation))
  (when (member :void parameters) (error "~A: no argument is of the type :VOID" operation))
  (values (%expand-by-value result operation)
          (mapcar (lambda (type) (%expand-by-value type operation)) parameters)))

(defun %number-of (type operation)
  "The number by which memory's natives know TYPE."
  (or (and (keywordp type) (not (eq type :void)) (%type-number (symbol-name type)))
      (error "~A: ~S is no type of what memory holds" operation type)))

(defun %layout-of (type operation)
  "A list of the size and the alignment of TYPE."
  (if (and (consp type) (eq (first type) :array) (typep (rest type) '(cons t (cons unsigned-byte null))))
      (destructuring-bind (size alignment &rest offsets) (%layout-of (second type) operation)
        (declare (ignore offsets))
        (list (* size (third type)) alignment))
      (or (%layout (%expand-type type operation)) (error "~A: ~S has no size" operation type))))

(defun type-size (type)
  "Returns how many octets a value of TYPE takes. TYPE is one of the keywords :CHAR, :INT, :UNSIGNED-LONG and so on, as C has them; :INT8,
:UINT8 to :INT64, :UINT64, :SIZE, :FLOAT, :DOUBLE, :POINTER, :BOOLEAN, :STRING; (:STRUCT TYPE...) or (:STRUCT NAME); or (:ARRAY TYPE COUNT).
An ERROR if it is none."
  (first (%layout-of type 'type-size)))

(defun type-alignment (type)
  "Returns of what number the address of a value of TYPE is a multiple. An ERROR if it is no type of C."
  (second (%layout-of type 'type-alignment)))

;;; Structures.

(defun %place-slots (slots)
  "SLOTS, lists of a name and a type, with the offset of each."
  (let ((offset 0))
    (loop for (name type) in slots
          for (size alignment) = (%layout-of type 'define-structure)
          do (setf offset (* alignment (ceiling offset alignment)))
          collect (list name type offset)
          do (incf offset size))))

(defmacro define-structure (name &body slots)
  "Makes (:STRUCT NAME) a type of C: a structure with SLOTS, each a list of a name and a type, of which (:ARRAY TYPE COUNT) is one. SLOT reads
and writes them. Functions take structures by value as pointers, or as vectors of octets, and return the latter. Returns NAME.
Example: (define-structure point (x :double) (y :double))"
  (let ((slots (if (stringp (first slots)) (rest slots) slots)))
    (unless (and slots (every (lambda (slot) (typep slot '(cons symbol (cons t null)))) slots))
      (error "DEFINE-STRUCTURE: the slots of ~S are not lists of a name and a type: ~S" name slots))
    `(eval-when (:compile-toplevel :load-toplevel :execute)
       (setf (get ',name '%structure) (%place-slots ',slots))
       ',name)))

(defun %find-slot (name slot operation)
  (or (assoc slot (or (%structure-named name) (error "~A: there is no structure ~S" operation name)))
      (error "~A: the structure ~S has no slot ~S" operation name slot)))

(defun slot-offset (structure slot)
  "Returns where the SLOT of the STRUCTURE, both symbols, begins: how many octets behind the structure's own beginning."
  (third (%find-slot structure slot 'slot-offset)))

(defun slot (place structure slot)
  "Returns the value of the SLOT of the STRUCTURE, both symbols, that stands at PLACE, a pointer or a vector of octets. Of a slot that is itself
a structure or an array: a pointer to it. SETF changes it.
Example: (slot pointer 'point 'x)"
  (destructuring-bind (name type offset) (%find-slot structure slot 'slot)
    (declare (ignore name))
    (cond ((keywordp type) (%get place (%number-of type 'slot) offset))
          (t (%check place pointer slot) (pointer+ place offset)))))

(defun (setf slot) (value place structure slot)
  (destructuring-bind (name type offset) (%find-slot structure slot '(setf slot))
    (declare (ignore name))
    (%set place (%number-of type '(setf slot)) offset value)))
