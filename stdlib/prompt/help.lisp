;;; TOUR and HELP, which modules of the program provide.

(in-package "TESSERA")

(defun tour (&optional (step nil step-p))
  "Begins a tour of the language, macros, lazy lists and the game at the prompt, or continues it; or begins at STEP, a
number from 1 on. Returns no values. An ERROR if the module tour is not installed; a TYPE-ERROR if there is no such
step."
  (%need-module "tour" 'tour)
  (if step-p
      (funcall (find-symbol "BEGIN" "TESSERA-TOUR") step)
      (funcall (find-symbol "BEGIN" "TESSERA-TOUR")))
  (values))
(export 'tour)
(import 'tour "COMMON-LISP-USER")

(defun help (&optional topic)
  "Writes help on TOPIC, a symbol or string: a subject such as 'lazy, or what a name means, with examples; without
TOPIC, where to start and which subjects there are. Returns no values. An ERROR if the module documentation is not
installed; a TYPE-ERROR if TOPIC is something else."
  (%need-module "documentation" 'help)
  (funcall (find-symbol "WRITE-HELP" "TESSERA-DOCUMENTATION") topic)
  (values))
(export 'help)
(import 'help "COMMON-LISP-USER")

(%define-prompt-command (:tour) :anywhere ()
  "Begin a tour of the language and the game, or go on with it."
  (tour))
