package io.messina.server.streams;

import static io.messina.server.http.RawConnection.head;
import static org.assertj.core.api.Assertions.assertThat;

import io.messina.server.RunningNode;
import io.messina.server.http.RawConnection;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Requests that are made to be understood in two ways, or not at all. */
@Timeout(120)
class HostileRequestsTest {

  private static final String POST = "POST /v1/streams/s/events";
  private static final String HIDDEN = head(POST, "Content-Length: 1", "Messina-Key: hidden") + "8";

  @TempDir private static Path folder;
  private static RunningNode node;

  @BeforeAll
  static void start() throws Exception {
    node = RunningNode.in(folder);
    node.json(201, "PUT", "/v1/streams/s", "{\"shards\":1}");
  }

  @AfterAll
  static void stop() throws Exception {
    assertThat(node.json(200, "GET", "/v1/streams/s/events?shard=0", "").get("events")).isEmpty();
    node.close();
  }

  @Test
  void requests_that_take_no_body_refuse_one_that_says_something() throws Exception {
    List<String> tried = new ArrayList<>();
    for (var path : node.json(200, "GET", "/openapi", "").get("paths").properties()) {
      for (var method : path.getValue().properties()) {
        String verb = method.getKey().toUpperCase(Locale.ROOT);
        if (!verb.equals("GET") && !method.getValue().has("requestBody")) {
          String url = path.getKey().replaceAll("\\{\\w+}", "thing");
          assertThat(node.send(verb, url, "{\"x\":1}").body())
              .as(verb + " " + url)
              .contains("\"code\":\"unknown_field\"");
          tried.add(verb + " " + url);
        }
      }
    }
    assertThat(tried).contains("POST /v1/cluster/finish-upgrade").hasSizeGreaterThan(10);
    node.json(200, "POST", "/v1/cluster/finish-upgrade", "{}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/v1/receipts/nosuch", "/v1/unsubscribe/nosuch"})
  void a_stranger_is_refused_before_he_sends_a_body(String path) throws Exception {
    String wait = "Expect: 100-continue";
    try (RawConnection stranger = node.connect()) {
      stranger.send(head("POST " + path, "Content-Length: 1000", wait, "Connection: close"));
      assertThat(stranger.rest()).startsWith("HTTP/1.1 404");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "PUT /v1/streams/t",
        "PUT /v1/streams/s/groups/g",
        "PUT /v1/enrichments/e",
        "PUT /v1/aggregates/a",
        "PUT /v1/feeds/f",
        "PUT /v1/features/user/age",
        "PUT /v1/values/user/age/ada",
        "PUT /v1/accounts/a",
        "POST /v1/lists/user/pages/ada",
        "POST /v1/lists:get",
        "POST /v1/features:sweep",
        "POST /v1/streams/s/groups/g/claim",
        "POST /v1/streams/s/groups/g/ack",
      })
  void a_number_that_no_decimal_holds_is_refused(String request) throws Exception {
    String[] parts = request.split(" ", 2);
    for (String number : List.of("1e2147483648", "1e-2147483649")) {
      JsonNode problem = node.json(400, parts[0], parts[1], "{\"max\":" + number + "}");
      assertThat(problem.get("code").stringValue()).isEqualTo("malformed_json");
      assertThat(problem.get("detail").stringValue()).contains("an exponent beyond 1000000000");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "7fffffffffffffff\r\n7\r\n0\r\n\r\n",
        "-1\r\n7\r\n0\r\n\r\n",
        "100000001\r\n7\r\n0\r\n\r\n",
        "0x1\r\n7\r\n0\r\n\r\n",
        "1\r\n77\r\n0\r\n\r\n",
        "\r\n\r\n",
        "1\n7\n0\n\n",
      })
  void malformed_chunks_are_refused_and_end_the_connection(String chunks) throws Exception {
    assertThat(answer(head(POST, "Transfer-Encoding: chunked") + chunks + HIDDEN))
        .startsWith("HTTP/1.1 400")
        .contains("\"code\":\"bad_request\"")
        .doesNotContain("HTTP/1.1 202");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 3\r\nTransfer-Encoding: chunked",
        "Content-Length: 1\r\nContent-Length: 2",
        "Content-Length: 1, 1",
        "Content-Length: +1",
        "Content-Length: -1",
        "Content-Length: 99999999999999999999",
        "Content-Length : 1",
        "Transfer-Encoding: xchunked",
        "Transfer-Encoding: chunked, identity",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
        "X-Folded: 1\r\n 2",
        "Host: example.org",
      })
  void a_length_that_can_be_read_in_two_ways_is_refused_and_ends_the_connection(String headers)
      throws Exception {
    assertThat(answer(head(POST, headers) + "0\r\n\r\n" + HIDDEN))
        .startsWith("HTTP/1.1 400")
        .contains("\"code\":\"bad_request\"")
        .doesNotContain("\"detail\":\"null\"")
        .doesNotContain("HTTP/1.1 202");
  }

  @Test
  void a_body_that_is_shorter_than_it_says_is_not_stored() throws Exception {
    assertThat(answer(head(POST, "Content-Length: 5") + "1")).doesNotContain("HTTP/1.1 202");
    assertThat(answer(head(POST, "Transfer-Encoding: chunked") + "5\r\n12"))
        .doesNotContain("HTTP/1.1 202");
    assertThat(answer(head(POST, "Transfer-Encoding: chunked") + "1\r\n1\r\n"))
        .doesNotContain("HTTP/1.1 202");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v1/streams/a%00b",
        "/v1/streams/a%2Fb",
        "/v1/streams/%c0%80",
        "/v1/streams/%zz",
        "/v1/streams/s;a=b",
        "/v1/streams/s/events?shard=%D9%A0",
        "/v1/streams/s/events?shard=%2B0",
        "/v1/streams/s/events?shard=0&limit=-1",
        "/v1/streams/s/events?shard=0&limit=99999999999999999999",
        "/v1/streams/s/events?shard=0&wait=-1s",
        "/v1/streams/s/events?shard=0&from=99999999.9999999999999",
      })
  void odd_names_and_numbers_are_refused(String path) throws Exception {
    assertThat(answer(head("GET " + path, "Connection: close"))).startsWith("HTTP/1.1 400");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Messina-Key: 1\r\nMessina-Key: 2",
        "Idempotency-Key: 1\r\nIdempotency-Key: 2",
        "Messina-Header-a: 1\r\nmessina-header-A: 2",
        "Messina-Header-: 1",
        "Messina-Header-a: \u00e4",
        "Content-Encoding: gzip",
        "Messina-Source: s\r\nMessina-Batch: +1",
      })
  void headers_that_mean_nothing_certain_are_refused(String headers) throws Exception {
    assertThat(answer(head(POST, "Connection: close", headers, "Content-Length: 1") + "7"))
        .startsWith("HTTP/1.1 400")
        .contains("\"code\":\"bad_request\"")
        .doesNotContain("null");
  }

  /** What the server says until it ends the connection, to a client that sends no more. */
  private static String answer(String request) throws Exception {
    try (RawConnection connection = node.connect()) {
      connection.send(request).endSending();
      return connection.rest();
    }
  }
}
