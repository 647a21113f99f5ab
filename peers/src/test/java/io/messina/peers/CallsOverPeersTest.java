package io.messina.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.messina.api.ClaimOptions;
import io.messina.api.GroupName;
import io.messina.api.GroupOptions;
import io.messina.api.Nack;
import io.messina.api.Position;
import io.messina.api.ReceiptStatus;
import io.messina.api.SourceBatch;
import io.messina.api.Start;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.peers.call.RemotePeers;
import io.messina.runtime.Futures;
import io.messina.runtime.NodeTime.Cancellation;
import io.messina.runtime.RequestException;
import io.messina.runtime.RequestException.NotFound;
import io.messina.runtime.RequestException.Overloaded;
import io.messina.runtime.RequestException.Refused;
import io.messina.runtime.RequestException.Unknown;
import io.messina.store.Bytes;
import io.messina.store.rocksdb.RocksStore;
import io.messina.store.rocksdb.RocksStoreOptions;
import io.messina.stream.ClaimAddress;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.DelayedAddress;
import io.messina.stream.Event;
import io.messina.stream.GroupId;
import io.messina.stream.ScheduledEvent;
import io.messina.stream.ShardId;
import io.messina.stream.StoredEvent;
import io.messina.stream.StreamId;
import io.messina.stream.delivery.ClaimId;
import io.messina.stream.delivery.ClaimRequest;
import io.messina.stream.delivery.DeliveryState;
import io.messina.stream.delivery.Outcome;
import io.messina.stream.delivery.Unfinished;
import io.messina.stream.log.EventRun;
import io.messina.stream.log.LaneLimits;
import io.messina.stream.node.Group;
import io.messina.stream.node.Stream;
import io.messina.stream.owner.AppendedSpan;
import io.messina.stream.owner.ClaimedFrom;
import io.messina.stream.owner.Commit;
import io.messina.stream.owner.DeadEvent;
import io.messina.stream.owner.EventPage;
import io.messina.stream.owner.GroupAction;
import io.messina.stream.owner.MemberClock;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.PeerException;
import io.messina.stream.owner.Shard;
import io.messina.stream.owner.ShardEpoch;
import io.messina.stream.owner.ShardGroup;
import io.messina.stream.owner.ShardOutcome;
import io.messina.stream.owner.ShardService;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real shards of one node, which others ask over real connections. */
final class CallsOverPeersTest {

  private static final StreamName WORK = new StreamName("work");
  private static final GroupName READERS = new GroupName("readers");
  private static final Duration LONG = Duration.ofSeconds(20);

  private final List<AutoCloseable> open = new ArrayList<>();
  @TempDir Path folder;
  private RocksStore store;

