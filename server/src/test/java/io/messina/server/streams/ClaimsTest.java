package io.messina.server.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.ProblemCode;
import io.messina.stream.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Events that are claimed, and what workers say of them. */
class ClaimsTest extends WithGroup {

  /** How long a look at what is awaited waits for the next, so as to leave a core to that. */
  private static final long LOOK_NANOS = 5_000_000;

  @Test
  void a_claim_takes_no_more_than_its_bytes_but_one_event_of_any_size() throws Exception {
    append("{\"n\":\"aaaaaaaaaa\"}\n{\"n\":\"bbbbbbbbbb\"}");
    for (int attempt = 1; attempt <= 2; attempt++) {
      JsonNode events = claim("{\"wait\":\"30s\",\"max_bytes\":10}");
      assertThat(events).hasSize(1);
      assertThat(events.get(0).get("attempt").intValue()).isEqualTo(1);
    }
  }

  @Test
  void a_claimed_event_is_acknowledged_once_and_for_all() throws Exception {
    append("{\"n\":1}");
    JsonNode event = claim().get(0);
    assertThat(event.get("attempt").intValue()).isEqualTo(1);
    String report =
        node.send("GET", stream + "/events/" + event.get("id").stringValue(), "").body();
    assertThat(report).contains("\"g\":{\"state\":\"PROCESSING\",\"worker\":\"w\",\"since\":\"");
    String receipts = receipts(event);
    assertThat(settle("extend", receipts)).isEqualTo("ok");
    assertThat(settle("ack", receipts)).isEqualTo("ok");
    assertThat(settle("ack", receipts)).isEqualTo("ok");
    assertThat(settle("nack", receipts)).isEqualTo("stale");
    assertThat(settle("ack", "{\"receipts\":[\"nonsense\"]}")).isEqualTo("unknown");
    assertThat(claim("")).isEmpty();
    assertThat(node.send("GET", stream + "/events/" + event.get("id").stringValue(), "").body())
        .contains("\"g\":{\"state\":\"COMPLETED\"");
  }

  @Test
  void a_claim_takes_acknowledgements_first() throws Exception {
    append("{\"n\":1}\n{\"n\":2}");
    String first = receipt(claim("{\"limit\":1}").get(0));
    String more = "{\"limit\":9,\"ack\":[\"" + first + "\",\"nonsense\"]}";
    JsonNode answer = node.json(200, "POST", group + "/claim", more);
    assertThat(answer.get("results").toString())
        .isEqualTo(
            "[{\"receipt\":\""
                + first
                + "\",\"status\":\"ok\"},{\"receipt\":\"nonsense\",\"status\":\"unknown\"}]");
    assertThat(answer.get("events")).hasSize(1);
    JsonNode event = answer.get("events").get(0);
    assertThat(event.get("attempts_left").intValue()).isEqualTo(1);
    node.problem(
        ProblemCode.OUT_OF_BOUNDS,
        "POST",
        group + "/claim",
        "{\"limit\":0,\"ack\":[\"" + receipt(event) + "\"]}");
    assertThat(settle("nack", receipts(event)))
        .as("a claim that is refused as a whole acknowledges nothing")
        .isEqualTo("ok");
    assertThat(node.json(200, "POST", group + "/claim", "{}").has("results")).isFalse();
  }

  @Test
  void a_nack_says_of_each_event_what_it_says_of_none_else() throws Exception {
    append("{\"n\":1}\n{\"n\":2}\n{\"n\":3}");
    JsonNode events = claim();
    assertThat(events).hasSize(3);
    String body =
        """
        {"error":"all","dead":true,"receipts":
         ["%s",{"receipt":"%s","error":"own"},{"receipt":"%s","dead":false,"delay":"12h"}]}
        """
            .formatted(receipt(events.get(0)), receipt(events.get(1)), receipt(events.get(2)));
    JsonNode results = node.json(200, "POST", group + "/nack", body).get("results");
    results.forEach(result -> assertThat(result.get("status").stringValue()).isEqualTo("ok"));
    assertThat(results.get(1).get("receipt").stringValue()).isEqualTo(receipt(events.get(1)));
    List<String> errors = new ArrayList<>();
    while (errors.size() < 2) {
      errors.clear();
      letters()
          .get("dead_letters")
          .forEach(letter -> errors.add(letter.get("errors").get(0).get("error").stringValue()));
    }
    assertThat(errors).containsExactly("all", "own");
    assertThat(claim("{}")).isEmpty();
    node.problem(
        ProblemCode.UNKNOWN_FIELD,
        "POST",
        group + "/release",
        "{\"receipts\":[{\"receipt\":\"x\",\"delay\":\"1s\"}]}");
  }

