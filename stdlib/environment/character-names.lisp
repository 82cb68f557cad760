;;; Names of characters that the program does not know itself: CHAR-NAME, NAME-CHAR and #\ ask for them.

(in-package "TESSERA")

(defun %unicode (function argument)
  "Calls FUNCTION of the module unicode-names with ARGUMENT; NIL if the module is not there."
  (and (or (fboundp function)
           (handler-case (%load-program-modules "unicode-names")
             (file-error () nil)))
       (funcall function argument)))

(defun %name-by-unicode (char)
  "Returns Unicode's name of CHAR, or one made of its code."
  (or (%unicode '%unicode-name (char-code char))
      (format nil "U~4,'0X" (char-code char))))

(defun %character-by-unicode (name)
  "Returns the character that Unicode calls NAME, or NIL."
  (let ((code (%unicode '%unicode-code name)))
    (and code (code-char code))))
