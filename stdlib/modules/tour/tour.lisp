;;; The state of the tour, which a file keeps, and its commands.

(in-package "TESSERA-TOUR")

(defvar *at* 0 "The number of the step that the user is at, from 0.")

;;; A file keeps the step, so that the tour goes on where it was left.

(defun state-file ()
  "Returns the name of the file where the tour keeps the user's progress; NIL if it has no directory."
  (tessera::%state-file "tour"))

(defun step-reached ()
  "Returns the number of the step that was reached in an earlier session, or 0."
  (or (ignore-errors
        (with-open-file (in (state-file))
          (let* ((*read-eval* nil) (number (read in)))
            (and (typep number `(integer 0 (,(length *steps*)))) number))))
      0))

(defun note-step-reached ()
  "Keeps the number of the step for later sessions. Ignores errors in that."
  (ignore-errors
    (ensure-directories-exist (state-file))
    (with-open-file (out (state-file) :direction :output :if-exists :supersede)
      (prin1 (if (< *at* (length *steps*)) *at* 0) out))))

;;; Showing

(defun game-file ()
  "Returns the name of the game's second version, or NIL if it is not in the directory of the games."
  (let ((directory (game-directory)))
    (and directory
         (let ((file (probe-file (concatenate 'string directory "dice_of_doom_v2.lisp"))))
           (and file (namestring file))))))

(defun possible-p (step)
  "True if the files that STEP needs exist."
  (or (null (tour-step-needs step)) (game-file)))

(defun with-game-file (text)
  "Returns TEXT with the name of the game's file in place of its directive."
  (if (search "~s" text) (format nil text (game-file)) text))

(defun show-step ()
  "Writes the text of the current step."
  (let ((step (nth *at* *steps*)))
    (format t "~&~%Step ~D of ~D: ~A~%" (1+ *at*) (length *steps*) (tour-step-title step))
    (write-filled (with-game-file (tour-step-text step)))))

(defun finish ()
  "Ends the tour."
  (setf *at* 0)
  (watch nil)
  (terpri)
  (write-filled (format nil "That was the tour. (describe 'NAME) and (apropos \"PART\") go on from here~:[.~;; to play against the computer, type
  (load ~s)
  (play)~]"
                        (game-file) (and (game-file) (concatenate 'string (game-directory) "play.lisp")))))

(defun define-missing (step)
  "Evaluates the definitions that STEP asks for and the user does not have. Returns the names that it defined."
  (let ((*package* (find-package "COMMON-LISP-USER")) (*standard-output* (make-broadcast-stream)))
    (with-input-from-string (in (with-game-file (tour-step-hint step)))
      (loop for form = (read in nil)
            while form
            when (and (member (first form) '(defun defmacro)) (not (fboundp (second form))))
              collect (eval form)
            when (or (eq (first form) 'require) (and (eq (first form) 'load) (not (fboundp (user-symbol "DRAW-BOARD")))))
              do (eval form)))))

(defun define-what-was-skipped (number)
  "Defines what the steps before NUMBER ask for and this session lacks, and names it."
  (let ((names (loop for step in *steps* repeat number
                     when (possible-p step) append (define-missing step))))
    (format t "~@[~&Defined for you, as earlier steps ask: ~{~A~^, ~}.~%~]" names)))

(defun go-to-step (number)
  "Goes to the first step from NUMBER on that is possible here, or ends the tour if there is none."
  (define-what-was-skipped number)
  (setf *at* (or (position-if #'possible-p *steps* :start (min number (length *steps*)))
                 (length *steps*)))
  (note-step-reached)
  (if (< *at* (length *steps*))
      (show-step)
      (finish)))

;;; Functions that the prompt calls

(defun step-done-p (number form values)
  "True if FORM, which was typed and gave the list VALUES, does the task of step NUMBER, from 0."
  (and (ignore-errors (funcall (tour-step-check (nth number *steps*)) form values)) t))

(defun observe (form values)
  "Goes to the next step if FORM, which was typed and gave VALUES, does the task of the current one."
  (when (step-done-p *at* form values)
    (format t "~&Yes.~%")
    (go-to-step (1+ *at*))))

(defun steps ()
  "Returns the titles of the steps and, for each, the forms that do its task: a list of lists of two strings."
  (mapcar (lambda (step) (list (tour-step-title step) (with-game-file (tour-step-hint step))))
          *steps*))

(defparameter *words*
  '(("HINT" . :hint) ("SKIP" . :skip) ("NEXT" . :skip) ("BACK" . :back) ("PREVIOUS" . :back) ("LEAVE" . :leave) ("Q" . :leave))
  "Words that people type by habit during the tour.")

(defun watch (function)
  "Makes the prompt call FUNCTION on typed forms, and take the words of the tour for commands; NIL ends both."
  (setf tessera::*evaluation-observer* function
        tessera::*words-here* (and function *words*)))

(defun begin (&optional (step (1+ (step-reached))))
  "Begins the tour at STEP, a number from 1 on: where it was left, unless it is given."
  (check-type step (integer 1))
  (unless (<= step (length *steps*))
    (error 'type-error :datum step :expected-type `(integer 1 ,(length *steps*))))
  (watch 'observe)
  (write-filled (format nil "A tour in ~D steps: do what each asks for. You may type anything else meanwhile. :hint shows how it can be ~
done, :skip goes on, :back goes back, :leave ends the tour; it goes on where you left it when you come back."
                        (length *steps*)))
  (go-to-step (1- step)))

(defmacro define-tour-command (name documentation &body body)
  "Defines the command NAME of the prompt, which only works during the tour."
  `(tessera::%define-prompt-command (,name) :anywhere ()
       ,documentation
     (if tessera::*evaluation-observer*
         (progn ,@body)
         (format t "~&There is no tour; :tour begins one.~%"))))

(define-tour-command :hint
    "Show the forms that do what the step of the tour asks for."
  (format t "~&~A~%" (with-game-file (tour-step-hint (nth *at* *steps*)))))

(define-tour-command :skip
    "Go on to the next step of the tour."
  (go-to-step (1+ *at*)))

(define-tour-command :back
    "Go back to the step of the tour before."
  (go-to-step (max 0 (1- *at*))))

(define-tour-command :leave
    "End the tour; :tour goes on with it."
  (watch nil)
  (format t "~&:tour goes on with step ~D.~%" (1+ *at*)))
