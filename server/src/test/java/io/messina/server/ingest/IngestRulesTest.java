package io.messina.server.ingest;

import static io.messina.server.ingest.Reading.ENVELOPES;
import static io.messina.server.ingest.Reading.LINES;
import static io.messina.server.ingest.Reading.problem;
import static io.messina.server.ingest.Reading.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.ProblemCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IngestRulesTest {

  private static final String SCHEMA =
      """
      {"type":"object","required":["user"],
       "properties":{"user":{"type":"string"},"n":{"type":"integer","minimum":1}}}
      """;

  @Test
  void payloads_that_meet_the_schema_are_events() {
    assertThat(read(LINES, "{\"user\":\"a\",\"n\":1}\n{\"user\":\"b\"}", schema(SCHEMA), Map.of()))
        .hasSize(2);
  }

  @Test
  void payloads_that_do_not_are_told_where() {
    assertThat(refusal(LINES, "{\"user\":\"a\",\"n\":0}"))
        .isEqualTo("line 0: against the schema: /n: must have a minimum value of 1");
    assertThat(refusal(LINES, "{\"n\":1}")).contains("required property 'user' not found");
    assertThat(refusal(LINES, "7")).contains("against the schema");
    assertThat(refusal(ENVELOPES, "{\"payload\":{}}")).contains("against the schema");
  }

  @Test
  void payloads_that_are_no_json_do_not_meet_a_schema() {
    assertThat(problem(() -> read("text/plain", "7", schema(SCHEMA), Map.of())).code())
        .isEqualTo(ProblemCode.SCHEMA_VIOLATION);
    assertThat(
            problem(() -> read(ENVELOPES, "{\"payload_base64\":\"\"}", schema(SCHEMA), Map.of()))
                .code())
        .isEqualTo(ProblemCode.SCHEMA_VIOLATION);
  }

  @Test
  void an_older_draft_is_honoured_where_it_is_named() {
    IngestRules rules =
        schema(
            "{\"$schema\":\"http://json-schema.org/draft-07/schema#\",\"items\":[{\"type\":\"string\"}]}");
    assertThat(read(LINES, "[\"a\",1]", rules, Map.of())).hasSize(1);
    assertThat(problem(() -> read(LINES, "[1]", rules, Map.of())).detail())
        .contains("against the schema");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "7",
        "{",
        "{\"type\":\"objct\"}",
        "{\"minimum\":\"x\"}",
        "{\"pattern\":\"(\"}",
        "{\"$ref\":\"#/nowhere\"}",
        "{\"$ref\":\"https://example.org/schema\"}",
        "{\"$ref\":\"file:///etc/hostname\"}",
        "{\"$schema\":\"https://example.org/draft\"}"
      })
  void what_is_no_schema_is_refused_when_it_is_given(String schema) {
    assertThatThrownBy(() -> schema(schema))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("schema: ");
  }

  @Test
  void other_documents_are_never_fetched() throws IOException {
    try (ServerSocket elsewhere = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      elsewhere.setSoTimeout(1);
      String url = "http://127.0.0.1:" + elsewhere.getLocalPort() + "/schema";
      assertThatThrownBy(() -> schema("{\"$ref\":\"" + url + "\"}"))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(elsewhere::accept).isInstanceOf(SocketTimeoutException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "user", "/a~2", "/a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p/q"})
  void what_is_no_pointer_is_refused_when_it_is_given(String pointer) {
    assertThatThrownBy(
            () -> IngestRules.compile(Optional.of(pointer), Optional.empty(), Optional.empty()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("key: ");
  }

  private static String refusal(String type, String line) {
    return problem(() -> read(type, line, schema(SCHEMA), Map.of())).detail();
  }

  private static IngestRules schema(String schema) {
    return IngestRules.compile(Optional.empty(), Optional.empty(), Optional.of(schema));
  }
}
