;;; Equality, pairs and lists, symbols, characters, strings, vectors, bytevectors (Scheme's library).

(in-package "TESSERA-SCHEME")

;;; Equality.

(deftype bytevector () '(simple-array (unsigned-byte 8) (*)))

(defun bytevector-p (object)
  "True if OBJECT is a bytevector."
  (typep object 'bytevector))

(defun equal-p (one other)
  "True if ONE and OTHER are EQUAL? in Scheme. Circular ones are compared, too."
  (cond ((eql one other) t)
        ((stringp one) (and (stringp other) (string= one other)))
        ((or (symbolp one) (numberp one) (characterp one)) nil)
        (t (equal-parts-p one other))))

(defun equal-parts-p (one other)
  "True if ONE and OTHER, which are not EQV?, are pairs, vectors or bytevectors with equal parts."
  (let ((budget 5000) (seen nil))
    (declare (fixnum budget))
    (labels ((known-p (one other)
               ;; true if the two are being compared already
               (cond ((plusp budget) (decf budget) nil)
                     (t (unless seen (setq seen (make-hash-table :test 'eq)))
                        (let ((others (gethash one seen)))
                          (or (member other others :test #'eq)
                              (progn (setf (gethash one seen) (cons other others)) nil))))))
             (same (one other)
               (loop
                 (cond ((eql one other) (return t))
                       ((consp one)
                        (unless (consp other) (return nil))
                        (when (known-p one other) (return t))
                        (unless (same (car one) (car other)) (return nil))
                        (setq one (cdr one) other (cdr other)))
                       ((stringp one) (return (and (stringp other) (string= one other))))
                       ((simple-vector-p one)
                        (return (and (simple-vector-p other)
                                     (= (length one) (length other))
                                     (or (known-p one other)
                                         (dotimes (i (length one) t)
                                           (unless (same (svref one i) (svref other i)) (return nil)))))))
                       ((bytevector-p one) (return (and (bytevector-p other) (equalp one other))))
                       (t (return nil))))))
      (same one other))))

(defpred "eq?" (x y) (eq x y))
(defpred "eqv?" (x y) (eql x y))
(defpred "equal?" (x y) (equal-p x y))
(defpred "not" (x) (eq x 'false))
(defpred "boolean?" (x) (or (eq x t) (eq x 'false)))
(defpred "null?" (x) (null x))
(defpred "pair?" (x) (consp x))
(defpred "symbol?" (x) (scheme-symbol-p x))
(defpred "char?" (x) (characterp x))
(defpred "string?" (x) (stringp x))
(defpred "vector?" (x) (simple-vector-p x))
(defpred "bytevector?" (x) (bytevector-p x))
(defpred "procedure?" (x) (functionp x))
(defpred "list?" (x) (list-p x))

(defun all-same-p (operation what test same first more)
  "True if SAME holds of FIRST and each of MORE. Signals an error of OPERATION if TEST is false of one of them, which is
not a WHAT."
  (check operation what first (funcall test first))
  (let ((holds t))
    (dolist (next more holds)
      (check operation what next (funcall test next))
      (unless (funcall same first next) (setq holds nil)))))

(defpred "boolean=?" (x y &rest more)
  (all-same-p "boolean=?" "a boolean" (lambda (x) (or (eq x t) (eq x 'false))) #'eq x (cons y more)))
(defpred "symbol=?" (x y &rest more) (all-same-p "symbol=?" "a symbol" #'scheme-symbol-p #'eq x (cons y more)))

;;; Pairs and lists.

(defun check-list (operation list)
  "Returns LIST; signals an error of OPERATION unless it is a proper list."
  (check operation "a list" list (list-p list)) list)
(defun check-procedure (operation f)
  "Returns F; signals an error of OPERATION unless it is a procedure."
  (check operation "a procedure" f (functionp f)) f)

(defproc "cons" (x y) (cons x y))
(defproc "list" (&rest items) (copy-list items))
(defproc "make-list" (count &optional (fill *unspecified*)) (make-list (check-index "make-list" count) :initial-element fill))
(defproc "length" (list) (or (tessera::%proper-length list) (wrong "length" "a list" list)))

(defun copy-with-tail (operation list tail)
  "Returns the elements of LIST, a proper list, in front of TAIL."
  (append (check-list operation list) tail))

(defproc "append" (&rest lists)
  (let* ((reversed (reverse lists)) (result (pop reversed)))
    (dolist (list reversed result) (setq result (copy-with-tail "append" list result)))))

(defproc "reverse" (list) (reverse (check-list "reverse" list)))

(defun tail-of (operation list k)
  "Returns LIST without its first K elements; signals an error of OPERATION if it is too short."
  (check-index operation k)
  (let ((tail list))
    (dotimes (i k tail)
      (check operation (format nil "a list of ~D elements" k) list (consp tail))
      (setq tail (cdr tail)))))

(defproc "list-tail" (list k) (tail-of "list-tail" list k))

(defun cell-of (operation list k)
  "Returns the pair of element K of LIST; signals an error of OPERATION if there is none."
  (check-index operation k)
  (let ((tail list))
    (loop repeat k while (consp tail) do (setq tail (cdr tail)))
    (check operation (format nil "a list of ~D elements" (1+ k)) list (consp tail))
    tail))

(defproc "list-ref" (list k) (car (cell-of "list-ref" list k)))
(defproc "list-set!" (list k object) (setf (car (cell-of "list-set!" list k)) object) *unspecified*)

(defproc "list-copy" (list)
  (if (consp list)
      (let* ((head (cons (car list) nil)) (last head) (rest (cdr list)))
        (loop while (consp rest) do (setq last (setf (cdr last) (cons (pop rest) nil))))
        (setf (cdr last) rest)
        head)
      list))

(macrolet ((finders (member-name assoc-name test &rest more)
             `(progn
                (defproc ,member-name (object list ,@more)
                  (do ((rest list (cdr rest)))
                      ((atom rest) (if (null rest) 'false (wrong ,member-name "a list" list)))
                    (when (,test object (car rest)) (return rest))))
                (defproc ,assoc-name (object alist ,@more)
                  (do ((rest alist (cdr rest)))
                      ((atom rest) (if (null rest) 'false (wrong ,assoc-name "a list" alist)))
                    (let ((entry (car rest)))
                      (unless (consp entry) (wrong ,assoc-name "a list of pairs" alist))
                      (when (,test object (car entry)) (return entry))))))))
  (finders "memq" "assq" eq)
  (finders "memv" "assv" eql)
  (finders "member" "assoc" (lambda (x y) (if same (true-p (funcall same x y)) (equal-p x y))) &optional (same nil)))

(defun check-pair (operation pair)
  "Returns PAIR; signals an error of OPERATION unless it is a pair."
  (check operation "a pair" pair (consp pair)) pair)

;;; Symbols.

(defproc "symbol->string" (symbol)
  (check "symbol->string" "a symbol" symbol (scheme-symbol-p symbol))
  (copy-seq (symbol-name symbol)))

(defun check-string (operation string)
  "Returns STRING; signals an error of OPERATION unless it is a string."
  (check operation "a string" string (stringp string)) string)
(declaim (inline check-char))
(defun check-char (operation char)
  "Returns CHAR; signals an error of OPERATION unless it is a character."
  (check operation "a character" char (characterp char)) char)

(defproc "string->symbol" (string) (scheme-symbol (copy-seq (check-string "string->symbol" string))))
(defvar *symbol-count* 0)
(defproc "gensym" (&rest ignored)
  (declare (ignore ignored))
  (make-symbol (format nil "g~D" (incf *symbol-count*))))

;;; Characters.

(defproc "char->integer" (char) (char-code (check-char "char->integer" char)))
(defproc "integer->char" (n)
  (check "integer->char" "the number of a character" n (and (typep n '(integer 0 #x10FFFF)) (not (<= #xD800 n #xDFFF))))
  (code-char n))

(macrolet ((comparisons (&rest names)
             `(progn
                ,@(loop for (name operator) in names
                        collect `(defpred ,(format nil "char~A?" name) (char other &rest more)
                                   (compare-in-row ,(format nil "char~A?" name) "a character" #'characterp #',operator #'char-code (list* char other more)))
                        collect `(defpred ,(format nil "char-ci~A?" name) (char other &rest more)
                                   (compare-in-row ,(format nil "char-ci~A?" name) "a character" #'characterp #',operator
                                                   (lambda (char) (char-code (foldcase char))) (list* char other more)))))))
  (comparisons ("=" =) ("<" <) (">" >) ("<=" <=) (">=" >=)))

(defun compare-in-row (operation what test holds key objects)
  "True if HOLDS of the KEYs of each two of OBJECTS in a row."
  (dolist (object objects) (check operation what object (funcall test object)))
  (loop for (one other) on objects
        always (or (null other) (funcall holds (funcall key one) (funcall key other)))))

(macrolet ((classes (&rest names)
             `(progn ,@(loop for (name test) in names
                             collect `(defpred ,name (char) (,test (check-char ,name char)))))))
  (classes ("char-alphabetic?" alphabetic-p) ("char-numeric?" decimal-digit) ("char-whitespace?" space-p)
           ("char-upper-case?" upper-p) ("char-lower-case?" lower-p)))

(defun space-p (char)
  "True if CHAR is whitespace in Unicode."
  (let ((code (char-code char)))
    (or (<= 9 code 13) (= code 32) (= code #x85) (= code #xA0) (= code #x1680) (<= #x2000 code #x200A) (= code #x2028) (= code #x2029)
        (= code #x202F) (= code #x205F) (= code #x3000))))

(defun digit-p (char)
  "True if CHAR is a digit of any alphabet."
  (and (alphanumericp char) (not (alpha-char-p char))))

(defun decimal-digit (char)
  "Returns the value of CHAR as a decimal digit of any alphabet, or NIL. The ten digits of an alphabet have consecutive
codes, and a 0 follows a 9 or a character that is not a digit."
  (when (digit-p char)
    (loop for value from 0
          for code downfrom (1- (char-code char))
          while (digit-p (code-char code)) finally (return (mod value 10)))))

(defproc "digit-value" (char) (or (decimal-digit (check-char "digit-value" char)) 'false))
(defproc "char-upcase" (char) (upcase (check-char "char-upcase" char)))
(defproc "char-downcase" (char) (downcase (check-char "char-downcase" char)))
(defproc "char-foldcase" (char) (foldcase (check-char "char-foldcase" char)))

;;; Ranges of strings, vectors and bytevectors.

(defun check-range (operation sequence start end)
  "Returns START and END, which may be NIL, as indices of SEQUENCE."
  (let* ((length (length sequence)) (end (or end length)))
    (check operation (format nil "an index from 0 to ~D" length) end (and (integerp end) (<= 0 end length)))
    (check operation (format nil "an index from 0 to ~D" end) start (and (integerp start) (<= 0 start end)))
    (values start end)))

(defmacro with-range ((operation sequence start end) &body body)
  "(with-range (OPERATION SEQUENCE START END) form*): evaluates the forms with the variables START and END set to the
bounds that they mean in SEQUENCE. Signals an error of OPERATION if these are wrong."
  `(multiple-value-bind (,start ,end) (check-range ,operation ,sequence ,start ,end) ,@body))

(declaim (inline check-element-index))
(defun check-element-index (operation sequence index)
  "Returns INDEX; signals an error of OPERATION unless it is an index of SEQUENCE."
  (check operation (format nil "an index below ~D" (length sequence)) index (and (integerp index) (<= 0 index) (< index (length sequence))))
  index)

;;; Strings.

(defun string-of (operation chars)
  "Returns the string of CHARS, a list that OPERATION was given."
  (let ((string (make-string (length (check-list operation chars)))) (i 0))
    (dolist (char chars string)
      (setf (schar string i) (check-char operation char))
      (incf i))))

(defun vector-of (operation items)
  "Returns the vector of ITEMS, a list that OPERATION was given."
  (coerce (the list (check-list operation items)) 'simple-vector))

(defproc "make-string" (count &optional (char #\Space))
  (make-string (check-index "make-string" count) :initial-element (check-char "make-string" char)))

(defproc "string" (&rest chars)
  (string-of "string" chars))

(defproc "string-length" (string) (length (check-string "string-length" string)))
(defproc "string-ref" (string k) (check-string "string-ref" string) (char string (check-element-index "string-ref" string k)))
(defproc "string-set!" (string k char)
  (check-string "string-set!" string)
  (setf (char string (check-element-index "string-set!" string k)) (check-char "string-set!" char))
  *unspecified*)

(macrolet ((comparisons (&rest names)
             `(progn
                ,@(loop for (name operator) in names
                        collect `(defpred ,(format nil "string~A?" name) (string other &rest more)
                                   (if (and (null more) (stringp string) (stringp other))
                                       (,operator string other)
                                       (compare-in-row ,(format nil "string~A?" name) "a string" #'stringp #',operator #'identity
                                                       (list* string other more))))
                        collect `(defpred ,(format nil "string-ci~A?" name) (string other &rest more)
                                   (compare-in-row ,(format nil "string-ci~A?" name) "a string" #'stringp #',operator #'string-fold (list* string other more)))))))
  (comparisons ("=" string=) ("<" string<) (">" string>) ("<=" string<=) (">=" string>=)))

(defproc "string-upcase" (string) (string-up (check-string "string-upcase" string)))
(defproc "string-downcase" (string) (string-down (check-string "string-downcase" string)))
(defproc "string-foldcase" (string) (string-fold (check-string "string-foldcase" string)))

(defproc "string-copy" (string &optional (start 0) end)
  (check-string "string-copy" string)
  (with-range ("string-copy" string start end) (subseq string start end)))

(defproc "substring" (string start &optional end)
  (check-string "substring" string)
  (with-range ("substring" string start end) (subseq string start end)))

(defproc "string-append" (&rest strings)
  (dolist (string strings) (check-string "string-append" string))
  (apply #'concatenate 'string strings))

(defproc "string->list" (string &optional (start 0) end)
  (check-string "string->list" string)
  (with-range ("string->list" string start end)
    (let ((chars '()))
      (loop for i from (1- end) downto start do (push (char string i) chars))
      chars)))

(defproc "list->string" (list)
  (string-of "list->string" list))

(defproc "string-fill!" (string char &optional (start 0) end)
  (check-string "string-fill!" string)
  (with-range ("string-fill!" string start end) (fill string (check-char "string-fill!" char) :start start :end end))
  *unspecified*)

(defun copy-into (operation to at from start end)
  "Copies the elements of FROM from START to END into TO from AT on, for OPERATION. FROM may be TO. Returns the
unspecified object."
  (with-range (operation from start end)
    (check operation (format nil "an index from 0 to ~D" (length to)) at (and (integerp at) (<= 0 at (length to))))
    (check operation "short enough to fit" from (<= (- end start) (- (length to) at)))
    (replace to (if (eq to from) (subseq from start end) from) :start1 at
             :start2 (if (eq to from) 0 start) :end2 (if (eq to from) (- end start) end)))
  *unspecified*)

(defproc "string-copy!" (to at from &optional (start 0) end)
  (check-string "string-copy!" to)
  (copy-into "string-copy!" to at (check-string "string-copy!" from) start end))

;;; Vectors.

(defun check-vector (operation vector)
  "Returns VECTOR; signals an error of OPERATION unless it is a vector."
  (check operation "a vector" vector (simple-vector-p vector)) vector)

(defproc "make-vector" (count &optional (fill *unspecified*)) (make-array (check-index "make-vector" count) :initial-element fill))
(defproc "vector" (&rest items) (vector-of "vector" items))
(defproc "vector-length" (vector) (length (check-vector "vector-length" vector)))
(defproc "vector-ref" (vector k) (svref (check-vector "vector-ref" vector) (check-element-index "vector-ref" vector k)))
(defproc "vector-set!" (vector k object)
  (setf (svref (check-vector "vector-set!" vector) (check-element-index "vector-set!" vector k)) object)
  *unspecified*)

(define-inline-procedure "vector-length" (vector)
  (let ((value (make-symbol "VECTOR"))) (checked-form value vector 'simple-vector-p `(length ,value) 'vector "vector-length")))
(define-inline-procedure "string-length" (string)
  (let ((value (make-symbol "STRING"))) (checked-form value string 'stringp `(length ,value) 'string "string-length")))

(defproc "vector->list" (vector &optional (start 0) end)
  (check-vector "vector->list" vector)
  (with-range ("vector->list" vector start end) (loop for i from start below end collect (svref vector i))))

(defun list-to-vector (list)
  "Returns the vector of the elements of LIST."
  (vector-of "list->vector" list))
(defproc "list->vector" (list) (list-to-vector list))

(defproc "vector->string" (vector &optional (start 0) end)
  (check-vector "vector->string" vector)
  (with-range ("vector->string" vector start end)
    (let ((part (subseq vector start end)))
      (loop for char across part do (check-char "vector->string" char))
      (coerce part 'simple-string))))

(defproc "string->vector" (string &optional (start 0) end)
  (check-string "string->vector" string)
  (with-range ("string->vector" string start end) (coerce (subseq string start end) 'simple-vector)))

(defproc "vector-copy" (vector &optional (start 0) end)
  (check-vector "vector-copy" vector)
  (with-range ("vector-copy" vector start end) (subseq vector start end)))

(defproc "vector-copy!" (to at from &optional (start 0) end)
  (check-vector "vector-copy!" to)
  (copy-into "vector-copy!" to at (check-vector "vector-copy!" from) start end))

(defproc "vector-append" (&rest vectors)
  (dolist (vector vectors) (check-vector "vector-append" vector))
  (apply #'concatenate 'simple-vector vectors))

(defproc "vector-fill!" (vector fill &optional (start 0) end)
  (check-vector "vector-fill!" vector)
  (with-range ("vector-fill!" vector start end) (fill vector fill :start start :end end))
  *unspecified*)

;;; Bytevectors.

(declaim (inline check-bytevector check-byte))
(defun check-bytevector (operation bytes)
  "Returns BYTES; signals an error of OPERATION unless it is a bytevector."
  (check operation "a bytevector" bytes (bytevector-p bytes)) bytes)
(defun check-byte (operation byte)
  "Returns BYTE; signals an error of OPERATION unless it is a byte."
  (check operation "a byte" byte (and (integerp byte) (<= 0 byte 255))) byte)
(defun make-bytes (count &optional (byte 0))
  "Returns a new bytevector of COUNT bytes, each BYTE."
  (make-array count :element-type '(unsigned-byte 8) :initial-element byte))

(defproc "make-bytevector" (count &optional (byte 0)) (make-bytes (check-index "make-bytevector" count) (check-byte "make-bytevector" byte)))
(defproc "bytevector" (&rest bytes)
  (dolist (byte bytes) (check-byte "bytevector" byte))
  (make-array (length bytes) :element-type '(unsigned-byte 8) :initial-contents bytes))
(defproc "bytevector-length" (bytes) (length (check-bytevector "bytevector-length" bytes)))
(defproc "bytevector-u8-ref" (bytes k) (aref (check-bytevector "bytevector-u8-ref" bytes) (check-element-index "bytevector-u8-ref" bytes k)))
(defproc "bytevector-u8-set!" (bytes k byte)
  (setf (aref (check-bytevector "bytevector-u8-set!" bytes) (check-element-index "bytevector-u8-set!" bytes k)) (check-byte "bytevector-u8-set!" byte))
  *unspecified*)
(defproc "bytevector-copy" (bytes &optional (start 0) end)
  (check-bytevector "bytevector-copy" bytes)
  (with-range ("bytevector-copy" bytes start end) (subseq bytes start end)))
(defproc "bytevector-copy!" (to at from &optional (start 0) end)
  (check-bytevector "bytevector-copy!" to)
  (copy-into "bytevector-copy!" to at (check-bytevector "bytevector-copy!" from) start end))
(defproc "bytevector-append" (&rest all)
  (dolist (bytes all) (check-bytevector "bytevector-append" bytes))
  (let ((result (make-bytes (reduce #'+ all :key #'length))) (at 0))
    (dolist (bytes all result) (replace result bytes :start1 at) (incf at (length bytes)))))

(defproc "string->utf8" (string &optional (start 0) end)
  (check-string "string->utf8" string)
  (with-range ("string->utf8" string start end) (tessera::%encode-utf-8 string start end)))
(defproc "utf8->string" (bytes &optional (start 0) end)
  (check-bytevector "utf8->string" bytes)
  (with-range ("utf8->string" bytes start end) (tessera::%decode-utf-8 bytes start end)))
