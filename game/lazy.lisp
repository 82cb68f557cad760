;;; The lazy lists of chapter 18: uses the library LAZY in the current package.

(require "lazy")
(use-package "LAZY")
