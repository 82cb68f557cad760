;;; The language of the pages: what the visitor has chosen, kept in a cookie, or else what the browser asks for.

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

(defun address-of-referer (header)
  "Returns the address, within this server, of the page with the link that led here, as the alist HEADER says; \"/\" if it says nothing."
  (let* ((referer (cdr (assoc "REFERER" header :test #'string=)))
         (start (and referer (search "//" referer)))
         (path (and start (position #\/ referer :start (+ start 2)))))
    (if (and path (not (foreign-p header)) (every #'graphic-char-p referer))
        (concatenate 'string "/" (string-left-trim "/\\" (subseq referer path)))
        "/")))

(defun answer-language (params header)
  "Keeps the language that PARAMS choose, and goes back to the page that HEADER says."
  (let ((language (or (language-named (parameter "TO" params)) (refuse 400 "There is no such language here."))))
    (multiple-value-bind (status type body headers) (go-to (address-of-referer header))
      (values status type body
              (acons "Set-Cookie" (format nil "language=~(~a~); Path=/; Max-Age=31536000; SameSite=Lax" (language-code language)) headers)))))
