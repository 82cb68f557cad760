// Decodes what browsers encode: percent encoding, forms, cookies. All input is checked strictly. Layer: web.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tessera::web {

/// A name and a value: a header, a parameter, a cookie.
using Field = std::pair<std::string, std::string>;
using Fields = std::vector<Field>;

/// True if `text` is UTF-8 without overlong forms, surrogates, and code points beyond U+10FFFF.
bool is_utf8(std::string_view text);

/// True if `c` may occur in the name of a method or header (RFC 9110, 5.6.2).
bool is_token_char(char c);
bool is_token(std::string_view text);

/// Returns `text` with %XX decoded, and with + as a space if `plus`. Returns nothing if two hexadecimal digits are
/// missing after a %, or if the result is not UTF-8 or contains a NUL.
std::optional<std::string> decode_percent(std::string_view text, bool plus);

/// Returns the decoded fields of `text`, name=value&name=value.... A part without = has an empty value; empty parts are
/// ignored. Returns nothing if a part cannot be decoded or there are more than `most`.
std::optional<Fields> decode_form(std::string_view text, std::size_t most);

/// Returns the values of the cookies `name` in a Cookie header, in order, at most `most`. There can be several: for
/// different paths, or set by other programs of the host.
std::vector<std::string> cookie_values(std::string_view header, std::string_view name, std::size_t most);

/// Returns `text` with ASCII letters in lower case.
std::string ascii_lower(std::string_view text);

/// Reports `message` on stderr, as JSON if the environment variable LOG is json: see logs.lisp.
void report(std::string_view message);

/// Returns `text` without surrounding blanks and tabs.
std::string_view trimmed(std::string_view text);

}  // namespace tessera::web
