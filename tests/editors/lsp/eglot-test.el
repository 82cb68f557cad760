;;; eglot-test.el --- Emacs' eglot with Tessera's language server.  -*- lexical-binding: t -*-
;; eglot_test.py runs it in a folder of its own that has square.lisp.

(require 'cl-lib)
(require 'eglot)
(require 'flymake)
(require 'xref)

;; As the README of stdlib/modules/language-server/ says, but for the program's path.
(add-to-list 'eglot-server-programs `(lisp-mode . (,(getenv "TESSERA_PROGRAM") "--lsp")))
(setq eglot-sync-connect 60 eglot-connect-timeout 60 make-backup-files nil create-lockfiles nil eglot-confirm-server-initiated-edits nil
      jrpc-default-request-timeout 60)

(defun wait-until (predicate)
  "What PREDICATE returns once that is true; nil if it is not in good time."
  (let ((end (+ (float-time) (string-to-number (or (getenv "TESSERA_PATIENCE") "60")))) value)
    (while (and (not (setq value (funcall predicate))) (< (float-time) end))
      (accept-process-output nil 0.02))
    value))

(defmacro check (what form)
  "FORM becomes true in good time."
  `(if (wait-until (lambda () ,form))
       (message "ok   %s" ,what)
     (message "FAIL %s: %S\n%s" ,what ',form (buffer-string))
     (kill-emacs 1)))

(defun goto (text &optional offset)
  "Goes to the first TEXT in the buffer, OFFSET characters into it."
  (goto-char (point-min))
  (search-forward text)
  (goto-char (+ (match-beginning 0) (or offset 0))))

(defun ask (method &rest more)
  "The answer to METHOD for where point is."
  (jsonrpc-request (eglot-current-server) method (append (eglot--TextDocumentPositionParams) more)))

(defun line (number)
  (save-excursion
    (goto-char (point-min))
    (forward-line (1- number))
    (buffer-substring-no-properties (line-beginning-position) (line-end-position))))

(find-file "square.lisp")
(lisp-mode)
(apply #'eglot (eglot--guess-contact))
(check "the server answers" (eglot-current-server))

(flymake-mode 1)
(flymake-start)
(check "diagnostics" (= 1 (length (flymake-diagnostics))))
(check "their place" (= 5 (line-number-at-pos (flymake-diagnostic-beg (car (flymake-diagnostics))))))

(goto "(square 1" 2)
(check "hover" (string-match-p "The square of NUMBER\\." (plist-get (plist-get (ask :textDocument/hover) :contents) :value)))
(let ((found (xref-backend-definitions 'eglot (xref-backend-identifier-at-point 'eglot))))
  (check "definition" (= 1 (length found)))
  (check "its place" (= 1 (xref-location-line (xref-item-location (car found))))))
(check "references" (= 2 (length (xref-backend-references 'eglot (xref-backend-identifier-at-point 'eglot)))))

(goto "(square 1" 4)
(let* ((capf (eglot-completion-at-point)) (names (all-completions "squ" (nth 2 capf))))
  (check "completion" (cl-find-if (lambda (name) (string-prefix-p "square" name)) names)))

(goto "(square 1" 2)
(eglot-rename "second-power")
(check "renaming" (and (string-prefix-p "(defun second-power (number)" (line 1)) (string-match-p "(second-power 1 2)" (line 5))))

(goto-char (point-max))
(insert "(list\n   1)\n")
(eglot-format-buffer)
(check "formatting" (and (string= (line 5) "(second-power 1 2)") (string= (line 7) " 1)")))

(goto "1 2)")
(delete-char 2)
(eglot--signal-textDocument/didChange)
(check "what was mended is no longer reported" (progn (flymake-start) (null (flymake-diagnostics))))

(let ((server (eglot-current-server)))
  (eglot-shutdown server)
  (check "the end" (not (jsonrpc-running-p server))))
(kill-emacs 0)
