package io.messina.stream.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.ClaimOptions;
import io.messina.api.GroupOptions;
import io.messina.api.Nack;
import io.messina.api.ReceiptStatus;
import io.messina.runtime.FormatLevel;
import io.messina.store.Bytes;
import io.messina.stream.delivery.Ledger.Handed;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** A shard, its owner, its durable state and workers, all driven at random from one seed. */
final class World {

  private static final int KEYS = 4;
  private static final Duration LEASE = Duration.ofSeconds(10);

  final Ledger ledger;
  private final List<GroupOptions> variety = new ArrayList<>();
  private final SplittableRandom random;
  private final Deque<DeadLetter> toWrite = new ArrayDeque<>();
  private final Deque<Long> toDelete = new ArrayDeque<>();
  private final Map<Long, ClaimRequest> requests = new HashMap<>();
  private final Map<Long, Asked> asked = new HashMap<>();
  private GroupOptions options;
  private GroupDelivery delivery;
  private Bytes durable;
  private @Nullable Bytes writing;
  private long nowMillis = 1_000_000;
  private long end = 1L << 40;
  private long ticket;
  private long floor;
  private boolean draining;

  /** What happened, for people who look into a seed. */
  final List<String> trace = new ArrayList<>();

  private record Asked(Outcome outcome, List<ClaimId> claimIds, List<Boolean> good) {}

  World(GroupOptions options, long seed) {
    this.options = options;
    this.random = new SplittableRandom(seed);
    this.ledger = new Ledger(options);
    ledger.runStart = end;
    this.delivery = new GroupDelivery(options, random, end, nowMillis);
    this.durable = Bytes.EMPTY;
    delivery.pause(0, false, nowMillis);
    durable = delivery.beginWrite(nowMillis, new FormatLevel());
    delivery.confirm(nowMillis);
    delivery.takeEffects();
  }

  /** Lets the options change, from one of these to another. */
  World varying(List<GroupOptions> options) {
    variety.addAll(options);
    return this;
  }

  void run(int steps) {
    for (int i = 0; i < steps; i++) {
      step();
      afterStep();
    }
    drain();
  }

  private void step() {
    if (!variety.isEmpty() && random.nextInt(12) == 0) {
      change();
      return;
    }
    switch (random.nextInt(22)) {
      case 0, 1 -> append(1 + random.nextInt(6));
      case 2, 3 -> read();
      case 4, 5, 6 -> claim(1 + random.nextInt(4));
      case 7, 8 -> settle(new Outcome.Ack(), someClaimIds());
      case 9 -> settle(nack(), someClaimIds());
      case 10 -> settle(new Outcome.Extend(Duration.ofSeconds(15)), someClaimIds());
      case 11 -> release();
      case 12, 13 -> pass(random.nextInt(6_000));
      case 14, 15 -> beginWrite();
      case 16, 17 -> confirm();
      case 18 -> writeLetters();
      case 19 -> rarely(this::crash);
      case 20 -> rarely(this::seekOrPause);
      default -> rarely(this::expire);
    }
  }

  /** What was claimed before is answered first, as it stays out. */
  private void change() {
    confirm();
    beginWrite();
    confirm();
    takeEffects();
    options = variety.get(random.nextInt(variety.size()));
    trace.add(nowMillis + " change " + options);
    ledger.change(options);
    delivery.change(options, nowMillis);
    tellKeys();
  }

  private void tellKeys() {
    for (long position : delivery.keysUnknown()) {
      delivery.key(position, ledger.keyOf.getOrDefault(position, LogStretch.NO_KEY));
    }
  }

  private void rarely(Runnable action) {
    if (random.nextInt(4) == 0) {
      action.run();
    }
  }

  private void afterStep() {
    delivery.tick(nowMillis);
    takeEffects();
    assertThat(delivery.floor()).as("floor").isGreaterThanOrEqualTo(floor);
    floor = delivery.floor();
  }

