;;; Evaluates texts under a name by which positions and backtraces know them: of a buffer, the prompt, or a cell.

(in-package "TESSERA")

(defun %evaluate-source (text name line)
  "Evaluates the forms of TEXT, which stands in the source NAME from LINE on, as at the prompt, but as one unit: the
compiler warns of undefined names at the end. Returns a list of the values of the last form."
  (%with-source (name)
    (%call-in-unit
     (lambda ()
       (let ((values '()) (*toplevel-frame* nil) (*toplevel-form* nil))
         (with-input-from-string (in text)
           (%set-stream-line in line)
           (loop
             (let ((form (%read-to-evaluate in)))
               (when (eq form in) (return values))
               (%check-toplevel-form form)
               (setq - form
                     values (%values-at-prompt form *compilation-unit*))
               (%remember-form form))))))
     nil)))

(defun %evaluate-typed-source (text name line)
  "Evaluates TEXT as %EVALUATE-SOURCE does, or, since TEXT was typed at the prompt of another program, runs it as a
command of the prompt, such as :help."
  (let* ((end (position-if (lambda (char) (find char '(#\Space #\Newline))) text))
         (name-p (and (plusp (length text)) (char= (char text 0) #\:)))
         (command (and name-p (%find-prompt-command (find-symbol (string-upcase (subseq text 1 end)) "KEYWORD")))))
    (if command
        (let ((*at-prompt* t))
          (%call-prompt-command command (if end (with-input-from-string (in text :start end) (loop for form = (read in nil in) until (eq form in) collect form)) '()))
          '())
        (%evaluate-source text name line))))
