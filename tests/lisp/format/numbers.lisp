;;; FORMAT: integers (~D ~B ~O ~X ~R) and floats (~F ~E ~G ~$).

;; ~D and related directives
(format nil "~d ~d ~d" 0 -17 123456789012345678901234567890) => "0 -17 123456789012345678901234567890"
(format nil "[~5d] [~5d] [~2d]" 12 -12 12345)   => "[   12] [  -12] [12345]"
(format nil "[~5,'0d] [~5,'*d]" 12 -12)         => "[00012] [**-12]"
(format nil "~@d ~@d ~@d" 5 -5 0)               => "+5 -5 +0"
(format nil "~:d ~:d ~:d ~:d" 12 123 1234 1234567) => "12 123 1,234 1,234,567"
(format nil "~:@d ~:d" 1234567 -1234567)        => "+1,234,567 -1,234,567"
(format nil "[~12:d] [~12,'.:d]" 1234567 1234567) => "[   1,234,567] [...1,234,567]"
(format nil "~,,'.:d" 1234567)                  => "1.234.567"
(format nil "~,,' ,2:d" 1234567)                => "1 23 45 67"
(format nil "~,,,4:d" 123456789)                => "1,2345,6789"
(format nil "~vd|~v,vd" 5 1 6 #\0 2)            => "    1|000002"
(format nil "~#d" 7)                            => "7"
(format nil "~d" 'abc)                          => "ABC"
(format nil "~d" 1.5)                           => "1.5"
(format nil "~d" 1/2)                           => "1/2"
(let ((*print-base* 16)) (format nil "~d ~d" 255 '(10))) => "255 (10)"
(let ((*print-radix* t)) (format nil "~d" 10))  => "10"
(format nil "~b ~b" 10 -5)                      => "1010 -101"
(format nil "~8,'0b" 10)                        => "00001010"
(format nil "~,,'_,4:b" 173)                    => "1010_1101"
(format nil "~o ~o" 8 511)                      => "10 777"
(format nil "~x ~x" 255 -4096)                  => "FF -1000"
(format nil "~4,'0x" 171)                       => "00AB"
(format nil "~:x" 1048576)                      => "100,000"
(format nil "~x" 'foo)                          => "FOO"
(format nil "~b" 1.5)                           => "1.5"
(format nil "~,,,0:d" 5)                        => (error simple-error "FORMAT: the comma interval 0 is not positive, at position 0 of \"~,,,0:d\"")
(format nil "~'xd" 1)                           => (error simple-error "FORMAT: the parameter #\\x of ~D is not of type INTEGER, at position 0 of \"~'xd\"")

;; ~R with a radix
(format nil "~2r ~8r ~36r" 10 10 35)            => "1010 12 Z"
(format nil "~16,8,'0r" 48879)                  => "0000BEEF"
(format nil "~3@r ~3:r" 9 59049)                => "+100 10,000,000,000"
(format nil "~10,6,'*,'.,3:r" 1234)             => "*1.234"
(format nil "~vr" 3 5)                          => "12"
(format nil "~37r" 1)                           => (error simple-error "FORMAT: 37 is not a radix from 2 to 36, at position 0 of \"~37r\"")
(format nil "~1r" 1)                            => (error simple-error "FORMAT: 1 is not a radix from 2 to 36, at position 0 of \"~1r\"")

;; ~R in words
(format nil "~r ~r ~r" 0 7 12)                  => "zero seven twelve"
(format nil "~r" 13)                            => "thirteen"
(format nil "~r ~r" 20 42)                      => "twenty forty-two"
(format nil "~r" 100)                           => "one hundred"
(format nil "~r" 101)                           => "one hundred one"
(format nil "~r" 342)                           => "three hundred forty-two"
(format nil "~r" 1000)                          => "one thousand"
(format nil "~r" 1001)                          => "one thousand one"
(format nil "~r" 12345)                         => "twelve thousand three hundred forty-five"
(format nil "~r" 1000000)                       => "one million"
(format nil "~r" 1000000001)                    => "one billion one"
(format nil "~r" -21)                           => "negative twenty-one"
(format nil "~r" 999999999999)
  => "nine hundred ninety-nine billion nine hundred ninety-nine million nine hundred ninety-nine thousand nine hundred ninety-nine"
(format nil "~r" (expt 10 21))                  => "one sextillion"
(format nil "~r" (expt 10 63))                  => "one vigintillion"
(format nil "~r" (expt 10 70))                  => (error simple-error)
(format nil "~:r ~:r ~:r ~:r ~:r" 0 1 2 3 4)    => "zeroth first second third fourth"
(format nil "~:r ~:r ~:r ~:r" 5 8 9 12)         => "fifth eighth ninth twelfth"
(format nil "~:r ~:r ~:r" 20 21 30)             => "twentieth twenty-first thirtieth"
(format nil "~:r" 100)                          => "one hundredth"
(format nil "~:r" 111)                          => "one hundred eleventh"
(format nil "~:r" 1000000)                      => "one millionth"
(format nil "~:r" 1052)                         => "one thousand fifty-second"
(format nil "~:r" -3)                           => "negative third"

;; ~R in roman numerals
(format nil "~@r ~@r ~@r ~@r ~@r" 1 2 3 4 5)    => "I II III IV V"
(format nil "~@r ~@r ~@r" 9 14 40)              => "IX XIV XL"
(format nil "~@r ~@r" 90 400)                   => "XC CD"
(format nil "~@r ~@r" 1994 3999)                => "MCMXCIV MMMCMXCIX"
(format nil "~:@r ~:@r ~:@r" 4 9 1994)          => "IIII VIIII MDCCCCLXXXXIIII"
(format nil "~:@r" 4999)                        => "MMMMDCCCCLXXXXVIIII"
(format nil "~@r" 0)                            => (error simple-error "FORMAT: 0 cannot be written by this ~R, at position 0 of \"~@r\"")
(format nil "~@r" 4000)                         => (error simple-error "FORMAT: 4000 cannot be written by this ~R, at position 0 of \"~@r\"")
(format nil "~@r" -1)                           => (error simple-error "FORMAT: -1 cannot be written by this ~R, at position 0 of \"~@r\"")

;; ~F
(format nil "~f ~f ~f" 0.0 1.0 -1.5)            => "0.0 1.0 -1.5"
(format nil "~f" 3.14159)                       => "3.14159"
(format nil "~f ~f" 1e-5 1e10)                  => "0.00001 10000000000.0"
(format nil "~f" 1d-10)                         => "0.0000000001"
(format nil "~f ~f" 5 1/4)                      => "5.0 0.25"
(format nil "~,2f" 3.14159)                     => "3.14"
(format nil "~,0f ~,0f ~,0f" 0.4 1.5 2.5)       => "0. 2. 3."
(format nil "~,1f ~,1f ~,1f" 0.25 0.35 0.45)    => "0.3 0.3 0.4"
(format nil "~,3f" 2)                           => "2.000"
(format nil "~,4f" 1/3)                         => "0.3333"
(format nil "~,10f" 0.1)                        => "0.1000000000"
(format nil "~,2f ~,2f" 0.001 -0.001)           => "0.00 -0.00"
(format nil "~,2f" 0.995)                       => "1.00"
(format nil "~,1f" 99.96)                       => "100.0"
(format nil "[~8,2f]" 3.14159)                  => "[    3.14]"
(format nil "[~8f]" 3.14159)                    => "[ 3.14159]"
(format nil "[~4f] [~3f]" 3.14159 3.14159)      => "[3.14] [3.1]"
(format nil "[~4,2f] [~3,2f] [~2,2f]" 0.5 0.5 0.5) => "[0.50] [.50] [.50]"
(format nil "[~5f]" 123456.7)                   => "[123457.0]"
(format nil "[~8,2@f]" 3.14159)                 => "[   +3.14]"
(format nil "~@f ~@f" 1.0 -1.0)                 => "+1.0 -1.0"
(format nil "~,,2f" 3.14159)                    => "314.159"
(format nil "~,2,-2f" 314.159)                  => "3.14"
(format nil "~,2,3f" 1.5)                       => "1500.00"
(format nil "[~5,1,,'*f]" 12345.6)              => "[*****]"
(format nil "[~7,1,,'*f]" 12345.6)              => "[12345.6]"
(format nil "[~10,2,,,'0f]" 3.14159)            => "[0000003.14]"
(format nil "[~10,2,,,'0f]" -3.14159)           => "[00000-3.14]"
(format nil "~,2f" 1d20)                        => "100000000000000000000.00"
(format nil "~,15f" 1d-5)                       => "0.000010000000000"
(format nil "[~6,2f]" 'abc)                     => "[ABC   ]"
(format nil "~f" #c(1.0 2.0))                   => "#C(1.0 2.0)"
(format nil "~vf" 6 2.5)                        => "   2.5"
(format nil "~v,vf" 8 3 2.5)                    => "   2.500"

;; ~E
(format nil "~e ~e ~e" 0.0 1.0 -1.5)            => "0.0e+0 1.0e+0 -1.5e+0"
(format nil "~e" 3.14159)                       => "3.14159e+0"
(format nil "~e" 6.02e23)                       => "6.02e+23"
(format nil "~e" 1.5d-10)                       => "1.5d-10"
(format nil "~,2e" 3.14159)                     => "3.14e+0"
(format nil "~,0e" 3.14159)                     => "3.e+0"
(format nil "~,1e" 1.25)                        => "1.3e+0"
(format nil "[~12e]" 3.14159)                   => "[  3.14159e+0]"
(format nil "[~12,3e]" 3.14159)                 => "[    3.142e+0]"
(format nil "[~8e]" 3.14159)                    => "[3.142e+0]"
(format nil "~,3,2e" 3.14159)                   => "3.142e+00"
(format nil "~,3,3e" 1.5e-20)                   => "1.500e-020"
(format nil "~,4,,2e" 3.14159)                  => "31.416e-1"
(format nil "~,4,,0e" 3.14159)                  => "0.3142e+1"
(format nil "~,4,,-1e" 3.14159)                 => "0.0314e+2"
(format nil "~,4,,3e" 1234.5)                   => "123.45e+1"
(format nil "[~6,3,,,'*e]" 3.14159)             => "[******]"
(format nil "[~10,2,1,,'*e]" 1e20)              => "[**********]"
(format nil "[~12,2,,,,'-e]" 3.14159)           => "[-----3.14e+0]"
(format nil "~,2,,,,,'xe" 3.14159)              => "3.14x+0"
(format nil "~@e" 1.5)                          => "+1.5e+0"
(format nil "~e" 25)                            => "2.5e+1"
(format nil "~e" 1/8)                           => "1.25e-1"
(format nil "[~7e]" 'abc)                       => "[ABC    ]"

;; ~G
(format nil "[~g]" 1.5)                         => "[1.5    ]"
(format nil "[~g]" 123.0)                       => "[123.    ]"
(format nil "[~,3g]" 3.14159)                   => "[3.14    ]"
(format nil "[~,3g]" 314.159)                   => "[314.    ]"
(format nil "[~,3g]" 31415.9)                   => "[3.142e+4]"
(format nil "[~,3g]" 0.001)                     => "[1.000e-3]"
(format nil "[~10,3g]" 3.14159)                 => "[  3.14    ]"
(format nil "[~12,3,2g]" 3.14159)               => "[    3.14    ]"
(format nil "[~8,2,,,'*g]" 12345.6)             => "[ 1.23e+4]"
(format nil "[~@g]" 1.5)                        => "[+1.5    ]"
(format nil "[~8g]" 'abc)                       => "[ABC     ]"

;; ~$
(format nil "~$ ~$ ~$" 3.14159 5 0.5)           => "3.14 5.00 0.50"
(format nil "~$" -2.5)                          => "-2.50"
(format nil "~3$" 3.14159)                      => "3.142"
(format nil "~0$" 2.5)                          => "3."
(format nil "~2,3$" 3.14159)                    => "003.14"
(format nil "[~2,1,8$]" 3.14159)                => "[    3.14]"
(format nil "[~2,1,8,'*$]" -3.14159)            => "[***-3.14]"
(format nil "[~2,1,8,'*:$]" -3.14159)           => "[-***3.14]"
(format nil "[~2,1,8,'*:@$]" 3.14159)           => "[+***3.14]"
(format nil "~@$" 3.14159)                      => "+3.14"

;; Without a count of digits as many are written as fit, but no zeros at the end
(list (format nil "~6f" 1.00001) (format nil "~8f" 1.2000100001d0) (format nil "~6f" 99.9999) (format nil "~4f" 0.00001))
  => ("   1.0" " 1.20001" " 100.0" " 0.0")
(list (format nil "~9e" 1.2000100001d0) (format nil "~8e" 1.00001) (format nil "~11,,1e" 0.2695770015d0))
  => ("   1.2d+0" "  1.0e+0" " 2.69577d-1")
;; A digit after the point is there even if it does not fit
(list (format nil "~1f" 0.1d0) (format nil "~0f" 0.5) (format nil "~1f" 0.0) (format nil "~2f" 0.0) (format nil "~2f" -0.7) (format nil "~1f" 1d-10))
  => (".1" ".5" ".0" ".0" "-.7" ".0")
;; ~G passes on to ~E as many digits as it has found that the number needs
(list (format nil "~g" 1e10) (format nil "~g" 0.05) (format nil "~5,,,,'*g" 1e7)) => ("1.0000000e+10" "5.0e-2" "*****")
