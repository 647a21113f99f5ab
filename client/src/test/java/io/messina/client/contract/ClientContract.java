package io.messina.client.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.client.Ack;
import io.messina.client.AppendOptions;
import io.messina.client.Appended;
import io.messina.client.BatchingAppender;
import io.messina.client.ClaimOptions;
import io.messina.client.ClaimWorker;
import io.messina.client.ClaimedEvent;
import io.messina.client.DeadLetter;
import io.messina.client.DeathCause;
import io.messina.client.Event;
import io.messina.client.EventId;
import io.messina.client.EventState;
import io.messina.client.FollowedEvents;
import io.messina.client.GroupClient;
import io.messina.client.GroupOptions;
import io.messina.client.MessinaClient;
import io.messina.client.MessinaException;
import io.messina.client.Nack;
import io.messina.client.NewEvent;
import io.messina.client.Outcome;
import io.messina.client.Output;
import io.messina.client.Payload;
import io.messina.client.Receipt;
import io.messina.client.ReceiptResult;
import io.messina.client.ReceiptStatus;
import io.messina.client.Redrive;
import io.messina.client.ScheduleId;
import io.messina.client.Start;
import io.messina.client.StreamClient;
import io.messina.client.StreamName;
import io.messina.client.StreamOptions;
import io.messina.client.WorkerOptions;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What the client and a server do together. A subclass says where the server is; each scenario has
 * streams of its own and leaves them there.
 */
@Timeout(120)
@SuppressWarnings("NullAway.Init")
public abstract class ClientContract {

  private static final ClaimOptions ONE =
      ClaimOptions.upTo(1).withWait(Duration.ofSeconds(30)).withWorker("tester");
  private static final Duration SHORT_LEASE = Duration.ofSeconds(1);
  private static final Duration FAR = Duration.ofHours(1);
  private static final int MANY = 2_000;

  private MessinaClient client;
  private StreamClient stream;
  private GroupClient group;

  /** Made by the test framework. */
  protected ClientContract() {}

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

  @AfterEach
  void end() {
    client.close();
  }

  private StreamClient newStream() {
    StreamClient made = client.stream("s-" + UUID.randomUUID());
    made.create(StreamOptions.defaults().shards(1));
    return made;
  }

  private GroupClient newGroup(GroupOptions options) {
    GroupClient made = stream.group("g-" + UUID.randomUUID());
    made.create(options.start(Start.earliest()));
    return made;
  }

  private static NewEvent event(String key, int number) {
    return NewEvent.of(key, Payload.json("{\"n\":" + number + "}"));
  }

  private EventId append(NewEvent event) {
    return stream.append(event).ids().get(0).orElseThrow();
  }

  private ClaimedEvent claim() {
    return claim(ONE);
  }

  private ClaimedEvent claim(ClaimOptions options) {
    List<ClaimedEvent> claimed = group.claim(options);
    assertThat(claimed).hasSize(1);
    return claimed.get(0);
  }

  private List<Event> all(StreamClient of) {
    return of.read(0, Start.earliest(), 1000, Duration.ZERO).events();
  }

  private static ReceiptResult result(ClaimedEvent event, ReceiptStatus status) {
    return new ReceiptResult(event.receipt(), status);
  }

  @Test
  void an_appended_event_is_read_and_found_as_it_was() {
    Instant time = Instant.parse("2015-09-12T00:46:58.771001Z");
    NewEvent given =
        NewEvent.of("änna", Payload.json("{\"a\":[1.50,\"😀\"]}"))
            .withTime(time)
            .withHeader("Trace", "ä b");
    EventId id = append(given);
    Event read = all(stream).get(0);
    assertThat(read.id()).isEqualTo(id);
    assertThat(read.key().orElseThrow().text()).isEqualTo("änna");
    assertThat(read.time()).isEqualTo(time);
    assertThat(read.headers()).isEqualTo(given.headers());
    assertThat(read.payload()).isEqualTo(given.payload());
    assertThat(stream.event(id).event()).isEqualTo(read);
  }

