;;; Calls of C functions, and access to C variables.
(in-package "FOREIGN")

(defstruct (link (:constructor %make-link (name library)) (:copier nil) (:predicate nil))
  "The function that a caller calls: a NAME in LIBRARY, which is a library, NIL for all, or a function that returns one;
or a pointer."
  name library)

(defun %caller-name (caller)
  "Returns the name of the function of CALLER for messages."
  (let* ((link (%caller-target caller)) (name (and link (link-name link))))
    (if (stringp name) name "a function of C")))

(defun %find-and-call (caller &rest arguments)
  "Finds the function of CALLER and calls it with ARGUMENTS. The natives call this when CALLER does not know its
function yet."
  (let* ((link (%caller-target caller)) (name (link-name link)) (library (link-library link))
         (library (if (functionp library) (funcall library) library)))
    (%set-address caller (if (pointer-p name)
                             (pointer-address name)
                             (or (%find-address name library) (error 'unknown-symbol :name name :library library))))
    (apply #'%call caller arguments)))

(defun %wrong-count (caller count &optional arguments)
  "Signals that CALLER, which takes COUNT arguments, was called with ARGUMENTS; if COUNT is NIL, that the function is
missing."
  (if count
      (tessera::%program-error "~A takes ~D argument~:P, not ~D: ~S" (%caller-name caller) count (length arguments) arguments)
      (tessera::%program-error "the function of C to be called is missing")))

(defun %refuse-argument (caller index datum type)
  "Signals that argument INDEX, counted from 0, is not of TYPE, a text."
  (let ((type (%type-in type)))
    (if (and (stringp datum) (equal type '(or null string)))
        (error "~A: argument ~D: C would take the character with code 0 for the end of ~S" (%caller-name caller) (1+ index) datum)
        (error 'simple-type-error :datum datum :expected-type type
               :format-control "~A: ~:[the function to be called~;argument ~:*~D~]: ~S is not of type ~S"
               :format-arguments (list (%caller-name caller) (and (>= index 0) (1+ index)) datum type)))))

(defun %caller (name library result parameters fixed operation)
  "Returns a function that calls the function of C called NAME; if NAME is NIL, the one that its first argument points
to."
  (multiple-value-bind (result parameters) (%expand-signature result parameters operation)
    (%make-caller result parameters fixed (null name) (and name (%make-link name library)))))

(defun foreign-function (function result parameters &key library)
  "Returns a function that calls FUNCTION of C, a POINTER or a name that is looked for in LIBRARY when it is first
called. RESULT is the type of its value, PARAMETERS a list of those of its arguments: see TYPE-SIZE. Example: (funcall
(foreign-function \"abs\" :int '(:int)) -3) => 3"
  (%check function (or string pointer) foreign-function)
  (%check library (or null library function) foreign-function)
  (when (stringp function) (%check-name function 'foreign-function))
  (when (and (pointer-p function) (null-pointer-p function))
    (error "FOREIGN-FUNCTION: nothing is at ~S" function))
  (%caller function library result parameters nil 'foreign-function))

(defun %promoted (type)
  "Returns the type that a value of TYPE has among arguments whose number varies."
  (case type
    (:float :double)
    ((:char :signed-char :unsigned-char :short :unsigned-short :int8 :uint8 :int16 :uint16) :int)
    (t type)))

(defun %split-arguments (arguments)
  "Returns three values: the list of the types and the list of the values of ARGUMENTS of a call, and the number of
those before &REST, or NIL."
  (let ((rest (position '&rest arguments)) (arguments (remove '&rest arguments)))
    (dolist (argument arguments)
      (unless (typep argument '(cons t (cons t null))) (error "CALL: ~S is not a list of a type and a value" argument)))
    (values (loop for (type) in arguments for i from 0
                  collect (if (and rest (>= i rest)) (%promoted type) type))
            (mapcar #'second arguments)
            rest)))

(defun %function-pointer (function)
  "Returns FUNCTION if it is a pointer, or the pointer to the function that it names."
  (if (stringp function) (find-address function) function))

(defmacro call (function result &rest arguments)
  "Calls FUNCTION of C: a string, its name; a list of the name, :LIBRARY and a form for a LIBRARY; or a form for a
POINTER. RESULT is the type of its value, :VOID if it has none. Each of ARGUMENTS is a list of a type and a form;
arguments whose number varies follow &REST. Types are not evaluated: see TYPE-SIZE. Integers that do not fit, and other
arguments that are not of their types, are TYPE-ERRORs; an UNKNOWN-SYMBOL if there is no such function. Nothing else
about the function is checked. Example: (call \"pow\" :double (:double 2) (:double 3)) => 8.0d0"
  (multiple-value-bind (types values fixed) (%split-arguments arguments)
    (destructuring-bind (name &key library) (if (typep function '(cons string)) function (list function))
      (%expand-signature result types 'call) ; while there is a form to blame
      (if (stringp name)
          `(%call (load-time-value (%caller ,name ,(and library `(lambda () ,library)) ',result ',types ,fixed 'call)) ,@values)
          `(%call (load-time-value (%caller nil nil ',result ',types ,fixed 'call)) (%function-pointer ,name) ,@values)))))

(defun %name-in-c (name)
  "Returns the name in C that the symbol NAME suggests."
  (substitute #\_ #\- (string-trim "*" (string-downcase name))))

(defmacro define-function (name result parameters &optional documentation)
  "Defines a function that calls one of C. NAME is a symbol or a list of it, the name in C, a string, and optionally
:LIBRARY and a form for a LIBRARY. RESULT is a type, PARAMETERS a list of lists of a name and a type: see CALL. Returns
the symbol. Example: (define-function (square-root \"sqrt\") :double ((x :double)))"
  (destructuring-bind (name &optional (c-name (%name-in-c name)) &key library) (if (listp name) name (list name))
    (unless (every (lambda (parameter) (typep parameter '(cons symbol (cons t null)))) parameters)
      (error "DEFINE-FUNCTION: the parameters of ~S are not lists of a name and a type: ~S" name parameters))
    `(defun ,name ,(mapcar #'first parameters)
       ,@(and documentation (list documentation))
       (call ,(if library `(,c-name :library ,library) c-name) ,result ,@(loop for (name type) in parameters collect `(,type ,name))))))

(defmacro define-variable (name type &optional documentation)
  "Makes NAME, a symbol or a list as in DEFINE-FUNCTION, a symbol macro that reads and sets a variable of C of TYPE.
Returns the symbol. Example: (define-variable (*time-zone* \"timezone\") :long)"
  (destructuring-bind (name &optional (c-name (%name-in-c name)) &key library) (if (listp name) name (list name))
    `(progn
       (define-symbol-macro ,name (memory-ref (find-address ,c-name ,library) ,type))
       ,@(and documentation `((setf (documentation ',name 'variable) ,documentation)))
       ',name)))

(defun errno ()
  "Returns the number of the system's error after the last call of C in this interpreter. SETF sets it for the next
call."
  (%errno))

(defun (setf errno) (number)
  "Makes NUMBER the number of the system's error for the next call of C. Returns NUMBER."
  (%check number (signed-byte 32) (setf errno))
  (%set-errno number))

(defun error-text (number)
  "Returns the system's text for its error NUMBER, as ERRNO returns it."
  (%check number (signed-byte 32) error-text)
  (%error-text number))
