;;; Logical blocks: PPRINT-LOGICAL-BLOCK, what may be used within it, and the printing of lists with it.
(in-package "TESSERA")

(defvar *pretty-depth* 0 "The number of levels of lists that the pretty printer is in.")

;;; *PRINT-CIRCLE*

(defvar *shared-objects* nil
  "A table from each object that occurs more than once to its label, or to T before it has one, while objects are
printed with labels; or NIL.")

(defvar *last-label* 0 "The label given last.")

(defvar *labelled-object* nil "The object whose label was just written, so that its block does not write it again.")

(defun %object-parts (object)
  "Returns the list of those parts of OBJECT that are searched for shared structure."
  (cond ((consp object) (list (cdr object) (car object)))
        ((simple-vector-p object) (coerce object 'list))
        ((and (arrayp object) (eq (array-element-type object) t))
         (loop for i below (array-total-size object) collect (row-major-aref object i)))
        ((%structure-p object) (%structure-slot-values object))))

(defun %labelled-kind-p (object)
  "True if OBJECT may be labelled when it is shared."
  (not (or (symbolp object) (numberp object) (characterp object))))

(defun %find-shared-objects (object)
  "Returns a table of the objects that occur more than once in what *PRINT-LENGTH* lets be printed of OBJECT."
  (let ((seen (make-hash-table :test 'eq)) (shared (make-hash-table :test 'eq))
        (stack (list object 0))         ; objects, each with the index of its first element as the tail of a list
        (limit (if *print-readably* nil *print-length*)))
    (loop while stack
          do (let ((next (pop stack)) (index (pop stack)))
               (cond ((not (%labelled-kind-p next)))
                     ((and limit (consp next) (>= index limit)))
                     ((gethash next seen) (setf (gethash next shared) t))
                     (t (setf (gethash next seen) t)
                        (if (consp next)
                            (setf stack (list* (car next) 0 (cdr next) (+ index 1) stack))
                            (let ((parts (%object-parts next)))
                              (dolist (part (if (and limit (vectorp next)) (ldiff parts (nthcdr limit parts)) parts))
                                (setf stack (list* part 0 stack)))))))))
    shared))

(defun %call-with-labels (object function)
  "Calls FUNCTION. If *PRINT-CIRCLE* is true, shared parts of OBJECT have labels meanwhile."
  (if (and *print-circle* (null *shared-objects*))
      (let ((*shared-objects* (%find-shared-objects object)) (*last-label* 0))
        (funcall function))
      (funcall function)))

(defun %shared-label (object)
  "Returns the label of OBJECT: an integer, T if it will get one, NIL if it needs none."
  (and *shared-objects* *print-circle* (values (gethash object *shared-objects*))))

(defun %write-label (label character stream)
  "Writes # and LABEL, and then CHARACTER, = or #, to STREAM."
  (write-char #\# stream)
  (write-string (%digits-in-base label 10) stream)
  (write-char character stream))

(defun %write-label-of (object stream)
  "Writes the label of OBJECT if it is shared. True if the label replaces OBJECT, which was printed before."
  (let ((label (%shared-label object)))
    (cond ((null label) nil)
          ((integerp label) (%write-label label #\# stream) t)
          (t (setf (gethash object *shared-objects*) (incf *last-label*))
             (%write-label *last-label* #\= stream)
             nil))))

;;; Blocks

(defun %print-part (object stream)
  "Writes OBJECT, a part of another, to STREAM as WRITE does. While printing prettily, it calls no native function in
between, so that deeply nested lists nest only calls of Lisp functions."
  (if *print-pretty*
      (%pretty-print object stream)
      (write object :stream stream)))

(defun %too-deep-p ()
  "True if *PRINT-LEVEL* does not allow another level."
  (and *print-level* (not *print-readably*) (>= *pretty-depth* *print-level*)))

(defun %print-logical-block (stream object prefix per-line suffix checked function)
  "Writes a logical block for the list OBJECT to STREAM by calling FUNCTION with a stream and OBJECT. PREFIX begins each
line if PER-LINE. If CHECKED, *PRINT-LEVEL* and *PRINT-CIRCLE* may abbreviate it. An OBJECT that is not a list is
written as it is."
  (let ((stream (%output-stream stream)))
    (cond ((not (listp object)) (%print-part object stream))
          ((not checked) (%print-block stream object prefix per-line suffix function))
          ((%too-deep-p) (write-char #\# stream))
          (t (%call-with-labels
              object
              (lambda ()
                (unless (and (not (eq object *labelled-object*)) (consp object) (%write-label-of object stream))
                  (let ((*pretty-depth* (1+ *pretty-depth*)) (*labelled-object* nil))
                    (%print-block stream object prefix per-line suffix function)))))))
    nil))

(defun %print-block (stream object prefix per-line suffix function)
  "Queues a block on a pretty STREAM; on another stream begins to print prettily, or writes plainly if *PRINT-PRETTY* is
false."
  (cond ((%pretty-stream-p stream) (%queue-block stream object prefix per-line suffix function))
        ((or *print-pretty* per-line)
         (let ((pretty (%open-pretty-stream stream)))
           (%queue-block pretty object prefix per-line suffix function)
           (%finish-pretty-stream pretty)))
        (t (write-string prefix stream)
           (funcall function stream object)
           (write-string suffix stream))))

(defun %queue-block (stream object prefix per-line suffix function)
  "Queues a block on the pretty STREAM: its start, the output of FUNCTION for OBJECT, and its end."
  (%enqueue-op stream :start prefix per-line suffix)
  (funcall function stream object)
  (%enqueue-op stream :end nil nil suffix))

(defun %written-with-prefix-p (list)
  "True if the object is (unquote x) or (quasiquote x), which as the tail of a list were read from ,x or `x after a
dot."
  (and (consp list) (member (car list) '(unquote quasiquote)) (consp (cdr list)) (null (cddr list))))

(defun %print-list-tail (list count stream)
  "True if LIST, the rest of a list of which COUNT elements are printed, has no further elements to print. Then writes
its end: an atom, the dots for *PRINT-LENGTH*, or a label."
  (cond ((or (not (listp list)) (and (plusp count) (%written-with-prefix-p list)))
         (write-string ". " stream)
         (%print-part list stream)
         t)
        ((and *print-length* (not *print-readably*) (>= count *print-length*))
         (write-string "..." stream)
         t)
        ((and (plusp count) (consp list) (%shared-label list))
         (write-string ". " stream)
         (let ((label (%shared-label list)))
           (if (integerp label)
               (%write-label label #\# stream)
               (%print-part list stream)))
         t)))

(defun %stream-variable (designator)
  "Returns the variable that the stream argument of PPRINT-LOGICAL-BLOCK names."
  (case designator
    ((nil) '*standard-output*)
    ((t) '*terminal-io*)
    (t (unless (symbolp designator)
         (error 'type-error :datum designator :expected-type 'symbol))
       designator)))

(defun %block-string (value)
  "Returns VALUE, prefix or suffix of a block; signals a type error if it is not a string."
  (if (stringp value)
      value
      (error 'type-error :datum value :expected-type 'string)))

(defmacro pprint-logical-block ((stream-symbol object &key (prefix "" prefix-p) (per-line-prefix "" per-line-p)
                                                      (suffix ""))
                                &body body)
  "Performs BODY with STREAM-SYMBOL bound to a pretty stream that treats the output as one logical block, between PREFIX
(or, on each of its lines, PER-LINE-PREFIX) and SUFFIX. PPRINT-POP takes the elements of the list OBJECT one by one. An
OBJECT that is not a list is written by WRITE. Returns NIL. Signals a TYPE-ERROR for a prefix or suffix that is not a
string."
  (when (and prefix-p per-line-p)
    (%program-error "~S: :PREFIX and :PER-LINE-PREFIX exclude each other" 'pprint-logical-block))
  (let ((variable (%stream-variable stream-symbol))
        (stream (gensym "STREAM")) (list (gensym "LIST")) (count (gensym "COUNT")) (name (gensym "BLOCK")))
    `(%print-logical-block
      ,variable ,object (%block-string ,(if per-line-p per-line-prefix prefix)) ,per-line-p (%block-string ,suffix) t
      (lambda (,stream ,list)
        (let ((,count 0) (,variable ,stream))
          (declare (ignorable ,count ,variable))
          (block ,name
            (macrolet ((pprint-pop ()
                         '(progn
                           (when (%print-list-tail ,list ,count ,stream) (return-from ,name nil))
                           (incf ,count)
                           (pop ,list)))
                       (pprint-exit-if-list-exhausted ()
                         '(when (null ,list) (return-from ,name nil))))
              (let () ,@body))))))))

(defun %outside-block (operator)
  "Signals a PROGRAM-ERROR: OPERATOR was used outside of PPRINT-LOGICAL-BLOCK."
  (%program-error "~S may only be used within PPRINT-LOGICAL-BLOCK" operator))

(defmacro pprint-pop ()
  "Takes the next element of the list of the enclosing PPRINT-LOGICAL-BLOCK. Leaves the block, after writing an
abbreviation of the rest, if the rest is an atom, if *PRINT-LENGTH* elements were taken, or if the rest was already
printed."
  (%outside-block 'pprint-pop))

(defmacro pprint-exit-if-list-exhausted ()
  "Leaves the enclosing PPRINT-LOGICAL-BLOCK if no element of its list remains."
  (%outside-block 'pprint-exit-if-list-exhausted))

;;; Lists

(defun %print-elements (stream list parentheses between)
  "Writes the elements of LIST to STREAM as a block, in PARENTHESES or not; calls BETWEEN with the stream between two of
them."
  (pprint-logical-block (stream list :prefix (if parentheses "(" "") :suffix (if parentheses ")" ""))
    (pprint-exit-if-list-exhausted)
    (loop (%print-part (pprint-pop) stream)
          (pprint-exit-if-list-exhausted)
          (funcall between stream))))

(defun %space-and-newline (kind)
  "Returns a function that writes a blank and a conditional newline of KIND to a stream."
  (lambda (stream)
    (write-char #\Space stream)
    (pprint-newline kind stream)))

(defun pprint-fill (stream list &optional (colon-p t) at-sign-p)
  "Writes LIST to STREAM with as many elements on each line as fit; in parentheses if COLON-P. An object that is not a
list is written by WRITE. Fit for ~/ /. Returns NIL."
  (declare (ignore at-sign-p))
  (%print-elements stream list colon-p (%space-and-newline :fill)))

(defun pprint-linear (stream list &optional (colon-p t) at-sign-p)
  "Writes LIST to STREAM on one line or with one element on each; in parentheses if COLON-P. An object that is not a
list is written by WRITE. Fit for ~/ /. Returns NIL."
  (declare (ignore at-sign-p))
  (%print-elements stream list colon-p (%space-and-newline :linear)))

(defun pprint-tabular (stream list &optional (colon-p t) at-sign-p (tabsize 16))
  "Writes LIST to STREAM in columns of TABSIZE characters; in parentheses if COLON-P. An object that is not a list is
written by WRITE. Fit for ~/ /. Returns NIL."
  (declare (ignore at-sign-p))
  (let ((tabsize (or tabsize 16)))
    (%print-elements stream list colon-p
                     (lambda (stream)
                       (write-char #\Space stream)
                       (pprint-tab :section-relative 0 tabsize stream)
                       (pprint-newline :fill stream)))))
