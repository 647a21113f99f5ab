package io.messina.stream.append;

import io.messina.store.PlainBatch;
import io.messina.store.StoreUnavailableException;
import io.messina.stream.DelayedAddress;
import io.messina.stream.Event;
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

  /** The event that was accepted under the key of an id, whatever its due time. */
  Optional<Accepted> find(DelayedAddress id) {
    return site.read(() -> site.store().get(KeyTable.key(site.shard(), text(id))))
        .orElseThrow(() -> new NotOwnerException(site.shard()))
        .map(KeyTable::accepted);
  }

  /** Records an event. Returns whether that is durable; if not, the shard is lost. */
  boolean put(DelayedAddress id, Event event) {
    Accepted accepted = new Accepted(id, EventDigest.body(event));
    Instant expiry =
        site.time()
            .wall()
            .instant()
            .plus(site.stream().options().deduplicate())
            .truncatedTo(ChronoUnit.MILLIS);
    return write(id, batch -> batch.put(KeyTable.row(site.shard(), text(id), accepted), expiry));
  }

  /** Forgets a cancelled event. Returns whether that is durable. */
  boolean forget(DelayedAddress id) {
    boolean isOfIt = find(id).filter(accepted -> accepted.id().equals(id)).isPresent();
    return !isOfIt || write(id, PlainBatch.Builder::deletePartition);
  }

  private boolean write(DelayedAddress id, Consumer<PlainBatch.Builder> change) {
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

  /** If an id has a key, the number in the id is the key's hash. */
  private static String text(DelayedAddress id) {
    return InternalKeys.ACCEPTED_PREFIX + Long.toHexString(id.number());
  }
}
