;;; slime-test.el --- a real Emacs with SLIME works with Tessera's Swank server.  -*- lexical-binding: t -*-
;; slime_test.py runs it: emacs -Q --batch -L SLIME -l slime-test.el, with the port in PORT, and a folder of its own as the current one.

(require 'cl-lib)
(setq user-emacs-directory (expand-file-name "emacs/") inhibit-message nil)
(require 'slime)
(setq slime-log-events t
      slime-repl-history-file (expand-file-name "history")
      lisp-indent-function 'common-lisp-indent-function)
(slime-setup '(slime-fancy))

;;; Checks. The first that fails shows what was said and ends.

(defvar checks 0)

(defun wait-until (predicate)
  "What PREDICATE returns once that is true; nil if it is not in good time."
  (let ((end (+ (float-time) (string-to-number (or (getenv "TESSERA_PATIENCE") "60")))) value)
    (while (and (not (setq value (funcall predicate))) (< (float-time) end))
      (accept-process-output nil 0.02))
    value))

(defun show-state ()
  (dolist (buffer (buffer-list))
    (with-current-buffer buffer
      (message "---- %s\n%s" (buffer-name) (buffer-substring-no-properties (max (point-min) (- (point-max) 3000)) (point-max))))))

(defmacro check (what form)
  "FORM becomes true in good time."
  `(if (wait-until (lambda () ,form))
       (cl-incf checks)
     (show-state)
     (message "FAILED: %s: %S" ,what ',form)
     (kill-emacs 1)))

(defmacro section (name &rest forms)
  "FORMS are about NAME."
  (declare (indent 1))
  `(condition-case failure
       (progn ,@forms (message "ok: %s" ,name))
     (error (show-state)
            (message "FAILED: %s: %S" ,name failure)
            (kill-emacs 1))))

(defun contents (buffer)
  (and (get-buffer buffer) (with-current-buffer buffer (buffer-substring-no-properties (point-min) (point-max)))))

(defun shows (buffer regexp)
  "True if BUFFER, or the one of that name, has REGEXP."
  (let ((text (contents buffer)) (case-fold-search nil))
    (and text (string-match-p regexp text))))

(defun repl () (slime-output-buffer t))

(defun type-at-repl (text &optional clear)
  "Types TEXT at the prompt, in an empty buffer if CLEAR."
  (switch-to-buffer (repl))
  (when clear (slime-repl-clear-buffer))
  (goto-char (point-max))
  (insert text)
  (slime-repl-return))

(defun wait-for-prompt ()
  "The debugger is left, nothing runs, and nothing stands after the prompt. While the debugger is open SLIME says that nothing runs."
  (check "the prompt" (and (not (sldb)) (not (slime-busy-p))
                           (with-current-buffer (repl) (= slime-repl-input-start-mark (point-max))))))

(defun repl-shows (input regexp)
  "INPUT, typed at the prompt, makes it show REGEXP."
  (type-at-repl input t)
  (check input (shows (repl) regexp))
  (wait-for-prompt))

(defun sldb () (sldb-get-default-buffer))

(defmacro in-sldb (&rest forms)
  `(progn (switch-to-buffer (sldb)) ,@forms))

(defun go-to-frame (text)
  "Goes to the frame that TEXT begins, at the top of the window."
  (goto-char (point-min))
  (search-forward text)
  (set-window-start nil (line-beginning-position)))

(defun leave-sldb ()
  (when (sldb)
    (in-sldb (sldb-quit))
    (check "the debugger is left" (not (sldb)))))

(defun line-here ()
  (buffer-substring-no-properties (line-beginning-position) (line-end-position)))

(defvar last-message nil)
(advice-add 'message :before (lambda (&rest arguments) (when (car arguments) (setq last-message (apply #'format-message arguments)))))

;; Without a display SLIME's care for what the window shows comes to nothing.
(advice-add 'slime--adjust-window-start :override #'ignore)
(advice-add 'slime--adjust-window-point :override #'goto-char)

;; Nobody is there to be asked.
(advice-add 'y-or-n-p :override #'always)
(advice-add 'yes-or-no-p :override #'always)

;;; The file that is worked on.

(with-temp-file "work.lisp"
  (insert "(defpackage work (:use common-lisp))
(in-package work)

(defvar *count* 0 \"How many.\")

(defstruct tile (value 0))

(defclass board () ((size :initarg :size :reader board-size)))

(define-condition lost (error) ())

(defgeneric area (thing))

(defmethod area ((thing board))
  (* (board-size thing) (board-size thing)))

(defmacro twice (form)
  `(progn ,form ,form))

(defun inner (x)
  (setq *count* (+ *count* 1))
  (car x))

(defun outer (y)
  (let ((doubled (* 2 y)))
    (list (inner doubled))))

(defun step-me (n)
  (let ((next (+ n 1)))
    (* next 2)))

(defun unused-one (a b)
  (twice (print a)))
"))

(section "connecting"
  (slime-connect "127.0.0.1" (string-to-number (getenv "PORT")))
  (check "connection" (and (slime-connected-p) (slime-lisp-implementation-type)))
  (check "type" (equal (slime-lisp-implementation-type) "Tessera"))
  (check "prompt" (and (slime-connection-output-buffer) (shows (repl) "^CL-USER> ")))
  (wait-for-prompt))

(section "the prompt"
  (repl-shows "(values 1 \"two\")" "^1\n\"two\"\n")
  (repl-shows "(progn (format t \"hello~%\") 42)" "^hello\n42\n")
  (repl-shows "(progn (princ \"x\") (values))" "x\n; No values\n")
  (repl-shows "(progn (format t \"a~%~&b~&c~%\") :ok)" "> (progn .*\na\nb\nc\n:OK")
  (repl-shows "(+ 3 4)" "^7\n")
  (type-at-repl "(* * 2)")        ; SLIME has the values forgotten when it clears the buffer
  (check "the last value" (shows (repl) "^14\n"))
  (wait-for-prompt)
  (repl-shows "(list (+ 1 2)\n  'a)" "^(3 A)\n")
  (repl-shows "(defpackage \"A-PLACE\" (:nicknames \"APL\") (:use \"CL\")) (in-package \"A-PLACE\")" "\nAPL> \\'")
  (repl-shows "(package-name *package*)" "^\"A-PLACE\"\n")
  (repl-shows "(in-package cl-user)" "\nCL-USER> \\'"))

(section "reading from the prompt"
  (type-at-repl "(format nil \"<~A>\" (read-line))" t)
  (check "asks" (with-current-buffer (repl) slime-repl-read-mode))
  (type-at-repl "what was typed")
  (check "gets" (shows (repl) "\"<what was typed>\""))
  (wait-for-prompt))

(section "presentations"
  (repl-shows "(list 1 'presented)" "^(1 PRESENTED)\n")
  (with-current-buffer (repl)
    (goto-char (point-min))
    (search-forward "(1 PRES")
    (check "is one" (slime-presentation-p (car (slime-presentation-around-or-before-point (point)))))
    (switch-to-buffer (current-buffer))
    (save-excursion (goto-char (point-max)) (insert "(reverse '"))
    (slime-copy-presentation-at-point-to-repl (point))
    (goto-char (point-max))
    (insert ")")
    (slime-repl-return)
    (check "means the object" (shows (repl) "^(PRESENTED 1)"))
    (wait-for-prompt)
    (goto-char (point-min))
    (search-forward "(1 PRES")
    (slime-inspect-presentation-at-point (point)))
  (check "inspected" (shows (slime-inspector-buffer) "PRESENTED"))
  (slime-inspector-quit))

(find-file "work.lisp")
(lisp-mode)
(slime-mode 1)

(defun work () (get-buffer "work.lisp"))
(defmacro in-work (text &rest forms)
  "FORMS with the cursor after TEXT in the file."
  (declare (indent 1))
  `(progn (switch-to-buffer (work))
          (goto-char (point-min))
          (search-forward ,text)
          ,@forms))

(defun note-lines ()
  "The lines of the file that have notes, and what these say."
  (with-current-buffer (work)
    (cl-loop for overlay in (overlays-in (point-min) (point-max))
             when (slime-note-overlay-p overlay)
             collect (cons (buffer-substring-no-properties (overlay-start overlay) (overlay-end overlay)) (overlay-get overlay 'help-echo)))))

(section "compiling a file"
  (in-work "(defpackage")
  (slime-compile-and-load-file)
  (check "a note" (cl-some (lambda (note) (string-match-p "variable B is never used" (cdr note))) (note-lines)))
  (check "loaded" (equal (slime-eval '(swank:interactive-eval "(work::step-me 4)")) "=> 10")))

(section "compiling a definition, with notes where they belong"
  (slime-remove-notes)
  (in-work "(defun unused-one (a b)" (slime-compile-defun))
  (check "the note" (note-lines))
  (check "its place" (equal (length (note-lines)) 1))
  (in-work "(defun step-me (n)"
    (goto-char (line-beginning-position))
    (insert "(defun call-nothing ()\n  (list (no-such-function 1)))\n\n")
    (search-backward "no-such")
    (slime-compile-defun))
  (check "the place of the call"
         (cl-some (lambda (note) (and (string-match-p "NO-SUCH-FUNCTION" (cdr note)) (string-match-p "no-such-function" (car note)))) (note-lines)))
  (check "is defined" (equal (slime-eval '(swank:interactive-eval "(fboundp 'work::call-nothing)") "work") "=> T"))
  (in-work "(defun call-nothing" (slime-remove-notes))
  (in-work "(defun call-nothing"
    (goto-char (line-beginning-position))
    (let ((start (point)))
      (insert "(defun half (\n")
      (slime-compile-region start (point))
      (check "read error" (cl-some (lambda (note) (string-match-p "end of file" (cdr note))) (note-lines)))
      (delete-region start (point))))
  (set-buffer-modified-p nil))

(section "compiling a region"
  (with-temp-buffer
    (lisp-mode) (slime-mode 1)
    (rename-buffer "no-file")
    (insert "(cl:in-package :work)\n(defun from-region (x) x)\n(defvar *from-region* 5)\n")
    (slime-compile-region (point-min) (point-max))
    (check "both" (equal (slime-eval '(swank:interactive-eval "(work::from-region work::*from-region*)")) "=> 5"))))

(section "evaluating in the buffer"
  (in-work "(defvar *count* 0 \"How many.\")" (slime-eval-last-expression))
  (check "value" (string-match-p "=> \\*COUNT\\*" (or last-message "")))
  (in-work "(defun inner (x)" (slime-eval-defun))
  (check "function" (string-match-p "=> INNER" (or last-message "")))
  (slime-interactive-eval "(list 1 (+ 1 1))")
  (check "list" (string-match-p "=> (1 2)" (or last-message "")))
  (slime-eval-region (point-min) (point-max))
  (check "region" (string-match-p "=> UNUSED-ONE" (or last-message "")))
  (in-work "(defstruct tile (value 0))" (slime-pprint-eval-last-expression))
  (check "printed" (shows (slime-buffer-name :description) "TILE")))

(defun completed (text function)
  "What FUNCTION makes of TEXT at the end of the file."
  (with-current-buffer (work)
    (goto-char (point-max))
    (let ((start (point)))
      (insert text)
      (funcall function)
      (prog1 (buffer-substring-no-properties start (point-max))
        (delete-region start (point-max))
        (set-buffer-modified-p nil)))))

(section "completion"
  (switch-to-buffer (work))
  (check "fuzzy" (equal (completed "(multiple-value-bi" #'slime-fuzzy-complete-symbol) "(multiple-value-bind"))
  (check "abbreviated" (equal (completed "(mvb" #'slime-fuzzy-complete-symbol) "(multiple-value-bind"))
  (check "own" (equal (completed "(unused-" #'slime-fuzzy-complete-symbol) "(unused-one"))
  (check "compound" (equal (completed "(m-v-bi" #'completion-at-point) "(multiple-value-bind"))
  (check "keyword" (equal (completed "(find 1 '(2) :from" #'completion-at-point) "(find 1 '(2) :from-end"))
  (check "form" (equal (completed "(subseq " #'slime-complete-form) "(subseq sequence start &optional end)"))
  (check "choices" (member "mapcar" (mapcar #'car (car (slime-fuzzy-completions "mapc"))))))

(section "arguments"
  (in-work "(setq *count* (+ " (check "autodoc" (let ((text (slime-autodoc))) (and text (string-match-p "(\\+ " text)))))
  (in-work "(list (inner " (check "own" (let ((text (slime-autodoc))) (and text (string-match-p "(inner x)" text)))))
  (check "variable" (equal (slime-eval '(swank:autodoc '("setq" "*count*" swank::%cursor-marker%)) "WORK") '("*count* => 0" nil)))
  (check "marked" (string-match-p "===> list <===" (car (slime-eval '(swank:autodoc '("mapcar" "f" "" swank::%cursor-marker%))))))
  (check "arglist" (equal (slime-eval '(swank:operator-arglist "work::outer" "CL-USER")) "(outer y)")))

(section "expansion"
  (in-work "(twice (print a))" (goto-char (match-beginning 0)) (slime-macroexpand-1))
  (check "once" (shows (slime-buffer-name :macroexpansion) "(progn (print a) (print a))"))
  (in-work "(twice (print a))" (goto-char (match-beginning 0)) (slime-macroexpand-all))
  (check "all" (shows (slime-buffer-name :macroexpansion) "(progn (print a) (print a))"))
  (in-work "(twice (print a))"
    (goto-char (match-beginning 0))
    (macrostep-expand)
    (check "in place" (shows (work) "(progn (print a) (print a))"))
    (macrostep-collapse-all))
  (set-buffer-modified-p nil))

(section "descriptions"
  (slime-describe-symbol "mapcar")
  (check "symbol" (shows (slime-buffer-name :description) "MAPCAR is a symbol"))
  (slime-documentation "work::*count*")
  (check "docstring" (shows (slime-buffer-name :description) "How many"))
  (slime-describe-function "car")
  (check "function" (shows (slime-buffer-name :description) "written in C\\+\\+"))
  (slime-apropos "unused-" nil "work")
  (check "apropos" (shows (slime-buffer-name :apropos) "unused-one\n  Function"))
  (slime-disassemble-symbol "work::inner")
  (check "disassemble" (shows (slime-buffer-name :description) "SETGLOBAL")))

(defun goes-to (name file regexp)
  "The definition of NAME is in FILE, in a line with REGEXP."
  (switch-to-buffer (work))
  (goto-char (point-max))
  (slime-edit-definition name)
  (check name (and (buffer-file-name) (string-suffix-p file (buffer-file-name)) (string-match-p regexp (line-here))))
  (slime-pop-find-definition-stack))

(section "definitions"
  (goes-to "outer" "work.lisp" "(defun outer")
  (goes-to "twice" "work.lisp" "(defmacro twice")
  (goes-to "*count*" "work.lisp" "(defvar \\*count\\*")
  (goes-to "tile" "work.lisp" "(defstruct tile")
  (goes-to "board" "work.lisp" "(defclass board")
  (goes-to "lost" "work.lisp" "(define-condition lost")
  (goes-to "subsetp" "sets.lisp" "subsetp")
  (goes-to "tessera:frame-eval" "frames.lisp" "(defun frame-eval")
  (goes-to "type-error" "standard.lisp" "type-error")
  (goes-to "rplaca" ".cpp" "\"RPLACA\"")
  (goes-to "defun" "kernel.lisp" "defun")
  (goes-to "let" ".def" "LET")
  (goes-to "pi" ".cpp" "\"PI\"")
  (goes-to "remove-if" "remove.lisp" "remove")
  (goes-to "tile-value" "work.lisp" "(defstruct tile")
  (goes-to "make-tile" "work.lisp" "(defstruct tile")
  (goes-to "board-size" "work.lisp" "(defclass board")
  (check "methods" (let ((found (slime-find-definitions "area")))
                     (and (cl-some (lambda (one) (string-match-p "method area (BOARD)" (car one))) found)
                          (cl-some (lambda (one) (string-match-p "defgeneric area" (car one))) found)))))

(defun xref-shows (type name regexp)
  (switch-to-buffer (work))
  (goto-char (point-max))
  (slime-xref type name)
  (check (format "%s %s" type name) (shows (slime-buffer-name :xref) regexp))
  (kill-buffer (slime-buffer-name :xref)))

(section "cross references"
  (xref-shows :calls "inner" "outer")
  (xref-shows :callers "inner" "outer")
  (xref-shows :calls-who "outer" "inner")
  (xref-shows :references "*count*" "inner")
  (xref-shows :sets "*count*" "inner")
  (xref-shows :macroexpands "twice" "unused-one")
  (xref-shows :specializes "board" "method area"))

(section "the debugger"
  (type-at-repl "(work::outer 5)" t)
  (check "opens" (sldb))
  (check "condition" (shows (sldb) "10 is not of type LIST"))
  (check "restarts" (shows (sldb) "\\[USE-VALUE\\]"))
  (check "frames" (and (shows (sldb) "0: (WORK::INNER 10)") (shows (sldb) "1: (WORK::OUTER 5)")))
  (check "locals" (equal (slime-eval '(swank:frame-locals-and-catch-tags 1) "CL-USER")
                         '(((:name "WORK::Y" :id 0 :value "5") (:name "WORK::DOUBLED" :id 0 :value "10")) nil)))
  (in-sldb (go-to-frame "1: (WORK::OUTER") (sldb-toggle-details)
           (check "details" (shows (sldb) "DOUBLED = 10")))
  (in-sldb (go-to-frame "1: (WORK::OUTER") (sldb-show-source))
  (check "source" (with-current-buffer (work) t))
  (in-sldb (sldb-eval-in-frame 1 "(list doubled y)" "WORK"))
  (check "evaluates in the frame" (string-match-p "(10 5)" (or last-message "")))
  (in-sldb (go-to-frame "1: (WORK::OUTER") (sldb-inspect-in-frame "(vector doubled)"))
  (check "inspects in the frame" (shows (slime-inspector-buffer) "#(10)"))
  (in-sldb (go-to-frame "1: (WORK::OUTER") (sldb-return-from-frame "'(returned)"))
  (check "returns" (shows (repl) "(WORK::RETURNED)"))
  (check "is left" (not (sldb)))
  (wait-for-prompt)
  (type-at-repl "(work::outer 6)")
  (check "opens again" (sldb))
  (slime-eval '(swank:interactive-eval "(defun work::inner (x) (list :mended x))"))
  (in-sldb (go-to-frame "1: (WORK::OUTER") (sldb-restart-frame))
  (check "restarts the frame" (shows (repl) "((:MENDED 12))"))
  (wait-for-prompt)
  (in-work "(defun inner (x)" (slime-compile-defun))
  (check "as before" (not (slime-busy-p)))
  (type-at-repl "(work::outer 7)")
  (check "opens a third time" (sldb))
  (slime-eval-async '(swank:interactive-eval "(car 8)") #'ignore)
  (check "a level within" (shows (sldb) "8 is not of type LIST"))
  (in-sldb (sldb-abort))
  (check "back" (and (sldb) (shows (sldb) "14 is not of type LIST")))
  (in-sldb (sldb-quit))
  (check "all left" (not (sldb)))
  (wait-for-prompt)
  (type-at-repl "(progn (break \"stop here\") :went-on)")
  (check "break" (and (sldb) (shows (sldb) "stop here")))
  (in-sldb (sldb-continue))
  (check "continued" (shows (repl) ":WENT-ON"))
  (wait-for-prompt))

(section "what the debugger says besides"
  (repl-shows "(progn (defun calls-soon (x) (soon-macro x)) 1)" "^1\n")
  (repl-shows "(progn (defmacro soon-macro (x) x) 2)" "^2\n")
  (type-at-repl "(calls-soon 1)")
  (check "a macro that came later" (and (sldb) (shows (sldb) "SOON-MACRO is a macro: this call was compiled before")))
  (leave-sldb)
  (wait-for-prompt)
  (repl-shows "(progn (defstruct die sides) (defvar *die* (make-die)) 1)" "^1\n")
  (repl-shows "(progn (defstruct die sides owner) 2)" "^2\n")
  (type-at-repl "(die-owner *die*)")
  (check "a structure that has changed" (and (sldb) (shows (sldb) "made before the structure DIE was redefined")))
  (leave-sldb)
  (wait-for-prompt)
  (type-at-repl "(mapcarr 'list '(1))")
  (check "a name that may have been meant" (and (sldb) (shows (sldb) "MAPCAR")))
  (leave-sldb)
  (wait-for-prompt)
  (type-at-repl "(error \"~S\" (make-list 40 :initial-element 'a-long-name))")
  (check "a message in one line" (and (sldb) (shows (sldb) "A-LONG-NAME\\( A-LONG-NAME\\)\\{5\\}")))
  (leave-sldb)
  (wait-for-prompt))

(section "stepping"
  (type-at-repl "(step (work::step-me 3))" t)
  (check "stops" (and (sldb) (shows (sldb) "Stepping: (WORK::STEP-ME 3)")))
  (in-sldb (sldb-step))
  (check "goes in" (and (sldb) (shows (sldb) "Stepping: (LET ((WORK::NEXT")))
  (in-sldb (sldb-step))
  (check "on" (and (sldb) (shows (sldb) "Stepping: (\\+ WORK::N 1)")))
  (in-sldb (sldb-next))
  (check "over" (and (sldb) (shows (sldb) "=> 4") (shows (sldb) "Stepping: (\\* WORK::NEXT 2)")))
  (in-sldb (sldb-out))
  (check "out" (shows (repl) "^8$"))
  (check "done" (not (sldb)))
  (wait-for-prompt))

(section "the inspector"
  (slime-inspect "(list 11 (make-array 3 :initial-element 'cell) \"text\")")
  (check "shows" (shows (slime-inspector-buffer) "0: 11"))
  (with-current-buffer (slime-inspector-buffer)
    (goto-char (point-min))
    (search-forward "1: #(CELL")
    (slime-inspector-operate-on-point))
  (check "a part" (shows (slime-inspector-buffer) "2: CELL"))
  (with-current-buffer (slime-inspector-buffer) (slime-inspector-pop))
  (check "back" (shows (slime-inspector-buffer) "0: 11"))
  (with-current-buffer (slime-inspector-buffer) (slime-inspector-next))
  (check "forth" (shows (slime-inspector-buffer) "2: CELL"))
  (with-current-buffer (slime-inspector-buffer) (slime-inspector-pop))
  (check "back again" (shows (slime-inspector-buffer) "0: 11"))
  (with-current-buffer (slime-inspector-buffer) (slime-inspector-eval "(length *)"))
  (check "evaluates" (string-match-p "=> 3" (or last-message "")))
  (with-current-buffer (slime-inspector-buffer) (slime-inspector-describe))
  (check "describes" (shows (slime-buffer-name :description) "list of 3 elements"))
  (slime-inspect "(let ((list '())) (dotimes (i 1200 list) (push i list)))")
  (check "a long one" (shows (slime-inspector-buffer) "--more--"))
  (with-current-buffer (slime-inspector-buffer) (slime-inspector-fetch-all))
  (check "all of it" (shows (slime-inspector-buffer) "^1199: 0"))
  (slime-inspect "(work::make-tile :value 'old)")
  (check "a structure" (shows (slime-inspector-buffer) "VALUE: OLD"))
  (cl-letf (((symbol-function 'slime-read-from-minibuffer-for-swank)
             (lambda (thread tag _prompt _initial) (slime-dispatch-event `(:emacs-return ,thread ,tag ":new")))))
    (with-current-buffer (slime-inspector-buffer)
      (goto-char (point-min))
      (search-forward "[set")
      (slime-inspector-operate-on-point))
    (check "set" (shows (slime-inspector-buffer) "VALUE: :NEW")))
  (slime-inspector-quit))

