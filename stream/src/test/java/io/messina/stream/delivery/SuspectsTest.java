package io.messina.stream.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.ClaimOptions;
import io.messina.api.GroupOptions;
import io.messina.api.Nack;
import io.messina.runtime.FormatLevel;
import io.messina.store.Bytes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One worker with many events in hand at a time, over several shards. */
class SuspectsTest {

  private static final int SHARDS = 4;
  private static final int CONCURRENCY = 64;
  private static final long LEASE_MILLIS = 30_000;
  private static final GroupOptions OPTIONS =
      GroupOptions.DEFAULT.lease(Duration.ofMillis(LEASE_MILLIS)).maxInFlight(10_000);

  private final SplittableRandom random = new SplittableRandom(5);
  private final List<GroupDelivery> shards = new ArrayList<>();
  private final Set<Place> poison = new HashSet<>();
  private final Set<Place> dead = new HashSet<>();
  private final List<Held> held = new ArrayList<>();
  private long nowMillis = 1_000_000;
  private int rounds;
  private int deaths;
  private int done;

  private record Place(int shard, long position) {}

  private record Held(Place place, ClaimId claim, boolean suspect) {}

  @BeforeEach
  void begin() {
    for (int i = 0; i < SHARDS; i++) {
      shards.add(new GroupDelivery(OPTIONS, random, DeliveryRig.START, nowMillis));
    }
  }

  @Test
  void one_event_that_kills_its_workers_is_dead_alone() {
    append(200);
    poison.add(new Place(1, DeliveryRig.START + 70));
    drain(SHARDS * 200 - 1);
    assertThat(dead).containsExactlyElementsOf(poison);
    assertThat(deaths).isEqualTo(6);
  }

  @Test
  void several_that_kill_their_workers_are_dead_alone() {
    append(200);
    for (int i = 0; i < SHARDS; i++) {
      poison.add(new Place(i, DeliveryRig.START + 3));
      poison.add(new Place(i, DeliveryRig.START + 4));
    }
    drain(SHARDS * 200 - poison.size());
    assertThat(dead).isEqualTo(poison);
  }

  @Test
  void ten_thousand_events_silenced_at_once_are_done_at_a_quarter_of_the_rate_at_least() {
    append(2_500);
    drain(10_000);
    int usual = rounds;
    rounds = 0;
    append(2_500);
    for (int i = 0; i < SHARDS; i++) {
      claim(i, 2_500);
    }
    assertThat(held).hasSize(10_000);
    die();
    drain(20_000);
    assertThat(rounds).isBetween(usual, 4 * usual);
    assertThat(dead).isEmpty();
  }

  @Test
  void a_suspect_comes_alone_and_is_none_after_a_word_of_its_worker() {
    append(30);
    for (int i = 0; i < 2; i++) {
      while (claim(0, 30) > 0) {
        assertThat(held).allMatch(each -> !each.suspect());
      }
      assertThat(held).hasSize(30);
      takeOver();
      die();
    }
    takeOver();
    assertThat(claim(0, 30)).isOne();
    assertThat(held.getFirst().suspect()).isTrue();
    settle(new Outcome.Nacked(Nack.retry("slow", Duration.ofHours(1))), held);
    held.clear();
    claim(0, 30);
    assertThat(held.getFirst().place().position()).isEqualTo(DeliveryRig.START + 1);
    settle(new Outcome.Release(), held);
    held.clear();
    claim(0, 30);
    assertThat(held.getFirst().suspect()).isTrue();
  }

  @Test
  void an_event_with_a_single_attempt_has_no_other() {
    shards.set(0, new GroupDelivery(OPTIONS.maxAttempts(1), random, DeliveryRig.START, nowMillis));
    append(1);
    claim(0, 1);
    die();
    assertThat(dead).containsExactly(new Place(0, DeliveryRig.START));
  }

  private void append(int count) {
    for (GroupDelivery shard : shards) {
      DeliveryRig.read(
          shard, nowMillis, LongStream.range(shard.next(), shard.next() + count).toArray());
    }
  }

  /** Handles until so many are done; what is in hand at a time takes a round. */
  private void drain(int count) {
    while (done < count) {
      assertThat(rounds++).isLessThan(2_000);
      claimAll();
      handle(held.stream().filter(each -> !each.suspect()).toList());
      handle(held.stream().filter(Held::suspect).toList());
      pass(1_000);
    }
  }

  /** One answer of each shard; of suspects it keeps one. */
  private void claimAll() {
    int first = random.nextInt(SHARDS);
    for (int i = 0; i < SHARDS && held.size() < CONCURRENCY; i++) {
      claim((first + i) % SHARDS, CONCURRENCY - held.size());
    }
    List<Held> surplus = held.stream().filter(Held::suspect).skip(1).toList();
    settle(new Outcome.Release(), surplus);
    held.removeAll(surplus);
  }

  private int claim(int shard, int max) {
    ClaimRequest request = new ClaimRequest(max, ClaimOptions.BYTES_MAX, OPTIONS.lease(), "w");
    GroupDelivery delivery = shards.get(shard);
    delivery.claim(1, request, nowMillis);
    int before = held.size();
    for (Effect.Claimed claimed : DeliveryRig.only(Effect.Claimed.class, written(shard))) {
      for (ClaimId id : claimed.claimIds()) {
        held.add(new Held(new Place(shard, id.position()), id, claimed.suspect()));
      }
    }
    return held.size() - before;
  }

  private List<Effect> written(int shard) {
    GroupDelivery delivery = shards.get(shard);
    List<Effect> effects = DeliveryRig.written(delivery, nowMillis);
    for (DeadLetter letter : DeliveryRig.letters(effects)) {
      dead.add(new Place(shard, letter.position()));
      delivery.letterWritten(letter, nowMillis);
    }
    return effects;
  }

  private void handle(List<Held> some) {
    if (!held.containsAll(some)) {
      return;
    }
    if (some.stream().anyMatch(each -> poison.contains(each.place()))) {
      die();
      return;
    }
    settle(new Outcome.Ack(), some);
    done += some.size();
    held.removeAll(some);
  }

  private void settle(Outcome outcome, List<Held> some) {
    for (int i = 0; i < SHARDS; i++) {
      int shard = i;
      List<ClaimId> ids =
          some.stream().filter(each -> each.place().shard() == shard).map(Held::claim).toList();
      shards.get(i).settle(2, outcome, ids, nowMillis);
      written(i);
    }
  }

  /** The worker says no more of what it has. */
  private void die() {
    deaths++;
    held.clear();
    pass(LEASE_MILLIS);
  }

  private void pass(long millis) {
    nowMillis += millis;
    for (int i = 0; i < SHARDS; i++) {
      shards.get(i).tick(nowMillis);
      written(i);
    }
  }

  /** All shards have other owners. */
  private void takeOver() {
    for (int i = 0; i < SHARDS; i++) {
      Bytes state = shards.get(i).beginWrite(nowMillis, new FormatLevel());
      shards.set(i, GroupDelivery.restored(OPTIONS, random, state, nowMillis));
    }
  }
}
