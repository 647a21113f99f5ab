package io.messina.stream.group;

import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.Scan;
import io.messina.stream.Event;
import io.messina.stream.StoredEvent;
import io.messina.stream.log.RecordBatch;
import io.messina.stream.owner.DeadEvent;
import io.messina.stream.owner.ShardSite;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The dead letters of one shard and group. Safe for use by many threads. */
final class ShardDeadLetters {

  /** The most bytes of events of one answer, about; an answer has at least one event. */
  static final long READ_BYTES_MAX = 16L << 20;

  private static final int DELETES_MAX = 200;

  private final ShardSite site;
  private final PartitionKey partition;

  ShardDeadLetters(ShardSite site, String group) {
    this.site = site;
    this.partition = DeadLetterTable.partition(site.shard(), group);
  }

  /**
   * Retries a write until it is durable.
   *
   * @return false if the shard was lost
   */
  boolean write(Consumer<PlainBatch.Builder> changes) {
    return site.write(partition, changes);
  }

  void put(PlainBatch.Builder batch, DeadEvent dead) {
    batch.put(DeadLetterTable.row(partition, dead));
  }

  boolean delete(List<Long> positions) {
    for (int from = 0; from < positions.size(); from += DELETES_MAX) {
      List<Long> some = positions.subList(from, Math.min(positions.size(), from + DELETES_MAX));
      if (!write(
          batch -> some.forEach(each -> batch.delete(DeadLetterTable.key(partition, each))))) {
        return false;
      }
    }
    return true;
  }

  boolean deleteAll() {
    return write(PlainBatch.Builder::deletePartition);
  }

  Optional<DeadEvent> find(long position) {
    return site.context()
        .store()
        .get(DeadLetterTable.key(partition, position))
        .flatMap(DeadLetterTable::dead);
  }

  Optional<StoredEvent> event(long position) {
    return find(position).map(DeadEvent::stored);
  }

  List<DeadEvent> read(long from, int max) {
    List<DeadEvent> found = new ArrayList<>();
    long bytes = 0;
    Iterator<Row> rows =
        site.context().store().scan(Scan.of(partition, DeadLetterTable.from(from)));
    while (found.size() < max && bytes < READ_BYTES_MAX && rows.hasNext()) {
      Optional<DeadEvent> dead = DeadLetterTable.dead(rows.next());
      dead.ifPresent(found::add);
      Optional<Event> event = dead.map(each -> each.stored().event());
      bytes += event.map(RecordBatch::bytesAtMost).orElse(0);
    }
    return found;
  }

  /**
   * Deletes the dead letters that a former owner wrote, or may still be writing, of events that are
   * unfinished in the restored state: the state is durable before an event is handed out.
   *
   * @param unfinished the events that are unfinished in the state, ascending
   * @return false if the shard was lost
   */
  boolean clean(long[] unfinished) {
    List<PositionRange> ranges = PositionRange.of(unfinished);
    for (int from = 0; from < ranges.size(); from += DELETES_MAX) {
      List<PositionRange> some = ranges.subList(from, Math.min(ranges.size(), from + DELETES_MAX));
      if (!write(batch -> some.forEach(s -> batch.delete(s.rows())))) {
        return false;
      }
    }
    return true;
  }
}
