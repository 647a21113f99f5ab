package io.messina.stream.node;

import io.messina.api.Position;
import io.messina.api.Redrive;
import io.messina.runtime.NodeTime;
import io.messina.runtime.Pace;
import io.messina.stream.EventAddress;
import io.messina.stream.ShardId;
import io.messina.stream.catalog.CatalogGroup;
import io.messina.stream.catalog.CatalogStream;
import io.messina.stream.log.RecordBatch;
import io.messina.stream.owner.DeadEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Reads, redrives and discards the dead letters of groups, shard by shard. */
final class GroupDeadLetters {

  private static final int PAGE = 100;

  /** The most bytes of events of a page, about; a page has at least one event. */
  private static final long READ_BYTES_MAX = 16L << 20;

  private final ShardCalls calls;
  private final NodeTime time;

  GroupDeadLetters(ShardCalls calls, NodeTime time) {
    this.calls = calls;
    this.time = time;
  }

  /** Reads a page. A shard is read to its end only when its answer is empty. */
  List<DeadEvent> read(
      CatalogStream stream, CatalogGroup group, int max, Optional<EventAddress> after) {
    List<DeadEvent> found = new ArrayList<>();
    long bytes = 0;
    int shard = after.map(EventAddress::shard).orElse(0);
    Position from = after.map(id -> id.position().next()).orElse(Position.START);
    while (shard < stream.options().shards() && found.size() < max && bytes < READ_BYTES_MAX) {
      List<DeadEvent> page = page(stream.shard(shard), group, from, max - found.size());
      found.addAll(page);
      bytes += page.stream().mapToLong(GroupDeadLetters::bytes).sum();
      shard += page.isEmpty() ? 1 : 0;
      from = page.isEmpty() ? Position.START : page.getLast().stored().id().position().next();
    }
    return List.copyOf(found);
  }

  /** Counts dead letters up to a limit. */
  int count(CatalogStream stream, CatalogGroup group, int max) {
    int count = 0;
    Optional<EventAddress> after = Optional.empty();
    do {
      List<DeadEvent> page = read(stream, group, Math.min(PAGE, max - count), after);
      count += page.size();
      after = last(page);
    } while (after.isPresent() && count < max);
    return count;
  }

  private static Optional<EventAddress> last(List<DeadEvent> page) {
    return page.isEmpty() ? Optional.empty() : Optional.of(page.getLast().stored().id());
  }

  Optional<DeadEvent> find(CatalogStream stream, CatalogGroup group, EventAddress id) {
    return page(stream.shard(id.shard()), group, id.position(), 1).stream()
        .filter(dead -> dead.stored().id().equals(id))
        .findFirst();
  }

  private static long bytes(DeadEvent dead) {
    return RecordBatch.bytesAtMost(dead.stored().event());
  }

  /** Returns how many dead letters are handed out again. */
  int redrive(CatalogStream stream, CatalogGroup group, Redrive redrive) {
    Redriving redriving = new Redriving(group, redrive);
    if (redrive.ids().isEmpty()) {
      stream.shards().forEach(shard -> redriveAll(shard, group, redriving));
    } else {
      positions(stream, EventAddress.all(redrive.ids()))
          .forEach((shard, some) -> redriveSome(stream.shard(shard), some, redriving));
    }
    return redriving.count;
  }

  /** Returns how many dead letters were deleted. */
  int discard(CatalogStream stream, CatalogGroup group, List<EventAddress> ids) {
    return positions(stream, ids).entrySet().stream()
        .mapToInt(some -> discard(stream.shard(some.getKey()), group, some.getValue()))
        .sum();
  }

  /** Deletes all dead letters, from the first to the last; returns how many. */
  int discardAll(CatalogStream stream, CatalogGroup group) {
    int count = 0;
    Optional<EventAddress> after = Optional.empty();
    do {
      List<DeadEvent> page = read(stream, group, PAGE, after);
      count += discard(stream, group, page.stream().map(dead -> dead.stored().id()).toList());
      after = last(page);
    } while (after.isPresent());
    return count;
  }

  private int discard(ShardId shard, CatalogGroup group, List<Position> positions) {
    return calls.call(shard, group, owned -> owned.discard(positions)).size();
  }

  private void redriveAll(ShardId shard, CatalogGroup group, Redriving redriving) {
    Position from = Position.START;
    boolean more = true;
    while (more && redriving.wanted() > 0) {
      List<DeadEvent> page = page(shard, group, from, Math.min(PAGE, redriving.wanted()));
      List<Position> positions = page.stream().map(dead -> dead.stored().id().position()).toList();
      more = !positions.isEmpty();
      if (more) {
        from = positions.getLast().next();
        redriving.redrive(shard, positions);
      }
    }
  }

  private static void redriveSome(ShardId shard, List<Position> positions, Redriving redriving) {
    for (int i = 0; i < positions.size() && redriving.wanted() > 0; i += PAGE) {
      List<Position> page = positions.subList(i, Math.min(i + PAGE, positions.size()));
      redriving.redrive(shard, page.subList(0, Math.min(page.size(), redriving.wanted())));
    }
  }

  /** Reads a page of one shard. */
  List<DeadEvent> page(ShardId shard, CatalogGroup group, Position from, int max) {
    return calls.call(shard, group, owned -> owned.deadLetters(from, max));
  }

  private static Map<Integer, List<Position>> positions(
      CatalogStream stream, List<EventAddress> ids) {
    Map<Integer, List<Position>> positions = new TreeMap<>();
    ids.stream()
        .filter(id -> id.streamGeneration() == stream.id().generation())
        .filter(id -> id.shard() < stream.options().shards())
        .forEach(
            id -> positions.computeIfAbsent(id.shard(), _ -> new ArrayList<>()).add(id.position()));
    return positions;
  }

  /** One redrive in progress. For one thread. */
  private final class Redriving {

    private final CatalogGroup group;
    private final int limit;
    private final Pace pace;
    private int count;
    private boolean interrupted;

    Redriving(CatalogGroup group, Redrive redrive) {
      this.group = group;
      this.limit = redrive.limit().orElse(Integer.MAX_VALUE);
      this.pace = new Pace(time, redrive.rate().orElse(0));
    }

    int wanted() {
      return interrupted ? 0 : limit - count;
    }

    void redrive(ShardId shard, List<Position> positions) {
      int step = pace.step(positions.size());
      for (int i = 0; i < positions.size() && wanted() > 0; i += step) {
        List<Position> some = positions.subList(i, Math.min(i + step, positions.size()));
        interrupted = !pace.await(count);
        count += interrupted ? 0 : send(shard, some);
      }
    }

    private int send(ShardId shard, List<Position> positions) {
      return calls.call(shard, group, owned -> owned.redrive(List.copyOf(positions))).size();
    }
  }
}
