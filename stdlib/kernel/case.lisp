;;; CASE, TYPECASE and their strict and correctable variants.

(in-package "TESSERA")

;;; Tests. Symbols, characters and fixnums are compared by EQ, since each is one word.

(defun %eq-key-p (key)
  "True if EQ can replace EQL in comparisons with KEY."
  (or (symbolp key)
      (characterp key)
      (and (integerp key) (<= most-negative-fixnum key most-positive-fixnum))))

(defun %all-eq-keys-p (keys)
  "True if EQ can replace EQL in comparisons with each of KEYS."
  (%while (and keys (%eq-key-p (car keys)))
    (setq keys (cdr keys)))
  (null keys))

(defun %key-test (variable key)
  "Returns the form that tests whether VARIABLE is EQL to KEY."
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
  "True if CLAUSE begins with T or OTHERWISE."
  (and (consp clause) (%memq (car clause) '(t otherwise))))

(defun %all-keys (clauses operator)
  "Returns the list of the keys of all CLAUSES of OPERATOR."
  (let ((keys nil))
    (dolist (clause clauses (nreverse keys))
      (dolist (key (%clause-keys clause operator))
        (setq keys (cons key keys))))))

(defun %case-clauses (operator clauses lenient)
  "Returns (KEYS NIL form...) for each of the CLAUSES of OPERATOR; if LENIENT, KEYS of the last may be T, for all other
keys."
  (let ((result nil))
    (%while (consp clauses)
      (let* ((clause (car clauses))
             (keys (%clause-keys clause operator))
             (otherwise (and lenient (%otherwise-p clause))))
        (when (and otherwise (cdr clauses))
          (%program-error "~S: the clause ~S is for all keys, so it must be the last" operator clause))
        (setq result (cons `(,(if otherwise t keys) nil ,@(cdr clause)) result)))
      (setq clauses (cdr clauses)))
    (nreverse result)))

;;; Where there are many keys a table tells the clause, which is then found by halves.

(defun %case-table (groups)
  "Returns a hash table from each key in GROUPS, which are lists of keys, to the number of the first group that has it."
  (let ((table (make-hash-table)) (index 0))
    (dolist (keys groups table)
      (dolist (key keys)
        (unless (gethash key table) (%set-gethash key table index)))
      (setq index (+ index 1)))))

(defun %choose-by-index (variable bodies start end)
  "Returns the form that evaluates that of BODIES, a vector of lists of forms, whose index from START below END is in
VARIABLE."
  (if (eql (+ start 1) end)
      `(progn ,@(svref bodies start))
      (let ((middle (ash (+ start end) -1)))
        `(if (< ,variable ,middle)
             ,(%choose-by-index variable bodies start middle)
             ,(%choose-by-index variable bodies middle end)))))

(defun %table-case (key clauses)
  "Returns the form for CLAUSES of %CASE-CLAUSES, each (KEYS NIL form...). One that is for all other objects has T as
KEYS."
  (let ((index (gensym "INDEX")) (groups nil) (bodies nil) (others nil))
    (dolist (clause clauses)
      (if (eq (car clause) t)
          (setq others (cdr clause))
          (setq groups (cons (car clause) groups)
                bodies (cons (cdr clause) bodies))))
    (let ((count (length groups)))
      `(let ((,index (gethash ,key (load-time-value (%case-table ',(nreverse groups))) ,count)))
         ,(%choose-by-index index (apply #'vector (nreverse (cons others bodies))) 0 (+ count 1))))))

(defun %case-form (operator key clauses lenient &optional otherwise)
  "Returns the form that chooses among CLAUSES of OPERATOR by what is in the variable KEY; if LENIENT, the last may be
for all other keys; OTHERWISE is a list of forms for them."
  (let ((clauses (%case-clauses operator clauses lenient)) (count 0))
    (when otherwise (setq clauses (append clauses (list (cons t otherwise)))))
    (dolist (clause clauses)
      (when (consp (car clause)) (setq count (+ count (length (car clause))))))
    (if (< count 40)
        (let ((result nil))
          (dolist (clause clauses `(cond ,@(nreverse result)))
            (setq result (cons (cons (if (eq (car clause) t) t (%keys-test key (car clause))) (cdr clause))
                               result))))
        (%table-case key clauses))))

(defmacro case (key-form &body clauses)
  "(case KEY-FORM ({(KEY*) | KEY} form*)* [({T | OTHERWISE} form*)]): evaluates the forms of the first clause with a
key EQL to the value of KEY-FORM. Returns NIL if there is none."
  (let ((key (gensym "KEY")))
    `(let ((,key ,key-form))
       (declare (ignorable ,key))
       ,(%case-form 'case key clauses t))))

(defmacro ecase (key-form &body clauses)
  "(ecase KEY-FORM ({(KEY*) | KEY} form*)*): as CASE, but signals a TYPE-ERROR if no clause matches."
  (let ((key (gensym "KEY")))
    `(let ((,key ,key-form))
       ,(%case-form 'ecase key clauses nil `((%no-clause 'ecase ,key '(member ,@(%all-keys clauses 'ecase))))))))

(defun %no-clause (operator datum type)
  "Signals the TYPE-ERROR of OPERATOR, none of whose clauses matches DATUM; TYPE names what they match."
  (%signal-failure 'type-error (list ':datum datum ':expected-type type) operator))

(defun %correctable (key place type make-form)
  "Returns the form of CCASE and CTYPECASE: tries the clauses on the value of PLACE until one matches. MAKE-FORM is a
function that returns the form that chooses; its argument is a list of forms for values that match no clause."
  (let ((again (gensym "AGAIN")) (block (gensym "BLOCK")))
    `(block ,block
       (tagbody
          ,again
          (let ((,key ,place))
            (declare (ignorable ,key))
            (return-from ,block
              ,(funcall make-form
                        `((setf ,place (%type-check-failure ,key ',type ',place nil))
                          (go ,again)))))))))

(defmacro ccase (key-place &body clauses)
  "(ccase KEY-PLACE ({(KEY*) | KEY} form*)*): as ECASE; the error's STORE-VALUE restart puts a new value into
KEY-PLACE and tries again."
  (let ((key (gensym "KEY")))
    (%correctable key key-place `(member ,@(%all-keys clauses 'ccase))
                  (lambda (otherwise) (%case-form 'ccase key clauses nil otherwise)))))

;;; Dispatch on types.

(defun %clause-type (clause operator)
  "Returns the type of CLAUSE of OPERATOR; signals a PROGRAM-ERROR if it is not a list."
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
  "Returns the type specifier (OR type...) of the types of all CLAUSES of OPERATOR."
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
                  (lambda (otherwise) `(cond ,@(%typecase-clauses 'ctypecase key clauses nil) (t ,@otherwise))))))
