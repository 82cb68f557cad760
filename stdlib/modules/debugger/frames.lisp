;;; Frames of functions that have not returned, for debuggers and editors: arguments, locals, positions; evaluating
;;; forms in a frame, returning from it and calling it again.

(in-package "TESSERA")

(defun frames (&optional (count 1000))
  "Returns a list of those of the innermost COUNT frames that belong to the user's functions or to functions called by
these, the innermost first. A frame is valid until its function returns."
  (%user-frames count))

(defun frame-name (frame)
  "Returns the name of FRAME's function; (LAMBDA lambda-list) if it has none, :TOPLEVEL-FORM for a form at toplevel,
:READER if a form is being read."
  (%frame-name frame))

(defun frame-elided-p (frame)
  "True if FRAME no longer exists: its function ended in a tail call, and the called function runs in its place. Only
its name is known."
  (%frame-elided frame))

(defun frame-function (frame)
  "Returns the function of FRAME, or NIL if a form is being read or evaluated at toplevel."
  (%frame-function frame))

(defun frame-source (frame)
  "Returns three values: the name of the file that FRAME's function was compiled from, and the line and column, from 1,
of the current form. Each is NIL if it is not known. SOURCE-LINE returns the text of the line."
  (flet ((known (number) (and number (plusp number) number)))
    (values (%frame-file frame) (known (%frame-line frame)) (known (%frame-column frame)))))

;;; Variables. Code with (OPTIMIZE (DEBUG 0)), such as the library, has no information on them.

(defun frame-arguments (frame)
  "Returns a list of FRAME's parameters in order, with their values: (NAME VALUE), or (NAME) if the value is no longer
known. A parameter that was assigned has its new value."
  (values (%frame-parameters frame)))

(defun %frame-all-variables (frame)
  "Returns all variables of FRAME in the form of %FRAME-VARIABLES."
  (and (%frame-function frame) (%frame-variables (%frame-stack frame))))

(defun frame-locals (frame)
  "Returns a list of the other variables that are bound at the position of FRAME, including those of enclosing functions
that its function uses: (NAME VALUE) for each, outer ones first."
  (loop for (name nil parameter . value) in (%frame-all-variables frame)
        when (and (not parameter) value (%users-variable-p name))
          collect (cons name value)))

(defun %users-variable-p (name)
  "True unless NAME is a variable that the library's macros bind."
  (or (not (eq (symbol-package name) (find-package "TESSERA"))) (%public-symbol-p name)))

(defun %frame-value (stack number)
  "Returns the value of variable NUMBER of the frame at STACK."
  (let ((variable (find number (%frame-variables stack) :key #'second)))
    (if (cdddr variable)
        (fourth variable)
        (error 'simple-control-error :format-control "the value of the variable is no longer known"))))

(defun (setf %frame-value) (value stack number)
  "Stores VALUE in variable NUMBER of the frame at STACK; signals an error if it cannot be assigned."
  (unless (%set-frame-variable stack number value)
    (error 'simple-control-error :format-control "the variable cannot be assigned here"))
  value)

(defun %frame-bindings (frame)
  "Returns the bindings of SYMBOL-MACROLET that make the variables of FRAME visible; for equal names, the inner
variable."
  (let ((bindings '()))
    (loop for (name number nil . value) in (%frame-all-variables frame)
          when (and value (not (%special-variable-p name)))
            do (setf bindings (cons `(,name (%frame-value ,(%frame-stack frame) ,number)) (remove name bindings :key #'car))))
    bindings))

(defun %names-one-of-p (form names)
  "True if one of the symbols NAMES stands anywhere in FORM, which may be circular."
  (let ((seen 0))
    (labels ((within-p (part)
               (loop (cond ((symbolp part) (return (%memq part names)))
                           ((or (atom part) (< 10000 (incf seen))) (return nil))
                           ((within-p (car part)) (return t))
                           (t (setq part (cdr part)))))))
      (and names (within-p form) t))))

(defun form-in-frame (frame form)
  "Returns a form like FORM in which the variables of FRAME are seen; FORM itself if it names none of them, or defines
something, or if FRAME is NIL."
  (let ((bindings (and frame (not (%frame-elided frame)) (%frame-bindings frame))))
    (if (and (not (and (consp form) (symbolp (car form)) (eql 0 (search "DEF" (symbol-name (car form))))))
             (%names-one-of-p form (mapcar #'car bindings)))
        `(symbol-macrolet ,bindings ,form)
        form)))

(defun frame-eval (frame form)
  "Evaluates FORM, in which the variables of FRAME are visible by their names and can be assigned. Returns its values.
Local functions, macros and blocks around the position are not known."
  (eval `(symbol-macrolet ,(%frame-bindings frame) ,form)))

;;; Exits from a frame.

(defun frame-return (frame &rest values)
  "Returns VALUES from FRAME's function to its caller; frames inside it are left, cleanup forms run. Does not return.
Signals a CONTROL-ERROR if FRAME has ended or does not belong to a function."
  (%leave-frame frame (lambda () (values-list values))))

(defun %leave-frame (frame function)
  "Leaves FRAME and calls FUNCTION in its place; signals an error if FRAME does not belong to a function."
  (if (%frame-function frame)
      (%replace-frame (%frame-stack frame) function)
      (error 'simple-control-error :format-control "the frame has no function to return from")))

(defun %retried-function (frame)
  "Returns the function that FRAME-RETRY calls: the current definition of the name of FRAME's function, if it is
global."
  (let ((name (%frame-name frame)))
    (if (and (%function-name-p name) (fboundp name) (not (and (symbolp name) (macro-function name))))
        (fdefinition name)
        (%frame-function frame))))

(defun %retried-arguments (frame)
  "Returns the arguments that FRAME-RETRY passes, and true; NIL and NIL if they are not known."
  (multiple-value-bind (parameters known) (%frame-parameters frame)
    (if (and known (every #'cdr parameters))
        (values (%arguments-again parameters (nth-value 1 (%function-source (%frame-function frame)))) t)
        (values '() nil))))

(defun %arguments-again (parameters lambda-list)
  "Returns the arguments that give PARAMETERS of LAMBDA-LIST their values."
  (let ((keys (member '&key lambda-list))
        (rest (second (member '&rest lambda-list))))
    (loop for (name value) in parameters
          for key = (find name keys :key #'%parameter-name)
          if (and rest (eq name rest))
            append value
          else if (not key)
            collect value
          else if (not rest)
            collect (if (and (consp key) (consp (car key))) (caar key) (intern (symbol-name name) "KEYWORD"))
          and collect value)))

(defun frame-retry (frame)
  "Calls FRAME's function again in its place, with the current values of its arguments; if it has a name, the function
of that name, which may have been redefined. Frames inside it are left, cleanup forms run. Does not return. Signals
a CONTROL-ERROR if FRAME has ended, if its arguments are not known, or if it does not belong to a function."
  (multiple-value-bind (arguments known) (%retried-arguments frame)
    (unless known
      (error 'simple-control-error :format-control "the arguments of ~S are no longer known" :format-arguments (list (%frame-name frame))))
    (let ((function (%retried-function frame)))
      (%leave-frame frame (lambda () (apply function arguments))))))

(export '(frames frame-name frame-elided-p frame-function frame-source frame-arguments frame-locals frame-eval frame-return frame-retry))
