;;; Strings as octets, and back.
(in-package "EXT")

(defun %latin-1-p (external-format)
  "Returns true if EXTERNAL-FORMAT is Latin-1, and false if it is UTF-8; an error for another one."
  (case external-format
    ((:default :utf-8 :utf8 :ascii :us-ascii) nil)
    ((:latin-1 :latin1 :iso-8859-1 :iso8859-1) t)
    (t (error "there is no external format ~S" external-format))))

(defun string-to-octets (string &key (external-format :utf-8) (start 0) end)
  "Returns a fresh simple vector of the octets, integers from 0 to 255, of STRING between START and END. EXTERNAL-FORMAT
is one of those of OPEN: :UTF-8 or :LATIN-1. In Latin-1, a character beyond it becomes the octet of ?, as in a file."
  (if (%latin-1-p external-format)
      (map '(simple-array (unsigned-byte 8) (*))
           (lambda (char) (if (< (char-code char) 256) (char-code char) (char-code #\?)))
           (subseq string start end))
      (tessera::%encode-utf-8 string start end)))

(defun octets-to-string (octets &key (external-format :utf-8) (start 0) end)
  "Returns a fresh string of the characters that OCTETS, a vector of elements of type (UNSIGNED-BYTE 8), encodes between
START and END. EXTERNAL-FORMAT is one of those of OPEN: :UTF-8 or :LATIN-1. An octet that is not valid UTF-8 becomes
the character U+FFFD, as in a file."
  (if (%latin-1-p external-format)
      (map 'string #'code-char (subseq octets start end))
      (tessera::%decode-utf-8 octets start end)))
