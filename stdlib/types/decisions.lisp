;;; Sets of objects as binary decision diagrams, for the algebra of types (chapter 4).

(in-package "TESSERA")

;;; A set is T (all objects), NIL (none), a pure type (see algebra.lisp), or a decision: a question, and the sets of the
;;; objects for which the answer is yes and no: a reduced, ordered binary decision diagram. Along each path the
;;; questions have descending numbers, and two decisions about the same question with the same sets below it are one
;;; object. So sets that logic alone shows to be equal are the same object, and a complement is as large as its set. The
;;; meaning of questions plays no part here.
;;;
;;; All this lives as long as one call of SUBTYPEP, which ends if it becomes costly.

(defvar *type-budget* nil
  "The number of steps that the current call of SUBTYPEP may still take; NIL without such a call.")
(defvar *type-questions* '() "The questions that the current call of SUBTYPEP has asked, the last one first.")

(defun %spend (steps)
  "Subtracts STEPS from the budget of the current call of SUBTYPEP, which is left without an answer when the budget is
exhausted."
  (when (minusp (setq *type-budget* (- *type-budget* steps)))
    (throw '%type-too-costly :maybe)))

;;; The questions, by their KIND: is it this object, a cons of these types, an array in this box, an instance of this
;;; class, does it meet an unknown condition? A box is a set of CELLS, see *ARRAY-CELLS*, and the dimensions of a type
;;; specifier.

(%define-fields "%QUESTION-" :vector kind number decisions subject second-subject)
(%define-fields "%SINGLE-" :vector nil nil nil object)
(%define-fields "%PAIR-" :vector nil nil nil car cdr)
(%define-fields "%BOX-" :vector nil nil nil cells dimensions)
(%define-fields "%MEMBERSHIP-" :vector nil nil nil class)

(defun %question (kind test subject &optional second-subject)
  "Returns the question of KIND about SUBJECT and SECOND-SUBJECT: one that was asked about the same subjects, compared
by TEST, or a new one."
  (dolist (known *type-questions*)
    (when (and (eq (%question-kind known) kind)
               (funcall test (%question-subject known) subject)
               (funcall test (%question-second-subject known) second-subject))
      (return-from %question known)))
  (let* ((number (length *type-questions*))
         (question (vector kind number '() subject second-subject)))
    (%spend (+ 1 (ash number -5)))
    (push question *type-questions*)
    question))

;;; Decisions. The last three fields remember what was computed before: alists from the other set.

(%define-fields "%DECISION-" :vector tag question yes no complement intersections unions)

(defun %decision-p (set)
  "True if SET is a decision."
  (and (simple-vector-p set) (eq (%decision-tag set) :decision)))

(defun %same-set-p (a b)
  "True if the sets A and B have the same form."
  (or (eq a b)
      (and (simple-vector-p a) (simple-vector-p b)
           (not (%decision-p a)) (not (%decision-p b))
           (%same-pure-p a b))))

(defun %decide (question yes no)
  "Returns the set of the objects of YES for which the answer to QUESTION is yes, and of those of NO for which it is
no."
  (if (%same-set-p yes no)
      yes
      (let ((count 0))
        (dolist (known (%question-decisions question))
          (setq count (+ count 1))
          (when (and (%same-set-p (%decision-yes known) yes) (%same-set-p (%decision-no known) no))
            (return-from %decide known)))
        (%spend (+ 1 (ash count -4)))
        (let ((decision (vector :decision question yes no nil '() '())))
          (push decision (%question-decisions question))
          decision))))

(defun %set-of-yes (question)
  "Returns the set of the objects for which the answer to QUESTION is yes."
  (%decide question t nil))

(defun %asks-before-p (decision set)
  "True if the question of DECISION comes before that of SET in order, or is the same, or SET has none."
  (or (not (%decision-p set))
      (>= (%question-number (%decision-question decision)) (%question-number (%decision-question set)))))

(defun %remembered (decision other bothp)
  "Returns the pair of OTHER and the value of %COMBINE for DECISION and OTHER, or NIL if it was not computed before."
  (%assq other (if bothp (%decision-intersections decision) (%decision-unions decision))))

(defun %remember (decision other bothp result)
  "Remembers RESULT as the value of %COMBINE for DECISION, OTHER and BOTHP, and returns it."
  (let ((pair (cons other result)))
    (if bothp
        (push pair (%decision-intersections decision))
        (push pair (%decision-unions decision)))
    result))

(defun %combine-decision (decision other bothp)
  "Returns the value of %COMBINE for DECISION and OTHER, if the question of DECISION comes first."
  (let ((known (%remembered decision other bothp)))
    (if known
        (cdr known)
        (let* ((question (%decision-question decision))
               (alike (and (%decision-p other) (eq (%decision-question other) question))))
          (%spend 1)
          (%remember decision other bothp
                     (%decide question
                              (%combine (%decision-yes decision) (if alike (%decision-yes other) other) bothp)
                              (%combine (%decision-no decision) (if alike (%decision-no other) other) bothp)))))))

(defun %combine (a b bothp)
  "Returns the intersection of the sets A and B if BOTHP, otherwise their union."
  (cond ((eq a b) a)
        ((eq a bothp) b)                ; T in an intersection, NIL in a union
        ((eq b bothp) a)
        ((or (symbolp a) (symbolp b)) (not bothp))
        ((and (%decision-p a) (eq (%decision-complement a) b)) (not bothp))
        ((and (%decision-p a) (%asks-before-p a b)) (%combine-decision a b bothp))
        ((%decision-p b) (%combine-decision b a bothp))
        (t (%pure-combine a b bothp))))

(defun %combine-all (sets bothp)
  "Returns the intersection of the list SETS if BOTHP, otherwise their union. Combines neighbors first, so that long
sets are traversed less often."
  (do () ((null (cdr sets)) (if sets (car sets) bothp))
    (let ((pairs '()))
      (do ((rest sets (cddr rest))) ((null rest) (setq sets (nreverse pairs)))
        (push (if (cdr rest) (%combine (car rest) (cadr rest) bothp) (car rest)) pairs)))))

(defun %intersection (a b)
  "Returns the intersection of the sets A and B."
  (%combine a b t))
(defun %union (a b)
  "Returns the union of the sets A and B."
  (%combine a b nil))

(defun %complement (set)
  "Returns the set of all objects that are not in SET."
  (cond ((symbolp set) (not set))
        ((not (%decision-p set)) (%pure-complement set))
        ((%decision-complement set))
        (t (let ((complement (%decide (%decision-question set)
                                      (%complement (%decision-yes set))
                                      (%complement (%decision-no set)))))
             (setf (%decision-complement complement) set
                   (%decision-complement set) complement)))))

(defun %difference (a b)
  "Returns the set of the objects that are in A and not in B."
  (%intersection a (%complement b)))
