;;; STEP: evaluates a form step by step, and steps into functions that it calls (chapter 25).
;;;
;;; STEP compiles a form so that each subform asks before it is evaluated, in the frame of the program: locals,
;;; positions and backtraces are the program's. Subforms are found by syntax alone: the macro STEPPED wraps itself
;;; around them, and the compiler keeps the environments. A global function that is called is compiled in the same way
;;; from its source, if that is known: typed text, or a loaded file that has not changed since.

(in-package "TESSERA")

(defvar *stepping* nil "The way in which STEP continues: :EACH asks before each form, NIL asks no more.")
(defvar *step-asker* '%ask-to-step
  "A function of a form and its position, or NIL, that returns the user's answer: one of the keywords of
*STEP-ANSWERS*.")
(defvar *step-watcher* '%show-stepped-values
  "A function of the list of the values of a form that was stepped into or over.")
(defvar *step-depth* 0 "The depth of the current form in the one that is stepped through.")
(defvar *step-call* nil
  "A list of one element for the call that is stepped through: true if stops begin again after it.")
(defvar *step-bindings* '() "The values of the variables that %STEP-BEGINS has named.")
(defvar *stepped-functions* nil
  "A table from functions to the versions of them with stops; NIL for those that are not stepped through.")

(defparameter *step-keys* "Return or s: into, n: over, o: out, c: continue, q: quit, ?: help"
  "The text that is shown when STEP begins.")

(defparameter *step-help*
  "Return, s or into: go into this form
n or over: evaluate it without stops
o or out: go on without stops to the end of this function
c or continue: go on without stops to the end of all
q or quit, or Ctrl-D: stop
Lisp that you type is evaluated."
  "The help text of STEP.")

;;; The dialogue.

(defun %step-write (control &rest arguments)
  "Writes to *QUERY-IO*, on a separate line, indented by the depth."
  (format *query-io* "~&~V@T~?" (* 2 (min *step-depth* 20)) control arguments)
  (finish-output *query-io*))

(defun %step-show-position (position)
  "Shows the position of the form that is stepped through: POSITION is a list of file, line and column."
  (destructuring-bind (file line column) position
    (%step-write "~@[~A:~]~D:~D~%" file line column)
    (when file (ignore-errors (%write-source-line file line column *query-io*)))))

(defparameter *step-answers*
  '((:each "" "s" "into") (:over "n" "over") (:out "o" "out") (:continue "c" "continue") (:quit "q" "quit")))

(defun %step-answer (text)
  "Returns the keyword of *STEP-ANSWERS* for TEXT, or NIL."
  (car (find-if (lambda (answer) (member text (cdr answer) :test #'string-equal)) *step-answers*)))

(defun %ask-to-step (form position)
  "Shows FORM at POSITION and asks the user. Returns :EACH, :OVER, :OUT, :CONTINUE or :QUIT; at the end of a file that
is the input, :CONTINUE."
  (when position (%step-show-position position))
  (or (%ask-in-frame (find-if #'%users-function-frame-p (%user-frames 20)) form)
      (if (interactive-stream-p *query-io*) :quit :continue)))

(defun %users-function-frame-p (frame)
  "True if FRAME is of a function of the user's."
  (and (%frame-function frame) (not (%library-frame-p frame))))

(defun %ask-in-frame (frame form)
  "Asks the user what to do with FORM. Lisp that is typed sees the variables of FRAME, unless that is NIL."
  (let ((*form-wrapper* (lambda (form) (form-in-frame frame form))))
    (ask (let ((*print-level* 4) (*print-length* 8) (*print-pretty* nil))
           (format nil "~V@T~S ? " (* 2 (min *step-depth* 20)) form))
         :answer #'%step-answer :help *step-help* :history :step :words '("into" "over" "out" "continue" "quit"))))

(defun %show-stepped-values (values)
  "Shows the list VALUES of a form."
  (%step-write "=> ~:[no values~;~:*~{~A~^, ~}~]~%" (mapcar #'%text-in-short values)))

(defun %step-ends (values)
  "Shows the list VALUES of a form if stops are made at its end, and returns them."
  (when *stepping* (funcall *step-watcher* values))
  (values-list values))

(defun %step-begins (form position)
  "Asks what to do with FORM, which stands at POSITION. Returns the variables to bind to *STEP-BINDINGS* while it is
evaluated."
  (setq *step-bindings* '())
  (when *stepping*
    (ecase (funcall *step-asker* form position)
      (:each (setq *step-bindings* (list (+ *step-depth* 1))) '(*step-depth*))
      (:over (setq *step-bindings* (list nil)) '(*stepping*))
      (:out (setf (car *step-call*) t) (setq *stepping* nil) '())
      (:continue (setq *stepping* nil) '())
      (:quit (throw '%step-quit nil)))))

;;; Positions of subforms; special-operators.lisp has them for the special operators.

(defvar *within-placed* nil "True while the subforms of a form with a known position, or of its expansion, are found.")

(defun %stepped-form (form)
  "Returns the form that steps through FORM."
  `(%stepped ,form ,*within-placed*))

(defun %asked-before-p (form)
  "True if the evaluation of FORM is worth a stop."
  (and (consp form)
       (not (%memq (car form) '(lambda declare)))
       (multiple-value-bind (special evaluates) (%special-form-p form)
         (or evaluates (not special)))))

(defun %stepped-call (form)
  "Returns the expansion of the function call FORM, which steps through its arguments and then its function."
  (let ((variables (mapcar (lambda (argument) (declare (ignore argument)) (gensym)) (cdr form))))
    `(let ,(mapcar (lambda (variable argument) `(,variable ,(%stepped-form argument))) variables (cdr form))
       (%step-into #',(car form) ,@variables))))

(defun %stepped-body (forms)
  "Returns FORMS, the body of a function, with stops; these begin again after its end if they were left out up to
there."
  `(let ((*step-call* (list nil)))
     (unwind-protect (progn ,@(mapcar #'%stepped-form forms))
       (when (car *step-call*) (setq *stepping* :each)))))

(defun %stepped-definition (definition)
  "Returns DEFINITION, a list (NAME LAMBDA-LIST . BODY) as in FLET, with stops at the forms of its body."
  (if (and (%proper-p definition) (cdr definition))
      (multiple-value-bind (forms declarations documentation) (%parse-body (cddr definition) t)
        `(,(first definition) ,(second definition) ,@(and documentation (list documentation)) ,@declarations
          ,(%stepped-body forms)))
      definition))

(defun %stepped-function (form)
  "Returns the expansion of FORM, a form with the operator FUNCTION."
  (let ((function (second form)))
    (cond ((symbolp function) `(%function-to-step ,form))
          ((eq (car function) 'lambda) `(function (lambda ,@(rest (%stepped-definition function)))))
          (t form))))

(defun %stepped-expansion (form environment)
  "Returns the expansion of (%STEPPED FORM) in ENVIRONMENT; macros in FORM are expanded when it is stepped into."
  (multiple-value-bind (expansion expanded) (macroexpand-1 form environment)
    (cond ((and (consp form) (%memq (car form) '(call-next-method next-method-p))) form)    ; local macros of the method, or functions
          (expanded (%stepped-form expansion))
          ((not (and (consp form) (%proper-p form))) form)
          ((eq (car form) 'function) (%stepped-function form))
          ((%memq (car form) '(flet labels))
           `(,(car form) ,(mapcar #'%stepped-definition (second form)) ,@(%map-body #'%stepped-form (cddr form))))
          ((eq (car form) 'lambda) (cons 'lambda (rest (%stepped-definition form))))
          ((%special-form-p form) (%map-subforms #'%stepped-form form))
          ((symbolp (car form)) (%stepped-call form))
          (t form))))

(defmacro %stepped (form &optional within-placed &environment environment)
  "(%stepped FORM): evaluates FORM after a stop. If WITHIN-PLACED, a form without a position comes from a macro, and has
no stop."
  (multiple-value-bind (line column) (%form-position form)
    (let ((expansion (let ((*within-placed* (or within-placed (and line t)))) (%stepped-expansion form environment))))
      (if (and (%asked-before-p form) (or line (not within-placed)))
          `(%step-ends (multiple-value-list (progv ,(%step-question form line column) *step-bindings* ,expansion)))
          expansion))))

(defun %step-question (form line column)
  "Returns a form at the position of FORM that asks before FORM is evaluated."
  (if line
      (%cons-at '%step-begins `(',form '(,*source-file* ,line ,column)) line column)
      `(%step-begins ',form nil)))

(defun %step-expansion (form)
  "Returns the expansion of (STEP FORM)."
  `(%in-module "debugger" '%call-stepping 'step (list (named-lambda (step ,form) () (%stepped ,form)))))

(defun %call-stepping (function)
  "Calls FUNCTION, which has stops. Returns its values, or NIL if the user leaves it."
  (catch '%step-quit
    (let ((*stepping* :each) (*step-depth* 0) (*step-call* (list nil)) (*stepped-functions* (make-hash-table :test 'eq)))
      (when (eq *step-asker* '%ask-to-step) (%step-write "~A~%" *step-keys*))
      (funcall function))))

;;; Stepping into functions.

(defun %step-into (function &rest arguments)
  "Calls FUNCTION with ARGUMENTS, with stops in it if STEP stops at each form."
  (if (eq function #'funcall)
      (apply #'%step-into arguments)
      (apply (%function-to-step function) arguments)))

(defun %function-to-step (function)
  "Returns the function to call for FUNCTION: a version with stops, if STEP stops at each form and its source is known."
  (or (and *stepping* (functionp function) (%steppable function))
      function))

(defun %steppable (function)
  "Returns the version of FUNCTION with stops, or NIL."
  (multiple-value-bind (stepped known) (gethash function *stepped-functions*)
    (if known
        stepped
        (setf (gethash function *stepped-functions*) (ignore-errors (%function-with-stops function))))))

(defun %function-with-stops (function)
  "Returns FUNCTION recompiled, with stops; NIL if its source is not known, or it is the library's or a closure."
  (if (%generic-function function)
      (%generic-with-stops (%generic-function function))
      (multiple-value-bind (name lambda-list documentation file line) (%function-source function)
        (declare (ignore documentation))
        (when (and (stringp file) name (symbolp name) line (eq (%kind-of-code function) :function) (not (%library-file-p file)))
          (let ((definition (%definition-at file line (lambda (form) (%defun-of-p form name lambda-list)))))
            (when definition
              (multiple-value-bind (forms declarations) (%parse-body (cdddr definition) t)
                (%compiled-in-file `(named-lambda ,name ,lambda-list ,@declarations (block ,name ,(%stepped-body forms)))
                                   file))))))))

(defun %compiled-in-file (lambda-expression file)
  "Returns the function that LAMBDA-EXPRESSION, which was read from FILE, denotes."
  (%with-source (file)
    (%compile-lambda lambda-expression)))

;;; A generic function is stepped through in a copy of it, whose methods are recompiled where their source is known.

(defun %generic-with-stops (gf)
  "Returns a copy of the generic function GF with stops in its methods; NIL if the source of none is known."
  (let ((copy (make-symbol (string (%block-name (%gf-name gf))))) (known nil))
    (ensure-generic-function copy :lambda-list (%gf-lambda-list gf) :method-combination (%gf-combination gf))
    (setf (%gf-precedence (%generic-function (fdefinition copy))) (%gf-precedence gf))
    (dolist (method (%gf-methods gf) (and known (fdefinition copy)))
      (if (%add-method-with-stops copy method)
          (setq known t)
          (%add-method (%generic-function (fdefinition copy))
                       (%make-method (class-of method) (%method-function method) (%method-qualifiers method) (%method-specializers method)
                                     (%method-lambda-list method) nil (%method-accessor method)))))))

(defun %add-method-with-stops (copy method)
  "Adds METHOD, recompiled with stops, to the generic function COPY. NIL if its source is not known."
  (let ((file (%method-file method)))
    (let ((definition (and file (%method-definition method file))))
      (when definition
        (multiple-value-bind (qualifiers lambda-list body) (%split-method-form copy (cddr definition))
          (multiple-value-bind (forms declarations) (%parse-body body t)
            (funcall (%compiled-in-file `(lambda ()
                                           (defmethod ,copy ,@qualifiers ,lambda-list ,@declarations
                                             (block ,(%block-name (second definition)) ,(%stepped-body forms))))
                                        file))))))))

(defun %method-file (method)
  "Returns the file of METHOD; NIL if it is not known, or the library's."
  (let ((file (and (not (%method-accessor method))
                   (nth-value 3 (%function-source (%method-function method))))))
    (and (stringp file) (not (%library-file-p file)) file)))

;;; The source of a definition.

(defun %definition-at (file line test)
  "Returns the definition in FILE of which TEST is true, the one at LINE. It is read again, so that its positions are
known."
  (let ((text (%source-text file)))
    (when text
      (multiple-value-bind (start first) (%form-start text line)
        (with-input-from-string (stream text :start start)
          (%set-stream-line stream first)
          (let ((*package* (%package-at text start)) (*read-eval* nil))
            (loop for form = (%read-to-step stream)
                  until (or (eq form stream) (> (or (%form-position form) 0) line))
                  do (let ((found (%definition-in form test)))
                       (when found (return found))))))))))

(defun %method-definition (method file)
  "Returns the DEFMETHOD form of METHOD in FILE, the last one that begins in the first column. It is read again."
  (let ((text (%source-text file)) (starts '()))
    (when text
      (loop for number from 1
            for start = 0 then (1+ end)
            for end = (position #\Newline text :start start)
            do (when (eql (mismatch "(defmethod" text :start2 start :test #'char-equal) 10)
                 (push (cons start number) starts))
            while end)
      (loop for (start . number) in starts
            do (with-input-from-string (stream text :start start)
                 (%set-stream-line stream number)
                 (let* ((*package* (%package-at text start)) (*read-eval* nil) (form (%read-to-step stream)))
                   (when (%defmethod-of-p form method) (return form))))))))

(defun %read-to-step (stream)
  "Reads a form of STREAM with its positions; returns STREAM at its end."
  (%clear-positions)
  (%read-form stream stream))

(defun %form-start (text line)
  "Returns two values for the last line of TEXT up to LINE that has a parenthesis in its first column: its index and
number."
  (let ((start 0) (first 1) (index 0))
    (loop for number from 1 to line
          for end = (position #\Newline text :start index)
          do (when (and (< index (length text)) (char= (char text index) #\())
               (setq start index first number))
             (setq index (if end (1+ end) (length text))))
    (values start first)))

(defun %package-at (text end)
  "Returns the current package of TEXT before index END."
  (let ((at (search (format nil "~%(in-package " ) (concatenate 'string (string #\Newline) (subseq text 0 end)) :from-end t :test #'char-equal)))
    (or (and at (ignore-errors (find-package (second (let ((*package* (find-package "COMMON-LISP-USER")))
                                                       (read-from-string text t nil :start at))))))
        (find-package "COMMON-LISP-USER"))))

(defun %definition-in (form test)
  "Returns the definition of which TEST is true that FORM, at toplevel, is or has; NIL if it has none."
  (cond ((not (and (consp form) (%proper-p form))) nil)
        ((funcall test form) form)
        ((%memq (car form) '(progn eval-when))
         (some (lambda (inner) (%definition-in inner test)) (cdr form)))))

(defun %defun-of-p (form name lambda-list)
  "True if FORM, a list, defines the function NAME with LAMBDA-LIST."
  (and (eq (car form) 'defun) (eq (second form) name) (equal (third form) lambda-list)))

(defun %defmethod-of-p (form method)
  "True if FORM, a list, seems to define METHOD."
  (and (eq (car form) 'defmethod)
       (equal (second form) (%gf-name (%method-generic-function method)))
       (multiple-value-bind (qualifiers lambda-list) (%split-method-form (second form) (cddr form))
         (and (equal qualifiers (%method-qualifiers method))
              (multiple-value-bind (variables specializers rest) (%split-specialized lambda-list)
                (and (equal (append variables rest) (%method-lambda-list method))
                     (every #'%specializer-written-p specializers (mapcar #'%specializer-name (%method-specializers method)))))))))

(defun %specializer-written-p (written name)
  "True if WRITTEN, in a method's lambda list, seems to mean the specializer called NAME."
  (if (and (consp written) (consp name))
      (or (equal written name) (equal (second written) `',(second name)))
      (equal written name)))
