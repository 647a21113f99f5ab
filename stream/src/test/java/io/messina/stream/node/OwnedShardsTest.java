package io.messina.stream.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.ClaimOptions;
import io.messina.api.GroupName;
import io.messina.api.GroupOptions;
import io.messina.api.Position;
import io.messina.api.ReceiptStatus;
import io.messina.api.Start;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.runtime.CacheBudget;
import io.messina.runtime.Context;
import io.messina.runtime.NodeTime.Cancellation;
import io.messina.runtime.RequestException;
import io.messina.runtime.SystemTime;
import io.messina.runtime.definition.DefinitionTable;
import io.messina.runtime.definition.Precondition;
import io.messina.store.Bytes;
import io.messina.store.HybridClock;
import io.messina.store.Store;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.DelayedAddress;
import io.messina.stream.Event;
import io.messina.stream.ScheduledEvent;
import io.messina.stream.ShardId;
import io.messina.stream.StoredEvent;
import io.messina.stream.append.KeyTable;
import io.messina.stream.append.Schedule;
import io.messina.stream.catalog.Catalog;
import io.messina.stream.catalog.CatalogGroup;
import io.messina.stream.catalog.CatalogStream;
import io.messina.stream.delivery.ClaimId;
import io.messina.stream.delivery.ClaimRequest;
import io.messina.stream.delivery.Outcome;
import io.messina.stream.follow.JobDeadLetters;
import io.messina.stream.group.DeadLetterTable;
import io.messina.stream.log.EventRun;
import io.messina.stream.log.LaneFlusher;
import io.messina.stream.log.LaneLimits;
import io.messina.stream.log.LaneTables;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.ownership.GraveTable;
import io.messina.stream.ownership.MemberNews;
import io.messina.stream.ownership.MemberTable;
import io.messina.stream.ownership.OwnedShard;
import io.messina.stream.ownership.Ownership;
import io.messina.stream.ownership.OwnershipOptions;
import io.messina.stream.ownership.OwnershipSite;
import io.messina.stream.ownership.ShardListener;
import io.messina.stream.ownership.ShardTable;
import io.messina.testkit.FaultyStore;
import io.messina.testkit.FaultyStore.Operation;
import io.messina.testkit.SimulatedStore;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** All the parts of an owner together, on a store that never fails, by real clocks. */
class OwnedShardsTest {

  private final Store store = calmStore();
  private NodeProcess process = new NodeProcess(store);
  private final CatalogStream stream =
      process.catalog.create(new StreamName("edits"), StreamOptions.DEFAULT.shards(1)).value();
  private final ShardId shard = stream.shard(0);

  private static Store calmStore() {
    Store store = SimulatedStore.calm(InstantSource.system());
    LaneTables.ALL.forEach(store::create);
    List.of(
            KeyTable.TABLE,
            Schedule.TABLE,
            DefinitionTable.DEFINITIONS,
            DeadLetterTable.DEAD_LETTERS,
            JobDeadLetters.TABLE,
            MemberTable.MEMBERS,
            GraveTable.GRAVES,
            ShardTable.SHARDS)
        .forEach(store::create);
    return store;
  }

  /** What one process has. */
  private static final class NodeProcess {

    private final Catalog catalog;
    private final OwnedShards shards;
    private final Ownership ownership;
    private final LateNews news;

    private NodeProcess(Store store) {
      SecureRandom random = new SecureRandom();
      ThreadFactory threads = Thread.ofVirtual().factory();
      SystemTime time = new SystemTime(threads);
      catalog = new Catalog(new Context(store, time, random, threads));
      catalog.start();
      Context context = new Context(store, time, random, threads);
      shards =
          new OwnedShards(
              new ShardsSite(
                  context,
                  catalog,
                  new CacheBudget(Long.MAX_VALUE, () -> 0),
                  LaneLimits.DEFAULT,
                  new LaneFlusher(context),
                  new KnownOwners("a")));
      news = new LateNews(shards);
      ownership =
          new Ownership(
              new OwnershipSite(
                  new Context(store, time, random, threads),
                  new HybridClock(InstantSource.system(), 0),
                  "c",
                  "a",
                  OwnershipOptions.SOLE,
                  () -> catalog.view().shards(),
                  news,
                  MemberNews.NONE,
                  () -> {}));
      ownership.start();
    }

