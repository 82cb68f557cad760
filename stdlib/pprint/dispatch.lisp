;;; Pprint dispatch tables, and the entry to the pretty printer: which function prints which object.
(in-package "TESSERA")

(defstruct (pprint-entry (:copier nil))
  "An entry: FUNCTION prints objects of TYPE. Entries of programs take precedence over INITIAL ones."
  type function (priority 0) initial)

(defstruct (pprint-table (:copier nil))
  "A pprint dispatch table: CONSES are the entries for (CONS (EQL symbol)), by the symbol; OTHERS the rest, the first
that fits wins. ATOMS is true if some entry may concern atoms."
  (conses (make-hash-table :test 'eql)) others atoms)

(defvar *initial-pprint-table* (make-pprint-table)
  "The initial pprint dispatch table.")

(defvar *pprint-atoms* nil
  "True once some dispatch table has an entry that may concern atoms: only then the printer calls %PRETTY-PRINT for
them.")

;;; Look-up

(defun %consed-symbol (type)
  "Returns two values: the object X if TYPE is (CONS (EQL X)) or (CONS (MEMBER X)), and whether it is."
  (if (and (consp type) (eq (first type) 'cons) (consp (rest type)) (member (cddr type) '(nil (t) (*)) :test #'equal))
      (let ((head (second type)))
        (if (and (consp head) (member (first head) '(eql member)) (consp (rest head)) (null (cddr head)))
            (values (second head) t)
            (values nil nil)))
      (values nil nil)))

(defun %beats-p (entry other)
  "True if ENTRY takes precedence over OTHER."
  (cond ((null other) t)
        ((pprint-entry-initial entry) (and (pprint-entry-initial other)
                                           (> (pprint-entry-priority entry) (pprint-entry-priority other))))
        (t (or (pprint-entry-initial other) (> (pprint-entry-priority entry) (pprint-entry-priority other))))))

(defun %find-pprint-entry (object table)
  "Returns the entry of TABLE with the highest priority that OBJECT is of the type of, or NIL."
  (let ((special (and (consp object) (values (gethash (car object) (pprint-table-conses table)))))
        (general (find-if (lambda (entry) (typep object (pprint-entry-type entry))) (pprint-table-others table))))
    (cond ((null special) general)
          ((null general) special)
          ((%beats-p general special) general)
          (t special))))

(defun pprint-dispatch (object &optional (table *print-pprint-dispatch*))
  "Returns two values: a function of a stream and an object that prints OBJECT by TABLE (NIL: the initial one); and true
if TABLE has an entry for it. Without an entry, the function prints as if *PRINT-PRETTY* were false."
  (let ((entry (and (or table (setf table *initial-pprint-table*))
                    (%find-pprint-entry object (%check-pprint-table table)))))
    (if entry
        (values (pprint-entry-function entry) t)
        (values #'%pprint-plainly nil))))

(defun %check-pprint-table (table)
  "Returns TABLE; signals a TYPE-ERROR unless it is a pprint dispatch table."
  (unless (pprint-table-p table)
    (error 'type-error :datum table :expected-type 'pprint-table))
  table)

(defun %pprint-plainly (stream object)
  "Writes OBJECT to STREAM as if *PRINT-PRETTY* were false."
  (let ((*print-pretty* nil) (*print-circle* (and *print-circle* (null *shared-objects*))))
    (write object :stream stream)))

;;; Changing tables

(defun %insert-entry (entry entries)
  "Returns ENTRIES with ENTRY after those that take precedence, in place of one for the same type."
  (let ((rest (remove (pprint-entry-type entry) entries :key #'pprint-entry-type :test #'equal)))
    (merge 'list rest (list entry) #'%beats-p)))

(defun %remove-pprint-entry (type table)
  "Removes the entry for TYPE from TABLE."
  (multiple-value-bind (symbol consed) (%consed-symbol type)
    (if consed
        (remhash symbol (pprint-table-conses table))
        (setf (pprint-table-others table)
              (remove type (pprint-table-others table) :key #'pprint-entry-type :test #'equal)))))

(defun %add-pprint-entry (entry table)
  "Adds ENTRY to TABLE, in place of one for the same type."
  (multiple-value-bind (symbol consed) (%consed-symbol (pprint-entry-type entry))
    (cond (consed (setf (gethash symbol (pprint-table-conses table)) entry))
          (t (setf (pprint-table-others table) (%insert-entry entry (pprint-table-others table)))
             (unless (subtypep (pprint-entry-type entry) 'cons)
               (setf (pprint-table-atoms table) t *pprint-atoms* t))))))

(defun set-pprint-dispatch (type-specifier function &optional (priority 0) (table *print-pprint-dispatch*))
  "Makes FUNCTION, which takes a stream and an object, print objects of TYPE-SPECIFIER according to TABLE, unless an
entry with a higher PRIORITY fits. If FUNCTION is NIL, removes the entry for TYPE-SPECIFIER. Returns NIL. Signals a
TYPE-ERROR for a PRIORITY that is not a real number."
  (%check-pprint-table table)
  (unless (realp priority)
    (error 'type-error :datum priority :expected-type 'real))
  (unless (typep function '(or symbol function))
    (error 'type-error :datum function :expected-type '(or symbol function)))
  (if (null function)
      (%remove-pprint-entry type-specifier table)
      (%add-pprint-entry (make-pprint-entry :type type-specifier :function function :priority priority) table))
  nil)

(defun %copy-hash-table (table)
  "Returns a new hash table with the entries of TABLE."
  (let ((copy (make-hash-table :test (hash-table-test table))))
    (maphash (lambda (key value) (setf (gethash key copy) value)) table)
    copy))

(defun copy-pprint-dispatch (&optional (table *print-pprint-dispatch*))
  "Returns a fresh copy of the pprint dispatch table TABLE; of the initial one for NIL."
  (let ((table (if table (%check-pprint-table table) *initial-pprint-table*)))
    (make-pprint-table :conses (%copy-hash-table (pprint-table-conses table))
                       :others (copy-list (pprint-table-others table))
                       :atoms (pprint-table-atoms table))))

;;; Structures

(defun %structure-slots (object)
  "Returns the list of the descriptions of the slots of the structure OBJECT."
  (coerce (%class-slots (%instance-class object)) 'list))

(defun %structure-slot-values (object)
  "Returns the values of the slots of the structure OBJECT."
  (loop for i below (%instance-length object) collect (%instance-ref object i)))

(defun %structure-printer (object)
  "Returns the function that prints the instance OBJECT, or NIL."
  (%class-printer (%instance-class object)))

(defun %print-structure (stream object)
  "Writes the structure OBJECT in #S syntax."
  (let ((parts (loop for slot in (%structure-slots object)
                     for value in (%structure-slot-values object)
                     collect (cons (intern (symbol-name (%any-slot-name slot)) "KEYWORD") value))))
    (pprint-logical-block (stream parts :prefix "#S(" :suffix ")")
      (%print-part (%class-name (%instance-class object)) stream)
      (loop (pprint-exit-if-list-exhausted)
            (write-char #\Space stream)
            (pprint-newline :linear stream)
            (let ((part (pprint-pop)))
              (%print-part (car part) stream)
              (write-char #\Space stream)
              (%print-part (cdr part) stream))))))

;;; Arrays

(defun %nested-contents (array dimensions offset)
  "Returns the elements of ARRAY from the row-major index OFFSET on as lists nested like DIMENSIONS."
  (if (null dimensions)
      (row-major-aref array offset)
      (let ((step (reduce #'* (rest dimensions))))
        (loop for i below (first dimensions)
              collect (%nested-contents array (rest dimensions) (+ offset (* i step)))))))

(defun %print-nested (stream contents rank prefix)
  "Writes PREFIX and CONTENTS, lists nested RANK deep; the innermost lists fill their lines."
  (if (zerop rank)
      (%print-part contents stream)
      (pprint-logical-block (stream contents :prefix prefix :suffix ")")
        (pprint-exit-if-list-exhausted)
        (loop (%print-nested stream (pprint-pop) (1- rank) "(")
              (pprint-exit-if-list-exhausted)
              (write-char #\Space stream)
              (pprint-newline (if (= rank 1) :fill :linear) stream)))))

(defun %print-array (stream array)
  "Writes ARRAY with its elements in lines."
  (let ((rank (array-rank array)))
    (if (= rank 1)
        (%print-nested stream (coerce array 'list) 1 "#(")
        (%print-nested stream (%nested-contents array (array-dimensions array) 0) rank
                       (concatenate 'string "#" (%digits-in-base rank 10) "A(")))))

(defun %element-array-p (object)
  "True if OBJECT is an array that shows its elements one by one."
  (and (arrayp object) *print-array* (not *print-readably*)
       (not (stringp object)) (not (bit-vector-p object)) (plusp (array-rank object))))

;;; The entry

(defun %print-by-kind (stream object)
  "Writes an OBJECT for which the dispatch table has no entry."
  (cond ((consp object) (pprint-fill stream object))
        ((%element-array-p object) (%print-array stream object))
        ((not (%instance-p object)) (%pprint-plainly stream object))
        ((%too-deep-p) (write-char #\# stream))
        ((%structure-printer object) (funcall (%structure-printer object) object stream))
        ((%structure-p object) (%print-structure stream object))
        (t (%pprint-plainly stream object))))

(defun %print-dispatched (stream object)
  "Writes OBJECT, whose label was written, by the function that the dispatch table gives."
  (let ((*labelled-object* object))
    (multiple-value-bind (function found) (pprint-dispatch object)
      (if found
          (funcall function stream object)
          (%print-by-kind stream object)))))

(defun %plain-atom-p (object)
  "True if no entry of the dispatch table can concern OBJECT, and it has no parts."
  (and (or (symbolp object) (numberp object) (characterp object) (stringp object))
       (pprint-table-p *print-pprint-dispatch*)
       (not (pprint-table-atoms *print-pprint-dispatch*))))

(defun %pretty-print (object stream)
  "Writes OBJECT to STREAM; called by the printer while *PRINT-PRETTY* is true."
  (if (and (%plain-atom-p object) (null *shared-objects*) )
      (%pprint-plainly stream object)
      (%call-with-labels object
                         (lambda ()
                           (unless (and (%labelled-kind-p object) (%write-label-of object stream))
                             (%print-dispatched stream object)))))
  object)
