;;; The lazy lists of chapter 18, for the games: the library LAZY, used in the current package.

(require "lazy")
(use-package "LAZY")
