;;; The language of the pages: the visitor's choice, kept in a cookie, or else the one that the browser asks for.

(define-language :zh "简体中文" (merge-pathnames "../../languages/zh.po" *asset-directory*))
(define-language :zh-hant "繁體中文" (merge-pathnames "../../languages/zh_TW.po" *asset-directory*) "zh-TW" "zh-HK" "zh-MO")
(define-language :ja "日本語" (merge-pathnames "../../languages/ja.po" *asset-directory*))

(defun cookie-value (name header)
  "Returns the value of the cookie NAME in the alist HEADER, or NIL.
  (cookie-value \"language\" '((cookie . \"a=1; language=ja\"))) => \"ja\""
  (let ((cookies (cdr (assoc "COOKIE" header :test #'string=))))
    (loop for part in (and cookies (parts cookies #\;))
          for cookie = (string-trim " " part)
          for equals = (position #\= cookie)
          when (and equals (string= name cookie :end2 equals))
            return (subseq cookie (1+ equals)))))

(defun wanted-language (header)
  "Returns the language of the pages for a request with the alist HEADER."
  (or (language-named (cookie-value "language" header))
      (accepted-language (cdr (assoc "ACCEPT-LANGUAGE" header :test #'string=)))))

(defun unavailable-words (headers seconds)
  "Returns the texts of the page while the store cannot be used: see *UNAVAILABLE-PAGE*. HEADERS, with strings as keys,
tell the language."
  (let ((*language* (wanted-language (loop for (name . value) in headers collect (cons (string-upcase name) value)))))
    (values (say "The server cannot reach its games for a moment. Nothing is lost. This page tries again by itself every {seconds} seconds."
                 :seconds seconds)
            (say "What you sent was not done."))))

(setf *unavailable-page* 'unavailable-words)

(defun address-of-referer (header)
  "Returns the path, on this server, of the page that linked here, from the alist HEADER; \"/\" if it is unknown."
  (let* ((referer (cdr (assoc "REFERER" header :test #'string=)))
         (start (and referer (search "//" referer)))
         (path (and start (position #\/ referer :start (+ start 2)))))
    (if (and path (not (foreign-p header)) (every #'graphic-char-p referer))
        (concatenate 'string "/" (string-left-trim "/\\" (subseq referer path)))
        "/")))

(defun answer-language (params header)
  "Stores the language chosen in PARAMS in a cookie, and returns to the page that linked here."
  (let ((language (or (language-named (parameter "TO" params)) (refuse 400 "There is no such language here."))))
    (multiple-value-bind (status type body headers) (go-to (address-of-referer header))
      (values status type body
              (acons "Set-Cookie" (format nil "language=~(~a~); Path=/; Max-Age=31536000; SameSite=Lax" (language-code language)) headers)))))
