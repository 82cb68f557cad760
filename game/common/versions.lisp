;;; What a version of Dice of Doom plays by. Each script says it at its end, (declare-version 2) say, and native.lisp goes by that.
;;; A version of your own says what differs: see README.md, "A version of your own".

(defparameter *properties*
  '((:board :hexes)                        ; six neighbors; who wins an attack leaves a die; who has most hexes wins
    (:attack :stronger :two-dice)          ; allowed with more dice than the target has; with two dice or more
    (:luck :none :dice)                    ; attacks always succeed; or as ATTACK-ODDS says: moves are (ACTION IF-WON IF-LOST)
    (:reinforcement :taken :cluster)       ; a die less than were taken; as many as the largest cluster has hexes
    (:trees :whole :lazy)                  ; the moves of a tree are a list; a lazy list
    (:search :minimax :alpha-beta :expectation)
                                           ; HANDLE-COMPUTER takes the best by GET-RATINGS of a whole tree; by AB-GET-RATINGS-MAX,
                                           ; *AI-LEVEL* moves deep; by GET-RATINGS so deep, and PICK-CHANCE-BRANCH where there is luck
    (:score :threats))                     ; 2 for a safe hex, 1 for a threatened one, -1 for one of others
  "The properties of a version, each with the values that natives know.")

(defparameter *text-versions*
  '((1 :board :hexes :attack :stronger :luck :none :reinforcement :taken :trees :whole :search :minimax)
    (2 :based-on 1 :attack :stronger :trees :lazy :search :alpha-beta :score :threats)   ; the third adds no rules
    (4 :based-on 2 :attack :two-dice :luck :dice :reinforcement :cluster :search :expectation))
  "What the versions of the text declare.")

(defun text-rules (name)
  "Returns the properties of the text's version NAME, a property list."
  (destructuring-bind (&key based-on &allow-other-keys) (rest (assoc name *text-versions*))
    (append (rest (assoc name *text-versions*))
            (when based-on (text-rules based-on)))))

;;; Versions as they are loaded

(defstruct (game-version (:conc-name version-))
  "A version: its NAME, the properties STATED when it was declared, the FUNCTIONS that there were then, and the version it is BASED-ON."
  name stated functions based-on)

(defvar *version* nil "The GAME-VERSION that is loaded; NIL if none was declared.")

(defvar *native-functions* '()
  "A list (NAME NATIVE SCRIPT) for each function that has a native: the native function, and the script's.")

(defun script-function (name)
  "Returns the function NAME, the script's if it is native now."
  (destructuring-bind (&optional native script) (rest (assoc name *native-functions*))
    (if (and native (eq (fdefinition name) native))
        script
        (fdefinition name))))

(defun current-functions ()
  "Returns a table of the functions that this package's symbols name."
  (let ((functions (make-hash-table :test 'eq)))
    (with-package-iterator (next (symbol-package 'current-functions) :internal :external)
      (loop
        (multiple-value-bind (more name) (next)
          (cond ((not more) (return functions))
                ((and (fboundp name) (not (macro-function name)))
                 (setf (gethash name functions) (script-function name)))))))))

(defun check-properties (properties)
  "Signals an ERROR that names what there is not in PROPERTIES."
  (loop for (property value) on properties by #'cddr
        for known = (rest (assoc property *properties*))
        do (cond ((null known)
                  (error "DECLARE-VERSION: ~s is no property of a game: ~{~s~^, ~} are." property (mapcar #'first *properties*)))
                 ((not (member value known))
                  (error "DECLARE-VERSION: ~s cannot be ~s. Natives know ~{~s~^ and ~}." property value known)))))

(defun loaded-version (name)
  "Returns the version NAME that is loaded, or that the loaded one is based on. An ERROR if there is none."
  (loop for version = *version* then (version-based-on version)
        do (cond ((null version) (error "DECLARE-VERSION: no version ~s is loaded to base another one on." name))
                 ((eql (version-name version) name) (return version)))))

(defun declare-version (name &rest properties &key (based-on nil based-on-p) &allow-other-keys)
  "Says that the functions of the game as they are now are those of the version NAME, which has PROPERTIES: those in *PROPERTIES* in which it
differs from the version that it is BASED-ON, all of them if it is based on none. A function that is part of a stated property does what
natives do for that property, or natives would not play the same; any other one that differs is called. Returns NAME.
Without PROPERTIES NAME is one of the text's versions."
  (when (null properties)
    (return-from declare-version
      (apply #'declare-version name (or (rest (assoc name *text-versions*))
                                        (error "DECLARE-VERSION: ~s has no properties, and is no version of the text." name)))))
  (when based-on-p
    (remf properties :based-on))
  (check-properties properties)
  (setf *version* (make-game-version :name name
                                     :stated properties
                                     :functions (current-functions)
                                     :based-on (when based-on (loaded-version based-on))))
  (version-rules)
  (when (fboundp 'bind-natives)   ; loaded before, they have to follow
    (funcall 'bind-natives))
  name)

(defun version-rules ()
  "Returns the properties of the loaded version, a property list. An ERROR if it misses one."
  (let ((rules (loop for version = *version* then (version-based-on version)
                     while version
                     append (version-stated version))))
    (dolist (property '(:board :attack :luck :reinforcement :trees :search) rules)
      (unless (getf rules property)
        (error "DECLARE-VERSION: ~s says nothing of ~s, and neither does what it is based on." (version-name *version*) property)))))

(defun version-function (name properties)
  "Returns the function NAME of the loaded version, which is part of PROPERTIES: that of when one of them was last stated. NIL if none is."
  (loop for version = *version* then (version-based-on version)
        while version
        when (loop for property in properties thereis (getf (version-stated version) property))
          return (values (gethash name (version-functions version)))))
