;;; The Wizard's Adventure Game of chapter 17 of the book, with the macro that defines further commands.
;;;     (game-repl)
;;; It understands LOOK, WALK, PICKUP, INVENTORY, QUIT, and the commands that GAME-ACTION defines.

;;; The world. A place is (NAME DESCRIPTION . WAYS), a way is (DIRECTION WAY PLACE).

(defparameter *places*
  '((living-room
     (you are in the living-room. a wizard is snoring loudly on the couch.)
     (west door garden)
     (upstairs ladder attic))
    (garden
     (you are in a beautiful garden. there is a well in front of you.)
     (east door living-room))
    (attic
     (you are in the attic. there is a giant welding torch in the corner.)
     (downstairs ladder living-room)))
  "The description of each place, and the ways from it.")

(defparameter *things*
  (list (cons 'whiskey 'living-room) (cons 'bucket 'living-room) (cons 'frog 'garden) (cons 'chain 'garden))
  "The location of each thing: a place, or BODY if the player carries it.")

(defparameter *location* 'living-room "The player's place.")

(defparameter *allowed-commands* (list 'look 'walk 'pickup 'inventory) "The functions that the player may call.")

;;; The commands. They return a list of symbols to print.

(defun describe-way (way)
  "Tells where WAY, (DIRECTION WAY PLACE), is."
  (destructuring-bind (direction kind place) way
    (declare (ignore place))
    `(there is a ,kind going ,direction from here.)))

(defun things-at (place)
  "Returns the list of the things that are at PLACE."
  (loop for (thing . where) in *things*
        when (eq where place)
          collect thing))

(defun look ()
  "Describes the place where the player is, the ways from there, and the things on the floor."
  (destructuring-bind (description . ways) (rest (assoc *location* *places*))
    (append description
            (loop for way in ways
                  append (describe-way way))
            (loop for thing in (things-at *location*)
                  append `(you see a ,thing on the floor.)))))

(defun walk (direction)
  "Goes in DIRECTION if there is a way, and looks around."
  (let ((way (assoc direction (cddr (assoc *location* *places*)))))
    (cond (way
           (setf *location* (third way))
           (look))
          (t '(you cannot go that way.)))))

(defun pickup (object)
  "Takes OBJECT, if it is here."
  (cond ((member object (things-at *location*))
         (setf (cdr (assoc object *things*)) 'body)
         `(you are now carrying the ,object))
        (t '(you cannot get that.))))

(defun inventory ()
  "Tells what the player carries."
  (cons 'items- (things-at 'body)))

(defun have (object)
  "Returns true if the player carries OBJECT."
  (member object (inventory)))

;;; Reading and printing

(defun words (line)
  "Returns the words of the string LINE as a list of strings."
  (let ((start (position #\Space line :test #'char/=)))
    (when start
      (let ((end (or (position #\Space line :start start) (length line))))
        (cons (subseq line start end) (words (subseq line end)))))))

(let ((package *package*))
  (defun game-read ()
    "Reads a line and returns the command in it, a list of symbols; QUIT at the end of the input."
    (let ((line (read-line *standard-input* nil)))
      (if line
          (loop for word in (words (substitute #\Space #\Tab (string-trim '(#\Return) line)))
                collect (intern (string-upcase word) package))
          '(quit)))))

(defun game-eval (command)
  "Carries out COMMAND, a list of symbols, if it is allowed. Returns the answer."
  (destructuring-bind (&optional name &rest objects) command
    (cond ((null name) `(please type a command- ,@*allowed-commands* or quit.))
          ((not (member name *allowed-commands*)) '(i do not know that command.))
          (t (handler-case (apply name objects)
               (program-error () `(i do not understand ,name with ,(length objects) more words.)))))))

(defun tweaked-text (words)
  "Returns WORDS, a list of symbols, as text: in lower case, sentences with a capital."
  (let ((capital t))
    (map 'string
         (lambda (c)
           (prog1 (if capital (char-upcase c) (char-downcase c))
             (cond ((find c ".!?") (setf capital t))
                   ((char/= c #\Space) (setf capital nil)))))
         (format nil "~{~a~^ ~}" words))))

(defun game-print (words)
  "Prints WORDS, a list of symbols, as text."
  (format t "~&~a~%" (tweaked-text words))
  (finish-output))

(defun game-repl ()
  "Reads commands and carries them out until QUIT."
  (loop for command = (game-read)
        until (equal command '(quit))
        do (game-print (game-eval command))))

;;; Commands with two objects: they use a thing that the player carries on something at a certain place.

(defmacro game-action (command subj obj place &body body)
  "(game-action command subject object place form*): defines COMMAND and allows it. If the player has SUBJECT, is at
PLACE and uses it on OBJECT, the forms are evaluated with SUBJECT and OBJECT bound to these, and return the answer."
  `(progn
     (defun ,command (subject object)
       (if (and (eq *location* ',place)
                (eq subject ',subj)
                (eq object ',obj)
                (have ',subj))
           (progn ,@body)
           '(i cant ,command like that.)))
     (pushnew ',command *allowed-commands*)))

(defparameter *chain-welded* nil "True when the chain hangs on the bucket.")

(game-action weld chain bucket attic
  (cond ((or *chain-welded* (not (have 'bucket)))
         '(you do not have a bucket.))
        (t (setf *chain-welded* t)
           '(the chain is now securely welded to the bucket.))))

(defparameter *bucket-filled* nil "True when there is water in the bucket.")

(game-action dunk bucket well garden
  (cond (*chain-welded*
         (setf *bucket-filled* t)
         '(the bucket is now full of water))
        (t '(the water level is too low to reach.))))

(game-action splash bucket wizard living-room
  (cond ((not *bucket-filled*)
         '(the bucket has nothing in it.))
        ((have 'frog)
         '(the wizard awakens and sees that you stole his frog. he is so upset he banishes you to the netherworlds-
           you lose! the end.))
        (t
         '(the wizard awakens from his slumber and greets you warmly. he hands you the magic low-carb donut- you win!
           the end.))))
