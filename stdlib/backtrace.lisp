;;; What the user is told of a condition that nothing handles: its class and message, and the frames of her functions
;;; (chapter 25; on the conditions). The debuggers of scripts, of the REPL and of C++ programs show it.
(in-package "TESSERA")

(defun %safe-message (condition)
  "The report of CONDITION, or what stands for it if its report fails."
  (handler-case (princ-to-string condition)
    (error () "(its report failed)")))

(defun %write-condition (condition stream)
  "Write a line with the class and the report of CONDITION to STREAM."
  (fresh-line stream)
  (princ (%public-class-name condition) stream)
  (write-string ": " stream)
  (write-string (%safe-message condition) stream)
  (terpri stream))

;;; Frames, the innermost first, each (NAME FILE LINE COLUMN ELIDED). The name is :TOPLEVEL-FORM for a form
;;; at toplevel, and (LAMBDA lambda-list) for a function without a name.

(defun %library-frame-p (frame)
  "True if FRAME is of a function of the library: the image notes its files with a directory, LOAD notes files without."
  (let ((file (cadr frame)))
    (and (stringp file) (> (length file) 7) (string= file "stdlib/" :end1 7))))

(defun %public-symbol-p (name)
  "True if NAME is a symbol that its package exports."
  (and (symbolp name)
       (symbol-package name)
       (eq (nth-value 1 (find-symbol (symbol-name name) (symbol-package name))) :external)))

(defun %public-frame-p (frame)
  "True if FRAME is the user's, or of a function of the library that she may call."
  (or (not (%library-frame-p frame))
      (%public-symbol-p (car frame))))

(defun %signalling-frame-p (frame)
  "True if FRAME, at the inner end of a backtrace, belongs to signalling a condition and not to the program."
  (or (not (%public-frame-p frame))
      (%memq (car frame) '(error cerror signal warn break invoke-debugger invoke-restart invoke-restart-interactively))))

(defun %frames-above-prompt (frames)
  "FRAMES up to where the form begins that was typed at the innermost prompt."
  (ldiff frames (member '%evaluate-at-prompt frames :key #'car)))

(defun %without-outer-library-frames (frames)
  "FRAMES without those of the library at their outer end: what loads a script is none of the user's business."
  (let ((outermost (position-if-not #'%library-frame-p frames :from-end t)))
    (if outermost (subseq frames 0 (1+ outermost)) '())))

(defun %user-frames (&optional (count 100))
  "The frames, among the innermost COUNT, of the user's functions and of those that she called."
  (let ((frames (member-if-not #'%signalling-frame-p (%frames-above-prompt (%backtrace count)))))
    (%without-outer-library-frames (remove-if-not #'%public-frame-p frames))))

(defun %write-frame (frame stream)
  "Write a line about FRAME to STREAM: the function, and where in the user's files it was."
  (destructuring-bind (name &optional file line column &rest more) frame
    (declare (ignore more))
    (write-string "  in " stream)
    (cond ((eq name :toplevel-form) (write-string "a toplevel form" stream))
          ((equal name '(lambda ())) (write-string "(LAMBDA ())" stream))
          (t (prin1 name stream)))
    (when (and file (not (%library-frame-p frame)))
      (write-string " at " stream)
      (princ file stream)
      (dolist (number (list line column))
        (when (and number (plusp number))
          (write-string ":" stream)
          (princ number stream))))
    (terpri stream)))

(defun %write-frames (frames stream)
  (dolist (frame frames)
    (%write-frame frame stream)))
