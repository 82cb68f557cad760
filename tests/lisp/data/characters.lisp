;;; Characters: chapter 13.

(characterp #\a)                                         => t
(characterp "a")                                         => nil
(character #\a)                                          => #\a
(character "x")                                          => #\x
(character 'y)                                           => #\Y
(character "xy")                                         => (error type-error "CHARACTER: \"xy\" is not of type CHARACTER")
(character 65)                                           => (error type-error "CHARACTER: 65 is not of type CHARACTER")
(char-code #\A)                                          => 65
(char-code #\Space)                                      => 32
(char-code #\Newline)                                    => 10
(char-code #\λ)                                          => 955
(code-char 97)                                           => #\a
(code-char 955)                                          => #\λ
(code-char 128512)                                       => #\😀
(code-char -1)                                           => (error type-error "CODE-CHAR: -1 is not of type (INTEGER 0 1114111)")
(code-char "a")                                          => (error type-error "CODE-CHAR: \"a\" is not of type (INTEGER 0 1114111)")
(char-code 'a)                                           => (error type-error "CHAR-CODE: A is not of type CHARACTER")
(char-int #\A)                                           => 65
(<= 96 char-code-limit)                                  => t
(char-code (code-char 1114111))                          => 1114111
(char= #\a #\a)                                          => t
(char= #\a #\A)                                          => nil
(char= #\a)                                              => t
(char= #\a #\a #\a)                                      => t
(char= #\a #\a #\b)                                      => nil
(char=)                                                  => (error program-error "CHAR=: called with 0 arguments, but takes at least 1")
(char= #\a 97)                                           => (error type-error "CHAR=: 97 is not of type CHARACTER")
(char/= #\a #\b #\c)                                     => t
(char/= #\a #\b #\a)                                     => nil
(char< #\a #\b #\c)                                      => t
(char< #\a #\c #\b)                                      => nil
(char< #\a #\a)                                          => nil
(char> #\c #\b #\a)                                      => t
(char<= #\a #\a #\b)                                     => t
(char>= #\b #\b #\a)                                     => t
(char>= #\b #\c)                                         => nil
(char-equal #\a #\A)                                     => t
(char-equal #\a #\B)                                     => nil
(char-equal #\ä #\Ä)                                     => t
(char-not-equal #\a #\A)                                 => nil
(char-not-equal #\a #\b #\C)                             => t
(char-lessp #\a #\B)                                     => t
(char-lessp #\A #\b #\C)                                 => t
(char-greaterp #\B #\a)                                  => t
(char-not-lessp #\b #\B #\a)                             => t
(char-not-greaterp #\a #\A #\b)                          => t
(char-upcase #\a)                                        => #\A
(char-upcase #\A)                                        => #\A
(char-upcase #\1)                                        => #\1
(char-upcase #\é)                                        => #\É
(char-upcase #\λ)                                        => #\Λ
(char-downcase #\Z)                                      => #\z
(char-downcase #\Ω)                                      => #\ω
(char-upcase 5)                                          => (error type-error "CHAR-UPCASE: 5 is not of type CHARACTER")
(alpha-char-p #\a)                                       => t
(alpha-char-p #\5)                                       => nil
(alpha-char-p #\λ)                                       => t
(alpha-char-p #\Space)                                   => nil
(alpha-char-p 1)                                         => (error type-error "ALPHA-CHAR-P: 1 is not of type CHARACTER")
(alphanumericp #\a)                                      => t
(alphanumericp #\7)                                      => t
(alphanumericp #\-)                                      => nil
(digit-char-p #\7)                                       => 7
(digit-char-p #\a)                                       => nil
(digit-char-p #\a 16)                                    => 10
(digit-char-p #\F 16)                                    => 15
(digit-char-p #\9 8)                                     => nil
(digit-char-p #\z 36)                                    => 35
(digit-char-p #\1 1)                                     => (error type-error "DIGIT-CHAR-P: 1 is not of type (INTEGER 2 36)")
(digit-char 7)                                           => #\7
(digit-char 10)                                          => nil
(digit-char 11 16)                                       => #\B
(digit-char 35 36)                                       => #\Z
(digit-char -1)                                          => (error type-error "DIGIT-CHAR: -1 is not of type UNSIGNED-BYTE")
(upper-case-p #\A)                                       => t
(upper-case-p #\a)                                       => nil
(upper-case-p #\Ä)                                       => t
(lower-case-p #\a)                                       => t
(lower-case-p #\5)                                       => nil
(lower-case-p #\λ)                                       => t
(both-case-p #\a)                                        => t
(both-case-p #\!)                                        => nil
(both-case-p #\Д)                                        => t
(graphic-char-p #\a)                                     => t
(graphic-char-p #\Space)                                 => t
(graphic-char-p #\Newline)                               => nil
(standard-char-p #\a)                                    => t
(standard-char-p #\Newline)                              => t
(standard-char-p #\Tab)                                  => nil
(standard-char-p #\λ)                                    => nil
(char-name #\Space)                                      => "Space"
(char-name #\Newline)                                    => "Newline"
(char-name #\Tab)                                        => "Tab"
(char-name #\Page)                                       => "Page"
(char-name #\Backspace)                                  => "Backspace"
(char-name #\Return)                                     => "Return"
(char-name #\Rubout)                                     => "Rubout"
(name-char "space")                                      => #\Space
(name-char 'newline)                                     => #\Newline
(name-char "LINEFEED")                                   => #\Newline
(name-char "no such name")                               => nil
(name-char "A")                                          => nil
(eql #\a #\a)                                            => t
(eql #\a #\A)                                            => nil
(equalp #\a #\A)                                         => t
(typep #\a 'standard-char)                               => t
(typep #\a 'character)                                   => t
(prin1-to-string #\a)                                    => "#\\a"
(prin1-to-string #\Space)                                => "#\\ "
(prin1-to-string #\Newline)                              => "#\\Newline"
(princ-to-string #\a)                                    => "a"
(char-code #\Nul)                                        => 0
(char-code #\Escape)                                     => 27
(eq (code-char 97) #\a)                                  => t

;;; All characters: those with case are alphabetic, cases are pairs, nongraphic characters have names, and names lead
;;; back.
(loop for code below char-code-limit
      for c = (code-char code)
      count (and (both-case-p c) (not (alpha-char-p c)))) => 0
(loop for code below char-code-limit
      for c = (code-char code)
      count (if (both-case-p c)
                (or (not (or (upper-case-p c) (lower-case-p c)))
                    (not (char= c (if (upper-case-p c) (char-upcase (char-downcase c)) (char-downcase (char-upcase c))))))
                (not (char= c (char-upcase c) (char-downcase c))))) => #+tessera 0 #-tessera 4
(loop for code below char-code-limit
      for name = (char-name (code-char code))
      count (if name
                (not (eql (name-char name) (code-char code)))
                (not (graphic-char-p (code-char code)))))  => 0
(alpha-char-p (code-char #x2167))                         => #+tessera t #-tessera nil
(char-name (code-char #x378))                             => #+tessera "U0378" #-tessera "U378"
