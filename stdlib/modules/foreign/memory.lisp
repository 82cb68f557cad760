;;; Memory of C. The collector does not know it, and C has no pointers into Lisp objects, since these move.
(in-package "FOREIGN")

(defun allocate (type &optional (count 1))
  "Returns a POINTER to new memory, all zero, for COUNT values of TYPE, or of TYPE octets if that is an integer. FREE
releases it. A STORAGE-CONDITION if there is not enough memory."
  (%check count unsigned-byte allocate)
  (let ((size (* count (if (integerp type) type (first (%layout-of type 'allocate))))))
    (%check size unsigned-byte allocate)
    (%allocate (min size most-positive-fixnum))))

(defun free (pointer)
  "Releases memory from ALLOCATE, ALLOCATE-STRING or C's malloc. Returns NIL. Freeing memory twice is only noticed by C,
which may end the process."
  (%check pointer pointer free)
  (%free (pointer-address pointer)))

(defmacro with-memory (bindings &body body)
  "Evaluates BODY with variables bound to pointers to new memory, which is released afterwards: BINDINGS are lists of a
variable and the arguments of ALLOCATE, where types need no quote. Example: (with-memory ((n :int)) (setf (memory-ref n
:int) 7) (memory-ref n :int)) => 7"
  (if (null bindings)
      `(locally ,@body)
      (destructuring-bind (variable type &optional (count 1)) (first bindings)
        (let ((place (gensym "PLACE")))
          `(let* ((,place (allocate ,(if (and (consp type) (keywordp (first type))) `',type type) ,count)) (,variable ,place))
             (unwind-protect (with-memory ,(rest bindings) ,@body)
               (free ,place)))))))

(defun memory-ref (place type &optional (offset 0))
  "Returns the value of TYPE, a keyword, at OFFSET octets after the address of PLACE, a POINTER; or in PLACE, a vector
of octets. SETF stores one; a TYPE-ERROR if it does not fit. The null pointer is an ERROR. Other invalid pointers are
only noticed by the system, which ends the process. :STRING reads the string that a pointer there leads to."
  (%get place (%number-of type 'memory-ref) offset))

(define-compiler-macro memory-ref (&whole form place type &optional (offset 0))
  (if (keywordp type)
      `(%get ,place (load-time-value (%number-of ,type 'memory-ref)) ,offset)
      form))

(defun (setf memory-ref) (value place type &optional (offset 0))
  "Stores VALUE as a TYPE at OFFSET octets after PLACE. Returns VALUE."
  (%set place (%number-of type '(setf memory-ref)) offset value))

(define-setf-expander memory-ref (place type &optional (offset 0))
  (let ((place-variable (gensym "PLACE")) (type-variable (gensym "TYPE")) (offset-variable (gensym "OFFSET")) (value (gensym "VALUE"))
        (known (keywordp type)))
    (values `(,place-variable ,@(and (not known) (list type-variable)) ,offset-variable)
            `(,place ,@(and (not known) (list type)) ,offset)
            (list value)
            (if known
                `(%set ,place-variable (load-time-value (%number-of ,type '(setf memory-ref))) ,offset-variable ,value)
                `(%set ,place-variable (%number-of ,type-variable '(setf memory-ref)) ,offset-variable ,value))
            `(memory-ref ,place-variable ,(if known type type-variable) ,offset-variable))))

(defun copy-memory (from to octets)
  "Copies OCTETS octets from the address of the pointer FROM to that of TO; both areas may overlap. Returns TO."
  (%check octets (unsigned-byte 62) copy-memory)
  (%move from to octets))

(defun fill-memory (pointer octet count)
  "Stores OCTET COUNT times from the address of POINTER on. Returns POINTER."
  (%check octet (unsigned-byte 8) fill-memory)
  (%check count (unsigned-byte 62) fill-memory)
  (%fill pointer octet count))

;;; Vectors.

(defun copy-from-vector (vector pointer &key (start 0) end)
  "Copies the elements of VECTOR between START and END to the address of POINTER, as they stand in memory. VECTOR has
elements of a type such as (UNSIGNED-BYTE 8), SINGLE-FLOAT or DOUBLE-FLOAT. Returns POINTER."
  (%check start (unsigned-byte 62) copy-from-vector)
  (%check end (or null (unsigned-byte 62)) copy-from-vector)
  (%copy-from-vector vector start end pointer))

(defun copy-to-vector (pointer vector &key (start 0) end)
  "Copies from the address of POINTER to the elements of VECTOR between START and END: see COPY-FROM-VECTOR. Returns
VECTOR."
  (%check start (unsigned-byte 62) copy-to-vector)
  (%check end (or null (unsigned-byte 62)) copy-to-vector)
  (%copy-to-vector vector start end pointer))

(defun %vector-size (vector)
  "Returns the number of octets that the elements of VECTOR take."
  (%check vector vector with-pointer-to-vector)
  (let ((type (array-element-type vector)))
    (* (length vector)
       (cond ((eq type 'single-float) 4)
             ((eq type 'double-float) 8)
             ((and (consp type) (member (first type) '(unsigned-byte signed-byte))) (ceiling (second type) 8))
             (t 8)))))

(defmacro with-pointer-to-vector ((pointer vector &key (direction :io)) &body body)
  "Evaluates BODY with the variable POINTER bound to memory of C for a copy of the elements of VECTOR; since the
collector moves vectors, C cannot use them directly. The elements are copied before (if DIRECTION is :INPUT), copied
back when BODY is left (:OUTPUT), or both (:IO). The memory is released afterwards."
  (let ((held (gensym "VECTOR")))
    (unless (member direction '(:input :output :io)) (error "WITH-POINTER-TO-VECTOR: ~S is not a direction" direction))
    `(let ((,held ,vector))
       (with-memory ((,pointer (%vector-size ,held)))
         ,@(and (member direction '(:input :io)) `((%copy-from-vector ,held 0 nil ,pointer)))
         ,(if (eq direction :input)
              `(progn ,@body)
              `(unwind-protect (progn ,@body)
                 (%copy-to-vector ,held 0 nil ,pointer)))))))

(defun allocate-vector (length &key (element-type '(unsigned-byte 8)))
  "Returns a new vector of LENGTH numbers of ELEMENT-TYPE, all zero, that the collector does not move: VECTOR-POINTER
gives its address to C. The vector is collected when the program does not refer to it any more."
  (tessera::%fixed-vector (make-array length :element-type element-type)))

(defun vector-pointer (vector &optional (offset 0))
  "Returns a POINTER to OFFSET octets after the first element of VECTOR, which ALLOCATE-VECTOR has made. It is valid as
long as the program refers to VECTOR."
  (unless (and (typep vector '(simple-array * (*))) (eq (tessera::%fixed-vector vector) vector))
    (error "VECTOR-POINTER: the collector may move the vector ~S, which is not from ALLOCATE-VECTOR" vector))
  (pointer+ (%vector-address vector) offset))

;;; Strings.

(defun read-string (pointer &key length (external-format :utf-8))
  "Returns the string at the address of POINTER: LENGTH octets or, if that is NIL, those before an octet 0.
EXTERNAL-FORMAT is :UTF-8 or :LATIN-1."
  (%check length (or null (unsigned-byte 62)) read-string)
  (%check external-format (member :default :utf-8 :latin-1 :iso-8859-1 :ascii) read-string)
  (%text pointer length (and (member external-format '(:latin-1 :iso-8859-1)) t)))

(defun allocate-string (string)
  "Returns two values: a POINTER to new memory that holds STRING in UTF-8 and then a 0, and the number of octets before
that. FREE releases it."
  (%check string string allocate-string)
  (%allocate-text string))

(defmacro with-string ((pointer string &optional (length (gensym "LENGTH"))) &body body)
  "Evaluates BODY with the variables POINTER and LENGTH bound to the values of ALLOCATE-STRING for STRING. The memory is
released afterwards."
  (let ((place (gensym "PLACE")))
    `(multiple-value-bind (,place ,length) (allocate-string ,string)
       (declare (ignorable ,length))
       (let ((,pointer ,place))
         (unwind-protect (progn ,@body)
           (free ,place))))))
