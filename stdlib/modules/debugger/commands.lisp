;;; The prompt's commands in the debugger: frames and their variables, forms evaluated in them, returning from them and
;;; calling them again.

(in-package "TESSERA")

(defparameter *frames-at-first* 20 "The number of frames that :backtrace shows by default.")
(defparameter *most-frames* 100000 "The maximum number of frames that :backtrace all shows.")
(defparameter *source-lines-around* 4 "The number of lines that :source shows before and after the position.")

;;; Selecting a frame.

(defun %write-numbered-frame (number &optional (times 1))
  "Writes frame NUMBER, which stands for TIMES frames at the same position, with a mark if it is the current one."
  (format t "~:[ ~;>~]~3D:" (< -1 (- *debugger-frame* number) times) number)
  (%write-frame-times (nth number *debugger-frames*) times *standard-output*)
  (terpri))

(%define-prompt-command (:backtrace :b) :debugger (&optional (count *frames-at-first*))
  "Show the calls that had not returned when the error came, the innermost first: COUNT of them, or all."
  (let ((all (and (symbolp count) (string= count "ALL"))))
    (when all
      (setq *debugger-frames* (%user-frames *most-frames*)))
    (if (or all (typep count 'unsigned-byte))
        (let* ((length (length *debugger-frames*)) (end (if all length (min count length))))
          (%map-runs-of-frames (let ((number 0))
                                 (lambda (frame times)
                                   (declare (ignore frame))
                                   (%write-numbered-frame number times)
                                   (incf number times)))
                               (subseq *debugger-frames* 0 end))
          (when (< end length)
            (format t "      and ~D more, which :backtrace all shows~%" (- length end))))
        (format t "COUNT is a number, or all.~%"))))

(defun %go-to-frame (number)
  "Makes frame NUMBER the current one, and shows it with its source line."
  (cond ((not (typep number 'unsigned-byte)) (format t "A frame has a number, which :backtrace shows.~%"))
        ((< number (length *debugger-frames*))
         (setq *debugger-frame* number)
         (%write-numbered-frame number)
         (%write-position-of (nth number *debugger-frames*) *standard-output*))
        (t (format t "There is no frame ~D: they are 0 to ~D.~%" number (1- (length *debugger-frames*))))))

(%define-prompt-command (:frame :f) :debugger (&optional (number *debugger-frame*))
  "Go to frame NUMBER of the backtrace; show it, or the current one."
  (%go-to-frame number))

(defun %move-frames (count)
  "Moves COUNT frames up to callers, or down if COUNT is negative; stops at the last frame, with a message."
  (let* ((last (max 0 (1- (length *debugger-frames*)))) (goal (+ *debugger-frame* count)))
    (cond ((and (plusp count) (= *debugger-frame* last)) (format t "This is the outermost frame.~%"))
          ((and (minusp count) (= *debugger-frame* 0)) (format t "This is the innermost frame.~%"))
          (t (%go-to-frame (max 0 (min goal last)))))))

(%define-prompt-command (:up) :debugger (&optional (count 1))
  "Go to the frame that called the current one, or COUNT frames on."
  (if (integerp count) (%move-frames count) (%go-to-frame count)))

(%define-prompt-command (:down) :debugger (&optional (count 1))
  "Go to the frame that the current one called, or COUNT frames on."
  (if (integerp count) (%move-frames (- count)) (%go-to-frame count)))

;;; Showing a frame.

(defun %call-with-current-frame (function)
  "Calls FUNCTION with the current frame. Reports to the user if that is impossible for the frame."
  (let ((frame (nth *debugger-frame* *debugger-frames*)))
    (cond ((null frame) (format t "There is no frame.~%"))
          ((frame-elided-p frame)
           (format t "~A ended in a tail call: it has no frame any more. Compiled after (declaim (optimize (debug 3))) it keeps it.~%"
                   (%text-in-short (frame-name frame))))
          ((null (frame-function frame)) (format t "This is a form at toplevel: it has no variables, and the restart RETRY evaluates it again.~%"))
          (t (funcall function frame)))))

(defun %write-variables (variables)
  "Writes a line with name and value for each of VARIABLES."
  (let ((widest (reduce #'max variables :key (lambda (variable) (length (prin1-to-string (car variable)))) :initial-value 0)))
    (loop for (name . value) in variables
          do (format t "  ~VA ~:[is no longer known~;= ~:*~A~]~%" widest (prin1-to-string name)
                     (and value (%text-in-short (car value)))))))

(%define-prompt-command (:locals :l) :debugger ()
  "Show the arguments and the other variables of the current frame; (tessera:frames) and (tessera:frame-locals frame)
give them whole."
  (%call-with-current-frame
   (lambda (frame)
     (let ((arguments (frame-arguments frame)) (locals (frame-locals frame)))
       (%write-variables (append arguments locals))
       (unless (or arguments locals)
         (format t "No variables are known here.~%"))))))

(%define-prompt-command (:source :s) :debugger ()
  "Show the lines of the source around the position where the current frame is."
  (let ((frame (nth *debugger-frame* *debugger-frames*)))
    (multiple-value-bind (file line column) (and frame (frame-source frame))
      (if (and file line (ignore-errors (source-line file line)))
          (loop with (first last) = (%lines-of-entry file line)
                for number from (max first (- line *source-lines-around*)) to (min last (+ line *source-lines-around*))
                for text = (source-line file number)
                while text
                do (if (= number line)
                       (%write-source-line file line column *standard-output*)
                       (format t "  ~5D | ~A~%" number (%line-in-short text))))
          (format t "The source of this frame is not known.~%")))))

(defun %lines-of-entry (file line)
  "Returns a list of the first and the last line that belong to what LINE of FILE is part of: an entry at the prompt, or
the whole file."
  (let ((starts (and (equal file *prompt-source*) *entry-starts*)))
    (list (or (find line starts :test #'>=) 1)
          (1- (or (find line starts :test #'< :from-end t) most-positive-fixnum)))))

(defun %line-in-short (text)
  "Returns TEXT, cut to the length of a source line."
  (subseq text 0 (min (length text) *longest-source-line*)))

;;; Returning and restarting.

(%define-prompt-command (:eval :e) :debugger (form)
  "Evaluate FORM, in which the variables of the current frame are visible and can be assigned."
  (%call-with-current-frame
   (lambda (frame)
     (setq - form)
     (let ((values (multiple-value-list (frame-eval frame form))))
       (%remember-form form)
       (%remember-values values)
       (%print-results values)))))

(%define-prompt-command (:return) :debugger (form)
  "Return the values of FORM, in which the variables of the current frame are visible, from the call of that frame."
  (%call-with-current-frame
   (lambda (frame)
     (apply #'frame-return frame (multiple-value-list (frame-eval frame form))))))

(%define-prompt-command (:retry) :debugger ()
  "Call the function of the current frame again in its place, with the same arguments; the new one if it was redefined."
  (%call-with-current-frame #'frame-retry))

;;; A restart that calls the innermost function of the user again, after it was corrected.

(defun %retried-frame (frames)
  "Returns the innermost of FRAMES whose function has a name and whose call can be made again, or NIL."
  (find-if (lambda (frame)
             (and (frame-function frame)
                  (not (%library-frame-p frame))
                  (%function-name-p (frame-name frame))
                  (fboundp (frame-name frame))
                  (not (%macro-frame-p frame))
                  (nth-value 1 (%retried-arguments frame))))
           frames))