(section "tracing"
  (check "on" (string-match-p "traced now" (slime-eval '(swank:swank-toggle-trace "work::step-me"))))
  (repl-shows "(work::step-me 5)" "0: (WORK::STEP-ME 5)\n0: WORK::STEP-ME returned 12\n12")
  (slime-untrace-all)
  (repl-shows "(work::step-me 6)" "> (work::step-me 6)\n14\n"))

(section "the trace dialog"
  (check "on" (string-match-p "for the dialog"
                              (slime-eval '(swank-trace-dialog:dialog-toggle-trace (swank::from-string "work::step-me")))))
  (repl-shows "(work::step-me 5)" "^12$")
  (slime-trace-dialog)
  (check "buffer" (slime-trace-dialog--live-dialog))
  (with-current-buffer (slime-trace-dialog--live-dialog)
    (slime-trace-dialog-fetch-traces)
    (check "call" (shows (current-buffer) "step-me"))
    (check "value" (shows (current-buffer) "< 12"))
    (slime-trace-dialog-clear-fetched-traces))
  (check "off" (progn (slime-eval '(swank-trace-dialog:dialog-untrace-all)) (null (slime-eval '(swank-trace-dialog:report-specs))))))

(section "editing values, and undefining"
  (slime-edit-value "work::*count*")
  (check "value" (cl-some (lambda (buffer) (string-prefix-p "*Edit" (buffer-name buffer))) (buffer-list)))
  (check "commits" (equal (slime-eval '(swank:commit-edited-value "work::*count*" "77")) "77"))
  (check "is set" (equal (slime-eval '(swank:interactive-eval "work::*count*")) "=> 77"))
  (slime-undefine-function "work::call-nothing")
  (check "undefined" (equal (slime-eval '(swank:interactive-eval "(fboundp 'work::call-nothing)")) "=> NIL"))
  (check "packages" (member "WORK" (slime-eval '(swank:list-all-package-names t))))
  (slime-cd (expand-file-name "./"))
  (check "directory" (string-suffix-p "/" (slime-eval '(swank:default-directory)))))

(section "interrupts"
  (type-at-repl "(loop)" t)
  (check "busy" (slime-busy-p))
  (slime-interrupt)
  (check "the debugger" (and (sldb) (shows (sldb) "INTERACTIVE-INTERRUPT")))
  (in-sldb (sldb-quit))
  (wait-for-prompt))

(section "two connections"
  (let ((first slime-default-connection))
    (type-at-repl "(loop)")
    (let ((other (slime-connect "127.0.0.1" (string-to-number (getenv "PORT")))))
      (check "the other" (slime-lisp-implementation-type other))
      (check "has its prompt" (let ((slime-dispatching-connection other))
                                (and (not (slime-busy-p)) (shows "*slime-repl tessera<2>*" "CL-USER> "))))
      (check "is served" (let ((slime-dispatching-connection other)) (equal (slime-eval '(swank:interactive-eval "(+ 1 1)")) "=> 2")))
      (slime-net-close other))
    (slime-select-connection first)
    (check "the prompt of the first" (eq (slime-connection) first))
    (slime-interrupt)
    (check "the first" (sldb))
    (in-sldb (sldb-quit))
    (wait-for-prompt)
    (repl-shows "(+ 20 3)" "^23\n")))

(message "all %d checks passed" checks)
(kill-emacs 0)
