;;; continuations.lisp -- random programs with prompts, captures, re-entries and exits, run by the machine and by a
;;;; small evaluator. The evaluator keeps all that a program has still to do in a list of frames, bindings, handlers and
;;;; exits among them: that list is the meaning of a continuation. (continuations-fuzz:run COUNT SEED) compares,
;;;; (continuations-fuzz:trial SEED) shows one program.

(defpackage "CONTINUATIONS-FUZZ"
  (:use "COMMON-LISP")
  (:import-from "TESSERA" "CALL-WITH-PROMPT" "ABORT-TO-PROMPT" "SUSPEND-TO-PROMPT" "CALL-WITH-COMPOSABLE-CONTINUATION"
                "CALL-WITH-CURRENT-CONTINUATION" "DYNAMIC-WIND")
  (:export "RUN" "TRIAL" "*COLLECTIONS*"))
(in-package "CONTINUATIONS-FUZZ")

(defparameter *collections* nil
  "True: there is a collection at each call, now and then of the whole heap. Much slower.")
(defparameter *step-budget* 150 "How many calls, jumps and signals a program may make.")
(defparameter *frame-budget* 1000 "A program whose continuation has more frames is left out: to take it twice doubles it.")

;;; Both sides write into the same diary.

(defvar *diary* '() "What happened, the latest first.")
(defvar *steps* 0)
(defvar *over* nil "Why the program has ended early: cleanup forms still run then, but write nothing.")
(defvar *store* (vector 0 0 0) "Where programs keep objects that outlive exits.")

(defstruct function-value "A function of the evaluator: PARAMETER, BODY and ENVIRONMENT of a lambda expression."
  parameter body environment)
(defstruct (kept-frames (:include function-value)) "The continuation FRAMES, which were taken off the
frames BELOW, the prompt the first; TAG, in a list, if they replace what is there up to that prompt."
  frames below tag)
(defstruct (way-out (:include function-value) (:constructor way-out (token))) "What leaves to the clause of TOKEN." token)

(defun shown (object &optional (depth 4))
  "Returns what both sides show of OBJECT; lists that are in lists DEPTH times are left out, as they may share much."
  (typecase object
    ((or function function-value) :function)
    (cons (if (zerop depth)
              :more
              (cons (shown (car object) (1- depth)) (shown (cdr object) depth))))
    (t object)))

(defun note (&rest objects)
  (unless *over* (push (shown objects) *diary*))
  (first (last objects)))

(defun give-up (why)
  (setf *over* why)
  (throw 'over nil))

(defun tick ()
  (when *collections* (tessera::%collect (eql (mod *steps* 64) 9)))
  (when (> (incf *steps*) *step-budget*)
    (give-up :over)))

(defun number-of (object) (if (integerp object) object 7))
(defun add (x y) (mod (+ (number-of x) (number-of y)) 1000))
(defun truth (x) (and (integerp x) (oddp x)))

;;; The language of the programs. Variables of LET are never assigned; those of CELL are, and a closure has them; those
;;; of SLOT have none. An expression is an integer, a symbol (a variable), or (OPERATOR name* expression*).

(defparameter *operators* (make-hash-table) "From operators to (NAMES . LISP): how many names come first, and the Lisp form as a function.")

(defmacro define-operator (name names arguments &body forms)
  `(setf (gethash ',name *operators*) (cons ,names (lambda ,arguments ,@forms))))

(defun lisp (e)
  "Returns the Lisp form that E stands for."
  (if (atom e)
      e
      (destructuring-bind (names . translate) (gethash (first e) *operators*)
        (apply translate (append (subseq (rest e) 0 names) (mapcar #'lisp (nthcdr (1+ names) e)))))))

(defvar *a* 0)
(defvar *b* 0)
(defun keep (function) (declare (ignore function)) nil)
(declaim (notinline keep))

(define-condition happened (condition) ((datum :initarg :datum :reader datum)))
(define-condition trouble (error) ((datum :initarg :datum :reader datum)))
(defun datum-of (condition)
  (typecase condition
    ((or happened trouble) (datum condition))
    (control-error :control-error)
    (t (princ-to-string condition))))

(defun callable (object)
  (tick)
  (if (functionp object)
      object
      (lambda (&rest values) (declare (ignore values)) 5)))

(defgeneric relay (object function))
(defmethod relay ((object t) function) (funcall (callable function) object))
(defmethod relay ((object integer) function) (add 1 (call-next-method (add object 10) function)))
(defmethod relay :around ((object integer) function)
  (let ((*b* object))
    (multiple-value-prog1 (call-next-method) (note :around *b*))))
(defmethod relay :after ((object integer) function) (note :after object (not (null function))))

(defun invoke-named (name argument)
  (invoke-restart name argument))

(defmacro one-of-many ((variable) &body body)
  "Returns a function that takes any number of arguments, the first as VARIABLE."
  `(lambda (&optional ,variable &rest more) (declare (ignore more) (ignorable ,variable)) ,@body))

(define-operator progn 0 (&rest es) `(progn ,@es))
(define-operator if 0 (a b c) `(if (truth ,a) ,b ,c))
(define-operator let 1 (v e body) `(let ((,v ,e)) ,body))
(define-operator cell 1 (v e body) `(let ((,v ,e)) (keep (lambda () ,v)) ,body))
(define-operator slot 1 (v e body) `(let ((,v ,e)) ,body))
(define-operator setc 1 (v e) `(setq ,v ,e))
(define-operator bind 1 (s e body) `(let ((,s ,e)) ,body))
(define-operator progv 1 (s e body) `(progv '(,s) (list ,e) ,body))
(define-operator set 1 (s e) `(setq ,s ,e))
(define-operator add 0 (a b) `(add ,a ,b))
(define-operator list 0 (&rest es) `(list ,@es))
(define-operator note 1 (n e) `(note ,n ,e))
(define-operator fn 1 (v body) `(one-of-many (,v) ,body))
(define-operator call 0 (f &rest es) `(funcall (callable ,f) ,@es))
(define-operator spread 0 (f e) `(multiple-value-call (callable ,f) ,e))
(define-operator block 1 (b e) `(block ,b ,e))
(define-operator return-from 1 (b e) `(return-from ,b ,e))
(define-operator catch 1 (tag e) `(catch ',tag ,e))
(define-operator throw 1 (tag e) `(throw ',tag ,e))
(define-operator tags 1 (tag a b) `(tagbody (progn ,a) ,tag (progn ,b)))
(define-operator go 1 (tag) `(progn (tick) (go ,tag)))
(define-operator protect 0 (e cleanup) `(unwind-protect ,e ,cleanup))
(define-operator prompt 1 (tag e) `(call-with-prompt ',tag (lambda () ,e)))
(define-operator handled-prompt 2 (tag v handler e) `(call-with-prompt ',tag (lambda () ,e) (one-of-many (,v) ,handler)))
(define-operator abort 1 (tag &rest es) `(abort-to-prompt ',tag ,@es))
(define-operator suspend 2 (tag v body) `(suspend-to-prompt ',tag (lambda (,v) ,body)))
(define-operator composable 2 (tag v body) `(call-with-composable-continuation (lambda (,v) ,body) ',tag))
(define-operator callcc 2 (tag v body) `(call-with-current-continuation (lambda (,v) ,body) ',tag))
(define-operator wind 1 (n e)
  `(dynamic-wind (lambda () (note ,n :in *a*)) (lambda () ,e) (lambda () (note ,n :out *a*))))
(define-operator handling 1 (v handler e)
  `(handler-bind ((condition (lambda (c) (tick) (let ((,v (datum-of c))) (declare (ignorable ,v)) ,handler)))) ,e))
(define-operator handle 1 (v clause e)
  `(handler-case ,e (condition (c) (let ((,v (datum-of c))) (declare (ignorable ,v)) ,clause))))
(define-operator handle-errors 1 (v clause e)
  `(handler-case ,e (error (c) (let ((,v (datum-of c))) (declare (ignorable ,v)) ,clause))))
(define-operator restart 2 (name v clause e) `(restart-case ,e (,name (,v) (declare (ignorable ,v)) ,clause)))
(define-operator invoke-restart 1 (name e) `(invoke-named ',name ,e))
(define-operator signal 0 (e) `(signal 'happened :datum ,e))
(define-operator error 0 (e) `(error 'trouble :datum ,e))
(define-operator relay 0 (e f) `(relay ,e ,f))
(define-operator values 0 (&rest es) `(values ,@es))
(define-operator all 0 (e) `(multiple-value-list ,e))
(define-operator first-of 0 (e a) `(multiple-value-prog1 ,e ,a))
(define-operator store 1 (n e) `(setf (svref *store* ,n) ,e))
(define-operator fetch 1 (n) `(svref *store* ,n))

;;; The evaluator. A frame is a list (KIND . parts); a continuation a list of frames, the innermost first. What a step
;;; comes to is four values: :EVAL, expression, environment, frames; or :RETURN, the list of values, NIL, frames. Frames
;;; never change: an assignment of a special variable makes new ones down to its binding, so that what was captured
;;; keeps the value that it had.

(defvar *globals* '() "The values of special variables outside of all bindings.")

(defun special-p (symbol) (member symbol '(*a* *b*)))

(defun frame-is (frame kind &optional (name nil name-p))
  (and (eq (first frame) kind) (or (not name-p) (eq (second frame) name))))

(defun special-value (s k)
  (let ((frame (find-if (lambda (f) (frame-is f :special s)) k)))
    (if frame (third frame) (getf *globals* s))))

(defun with-special-value (s value k)
  "Returns K, where S has VALUE."
  (let ((n (position-if (lambda (f) (frame-is f :special s)) k)))
    (cond (n (append (subseq k 0 n) (list (list :special s value)) (nthcdr (1+ n) k)))
          (t (setf (getf *globals* s) value)
             k))))

(defun returning (k &rest values) (values :return values nil k))

(defun failing (k) (signalling :control-error t k))

(defun evaluate (e env k)
  (cond ((integerp e) (returning k e))
        ((special-p e) (returning k (special-value e k)))
        ((symbolp e) (returning k (cadr (assoc e env))))
        (t (evaluate-form (first e) (rest e) env k))))

(defun lambda-value (v body env) (make-function-value :parameter v :body body :environment env))

(defun arguments (operator env k expressions)
  "Continues where OPERATOR is to be applied to the values of EXPRESSIONS."
  (if (null expressions)
      (apply-operator operator '() env k)
      (values :eval (first expressions) env (cons (list :arguments operator '() (rest expressions) env) k))))

(defun evaluate-form (operator args env k)
  (flet ((then (frame e) (values :eval e env (cons frame k))))
    (ecase operator
      (progn (then (list :progn (rest args) env) (first args)))
      (if (then (list :if (second args) (third args) env) (first args)))
      ((let cell slot) (then (list :let (first args) (third args) env) (second args)))
      (setc (then (list :setc (assoc (first args) env)) (second args)))
      ((bind progv) (then (list :bind (first args) (third args) env) (second args)))
      (set (then (list :set (first args)) (second args)))
      ((note invoke-restart store) (arguments (list operator (first args)) env k (rest args)))
      ((abort fetch) (arguments (list operator (first args)) env k (rest args)))
      ((add list signal error values relay) (arguments (list operator) env k args))
      (call (then (list :callable (rest args) env) (first args)))
      (spread (then (list :spread (second args) env) (first args)))
      (fn (returning k (lambda-value (first args) (second args) env)))
      (block (let ((token (list :block)))
               (values :eval (second args) (acons (cons :block (first args)) token env) (cons (list :block token) k))))
      (return-from (then (list :return-from (first args) env) (second args)))
      (throw (then (list :throw (first args)) (second args)))
      (catch (then (list :catch (first args)) (second args)))
      (tags (let* ((token (list :tags)) (inner (acons (cons :tags (first args)) token env)))
              (values :eval (second args) inner (list* (list :progn (list (third args)) inner) (list :tags token (third args) inner) k))))
      (go (tick)
       (exit k :tags (cdr (assoc (cons :tags (first args)) env :test #'equal)) '()))
      (protect (then (list :protect (second args) env) (first args)))
      (prompt (then (list :prompt (first args) nil) (second args)))
      (handled-prompt
       (then (list :prompt (first args) (lambda-value (second args) (third args) env)) (fourth args)))
      ((suspend composable callcc)
       (capture operator (first args) (lambda-value (second args) (third args) env) k))
      (wind (note (first args) :in (special-value '*a* k))
            (then (list :wind (list (first args))) (second args)))
      (handling (then (list :handler nil (lambda-value (first args) (second args) env)) (third args)))
      ((handle handle-errors)
       (let ((token (list :block)))
         (values :eval (third args) env (list* (list :handler nil (way-out token) (eq operator 'handle-errors))
                                               (list :clause token (lambda-value (first args) (second args) env))
                                               k))))
      (restart
       (let ((token (list :block)))
         (values :eval (fourth args) env (list* (list :restart (first args) (way-out token))
                                                (list :clause token (lambda-value (second args) (third args) env))
                                                k))))
      (all (then (list :all) (first args)))
      (first-of (then (list :first-of (second args) env) (first args))))))

(defun resume (frame values k)
  "Continues where VALUES arrive at FRAME, which is above K."
  (destructuring-bind (kind &optional a b c d) frame
    (ecase kind
      (:arguments
       (let ((done (append b (list (first values)))))
         (if (null c)
             (apply-operator a done d k)
             (values :eval (first c) d (cons (list :arguments a done (rest c) d) k)))))
      (:progn (if (null a)
                  (values :return values nil k)
                  (values :eval (first a) b (if (rest a) (cons (list :progn (rest a) b) k) k))))
      (:if (values :eval (if (truth (first values)) a b) c k))
      (:let (values :eval b (cons (list a (first values)) c) k))
      (:setc (setf (second a) (first values))
       (returning k (first values)))
      (:bind (values :eval b c (cons (list :special a (first values)) k)))
      (:set (returning (with-special-value a (first values) k) (first values)))
      (:callable (tick)
       (arguments (list :call (first values)) b k a))
      (:spread (tick)
       (values :eval a b (cons (list :call-with-all (first values)) k)))
      (:call-with-all (call a values k))
      (:return-from (exit k :block (cdr (assoc (cons :block a) b :test #'equal)) values))
      (:throw (exit k :catch a values))
      (:tags (returning k nil))
      ((:special :block :clause :catch :prompt :handler :restart) (values :return values nil k))
      (:protect (values :eval a b (cons (list :give values) k)))
      (:give (values :return a nil k))
      (:go-on (leave k a b))
      (:running (signal-to (visible-outside a k) b c k))
      (:wind (note (first a) :out (special-value '*a* k))
       (values :return values nil k))
      (:all (returning k values))
      (:first-of (values :eval a b (cons (list :give values) k)))
      (:relayed (returning k (add 1 (first values))))
      (:around (note :after a b)
       (note :around (special-value '*b* k))
       (values :return values nil k)))))

(defun apply-operator (operator arguments env k)
  (declare (ignore env))
  (destructuring-bind (name &optional a) operator
    (ecase name
      (add (returning k (apply #'add arguments)))
      (list (returning k arguments))
      (note (returning k (note a (first arguments))))
      (values (values :return arguments nil k))
      (store (returning k (setf (svref *store* a) (first arguments))))
      (fetch (returning k (svref *store* a)))
      (signal (signalling (first arguments) nil k))
      (error (signalling (first arguments) t k))
      (abort (exit k :prompt a arguments))
      (:call (call a arguments k))
      (invoke-restart
       (let ((frame (find-if (lambda (f) (frame-is f :restart a)) k)))
         (if frame (call (third frame) arguments k) (failing k))))
      (relay
       (destructuring-bind (object function) arguments
         (cond ((integerp object)
                (call-in-relay function (add object 10)
                               (list* '(:relayed) (list :around object (not (null function))) (list :special '*b* object) k)))
               (t (call-in-relay function object k))))))))

(defun call-in-relay (function object k)
  (tick)
  (call function (list object) k))

(defun call (function arguments k)
  (typecase function
    (kept-frames (reinstate function arguments k))
    (way-out (exit k :clause (way-out-token function) arguments))
    (function-value
     (values :eval (function-value-body function)
             (cons (list (function-value-parameter function) (first arguments)) (function-value-environment function))
             k))
    (t (returning k 5))))

;;; Leaving: the target is found first, then what is above it is taken off.

(defun exit (k kind name values)
  "Leaves for the innermost frame that is a KIND for NAME."
  (let ((n (position-if (lambda (f) (frame-is f kind name)) k)))
    (if n (leave k n values) (failing k))))

(defun leave (k n values)
  "Takes the N frames that are above the target off K; cleanup forms of them are evaluated first."
  (loop for (frame . below) on k
        do (cond ((zerop n) (return (arrive frame values below)))
                 ((frame-is frame :protect)
                  (return (values :eval (second frame) (third frame) (cons (list :go-on (1- n) values) below))))
                 ((frame-is frame :wind)
                  (note (first (second frame)) :out (special-value '*a* below))))
           (decf n)))

(defun arrive (frame values below)
  "Continues where control has left to the place of FRAME."
  (destructuring-bind (kind a &optional b c) frame
    (declare (ignore a))
    (case kind
      (:tags (values :eval b c (cons frame below)))
      (:clause (call b values below))
      (:prompt (if b (call b values below) (values :return values nil below)))
      (t (values :return values nil below)))))

;;; Conditions. A handler is called with those visible that are outside of its own: the frame (:RUNNING height datum
;;; error-p) says so, and offers the condition to those when the handler returns. HEIGHT tells of which frame, counted
;;; from the last. Where a continuation has left that behind, those are visible that are outside of it, and of what was
;;; inside of it, there now; what is not there is left out.

(defun visible-handlers (k)
  "Returns a list of (FUNCTION ERRORS-ONLY HEIGHT)."
  (loop for (frame . below) on k
        for height downfrom (length k)
        when (frame-is frame :handler)
          collect (list (third frame) (fourth frame) height) into own
        when (frame-is frame :running)
          do (return (append own (visible-outside (second frame) k)))
        finally (return own)))

(defun visible-outside (height k) (visible-handlers (last k (1- height))))

(defun height-now (height then now)
  "Returns the height among the frames NOW that corresponds to HEIGHT, the height of one of the frames THEN or one
more."
  (loop with others = (visible-handlers now) and found = (1+ (length now))
        for (function) in (butlast (visible-handlers then) (length (visible-outside height then)))
        for there = (member function others :key #'first)
        when there
          do (setf found (third (first there)) others (rest there))
        finally (return found)))

(defun frame-moved (frame then now)
  "Returns FRAME, which was above the frames THEN and is above those NOW."
  (if (frame-is frame :running)
      (destructuring-bind (height . more) (rest frame)
        (list* :running
               (if (> height (length then)) (+ (length now) (- height (length then))) (height-now height then now))
               more))
      frame))

(defun signalling (datum error-p k)
  (signal-to (visible-handlers k) datum error-p k))

(defun signal-to (handlers datum error-p k)
  (cond (handlers
         (destructuring-bind ((function errors-only height) . others) handlers
           (unless (way-out-p function) (tick))
           (if (and errors-only (not error-p))
               (signal-to others datum error-p k)
               (call function (list datum) (cons (list :running height datum error-p) k)))))
        (error-p (give-up :unhandled)) ; where all its handlers were left behind
        (t (returning k nil))))

;;; Continuations.

(defun split (k tag)
  "Returns the frames above the innermost prompt for TAG, and the others. :NONE: there is no prompt. :LEAVING: they have
cleanup forms of an exit that leads beyond it."
  (let ((n (position-if (lambda (f) (frame-is f :prompt tag)) k)))
    (cond ((null n) :none)
          ((loop for f in k for i below n thereis (and (frame-is f :go-on) (>= (+ i 1 (second f)) n))) :leaving)
          (t (values (subseq k 0 n) (nthcdr n k))))))

(defun winds (frames) (remove :wind frames :key #'first :test-not #'eq))

(defun leave-winds (frames kept below)
  "Returns what :WIND frames, but for those KEPT, do when FRAMES are taken off BELOW."
  (loop for (frame . rest) on frames
        when (and (frame-is frame :wind) (not (member (second frame) kept :key #'second)))
          do (note (first (second frame)) :out (special-value '*a* (append rest below)))))

(defun enter-winds (frames kept below)
  (loop for n from (1- (length frames)) downto 0
        for frame = (nth n frames)
        when (and (frame-is frame :wind) (not (member (second frame) kept :key #'second)))
          do (note (first (second frame)) :in (special-value '*a* (append (nthcdr (1+ n) frames) below)))))

(defun capture (how tag function k)
  (multiple-value-bind (frames below) (split k tag)
    (if (symbolp below)
        (failing k)
        (let ((taken (make-kept-frames :frames frames :below below :tag (and (eq how 'callcc) (list tag)))))
          (cond ((eq how 'suspend)
                 (leave-winds frames '() below)
                 (call function (list taken) (rest below)))
                (t (call function (list taken) k)))))))

(defun frames-upon (continuation now)
  "Returns the frames of CONTINUATION, and those of NOW."
  (append (mapcar (lambda (frame) (frame-moved frame (kept-frames-below continuation) now)) (kept-frames-frames continuation))
          now))

(defun reinstate (continuation values k)
  (let ((frames (kept-frames-frames continuation)) (tag (kept-frames-tag continuation)))
    (if (null tag)
        (progn (enter-winds frames '() k)
               (values :return values nil (frames-upon continuation k)))
        (multiple-value-bind (now below) (split k (first tag))
          (if (symbolp below)
              (failing k)
              (let ((kept (intersection (winds now) (winds frames) :key #'second)))
                (leave-winds now kept below)
                (enter-winds frames kept below)
                (values :return values nil (frames-upon continuation below))))))))

(defun evaluate-program (e)
  "Returns the values of E."
  (multiple-value-bind (mode a b k) (evaluate e '() '())
    (loop for step from 0
          do (when (and (zerop (mod step 16)) (nthcdr *frame-budget* k))
               (give-up :too-large))
             (cond ((eq mode :eval) (multiple-value-setq (mode a b k) (evaluate a b k)))
                   ((null k) (return a))
                   (t (multiple-value-setq (mode a b k) (resume (first k) a (rest k))))))))

;;; Programs by chance; equal seeds give equal results.

(defvar *state* 1)

(defun chance (n)
  "Returns a number below N."
  (setf *state* (logand (+ (* *state* 6364136223846793005) 1442695040888963407) #xFFFFFFFFFFFFFFFF))
  (mod (ash *state* -33) n))

(defun one-of (&rest objects) (nth (chance (length objects)) objects))

(defvar *variables* '() "Those in scope: (NAME . MAY-BE-ASSIGNED).")
(defvar *blocks* '())
(defvar *tags* '())
(defvar *landings* '() "Tags of CATCH and names of restarts around the expression.")
(defvar *names* 0)

(defun new-name (prefix)
  (intern (format nil "~A~D" prefix (incf *names*)) "CONTINUATIONS-FUZZ"))

(defparameter *choices*
  '((progn 6) (if 3) (let 4) (cell 3) (slot 3) (setc 5) (bind 3) (progv 1) (set 3) (add 4) (list 1) (note 5) (fn 2) (call 9) (spread 1) (block 3)
    (return-from 4) (catch 2) (throw 3) (tags 2) (go 3) (protect 4) (prompt 6) (handled-prompt 2) (abort 3) (suspend 7) (composable 5)
    (callcc 5) (wind 2) (handling 2) (handle 1) (restart 1) (invoke-restart 1) (signal 2) (error 1) (relay 2) (values 1) (all 1)
    (first-of 1) (store 3) (fetch 3))
  "Operators, and how often each comes.")

(defun chosen ()
  (let ((n (chance (load-time-value (reduce #'+ *choices* :key #'second)))))
    (loop for (operator weight) in *choices*
          do (when (minusp (decf n weight)) (return operator)))))

(defun leaf ()
  (case (chance 8)
    ((0 1 2) (chance 10))
    (3 (one-of '*a* '*b*))
    (4 (list 'fetch (chance 3)))
    (t (if *variables* (car (apply #'one-of *variables*)) (chance 10)))))

(defun expression (size)
  "Returns an expression of about SIZE parts."
  (if (< size 1)
      (leaf)
      (compound (chosen) (1- size))))

(defun with-variable (prefix size assigned)
  "Returns a new variable, and an expression where it is in scope."
  (let* ((v (new-name prefix)) (*variables* (acons v assigned *variables*)))
    (list v (expression size))))

(defun leaving (operator names size)
  "Returns an exit to one of NAMES, seldom to one that is not around it."
  (let ((known (if (zerop (chance 10)) names (intersection names *landings*))))
    (if known
        (list operator (apply #'one-of known) (expression size))
        (expression size))))

(defun prompt-tag () (one-of 'p 'p 'q))

(defvar *continuations* '() "Variables of continuations.")

(defun likely-function ()
  (if (and *continuations* (plusp (chance 3)))
      (apply #'one-of *continuations*)
      (list 'fetch (chance 3))))

(defun taking (operator tag size)
  "Returns an expression that takes a continuation, and likely enters it again."
  (let* ((k (new-name "K")) (*variables* (acons k nil *variables*)) (*continuations* (cons k *continuations*)))
    (flet ((call (size) (list 'call k (expression size))))
      (list operator tag k
            (case (chance 8)
              (0 (list 'store (chance 3) k))
              (1 (list 'progn (list 'store (chance 3) k) (expression size)))
              (2 (call size))
              (3 (list 'prompt (prompt-tag) (call size)))
              (4 (list 'add (call (floor size 2)) (call (floor size 2))))
              (5 (list 'prompt tag (list 'list (list 'prompt tag (call (floor size 2))) (call (floor size 2)))))
              (t (expression size)))))))

(defun compound (operator size)
  (flet ((parts (n) (loop repeat n collect (expression (floor size n))))
         (half () (expression (floor size 2)))
         (special () (one-of '*a* '*b*)))
    (case operator
      (progn (cons 'progn (parts (+ 2 (chance 2)))))
      (if (cons 'if (parts 3)))
      ((let cell slot)
       (let ((init (half)))
         (destructuring-bind (v body) (with-variable "V" (floor size 2) (not (eq operator 'let)))
           (list operator v init body))))
      (setc (let ((assignable (remove nil *variables* :key #'cdr)))
              (if assignable
                  (list 'setc (car (apply #'one-of assignable)) (expression size))
                  (list 'note (chance 10) (expression size)))))
      ((bind progv) (list operator (special) (half) (half)))
      (set (list 'set (special) (expression size)))
      (add (cons 'add (parts 2)))
      ((list values abort) (append (if (eq operator 'abort) (list 'abort (prompt-tag)) (list operator)) (parts (1+ (chance 3)))))
      (note (list 'note (chance 10) (expression size)))
      (fn (cons 'fn (with-variable "V" size nil)))
      (call (if (zerop (chance 3))
                (list* 'call (cons 'fn (with-variable "V" (floor size 2) nil)) (list (half)))
                (list* 'call (if (zerop (chance 3)) (half) (likely-function)) (parts (chance 3)))))
      ((spread first-of) (cons operator (parts 2)))
      (block (let* ((b (new-name "B")) (*blocks* (cons b *blocks*)))
               (list 'block b (expression size))))
      (return-from (if *blocks*
                       (list 'return-from (apply #'one-of *blocks*) (expression size))
                       (expression size)))
      (catch (let* ((tag (one-of 'c 'd)) (*landings* (cons tag *landings*)))
               (list 'catch tag (expression size))))
      ((throw invoke-restart) (leaving operator (if (eq operator 'throw) '(c d) '(r s)) size))
      (tags (let* ((tag (new-name "T")) (*tags* (cons tag *tags*)))
              (list 'tags tag (half) (half))))
      (go (if *tags*
              (list 'if (expression size) (list 'go (apply #'one-of *tags*)) (chance 10))
              (expression size)))
      (protect (cons 'protect (parts 2)))
      (prompt (list 'prompt (prompt-tag) (expression size)))
      (handled-prompt (append (list 'handled-prompt (prompt-tag)) (with-variable "V" (floor size 2) nil) (list (half))))
      ((suspend composable callcc) (taking operator (prompt-tag) (1- size)))
      (wind (list 'wind (chance 10) (expression size)))
      ((handling handle) (cons operator (append (with-variable "C" (floor size 2) nil) (list (half)))))
      (restart (let ((name (one-of 'r 's)))
                 (append (list 'restart name) (with-variable "C" (floor size 2) nil)
                         (let ((*landings* (cons name *landings*))) (list (half))))))
      ((signal error all) (list operator (expression size)))
      (relay (if (zerop (chance 2))
                 (list 'relay (half) (cons 'fn (with-variable "V" (floor size 2) nil)))
                 (list 'relay (half) (likely-function))))
      (store (list 'store (chance 3) (expression size)))
      (fetch (leaf)))))

(defun guarded (e)
  "Returns E with both prompts around it; its value shows an error."
  (list 'handle-errors 'c '(list 99 c) (list 'prompt 'p (list 'prompt 'q e))))

(defun program (seed)
  "Returns the program of SEED: some expressions, and calls of what they have stored."
  (let ((*state* seed) (*names* 0) (*variables* '()) (*continuations* '()) (*blocks* '()) (*tags* '()) (*landings* '()))
    (chance 2)
    (chance 2)
    (list* 'list (guarded (expression (+ 5 (chance 60))))
           (loop repeat (1+ (chance 3))
                 collect (guarded (if (zerop (chance 3))
                                      (expression (chance 20))
                                      (list 'call (list 'fetch (chance 3)) (expression (chance 4)))))))))

;;; Both results of a program: a list of its values, or :OVER; and the diary.

(defmacro recorded (&body body)
  "Returns a list of what ended the forms early or their values, and of what they did."
  `(let ((*diary* '()) (*steps* 0) (*over* nil) (*store* (vector 0 0 0)) (*globals* (list '*a* 0 '*b* 0)) (*a* 0) (*b* 0))
     (let ((values (catch 'over (progn ,@body))))
       (if *over*
           (list *over* (reverse *diary*))
           (list (shown values) (reverse *diary*) (shown *a*) (shown *b*))))))

(defun expected (e)
  (recorded (prog1 (evaluate-program e)
              (setf *a* (getf *globals* '*a*)
                    *b* (getf *globals* '*b*)))))

(defun found (e)
  (handler-bind ((warning #'muffle-warning))
    (let ((function (compile nil `(lambda () ,(lisp e)))) (*debugger-hook* (lambda (c hook) (declare (ignore c hook)) (give-up :unhandled))))
      (recorded (multiple-value-list (funcall function))))))

(defun difference (e)
  "Returns the expected and the actual outcome of E if they differ."
  (let ((expected (expected e)))
    (unless (eq (first expected) :too-large)
      (let ((found (found e)))
        (unless (equal expected found)
          (list expected found))))))

;;; Smaller programs with a difference.

(defun names-of (operator) (car (gethash operator *operators*)))

(defun well-formed-p (e &optional variables blocks tags)
  "True if all that E names is in scope."
  (flet ((all (es &rest new) (every (lambda (e) (well-formed-p e (append new variables) blocks tags)) es)))
    (cond ((integerp e) t)
          ((symbolp e) (or (special-p e) (member e variables)))
          (t (let ((args (rest e)))
               (case (first e)
                 ((let cell slot handle handle-errors handling)
                  (if (member (first e) '(let cell slot))
                      (and (all (list (second args))) (all (list (third args)) (first args)))
                      (and (all (list (second args)) (first args)) (all (list (third args))))))
                 (setc (and (member (first args) variables) (all (rest args))))
                 (fn (all (rest args) (first args)))
                 ((suspend composable callcc) (all (cddr args) (second args)))
                 ((handled-prompt restart) (and (all (list (third args)) (second args)) (all (list (fourth args)))))
                 (block (well-formed-p (second args) variables (cons (first args) blocks) tags))
                 (return-from (and (member (first args) blocks) (all (rest args))))
                 (tags (every (lambda (e) (well-formed-p e variables blocks (cons (first args) tags))) (rest args)))
                 (go (member (first args) tags))
                 (t (all (nthcdr (names-of (first e)) args)))))))))

(defun smaller (e)
  "Returns a list of expressions that are E with one part less."
  (if (atom e)
      (if (eql e 0) '() '(0))
      (let* ((names (1+ (names-of (first e)))) (head (subseq e 0 names)) (parts (nthcdr names e)))
        (append '(0) parts
                (loop for part in parts for i from 0
                      append (loop for less in (smaller part)
                                   collect (append head (subseq parts 0 i) (list less) (nthcdr (1+ i) parts))))))))

(defun shrunk (e)
  (loop
    (let ((less (find-if (lambda (e) (and (consp e) (well-formed-p e) (ignore-errors (difference e)))) (smaller e))))
      (if less (setf e less) (return e)))))

(defun trial (seed &key (shrink t))
  "Compares the program of SEED; shows it, as small as it is still wrong, and returns true if there is a difference."
  (let* ((e (program seed)) (difference (difference e)))
    (when difference
      (when shrink
        (setf e (shrunk e)
              difference (difference e)))
      (let ((*print-pretty* t) (*package* (find-package "CONTINUATIONS-FUZZ")))
        (format t "~&Seed ~D:~%~S~%as Lisp:~%~S~%expected ~S~%found    ~S~2%" seed e (lisp e) (first difference) (second difference)))
      t)))

(defun run (count first-seed &key (most 5))
  "Compares COUNT programs, every 40th with a collection at each call. Stops after MOST differences. Signals an error if
there are any; else returns COUNT."
  (let ((wrong 0))
    (loop for seed from first-seed below (+ first-seed count)
          do (let ((*collections* (zerop (mod seed 40))))
               (when (trial seed) (incf wrong)))
          until (>= wrong most))
    (format t "~&~D programs from seed ~D: ~D differences.~%" count first-seed wrong)
    (unless (zerop wrong) (error "~D programs differ" wrong))
    count))
