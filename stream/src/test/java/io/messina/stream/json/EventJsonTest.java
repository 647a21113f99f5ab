package io.messina.stream.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.Position;
import io.messina.runtime.SystemTime;
import io.messina.store.Bytes;
import io.messina.stream.ClaimAddress;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.Event;
import io.messina.stream.EventAddress;
import io.messina.stream.EventBuilder;
import io.messina.stream.StoredEvent;
import io.messina.stream.node.LeasedEvent;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;

class EventJsonTest {

  private static final EventAddress ID = new EventAddress(1, 3, 0, new Position(2, 5));
  private static final Instant TIME = Instant.parse("2015-09-12T00:46:58.771Z");

  @Test
  void a_json_payload_is_embedded_as_it_is() {
    Event event =
        json("{ \"a\": 1.50 }").key(Bytes.utf8("ä")).time(TIME).header("trace", "t").build();
    assertThat(written(event))
        .isEqualTo(
            "{\"id\":\""
                + ID
                + "\",\"shard\":3,\"position\":\"2.5\",\"key\":\"ä\",\"time\":\"2015-09-12T00:46:58.771Z\",\"append_time\":"
                + "\"2015-09-12T00:46:58.771Z\",\"headers\":{\"trace\":\"t\"},\"content_type\":\"application/json\",\"payload\":{"
                + " \"a\": 1.50 }}");
  }

  @Test
  void other_payloads_and_keys_are_base64() {
    Event event =
        Event.builder(Bytes.wrap(new byte[] {0, -1})).key(Bytes.wrap(new byte[] {-1})).build();
    assertThat(written(event))
        .contains("\"key_base64\":\"/w==\"")
        .endsWith("\"content_type\":\"application/octet-stream\",\"payload_base64\":\"AP8=\"}");
  }

  @Test
  void what_is_only_called_json_breaks_no_answer() {
    assertThat(written(json("{\"a\":").build())).endsWith("\"payload_base64\":\"eyJhIjo=\"}");
    assertThat(written(json("1},{\"b\":2").build())).contains("payload_base64");
    assertThat(written(json("").build())).contains("payload_base64");
  }

  @Test
  void a_claimed_event_has_its_attempts_its_receipt_and_what_is_left_of_its_lease() {
    ClaimAddress receipt = new ClaimAddress(1, 1, 0, 3, new Position(2, 5), 9);
    ClaimedEvent claimed =
        new ClaimedEvent(new StoredEvent(ID, json("1").build(), TIME), 2, receipt, false, false);
    SystemTime time = new SystemTime(Thread.ofVirtual().factory());
    String before =
        "\"payload\":1,\"attempt\":2,\"attempts_left\":3,\"receipt\":\""
            + receipt
            + "\",\"lease_remaining_ms\":";
    LeasedEvent ended = new LeasedEvent(claimed, time.nanoTime(), time);
    assertThat(written(json -> EventJson.write(json, ended, 5))).endsWith(before + "0}");

    Duration lease = Duration.ofHours(1);
    LeasedEvent leased = new LeasedEvent(claimed, time.nanoTime() + lease.toNanos(), time);
    String written = written(json -> EventJson.write(json, leased, 5));
    String left =
        written.substring(written.indexOf(before) + before.length(), written.length() - 1);
    assertThat(Long.parseLong(left)).isBetween(lease.toMillis() / 2, lease.toMillis());
  }

  private static EventBuilder json(String payload) {
    return Event.builder(Bytes.utf8(payload)).contentType("application/json");
  }

  private static String written(Event event) {
    return written(json -> EventJson.write(json, new StoredEvent(ID, event, TIME)));
  }

  private static String written(Consumer<JsonGenerator> content) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = ApiJson.FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
      content.accept(json);
    }
    return text.toString();
  }
}
