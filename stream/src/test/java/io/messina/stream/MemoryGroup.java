package io.messina.stream;

import io.messina.api.AttemptError;
import io.messina.api.DeathCause;
import io.messina.api.Position;
import io.messina.api.ReceiptStatus;
import io.messina.stream.delivery.ClaimId;
import io.messina.stream.delivery.DeadLetter;
import io.messina.stream.delivery.Outcome;
import io.messina.stream.log.RecordBatch;
import io.messina.stream.owner.ClaimAsk;
import io.messina.stream.owner.DeadEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** What a group knows of a shard, without a store. Not for use by several threads. */
final class MemoryGroup {

  final GroupId id;
  final TreeMap<Integer, DeadEvent> dead = new TreeMap<>();
  Position followed = new Position(1, 0);
  int run;
  int deadRoom = Integer.MAX_VALUE;
  final List<String> commands = new ArrayList<>();
  private final MemoryShard shard;
  private final TreeSet<Integer> ready = new TreeSet<>();
  private final Map<Integer, Integer> attempts = new TreeMap<>();
  private final Map<Integer, Long> out = new TreeMap<>();
  private final Map<Integer, Long> leaseMillis = new TreeMap<>();
  private final TreeSet<Long> acked = new TreeSet<>();
  private int next;
  private long claim;

  MemoryGroup(MemoryShard shard, GroupId id) {
    this.shard = shard;
    this.id = id;
  }

  int ready(long nowMillis) {
    look(nowMillis);
    return ready.size();
  }

  List<ClaimedEvent> claim(ClaimAsk ask, long nowMillis) {
    look(nowMillis);
    List<ClaimedEvent> claimed = new ArrayList<>();
    long bytes = 0;
    while (claimed.size() < ask.max() && !ready.isEmpty()) {
      bytes += RecordBatch.bytesAtMost(shard.log.get(ready.first()).event());
      if (bytes > ask.bytesMax() && !claimed.isEmpty()) {
        break;
      }
      int index = ready.removeFirst();
      out.put(index, ++claim);
      leaseMillis.put(index, nowMillis + ask.lease().toMillis());
      claimed.add(
          new ClaimedEvent(
              shard.log.get(index),
              attempts.merge(index, 1, Integer::sum),
              new ClaimAddress(
                  shard.id.stream().generation(),
                  id.generation(),
                  0,
                  shard.id.number(),
                  new Position(1, index),
                  claim),
              shard.suspects.contains(index)));
    }
    return claimed;
  }

  ReceiptStatus settle(Outcome outcome, ClaimId claimId, long nowMillis) {
    int index = (int) Position.unpack(claimId.position()).sequence();
    if (acked.contains(claimId.claim()) && outcome instanceof Outcome.Ack) {
      return ReceiptStatus.OK;
    }
    if (!Long.valueOf(claimId.claim()).equals(out.get(index))) {
      return ReceiptStatus.STALE;
    }
    switch (outcome) {
      case Outcome.Ack() -> {
        acked.add(claimId.claim());
        out.remove(index);
      }
      case Outcome.Nack nack -> nack(index, nack, nowMillis);
      case Outcome.Extend(Duration lease) -> leaseMillis.put(index, nowMillis + lease.toMillis());
      case Outcome.Keep(Duration lease) ->
          leaseMillis.merge(index, nowMillis + lease.toMillis(), Math::max);
      case Outcome.Release() -> {
        out.remove(index);
        attempts.merge(index, -1, Integer::sum);
        ready.add(index);
      }
    }
    return ReceiptStatus.OK;
  }

  void redrive(int index) {
    dead.remove(index);
    attempts.remove(index);
    ready.add(index);
  }

  void kill(int index, String error) {
    DeadLetter letter =
        new DeadLetter(
            new Position(1, index).packed(),
            0,
            DeathCause.REJECTED,
            attempts.getOrDefault(index, 0),
            List.of(new AttemptError(1, error)));
    dead.put(index, new DeadEvent(shard.log.get(index), letter, Instant.EPOCH));
  }

  private void nack(int index, Outcome.Nack nack, long nowMillis) {
    if (nack.dead()) {
      out.remove(index);
      kill(index, nack.error());
      return;
    }
    Duration delay = nack.delay() == null ? Duration.ofSeconds(1) : nack.delay();
    out.put(index, -1L);
    leaseMillis.put(index, nowMillis + delay.toMillis());
  }

  /** Takes in what is new, and what is due again. */
  private void look(long nowMillis) {
    for (; next < shard.log.size(); next++) {
      ready.add(next);
    }
    List.copyOf(out.keySet()).stream()
        .filter(index -> leaseMillis.getOrDefault(index, 0L) <= nowMillis)
        .forEach(
            index -> {
              out.remove(index);
              ready.add(index);
            });
  }
}
