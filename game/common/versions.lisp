;;; The rules that a version of Dice of Doom plays by. Each script declares them at its end, for example
;;; (declare-version 2), and native.lisp follows the declaration. For another version see README.md, "A version of
;;; your own".

(defparameter *properties*
  '((:board :hexes :holes)                 ; six neighbors; an attack leaves a die behind; most hexes win; with *HOLES*
    (:attack :stronger :two-dice)          ; attacks need more dice than the target has; two dice
    (:luck :none :dice)                    ; attacks always succeed; by ATTACK-ODDS, with moves (ACTION IF-WON IF-LOST)
    (:reinforcement :taken :cluster)       ; one die less than taken; one for each hex of the largest cluster
    (:trees :whole :lazy)                  ; the moves of a tree are a list; a lazy list
    (:search :minimax :alpha-beta :expectation)
                                           ; HANDLE-COMPUTER uses GET-RATINGS of a whole tree;
                                           ; AB-GET-RATINGS-MAX to *AI-LEVEL*; GET-RATINGS to *AI-LEVEL*
    (:ending :book :share)            ; at a turn that begins without an attack; when a player has *WINNING-HEXES*
    (:score :threats))                     ; 2 for a safe hex, 1 for a threatened one, -1 for one of others
  "The properties of a version, each with the values that the natives support.")

(defvar *winning-hexes* nil
  "The number of hexes with which a player wins at once, where the version has the :ENDING :SHARE: the game then goes on
although somebody cannot attack or is out. NIL: the game ends as in the book.")

(defvar *holes* '()
  "The positions of the board that are holes, in ascending order, where the version has the :BOARD :HOLES. A hole has no
owner, no dice and no neighbors.")

(defparameter *nobody* 26 "The owner of holes, beyond the numbers of players.")

(defun hole ()
  "Returns the hex that stands for a hole on boards."
  (list *nobody* 0))

(defun hole-p (thing)
  "True if THING is a hole of a board.
  (list (hole-p '(26 0)) (hole-p '(0 1))) => (T NIL)"
  (and (consp thing) (eql (first thing) *nobody*) (equal (rest thing) '(0))))

(defun holes-of (hexes)
  "Returns the positions of the holes of HEXES, a board or a list.
  (holes-of '((0 1) (26 0))) => (1)"
  (loop for hex in (coerce hexes 'list)
        for pos from 0
        when (hole-p hex) collect pos))

(defparameter *text-versions*
  '((1 :board :hexes :attack :stronger :luck :none :reinforcement :taken :trees :whole :search :minimax :ending :book)
    (2 :based-on 1 :attack :stronger :trees :lazy :search :alpha-beta :score :threats)   ; the third adds no rules
    (4 :based-on 2 :attack :two-dice :luck :dice :reinforcement :cluster :search :expectation))
  "The declarations of the book's versions.")

(defun text-rules (name)
  "Returns the properties of the book's version NAME as a property list."
  (destructuring-bind (&key based-on &allow-other-keys) (rest (assoc name *text-versions*))
    (append (rest (assoc name *text-versions*))
            (when based-on (text-rules based-on)))))

;;; Loaded versions

(defstruct (game-version (:conc-name version-))
  "A version: its NAME, the properties STATED in its declaration, the FUNCTIONS defined at that time, and the version it
is BASED-ON."
  name stated functions based-on)

(defvar *version* nil "The loaded GAME-VERSION; NIL if none was declared.")

(defvar *native-functions* '()
  "A list (NAME NATIVE SCRIPT) for each function that has a native: the native function and the script's.")

(defun script-function (name)
  "Returns the function NAME, or the script's function if the native one is in its place."
  (destructuring-bind (&optional native script) (rest (assoc name *native-functions*))
    (if (and native (eq (fdefinition name) native))
        script
        (fdefinition name))))

(defun current-functions ()
  "Returns a hash table from the symbols of this package that name functions to the functions."
  (let ((functions (make-hash-table :test 'eq)))
    (with-package-iterator (next (symbol-package 'current-functions) :internal :external)
      (loop
        (multiple-value-bind (more name) (next)
          (cond ((not more) (return functions))
                ((and (fboundp name) (not (macro-function name)))
                 (setf (gethash name functions) (script-function name)))))))))

(defun check-properties (properties)
  "Signals an ERROR that names the first unknown property or value in PROPERTIES."
  (loop for (property value) on properties by #'cddr
        for known = (rest (assoc property *properties*))
        do (cond ((null known)
                  (error "DECLARE-VERSION: ~s is not a property of a game; these are: ~{~s~^, ~}" property (mapcar #'first *properties*)))
                 ((not (member value known))
                  (error "DECLARE-VERSION: ~s cannot be ~s. Natives know ~{~s~^ and ~}." property value known)))))

(defun loaded-version (name)
  "Returns the version NAME: the loaded one or one that it is based on. Signals an ERROR if there is none."
  (loop for version = *version* then (version-based-on version)
        do (cond ((null version) (error "DECLARE-VERSION: the version ~s is not loaded, so none can be based on it" name))
                 ((eql (version-name version) name) (return version)))))

(defun declare-version (name &rest properties &key (based-on nil based-on-p) &allow-other-keys)
  "Declares that the current functions of the game are those of the version NAME, and returns NAME. PROPERTIES are the
properties of *PROPERTIES* that differ from the version BASED-ON, or all of them without BASED-ON. A function that is
part of a stated property must do what the natives do for that property; otherwise natives and script disagree. Other
functions that differ are called by the natives. Without PROPERTIES, NAME is one of the book's versions."
  (when (null properties)
    (return-from declare-version
      (apply #'declare-version name (or (rest (assoc name *text-versions*))
                                        (error "DECLARE-VERSION: ~s has no properties and is not a version of the book" name)))))
  (when based-on-p
    (remf properties :based-on))
  (check-properties properties)
  (setf *version* (make-game-version :name name
                                     :stated properties
                                     :functions (current-functions)
                                     :based-on (when based-on (loaded-version based-on))))
  (version-rules)
  (when (fboundp 'bind-natives)   ; natives loaded earlier follow the declaration
    (funcall 'bind-natives))
  name)

(defparameter *rules-of-shares* '(:attack :two-dice :luck :dice :reinforcement :cluster :trees :lazy :search :expectation)
  "The properties without which there is neither :ENDING :SHARE nor :BOARD :HOLES.")

(defun version-rules ()
  "Returns the properties of the loaded version as a property list. Signals an ERROR if one is missing."
  (let ((rules (loop for version = *version* then (version-based-on version)
                     while version
                     append (version-stated version))))
    (dolist (property '(:board :attack :luck :reinforcement :trees :search))
      (unless (getf rules property)
        (error "DECLARE-VERSION: neither ~s nor a version it is based on states ~s" (version-name *version*) property)))
    (loop for (name special reason) in '((:ending :share "by other rules such a game may never end") (:board :holes "the natives know no other rules there"))
          when (eq (getf rules name) special)
            do (loop for (property value) on *rules-of-shares* by #'cddr
                     unless (eq (getf rules property) value)
                       do (error "DECLARE-VERSION: with ~s ~s, ~s must be ~s: ~a" name special property value reason)))
    rules))

(defun version-function (name properties)
  "Returns the function NAME of the version that last stated one of PROPERTIES, which the function is part of; NIL if
none did."
  (loop for version = *version* then (version-based-on version)
        while version
        when (loop for property in properties thereis (getf (version-stated version) property))
          return (values (gethash name (version-functions version)))))
