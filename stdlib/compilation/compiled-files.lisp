;;; The contents of a compiled file: code, and how objects in it are written and read.
;;; compile-file.lisp makes such files of source files.
;;;
;;; The first line has the magic words, the number of the VM's instruction set, and a sum over what follows. That
;;; is the program of a stack machine: operations that push objects and call functions, each one character, with
;;; numbers of six bits a character after it (%NEXT-STEP, in interp/builtins/evaluation/compiled_files.cpp). Symbols,
;;; strings, lists, vectors and the results that "keep" names are numbered in the order in which they are made. So an
;;; object is written once in a file, and what is the same object in the source is the same where the file is loaded
;;; (3.2.4.4).
;;;
;;; A toplevel form becomes a list of code objects, each the list of its parts (%CODE-PARTS, %CODE-PACKED) and its
;;; constants. %MAKE-CODE makes a function of it, which "run" calls.

(in-package "TESSERA")

(defparameter *compiled-file-magic* "TESSERA COMPILED FILE 4" "The text with which a compiled file begins.")

(defstruct (%later (:constructor %later (form)))
  "The value that FORM will have when the file is loaded."
  form)

(defun %unwritable (object)
  "Signals that OBJECT cannot be put into a compiled file."
  (%program-error "COMPILE-FILE: ~S cannot be put into a compiled file" object))

;;; The writer of one file.

