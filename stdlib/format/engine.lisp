;;; The engine of FORMAT: walks a program, hands out arguments and parameters, and dispatches to the directives.
(in-package "TESSERA")

(defstruct (format-state (:copier nil))
  "The state that the directives of one control string share. ARGS are the arguments that remain, ALL all of them; OUTER
the sublists that remain to an enclosing ~:{; BLOCK is true within a logical block, where COUNT arguments were taken."
  stream args all outer control block (count 0))

(defun %fail-directive (directive &rest pieces)
  "Signals a FORMAT-ERROR about DIRECTIVE."
  (apply #'%format-error (format-directive-control directive) (format-directive-start directive) pieces))

(defun %fail-argument (directive argument type &rest pieces)
  "Signals a FORMAT-TYPE-ERROR about DIRECTIVE: ARGUMENT is not of TYPE."
  (error 'format-type-error :format-control "~A" :format-arguments (list (%princ-pieces pieces))
                            :datum argument :expected-type type
                            :control-string (format-directive-control directive) :position (format-directive-start directive)))

(defun %checked-list (directive argument)
  "Returns ARGUMENT; a FORMAT-TYPE-ERROR about DIRECTIVE unless it is a list."
  (if (listp argument)
      argument
      (%fail-argument directive argument 'list argument " is not a list")))

(defun %no-argument-left (directive arguments)
  "Signals a FORMAT-ERROR: DIRECTIVE needs an argument, but of the list only the atom ARGUMENTS is left."
  (%checked-list directive arguments)
  (%fail-directive directive "no argument is left for ~" (string (format-directive-character directive))))

(defun %next-format-arg (state directive)
  "Takes the next argument for DIRECTIVE."
  (let ((args (format-state-args state)))
    (when (format-state-block state)
      (%check-block-args state))
    (unless (consp args)
      (%no-argument-left directive args))
    (setf (format-state-args state) (cdr args))
    (car args)))

(defun %check-block-args (state)
  "Leaves the logical block if its arguments end in an atom or *PRINT-LENGTH* of them are printed."
  (when (%print-list-tail (format-state-args state) (format-state-count state) (format-state-stream state))
    (throw state nil))
  (incf (format-state-count state)))

(defun %count-format-args (state)
  "Returns the number of arguments that remain."
  (loop for rest = (format-state-args state) then (cdr rest)
        while (consp rest) count t))

(defun %format-param (state directive param default type)
  "Returns the value of the parameter PARAM: DEFAULT if omitted; TYPE is INTEGER, CHARACTER or T."
  (%checked-param directive
                  (case param
                    (:arg (%next-format-arg state directive))
                    (:count (%count-format-args state))
                    (t param))
                  default type))

(defvar *most-written* 100000000
  "The maximum number of columns, lines or digits that a parameter of a directive may ask for. Larger numbers are
errors, because they could exhaust the memory.")

(defun %asks-too-much-p (directive value type)
  "True if VALUE, the value of a parameter of DIRECTIVE, is an amount of output above *MOST-WRITTEN*. TYPE is INTEGER
for amounts, a list for parameters with another meaning."
  (and (integerp value)
       (> value *most-written*)
       (symbolp type)
       (not (find (format-directive-character directive) "*^[{/"))))

(defun %checked-param (directive value default type)
  "Returns VALUE, the value of a parameter of DIRECTIVE, or DEFAULT if it is NIL. An error if it is not of TYPE, or asks
for too much."
  (cond ((null value) default)
        ((%asks-too-much-p directive value type)
         (%fail-directive directive "the parameter " value " of ~" (string (format-directive-character directive))
                          " asks for more than " *most-written* " characters"))
        ((typep value type) value)
        (t (%fail-argument directive value type "the parameter " value " of ~"
                           (string (format-directive-character directive)) " is not of type " type))))

(defun %param-binding (spec)
  "Returns the binding of the parameter variable that SPEC, (NAME DEFAULT [TYPE]), describes."
  (destructuring-bind (name default &optional (type (if (characterp default) 'character 'integer))) spec
    `(,name (if params (%format-param state directive (pop params) ,default ',type) ,default))))

(defmacro define-format-directive ((character name &key colon at both) (&rest params) &body body)
  "Defines what the directive CHARACTER writes. PARAMS are (VARIABLE DEFAULT [TYPE]), or ARG and such: then it takes an
argument. COLON, AT and BOTH tell which modifiers it takes. BODY sees STREAM, DIRECTIVE, COLON, AT, ARG and the
parameters; they are what the function NAME takes."
  (let* ((argument (if (eq (car params) 'arg) (list (pop params)) '()))
         (variables (mapcar #'car params))
         (handler (%join-names name "-NEXT")))
    `(progn
       (defun ,name (stream directive ,@argument ,@variables)
         (let ((colon (format-directive-colon directive)) (at (format-directive-at directive)))
           (declare (ignorable colon at))
           ,@body
           nil))
       (defun ,handler (state directive)
         (let* ((params (format-directive-params directive))
                ,@(mapcar #'%param-binding params))
           (declare (ignorable params))
           (,name (format-state-stream state) directive
                  ,@(if argument '((%next-format-arg state directive)) '())
                  ,@variables)))
       (%register-format-kind ,character ',handler ,(length params) :colon ,colon :at ,at :both ,both
                              :takes ,(length argument) :writer ',name :params ',params))))

(defmacro define-stateful-directive ((character name &key colon at both returns-escape) params &body body)
  "Defines what the directive CHARACTER does, as the function NAME of STATE and DIRECTIVE: one that moves among the
arguments or encloses others. As in DEFINE-FORMAT-DIRECTIVE otherwise; the value of BODY says whether to leave the
enclosing construct (see %RUN-PROGRAM) if RETURNS-ESCAPE."
  `(progn
     (defun ,name (state directive)
       (let* ((stream (format-state-stream state))
              (colon (format-directive-colon directive))
              (at (format-directive-at directive))
              (params (format-directive-params directive))
              ,@(mapcar #'%param-binding params))
         (declare (ignorable stream colon at params))
         ,@body
         ,@(unless returns-escape '(nil))))
     ,@(when character
         `((%register-format-kind ,character ',name ,(length params) :colon ,colon :at ,at :both ,both)))))

(defun %run-program (program state)
  "Performs the directives of PROGRAM. NIL if all were, :UP if a ~^ and :UP-UP if a ~:^ ended it: the enclosing
construct, too, is to end."
  (let ((index 0) (end (length program)) (stream (format-state-stream state)))
    (loop
      (when (>= index end) (return nil))
      (let ((item (svref program index)))
        (if (stringp item)
            (write-string item stream)
            (let ((escape (funcall (format-directive-handler item) state item)))
              (when escape (return escape)))))
      (incf index))))

(defun %fail-control (control)
  "Signals a TYPE-ERROR about CONTROL, which stands where FORMAT takes a control string."
  (%signal-failure 'simple-type-error
                   (list :datum control :expected-type '(or string function) :format-arguments (list control)
                         :format-control "the control string is ~S, which is not a string; is the destination, T or NIL, missing before it?")
                   'format))

(defun %run-control (control state)
  "Performs CONTROL, a string or a function as FORMATTER makes it, with the arguments of STATE."
  (cond ((stringp control)
         (let ((outer (format-state-control state)))
           (setf (format-state-control state) control)
           (prog1 (%run-program (%control-program control) state)
             (setf (format-state-control state) outer))))
        ((functionp control)
         (setf (format-state-args state)
               (apply control (format-state-stream state) (format-state-args state)))
         nil)
        (t (%fail-control control))))

(defun %check-control (control directive)
  "Signals an error unless CONTROL, an argument, can serve as a control string of DIRECTIVE."
  (unless (or (stringp control) (functionp control))
    (%fail-argument directive control '(or string function) control " is neither a control string nor a function")))

;;; Capturing the output of a part, to pad or change it

(defun %open-capture (stream)
  "Returns two values: a string stream whose column is that of STREAM, and how many blanks in front bring that about."
  (let ((column (or (%stream-column stream) 0))
        (capture (make-string-output-stream)))
    (write-repeated #\Space column capture)
    (values capture column)))

(defun %close-capture (capture column)
  "Returns the text written to CAPTURE, without the COLUMN blanks in front."
  (let ((text (get-output-stream-string capture)))
    (if (zerop column) text (subseq text column))))

(defvar *blanks* (make-string 80 :initial-element #\Space))

(defun write-repeated (character count stream)
  "Writes CHARACTER COUNT times."
  (cond ((<= count 0) nil)
        ((and (eql character #\Space) (<= count 80)) (write-string *blanks* stream :end count))
        (t (let ((part (make-string (min count 4096) :initial-element character)))
             (loop for left = count then (- left 4096)
                   while (plusp left)
                   do (write-string part stream :end (min left 4096)))))))

(defmacro with-format-capture ((state) &body body)
  "Performs BODY while the output of STATE goes to a string. Two values: that string, and the value of BODY."
  (let ((outer (gensym "OUTER")) (capture (gensym "CAPTURE")) (column (gensym "COLUMN")) (value (gensym "VALUE")))
    `(let ((,outer (format-state-stream ,state)))
       (multiple-value-bind (,capture ,column) (%open-capture ,outer)
         (setf (format-state-stream ,state) ,capture)
         (let ((,value (progn ,@body)))
           (setf (format-state-stream ,state) ,outer)
           (values (%close-capture ,capture ,column) ,value))))))
