package io.messina.stream.append;

import io.messina.store.PlainBatch;
import io.messina.store.StoreUnavailableException;
import io.messina.stream.Event;
import io.messina.stream.ScheduleId;
import io.messina.stream.append.KeyTable.Accepted;
import io.messina.stream.peer.NotOwnerException;
import io.messina.stream.state.ShardSite;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Which delayed events were accepted under which keys of producers, for as long as the stream
 * remembers keys. Safe for use by many threads.
 */
final class DelayedKeys {

  private final ShardSite site;

  DelayedKeys(ShardSite site) {
    this.site = site;
  }

  /** Whether the stream remembers keys. */
  boolean remembers() {
    return !site.stream().options().deduplicate().isZero();
  }

  /** What was accepted under the key of an id, whatever its time. */
  Optional<Accepted> find(ScheduleId id) {
    return site.read(() -> site.store().get(KeyTable.key(site.shard(), text(id))))
        .orElseThrow(() -> new NotOwnerException(site.shard()))
        .map(KeyTable::accepted);
  }

  /** Notes an event. Returns whether that is durable; if not, the shard is lost. */
  boolean put(ScheduleId id, Event event) {
    Accepted accepted = new Accepted(id, EventDigest.body(event));
    Instant expiry =
        site.time()
            .wall()
            .instant()
            .plus(site.stream().options().deduplicate())
            .truncatedTo(ChronoUnit.MILLIS);
    return write(id, batch -> batch.put(KeyTable.row(site.shard(), text(id), accepted), expiry));
  }

  /** Forgets an event that is cancelled. Returns whether that is durable. */
  boolean forget(ScheduleId id) {
    boolean isOfIt = find(id).filter(accepted -> accepted.id().equals(id)).isPresent();
    return !isOfIt || write(id, PlainBatch.Builder::deletePartition);
  }

  private boolean write(ScheduleId id, Consumer<PlainBatch.Builder> change) {
    try {
      PlainBatch.Builder batch =
          PlainBatch.in(KeyTable.partition(site.shard(), text(id)), site.timestamps().next());
      change.accept(batch);
      return site.write(batch.build());
    } catch (StoreUnavailableException e) {
      // No timestamp is left: the shard is lost.
      return false;
    }
  }

  /** The number of an id with a key is that key's hash. */
  private static String text(ScheduleId id) {
    return InternalKeys.ACCEPTED_PREFIX + Long.toHexString(id.number());
  }
}
