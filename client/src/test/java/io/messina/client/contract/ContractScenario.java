package io.messina.client.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.ClaimOptions;
import io.messina.api.EventId;
import io.messina.api.GroupOptions;
import io.messina.api.ReceiptResult;
import io.messina.api.ReceiptStatus;
import io.messina.api.Start;
import io.messina.api.StreamOptions;
import io.messina.client.MessinaClient;
import io.messina.client.event.Event;
import io.messina.client.event.NewEvent;
import io.messina.client.event.Payload;
import io.messina.client.group.ClaimedEvent;
import io.messina.client.group.GroupClient;
import io.messina.client.stream.StreamClient;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/** Streams and groups for a scenario, new ones for each, and what it asks of them. */
@Timeout(120)
@SuppressWarnings("NullAway.Init")
abstract class ContractScenario {

  static final ClaimOptions ONE =
      ClaimOptions.upTo(1).withWait(Duration.ofSeconds(30)).withWorker("tester");
  static final Duration SHORT_LEASE = Duration.ofSeconds(1);
  static final Duration FAR = Duration.ofHours(1);

  @AutoClose MessinaClient client;
  StreamClient stream;
  GroupClient group;

  /**
   * Where the server is.
   *
   * @return its base URL
   */
  protected abstract URI url();

  @BeforeEach
  void begin() {
    client = MessinaClient.builder(url()).build();
    stream = newStream();
    group = newGroup(GroupOptions.defaults());
  }

  StreamClient newStream() {
    StreamClient made = client.stream("s-" + UUID.randomUUID());
    made.create(StreamOptions.defaults().shards(1));
    return made;
  }

  GroupClient newGroup(GroupOptions options) {
    GroupClient made = stream.group("g-" + UUID.randomUUID());
    made.create(options);
    return made;
  }

  static NewEvent event(String key, int number) {
    return NewEvent.of(key, Payload.json("{\"n\":" + number + "}"));
  }

  EventId append(NewEvent event) {
    return stream.append(event).ids().get(0).orElseThrow();
  }

  ClaimedEvent claim() {
    return claim(ONE);
  }

  ClaimedEvent claim(ClaimOptions options) {
    List<ClaimedEvent> claimed = group.claim(options);
    assertThat(claimed).hasSize(1);
    return claimed.get(0);
  }

  List<Event> all(StreamClient of) {
    return of.read(0, Start.earliest(), 1000, Duration.ZERO).events();
  }

  static ReceiptResult result(ClaimedEvent event, ReceiptStatus status) {
    return new ReceiptResult(event.receipt(), status, Optional.empty());
  }
}
