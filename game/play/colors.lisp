;;; Colors for the games at the prompt, where it can show them.

(defvar *colors* :terminal
  "T if boards are printed in colors, NIL if not; :TERMINAL if they are when the output is a terminal with colors and
the environment variable NO_COLOR is not set.")

(defun colors-p ()
  "True if *STANDARD-OUTPUT* shows colors, as *COLORS* says."
  (if (eq *colors* :terminal)
      #+tessera (tessera:terminal-colors-p) #-tessera nil
      *colors*))

(defparameter *player-colors* '("1;34" "1;33" "1;35" "1;36" "1;31" "1;32" "34" "33")
  "The styles of the players, as numbers of ECMA-48: colors that most people can distinguish, the first ones best.")

(defun in-style (style control &rest arguments)
  "Returns ARGUMENTS formatted by CONTROL, in STYLE, numbers of ECMA-48, if colors are shown."
  (let ((text (apply #'format nil control arguments)))
    (if (colors-p)
        (format nil "~c[~am~a~c[0m" #\Escape style text #\Escape)
        text)))

(defun in-color-of (player control &rest arguments)
  "Returns ARGUMENTS formatted by CONTROL, in the color of PLAYER, counted from 0, if colors are shown."
  (apply #'in-style (nth (mod player (length *player-colors*)) *player-colors*) control arguments))

(defun dim (control &rest arguments)
  "Returns ARGUMENTS formatted by CONTROL, dimmed if colors are shown."
  (apply #'in-style "2" control arguments))