  @BeforeEach
  void openStore() {
    store = opened(RocksStore.open(folder, RocksStoreOptions.DEFAULT, Clock.systemUTC()));
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : open.reversed()) {
      each.close();
    }
  }

  @Test
  void a_shard_answers_another_node_as_its_own() throws IOException {
    Sole there = new Sole(LaneLimits.DEFAULT);
    Shard far = there.far();
    Shard near = there.near();
    List<AppendedSpan> spans = far.append(EventRun.of(events("a", "b", "ü"))).join();
    assertThat(spans).singleElement().satisfies(span -> assertThat(span.count()).isEqualTo(3));
    EventPage page = far.read(Position.START, 10, Duration.ZERO);
    assertThat(texts(page.events())).containsExactly("a", "b", "ü");
    assertThat(page).isEqualTo(near.read(Position.START, 10, Duration.ZERO));
    Position first = page.events().getFirst().id().position();
    Instant appended = page.events().getFirst().appendTime();
    assertThat(far.find(appended)).isEqualTo(near.find(appended)).isEqualTo(first);
    assertThat(far.event(first)).isEqualTo(near.event(first)).contains(page.events().getFirst());
    assertThat(far.event(page.next())).isEmpty();

    Event later = Event.of(bytes("later"));
    DelayedAddress id = far.schedule(later, Instant.now().plusSeconds(3_600));
    assertThat(far.scheduled(id)).isEqualTo(near.scheduled(id)).isPresent();
    assertThat(far.scheduled(id))
        .hasValueSatisfying(
            found ->
                assertThat(found)
                    .isInstanceOfSatisfying(
                        ScheduledEvent.Waiting.class,
                        waiting ->
                            assertThat(waiting.event().payload()).isEqualTo(later.payload())));
    assertThat(far.cancel(id, false)).isTrue();
    assertThat(far.cancel(id, false)).isFalse();
    assertThat(far.scheduled(id)).isEmpty();
  }

  @Test
  void an_engine_answers_another_node() throws IOException {
    Sole there = new Sole(LaneLimits.DEFAULT);
    assertThatThrownBy(() -> there.farNode().ask("engine", bytes("?")))
        .isInstanceOf(RequestException.Refused.class)
        .hasMessage("engine: nothing of that name answers here (expected: one that runs)");
    Cancellation answering =
        there.asked.streams.answer("engine", question -> bytes(question.toUtf8() + "!"));
    assertThat(there.farNode().ask("engine", bytes("hé"))).isEqualTo(bytes("hé!"));
    assertThatThrownBy(() -> there.farNode().ask("engine", Bytes.wrap(new byte[(1 << 20) + 1])))
        .isInstanceOf(RequestException.Refused.class)
        .hasMessageStartingWith("engine: a question of 1048577 bytes to another node (expected: ");
    answering.cancel();
    assertThatThrownBy(() -> there.farNode().ask("engine", bytes("?")))
        .isInstanceOf(RequestException.Refused.class);
  }

  @Test
  void a_clock_is_read_and_raised_by_another_node() throws IOException {
    Sole there = new Sole(LaneLimits.DEFAULT);
    long before = there.asked.streams.timestamps().next();
    MemberClock clock = there.farNode().raiseClock(before + 3_600_000_000L);
    assertThat(clock.timestampMicros()).isBetween(before, before + 3_600_000_000L);
    assertThat(clock.member().address()).isEqualTo(there.asked.address);
    assertThat(clock.living()).containsExactly(clock.member());
    assertThat(there.asked.streams.timestamps().next()).isGreaterThan(before + 3_600_000_000L);
  }

  @Test
  void a_group_answers_another_node_as_its_own() throws IOException {
    Sole there = new Sole(LaneLimits.DEFAULT);
    there.far().begin(there.group());
    ShardGroup far = there.far().group(there.group());
    ShardGroup near = there.near().group(there.group());
    var _ = there.far().append(EventRun.of(events("a", "b", "c"))).join();

    assertThat(there.farNode().awaitReady(there.shard.stream(), there.group(), List.of(0), LONG))
        .isPositive();
    List<ClaimedEvent> claimed =
        far.claim(new ClaimRequest(10, 1 << 20, Duration.ofSeconds(30), "a worker"));
    assertThat(claimed).hasSize(3).allSatisfy(each -> assertThat(each.attempt()).isEqualTo(1));
    List<Position> places = claimed.stream().map(each -> each.stored().id().position()).toList();
    assertThat(far.state(places.get(0))).isEqualTo(near.state(places.get(0)));
    assertThat(far.state(places.get(0)).worker()).isEqualTo("a worker");
    assertThat(far.settle(new Outcome.Ack(), ids(claimed.subList(0, 1))))
        .containsExactly(ReceiptStatus.OK);
    assertThat(far.settle(new Outcome.Nacked(Nack.dead("why not")), ids(claimed.subList(1, 3))))
        .containsExactly(ReceiptStatus.OK, ReceiptStatus.OK);
    assertThat(far.settle(new Outcome.Ack(), ids(claimed.subList(1, 2))))
        .containsExactly(near.settle(new Outcome.Ack(), ids(claimed.subList(1, 2))).getFirst());

    waitUntil(() -> near.deadLetters(Position.START, 10).size() == 2);
    List<DeadEvent> dead = far.deadLetters(Position.START, 10);
    assertThat(dead).isEqualTo(near.deadLetters(Position.START, 10));
    assertThat(dead.getFirst().letter().failures().getFirst().error()).isEqualTo("why not");
    assertThat(far.discard(places.subList(1, 2))).containsExactly(places.get(1));
    assertThat(far.redrive(places)).containsExactly(places.get(2));

    EventPage page = far.read(2, Duration.ZERO);
    assertThat(page).isEqualTo(near.read(2, Duration.ZERO));
    assertThat(page.run()).isPresent();
    far.commit(new Commit(page.next(), page.run(), "a note"));
    far.command(new GroupAction.Pause());
    assertThat(far.status()).isEqualTo(near.status());
    assertThat(far.status().paused()).isTrue();
    assertThat(far.status().followed()).isEqualTo(page.next());
    assertThat(far.state(places.get(0)).stage()).isEqualTo(DeliveryState.Stage.FINISHED);
    Unfinished.Query all = new Unfinished.Query(Optional.empty(), Optional.empty(), -1, 10);
    assertThat(far.unfinished(all)).isNotEmpty().isEqualTo(near.unfinished(all));
  }

  @Test
  void one_request_claims_from_several_shards_and_settles_what_they_gave() throws IOException {
    Sole there = new Sole(LaneLimits.DEFAULT);
    for (String text : List.of("a", "b", "c")) {
      var _ = there.far().append(EventRun.of(events(text))).join();
    }
    StreamId stream = there.shard.stream();
    ShardEpoch owned = new ShardEpoch(there.shard.number(), there.far().epoch());
    ShardEpoch formerly = new ShardEpoch(there.shard.number(), owned.epoch() + 1);
    ClaimRequest ask = new ClaimRequest(10, 1 << 20, Duration.ofSeconds(30), "a worker");

    ClaimedFrom refused = there.farNode().claim(stream, there.group(), List.of(formerly), ask);
    assertThat(refused).isEqualTo(new ClaimedFrom(List.of(), List.of(owned.shard())));
    ClaimedFrom claimed = there.farNode().claim(stream, there.group(), List.of(owned), ask);
    assertThat(claimed.events()).hasSize(3);
    assertThat(claimed.away()).isEmpty();

    List<ClaimId> ids = ids(claimed.events());
    assertThat(
            there
                .farNode()
                .settle(
                    stream,
                    there.group(),
                    List.of(
                        new ShardOutcome(owned, new Outcome.Ack(), ids.subList(0, 2)),
                        new ShardOutcome(formerly, new Outcome.Ack(), ids.subList(2, 3)))))
        .containsExactly(List.of(ReceiptStatus.OK, ReceiptStatus.OK), List.of());
  }

  /** Errors of a thousand events are more than one frame takes. */
  @Test
  void many_outcomes_with_long_errors_are_settled_by_several_requests() throws IOException {
    Sole there = new Sole(LaneLimits.DEFAULT);
    ShardEpoch owned = new ShardEpoch(there.shard.number(), 0);
    List<ShardOutcome> outcomes = new ArrayList<>();
    for (int i = 1; i <= 10_000; i++) {
      String error = "€".repeat(Nack.ERROR_CHARS_MAX - 6) + i;
      outcomes.add(
          new ShardOutcome(
              owned, new Outcome.Nacked(Nack.retry(error)), List.of(new ClaimId(1, i, 0))));
    }
    assertThat(there.farNode().settle(there.shard.stream(), there.group(), outcomes))
        .hasSize(10_000)
        .containsOnly(List.of(ReceiptStatus.UNKNOWN));
  }

  /** The connection ends while the claim is written: its answer reaches no worker. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void what_is_claimed_for_a_node_that_has_gone_is_ready_again_at_once(boolean many)
      throws IOException {
    Sole there = new Sole(LaneLimits.DEFAULT);
    ShardGroup near = there.near().group(there.group());
    var _ = there.far().append(EventRun.of(events("a"))).join();
    waitUntil(() -> near.status().end().sequence() == 1);
    ClaimRequest ask = new ClaimRequest(1, 1 << 20, Duration.ofMinutes(10), "gone");
    CountDownLatch writable = new CountDownLatch(1);
    there.asked.store.writable = writable;
    Thread worker =
        Thread.ofVirtual()
            .start(
                () ->
                    assertThatThrownBy(() -> claim(there, many, ask))
                        .isInstanceOf(PeerException.class));
    waitUntil(() -> there.asked.store.held > 0);
    there.network.close();
    waitUntil(() -> there.asked.connections() == 0);
    writable.countDown();
    List<ClaimedEvent> claimed = new ArrayList<>();
    waitUntil(() -> claimed.addAll(near.claim(ask)));
    assertThat(claimed).singleElement().satisfies(each -> assertThat(each.attempt()).isEqualTo(1));
    waitUntil(() -> !worker.isAlive());
  }

  private static List<ClaimedEvent> claim(Sole there, boolean many, ClaimRequest ask) {
    if (!many) {
      return there.far().group(there.group()).claim(ask);
    }
    List<ShardEpoch> shards = List.of(new ShardEpoch(there.shard.number(), 1));
    return there.farNode().claim(there.shard.stream(), there.group(), shards, ask).events();
  }

  @Test
  void what_a_node_throws_is_thrown_at_the_other() throws IOException {
    Sole there = new Sole(LaneLimits.DEFAULT);
    ShardId strange = new ShardId(there.shard.stream(), 3);
    Shard far = there.farNode().shard(strange);
    assertThatThrownBy(() -> far.find(Instant.EPOCH))
        .isInstanceOfSatisfying(
            NotOwnerException.class, e -> assertThat(e.shard()).isEqualTo(strange));
    assertThat(failure(far.append(EventRun.of(events("a"))))).isInstanceOf(NotOwnerException.class);

    GroupId none = new GroupId(new GroupName("nobody"), 1);
    Throwable near = catchThrowable(() -> there.near().group(none).status());
    assertThatThrownBy(() -> there.far().group(none).status())
        .isInstanceOfSatisfying(
            NotFound.class, e -> assertThat(e.kind()).isEqualTo(((NotFound) near).kind()))
        .hasMessage(near.getMessage());

    var _ = there.far().append(EventRun.of(List.of(keyed("k", "one")))).join();
    assertThat(failure(there.far().append(EventRun.of(List.of(keyed("k", "other"))))))
        .isInstanceOfSatisfying(
            Refused.class, e -> assertThat(e.reason()).isEqualTo(Refused.Reason.KEY_USED));
  }

  @Test
  void a_full_lane_is_told_to_the_other_node() throws IOException {
    Sole there = new Sole(new LaneLimits(Duration.ofHours(1), 1 << 20, 10));
    CountDownLatch writable = new CountDownLatch(1);
    there.asked.store.writable = writable;
    List<CompletableFuture<List<AppendedSpan>>> answers = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      answers.add(there.far().append(EventRun.of(events("twenty bytes or more"))));
    }
    waitUntil(() -> answers.stream().anyMatch(CompletableFuture::isCompletedExceptionally));
    writable.countDown();
    assertThat(answers)
        .filteredOn(answer -> answer.handle((_, e) -> e != null).join())
        .isNotEmpty()
        .allSatisfy(answer -> assertThat(failure(answer)).isInstanceOf(Overloaded.class));
    assertThat(answers).anyMatch(answer -> answer.handle((_, e) -> e == null).join());
  }

  @Test
  void a_node_that_loses_a_shard_during_an_append_says_that_it_is_unknown() throws IOException {
    StreamsPeer owner = opened(StreamsPeer.member(store));
    StreamsPeer other = opened(StreamsPeer.member(store));
    Stream stream = owner.streams.create(WORK, StreamOptions.DEFAULT.shards(8)).value();
    waitUntil(() -> owner.streams.owned().size() + other.streams.owned().size() == 8);
    waitUntil(() -> !owner.streams.owned().isEmpty());
    assertThat(stream.append(events("a")).ids()).hasSize(1);
    ShardId lost = owner.streams.owned().getFirst();
    owner.store.broken = true;
    assertThat(failure(other.shardsOf(owner).shard(lost).append(EventRun.of(events("b")))))
        .isInstanceOf(Unknown.class);
  }

  @Test
  void what_is_no_call_is_answered_by_a_sentence_and_not_done() throws Exception {
    Sole there = new Sole(LaneLimits.DEFAULT);
    byte[] answer =
        there
            .network
            .ask(there.asked.address, PeerNetwork.Weight.LIGHT, new byte[] {1, 99}, LONG)
            .join();
    assertThat(new String(answer, StandardCharsets.UTF_8))
        .endsWith("method: 99 (expected: one that this version of Messina knows)");
  }

  @Test
  void a_node_that_has_ended_has_done_nothing() throws IOException {
    Sole there = new Sole(LaneLimits.DEFAULT);
    assertThat(there.far().find(Instant.EPOCH)).isEqualTo(there.near().find(Instant.EPOCH));
    there.asked.close();
    assertThatThrownBy(() -> retried(() -> there.far().find(Instant.EPOCH)))
        .isInstanceOfSatisfying(
            PeerException.class, e -> assertThat(e.mayHaveHappened()).isFalse());
  }

  /** The first call may find the connection that is about to end. */
  private static void retried(Runnable call) {
    assertThatThrownBy(call::run).isInstanceOf(PeerException.class);
    call.run();
  }

  @Test
  void an_interrupt_ends_a_wait_at_the_other_node() throws Exception {
    Sole there = new Sole(LaneLimits.DEFAULT);
    AtomicReference<EventPage> page = new AtomicReference<>();
    AtomicBoolean interrupted = new AtomicBoolean();
    Thread reader =
        Thread.ofVirtual()
            .start(
                () -> {
                  page.set(there.far().read(Position.START, 10, Duration.ofMinutes(5)));
                  interrupted.set(Thread.currentThread().isInterrupted());
                });
    waitUntil(() -> reader.getState() == Thread.State.WAITING);
    reader.interrupt();
    assertThat(reader.join(LONG)).isTrue();
    assertThat(page.get().events()).isEmpty();
    assertThat(interrupted).isTrue();
  }

  @Test
  void an_interrupt_ends_no_call_that_does_not_wait() throws IOException {
    Sole there = new Sole(LaneLimits.DEFAULT);
    Thread.currentThread().interrupt();
    Position end = there.far().find(Instant.MAX);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(end).isEqualTo(there.near().find(Instant.MAX));
  }

  @Test
  void more_events_than_one_request_takes_are_stored_in_their_order() throws IOException {
    Sole there = new Sole(LaneLimits.DEFAULT);
    List<Event> events =
        IntStream.range(0, 40).mapToObj(i -> Event.of(Bytes.wrap(payload(i, 150_000)))).toList();
    List<AppendedSpan> spans = there.far().append(EventRun.of(events)).join();
    assertThat(spans.stream().mapToInt(AppendedSpan::count).sum()).isEqualTo(40);
    List<Event> read = new ArrayList<>();
    Position from = Position.START;
    for (EventPage page = page(there, from); !page.events().isEmpty(); page = page(there, from)) {
      page.events().forEach(stored -> read.add(stored.event()));
      from = page.next();
    }
    assertThat(read).isEqualTo(events);
  }

  private static EventPage page(Sole there, Position from) {
    return there.far().read(from, 100, Duration.ZERO);
  }

  /** The rest of a batch that is stored in part would be taken for a repeat, and lost. */
  @Test
  void a_numbered_batch_is_never_parted() throws IOException {
    Sole there = new Sole(LaneLimits.DEFAULT);
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < 15; i++) {
      // Batches of three events, of which a request has nine.
      events.add(numbered(i / 3, payload(i, 400_000)));
    }
    List<AppendedSpan> spans = there.far().append(EventRun.of(events)).join();
    assertThat(spans.stream().filter(span -> !span.duplicate()).mapToInt(AppendedSpan::count).sum())
        .isEqualTo(15);

    events.set(14, numbered(0, payload(0, 10)));
    assertThat(failure(there.far().append(EventRun.of(events))))
        .isInstanceOfSatisfying(
            Refused.class, e -> assertThat(e.reason()).isEqualTo(Refused.Reason.OUT_OF_BOUNDS));

    List<Event> one = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      one.add(numbered(11, payload(i, 400_000)));
    }
    assertThat(failure(there.far().append(EventRun.of(one))))
        .isInstanceOfSatisfying(
            Refused.class, e -> assertThat(e.reason()).isEqualTo(Refused.Reason.TOO_LARGE));
  }

  @Test
  void any_node_answers_for_the_shards_of_all() throws Exception {
    StreamsPeer one = opened(StreamsPeer.member(store));
    StreamsPeer two = opened(StreamsPeer.member(store));
    Stream stream = one.streams.create(WORK, StreamOptions.DEFAULT.shards(16)).value();
    Group group = stream.createGroup(READERS, Start.earliest(), GroupOptions.DEFAULT).value();
    waitUntil(() -> one.streams.owned().size() + two.streams.owned().size() == 16);
    waitUntil(() -> !one.streams.owned().isEmpty() && !two.streams.owned().isEmpty());
    List<StreamsPeer> both = List.of(one, two);
    Set<String> appended = new HashSet<>();
    for (int i = 0; i < 200; i++) {
      var _ = both.get(i % 2).streams.stream(WORK).append(events("event " + i));
      appended.add("event " + i);
    }
    Set<String> read = new HashSet<>();
    for (int shard = 0; shard < 16; shard++) {
      EventPage page = stream.read(shard, Optional.empty(), 1_000, Duration.ZERO);
      assertThat(page)
          .isEqualTo(two.streams.stream(WORK).read(shard, Optional.empty(), 1_000, Duration.ZERO));
      read.addAll(texts(page.events()));
    }
    assertThat(read).isEqualTo(appended);
    List<String> claimed = new ArrayList<>();
    while (claimed.size() < 200) {
      List<ClaimedEvent> some = group.claim(ClaimOptions.upTo(50).withWait(Duration.ofSeconds(5)));
      assertThat(some).isNotEmpty();
      claimed.addAll(texts(some.stream().map(ClaimedEvent::stored).toList()));
      List<ClaimAddress> receipts = some.stream().map(ClaimedEvent::receipt).toList();
      assertThat(two.streams.stream(WORK).group(READERS).ack(receipts))
          .containsOnly(ReceiptStatus.OK);
    }
    assertThat(claimed).containsExactlyInAnyOrderElementsOf(appended);
  }

  /** A node with a stream of one shard, and the connections of another one to it. */
  private final class Sole {

    private final StreamsPeer asked;
    private final PeerNetwork network;
    private final ShardId shard;
    private final Group readers;

    private Sole(LaneLimits lanes) throws IOException {
      asked = opened(StreamsPeer.sole(store, lanes));
      network =
          opened(
              new PeerNetwork(
                  PeerRig.settings("cluster", PeerRig.freeAddress(), Optional.of(PeerRig.SECRET))));
      Stream stream = asked.streams.create(WORK, StreamOptions.DEFAULT.shards(1)).value();
      readers = stream.createGroup(READERS, Start.earliest(), GroupOptions.DEFAULT).value();
      shard = new ShardId(stream.definition().id(), 0);
      waitUntil(() -> asked.streams.owned().contains(shard));
    }

    private GroupId group() {
      return readers.id();
    }

    private ShardService farNode() {
      return new RemotePeers(network, () -> true).at(asked.address);
    }

    private Shard far() {
      return farNode().shard(shard);
    }

    private Shard near() {
      return asked.streams.service().shard(shard);
    }
  }

  private <T extends AutoCloseable> T opened(T each) {
    open.add(each);
    return each;
  }

  private static Throwable failure(CompletableFuture<?> answer) {
    return catchThrowable(() -> Futures.join(answer));
  }

  private static void waitUntil(BooleanSupplier done) {
    long until = System.nanoTime() + LONG.toNanos();
    while (!done.getAsBoolean()) {
      assertThat(System.nanoTime() - until).isNegative();
      try {
        TimeUnit.MILLISECONDS.sleep(10);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static List<ClaimId> ids(List<ClaimedEvent> claimed) {
    return claimed.stream()
        .map(ClaimedEvent::receipt)
        .map(receipt -> new ClaimId(receipt.position().packed(), receipt.claim(), receipt.run()))
        .toList();
  }

  private static List<Event> events(String... texts) {
    return java.util.stream.Stream.of(texts).map(text -> Event.of(bytes(text))).toList();
  }

  private static Event keyed(String key, String text) {
    return Event.builder(bytes(text)).idempotencyKey(key).build();
  }

  private static Event numbered(long batch, byte[] payload) {
    return Event.builder(Bytes.wrap(payload)).sourceBatch(new SourceBatch("source", batch)).build();
  }

  private static byte[] payload(int number, int bytes) {
    byte[] payload = new byte[bytes];
    payload[0] = (byte) number;
    return payload;
  }

  private static Bytes bytes(String text) {
    return Bytes.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  private static List<String> texts(List<StoredEvent> events) {
    return events.stream()
        .map(stored -> new String(stored.event().payload().toArray(), StandardCharsets.UTF_8))
        .toList();
  }
}
