;;; Native functions for Dice of Doom in place of the script's: same names, same arguments, same results, but faster.
;;;     (load "dice_of_doom_v2.lisp")        ; or any other version
;;;     (load "native.lisp")
;;;     (native-status)                      ; which functions are native
;;;     (native-off)                         ; restores the script's; (native-on) the natives
;;;
;;; If you redefine a function of the game, before or afterwards, the natives call yours. Whatever natives do not
;;; support (unusual settings, trees of your own making) they leave to the script's functions: see native/README.md. The
;;; script declares which functions are its own: see common/versions.lisp.

(require "dice-of-doom")
(load (merge-pathnames "common/versions.lisp" (or *load-truename* *default-pathname-defaults*)))

(define-condition wrong-argument (type-error)
  ((operation :initarg :operation :reader wrong-argument-operation)
   (argument :initarg :argument :reader wrong-argument-name)
   (value :initarg :value :reader wrong-argument-value)
   (cause :initarg :cause :reader wrong-argument-cause))
  (:report (lambda (condition stream)
             (let ((*print-length* 10) (*print-level* 4))
               (format stream "~a: the argument ~a is wrong: ~s. ~a"
                       (wrong-argument-operation condition) (wrong-argument-name condition) (wrong-argument-value condition)
                       (wrong-argument-cause condition)))))
  (:documentation "A TYPE-ERROR of a script's function because of an argument, which it names."))

(defun nth-parameter (n lambda-list)
  "Returns the name of parameter N in LAMBDA-LIST, a string of names."
  (loop repeat n
        do (setf lambda-list (subseq lambda-list (1+ (position #\Space lambda-list)))))
  (string-upcase (subseq lambda-list 0 (position #\Space lambda-list))))

(defun call-naming-argument (function operation lambda-list n arguments)
  "Applies FUNCTION, the script's OPERATION, to ARGUMENTS. Turns a TYPE-ERROR into one that names argument N."
  (handler-bind ((type-error
                   (lambda (cause)
                     (unless (typep cause 'wrong-argument)
                       (error 'wrong-argument
                              :datum (type-error-datum cause)
                              :expected-type (type-error-expected-type cause)
                              :operation operation
                              :argument (nth-parameter n lambda-list)
                              :value (nth n arguments)
                              :cause cause)))))
    (apply function arguments)))

(defun original-function (name)
  "Returns the script's function NAME, whether or not it is in use."
  (or (third (assoc name *native-functions*))
      (fdefinition name)))

(defun moves-by-script (board player spare-dice passing src neighbor)
  "Returns the first pair of the script's lazy list of the moves of PLAYER on BOARD. The list begins with the end of the
turn if PASSING, otherwise with the attack from SRC on its neighbor number NEIGHBOR."
  (flet ((before-p (action)
           (or (< (first action) src)
               (and (= (first action) src)
                    (< (position (second action) (neighbors src)) neighbor)))))
    (if passing
        (funcall (third (funcall (original-function 'game-tree) board player spare-dice nil)))
        (loop for cell = (funcall (funcall (original-function 'attacking-moves) board player spare-dice))
                then (funcall (cdr cell))
              while (and cell (before-p (first (car cell))))
              finally (return cell)))))

(defun native-state (name)
  "Returns :NATIVE if the function NAME is native, :SCRIPT if it is the script's, :CHANGED if it is neither."
  (destructuring-bind (native script) (rest (assoc name *native-functions*))
    (let ((function (fdefinition name)))
      (cond ((eq function native) :native)
            ((eq function script) :script)
            (t :changed)))))

(defun functions-in-state (&rest states)
  "Returns the names of the functions that have natives and are in one of STATES."
  (loop for (name) in *native-functions*
        when (member (native-state name) states)
          collect name))

(defun native-on ()
  "Installs the natives in place of the script's functions, but not of the user's. Returns the names of the functions
replaced."
  (let ((names (functions-in-state :script)))
    (dolist (name names names)
      (setf (fdefinition name) (second (assoc name *native-functions*))))))

(defun native-off ()
  "Restores the script's functions. Returns the names of the functions replaced."
  (let ((names (functions-in-state :native)))
    (dolist (name names names)
      (setf (fdefinition name) (original-function name)))))

(defun native-status ()
  "Prints which of the functions that have natives are native, which are the script's, and which were redefined."
  (loop for (state what) in '((:native "native") (:script "the script's") (:changed "redefined"))
        for names = (functions-in-state state)
        when names
          do (format t "~&~a: ~{~(~a~)~^, ~}~%" what names))
  (values))

(defparameter *merge-positions* t
  "True if a search that calls a user's function, such as SCORE-BOARD, calls it once for equal boards. If NIL, the
search calls it as often as the script does, for functions that have effects or depend on chance.")

(defun undeclared-rules ()
  "Returns the properties of the book's version that the loaded game resembles. For games that declare none, such as
listings typed in."
  (text-rules (cond ((fboundp 'board-attack-fail) 4)
                    ((fboundp 'limit-tree-depth) 2)
                    ((fboundp 'game-tree) 1)
                    (t (error "There is no game to make native: load a version of Dice of Doom before native.lisp")))))

(defun rules-in-use ()
  "Returns the properties of the game, declared or guessed."
  (if *version* (version-rules) (undeclared-rules)))

(defun bind-natives ()
  "Finds the natives for the functions of the declared version. Other functions of these names are the user's."
  (let ((package (symbol-package 'bind-natives)))
    (setf *native-functions*
          (dice-of-doom:bind-natives (rules-in-use)
                                     package
                                     (loop for (name . properties) in (dice-of-doom:native-names package)
                                           for function = (version-function name properties)
                                           when function
                                             collect (cons name function))
                                     #'call-naming-argument #'moves-by-script))))

(bind-natives)
(unless *version*
  (warn "The natives know no function of this game, so all stay as they are. DECLARE-VERSION says what a game plays by: see game/README.md."))
(native-on)
(load (merge-pathnames "common/trees.lisp" (or *load-truename* *default-pathname-defaults*)))
(load (merge-pathnames "computer/strong_player.lisp" (or *load-truename* *default-pathname-defaults*)))
