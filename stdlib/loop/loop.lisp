;;; The macros LOOP and LOOP-FINISH, which combine what the clauses contributed.
(in-package "TESSERA")

;;; An extended loop becomes
;;;
;;;     (block name
;;;       (let (...) (let (...)
;;;         (tagbody initially-forms
;;;                  steps before the first iteration
;;;           next   steps that are the same each time
;;;                  body
;;;                  steps before the next iteration, the last test being a jump back to NEXT
;;;           end)
;;;         finally-forms
;;;         value)))
;;;
;;; so that each iteration makes one test and one jump.

(defconstant +loop-duplication-limit+ 30
  "A user's step with more conses than this is not duplicated before the first and before the next iterations: a flag
distinguishes the two instead. Without a limit, loops nested in steps would grow exponentially.")

;;; The order of clauses

(defun read-loop-name ()
  "Reads [NAMED name]"
  (when (loop-skip "NAMED")
    (let ((*loop-clause* "NAMED") (name (loop-next "a name")))
      (unless (symbolp name) (loop-error "the name must be a symbol, not " (loop-shown name)))
      (setf *loop-name* name))))

(defun read-any-loop-clause ()
  "Reads one clause and adds its forms to the body."
  (let* ((token (car *loop-rest*)) (entry (loop-clause-at-point)))
    (unless entry (reject-loop-token token))
    (when (and (member (first entry) '(:selectable :action)) (not *loop-action*))
      (setf *loop-action* token))
    (setf *loop-body* (revappend (read-loop-clause entry) *loop-body*))))

(defun reject-loop-token (token)
  "Signals an error about TOKEN, which begins no clause."
  (cond ((string= "NAMED" (loop-token-name token)) (loop-error "NAMED must come first"))
        ((member (loop-token-name token) '("ELSE" "END" "AND") :test #'equal)
         (loop-error token " does not belong to any clause before it"))
        ((consp token) (loop-error "a clause must begin with a loop keyword, not with " token))
        (t (loop-error (loop-shown token) " is not a loop keyword that can begin a clause"))))

;;; The steps

(defun count-conses (form)
  "Returns the number of conses in FORM."
  (if (atom form) 0 (+ 1 (count-conses (car form)) (count-conses (cdr form)))))

(defun same-step-p (step)
  "True if STEP is the same form in the first and in later iterations."
  (eq (car step) (cdr step)))

(defun split-loop-steps ()
  "Returns two lists of steps, in order: up to the last that differs between the first and the later iterations; the
others."
  (let ((head (member-if-not #'same-step-p *loop-steps*)))
    (values (reverse head) (reverse (ldiff *loop-steps* head)))))

(defun large-step-p (step)
  "True if STEP is the same in all iterations and too large to be written twice."
  (and (same-step-p step) (> (count-conses (car step)) +loop-duplication-limit+)))

(defun flagged-step-forms (steps)
  "Returns the forms for STEPS at the head of the body, where a variable says whether it is the first iteration."
  (let ((first (gensym "FIRST")))
    (add-loop-layer `((,first t)))
    `(,@(mapcan (lambda (step)
                  (if (same-step-p step)
                      (copy-list (car step))
                      `((if ,first (progn ,@(car step)) (progn ,@(cdr step))))))
                steps)
      (setq ,first nil))))

(defun place-loop-steps ()
  "Returns three lists of forms: before the first iteration, at the head of the body, before the next iteration."
  (multiple-value-bind (different same) (split-loop-steps)
    (let ((head (mapcan (lambda (step) (copy-list (car step))) same)))
      (if (some #'large-step-p different)
          (values '() (append (flagged-step-forms different) head) '())
          (values (mapcan (lambda (step) (copy-list (car step))) different)
                  head
                  (mapcan (lambda (step) (copy-list (cdr step))) different))))))

;;; The code

(defun loop-exit-p (form)
  "True if FORM is a test that ends the loop, as LOOP-END-WHEN and LOOP-END-UNLESS-CONS make them."
  (and (consp form)
       (member (first form) '(when unless))
       (equal (car (last form)) `(go ,*loop-end*))))

(defun loop-back-forms (forms next)
  "Returns FORMS followed by a jump to the tag NEXT. If they end in a test that ends the loop, the test is inverted."
  (let ((exit (car (last forms))))
    (if (loop-exit-p exit)
        (destructuring-bind (operator test &rest before-end) exit
          `(,@(butlast forms)
            (,(if (eq operator 'when) 'unless 'when) ,test (go ,next))
            ,@(butlast before-end)))
        `(,@forms (go ,next)))))

(defun loop-code ()
  "Returns the tagbody, the finally forms and the value, as a list of forms."
  (multiple-value-bind (before head after) (place-loop-steps)
    (let ((next (gensym "NEXT")))
      `((macrolet ((loop-finish () '(go ,*loop-end*)))
          (tagbody ,@(reverse *loop-initially*)
                   ,@before
                   ,next ,@head
                   ,@(reverse *loop-body*)
                   ,@(loop-back-forms after next)
                   ,*loop-end*))
        ,@(reverse *loop-finally*)
        ,*loop-result*))))

(defun wrap-loop-layers (forms)
  "Returns FORMS inside all layers of bindings."
  (dolist (layer *loop-layers* forms)
    (destructuring-bind (bindings declarations setup) layer
      (setf forms `((let ,bindings
                      ,@(and declarations `((declare ,@declarations)))
                      ,@setup
                      ,@forms))))))

(defun expand-extended-loop (tokens)
  "Returns the expansion of a loop that begins with a loop keyword."
  (let ((*loop-rest* tokens) (*loop-clause* nil) (*loop-name* nil) (*loop-end* (gensym "END"))
        (*loop-names* '()) (*loop-layers* '()) (*loop-steps* '()) (*loop-body* '()) (*loop-action* nil)
        (*loop-initially* '()) (*loop-finally* '()) (*loop-accumulators* '()) (*loop-result* nil)
        (*loop-aggregate* nil) (*loop-it* nil))
    (read-loop-name)
    (do () ((null *loop-rest*)) (read-any-loop-clause))
    (let ((code (loop-code)))
      `(block ,*loop-name* ,@(wrap-loop-layers code)))))

(defun expand-simple-loop (forms)
  "Returns the expansion of a loop that has compound forms only: they are repeated for ever."
  (let ((next (gensym "NEXT")))
    `(block nil (tagbody ,next ,@forms (go ,next)))))

;;; The macros

(defmacro loop (&rest forms)
  "(loop form*): iterates. If FORMS are compound forms only, evaluates them repeatedly, until RETURN or another transfer
of control leaves the loop. If they begin with a loop keyword, they are clauses of the extended LOOP:

    [NAMED name]
    {FOR | AS} var [type] IN list [BY function] | ON list [BY function] | = form [THEN form] | ACROSS vector
                        | {FROM | UPFROM | DOWNFROM} n {TO | UPTO | DOWNTO | BELOW | ABOVE} n BY n, in any order
                        | BEING {EACH | THE} {HASH-KEY[S] | HASH-VALUE[S]} OF table [USING (name var)]
                        | BEING {EACH | THE} {SYMBOL[S] | PRESENT-SYMBOL[S] | EXTERNAL-SYMBOL[S]} OF package
                        | nothing: counts from 0
        {AND var ...}*
    WITH var [type] [= form] {AND ...}*      REPEAT n      INITIALLY form+      FINALLY form+
    WHILE form   UNTIL form   ALWAYS form   NEVER form   THEREIS form   DO form+   RETURN form
    {COLLECT | APPEND | NCONC} form [INTO var]   {COUNT | SUM | MAXIMIZE | MINIMIZE} form [INTO var] [type]
    {IF | WHEN | UNLESS} form clause {AND clause}* [ELSE clause {AND clause}*] [END]

A variable may be a tree of variables, which takes a list apart. Returns what RETURN or the accumulating clauses say,
else NIL. A malformed loop signals a PROGRAM-ERROR that names the clause."
  (if (every #'consp forms)
      (expand-simple-loop forms)
      (expand-extended-loop forms)))

(defmacro loop-finish ()
  "(loop-finish): inside an extended LOOP, terminates it normally, so that the FINALLY forms are evaluated and the
accumulated value is returned. Elsewhere it signals a PROGRAM-ERROR."
  (let ((*loop-clause* nil))
    (loop-error "LOOP-FINISH stands outside of an extended loop")))
