"""Families of random conforming programs, a module each, with a function CASE that makes one from a Source."""
import random
from dataclasses import dataclass, field


@dataclass
class Case:
    """FORM is compared; SETUP are texts of forms that are evaluated before it. What stands within « and » in FORM is a
    constant that compiled code gets as an argument. WAY is a number where FORM must be evaluated only once, as for what
    it changes."""
    form: str
    setup: list = field(default_factory=list)
    way: int | None = None
    name: str = ""


class Source:
    """Chance, and names that no other case of the family has."""

    def __init__(self, name):
        self.rng = random.Random(name)
        self.tag, self.names = "", 0

    def fresh(self, stem):
        self.names += 1
        return f"{stem}{self.tag}-{self.names}"

    def one(self, choices):
        return choices[int(self.rng.random() * len(choices))]

    def below(self, n):
        return int(self.rng.random() * n)

    def between(self, low, high):
        return low + int(self.rng.random() * (high - low + 1))

    def maybe(self, probability=0.5):
        return self.rng.random() < probability

    def some(self, low, high, make):
        """Returns LOW to HIGH texts that MAKE returns, with spaces between them."""
        return " ".join(make() for _ in range(self.between(low, high)))

    def subset(self, choices, probability=0.3):
        return [c for c in choices if self.rng.random() < probability]

    def shuffled(self, choices):
        choices = list(choices)
        self.rng.shuffle(choices)
        return choices

    def hidden(self, text):
        """Returns TEXT as a constant, which is mostly hidden from compiled code."""
        constant = text[0] not in "(*#" or text.startswith(("#(", "#*", "#\\", "#c", "#p"))
        return f"«{text}»" if constant and self.rng.random() < 0.7 else text


FAMILIES = ["adjusting", "arguments", "arrays", "calls", "changing", "clos", "conditions", "control", "declared", "deftypes", "destructuring", "extremes", "filenames", "format", "junk", "layouts", "lists", "loops", "methods", "nested", "numbers", "packages", "places", "pretty", "readback", "reading", "rounds", "sequences", "streams", "strings", "structures", "tables", "tokens", "types", "words"]
