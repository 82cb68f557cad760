;;; Unicode's names of characters. They are missing if Tessera was built without Python.

(defparameter *names-p* (and (name-char "Greek_small_letter_alpha") t)) => *names-p*
(defun named (&rest pairs)
  "Returns the PAIRS of names and codes of which one does not lead to the other."
  (and *names-p*
       (loop for (name code) on pairs by #'cddr
             unless (and (eql (name-char name) (code-char code))
                         (eql (name-char (string-downcase name)) (code-char code))
                         (equal (char-name (code-char code)) name)
                         (eql (let ((*read-eval* nil)) (read-from-string (format nil "#\\~a" name))) (code-char code)))
               collect name)))                           => named
(named "GREEK_SMALL_LETTER_LAMDA" 955 "LATIN_SMALL_LETTER_A" 97 "DIGIT_ZERO" 48 "IDEOGRAPHIC_SPACE" #x3000
       "LATIN_SMALL_LETTER_E_WITH_ACUTE" 233 "EURO_SIGN" #x20AC "EM_DASH" #x2014 "ZERO_WIDTH_JOINER" #x200D
       "HANGUL_SYLLABLE_GA" #xAC00 "HANGUL_SYLLABLE_HIH" #xD7A3 "HANGUL_SYLLABLE_AN" #xC548
       "GAME_DIE" #x1F3B2 "MATHEMATICAL_BOLD_CAPITAL_A" #x1D400 "CJK_COMPATIBILITY_IDEOGRAPH-F900" #xF900
       "LANGUAGE_TAG" #xE0001 "SOFT_HYPHEN" #xAD "LEFT_PARENTHESIS" 40 "TIBETAN_MARK_GTER_YIG_MGO_-UM_RNAM_BCAD_MA" #xF02) => nil
(char-name (code-char #x4E00))                           => "U4E00"
(char-name (code-char #xE000))                           => "UE000"
(char-name (code-char #x378))                            => "U0378"
(char-name (code-char #x10FFFF))                         => "U10FFFF"
(name-char "U3BB")                                       => #\U+3BB
(name-char "greek small letter lamda")                   => nil
(name-char "GREEK_SMALL_LETTER_LAMDAX")                  => nil
(name-char "")                                           => nil
(read-from-string "#\\No_such_character")              => (error reader-error "no character is named No_such_character")
;; every name leads back
(loop for code from 0 below #x11000
      for char = (code-char code)
      unless (eql (name-char (char-name char)) char) collect code) => nil
;; the program's own names stay
(mapcar #'char-name (list #\Space #\Newline #\Tab (code-char 160) (code-char 0))) => ("Space" "Newline" "Tab" "No-Break_Space" "Nul")
(string= (prin1-to-string (code-char 955)) (format nil "#\\~c" (code-char 955))) => t