  @Test
  void bytes_of_any_type_come_back() {
    Payload image = Payload.bytes(new byte[] {0, -1, '\n', 7}, "image/png");
    append(NewEvent.of(image));
    assertThat(all(stream).get(0).payload()).isEqualTo(image);
  }

  @Test
  void a_request_sent_again_with_its_key_stores_nothing_twice() {
    AppendOptions key = AppendOptions.idempotent("k-" + UUID.randomUUID());
    List<NewEvent> events = List.of(event("a", 1), event("b", 2));
    Appended first = stream.append(events, key);
    Appended again = stream.append(events, key);
    assertThat(first.duplicates()).isZero();
    assertThat(again.duplicates()).isEqualTo(2);
    assertThat(again.ids()).isEqualTo(first.ids());
    assertThat(all(stream)).hasSize(2);
    assertThatThrownBy(() -> stream.append(List.of(event("a", 3), event("b", 2)), key))
        .isInstanceOf(MessinaException.Refused.class);
  }

  @Test
  void a_numbered_batch_sent_again_changes_nothing() {
    stream.append(List.of(event("a", 1)), AppendOptions.numbered("loader", 1));
    Appended again = stream.append(List.of(event("a", 2)), AppendOptions.numbered("loader", 1));
    assertThat(again.duplicates()).isEqualTo(1);
    stream.append(List.of(event("a", 3)), AppendOptions.numbered("loader", 2));
    assertThat(all(stream))
        .extracting(read -> read.payload().text())
        .containsExactly("{\"n\":1}", "{\"n\":3}");
  }

  @Test
  void what_is_acknowledged_is_done() {
    EventId id = append(event("a", 1));
    ClaimedEvent claimed = claim();
    assertThat(claimed.event().id()).isEqualTo(id);
    assertThat(claimed.attempt()).isEqualTo(1);
    assertThat(state(id)).isEqualTo(EventState.PROCESSING);
    List<Receipt> receipt = List.of(claimed.receipt());
    assertThat(group.ack(receipt)).containsExactly(result(claimed, ReceiptStatus.OK));
    assertThat(group.ack(receipt)).containsExactly(result(claimed, ReceiptStatus.OK));
    assertThat(state(id)).isEqualTo(EventState.COMPLETED);
    assertThat(group.claim(ClaimOptions.upTo(1))).isEmpty();
  }

  private EventState state(EventId id) {
    return Objects.requireNonNull(stream.event(id).groups().get(group.name())).state();
  }

  @Test
  void what_is_returned_comes_again() {
    append(event("a", 1));
    ClaimedEvent first = claim();
    List<ReceiptResult> returned =
        group.nack(List.of(first.receipt()), Nack.retry("not yet", Duration.ofMillis(1)));
    assertThat(returned).containsExactly(result(first, ReceiptStatus.OK));
    ClaimedEvent second = claim();
    assertThat(second.event()).isEqualTo(first.event());
    assertThat(second.attempt()).isEqualTo(2);
    assertThat(group.ack(List.of(first.receipt())))
        .containsExactly(result(first, ReceiptStatus.STALE));
  }

  @Test
  void what_is_not_acknowledged_in_time_comes_again() {
    append(event("a", 1));
    ClaimedEvent first = claim(ONE.withLease(SHORT_LEASE));
    ClaimedEvent second = claim();
    assertThat(second.event()).isEqualTo(first.event());
    assertThat(second.attempt()).isEqualTo(2);
    assertThat(group.ack(List.of(first.receipt())))
        .containsExactly(result(first, ReceiptStatus.STALE));
  }

