package io.messina.server.streams;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import tools.jackson.databind.JsonNode;

/** A stream of one shard, and a group that gives an event up soon, for each test on each store. */
@SuppressWarnings("NullAway.Init")
abstract class WithGroup extends OnEachStore {

  private static final AtomicInteger NUMBERS = new AtomicInteger();

  String stream;

  String group;

  @BeforeEach
  void create() throws Exception {
    stream = "/v1/streams/s" + NUMBERS.incrementAndGet();
    group = stream + "/groups/g";
    node.json(201, "PUT", stream, "{\"shards\":1}");
    node.json(
        201,
        "PUT",
        group,
        "{\"max_attempts\":2,\"backoff\":{\"first\":\"1ms\",\"longest\":\"2ms\"}}");
  }

  void append(String lines) throws Exception {
    node.json(202, "POST", stream + "/events", lines, LINES);
  }

  JsonNode claim() throws Exception {
    JsonNode events =
        node.json(200, "POST", group + "/claim", "{\"wait\":\"30s\",\"worker\":\"w\"}")
            .get("events");
    assertThat(events).isNotEmpty();
    return events;
  }

  JsonNode claim(String body) throws Exception {
    return node.json(200, "POST", group + "/claim", body).get("events");
  }

  /** The receipts of events, as those say it who say the same of all. */
  static String receipts(JsonNode... events) {
    return Arrays.stream(events)
        .map(event -> "\"" + receipt(event) + "\"")
        .collect(Collectors.joining(",", "{\"receipts\":[", "]}"));
  }

  static String receipt(JsonNode event) {
    return event.get("receipt").stringValue();
  }

  String settle(String action, String body) throws Exception {
    return node.json(200, "POST", group + "/" + action, body)
        .get("results")
        .get(0)
        .get("status")
        .stringValue();
  }
}