  @Test
  void a_failed_event_comes_again_and_dies_and_is_redriven_and_deleted() throws Exception {
    append("{\"n\":1}");
    String id = claimAndFail("first");
    assertThat(claimAndFail("second")).isEqualTo(id);
    JsonNode letters = letters();
    assertThat(letters.has("next")).isFalse();
    JsonNode letter = letters.get("dead_letters").get(0);
    assertThat(letter.get("cause").stringValue()).isEqualTo("exhausted");
    assertThat(letter.get("errors").toString())
        .isEqualTo("[{\"attempt\":1,\"error\":\"first\"},{\"attempt\":2,\"error\":\"second\"}]");
    assertThat(node.send("GET", stream + "/events/" + id, "").body())
        .contains("\"state\":\"FAILED\",\"attempt\":2,\"error\":\"second\"");
    assertThat(node.json(200, "GET", group, "").get("dead").intValue()).isEqualTo(1);
    String ids = "{\"ids\":[\"" + id + "\"]}";
    assertThat(node.json(200, "POST", group + "/dead-letters/redrive", ids).toString())
        .isEqualTo("{\"redriven\":1}");
    JsonNode again = claim().get(0);
    assertThat(again.get("id").stringValue()).isEqualTo(id);
    settle("nack", "{\"receipts\":[\"" + receipt(again) + "\"],\"dead\":true,\"error\":\"no\"}");
    letters();
    assertThat(node.json(200, "POST", group + "/dead-letters/discard", ids).toString())
        .isEqualTo("{\"discarded\":1}");
    assertThat(node.json(200, "POST", group + "/dead-letters/discard", "{\"all\":true}").toString())
        .isEqualTo("{\"discarded\":0}");
  }

  private String claimAndFail(String error) throws Exception {
    JsonNode event = claim().get(0);
    String receipt = receipt(event);
    assertThat(settle("nack", "{\"receipts\":[\"" + receipt + "\"],\"error\":\"" + error + "\"}"))
        .isEqualTo("ok");
    return event.get("id").stringValue();
  }

  /** A dead letter is written a moment after its last attempt has failed. */
  private JsonNode letters() throws Exception {
    JsonNode letters = node.json(200, "GET", group + "/dead-letters", "");
    while (letters.get("dead_letters").isEmpty()) {
      LockSupport.parkNanos(LOOK_NANOS);
      letters = node.json(200, "GET", group + "/dead-letters", "");
    }
    return letters;
  }

  @Test
  void an_event_that_is_out_gets_the_attempts_that_its_group_is_changed_to() throws Exception {
    String limited =
        "{\"max_attempts\":2,\"max_in_flight\":1,"
            + "\"backoff\":{\"first\":\"1ms\",\"longest\":\"3ms\"}}";
    group = stream + "/groups/limited";
    node.json(201, "PUT", group, limited);
    append("{\"n\":1}");
    String id = claimAndFail("first");
    JsonNode second = claim().get(0);
    assertThat(second.get("id").stringValue()).isEqualTo(id);
    append("{\"n\":2}");
    node.json(200, "PATCH", group, "{\"max_attempts\":20,\"max_in_flight\":2}");
    // Comes as soon as the owner of the shard knows.
    JsonNode other = claim().get(0);
    assertThat(other.get("payload").toString()).isEqualTo("{\"n\":2}");
    settle("ack", receipts(other));
    settle("nack", "{\"receipts\":[\"" + receipt(second) + "\"],\"error\":\"second\"}");
    assertThat(claimAndFail("third")).isEqualTo(id);
    assertThat(claim().get(0).get("attempt").intValue()).isEqualTo(4);
    assertThat(node.json(200, "GET", group, "").get("dead").intValue()).isZero();
  }

  @Test
  void outputs_are_appended_once() throws Exception {
    String out = stream.replace("/v1/streams/", "") + "-out";
    node.json(201, "PUT", "/v1/streams/" + out, "{\"shards\":1}");
    append("1");
    String receipt = receipt(claim().get(0));
    String ack =
        "{\"receipts\":[{\"receipt\":\""
            + receipt
            + "\",\"outputs\":[{\"stream\":\""
            + out
            + "\",\"key\":\"k\",\"headers\":{\"a\":\"b\"},\"payload\":{\"x\":[1,2.5]}}]}]}";
    assertThat(settle("ack", ack)).isEqualTo("ok");
    assertThat(settle("ack", ack)).isEqualTo("ok");
    JsonNode events =
        node.json(200, "GET", "/v1/streams/" + out + "/events?shard=0", "").get("events");
    assertThat(events).hasSize(1);
    assertThat(events.get(0).get("payload").toString()).isEqualTo("{\"x\":[1,2.5]}");
    node.problem(ProblemCode.STREAM_NOT_FOUND, "POST", group + "/ack", ack.replace(out, "absent"));
    node.problem(
        ProblemCode.BAD_REQUEST,
        "POST",
        group + "/ack",
        ack.replace("\"payload\":{\"x\":[1,2.5]}", "\"content_type\":\"a\""));
  }