  @Test
  void what_is_extended_is_kept() {
    append(event("a", 1));
    ClaimedEvent first = claim(ONE.withLease(SHORT_LEASE));
    assertThat(group.extend(List.of(first.receipt()), Optional.of(FAR)))
        .containsExactly(result(first, ReceiptStatus.OK));
    assertThat(group.claim(ONE.withWait(SHORT_LEASE.multipliedBy(2)))).isEmpty();
    assertThat(group.ack(List.of(first.receipt())))
        .containsExactly(result(first, ReceiptStatus.OK));
  }

  @Test
  void what_is_released_counts_no_attempt() {
    append(event("a", 1));
    ClaimedEvent first = claim();
    assertThat(group.release(List.of(first.receipt())))
        .containsExactly(result(first, ReceiptStatus.OK));
    assertThat(claim().attempt()).isEqualTo(1);
  }

  @Test
  void what_is_no_receipt_is_unknown() {
    Receipt receipt = new Receipt("nonsense");
    assertThat(group.ack(List.of(receipt)))
        .containsExactly(new ReceiptResult(receipt, ReceiptStatus.UNKNOWN));
  }

  @Test
  void a_follower_goes_on_behind_what_it_committed() {
    stream.append(List.of(event("a", 1), event("a", 2), event("a", 3)));
    FollowedEvents first = group.follow(0, 2, Duration.ofSeconds(5));
    assertThat(first.events()).hasSize(2);
    group.commit(0, first.position());
    FollowedEvents rest = group.follow(0, 10, Duration.ofSeconds(5));
    assertThat(rest.events())
        .extracting(read -> read.payload().text())
        .containsExactly("{\"n\":3}");
  }

  @Test
  void outputs_are_appended_once() {
    StreamClient scores = newStream();
    append(event("a", 1));
    ClaimedEvent claimed = claim();
    Output output = new Output(scores.name(), event("score", 7));
    List<Ack> acks = List.of(new Ack(claimed.receipt(), List.of(output)));
    group.ackWithOutputs(acks);
    assertThat(group.ackWithOutputs(acks)).containsExactly(result(claimed, ReceiptStatus.OK));
    assertThat(all(scores)).extracting(read -> read.payload().text()).containsExactly("{\"n\":7}");
  }

  /** They are there a moment after their last attempt has failed. */
  private List<DeadLetter> deadLetters(int count) {
    List<DeadLetter> letters = List.of();
    while (letters.size() < count) {
      letters = group.deadLetters(10, Optional.empty()).deadLetters();
    }
    return letters;
  }

  @Test
  void a_rejected_event_is_a_dead_letter_until_it_is_redriven() {
    EventId id = append(event("a", 1));
    group.nack(List.of(claim().receipt()), Nack.dead("no such user"));
    DeadLetter dead = deadLetters(1).get(0);
    assertThat(dead.event().id()).isEqualTo(id);
    assertThat(dead.cause()).isEqualTo(DeathCause.REJECTED);
    assertThat(dead.errors().get(0).error()).isEqualTo("no such user");
    assertThat(group.redrive(Redrive.of(List.of(id)))).isEqualTo(1);
    group.ack(List.of(claim().receipt()));
    while (!group.deadLetters(10, Optional.empty()).deadLetters().isEmpty()) {
      Thread.onSpinWait();
    }
  }

  @Test
  void dead_letters_can_be_deleted() {
    EventId id = append(event("a", 1));
    append(event("b", 2));
    group.nack(List.of(claim().receipt()), Nack.dead("x"));
    group.nack(List.of(claim().receipt()), Nack.dead("x"));
    assertThat(deadLetters(2)).hasSize(2);
    assertThat(group.deleteDeadLetters(List.of(id))).isEqualTo(1);
    assertThat(group.deleteAllDeadLetters()).isEqualTo(1);
  }

  @Test
  void delayed_events_come_when_they_are_due_unless_cancelled() {
    ScheduleId late = delay(event("a", 1), Instant.now().plus(FAR));
    assertThat(stream.cancel(late)).isTrue();
    assertThat(stream.cancel(late)).isFalse();
    delay(event("a", 2), Instant.now().plusSeconds(1));
    assertThat(claim().event().payload().text()).isEqualTo("{\"n\":2}");
  }

