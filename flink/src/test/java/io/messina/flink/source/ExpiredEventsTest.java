package io.messina.flink.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.messina.api.Position;
import io.messina.api.StreamDefinition;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.api.Wire;
import io.messina.client.MessinaClient;
import io.messina.client.event.Event;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.connector.base.source.reader.RecordsWithSplitIds;
import org.apache.flink.connector.base.source.reader.splitreader.SplitsAddition;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A shard of which events have expired that were not read. */
class ExpiredEventsTest {

  private static final String EVENT =
      "{\"id\":\"e1\",\"shard\":0,\"position\":\"1.20\",\"time\":\"2026-01-01T00:00:00Z\","
          + "\"append_time\":\"2026-01-01T00:00:01Z\",\"headers\":{},\"content_type\":\"text/plain\","
          + "\"payload_base64\":\"YQ==\"}";

  private HttpServer server;
  private String gaps = "";

  @BeforeEach
  void open() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          String answer =
              exchange.getRequestURI().getPath().endsWith("/events")
                  ? "{\"events\":[" + EVENT + "],\"next\":\"1.21\"" + gaps + "}"
                  : Wire.write(
                      new StreamDefinition(
                          new StreamName("visits"), 1, StreamOptions.DEFAULT.shards(1), "tag"));
          byte[] json = answer.getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().add("Content-Type", "application/json");
          exchange.sendResponseHeaders(200, json.length);
          exchange.getResponseBody().write(json);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void close() {
    server.stop(0);
  }

  @Test
  void a_job_fails_whose_events_have_expired_before_it_has_read_them() {
    gaps = ",\"gaps\":[\"1.20\"]";
    assertThatThrownBy(() -> read(new Position(1, 5), expired(false)))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(
            "shard 0 of visits: events from 1.5 to 1.20 have expired, or are damaged,")
        .hasMessageContaining("skipExpired()");
  }

  @Test
  void a_source_that_may_passes_them_over_and_counts_them() throws IOException {
    gaps = ",\"gaps\":[\"1.9\",\"1.20\"]";
    ExpiredEvents expired = expired(true);
    assertThat(read(new Position(1, 5), expired)).hasSize(1);
    assertThat(expired.count()).isEqualTo(2);
  }

  @Test
  void what_had_expired_before_the_oldest_event_that_a_job_begins_with_is_no_gap()
      throws IOException {
    gaps = ",\"gaps\":[\"1.20\"]";
    assertThat(read(Position.START, expired(false))).hasSize(1);
    gaps = ",\"gaps\":[\"1.20\",\"1.21\"]";
    assertThatThrownBy(() -> read(Position.START, expired(false)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("to 1.21 have expired");
  }

  @Test
  void a_page_without_gaps_is_read() {
    assertThatCode(() -> read(new Position(1, 5), expired(false))).doesNotThrowAnyException();
  }

  private static ExpiredEvents expired(boolean skips) {
    return new ExpiredEvents(skips, new UnregisteredMetricsGroup());
  }

  private List<Event> read(Position from, ExpiredEvents expired) throws IOException {
    MessinaClient client =
        MessinaClient.connect("http://127.0.0.1:" + server.getAddress().getPort());
    try (ShardReader reader = new ShardReader(client, "visits", expired)) {
      reader.handleSplitsChanges(new SplitsAddition<>(List.of(new ShardSplit(0, 0, from, null))));
      RecordsWithSplitIds<Event> fetched = reader.fetch();
      List<Event> events = new ArrayList<>();
      while (fetched.nextSplit() != null) {
        for (Event event = fetched.nextRecordFromSplit();
            event != null;
            event = fetched.nextRecordFromSplit()) {
          events.add(event);
        }
      }
      return events;
    }
  }
}
