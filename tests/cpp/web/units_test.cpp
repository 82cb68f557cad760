// The web server's parts without a server: decoding, taking requests apart.
#include <optional>
#include <stdexcept>
#include <thread>
#include <vector>

#include "../catch.hpp"
#include "../process.hpp"
#include "parse_head.hpp"
#include "web/clients.hpp"
#include "web/encoding.hpp"
#include "web/exchanges.hpp"
#include "web/limits.hpp"
#include "web/request.hpp"
#include "web/session_store.hpp"

namespace {

using namespace tessera::web;

TEST_CASE("UTF-8 is distinguished from other bytes", "[web-units]") {
  for (const char* good : {"", "abc", "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x8E\xB2", "\xED\x9F\xBF", "\xEE\x80\x80", "\xF4\x8F\xBF\xBF"})
    CHECK(is_utf8(good));
  for (const char* bad : {"\x80", "\xC3", "\xC3(", "\xC0\xAF", "\xC1\xBF", "\xE0\x80\xAF", "\xE0\x9F\xBF", "\xED\xA0\x80",
                          "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF", "a\xE2\x82", "\xE2\x82\x28"})
    CHECK_FALSE(is_utf8(bad));
}

TEST_CASE("percent escapes are decoded or refused", "[web-units]") {
  CHECK(decode_percent("a%20b+c", false) == "a b+c");
  CHECK(decode_percent("a%20b+c", true) == "a b c");
  CHECK(decode_percent("%E2%82%ac", true) == "\xE2\x82\xAC");
  CHECK(decode_percent("%2525", true) == "%25");
  for (const char* bad : {"%", "%4", "%zz", "%4z", "%z4", "abc%", "%00", "%FF", "%C3", "%C3%28", "%-1", "%+1", "% 1", "%0x"})
    CHECK_FALSE(decode_percent(bad, true).has_value());
}

TEST_CASE("form bodies are parsed", "[web-units]") {
  CHECK(decode_form("chosen=3&name=B%C3%A9b+x", 10) == Fields{{"chosen", "3"},
                                                              {"name",
                                                               "B\xC3\xA9"
                                                               "b x"}});
  CHECK(decode_form("", 10) == Fields{});
  CHECK(decode_form("&&a&=b&c=d=e&", 10) == Fields{{"a", ""}, {"", "b"}, {"c", "d=e"}});
  CHECK(decode_form("a=1&a=2", 2).has_value());
  CHECK_FALSE(decode_form("a=1&a=2&a=3", 2).has_value());
  CHECK_FALSE(decode_form("a=%zz", 2).has_value());
  CHECK_FALSE(decode_form("%zz=a", 2).has_value());
}

TEST_CASE("cookies are parsed", "[web-units]") {
  using Values = std::vector<std::string>;
  const auto values = [](const char* header) { return cookie_values(header, "session", 3); };
  CHECK(values("session=abc") == Values{"abc"});
  CHECK(values("a=1; session = abc ;b=2") == Values{"abc"});
  CHECK(values("session=") == Values{""});
  CHECK(values("session=1; b=2; session=3") == Values{"1", "3"});
  CHECK(values("session=1;session=2;session=3;session=4") == Values{"1", "2", "3"});
  for (const char* none : {"", "session", "xsession=abc", "a=1;;b", "Session=1"}) CHECK(values(none).empty());
}

Request request_of(const std::string& head) {
  Request request;
  INFO(head);
  CHECK(parse_head(head, request) == 0);
  return request;
}

TEST_CASE("clients are identified by their address", "[web-units]") {
  CHECK(client_at("192.0.2.7") == "192.0.2.7");
  CHECK(client_at(" 192.0.2.7 ") == "192.0.2.7");
  CHECK(client_at("2001:db8:1:2:3:4:5:6") == "2001:db8:1:2::");
  CHECK(client_at("[2001:db8:1:2::9]") == client_at("2001:DB8:1:2:ffff::"));
  CHECK(client_at("::ffff:192.0.2.7") == "192.0.2.7");
  for (const char* none : {"", "unknown", "1.2.3", "192.0.2.7:80", "_hidden", "1.2.3.4, 5.6.7.8"}) CHECK(client_at(none).empty());
  const Request forwarded = request_of("GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.7");
  CHECK(client_of({}, forwarded).empty());
  for (const char* own : {"127.0.0.1", "::1", "::ffff:127.0.0.1"}) CHECK(client_of(address_of(own).value(), forwarded) == "192.0.2.7");
  CHECK(client_of(address_of("2001:db8::1").value(), forwarded) == "2001:db8::");
}

TEST_CASE("a valid request is parsed", "[web-units]") {
  const Request get = request_of("GET /a%20b/game.html?chosen=3&x=%2B HTTP/1.1\r\nHost: localhost:8080\r\nCookie:\t session=1 ");
  CHECK(get.method == "GET");
  CHECK(get.path == "a b/game.html");
  CHECK(get.parameters == Fields{{"chosen", "3"}, {"x", "+"}});
  CHECK(get.headers == Fields{{"Host", "localhost:8080"}, {"Cookie", "session=1"}});
  CHECK(get.header("cookie") == "session=1");
  CHECK(get.keep_alive);
  CHECK_FALSE(request_of("GET / HTTP/1.1\r\nHost: x\r\nConnection: Close").keep_alive);
  CHECK_FALSE(request_of("GET / HTTP/1.0").keep_alive);
  CHECK(request_of("GET http://localhost:8080/x?y=1 HTTP/1.1\r\nHost: localhost").path == "x");
  CHECK(request_of("GET /x? HTTP/1.1\r\nHost: [::1]:80").parameters.empty());
  const std::string form = "POST / HTTP/1.1\r\nHost: x\r\nContent-Type: Application/x-www-form-urlencoded ; charset=utf-8\r\n";
  CHECK(request_of(form + "Content-Length: 7").method == "POST");
  CHECK_FALSE(request_of(form + "Content-Length: 7").keep_alive);
  CHECK(request_of(form + "Transfer-Encoding: chunked").method == "POST");
  CHECK(request_of(form + "Content-Length: 7\r\nExpect: 100-Continue").method == "POST");
  CHECK(request_of("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0").method == "POST");
}

TEST_CASE("a form's parameters follow those of the URL", "[web-units]") {
  Request request = request_of("GET /?a=1 HTTP/1.1\r\nHost: x");
  CHECK(parse_form("b=2", request) == 0);
  CHECK(request.parameters == Fields{{"a", "1"}, {"b", "2"}});
  CHECK(parse_form("b=%", request) == 400);
  CHECK(parse_form(std::string(limits::body_bytes, 'a'), request) == 0);
  CHECK(parse_form(std::string(limits::body_bytes + 1, 'a'), request) == 413);
}

TEST_CASE("bodies are read as they come", "[web-units]") {
  const std::string head = "POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n";
  const auto status = [](const std::string& request_head, const std::string& body, std::size_t step) {
    RequestReader reader;
    if (const int refused = reader.take_head(request_head + "\r\n")) return refused;
    std::string kept;
    for (std::size_t at = 0; at < body.size() && !reader.complete(); at += step) {
      kept += body.substr(at, step);
      std::string_view rest = kept;
      if (const int refused = reader.take_body(rest)) return refused;
      kept.erase(0, kept.size() - rest.size());
    }
    return !reader.complete() ? 1 : reader.request.parameters == Fields{{"a", "1"}, {"b", "2"}} ? 0 : 2;
  };
  const std::string chunked = "Transfer-Encoding: chunked\r\n";
  for (const std::size_t step : {1U, 2U, 3U, 1000U}) {
    INFO(step);
    CHECK(status(head + "Content-Length: 7\r\n", "a=1&b=2", step) == 0);
    CHECK(status(head + chunked, "3\r\na=1\r\n4;x=y\r\n&b=2\r\n0\r\n\r\n", step) == 0);
    CHECK(status(head + chunked, "3\r\na=1\r\n4\r\n&b=2\r\n", step) == 1);
    CHECK(status(head + chunked, "x\r\na=1\r\n", step) == 400);
    CHECK(status(head + chunked, "3\r\na=1x\r\n0\r\n\r\n", step) == 400);
    CHECK(status(head + chunked, "fffffffffffffffff\r\n", step) == 400);
    CHECK(status(head + chunked, "10001\r\n", step) == 413);
    CHECK(status(head + chunked, "7\r\na=1&b=2\r\n0\r\nCookie: a=b\r\n\r\n", step) == 400);  // not a header
  }
}

TEST_CASE("ambiguous requests are refused", "[web-units]") {
  const std::string host = "\r\nHost: x", form = host + "\r\nContent-Type: application/x-www-form-urlencoded";
  const std::pair<std::string, int> cases[] = {{"", 400},
                                               {"GET", 400},
                                               {"GET /", 400},
                                               {"GET / HTTP/1.1", 400},
                                               {" GET / HTTP/1.1" + host, 400},
                                               {"GET  / HTTP/1.1" + host, 400},
                                               {"GET / HTTP/1.1 " + host, 400},
                                               {"GET / HTTP/1.1\r\nHost : x", 400},
                                               {"GET / HTTP/1.1\r\n Host: x", 400},
                                               {"GET / HTTP/1.1\r\nHost: x\r\n folded", 400},
                                               {"GET / HTTP/1.1\nHost: x", 400},
                                               {"GET / HTTP/1.1" + host + "\r\nHost: y", 400},
                                               {"GET / HTTP/1.1\r\nHost: a b", 400},
                                               {"GET / HTTP/2.0" + host, 505},
                                               {"GET / http/1.1" + host, 400},
                                               {"GET / HTTP/1.12" + host, 400},
                                               {"G(T / HTTP/1.1" + host, 400},
                                               {"PUT / HTTP/1.1" + host, 405},
                                               {"get / HTTP/1.1" + host, 405},
                                               {"GET x HTTP/1.1" + host, 400},
                                               {"GET * HTTP/1.1" + host, 400},
                                               {"GET /#x HTTP/1.1" + host, 400},
                                               {"GET /%zz HTTP/1.1" + host, 400},
                                               {"GET /?%zz HTTP/1.1" + host, 400},
                                               {"GET /../x HTTP/1.1" + host, 400},
                                               {"GET /a/%2e%2e/x HTTP/1.1" + host, 400},
                                               {"GET /./x HTTP/1.1" + host, 400},
                                               {"GET /a\\b HTTP/1.1" + host, 400},
                                               {"GET /%0a HTTP/1.1" + host, 400},
                                               {"GET /\x80 HTTP/1.1" + host, 400},
                                               {"GET / HTTP/1.1" + host + "\r\nA: \x01", 400},
                                               {"GET / HTTP/1.1" + host + "\r\nA: \x80", 400},
                                               {"GET / HTTP/1.1" + host + "\r\nContent-Length: 1\r\nContent-Length: 1", 400},
                                               {"GET / HTTP/1.1" + host + "\r\nContent-Length: -1", 400},
                                               {"GET / HTTP/1.1" + host + "\r\nContent-Length: +1", 400},
                                               {"GET / HTTP/1.1" + host + "\r\nContent-Length: 0x1", 400},
                                               {"GET / HTTP/1.1" + host + "\r\nContent-Length: 1, 1", 400},
                                               {"GET / HTTP/1.1" + host + "\r\nContent-Length:", 400},
                                               {"GET / HTTP/1.1" + host + "\r\nContent-Length: 99999999999999999999999", 400},
                                               {"GET / HTTP/1.1" + host + "\r\nContent-Length: 1000000", 413},
                                               {"POST / HTTP/1.1" + host, 411},
                                               {"POST / HTTP/1.1" + host + "\r\nTransfer-Encoding: chunked", 415},
                                               {"POST / HTTP/1.1" + host + "\r\nContent-Length: 1", 415},
                                               {"POST / HTTP/1.1" + form + "\r\nContent-Length: 1\r\nContent-Encoding: gzip", 415},
                                               {"GET / HTTP/1.1" + host + "\r\nContent-Length: 1", 400},
                                               {"GET / HTTP/1.1" + host + "\r\nTransfer-Encoding: chunked", 400},
                                               {"POST / HTTP/1.1" + form + "\r\nTransfer-Encoding: gzip, chunked", 400},
                                               {"GET / HTTP/1.0\r\nTransfer-Encoding: chunked", 400},
                                               {"POST / HTTP/1.1" + host + "\r\nTransfer-Encoding: chunked\r\nContent-Length: 1", 400},
                                               {"GET / HTTP/1.1" + host + "\r\nExpect: tea", 417},
                                               {"GET /" + std::string(limits::target_bytes, 'a') + " HTTP/1.1" + host, 414},
                                               {"GET / HTTP/1.1" + host + "\r\n: x", 400},
                                               {"GET / HTTP/1.1" + host + "\r\nno colon", 400},
                                               {"GET /" + std::string(1, '\0') + " HTTP/1.1" + host, 400}};
  for (const auto& [head, status] : cases) {
    Request request;
    INFO(head.substr(0, 200));
    CHECK(parse_head(head, request) == status);
  }
  std::string many = "GET / HTTP/1.1" + host;
  for (std::size_t i = 0; i < limits::headers; ++i) many += "\r\nA: b";
  Request request;
  CHECK(parse_head(many, request) == 431);
}

/// Returns a request with the header Cookie.
Request with_cookie(const std::string& cookie) {
  Request request;
  request.headers = {{"Cookie", cookie}};
  return request;
}

TEST_CASE("requests are answered in order, by their numbers; too many at a time are turned away", "[web-units]") {
  Exchanges exchanges;
  CHECK_FALSE(exchanges.next().has_value());
  CHECK_FALSE(exchanges.answer(1, {}));
  std::size_t answered = 0, unavailable = 0;
  for (std::size_t i = 0; i < limits::waiting_requests; ++i)
    CHECK(exchanges.submit({}, [&](const Response& r) { ++(r.status == 200 ? answered : unavailable); }));
  CHECK_FALSE(exchanges.submit({}, [](const Response&) {}));
  std::int64_t last = 0;
  for (std::size_t i = 0; i < limits::waiting_requests / 2; ++i) {
    const auto next = exchanges.next();
    REQUIRE(next.has_value());
    CHECK(next->first > last);
    last = next->first;
    CHECK(exchanges.answer(last, Response{}));
    CHECK_FALSE(exchanges.answer(last, Response{}));
  }
  CHECK(exchanges.submit({}, [&](const Response&) { ++unavailable; }));
  exchanges.expire(Exchanges::Clock::now());
  CHECK(unavailable == 0);
  exchanges.expire(Exchanges::Clock::now() + limits::answer_time);
  CHECK(answered == limits::waiting_requests / 2);
  CHECK(unavailable == limits::waiting_requests / 2 + 1);
  CHECK_FALSE(exchanges.next().has_value());
  CHECK(exchanges.submit({}, [&](const Response& r) { unavailable = static_cast<std::size_t>(r.status); }));
  exchanges.close();
  CHECK(unavailable == 503);
  CHECK_FALSE(exchanges.submit({}, [](const Response&) {}));
  CHECK_FALSE(exchanges.next().has_value());
}

TEST_CASE("the requests of a browser go to one interpreter, unless it is late or ends", "[web-units]") {
  Exchanges exchanges(2);
  const auto submit = [&](const std::string& cookie) { CHECK(exchanges.submit(with_cookie(cookie), [](const Response&) {})); };
  const auto count = [&](std::size_t interpreter) {
    int taken = 0;
    while (exchanges.next(interpreter)) ++taken;
    return taken;
  };
  submit("a=1");
  CHECK(count(1) == 0);  // it has not asked before
  CHECK(count(0) == 1);
  for (int i = 0; i < 100; ++i) submit("a=" + std::to_string(i));
  const int first = count(0);
  CHECK(first > 20);
  CHECK(first < 80);
  CHECK(count(1) == 100 - first);
  for (int i = 0; i < 100; ++i) submit("a=" + std::to_string(i));
  CHECK(count(0) == first);  // the same ones
  std::this_thread::sleep_for(limits::own_time);
  CHECK(count(0) == 100 - first);  // the other one is late
  for (int i = 0; i < 100; ++i) submit("a=" + std::to_string(i));
  exchanges.retire(1);
  CHECK(count(0) == 100);
  for (int i = 0; i < 10; ++i) submit("a=" + std::to_string(i));
  CHECK(count(0) == 10);
}

TEST_CASE("tokens cannot be guessed", "[web-units]") {
  const std::string token = random_token();
  CHECK(token.size() == 48);
  CHECK(token.find_first_not_of("0123456789abcdef") == std::string::npos);
  CHECK(token != random_token());
}

}  // namespace
