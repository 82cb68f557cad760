;;; MACROEXPAND-ALL and MACROSTEP.

(in-package "TESSERA")

;;; The macros that a subform sees depend on its environment: local macros, symbol macros, and names that hide them.
;;; Only the compiler knows it. So each subform is put into a call of the macro %WALKED, which the compiler expands in
;;; place. The expansion stores its result in a box, and the boxes together give the result. The compiled code is never
;;; run.

(defstruct (%box (:constructor %box (form)) (:copier nil))
  "A form within another. FORM is its expansion, with boxes for the forms within."
  form)

(defvar *walker* nil
  "A function of a macro call, its expansion by MACROEXPAND-1, and an environment: see %WALK.")

(defvar *complaint* nil
  "A function that is called with an error in the expansion of a macro call, which then stays unexpanded; or NIL.")

(defun %boxed (form)
  "Returns FORM with a box for the walk; FORM itself if it cannot contain macro calls."
  (if (or (consp form) (and form (symbolp form) (not (keywordp form))))
      `(%walked ,(%box form) ,form)
      form))

(defun %boxed-p (form)
  "True if FORM has a box."
  (and (consp form) (eq (car form) '%walked)))

(defun %unboxed (form)
  "Returns FORM without the boxes in it."
  (let ((done (make-hash-table :test 'eq)))
    (labels ((unbox (form)
               (cond ((%boxed-p form) (unbox (%box-form (second form))))
                     ((or (atom form) (eq (car form) 'quote)) form)     ; data may be circular
                     ((gethash form done))
                     (t (setf (gethash form done) (unbox-list form)))))
             (unbox-list (list)
               (let ((parts (loop for rest = list then (cdr rest)
                                  while (and (consp rest) (not (%boxed-p rest)))
                                  collect (unbox (car rest)) into firsts
                                  finally (return (cons (if rest (unbox rest) nil) firsts)))))
                 (if (and (null (car parts)) (every #'eq (cdr parts) list)) list (append (cdr parts) (car parts))))))
      (unbox form))))

;;; Positions of forms.

(defun %boxed-lambda-list (lambda-list)
  "Returns LAMBDA-LIST with its default values boxed."
  (let ((defaults nil))
    (loop for parameter in lambda-list
          do (when (member parameter '(&optional &key &aux)) (setq defaults t))
          collect (if (and defaults (consp parameter) (consp (cdr parameter)))
                      (list* (first parameter) (%boxed (second parameter)) (cddr parameter))
                      parameter))))

(defun %boxed-definition (definition)
  "Returns DEFINITION, a list (NAME LAMBDA-LIST . BODY) as in FLET, with the forms in it boxed."
  (if (and (consp definition) (consp (cdr definition)) (listp (second definition)) (%proper-p definition) (%proper-p (second definition)))
      (multiple-value-bind (forms declarations documentation) (%parse-body (cddr definition) t)
        `(,(first definition) ,(%boxed-lambda-list (second definition))
          ,@(and documentation (list documentation)) ,@declarations ,@(mapcar #'%boxed forms)))
      definition))

(defun %boxed-function (function)
  "Returns FUNCTION, the operand of the operator FUNCTION, with the forms in it boxed."
  (cond ((atom function) function)
        ((eq (car function) 'lambda) (%boxed-definition function))
        ((eq (car function) 'named-lambda) (cons (car function) (%boxed-definition (cdr function))))
        (t function)))

(defun %boxed-template (template depth)
  "Returns TEMPLATE in DEPTH backquotes, with the forms after its commas boxed."
  (cond ((atom template) template)
        ((and (%memq (car template) '(unquote unquote-splicing unquote-nsplicing)) (consp (cdr template)))
         (list (car template)
               (if (= depth 1) (%boxed (second template)) (%boxed-template (second template) (1- depth)))))
        ((eq (car template) 'quasiquote) (list 'quasiquote (%boxed-template (second template) (1+ depth))))
        (t (cons (%boxed-template (car template) depth) (%boxed-template (cdr template) depth)))))

(defun %boxed-form (form)
  "Returns FORM, a special form or the call of a function, with the forms in it boxed."
  (let ((operator (car form)))
    (cond ((consp operator) (cons (%boxed-function operator) (mapcar #'%boxed (cdr form))))
          ((eq operator 'function) (list 'function (%boxed-function (second form))))
          ((%memq operator '(lambda named-lambda)) (%boxed-function form))
          ((and (%memq operator '(flet labels)) (listp (second form)))
           `(,operator ,(mapcar #'%boxed-definition (second form)) ,@(%map-body #'%boxed (cddr form))))
          ((%special-form-p form) (%map-subforms #'%boxed form))
          (t (cons operator (mapcar #'%boxed (cdr form)))))))

;;; Walking.

(defmacro %walked (box form &environment environment)
  "(%walked BOX FORM): expands the macros in FORM with *WALKER*, and stores the expansion in BOX."
  (multiple-value-bind (next code) (%walk form environment)
    (setf (%box-form box) next)
    (if code next nil)))

(defun %walk (form environment)
  "Returns two values: the expansion of FORM in ENVIRONMENT, with boxes for the forms in it, and true if the compiler is
to process that as well."
  (cond ((%boxed-p form) (values form t))
        ((and (consp form) (eq (car form) 'quasiquote) (consp (cdr form)))
         (values (list 'quasiquote (%boxed-template (second form) 1)) t))
        ((and (consp form) (eq (car form) 'load-time-value) (consp (cdr form)))
         (values `(load-time-value ,(%walk-alone (second form)) ,@(cddr form)) nil))
        (t (multiple-value-bind (expansion expanded) (%expanded-once form environment)
             (cond ((eq expanded :failed) (values form nil))
                   (expanded (funcall *walker* form expansion environment))
                   ((and (consp form) (%proper-p form)) (values (%boxed-form form) t))
                   (t (values form t)))))))

(defun %expanded-once (form environment)
  "Returns the values of MACROEXPAND-1 for FORM in ENVIRONMENT; FORM and :FAILED after an error that *COMPLAINT* has
taken."
  (if *complaint*
      (handler-case (macroexpand-1 form environment)
        (error (condition)
          (funcall *complaint* condition)
          (values form :failed)))
      (macroexpand-1 form environment)))

(defun %names-left (form)
  "Returns two lists: the blocks that forms within FORM leave, and the tags that they go to."
  (let ((blocks '(nil)) (tags '()) (stack (list form)) (seen (make-hash-table :test 'eq)))
    (loop while stack
          do (let ((next (pop stack)))
               (when (and (consp next) (not (gethash next seen)))
                 (setf (gethash next seen) t)
                 (when (and (consp (cdr next)) (atom (second next)))
                   (case (car next)
                     (return-from (when (symbolp (second next)) (pushnew (second next) blocks)))
                     (go (pushnew (second next) tags))))
                 (push (cdr next) stack)
                 (push (car next) stack))))
    (values blocks tags)))

(defun %walk-alone (form &optional environment)
  "Returns FORM with the macro calls in it expanded by *WALKER*. Its environment only has the macros of ENVIRONMENT."
  (multiple-value-bind (blocks tags) (%names-left form)
    (let ((boxed (%boxed form)))
      (when (%boxed-p boxed)
        (let ((code `(tagbody ,boxed ,@tags)))
          (dolist (name blocks) (setq code `(block ,name ,code)))
          (handler-bind ((warning #'muffle-warning))
            (let ((*mistakes-wait* nil))
              (%compile-lambda `(lambda () ,code) nil environment)))))
      (%unboxed boxed))))

;;; MACROEXPAND-ALL.

(defun %macroexpand-all (form &optional environment)
  "Implements MACROEXPAND-ALL."
  (let ((*walker* (lambda (form expansion environment) (declare (ignore form)) (%walk expansion environment))))
    (%walk-alone form environment)))

;;; MACROSTEP. A macro call is noted with its expansion, and its subforms are not looked at before it is
;;; expanded.

(defstruct (%macro-call (:constructor %macro-call (form expansion)) (:copier nil))
  "A macro call within a form, and its expansion."
  form expansion)

(defun %with-calls (form)
  "Returns two values: FORM with a %MACRO-CALL in place of each outermost macro call in it, and a list of these, in
order."
  (let* ((calls '())
         (*walker* (lambda (form expansion environment)
                     (declare (ignore environment))
                     (let ((call (%macro-call form expansion)))
                       (push call calls)
                       (values call nil))))
         (result (%walk-alone form)))
    (values result (%calls-in-order result calls))))

(defun %calls-in-order (form calls)
  "Returns CALLS in the order in which they stand in FORM."
  (let ((found '()) (stack (list form)) (seen (make-hash-table :test 'eq)))
    (loop while stack
          do (let ((next (pop stack)))
               (cond ((%macro-call-p next) (when (member next calls) (pushnew next found)))
                     ((and (consp next) (not (gethash next seen)))
                      (setf (gethash next seen) t)
                      (push (cdr next) stack)
                      (push (car next) stack)))))
    (nreverse found)))

(defun %replace-calls (form function)
  "Returns FORM with each %MACRO-CALL replaced by the value of FUNCTION for it."
  (cond ((%macro-call-p form) (funcall function form))
        ((or (atom form) (eq (car form) 'quote)) form)
        (t (let ((first (%replace-calls (car form) function)) (rest (%replace-calls (cdr form) function)))
             (if (and (eq first (car form)) (eq rest (cdr form))) form (cons first rest))))))

;;; The change of a step is marked by a color, or by arrows on a terminal without colors.

(defstruct (%marked (:constructor %marked (form)) (:copier nil)) form)

(defparameter *mark-begin* (code-char #xE000))
(defparameter *mark-end* (code-char #xE001))

(defun %pretty-text (form columns)
  "Returns the text of FORM in lines of COLUMNS; parts that are %MARKED stand between marks."
  (let ((*print-pprint-dispatch* (copy-pprint-dispatch)) (*print-pretty* t) (*print-right-margin* columns) (*print-circle* nil)
        (*print-readably* nil))
    (set-pprint-dispatch '%marked (lambda (stream marked)
                                    (write-char *mark-begin* stream)
                                    (write (%marked-form marked) :stream stream)
                                    (write-char *mark-end* stream)))
    (prin1-to-string form)))

(defun %with-marks-shown (text)
  "Returns TEXT with the parts between marks in a color, or with arrows in place of the marks."
  (with-output-to-string (out)
    (loop with colors = (terminal-colors-p *query-io*) and marked = nil
          for i from 0 below (length text)
          for char = (char text i)
          do (cond ((char= char *mark-begin*)
                    (setq marked t)
                    (format out "~:[=>~;~C[1;32m~]" colors #\Escape))
                   ((char= char *mark-end*)
                    (setq marked nil)
                    (format out "~:[<=~;~C[0m~]" colors #\Escape))
                   (t (write-char char out)
                      (when (and colors marked (char= char #\Newline) (eql #\Space (char text (1+ i))))
                        (incf i)))))))       ; the mark, which is not seen, has shifted what stands below it

(defun %call-in-short (call most)
  "Returns the form of CALL in at most MOST characters, with symbols written as in the whole form."
  (let ((*print-circle* nil) (text (%text-in-short (%macro-call-form call))))
    (%cut-to text most)))

(defun %show-step (form calls end)
  "Writes FORM, of which a part may be marked, and its macro CALLS; END where there are none."
  (format *query-io* "~&~A~%" (%with-marks-shown (%pretty-text form (%line-width *query-io*))))
  (if calls
      (format *query-io* "~:[~{~A~}~;~{~1{~D: ~A~}~^  ~}~]~%" (cdr calls)
              (if (cdr calls)
                  (loop for call in calls
                        for i from 1
                        collect (list i (%call-in-short call 30)))
                  (list (format nil "1: ~A" (%call-in-short (car calls) 60)))))
      (format *query-io* "~A~%" end)))

(defun %no-calls-text (form first failed)
  "Returns the message for FORM without a macro call that can be expanded: for the FIRST form, or one in which a call
FAILED."
  (cond (failed "A macro call that fails is left as it is.")
        ((not first) "There is no macro call left in it.")
        ((consp form) "There is no macro call in it.")
        (t (format nil "~A is not a call. Is its quote missing? Usage: (macrostep '(when a b))" (%text-in-short form)))))

(defparameter *macrostep-help*
  "Return: expand the first macro call; N: expand number N; a: expand all;
u: undo the last step; q or Ctrl-D: leave; h or ?: this.
Lisp that you type is evaluated; :abort: back to the prompt.")

(defun %expanded-at (form chosen)
  "Returns two values: FORM, a result of %WITH-CALLS, with the call CHOSEN expanded; and the same with the expansion
marked."
  (flet ((expand (mark)
           (%replace-calls form (lambda (call)
                                  (cond ((not (eq call chosen)) (%macro-call-form call))
                                        (mark (%marked (%macro-call-expansion call)))
                                        (t (%macro-call-expansion call)))))))
    (values (expand nil) (expand t))))

(defun %macrostep-command (line)
  "Returns the command in LINE: :QUIT, :UNDO, :ALL, a number from 0 on, or NIL."
  (cond ((string= line "") 0)
        ((every #'digit-char-p line) (1- (parse-integer line)))
        (t (cdr (assoc (string-left-trim ":" line)
                       '(("q" . :quit) ("quit" . :quit) ("u" . :undo) ("undo" . :undo) ("a" . :all) ("all" . :all))
                       :test #'string-equal)))))

(defun %calls-or-complaint (form)
  "Returns the values of %WITH-CALLS for FORM, and true if there are errors in it, such as wrong macro calls. Reports
them to the user."
  (let* ((failed nil)
         (*complaint* (lambda (condition) (format *query-io* "~&~A~%" (%safe-message condition)) (setq failed t))))
    (multiple-value-bind (with-calls calls)
        (handler-case (%with-calls form)
          (error (condition)
            (funcall *complaint* condition)
            (values form '())))
      (values with-calls calls failed))))

(defun %macrostep (form)
  "Implements MACROSTEP."
  (let ((before '()) (shown form) (show t) (keys "Return: expand call 1, N: call N, a: all calls, q: quit, h: more commands"))
    (loop
      (multiple-value-bind (with-calls calls failed) (%calls-or-complaint form)
        (when show (%show-step shown calls (%no-calls-text form (null before) failed)))
        (setq show t)
        (unless calls
          (return form))
        (format *query-io* "~@[~&~A~%~]" (shiftf keys nil))
        (let ((command (or (ask "macrostep> " :answer #'%macrostep-command :help *macrostep-help* :words '("all" "undo" "quit" "help")) :quit)))
          (cond ((eq command :quit) (return form))
                ((and (eq command :undo) before) (setq form (pop before) shown form))
                ((eq command :all)
                 (push form before)
                 (setq form (%macroexpand-all form) shown form))
                ((and (integerp command) (< -1 command (length calls)))
                 (push form before)
                 (multiple-value-setq (form shown) (%expanded-at with-calls (nth command calls))))
                (t (setq show nil)
                   (format *query-io* "~&~A~%"
                           (if (eq command :undo)
                               "There is no step to be undone."
                               (format nil "There is no call number ~D." (1+ command)))))))))))
