"""A model of a terminal that shows the bytes of a program: only what Tessera's prompt uses; anything else is an
error."""
import re
import unicodedata

CONTROL = re.compile(r"\x1b\[(\??)([0-9;]*)([A-Za-z])")


def width(char):
    """Returns the columns of a character."""
    if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1


class Screen:
    """Lines of cells (text, style); the last `rows` of them are seen. A wide character is followed by a cell without
    text."""

    def __init__(self, columns, rows):
        self.columns, self.rows = columns, rows
        self.lines = [[]]
        self.wrapped = [False]  # does the next line continue this one?
        self.top = self.y = self.x = 0
        self.style = ""
        self.pending = ""
        self.bracketed_paste = False

    # --- what is seen

    def line(self, i):
        return "".join(text for text, _ in self.lines[i])

    def visible(self):
        """Returns the lines of the window, without blanks at their ends and empty lines at its end."""
        return [self.line(i).rstrip() for i in range(self.top, len(self.lines))]

    def text(self):
        """Returns all lines that ever were, with those that have scrolled away."""
        return "\n".join(self.line(i).rstrip() for i in range(len(self.lines)))

    def cursor(self):
        """Returns the row in the window, and the column."""
        return self.y - self.top, self.x

    def current(self):
        """Returns the line of the cursor."""
        return self.line(self.y).rstrip()

    def styles_of(self, text):
        """Returns the set of styles that the last occurrence of `text` within a line has."""
        for i in range(len(self.lines) - 1, -1, -1):
            at = self.line(i).rfind(text)
            if at >= 0:
                cells = [c for c in self.lines[i] if c[0]]
                return {style for _, style in cells[at:at + len(text)]}
        return set()

    # --- what is written

    def feed(self, text):
        text, self.pending = self.pending + text, ""
        i = 0
        while i < len(text):
            char = text[i]
            if char == "\x1b":
                match = CONTROL.match(text, i)
                if not match:
                    if re.match(r"\x1b(\[\??[0-9;]*)?$", text[i:]):
                        self.pending = text[i:]
                        return
                    raise AssertionError("an unknown control sequence: %r" % text[i:i + 20])
                self.control(*match.groups())
                i = match.end()
                continue
            if char == "\r":
                self.x = 0
            elif char == "\n":
                self.line_feed()
            elif char == "\b":
                self.x = max(0, self.x - 1)
            elif char == "\t":
                self.x = min(self.columns - 1, (self.x // 8 + 1) * 8)
            elif char != "\a":
                assert char >= " ", "an unknown control character: %r" % char
                self.put(char)
            i += 1

    def line_feed(self):
        self.y += 1
        self.need_line()

    def need_line(self):
        while self.y >= len(self.lines):
            self.lines.append([])
            self.wrapped.append(False)
        self.top = max(self.top, self.y - self.rows + 1)

    def put(self, char):
        columns = width(char)
        line = self.lines[self.y]
        if columns == 0:
            at = self.x - 1
            while at > 0 and not line[at][0]:
                at -= 1
            line[at] = (line[at][0] + char, line[at][1])
            return
        if self.x + columns > self.columns:
            self.wrapped[self.y] = True
            self.y, self.x = self.y + 1, 0
            self.need_line()
            line = self.lines[self.y]
        while len(line) < self.x + columns:
            line.append((" ", ""))
        line[self.x] = (char, self.style)
        if columns == 2:
            line[self.x + 1] = ("", self.style)
        self.x += columns

    def control(self, private, parameters, letter):
        numbers = [int(n) if n else 0 for n in parameters.split(";")]
        count = max(1, numbers[0])
        if private:
            assert parameters == "2004" and letter in "hl", parameters + letter
            self.bracketed_paste = letter == "h"
        elif letter == "m":
            self.style = "" if numbers == [0] else ";".join(str(n) for n in numbers if n != 0)
        elif letter == "A":
            self.y = max(self.top, self.y - count)
        elif letter == "B":
            self.y = min(self.top + self.rows - 1, self.y + count)
            self.need_line()
        elif letter == "C":
            self.x = min(self.columns - 1, self.x + count)
        elif letter == "D":
            self.x = max(0, self.x - count)
        elif letter == "H":
            self.y, self.x = self.top + max(1, numbers[0]) - 1, 0
            self.need_line()
        elif letter == "K":
            assert numbers == [0]
            del self.lines[self.y][self.x:]
        elif letter == "J":
            self.erase(numbers[0])
        else:
            raise AssertionError("an unknown control sequence: ESC [ %s %s" % (parameters, letter))

    def erase(self, what):
        if what == 2:
            self.lines[self.top:] = [[] for _ in range(self.y - self.top + 1)]
            self.wrapped[self.top:] = [False] * (self.y - self.top + 1)
        else:
            assert what == 0
            del self.lines[self.y][self.x:]
            del self.lines[self.y + 1:]
            del self.wrapped[self.y + 1:]

    # --- another size

    def resize(self, columns, rows):
        """Breaks the lines again, as most terminals do."""
        lines, wrapped, y, x = [], [], 0, 0
        i = 0
        while i < len(self.lines):
            whole, cursor = list(self.lines[i]), None
            if i == self.y:
                cursor = self.x
            while self.wrapped[i]:
                i += 1
                if i == self.y:
                    cursor = len(whole) + self.x
                whole += self.lines[i]
            i += 1
            parts = [whole[k:k + columns] for k in range(0, len(whole), columns)] or [[]]
            if cursor is not None:
                y, x = len(lines) + min(cursor // columns, len(parts)), cursor % columns
                if cursor // columns >= len(parts):
                    parts.append([])
            lines += parts
            wrapped += [True] * (len(parts) - 1) + [False]
        self.lines, self.wrapped, self.y, self.x = lines, wrapped, y, x
        self.columns, self.rows = columns, rows
        self.top = max(0, len(lines) - rows, y - rows + 1)