    private void awaitOwned() throws InterruptedException {
      CountDownLatch owned = new CountDownLatch(1);
      Cancellation registration =
          shards.onOwned(
              () -> {
                if (!shards.owned().isEmpty()) {
                  owned.countDown();
                }
              });
      owned.await();
      registration.cancel();
    }

    private void close() {
      ownership.close();
      catalog.close();
    }
  }

  /** Tells of what is lost only when a test lets it. */
  private static final class LateNews implements ShardListener {

    private final ShardListener told;
    private final BlockingQueue<OwnedShard> taken = new LinkedBlockingQueue<>();
    private final BlockingQueue<OwnedShard> released = new LinkedBlockingQueue<>();
    private final BlockingQueue<OwnedShard> lost = new LinkedBlockingQueue<>();
    private volatile CountDownLatch losses = new CountDownLatch(0);

    LateNews(ShardListener told) {
      this.told = told;
    }

    @Override
    public void taken(OwnedShard shard) {
      told.taken(shard);
      taken.add(shard);
    }

    @Override
    public void release(OwnedShard shard) {
      told.release(shard);
      released.add(shard);
    }

    @Override
    public void lost(OwnedShard shard) {
      await(losses);
      told.lost(shard);
      lost.add(shard);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void what_is_appended_is_claimed_acked_and_read_also_by_the_next_process() throws Exception {
    process.awaitOwned();
    process.shards.shard(shard).append(EventRun.of(events(0, 50))).join();
    CatalogGroup group = group();
    List<ClaimedEvent> claimed = process.shards.shard(shard).group(group.id()).claim(ask(20));
    assertThat(claimed).hasSize(20);
    assertThat(settle(group, claimed.subList(0, 10))).containsOnly(ReceiptStatus.OK);
    process.close();

    process = new NodeProcess(store);
    process.awaitOwned();
    process.shards.shard(shard).append(EventRun.of(events(50, 60))).join();
    assertThat(settle(group, claimed.subList(10, 20))).containsOnly(ReceiptStatus.OK);
    List<ClaimedEvent> rest = new ArrayList<>();
    while (rest.size() < 40) {
      List<ClaimedEvent> some = process.shards.shard(shard).group(group.id()).claim(ask(100));
      rest.addAll(some);
      settle(group, some);
    }
    assertThat(rest.stream().map(event -> text(event.stored())))
        .containsExactlyElementsOf(texts(20, 60));
    assertThat(process.shards.shard(shard).read(Position.START, 100, Duration.ZERO).events())
        .extracting(OwnedShardsTest::text)
        .containsExactlyElementsOf(texts(0, 60));
    process.close();
  }

  @Test
  void who_waits_is_told_which_shards_are_elsewhere_and_that_a_group_is_gone() throws Exception {
    process.awaitOwned();
    CatalogGroup group = group();
    Duration wait = Duration.ofMinutes(1);
    assertThatThrownBy(
            () -> process.shards.awaitReady(stream.id(), group.id(), List.of(0, 1), wait))
        .isInstanceOf(NotOwnerException.class);
    process.shards.shard(shard).append(EventRun.of(events(0, 3))).join();
    assertThat(process.shards.awaitReady(stream.id(), group.id(), List.of(0, 1), wait))
        .isPositive();

    process.catalog.delete(stream.id(), group.id().name(), Precondition.NONE);
    // The group is closed soon after it was deleted.
    assertThatThrownBy(
            () -> {
              while (process.shards.awaitReady(stream.id(), group.id(), List.of(0), wait) > 0) {
                Thread.onSpinWait();
              }
            })
        .isInstanceOf(RequestException.NotFound.class);
    process.close();
  }

  @Test
  void a_loss_that_is_told_late_does_not_end_who_owns_the_shard_by_then() throws Exception {
    OwnedShard first = process.news.taken.take();
    process.news.losses = new CountDownLatch(1);
    first.giveUp();
    OwnedShard second = process.news.taken.take();
    process.news.losses.countDown();
    assertThat(process.news.lost.take()).isEqualTo(first);

    assertThat(second.epoch()).isGreaterThan(first.epoch());
    process.shards.shard(shard).append(EventRun.of(events(0, 1))).join();
    assertThat(process.shards.owned()).containsExactly(shard);
    process.close();
  }

  @Test
  void a_loss_that_is_told_late_leaves_no_reader_of_a_stream_that_is_gone() throws Exception {
    OwnedShard first = process.news.taken.take();
    process.shards.shard(shard).append(EventRun.of(events(0, 1))).join();
    process.news.losses = new CountDownLatch(1);
    process.catalog.delete(new StreamName("edits"), Precondition.NONE);
    first.giveUp();
    process.news.released.take();
    process.news.losses.countDown();
    assertThat(process.news.lost.take()).isEqualTo(first);

    assertThatThrownBy(() -> process.shards.shard(shard).read(Position.START, 1, Duration.ZERO))
        .isInstanceOf(NotOwnerException.class);
    process.close();
  }

  @Test
  void a_look_up_of_a_delayed_event_that_ends_behind_its_ownership_is_not_answered()
      throws Exception {
    process.close();
    AtomicBoolean holds = new AtomicBoolean();
    CountDownLatch asked = new CountDownLatch(1);
    CompletableFuture<Void> goesOn = new CompletableFuture<>();
    process =
        new NodeProcess(
            new FaultyStore(store)
                .before(
                    call -> {
                      if (call.operation() == Operation.GET
                          && call.table().equals(Schedule.TABLE)
                          && holds.getAndSet(false)) {
                        asked.countDown();
                        goesOn.join();
                      }
                    }));
    OwnedShard first = process.news.taken.take();
    Instant due = Instant.now().plus(Duration.ofHours(1));
    DelayedAddress id = process.shards.shard(shard).schedule(events(0, 1).getFirst(), due);
    holds.set(true);
    CompletableFuture<Optional<ScheduledEvent>> look =
        CompletableFuture.supplyAsync(
            () -> process.shards.shard(shard).scheduled(id),
            task -> Thread.ofVirtual().start(task));
    asked.await();
    first.renew();
    assertThat(process.news.taken.take().epoch()).isGreaterThan(first.epoch());
    assertThat(process.shards.shard(shard).cancel(id, false)).isTrue();
    goesOn.complete(null);

    assertThatThrownBy(look::join).hasCauseInstanceOf(NotOwnerException.class);
    process.close();
  }

  private CatalogGroup group() {
    CatalogGroup group =
        process
            .catalog
            .create(
                stream.id(),
                new GroupName("g"),
                Start.earliest(),
                GroupOptions.DEFAULT,
                Precondition.NONE)
            .value();
    process.shards.shard(shard).begin(group.id());
    return group;
  }

  private ClaimRequest ask(int max) {
    return new ClaimRequest(max, ClaimOptions.BYTES_MAX, Duration.ofSeconds(30), "w");
  }

  private List<ReceiptStatus> settle(CatalogGroup group, List<ClaimedEvent> claimed) {
    List<ClaimId> claims =
        claimed.stream()
            .map(
                event ->
                    new ClaimId(
                        event.receipt().position().packed(),
                        event.receipt().claim(),
                        event.receipt().run()))
            .toList();
    return process.shards.shard(shard).group(group.id()).settle(new Outcome.Ack(), claims);
  }

  private static List<Event> events(int from, int to) {
    return texts(from, to).stream().map(text -> Event.of(Bytes.utf8(text))).toList();
  }

  private static List<String> texts(int from, int to) {
    return java.util.stream.IntStream.range(from, to).mapToObj(i -> "event " + i).toList();
  }

  private static String text(StoredEvent stored) {
    return stored.event().payload().toUtf8();
  }
}