(defstruct (%file-writer (:constructor %file-writer ()))
  "The state of writing one file."
  (records (make-string-output-stream))    ; the text of the finished toplevel forms
  (out (make-string-output-stream))        ; the text of the present one
  (indices (make-hash-table :test 'eq))    ; objects to numbers; :OPEN if not complete, :MAKING while a load form makes it
  (count 0)                                ; objects written so far
  (entered '())                            ; the objects of the present form, which are removed if that fails
  (patches '())                            ; references to open objects: (OPERATION WHOLE INDEX-OR-NIL PART)
  (waiting '()))                           ; forms that complete objects when all of the literal is written

(defun %emit-number (number out)
  "Writes NUMBER to OUT, six bits a character, the lowest first."
  (do ((rest number (ash rest -6)))
      ((< rest 64) (write-char (code-char rest) out))
    (write-char (code-char (logior 64 (logand rest 63))) out)))

(defun %emit-operation (writer code &rest numbers)
  "Writes the operation of the character CODE, and its NUMBERS."
  (let ((out (%file-writer-out writer)))
    (write-char (code-char code) out)
    (dolist (number numbers) (%emit-number number out))))

(defmacro %emit (writer operation &rest numbers)
  "(%emit WRITER OPERATION NUMBER*): writes OPERATION, a name of %FILE-OPERATIONS, and the NUMBERs."
  `(%emit-operation ,writer ,(or (position operation (%file-operations) :test #'string=) (error "no operation ~A" operation))
                    ,@numbers))

(defun %emit-characters (string writer)
  "Writes the length and the characters of STRING."
  (%emit-number (length string) (%file-writer-out writer))
  (write-string string (%file-writer-out writer)))

(defun %emit-reference (index writer)
  "Writes a reference to the object number INDEX."
  (write-char (code-char (logior 64 (logand index 63))) (%file-writer-out writer))
  (%emit-number (ash index -6) (%file-writer-out writer)))

(defun %mark (object state writer)
  "Records the STATE of OBJECT, :OPEN or :MAKING."
  (push object (%file-writer-entered writer))
  (setf (gethash object (%file-writer-indices writer)) state))

(defun %enter (object writer)
  "Gives OBJECT, which is complete, the next number."
  (%mark object (%file-writer-count writer) writer)
  (incf (%file-writer-count writer)))

;;; Objects that have an operation.

(defun %write-object (object writer &optional operation whole index)
  "Writes OBJECT. If it is open, OPERATION will store it in WHOLE, at INDEX, when both are complete."
  (typecase object
    (null (%emit writer "nil"))
    (fixnum (if (<= 0 object 31)
                (write-char (code-char (+ 32 object)) (%file-writer-out writer))
                (%emit writer "integer" (if (minusp object) (- -1 (* 2 object)) (* 2 object)))))
    (character (%emit writer "character" (char-code object)))
    (number (%write-number object writer))
    (t (let ((state (gethash object (%file-writer-indices writer))))
         (case state
           ((nil) (%write-new object writer))
           (:making (%unwritable object))
           (:open (unless operation (%unwritable object))
                  (push (list operation whole index object) (%file-writer-patches writer))
                  (%emit writer "nil"))
           (t (%emit-reference state writer)))))))

(defun %write-number (number writer)
  "Writes NUMBER, which is not a fixnum. Floats are written by their bits, as not all of them have a syntax."
  (flet ((write-parts (first second)
           (%write-object first writer)
           (%write-object second writer))
         (bits (type)
           (%packed-elements (make-array 1 :element-type type :initial-element number))))
    (etypecase number
      (integer (let ((limbs (ceiling (integer-length (abs number)) 64)))
                 (%emit writer "bignum" (if (minusp number) 1 0) limbs)
                 (dotimes (i limbs) (%emit-number (ldb (byte 64 (* 64 i)) (abs number)) (%file-writer-out writer)))))
      (ratio (write-parts (numerator number) (denominator number)) (%emit writer "ratio"))
      (complex (write-parts (realpart number) (imagpart number)) (%emit writer "complex"))
      (single-float (%emit writer "single") (write-string (bits 'single-float) (%file-writer-out writer)))
      (double-float (%emit writer "dbl") (write-string (bits 'double-float) (%file-writer-out writer))))))

(defun %write-new (object writer)
  "Writes OBJECT, which has no number yet."
  (typecase object
    (symbol (%write-symbol object writer))
    (cons (%write-list object writer))
    (string (%write-string object writer) (%enter object writer))
    (package (unless (package-name object) (%unwritable object))
             (%emit-reference (%package-index object writer) writer))
    ((vector t) (%write-vector object writer))
    ((or bit-vector (and vector (not (vector nil))))
     (multiple-value-bind (text kind) (%packed-elements (subseq object 0))
       (%emit writer "elements" kind (length object))
       (write-string text (%file-writer-out writer))
       (%enter object writer)))
    (t (multiple-value-call #'%write-made object writer (%load-forms object)))))

(defun %package-index (package writer)
  "Returns the number of PACKAGE, which is written first if it is new."
  (or (gethash package (%file-writer-indices writer))
      (progn (%emit writer "package")
             (%emit-characters (package-name package) writer)
             (%enter package writer)
             (gethash package (%file-writer-indices writer)))))

(defun %write-symbol (symbol writer)
  "Writes SYMBOL by its package and name, or, if it stands for a SETF function, by a form that finds it."
  (let ((package (symbol-package symbol)) (base (%setter-base symbol)))
    (cond (base (%write-made symbol writer `(%setter-symbol ',base)))
          ((and package (package-name package))
           (%emit writer "symbol" (%package-index package writer))
           (%emit-characters (symbol-name symbol) writer)
           (%enter symbol writer))
          (t (%emit writer "uninterned")
             (%emit-characters (symbol-name symbol) writer)
             (%enter symbol writer)))))

(defun %write-string (string writer)
  "Writes STRING; as numbers if it has characters that no file may have."
  (cond ((some (lambda (char) (<= #xD800 (char-code char) #xDFFF)) string)
         (%emit writer "codes" (length string))
         (loop for char across string do (%emit-number (char-code char) (%file-writer-out writer))))
        (t (%emit writer "string")
           (%emit-characters string writer))))

(defun %write-list (list writer)
  "Writes LIST; a tail that is already written, as a reference to it."
  (let ((cells '()) (count 0))
    (do ((rest list (cdr rest)))
        ((or (atom rest) (gethash rest (%file-writer-indices writer))))
      (%mark rest :open writer)
      (push rest cells)
      (incf count))
    (let* ((tail (cdr (first cells))) (cells (nreverse cells)))
      (dolist (cell cells) (%write-object (car cell) writer "set_car" cell))
      (if tail
          (progn (%write-object tail writer "set_cdr" (car (last cells)))
                 (%emit writer "list_with_tail" count))
          (%emit writer "list" count))
      (dolist (cell cells) (%enter cell writer))
      (%emit-patches writer))))

(defun %write-vector (vector writer)
  "Writes the simple vector VECTOR, whose elements may be any objects."
  (%mark vector :open writer)
  (dotimes (i (length vector)) (%write-object (aref vector i) writer "set_element" vector i))
  (%emit writer "vector" (length vector))
  (%enter vector writer)
  (%emit-patches writer))

(defun %emit-patches (writer)
  "Writes the references between objects that are complete by now."
  (when (%file-writer-patches writer)
    (flet ((number (object)
             (let ((state (gethash object (%file-writer-indices writer)))) (and (integerp state) state))))
      (setf (%file-writer-patches writer)
            (remove-if (lambda (patch)
                         (destructuring-bind (operation whole index part) patch
                           (let ((whole (number whole)) (part (number part)))
                             (when (and whole part)
                               (cond (index (%emit writer "set_element" whole index part))
                                     ((string= operation "set_car") (%emit writer "set_car" whole part))
                                     (t (%emit writer "set_cdr" whole part)))
                               t))))
                       (%file-writer-patches writer))))))

;;; Other objects are made by forms: MAKE-LOAD-FORM returns them.

(defun %shaped-array (dimensions elements)
  "Returns a simple array of DIMENSIONS with the elements of the vector ELEMENTS."
  (let ((array (make-array dimensions :element-type (array-element-type elements))))
    (replace (make-array (length elements) :element-type (array-element-type elements) :displaced-to array) elements)
    array))

(defun %fill-array (array elements)
  "Stores the list ELEMENTS in ARRAY."
  (loop for element in elements for i from 0
        do (setf (row-major-aref array i) element)))

(defun %array-load-forms (array)
  "Returns forms that make and fill an array like ARRAY, which is not a vector, or is one that cannot have elements."
  (let ((elements (make-array (array-total-size array) :displaced-to array :element-type (array-element-type array))))
    (cond ((vectorp array) `(make-array ,(length array) :element-type nil))
          ((eq (array-element-type array) t)
           (values `(make-array ',(array-dimensions array)) `(%fill-array ',array ',(coerce elements 'list))))
          (t `(%shaped-array ',(array-dimensions array) ',elements)))))

(defun %fill-hash-table (table keys-and-values)
  "Stores KEYS-AND-VALUES, a list of both in turn, in the hash table TABLE."
  (loop for (key value) on keys-and-values by #'cddr
        do (setf (gethash key table) value)))

(defun %function-load-form (function)
  "Returns a form that finds the global FUNCTION."
  (let ((name (%function-name function)))
    (if (and (%function-name-p name) (fboundp name) (eq (fdefinition name) function))
        `(fdefinition ',name)
        (%unwritable function))))

(defun %pathname-load-form (path)
  "Returns a form that makes a pathname like PATH."
  `(make-pathname ,@(loop for (key function) in '((:host pathname-host) (:device pathname-device) (:directory pathname-directory)
                                                  (:name pathname-name) (:type pathname-type) (:version pathname-version))
                          append `(,key ',(funcall function path)))))

(defun %own-object-p (object)
  "True if the object is an instance of a structure of the library."
  (and (%structure-p object)
       (eq (symbol-package (class-name (class-of object))) (find-package "TESSERA"))))

(defun %own-load-form (object)
  "Returns a form that makes an instance like OBJECT, one of the library's own."
  `(%instance (find-class ',(class-name (class-of object)))
              ,@(loop for i below (%instance-length object) collect `',(%instance-ref object i))))

(defun %load-forms (object)
  "Returns a form that makes an object like OBJECT, and one that completes it, or NIL."
  (typecase object
    (array (%array-load-forms object))
    (hash-table (values `(make-hash-table :test ',(hash-table-test object))
                        `(%fill-hash-table ',object ',(loop for key being the hash-keys of object using (hash-value value)
                                                            collect key collect value))))
    (pathname (%pathname-load-form object))
    (random-state `(read-from-string ,(with-standard-io-syntax (prin1-to-string object))))
    (%later (%later-form object))
    (function (%function-load-form object))
    (readtable (%unwritable object))
    (t (if (%own-object-p object) (%own-load-form object) (make-load-form object)))))

(defun %write-made (object writer creation &optional completion)
  "Writes OBJECT as a call of the form CREATION, which makes it, and one of the form COMPLETION. If COMPLETION refers to
an incomplete object, it waits until that is complete."
  (%mark object :making writer)
  (%write-form creation writer)
  (%emit writer "keep")
  (%enter object writer)
  (cond ((null completion))
        ((%refers-to-incomplete-p completion writer) (push completion (%file-writer-waiting writer)))
        (t (%write-completion completion writer))))

(defun %write-completion (form writer)
  "Writes the call of FORM, which completes an object. Forms that begin to wait meanwhile come before those that waited
already."
  (let ((waiting (shiftf (%file-writer-waiting writer) '())))
    (%write-form form writer)
    (%emit writer "drop")
    (setf (%file-writer-waiting writer) (append (%file-writer-waiting writer) waiting))))

(defun %refers-to-incomplete-p (form writer)
  "True if a part of FORM is an object that is open or about to be made."
  (let ((seen (make-hash-table :test 'eq)) (pending (list form)))
    (do () ((null pending) nil)
      (let* ((next (pop pending)) (state (and (typep next '(and (not number) (not character)))
                                              (gethash next (%file-writer-indices writer)))))
        (cond ((member state '(:open :making)) (return t))
              ((or state (gethash next seen)))
              ((consp next)
               (setf (gethash next seen) t)
               (push (car next) pending)
               (push (cdr next) pending))
              ((simple-vector-p next)
               (setf (gethash next seen) t)
               (loop for part across next do (push part pending))))))))

(defun %write-form (form writer)
  "Writes operations that leave the value of FORM on the stack: calls of functions, or the code of any other form."
  (cond ((and (atom form) (or (not (symbolp form)) (keywordp form) (member form '(nil t)))) (%write-object form writer))
        ((or (atom form) (not (%proper-p form))) (%write-compiled-form form writer))
        ((eq (car form) 'quote) (%write-object (cadr form) writer))
        ((and (symbolp (car form)) (not (macro-function (car form))) (not (special-operator-p (car form))))
         (%write-object (car form) writer)
         (dolist (argument (cdr form)) (%write-form argument writer))
         (%emit writer "call" (length (cdr form))))
        (t (%write-compiled-form form writer))))

(defun %write-compiled-form (form writer)
  "Writes the code of FORM, which warns of nothing, and its call."
  (%write-function (%compile-for-file form t) writer)
  (%emit writer "call" 0))

(defun %write-literal (object writer)
  "Writes OBJECT and all that completes it, except for forms that wait for objects of which OBJECT is a part."
  (%write-object object writer)
  (loop
    (let ((form (find-if-not (lambda (form) (%refers-to-incomplete-p form writer)) (%file-writer-waiting writer))))
      (unless form (return nil))
      (setf (%file-writer-waiting writer) (remove form (%file-writer-waiting writer) :test #'eq))
      (%write-completion form writer))))

;;; Code.

(defstruct (%record (:constructor %record ()))
  "The code objects of a function that is being written: its CODES, in order, and their INDICES."
  (codes (make-array 4 :adjustable t :fill-pointer 0))
  (indices (make-hash-table :test 'eq)))

(defun %code-index (code record)
  "Returns the index of CODE in RECORD, to which CODE is added if it is new."
  (or (gethash code (%record-indices record))
      (setf (gethash code (%record-indices record))
            (vector-push-extend code (%record-codes record)))))

(defun %global-function-p (function)
  "True if FUNCTION is the global function of its name."
  (let ((name (%function-name function)))
    (and name (symbolp name) (fboundp name) (eq (fdefinition name) function))))

(defun %write-constant (constant record writer)
  "Writes CONSTANT of some code in RECORD. If it is code, or a function of it, writes NIL and returns its index in
RECORD and whether it is a function."
  (let ((kind (%kind-of-code constant)))
    (cond ((or (null kind) (and (eq kind :function) (%global-function-p constant)))
           (%write-literal constant writer)
           nil)
          (t (%emit writer "nil")
             (if (eq kind :code)
                 (values (%code-index constant record) nil)
                 (values (%code-index (%code-of-function constant) record) t))))))

(defun %write-fresh-list (count writer)
  "Writes an operation that makes a list of the topmost COUNT values. Nothing else refers to it."
  (if (zerop count)
      (%emit writer "nil")
      (%emit writer "fresh_list" count)))

(defun %write-constants (code record writer)
  "Writes the list of the constants of CODE in RECORD, and that of its references to code."
  (let ((constants (%code-constants code)) (links '()))
    (loop for constant in constants for i from 0
          do (multiple-value-bind (index functionp) (%write-constant constant record writer)
               (when index (push (list i index functionp) links))))
    (%write-fresh-list (length constants) writer)
    (dolist (link links)
      (dolist (part link) (%write-object part writer))
      (%emit writer "fresh_list" 3))
    (%write-fresh-list (length links) writer)))

(defun %write-code (code record writer)
  "Writes the description of CODE in RECORD, a list as %MAKE-CODE takes it."
  (multiple-value-bind (positions instructions) (%code-packed code)
    (loop for part in (%code-parts code) for i from 0
          do (case i
               (7 (%emit writer "text") (%emit-characters positions writer))
               (8 (%emit writer "text") (%emit-characters instructions writer))
               (9 (dolist (variable part) (%write-literal variable writer))
                  (%write-fresh-list (length part) writer))
               (t (%write-literal part writer))))
    (%write-constants code record writer)
    (%emit writer "fresh_list" 12)))

(defun %write-function (code writer)
  "Writes operations that make the function of CODE and of all code to which it refers."
  (let ((record (%record)))
    (%code-index code record)
    (%write-object '%make-code writer)
    (do ((i 0 (+ i 1)))
        ((= i (length (%record-codes record))))
      (%write-code (aref (%record-codes record) i) record writer))
    (%emit writer "fresh_list" (length (%record-codes record)))
    (%emit writer "call" 1)))

(defun %write-record (code writer)
  "Writes the toplevel form of CODE, or nothing of it if a part cannot be written."
  (let ((count (%file-writer-count writer)) (written nil))
    (setf (%file-writer-entered writer) '())
    (unwind-protect
         (progn (%write-function code writer)
                (%emit writer "run")
                (setq written t))
      (let ((text (get-output-stream-string (%file-writer-out writer))))
        (cond (written (write-string text (%file-writer-records writer)))
              (t (dolist (object (%file-writer-entered writer)) (remhash object (%file-writer-indices writer)))
                 (setf (%file-writer-count writer) count (%file-writer-patches writer) '() (%file-writer-waiting writer) '())))))))

(defun %written-records (writer)
  "Returns the text of all records that WRITER wrote."
  (get-output-stream-string (%file-writer-records writer)))

;;; Reading.

(defun %compiled-file-p (stream path)
  "True if STREAM, open on the file PATH, is a compiled file; otherwise STREAM stays at its position. Signals a
FILE-ERROR if the file is not compiled but has the type of compiled files."
  (let* ((start (file-position stream))
         (resembles (eql (peek-char nil stream nil nil) (char *compiled-file-magic* 0))))
    (cond ((and resembles (string= (%read-characters stream (length *compiled-file-magic*)) *compiled-file-magic*)) t)
          ((equal (pathname-type path) *compiled-file-type*)
           (%bad-compiled-file path "is damaged: it does not begin as compiled files do"))
          ((or (not resembles) (file-position stream start)) nil)
          (t (%bad-compiled-file path "cannot be read again from its beginning")))))

(defun %read-characters (stream count)
  "Returns the next characters of STREAM, COUNT at most."
  (let ((text (make-string count)))
    (subseq text 0 (read-sequence text stream))))

(defun %bad-compiled-file (path control &rest arguments)
  "Signals that the compiled file PATH cannot be loaded."
  (error 'simple-file-error :pathname path :format-control "LOAD: ~A ~@?"
                            :format-arguments (list* (namestring path) control arguments)))

(defun %checked-records (stream path)
  "Returns the text of the records in the compiled file PATH, on STREAM; signals a FILE-ERROR if this
Tessera did not write it."
  (let* ((numbers (read-line stream nil ""))
         (text (%rest-of-stream stream))
         (space (position #\Space numbers :start (min 1 (length numbers)))))
    (flet ((number-from (start end)
             (or (ignore-errors (parse-integer numbers :start start :end end))
                 (%bad-compiled-file path "is damaged: its first line ends too early"))))
      (unless space (number-from 0 0))
      (unless (= (number-from 0 space) (%instruction-set))
        (%bad-compiled-file path "was compiled for another version of Tessera; compile it again"))
      (unless (= (number-from space nil) (sxhash text))
        (%bad-compiled-file path "is damaged; compile it again")))
    text))

(defun %read-step (reader result path)
  "Returns the next function that READER of the compiled file PATH wants called, its arguments, and true if it is that
of a toplevel form. RESULT is the value of the last call."
  (handler-case (%next-step reader result)
    (package-error (condition) (%bad-compiled-file path "cannot be loaded: ~A" condition))
    (error (condition) (%bad-compiled-file path "is damaged: ~A" condition))))

(defun %call-of-file (function arguments path)
  "Calls FUNCTION with ARGUMENTS, as the compiled file PATH wants."
  (cond ((eq function '%make-code)
         (handler-case (apply #'%make-code arguments)
           (error (condition) (%bad-compiled-file path "has an invalid record: ~A" condition))))
        ((or (symbolp function) (functionp function)) (apply function arguments))
        (t (%bad-compiled-file path "has an invalid record: ~S is called" function))))

(defun %load-compiled-stream (stream path print)
  "Loads the compiled file PATH, open on STREAM after its magic words. Returns true."
  (let ((*readtable* *readtable*) (*package* *package*)
        (reader (vector (%checked-records stream path) 0 (make-array 250) 0 (make-array 50) 0 nil))
        (result nil))
    (loop
      (multiple-value-bind (function arguments toplevelp) (%read-step reader result path)
        (cond ((null function) (return t))
              ((not toplevelp) (setq result (%call-of-file function arguments path)))
              ((not (functionp function)) (%bad-compiled-file path "has an invalid record: ~S is called" function))
              (print (format t "~&; ~{~S~^, ~}~%" (multiple-value-list (%call-at-toplevel function))))
              (t (%call-at-toplevel function)))))))
