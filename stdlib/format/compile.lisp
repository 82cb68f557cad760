;;; FORMAT with a constant control string, compiled into calls of what the directives write with (last of FORMAT:
;;; as code it is larger, so that only the user's calls are compiled).
(in-package "TESSERA")

;;; While a program is compiled it is known which variables hold the arguments that remain; in the body of an iteration
;;; only a list is known. Where a directive needs more the whole call is left to the interpretation of the control
;;; string.

(defvar *remaining-arguments* '()
  "The variables of the arguments not yet taken, or :LIST: a list in the variable ARGUMENTS.")
(defvar *escape-block* nil "The name of the block that ~^ leaves.")

(defun %leave-to-interpreter ()
  "Leaves the compilation of the control string, which will be interpreted."
  (throw 'control-not-compiled nil))

(defmacro %take-listed (directive)
  "(%take-listed DIRECTIVE): takes the next element of the list ARGUMENTS, for DIRECTIVE."
  `(if (consp arguments) (pop arguments) (%no-argument-left ,directive arguments)))

(defun %next-argument-form (directive)
  "Returns the form for the next argument, which DIRECTIVE takes."
  (cond ((eq *remaining-arguments* :list) `(%take-listed ',directive))
        ((null *remaining-arguments*) (%leave-to-interpreter))
        (t (pop *remaining-arguments*))))

(defun %param-form (directive spec param)
  "Returns the form for the parameter PARAM of DIRECTIVE that SPEC, (NAME DEFAULT [TYPE]), describes."
  (destructuring-bind (name default &optional (type (if (characterp default) 'character 'integer))) spec
    (declare (ignore name))
    (cond ((null param) default)
          ((eq param :arg)
           (when (eq *remaining-arguments* :list) (%leave-to-interpreter))
           `(%checked-param ',directive ,(%next-argument-form directive) ,default ',type))
          ((eq param :count) (%leave-to-interpreter))
          ((and (typep param type) (not (%asks-too-much-p directive param type))) param)
          (t (%leave-to-interpreter)))))

(defun %writer-form (directive kind)
  "Returns the form for a DIRECTIVE that needs nothing but an argument and parameters."
  (let* ((params (format-directive-params directive))
         (plain (and (null params) (not (format-directive-colon directive))))
         (param-forms (mapcar (lambda (spec) (%param-form directive spec (pop params))) (format-kind-params kind)))
         (argument (if (eql (format-kind-takes kind) 1) (list (%next-argument-form directive)) '())))
    (case (if plain (format-directive-character directive) nil)
      (#\A `(princ ,@argument stream))
      (#\S `(prin1 ,@argument stream))
      (#\% '(terpri stream))
      (#\& '(fresh-line stream))
      (t `(,(format-kind-writer kind) stream ',directive ,@argument ,@param-forms)))))

(defun %item-forms (program)
  "Returns the forms for PROGRAM, a vector of strings and directives."
  (let ((forms '()))
    (dotimes (i (length program) (nreverse forms))
      (let ((form (%item-form (svref program i))))
        (push form forms)
        (when (and (consp form) (eq (car form) 'return-from))
          (return (nreverse forms)))))))

(defun %item-form (item)
  "Returns the form for ITEM, a string or a directive."
  (if (stringp item)
      (if (eql (length item) 1) `(write-char ,(char item 0) stream) `(write-string ,item stream))
      (let ((kind (%find-format-kind (format-directive-character item))))
        (if (format-kind-takes kind)
            (%writer-form item kind)
            (case (format-directive-character item)
              (#\P (%plural-form item))
              (#\* (%move-form item))
              (#\[ (%choice-form item))
              (#\{ (%iteration-form item))
              (#\^ (%escape-form item))
              (#\/ (%call-form item))
              (t (%leave-to-interpreter)))))))

(defun %call-form (directive)
  "Returns the form for a ~/ DIRECTIVE."
  (let ((params (mapcar (lambda (param) (%param-form directive '(param nil t) param))
                        (format-directive-params directive))))
    `(funcall ',(format-directive-name directive) stream ,(%next-argument-form directive)
              ,(format-directive-colon directive) ,(format-directive-at directive) ,@params)))

;;; Moves among the arguments

(defvar *all-arguments* '() "The variables of all arguments.")

(defun %move-to (position)
  "Makes the argument number POSITION the next."
  (when (or (eq *remaining-arguments* :list) (not (<= 0 position (length *all-arguments*))))
    (%leave-to-interpreter))
  (setf *remaining-arguments* (nthcdr position *all-arguments*)))

(defun %argument-position ()
  "Returns the number of the next argument; leaves the string to the interpreter if it is not known."
  (if (eq *remaining-arguments* :list)
      (%leave-to-interpreter)
      (- (length *all-arguments*) (length *remaining-arguments*))))

(defun %move-form (directive)
  "Returns the form for a ~* DIRECTIVE, NIL: the move is made at compile time."
  (let* ((param (car (format-directive-params directive))) (count (or param 1)))
    (unless (integerp count) (%leave-to-interpreter))
    (%move-to (cond ((format-directive-at directive) (or param 0))
                    ((format-directive-colon directive) (- (%argument-position) count))
                    (t (+ (%argument-position) count))))
    nil))

(defun %plural-form (directive)
  "Returns the form for a ~P DIRECTIVE."
  (when (format-directive-colon directive) (%move-to (- (%argument-position) 1)))
  `(%write-plural stream ',directive ,(%next-argument-form directive)))

;;; Choice. All clauses must take the same arguments, so that it is known what remains; for a number without a clause
;;; that is none.

(defun %clause-forms (clauses)
  "Returns the forms for CLAUSES, of which one will be performed."
  (let ((before *remaining-arguments*) (after :unknown))
    (prog1 (mapcar (lambda (clause)
                     (setf *remaining-arguments* before)
                     (let ((forms (%item-forms clause)))
                       (cond ((eq after :unknown) (setf after *remaining-arguments*))
                             ((not (eq after *remaining-arguments*)) (%leave-to-interpreter)))
                       `(progn ,@forms)))
                   clauses)
      (setf *remaining-arguments* after))))

(defun %choice-form (directive)
  "Returns the form for a ~[ DIRECTIVE."
  (let ((clauses (format-directive-clauses directive)))
    (cond ((format-directive-params directive) (%leave-to-interpreter))
          ((format-directive-colon directive)
           (let ((test (%next-argument-form directive)))
             (destructuring-bind (if-false if-true) (%clause-forms clauses)
               `(if ,test ,if-true ,if-false))))
          ((format-directive-at directive) (%if-true-form (first clauses)))
          (t (let* ((index (%next-argument-form directive))
                    (forms (%clause-forms (if (%default-clause-p directive) clauses (append clauses '(#()))))))
               `(case (%checked-selector ',directive ,index)
                  ,@(let ((number -1))
                     (mapcar (lambda (form) `(,(incf number) ,form)) (butlast forms)))
                  (t ,@(last forms))))))))

(defun %if-true-form (clause)
  "Returns the form for ~@[: CLAUSE must take just the argument that is tested."
  (when (member *remaining-arguments* '(() :list)) (%leave-to-interpreter))
  (let ((test (first *remaining-arguments*)) (after (rest *remaining-arguments*)) (forms (%item-forms clause)))
    (unless (eq *remaining-arguments* after) (%leave-to-interpreter))
    `(when ,test ,@forms)))

(defun %checked-selector (directive index)
  "Returns INDEX; an error of the ~[ DIRECTIVE unless it is an integer."
  (if (integerp index)
      index
      (%fail-argument directive index 'integer "the selector " index " of ~[ is not an integer")))

;;; Iteration over a list

(defun %iteration-form (directive)
  "Returns the form for a ~{ DIRECTIVE, whose body is in it and takes no sublists."
  (let ((body (first (format-directive-clauses directive))) (at (format-directive-at directive)))
    (when (or (format-directive-colon directive) (format-directive-params directive) (zerop (length body))
              (format-directive-colon (format-directive-closer directive))
              (and at (eq *remaining-arguments* :list)))
      (%leave-to-interpreter))
    (let* ((list (cond (at (prog1 `(list ,@*remaining-arguments*) (setf *remaining-arguments* '())))
                       (t `(%checked-list ',directive ,(%next-argument-form directive)))))
           (block (gensym "ITERATION")))
      `(let ((arguments ,list))
         (block ,block
           (loop
             (when (atom arguments)
               (%checked-list ',directive arguments)
               (return-from ,block nil))
             ,@(let ((*remaining-arguments* :list) (*escape-block* block))
                 (%item-forms body))))))))

(defun %escape-form (directive)
  "Returns the form for a ~^ DIRECTIVE, which asks if arguments remain."
  (cond ((or (format-directive-colon directive) (format-directive-params directive)) (%leave-to-interpreter))
        ((eq *remaining-arguments* :list) `(when (null arguments) (return-from ,*escape-block* nil)))
        (*remaining-arguments* nil)
        (t `(return-from ,*escape-block* nil))))

;;; The whole

(defun %compiled-control (control arguments)
  "Returns the forms that write to STREAM what CONTROL makes of the variables ARGUMENTS, in a block; NIL to have it
interpreted."
  (let* ((*escape-block* (gensym "FORMAT")) (*all-arguments* arguments) (*remaining-arguments* arguments)
         (forms (catch 'control-not-compiled
                  (handler-case (list* 'block *escape-block* (%item-forms (%control-program control)))
                    (format-error () nil)))))
    (when forms (list forms))))

(define-compiler-macro format (&whole form destination control &rest arguments)
  (let* ((variables (mapcar (lambda (argument) (declare (ignore argument)) (gensym "ARGUMENT")) arguments))
         (forms (and (stringp control) (%compiled-control control variables))))
    (cond ((null forms) form)
          ((null destination)
           `(let ((stream (make-string-output-stream)) ,@(mapcar #'list variables arguments))
              (declare (ignorable ,@variables))
              ,@forms
              (get-output-stream-string stream)))
          ((eq destination t)
           `(let (,@(mapcar #'list variables arguments) (stream *standard-output*))
              (declare (ignorable stream ,@variables))
              ,@forms
              nil))
          (t (let ((to (gensym "DESTINATION")))
               `(let ((,to ,destination) ,@(mapcar #'list variables arguments))
                  (declare (ignorable ,@variables))
                  (%format-by ,to (lambda (stream) (declare (ignorable stream)) ,@forms))))))))
