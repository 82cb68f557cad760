;;; Checks the settings of a game, so that a wrong one is reported by name before it leads to other errors.

(define-condition invalid-setting (error)
  ((name :initarg :name :reader setting-name)
   (value :initarg :value :reader setting-value)
   (wanted :initarg :wanted :reader setting-wanted))
  (:report (lambda (condition stream)
             (format stream "~a cannot be ~s: it must be ~a"
                     (setting-name condition) (setting-value condition) (setting-wanted condition))))
  (:documentation "A variable of a game, or a board, has a value with which the game cannot be played."))

(defun check-setting (good name value wanted &rest arguments)
  "Signals an INVALID-SETTING unless GOOD is true. WANTED, a FORMAT string for ARGUMENTS, says what VALUE should be."
  (unless good
    (error 'invalid-setting :name name :value value :wanted (apply #'format nil wanted arguments))))