  private void append(int count) {
    for (int i = 0; i < count; i++) {
      ledger.keyOf.put(end, random.nextInt(9) == 0 ? LogStretch.NO_KEY : random.nextInt(KEYS));
      end += random.nextInt(5) == 0 ? 2 : 1;
    }
    if (random.nextInt(20) == 0) {
      end = ((end >>> 40) + 1) << 40;
    }
  }

  private void read() {
    long[] positions =
        ledger.keyOf.tailMap(delivery.next()).keySet().stream().mapToLong(p -> p).toArray();
    long[] keys = new long[positions.length];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = ledger.keyOf.getOrDefault(positions[i], 0L);
    }
    int count = Math.min(positions.length, delivery.room());
    long to = count < positions.length ? positions[count] : Math.max(end, delivery.next());
    if (count > 0 && delivery.next() < to) {
      assertThat(
              delivery.read(new LogStretch(delivery.next(), to, count, positions, keys), nowMillis))
          .isTrue();
    }
  }

  private void claim(int max) {
    ClaimRequest request = new ClaimRequest(max, ClaimOptions.BYTES_MAX, LEASE, "w" + max);
    requests.put(++ticket, request);
    delivery.claim(ticket, request, nowMillis);
  }

  private Outcome nack() {
    Optional<Duration> delay =
        Optional.of(random.nextBoolean())
            .filter(usual -> !usual)
            .map(_ -> Duration.ofMillis(random.nextInt(3_000)));
    return new Outcome.Nacked(new Nack(delay, Optional.of("no"), random.nextInt(6) == 0));
  }

  private List<ClaimId> someClaimIds() {
    List<ClaimId> known = ledger.claimIds();
    List<ClaimId> some = new ArrayList<>();
    for (int i = known.size() - 1; i >= 0 && some.size() < 5; i--) {
      if (random.nextInt(3) == 0) {
        some.add(known.get(i));
      }
    }
    return some;
  }

  private void settle(Outcome outcome, List<ClaimId> claimIds) {
    List<Boolean> good = new ArrayList<>();
    for (ClaimId claimId : claimIds) {
      good.add(ledger.isLive(claimId, nowMillis));
    }
    asked.put(++ticket, new Asked(outcome, claimIds, good));
    for (int i = 0; i < claimIds.size(); i++) {
      if (good.get(i) || (ledger.isLatest(claimIds.get(i)) && !isExtension(outcome))) {
        ledger.noteAsked(outcome, claimIds.get(i), nowMillis);
      }
    }
    trace.add(nowMillis + " settle " + outcome + " " + claimIds + " " + good);
    delivery.settle(ticket, outcome, claimIds, nowMillis);
  }

  private static boolean isExtension(Outcome outcome) {
    return outcome instanceof Outcome.Extend;
  }

  private void release() {
    List<ClaimId> fresh = someClaimIds();
    fresh.removeIf(claimId -> !ledger.isLive(claimId, nowMillis));
    settle(new Outcome.Release(), fresh);
  }

  private void pass(long millis) {
    nowMillis += millis;
  }

  private void beginWrite() {
    if (writing == null) {
      writing = delivery.beginWrite(nowMillis, new FormatLevel());
      trace.add(nowMillis + " write " + StateImageCodec.decode(writing.toArray()));
      ledger.checkImage(StateImageCodec.decode(writing.toArray()), writing.length());
    }
  }

  private void confirm() {
    if (writing != null) {
      trace.add(nowMillis + " confirm");
      apply(writing);
      delivery.confirm(nowMillis);
      writing = null;
    }
  }

  private void apply(Bytes state) {
    durable = state;
    ledger.checkDurableFloor(StateImageCodec.decode(state.toArray()));
  }

  private void writeLetters() {
    if (!toDelete.isEmpty()) {
      delivery.letterDeleted(toDelete.remove(), nowMillis);
    }
    DeadLetter letter = toWrite.poll();
    if (letter != null && letter.run() == ledger.run) {
      ledger.rows.put(letter.position(), letter);
      if (draining || random.nextInt(5) > 0) {
        delivery.letterWritten(letter, nowMillis);
      } else {
        crash();
      }
    }
  }

  private void crash() {
    trace.add(nowMillis + " crash");
    if (writing != null && random.nextBoolean()) {
      apply(writing);
    }
    writing = null;
    pass(random.nextInt(4_000));
    requests.clear();
    asked.clear();
    toWrite.clear();
    toDelete.clear();
    ledger.crashed(nowMillis);
    delivery = GroupDelivery.restored(options, random, durable, nowMillis);
    // At take-over the rows of events that the state holds unfinished are deleted.
    ledger.rows.keySet().removeIf(p -> delivery.state(p).stage() != DeliveryState.Stage.FINISHED);
    tellKeys();
    floor = delivery.floor();
  }

  private void seekOrPause() {
    if (random.nextInt(3) == 0) {
      long start = random.nextBoolean() ? end : Math.max(1L << 40, floor - 5);
      trace.add(nowMillis + " seek " + start);
      ledger.beginRun(start);
      floor = 0;
      delivery.seek(++ticket, start, nowMillis);
      // A run that nobody was told of may be lost with its owner; here it is written at once.
      confirm();
      beginWrite();
      confirm();
    } else {
      delivery.pause(++ticket, random.nextBoolean(), nowMillis);
    }
  }

  private void expire() {
    long to = delivery.floor() + random.nextInt(3);
    ledger.expire(to);
    delivery.expire(to, nowMillis);
    end = Math.max(end, to);
  }

  private void takeEffects() {
    for (Effect effect : delivery.takeEffects()) {
      trace.add(nowMillis + " " + Ledger.described(effect));
      switch (effect) {
        case Effect.Claimed claimed -> {
          ClaimRequest request = requests.remove(claimed.ticket());
          assertThat(request).isNotNull();
          if (request != null) {
            ledger.handedOut(claimed, request, nowMillis);
          }
        }
        case Effect.Settled settled -> settled(settled);
        case Effect.WriteLetter(DeadLetter letter) -> toWrite.add(letter);
        case Effect.DeleteLetter(long position) -> toDelete.add(position);
        case Effect.Done _ -> {}
      }
    }
  }

  private void settled(Effect.Settled settled) {
    Asked request = asked.remove(settled.ticket());
    assertThat(request).isNotNull();
    if (request == null) {
      return;
    }
    for (int i = 0; i < request.claimIds().size(); i++) {
      ClaimId claimId = request.claimIds().get(i);
      boolean expired = claimId.position() < ledger.expiredTo;
      if (request.good().get(i) && !expired) {
        assertThat(settled.statuses().get(i)).as("%s", claimId).isEqualTo(ReceiptStatus.OK);
        ledger.extended(request.outcome(), claimId);
      }
    }
  }

  /** At the end every event is done, in the dead letters, or expired: none is lost. */
  private void drain() {
    draining = true;
    delivery.pause(++ticket, false, nowMillis);
    for (int i = 0; i < 2_000 && (delivery.floor() < end || !isQuiet()); i++) {
      read();
      claim(10);
      settleAllLive();
      beginWrite();
      confirm();
      while (!toWrite.isEmpty() || !toDelete.isEmpty()) {
        writeLetters();
      }
      pass(1_500);
      afterStep();
    }
    assertThat(delivery.floor()).as("floor after draining").isGreaterThanOrEqualTo(lastEvent());
    for (long position : ledger.keyOf.keySet()) {
      assertThat(ledger.isFinished(position)).as("%s is not lost", position).isTrue();
    }
  }

  private long lastEvent() {
    return ledger.keyOf.isEmpty() ? 0 : ledger.keyOf.lastKey();
  }

  private boolean isQuiet() {
    return writing == null && delivery.writeNeed(nowMillis) == WriteNeed.NONE;
  }

  private void settleAllLive() {
    List<ClaimId> live = new ArrayList<>();
    for (Handed each : ledger.live(nowMillis)) {
      live.add(each.claimId);
    }
    settle(new Outcome.Ack(), live);
  }
}