  @Test
  void an_output_that_is_too_large_is_told_as_any_body_is() throws Exception {
    append("1");
    String ack =
        "{\"receipts\":["
            + withOutput(
                claim().get(0),
                "edits",
                "\"payload\":\"" + "x".repeat(Event.PAYLOAD_BYTES_MAX) + "\"")
            + "]}";
    assertThat(node.problem(ProblemCode.TOO_LARGE, "POST", group + "/ack", ack).toString())
        .contains("payload bytes: 1048578");
  }

  @Test
  void outputs_are_checked_and_keyed_as_appends_are() throws Exception {
    String out = stream.replace("/v1/streams/", "") + "-ruled";
    node.json(
        201,
        "PUT",
        "/v1/streams/" + out,
        "{\"shards\":1,\"key\":\"/user\",\"time\":\"/at\",\"schema\":{\"required\":[\"user\"]}}");
    append("1\n2\n3");
    JsonNode events = claim();
    String results =
        node.json(
                200,
                "POST",
                group + "/ack",
                "{\"receipts\":["
                    + withOutput(
                        events.get(0),
                        out,
                        "\"payload\":{\"user\":\"anna\",\"at\":\"2015-09-12T00:46:58Z\"}")
                    + ","
                    + withOutput(events.get(1), out, "\"payload\":{\"nobody\":1}")
                    + ","
                    + withOutput(events.get(2), out, "\"payload_base64\":\"eHg=\"")
                    + "]}")
            .get("results")
            .toString();
    assertThat(results)
        .containsOnlyOnce("\"status\":\"ok\"")
        .contains("\"status\":\"refused\",\"detail\":\"against the schema")
        .contains("\"status\":\"refused\",\"detail\":\"content type: application/octet-stream");
    JsonNode stored =
        node.json(200, "GET", "/v1/streams/" + out + "/events?shard=0", "").get("events");
    assertThat(stored).hasSize(1);
    assertThat(stored.get(0).toString())
        .contains("\"key\":\"anna\"", "\"time\":\"2015-09-12T00:46:58Z\"");
  }

  private static String withOutput(JsonNode event, String out, String payload) {
    return "{\"receipt\":\""
        + receipt(event)
        + "\",\"outputs\":[{\"stream\":\""
        + out
        + "\","
        + payload
        + "}]}";
  }

  @Test
  void outputs_are_stored_as_they_are_sent() throws Exception {
    String out = stream.replace("/v1/streams/", "") + "-sent";
    node.json(201, "PUT", "/v1/streams/" + out, "{\"shards\":1}");
    append("1\n2");
    String to = "\"stream\":\"" + out + "\",\"payload\":";
    String first =
        "{\"z\" : 1.0,  \"a\":[1e3,-0.0,123456789012345678901234567890,1E+2,\"\\u00e4\"]}";
    JsonNode events = claim();
    String acks =
        ("{\"receipts\":[{\"outputs\":[{" + to + " " + first + " },{\"payload\":null," + to)
                .replace("," + to, ",\"stream\":\"" + out + "\"}],")
            + ("\"receipt\":\"" + receipt(events.get(0)) + "\"},")
            + ("{\"receipt\":\""
                + receipt(events.get(1))
                + "\",\"outputs\":[{\"headers\":{\"payload\":\"x\"},"
                + to
                + "-1.50}]}]}");
    assertThat(node.send("POST", group + "/ack", acks).body()).doesNotContain("stale");
    assertThat(node.send("GET", "/v1/streams/" + out + "/events?shard=0", "").body())
        .contains("\"payload\":" + first + "}")
        .contains("\"payload\":null}")
        .contains("\"payload\":-1.50}");
  }

  @Test
  void a_released_event_comes_again_without_counting() throws Exception {
    append("1");
    assertThat(settle("release", receipts(claim().get(0)))).isEqualTo("ok");
    assertThat(claim().get(0).get("attempt").intValue()).isEqualTo(1);
  }
}
