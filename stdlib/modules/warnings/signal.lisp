;;; Turns the compiler's findings into warnings, and shows them.

(in-package "TESSERA")

;;; Definitions of a file that is compiled do not exist before the file is loaded. A quoted name in a call of a library
;;; function may be the name of a function that the call defines.

(defun %quoted-names (form)
  "Returns the names of functions that FORM, a call, may define: those quoted in it, without those in functions within."
  (let ((names '()))
    (labels ((note (object)
               (when (and object (%function-name-p object)) (push object names)))
             (walk (form)
               (cond ((or (atom form) (%memq (car form) '(lambda named-lambda function))))
                     ((not (eq (car form) 'quote)) (%map-list #'walk (cdr form)))
                     (t (let ((object (car (last form))))
                          (note object)
                          (when (listp object) (%map-list #'note object)))))))
      (walk form))
    names))

(defun %defined-arity (form)
  "Returns a list of the minimum and the maximum number of arguments of the function that FORM defines; the maximum is
NIL if there is none. Returns NIL if FORM does not say."
  (let ((definition (third form)))
    (and (eq (car form) '%set-fdefinition)
         (consp definition)
         (eq (car definition) 'named-lambda)
         (multiple-value-list (%lambda-list-arity (third definition))))))

(defun %definitions (references)
  "Returns a hash table from names of functions that REFERENCES may define to the values of %DEFINED-ARITY."
  (let ((table (make-hash-table :test 'equal)))
    (loop for (thing) in references
          when (and (consp thing)
                    (symbolp (car thing))
                    (or (eq (car thing) 'ensure-generic-function)
                        (eql 0 (position #\% (symbol-name (car thing))))))
            do (dolist (name (%quoted-names thing))
                 (setf (gethash name table) (or (%defined-arity thing) (gethash name table)))))
    table))

(defun %as-defined-later (finding definitions)
  "Returns FINDING in the state after the compiled code was loaded: NIL if the code is correct then."
  (destructuring-bind (file kind position name &rest details) finding
    (multiple-value-bind (arity found) (gethash name definitions)
      (let ((given (and (member kind '(:undefined-function :argument-count)) (first details))))
        (cond ((or (not found) (not (member kind '(:undefined-function :argument-count :odd-keywords :unknown-keyword)))) finding)
              ((and arity given (not (<= (first arity) given (or (second arity) given))))
               (list* file :argument-count position name given arity)))))))

;;; A finding is (FILE KIND POSITION NAME . DETAILS) here; FILE is NIL for what is being compiled; at the end of a unit
;;; it is (FILE MUFFLED . FILES): of the time when FILE ended, *MUFFLED-WARNINGS*, and the files that were loading it.

(defun %grouped (findings key join)
  "Returns FINDINGS, in which those with the same value of the function KEY, unless that is NIL, are joined: JOIN makes
one finding of a list of them."
  (let ((groups (make-hash-table :test 'equal)) (result '()))
    (dolist (finding findings)
      (let ((its (funcall key finding)))
        (cond ((null its) (push (list finding) result))
              ((gethash its groups) (push finding (cdr (gethash its groups))))
              (t (push (setf (gethash its groups) (list finding)) result)))))
    (mapcar (lambda (group)
              (if (funcall key (first group))
                  (funcall join (cons (first group) (reverse (rest group))))
                  (first group)))
            (nreverse result))))

(defun %joined-uses (findings)
  "Returns one finding for FINDINGS, which have the same kind and name: the first, with their number."
  (append (first findings) (list (length findings))))

(defun %use-key (finding)
  "Returns the kind and name of FINDING, if it is about a use of a name; or NIL."
  (destructuring-bind (file kind position name &rest details) finding
    (declare (ignore file position details))
    (and (member kind '(:undefined-function :undefined-variable :late-macro))
         (list kind name))))

(defun %joined-redefinitions (findings)
  "Returns one finding for FINDINGS about functions that one file had defined and another one defines again."
  (destructuring-bind (file kind position name old-file) (first findings)
    (declare (ignore name))
    (list file kind position (remove-duplicates (mapcar #'fourth findings) :from-end t) old-file)))

(defun %redefinition-key (finding)
  "Returns the files of FINDING, if it is about a redefinition; or NIL."
  (destructuring-bind (file kind position name &rest details) finding
    (declare (ignore position name))
    (and (eq kind :redefinition) (list (car file) details))))

(defun %definition-p (form)
  "True if FORM looks like a definition."
  (and (consp form)
       (symbolp (car form))
       (eql 3 (mismatch "DEF" (symbol-name (car form))))))

(defun %with-line-of-definition (finding)
  "Returns FINDING, which is about a list within a toplevel form, with the line of that form; NIL if it deserves no
warning."
  (destructuring-bind (file kind position form) finding
    (let ((text (source-line *source-file* (ash position -20))))
      (and (%definition-p form)
           text
           (eql 4 (mismatch "(def" text :test #'char-equal))
           (list file kind (1+ position) nil (values (%form-position form)))))))

(defun %in-template-p (name call)
  "True if the expansion of CALL, a call of a global macro, has the symbol NAME even if the caller writes another one,
so that NAME comes from the macro."
  (ignore-errors
   (and (macro-function (car call))
        (let ((stack (list (macroexpand-1 (subst (gensym) name call)))))
          (loop while stack
                do (let ((next (pop stack)))
                     (cond ((eq next name) (return t))
                           ((consp next) (push (cdr next) stack) (push (car next) stack)))))))))

(defun %relevant (findings references)
  "Returns FINDINGS without those that deserve no warning, each once. REFERENCES are those of the unit."
  (let ((seen (make-hash-table :test 'equal)) (definitions (%definitions references)))
    (loop for finding in findings
          for known = (case (second finding)
                        (:misplaced-definition (%with-line-of-definition finding))
                        (:captured-variable (and (%in-template-p (fourth finding) (fifth finding)) finding))
                        (t (%as-defined-later finding definitions)))
          for (file kind position name) = known
          unless (or (null known)
                     (and (eq kind :undefined-function) (assoc name *declared-functions* :test #'equal))
                     (and (plusp position) (gethash (list file kind position name) seen)))
            collect known
            and do (setf (gethash (list file kind position name) seen) t))))

(defun %muffled-p (warning kinds)
  "True if the kind of WARNING is one of KINDS, a value of *MUFFLED-WARNINGS*."
  (some (lambda (kind)
          (or (eq kind t)
              (let ((class (and (symbolp kind) (%warning-class kind))))
                (and class (typep warning class)))))
        kinds))

(defun %signal-findings (findings references)
  "Warns of FINDINGS. At the end of a unit, REFERENCES are all of its references."
  (dolist (finding (%grouped (%grouped (%relevant findings references) #'%use-key #'%joined-uses) #'%redefinition-key #'%joined-redefinitions))
    (destructuring-bind (file kind position name &rest details) finding
      (let ((warning (make-condition (%warning-class kind) :file (if file (car file) *source-file*) :position position
                                                           :name name :details details)))
        (unless (%muffled-p warning (if file (cadr file) *muffled-warnings*))
          (warn warning))))))

(defun %write-warning (warning stream)
  "Writes the compiler's WARNING to STREAM: position, kind, message, and below the source line, if it is known."
  (let* ((file (warning-file warning))
         (line (warning-line warning))
         (column (warning-column warning))
         (prompt-p (or (null file) (string= file *prompt-source*)))
         (placed (and file (not (zerop line)))))
    (format stream "~&~:[~A:~:[~D:~D:~;~2*~] ~;~4*~]~:[~;style ~]warning: ~A~@[, in the expansion of ~A~]~%"
            prompt-p file (zerop line) line column
            (typep warning 'style-warning) warning (and placed (not (typep warning 'late-macro-warning)) (%macro-call-at file line column)))
    (when placed
      (%write-source-line file line column stream))))
