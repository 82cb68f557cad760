;;; Frames of functions that have not returned, for debuggers and editors: arguments, locals, positions; evaluating
;;; forms in a frame, returning from it and calling it again.

(in-package "TESSERA")

(defun frames (&optional (count 1000))
  "Returns a list of the frames, among the innermost COUNT, of the user's functions and of those that she called, the
innermost first. A frame is of use until its function returns."
  (%user-frames count))

(defun frame-name (frame)
  "Returns the name of FRAME's function; (LAMBDA lambda-list) where it has none, :TOPLEVEL-FORM for a form at toplevel,
:READER where a form is being read."
  (%frame-name frame))

(defun frame-elided-p (frame)
  "True if FRAME is gone: its function ended in a tail call, and what it called runs in its place. Nothing but its name
is known."
  (%frame-elided frame))

(defun frame-function (frame)
  "Returns the function of FRAME, or NIL where a form is being read or evaluated at toplevel."
  (%frame-function frame))

(defun frame-source (frame)
  "Returns three values: the name of the file that FRAME's function was compiled from, and the line and column, from 1,
of the form that is being evaluated; NIL for what is not known. SOURCE-LINE gives the line."
  (flet ((known (number) (and number (plusp number) number)))
    (values (%frame-file frame) (known (%frame-line frame)) (known (%frame-column frame)))))

;;; Variables. Code with (OPTIMIZE (DEBUG 0)), such as the library, has no information on them.

(defun frame-arguments (frame)
  "Returns a list of FRAME's parameters in order, with their values: (NAME VALUE), or (NAME) where that is not known any
more. A parameter that was assigned has its new value."
  (values (%frame-parameters frame)))

(defun %frame-all-variables (frame)
  (and (%frame-function frame) (%frame-variables (%frame-stack frame))))

(defun frame-locals (frame)
  "Returns a list of the other variables that are bound where FRAME stands, those that its function uses of others'
included: (NAME VALUE) for each, outer ones first."
  (loop for (name nil parameter . value) in (%frame-all-variables frame)
        when (and (not parameter) value (%users-variable-p name))
          collect (cons name value)))

(defun %users-variable-p (name)
  "True if NAME is none that the library's macros bind."
  (or (not (eq (symbol-package name) (find-package "TESSERA"))) (%public-symbol-p name)))

(defun %frame-place (stack number)
  "Returns the value of variable NUMBER of the frame at STACK."
  (let ((variable (find number (%frame-variables stack) :key #'second)))
    (if (cdddr variable)
        (fourth variable)
        (error 'simple-control-error :format-control "the variable is not known any more"))))

(defun (setf %frame-place) (value stack number)
  (unless (%set-frame-variable stack number value)
    (error 'simple-control-error :format-control "the variable cannot be assigned here"))
  value)

(defun %frame-bindings (frame)
  "Returns what SYMBOL-MACROLET takes to let the variables of FRAME be seen, the inner one of those of the same name."
  (let ((bindings '()))
    (loop for (name number nil . value) in (%frame-all-variables frame)
          when (and value (not (%special-variable-p name)))
            do (setf bindings (cons `(,name (%frame-place ,(%frame-stack frame) ,number)) (remove name bindings :key #'car))))
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
something."
  (let ((bindings (and (not (%frame-elided frame)) (%frame-bindings frame))))
    (if (and (not (and (consp form) (symbolp (car form)) (eql 0 (search "DEF" (symbol-name (car form))))))
             (%names-one-of-p form (mapcar #'car bindings)))
        `(symbol-macrolet ,bindings ,form)
        form)))

(defun frame-eval (frame form)
  "Evaluates FORM where the variables of FRAME can be seen by their names, and assigned. Returns its values. Of local
functions, macros and blocks around the place nothing is known."
  (eval `(symbol-macrolet ,(%frame-bindings frame) ,form)))

;;; Exits from a frame.

(defun frame-return (frame &rest values)
  "Returns VALUES from FRAME's function to its caller; what is left for that is undone, cleanup forms run. Does not
return. A CONTROL-ERROR if FRAME has ended, or is none of a function."
  (%leave-frame frame (lambda () (values-list values))))

(defun %leave-frame (frame function)
  (if (%frame-function frame)
      (%replace-frame (%frame-stack frame) function)
      (error 'simple-control-error :format-control "the frame is of no function that could be left")))

(defun %retried-function (frame)
  "Returns the function that FRAME-RETRY calls: what FRAME's function's name means now, if that is a global one's."
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
  "Calls FRAME's function again in its place, with the arguments as they are now; if it has a name, the function of that
name, which may have been redefined. What is left for that is undone, cleanup forms run. Does not return. A
CONTROL-ERROR if FRAME has ended, if its arguments are not known, or if it is none of a function."
  (multiple-value-bind (arguments known) (%retried-arguments frame)
    (unless known
      (error 'simple-control-error :format-control "the arguments of ~S are not known any more" :format-arguments (list (%frame-name frame))))
    (let ((function (%retried-function frame)))
      (%leave-frame frame (lambda () (apply function arguments))))))

(export '(frames frame-name frame-elided-p frame-function frame-source frame-arguments frame-locals frame-eval frame-return frame-retry))