  private ScheduleId delay(NewEvent event, Instant due) {
    return stream.delay(List.of(event), due).ids().get(0).orElseThrow();
  }

  @Test
  void a_group_is_paused_resumed_sent_back_and_purged() {
    append(event("a", 1));
    group.pause();
    assertThat(group.claim(ClaimOptions.upTo(1))).isEmpty();
    group.resume();
    ClaimedEvent claimed = claim();
    group.seek(Start.earliest());
    assertThat(group.ack(List.of(claimed.receipt())))
        .containsExactly(result(claimed, ReceiptStatus.STALE));
    claim();
    group.purge();
    assertThat(group.claim(ClaimOptions.upTo(1))).isEmpty();
  }

  @Test
  void streams_and_groups_are_listed_and_deleted() {
    assertThat(client.streams()).contains(stream.get());
    assertThat(stream.groups()).containsExactly(group.get().definition());
    group.delete();
    assertThatThrownBy(group::get).isInstanceOf(MessinaException.NotFound.class);
    stream.delete();
    assertThatThrownBy(stream::get).isInstanceOf(MessinaException.NotFound.class);
    assertThatThrownBy(() -> append(event("a", 1))).isInstanceOf(MessinaException.NotFound.class);
  }

  @Test
  void other_numbers_of_shards_are_refused() {
    assertThatThrownBy(() -> stream.create(StreamOptions.defaults().shards(2)))
        .isInstanceOf(MessinaException.Refused.class);
  }

  @Test
  void a_worker_processes_all_that_an_appender_stores() throws Exception {
    Set<Integer> processed = ConcurrentHashMap.newKeySet();
    CountDownLatch all = new CountDownLatch(MANY);
    try (ClaimWorker worker =
        ClaimWorker.start(
            group,
            WorkerOptions.named("tester").withConcurrency(8).withBatch(500),
            claimed -> process(claimed, processed, all))) {
      appendMany();
      all.await();
      assertThat(worker.ended()).isNotDone();
    }
    assertThat(processed).hasSize(MANY);
    assertThat(group.get().lag()).isZero();
  }

  private static Outcome process(ClaimedEvent claimed, Set<Integer> processed, CountDownLatch all) {
    int number = Integer.parseInt(claimed.event().payload().text());
    if (number % 50 == 0 && claimed.attempt() == 1) {
      return Outcome.retry("on purpose", Duration.ofMillis(1));
    }
    if (processed.add(number)) {
      all.countDown();
    }
    return Outcome.done();
  }

  private void appendMany() {
    try (BatchingAppender appender = new BatchingAppender(stream)) {
      for (int i = 0; i < MANY; i++) {
        var unused = appender.append(NewEvent.of("k" + i % 100, Payload.json("" + i)));
      }
    }
  }

  @Test
  void what_a_killed_worker_held_comes_again() throws Exception {
    stream.append(List.of(event("a", 1), event("b", 2), event("c", 3), event("d", 4)));
    KilledWorker.claimTwoAckOneAndDie(url(), stream.name(), group.name());
    List<ClaimedEvent> rest = List.of(claim(), claim(), claim());
    assertThat(rest).extracting(ClaimedEvent::attempt).containsExactlyInAnyOrder(1, 1, 2);
    group.ack(rest.stream().map(ClaimedEvent::receipt).toList());
    assertThat(group.get().lag()).isZero();
  }

  @Test
  void what_is_not_there_is_not_found() {
    StreamClient none = client.stream(new StreamName("none-" + UUID.randomUUID()));
    assertThatThrownBy(none::get)
        .isInstanceOf(MessinaException.NotFound.class)
        .hasMessageContaining("stream_not_found");
    assertThatThrownBy(() -> stream.event(new EventId("nonsense")))
        .isInstanceOf(MessinaException.class);
  }
}
