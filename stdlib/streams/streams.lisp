;;; Macros around streams: with-open-file and similar macros, with-standard-io-syntax, print-unreadable-object;
;;; questions to the user (chapters 21 and 22).
(in-package "TESSERA")

;;; Conditions of the reader that the standard has no class for.

(%define-standard-condition reader-package-error (reader-error package-error) ())
(%define-standard-condition incomplete-input (end-of-file) ((%is-list %incomplete-list-p :%is-list)))

(setf (%class-report (%find-class 'incomplete-input))
      (lambda (self stream)
        (%report self stream "end of file inside an object")
        (%write-text-position self stream " that begins at line ~D, column ~D")))

(defun %stream-macro-body (body)
  "Returns two values: the declarations at the head of BODY, and its forms."
  (let ((declarations '()))
    (loop (if (and (consp body) (consp (car body)) (eq (caar body) 'declare))
              (push (pop body) declarations)
              (return (values (nreverse declarations) body))))))

(defmacro with-open-stream ((var stream) &body body)
  "(with-open-stream (VAR STREAM) declaration* form*): evaluates the forms with VAR bound to the value of STREAM, and
returns their values. The stream is closed at the end, with :ABORT true if a non-local exit leaves the forms."
  (multiple-value-bind (declarations forms) (%stream-macro-body body)
    (let ((abort (gensym "ABORT")))
      `(let ((,var ,stream) (,abort t))
         ,@declarations
         (unwind-protect (multiple-value-prog1 (progn ,@forms) (setq ,abort nil))
           (when ,var (close ,var :abort ,abort)))))))

(defun %open-with-element-type (arguments)
  "Calls OPEN with ARGUMENTS, in which a type that OPEN knows replaces their :ELEMENT-TYPE."
  (let* ((copy (copy-list arguments))
         (place (cdr (member :element-type (cdr copy))))
         (type (car place))
         (sizes '(8 16 32 64 128 256 512 1024)))
    (setf (car place)
          (cond ((subtypep type 'character) 'character)
                ((find-if (lambda (type-of-bytes) (subtypep type type-of-bytes))
                          (append (mapcar (lambda (size) `(unsigned-byte ,size)) sizes)
                                  (mapcar (lambda (size) `(signed-byte ,size)) sizes))))
                ((subtypep type 'integer) 'signed-byte)
                (t (error "~S is not a type of characters or of integers that a stream could have" type))))
    (apply #'open copy)))

(defmacro with-open-file ((var filespec &rest options) &body body)
  "(with-open-file (VAR FILESPEC option*) declaration* form*): evaluates the forms with VAR bound to the
stream that OPEN makes of FILESPEC and the options, and returns their values. The stream is closed at the end."
  `(with-open-stream (,var (open ,filespec ,@options)) ,@body))

(defmacro with-input-from-string ((var string &key index (start 0) end) &body body)
  "(with-input-from-string (VAR STRING key*) declaration* form*): evaluates the forms with VAR bound to a
stream that reads STRING from START to END, and returns their values. The place INDEX is then set to the
position reached."
  (multiple-value-bind (declarations forms) (%stream-macro-body body)
    (let ((body (if index
                    `(multiple-value-prog1 (progn ,@forms) (setf ,index (%string-input-position ,var)))
                    `(progn ,@forms))))
      `(let ((,var (make-string-input-stream ,string ,start ,end)))
         ,@declarations
         (unwind-protect ,body (close ,var))))))

(defmacro with-output-to-string ((var &optional string &key element-type) &body body)
  "(with-output-to-string (VAR) declaration* form*): evaluates the forms with VAR bound to a stream, and
returns all that they write to it as a string. With STRING, which has a fill pointer, what is written is
appended to it, and the values of the forms are returned."
  (multiple-value-bind (declarations forms) (%stream-macro-body body)
    (if string
        `(let ((,var (%make-fill-pointer-output-stream ,string ,@(and element-type (list element-type)))))
           ,@declarations
           (unwind-protect (progn ,@forms) (close ,var)))
        `(let ((,var (make-string-output-stream ,@(and element-type `(:element-type ,element-type)))))
           ,@declarations
           (unwind-protect (progn ,@forms (get-output-stream-string ,var)) (close ,var))))))

(defmacro with-standard-io-syntax (&body forms)
  "(with-standard-io-syntax form*): evaluates the forms with the variables of reader and printer bound to
their standard values, so that what PRIN1 prints can be read back, and returns their values."
  `(let ((*package* (find-package "COMMON-LISP-USER"))
         (*print-array* t) (*print-base* 10) (*print-case* :upcase) (*print-circle* nil) (*print-escape* t)
         (*print-gensym* t) (*print-length* nil) (*print-level* nil) (*print-lines* nil) (*print-miser-width* nil)
         (*print-pprint-dispatch* *initial-pprint-table*)
         (*print-pretty* nil) (*print-radix* nil) (*print-readably* t) (*print-right-margin* nil)
         (*read-base* 10) (*read-default-float-format* 'single-float) (*read-eval* t) (*read-suppress* nil)
         (*readtable* *standard-readtable*))
     ,@forms))

(defun %call-printing-unreadable (object stream type identity function)
  "Writes #<...>. FUNCTION, unless NIL, writes the middle; TYPE and IDENTITY are true if the type and the address are
written."
  (let ((stream (case stream ((nil) *standard-output*) ((t) *terminal-io*) (t stream))))
    (when *print-readably* (error 'print-not-readable :object object))
    (write-string "#<" stream)
    (when type
      (prin1 (%unreadable-type object) stream)
      (write-char #\Space stream))
    (when function (funcall function))
    (when identity
      (when (or function (not type)) (write-char #\Space stream))
      (write-string "{" stream)
      (write-string (%address-text object) stream)
      (write-string "}" stream))
    (write-string ">" stream)
    nil))

(defun %unreadable-type (object)
  "Returns the type of OBJECT as #<...> shows it: a symbol where there is one."
  (let ((type (type-of object)))
    (if (consp type) (car type) type)))

(defmacro print-unreadable-object ((object stream &key type identity) &body forms)
  "(print-unreadable-object (OBJECT STREAM :type T :identity T) form*): writes #<, the type of OBJECT, the output of the
forms, the identity of OBJECT, and >. A PRINT-NOT-READABLE error if *PRINT-READABLY* is true. Returns NIL."
  `(%call-printing-unreadable ,object ,stream ,type ,identity
                              ,(if forms `(lambda () ,@forms) nil)))

;;; Questions

(defun %answer (line yes no)
  "Returns the first of :YES and :NO whose words, YES or NO, LINE is among, ignoring case and blanks around; NIL if
neither."
  (let ((word (string-trim '(#\Space #\Tab #\Return) line)))
    (cond ((member word yes :test #'string-equal) :yes)
          ((member word no :test #'string-equal) :no))))

(defun %ask-until-answered (format-control arguments choices yes no)
  "Asks the question of FORMAT-CONTROL, ARGUMENTS and CHOICES until the answer is one of the words YES or NO. True for
YES."
  (eq :yes (ask (format nil "~@[~A ~]~A" (and format-control (apply #'format nil format-control arguments)) choices)
                :answer (lambda (line) (%answer line yes no))
                :history :yes-or-no
                :words (append yes no)
                :help (format nil "Please answer with ~A or ~A~:[~;; :abort goes back to the prompt~]." (car (last yes)) (car (last no)) *at-prompt*)
                :end :fail)))

(defun y-or-n-p (&optional format-control &rest arguments)
  "Asks the user the question that FORMAT makes of FORMAT-CONTROL and ARGUMENTS, until the answer is y or n. Returns
true for y. Signals END-OF-FILE if there is no answer."
  (%ask-until-answered format-control arguments "(y or n) " '("yes" "y") '("no" "n")))

(defun yes-or-no-p (&optional format-control &rest arguments)
  "Asks the user the question that FORMAT makes of FORMAT-CONTROL and ARGUMENTS, until the answer is yes or no. Returns
true for yes. Signals END-OF-FILE if there is no answer."
  (%ask-until-answered format-control arguments "(yes or no) " '("yes") '("no")))
