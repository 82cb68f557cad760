;;; Strings as octets, and back.

(prog1 t (require "ext"))                                                           => t
(ext:string-to-octets "")                                                           => #()
(ext:string-to-octets "aé€😀")                                                      => #(97 195 169 226 130 172 240 159 152 128)
(type-of (ext:string-to-octets "ab"))                                               => (simple-array (unsigned-byte 8) (2))
(ext:string-to-octets "aé€😀" :start 1 :end 3)                                      => #(195 169 226 130 172)
(ext:string-to-octets "abc" :start 3)                                               => #()
(ext:string-to-octets "abc" :start 2 :end 1)                                        => (error error)
(ext:string-to-octets "abc" :end 4)                                                 => (error error)
(ext:string-to-octets 'abc)                                                         => (error type-error)
(ext:string-to-octets "é€" :external-format :latin-1)                               => #(233 63)
(ext:string-to-octets "aé" :external-format :iso-8859-1 :start 1)                   => #(233)
(ext:string-to-octets "a" :external-format :ebcdic)                                 => (error simple-error)
(ext:string-to-octets (make-array 3 :element-type 'character :initial-contents "aéb" :fill-pointer 2)) => #(97 195 169)

;;; Octets that are not UTF-8 become U+FFFD, each alone.
(ext:octets-to-string (ext:string-to-octets "aé€😀"))                               => "aé€😀"
(map 'list #'char-code (ext:octets-to-string (ext:string-to-octets (map 'string #'code-char '(0 127 128 2047 2048 65535 65536 1114111)))))
                                                                                    => (0 127 128 2047 2048 65535 65536 1114111)
(ext:octets-to-string (coerce '(97 255 98 226 130) '(vector (unsigned-byte 8))))    => "a�b��"
(ext:octets-to-string (coerce '(192 128) '(vector (unsigned-byte 8))))              => "��"
(ext:octets-to-string (ext:string-to-octets "aé€") :start 1 :end 3)                 => "é"
(ext:octets-to-string (ext:string-to-octets "aé") :external-format :latin-1)        => "aÃ©"
(ext:octets-to-string (make-array 3 :element-type '(unsigned-byte 8) :initial-contents '(97 98 99) :fill-pointer 2)) => "ab"
(ext:octets-to-string (make-array 2 :element-type '(unsigned-byte 8) :displaced-to (ext:string-to-octets "abc") :displaced-index-offset 1)) => "bc"
(ext:octets-to-string (ext:string-to-octets "abc") :start 4)                        => (error error)
(ext:octets-to-string #(97 98))                                                     => (error type-error)
(ext:octets-to-string "ab")                                                         => (error type-error)

;;; Longer than the parts between two checks for interrupts, with a character across their border.
(defvar *long* (concatenate 'string (make-string 262143 :initial-element #\a) "€" (make-string 300000 :initial-element #\é))) => *long*
(length (ext:string-to-octets *long*))                                              => 862146
(string= *long* (ext:octets-to-string (ext:string-to-octets *long*)))               => t
