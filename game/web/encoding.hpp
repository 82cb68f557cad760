// What browsers encode: percent signs, forms, cookies. Everything that comes in is checked, nothing is guessed. Layer: web.
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

/// True if `text` is UTF-8: no overlong forms, no surrogates, nothing beyond U+10FFFF.
bool is_utf8(std::string_view text);

/// True if `c` may stand in the name of a method or header (RFC 9110, 5.6.2).
bool is_token_char(char c);
bool is_token(std::string_view text);

/// `text` with its %XX decoded, and with + as a space if `plus` says so. Nothing if a % has no two hexadecimal digits
/// behind it, or if what comes out is not UTF-8 or holds a NUL.
std::optional<std::string> decode_percent(std::string_view text, bool plus);

/// The fields of `text`, name=value&name=value..., decoded. A part without = is a name with an empty value; empty parts are
/// left out. Nothing if a part cannot be decoded, or there are more than `most`.
std::optional<Fields> decode_form(std::string_view text, std::size_t most);

/// The values of the cookies `name` in the value of a Cookie header, in order, at most `most`. There can be several: for other paths, or
/// by another program of the host.
std::vector<std::string> cookie_values(std::string_view header, std::string_view name, std::size_t most);

/// `text` in lower case, ASCII letters alone.
std::string ascii_lower(std::string_view text);

/// `text` without the blanks and tabs around it.
std::string_view trimmed(std::string_view text);

}  // namespace tessera::web
