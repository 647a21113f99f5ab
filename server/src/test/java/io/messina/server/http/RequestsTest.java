package io.messina.server.http;

import static io.messina.server.http.Answers.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.github.luben.zstd.Zstd;
import io.messina.api.Field;
import io.messina.api.ProblemCode;
import io.messina.api.StreamName;
import io.messina.runtime.RequestException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class RequestsTest {

  /** More than an array can hold. */
  private static final int LARGE_PARTS = 2_100;

  private static final byte[] LARGE_PART = "a".repeat(1 << 20).getBytes(StandardCharsets.US_ASCII);

  @AutoClose
  private final RunningServer server =
      RunningServer.with(
          Route.of(Verb.GET, "/v1/echo/{name}", "getEcho", "Says it.", RequestsTest::echo)
              .query("limit", "From 1 to 10.")
              .query("flag", "True or false."),
          Route.of(Verb.PUT, "/v1/echo/{name}", "putEcho", "Fails.", RequestsTest::fail),
          Route.of(Verb.GET, "/v1/large", "getLarge", "Is large.", RequestsTest::large),
          Route.of(Verb.POST, "/v1/size", "postSize", "Counts.", RequestsTest::size),
          Route.of(Verb.POST, "/v1/fields", "postFields", "Reads.", RequestsTest::fields),
          Route.of(Verb.GET, "/v1/name/{stream}", "getName", "Checks.", RequestsTest::name));

  private static void large(Exchange exchange) {
    exchange.sendLargeJson(
        200,
        json -> {
          json.writeStartArray();
          for (int i = 0; i < LARGE_PARTS; i++) {
            json.writeRawUTF8String(LARGE_PART, 0, LARGE_PART.length);
          }
          json.writeEndArray();
        });
  }

  @Test
  void segments_are_decoded_after_the_path_is_split() throws Exception {
    assertThat(server.get("/v1/echo/a%2Fb%20%C3%A4+c").body()).isEqualTo("a/b ä+c null");
  }

  @Test
  void bytes_that_are_not_utf8_are_refused_in_a_path() throws Exception {
    assertThat(assertProblem(server.get("/v1/echo/%FF"), ProblemCode.BAD_REQUEST)).contains("%FF");
  }

  @Test
  void a_path_that_is_not_there_is_a_problem() throws Exception {
    assertProblem(server.get("/v1/nothing"), ProblemCode.NOT_FOUND);
    assertProblem(server.get("/v1/echo/"), ProblemCode.NOT_FOUND);
    assertProblem(server.get("/v1/echo/a/b"), ProblemCode.NOT_FOUND);
    assertProblem(server.get("/"), ProblemCode.NOT_FOUND);
  }

  @Test
  void head_has_the_headers_of_get_and_no_body() throws Exception {
    for (String path : List.of("/v1/echo/a", "/health/live", "/openapi", "/v1/nothing")) {
      HttpResponse<String> whole = server.get(path);
      HttpResponse<String> head =
          server.send(server.request(path).method("HEAD", HttpRequest.BodyPublishers.noBody()));
      assertThat(head.statusCode()).isEqualTo(whole.statusCode());
      assertThat(head.body()).isEmpty();
      for (String header : List.of("content-type", "content-length")) {
        assertThat(head.headers().firstValue(header))
            .isPresent()
            .isEqualTo(whole.headers().firstValue(header));
      }
    }
    HttpResponse<String> none =
        server.send(server.request("/v1/size").method("HEAD", HttpRequest.BodyPublishers.noBody()));
    assertThat(none.statusCode()).isEqualTo(405);
  }

  @Test
  void head_of_a_large_answer_counts_it_and_keeps_nothing() throws Exception {
    HttpResponse<String> head =
        server.send(
            server.request("/v1/large").method("HEAD", HttpRequest.BodyPublishers.noBody()));
    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.headers().firstValueAsLong("content-length"))
        .hasValue(LARGE_PARTS * (LARGE_PART.length + 3L) + 2);
  }

  @Test
  void bodies_of_json_end_with_a_line_break() throws Exception {
    for (String path : List.of("/health/live", "/openapi", "/v1/nothing")) {
      assertThat(server.get(path).body()).endsWith("}\n");
    }
  }

  @Test
  void what_is_no_json_is_told_without_what_reads_it() throws Exception {
    for (String body :
        List.of(
            "{\"a\":",
            "[".repeat(300),
            "{\"a\":" + "1".repeat(1_200) + "}",
            "{\"a\" 1}",
            "nul",
            "\u00e9")) {
      String detail = assertProblem(server.post("/v1/fields", body), ProblemCode.MALFORMED_JSON);
      assertThat(detail).doesNotContain("Source", "`", "Stream", "java", "jackson");
    }
  }

  @Test
  void a_method_that_is_not_allowed_is_told_which_are() throws Exception {
    HttpResponse<String> answer = server.send(server.request("/v1/echo/a").DELETE());
    assertProblem(answer, ProblemCode.METHOD_NOT_ALLOWED);
    assertThat(answer.headers().firstValue("allow")).contains("GET, HEAD, PUT");
  }

  @Test
  void a_parameter_is_read_and_its_bounds_are_checked() throws Exception {
    assertThat(server.get("/v1/echo/a?limit=3&flag=true").body()).isEqualTo("a 3");
    assertThat(assertProblem(server.get("/v1/echo/a?limit=11"), ProblemCode.OUT_OF_BOUNDS))
        .isEqualTo("limit: 11 (expected: a whole number from 1 to 10)");
    assertThat(assertProblem(server.get("/v1/echo/a?flag=1"), ProblemCode.WRONG_TYPE))
        .isEqualTo("flag: 1 (expected: true or false)");
    assertProblem(server.get("/v1/echo/a?limit=1&limit=2"), ProblemCode.BAD_REQUEST);
  }

  @Test
  void an_unknown_parameter_is_refused() throws Exception {
    assertThat(assertProblem(server.get("/v1/echo/a?limits=3"), ProblemCode.UNKNOWN_PARAMETER))
        .isEqualTo("limits (expected: limit, flag)");
  }

  @Test
  void a_name_that_is_not_allowed_is_told_what_is() throws Exception {
    assertThat(assertProblem(server.get("/v1/name/Bad"), ProblemCode.BAD_NAME))
        .startsWith("stream: Bad (expected: ");
  }

  @Test
  void json_is_read_field_by_field() throws Exception {
    assertThat(server.post("/v1/fields", "{\"max\":3,\"wait\":\"20s\",\"names\":[\"a\"]}").body())
        .isEqualTo("3 PT20S [a]");
  }

  @Test
  void malformed_json_is_told_where() throws Exception {
    assertThat(
            assertProblem(
                server.post("/v1/fields", "{\"max\":3,\n x}"), ProblemCode.MALFORMED_JSON))
        .startsWith("line 2, column ");
    assertProblem(server.post("/v1/fields", ""), ProblemCode.WRONG_TYPE);
    assertThat(assertProblem(server.post("/v1/fields", "{} {}"), ProblemCode.MALFORMED_JSON))
        .endsWith(": more than one value");
    assertProblem(server.post("/v1/fields", "{\"max\":1,\"max\":2}"), ProblemCode.MALFORMED_JSON);
    assertProblem(
        server.post("/v1/fields", "[".repeat(1000) + "]".repeat(1000)), ProblemCode.MALFORMED_JSON);
  }

  @Test
  void unknown_fields_and_wrong_types_are_refused() throws Exception {
    assertThat(assertProblem(server.post("/v1/fields", "{\"mx\":3}"), ProblemCode.UNKNOWN_FIELD))
        .isEqualTo("mx (expected: max, wait, names)");
    assertThat(assertProblem(server.post("/v1/fields", "{\"max\":\"3\"}"), ProblemCode.WRONG_TYPE))
        .isEqualTo("max: \"3\" (expected: a whole number from 1 to 10)");
    assertProblem(server.post("/v1/fields", "{\"max\":1e99}"), ProblemCode.WRONG_TYPE);
    assertProblem(server.post("/v1/fields", "{\"wait\":\"20\"}"), ProblemCode.WRONG_TYPE);
    assertProblem(server.post("/v1/fields", "{\"wait\":\"2m\"}"), ProblemCode.OUT_OF_BOUNDS);
    assertProblem(server.post("/v1/fields", "{\"names\":[1]}"), ProblemCode.WRONG_TYPE);
    assertProblem(server.post("/v1/fields", "[1]"), ProblemCode.WRONG_TYPE);
  }

  @Test
  void a_body_of_another_type_than_json_is_refused_where_json_is_expected() throws Exception {
    assertProblem(
        server.post("/v1/fields", "text/plain", new byte[] {'{', '}'}),
        ProblemCode.UNSUPPORTED_MEDIA_TYPE);
  }

  @Test
  void a_body_may_have_as_many_bytes_as_allowed_and_not_one_more() throws Exception {
    int max = (int) RunningServer.LIMITS.bytesMax();
    assertThat(size(new byte[max], "identity").body()).isEqualTo(Integer.toString(max));
    assertThat(assertProblem(size(new byte[max + 1], "identity"), ProblemCode.TOO_LARGE))
        .contains("larger than 65536 bytes");
  }

  @Test
  void a_body_without_a_length_is_bounded_too_and_read_to_its_end() throws Exception {
    HttpResponse<String> answer =
        server.send(
            server
                .request("/v1/size")
                .POST(
                    HttpRequest.BodyPublishers.ofByteArrays(
                        Collections.nCopies(10_000, new byte[1 << 10]))));
    assertProblem(answer, ProblemCode.TOO_LARGE);
    assertThat(answer.headers().firstValue("connection")).isNotEqualTo(Optional.of("close"));
  }

  @Test
  void what_json_becomes_counts_too() throws Exception {
    byte[] objects =
        ("{\"name\":[{}" + ",{}".repeat(20_000) + "]}").getBytes(StandardCharsets.UTF_8);
    assertThat(
            assertProblem(
                server.post("/v1/fields", "application/json", objects), ProblemCode.TOO_LARGE))
        .contains("with what is made of it");
  }

  @Test
  void compressed_bodies_are_read() throws Exception {
    byte[] body = "ab".repeat(50_000).getBytes(StandardCharsets.UTF_8);
    assertThat(size(gzip(body), "gzip").body()).isEqualTo("100000");
    assertThat(size(Zstd.compress(body), "zstd").body()).isEqualTo("100000");
  }

  @Test
  void an_encoding_in_two_headers_is_two_encodings_and_a_type_is_given_once() throws Exception {
    HttpRequest.Builder twice =
        server
            .request("/v1/size")
            .header("Content-Encoding", "gzip")
            .header("Content-Encoding", "gzip");
    assertProblem(
        server.send(twice.POST(HttpRequest.BodyPublishers.ofByteArray(gzip(new byte[9])))),
        ProblemCode.UNSUPPORTED_ENCODING);
    HttpRequest.Builder types =
        server
            .request("/v1/fields")
            .header("Content-Type", "application/json")
            .header("Content-Type", "text/plain");
    assertThat(
            assertProblem(
                server.send(types.POST(HttpRequest.BodyPublishers.ofString("{}"))),
                ProblemCode.BAD_REQUEST))
        .contains("content-type: given twice");
  }

  @Test
  void a_compressed_body_that_grows_too_large_is_refused() throws Exception {
    byte[] bomb = new byte[20_000_000];
    assertThat(assertProblem(size(gzip(bomb), "gzip"), ProblemCode.TOO_LARGE))
        .contains("decompressed");
    assertProblem(size(Zstd.compress(bomb), "zstd"), ProblemCode.TOO_LARGE);
  }

  @Test
  void damaged_and_unknown_encodings_are_refused() throws Exception {
    byte[] body = gzip("abc".getBytes(StandardCharsets.UTF_8));
    assertProblem(size(body, "zstd"), ProblemCode.BAD_REQUEST);
    body[body.length - 1] ^= 1;
    assertProblem(size(body, "gzip"), ProblemCode.BAD_REQUEST);
    assertThat(assertProblem(size(body, "br"), ProblemCode.UNSUPPORTED_ENCODING)).contains("br");
  }

  @Test
  void whatever_stands_behind_what_is_compressed_is_refused() throws Exception {
    byte[] gzip = gzip("abc".getBytes(StandardCharsets.UTF_8));
    byte[] zstd = Zstd.compress("abc".getBytes(StandardCharsets.UTF_8));
    assertThat(size(joined(gzip, gzip), "gzip").body()).isEqualTo("6");
    assertThat(size(joined(zstd, zstd), "zstd").body()).isEqualTo("6");
    for (int length = 1; length < gzip.length; length++) {
      assertProblem(
          size(joined(gzip, Arrays.copyOf(gzip, length)), "gzip"), ProblemCode.BAD_REQUEST);
    }
    for (int length = 1; length < zstd.length; length++) {
      assertProblem(
          size(joined(zstd, Arrays.copyOf(zstd, length)), "zstd"), ProblemCode.BAD_REQUEST);
    }
    byte[] plain = "{\"b\":2}".getBytes(StandardCharsets.UTF_8);
    assertProblem(size(joined(gzip, plain), "gzip"), ProblemCode.BAD_REQUEST);
    assertProblem(size(joined(zstd, plain), "zstd"), ProblemCode.BAD_REQUEST);
  }

  private static byte[] joined(byte[] one, byte[] other) {
    byte[] both = Arrays.copyOf(one, one.length + other.length);
    System.arraycopy(other, 0, both, one.length, other.length);
    return both;
  }

  @Test
  void a_client_that_waits_to_be_asked_is_refused_before_it_sends() throws Exception {
    HttpResponse<String> answer =
        server.send(
            server
                .request("/v1/size")
                .expectContinue(true)
                .POST(HttpRequest.BodyPublishers.ofByteArray(new byte[1 << 20])));
    assertProblem(answer, ProblemCode.TOO_LARGE);
  }

  @Test
  void what_nobody_foresaw_is_a_problem_with_an_id() throws Exception {
    HttpResponse<String> answer =
        server.send(server.request("/v1/echo/x").PUT(HttpRequest.BodyPublishers.noBody()));
    assertThat(assertProblem(answer, ProblemCode.INTERNAL)).doesNotContain("secret");
    assertThat(answer.body()).contains("\"id\":\"");
  }

  @Test
  void what_streams_refuse_has_a_code_each() throws Exception {
    for (Map.Entry<String, ProblemCode> expected :
        Map.of(
                "absent", ProblemCode.STREAM_NOT_FOUND,
                "refused", ProblemCode.OUT_OF_BOUNDS,
                "full", ProblemCode.OVERLOADED,
                "later", ProblemCode.UNAVAILABLE,
                "unknown", ProblemCode.UNKNOWN_OUTCOME)
            .entrySet()) {
      String path = "/v1/echo/" + expected.getKey();
      assertThat(
              assertProblem(
                  server.send(server.request(path).PUT(HttpRequest.BodyPublishers.noBody())),
                  expected.getValue()))
          .isEqualTo("why");
    }
  }

  @Test
  void pages_of_other_sites_are_kept_out() throws Exception {
    assertProblem(
        server.send(server.request("/v1/echo/a").header("Origin", "https://example.org")),
        ProblemCode.FORBIDDEN_ORIGIN);
    assertProblem(
        server.send(server.request("/v1/echo/a").header("Origin", "http://localhost:3000")),
        ProblemCode.FORBIDDEN_ORIGIN);
    assertThat(
            server
                .send(server.request("/v1/echo/a").header("Origin", server.server.baseUrl()))
                .statusCode())
        .isEqualTo(200);
  }

  @Test
  void requests_are_measured_by_operation_and_status() throws Exception {
    server.get("/v1/echo/a");
    server.get("/v1/echo/a?limit=0");
    String count = "messina_http_requests_seconds_count{operation=\"getEcho\",";
    String metrics =
        server.awaitMetrics(count + "status=\"200\"} 1\n", count + "status=\"400\"} 1\n");
    assertThat(metrics).contains("messina_http_bodies_bytes 0.0");
  }

  private HttpResponse<String> size(byte[] body, String encoding)
      throws IOException, InterruptedException {
    return server.send(
        server
            .request("/v1/size")
            .header("Content-Encoding", encoding)
            .POST(HttpRequest.BodyPublishers.ofByteArray(body)));
  }

  private static byte[] gzip(byte[] body) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(body);
    }
    return bytes.toByteArray();
  }

  private static void echo(Exchange exchange) {
    boolean _ = exchange.flag("flag");
    text(exchange, exchange.path("name") + " " + exchange.query("limit", 1, 10).orElse(null));
  }

  private static void fail(Exchange exchange) {
    throw switch (exchange.path("name")) {
      case "absent" -> new RequestException.NotFound(RequestException.NotFound.Kind.STREAM, "why");
      case "refused" ->
          new RequestException.Refused(RequestException.Refused.Reason.OUT_OF_BOUNDS, "why");
      case "full" -> new RequestException.Overloaded("why");
      case "later" -> new RequestException.Unavailable("why");
      case "unknown" -> new RequestException.Unknown("why");
      default -> new IllegalStateException("secret");
    };
  }

  private static void size(Exchange exchange) throws IOException {
    text(exchange, Integer.toString(exchange.body().length));
  }

  private static void fields(Exchange exchange) throws IOException {
    Wanted wanted = exchange.json().read(Wanted.class);
    text(
        exchange,
        wanted.max().map(String::valueOf).orElse("-")
            + " "
            + wanted.longest().map(String::valueOf).orElse("-")
            + " "
            + wanted.names());
  }

  record Wanted(
      @Field(value = "a number", min = "1", max = "10") Optional<Integer> max,
      @JsonProperty("wait") @Field(value = "a time", max = "1m") Optional<Duration> longest,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) @Field("texts") List<String> names) {}

  private static void name(Exchange exchange) {
    text(exchange, exchange.path("stream", StreamName::new).value());
  }

  private static void text(Exchange exchange, String text) {
    exchange.send(200, "text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
  }
}
