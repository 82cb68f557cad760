;;; CASE, TYPECASE and their strict and correctable kin.

(in-package "TESSERA")

;;; Tests. Symbols, characters and fixnums are compared by EQ, since each is one word.

(defun %eq-key-p (key)
  "True if EQ does for EQL where one side is KEY."
  (or (symbolp key)
      (characterp key)
      (and (integerp key) (<= most-negative-fixnum key most-positive-fixnum))))

(defun %all-eq-keys-p (keys)
  (%while (and keys (%eq-key-p (car keys)))
    (setq keys (cdr keys)))
  (null keys))

(defun %key-test (variable key)
  `(,(if (%eq-key-p key) 'eq 'eql) ,variable ',key))

(defun %keys-test (variable keys)
  "Returns the form that tests whether VARIABLE is one of KEYS."
  (cond ((null keys) nil)
        ((null (cdr keys)) (%key-test variable (car keys)))
        ((< (length keys) 5)
         (let ((tests nil))
           (dolist (key keys) (setq tests (cons (%key-test variable key) tests)))
           `(or ,@(nreverse tests))))
        ((%all-eq-keys-p keys) `(%memq ,variable ',keys))
        (t `(%memql ,variable ',keys))))

(defun %clause-keys (clause operator)
  "Returns the list of the keys of a CASE clause."
  (unless (consp clause)
    (%program-error "~S: ~S is not a clause; a list (KEYS form*) is needed" operator clause))
  (if (listp (car clause)) (car clause) (list (car clause))))

(defun %otherwise-p (clause)
  (and (consp clause) (%memq (car clause) '(t otherwise))))

(defun %all-keys (clauses operator)
  (let ((keys nil))
    (dolist (clause clauses (nreverse keys))
      (dolist (key (%clause-keys clause operator))
        (setq keys (cons key keys))))))

(defun %case-clauses (operator variable clauses lenient)
  "Returns the COND clauses for CLAUSES of OPERATOR; if LENIENT, the last may be for all other keys."
  (let ((result nil))
    (%while (consp clauses)
      (let* ((clause (car clauses))
             (keys (%clause-keys clause operator))
             (otherwise (and lenient (%otherwise-p clause))))
        (when (and otherwise (cdr clauses))
          (%program-error "~S: the clause ~S is for all keys, so it must be the last" operator clause))
        (setq result (cons `(,(if otherwise t (%keys-test variable keys)) nil ,@(cdr clause)) result)))
      (setq clauses (cdr clauses)))
    (nreverse result)))

(defmacro case (key-form &body clauses)
  "(case KEY-FORM ({(KEY*) | KEY} form*)* [({T | OTHERWISE} form*)]): evaluates the forms of the first clause with a
key EQL to the value of KEY-FORM. Returns NIL if there is none."
  (let ((key (gensym "KEY")))
    `(let ((,key ,key-form))
       (declare (ignorable ,key))
       (cond ,@(%case-clauses 'case key clauses t)))))

(defmacro ecase (key-form &body clauses)
  "(ecase KEY-FORM ({(KEY*) | KEY} form*)*): as CASE, but signals a TYPE-ERROR if no clause matches."
  (let ((key (gensym "KEY")))
    `(let ((,key ,key-form))
       (cond ,@(%case-clauses 'ecase key clauses nil)
             (t (%no-clause 'ecase ,key '(member ,@(%all-keys clauses 'ecase))))))))

(defun %no-clause (operator datum type)
  "Signals the TYPE-ERROR of OPERATOR, none of whose clauses matches DATUM; TYPE names what they match."
  (%signal-failure 'type-error (list ':datum datum ':expected-type type) operator))

(defun %correctable (key place type clauses)
  "Returns the form of CCASE and CTYPECASE: tries CLAUSES on the value of PLACE until one matches."
  (let ((again (gensym "AGAIN")) (block (gensym "BLOCK")))
    `(block ,block
       (tagbody
          ,again
          (let ((,key ,place))
            (declare (ignorable ,key))
            (return-from ,block
              (cond ,@clauses
                    (t (setf ,place (%type-check-failure ,key ',type ',place nil))
                       (go ,again)))))))))

(defmacro ccase (key-place &body clauses)
  "(ccase KEY-PLACE ({(KEY*) | KEY} form*)*): as ECASE; the error's STORE-VALUE restart puts a new value into
KEY-PLACE and tries again."
  (let ((key (gensym "KEY")))
    (%correctable key key-place `(member ,@(%all-keys clauses 'ccase))
                  (%case-clauses 'ccase key clauses nil))))

;;; Dispatch on types.

(defun %clause-type (clause operator)
  (unless (consp clause)
    (%program-error "~S: ~S is not a clause; a list (TYPE form*) is needed" operator clause))
  (car clause))

(defun %typecase-clauses (operator variable clauses lenient)
  "Returns the COND clauses for CLAUSES of OPERATOR; if LENIENT, one may be for all other types."
  (let ((result nil))
    (dolist (clause clauses (nreverse result))
      (let ((type (%clause-type clause operator)))
        (setq result (cons `(,(if (or (eq type t) (and lenient (eq type 'otherwise)))
                                  t
                                  `(typep ,variable ',type))
                             nil
                             ,@(cdr clause))
                           result))))))

(defun %all-types (clauses operator)
  (let ((types nil))
    (dolist (clause clauses (cons 'or (nreverse types)))
      (setq types (cons (%clause-type clause operator) types)))))

(defmacro typecase (key-form &body clauses)
  "(typecase KEY-FORM (TYPE form*)* [({T | OTHERWISE} form*)]): evaluates the forms of the first clause whose TYPE the
value of KEY-FORM is of. Returns NIL if there is none."
  (let ((key (gensym "KEY")))
    `(let ((,key ,key-form))
       (declare (ignorable ,key))
       (cond ,@(%typecase-clauses 'typecase key clauses t)))))

(defmacro etypecase (key-form &body clauses)
  "(etypecase KEY-FORM (TYPE form*)*): as TYPECASE, but signals a TYPE-ERROR if no clause matches."
  (let ((key (gensym "KEY")))
    `(let ((,key ,key-form))
       (cond ,@(%typecase-clauses 'etypecase key clauses nil)
             (t (%no-clause 'etypecase ,key ',(%all-types clauses 'etypecase)))))))

(defmacro ctypecase (key-place &body clauses)
  "(ctypecase KEY-PLACE (TYPE form*)*): as ETYPECASE; the error's STORE-VALUE restart puts a new value into KEY-PLACE
and tries again."
  (let ((key (gensym "KEY")))
    (%correctable key key-place (%all-types clauses 'ctypecase)
                  (%typecase-clauses 'ctypecase key clauses nil))))
