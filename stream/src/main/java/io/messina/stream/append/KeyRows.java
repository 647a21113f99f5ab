package io.messina.stream.append;

import io.messina.runtime.Futures;
import io.messina.runtime.Micros;
import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.StoreUnavailableException;
import io.messina.stream.append.KeyTable.Kept;
import io.messina.stream.lane.Appended.AppendedRun;
import io.messina.stream.state.ShardSite;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;

/** Reads and writes the rows of a shard's {@link KeyTable}, several at a time. */
final class KeyRows {

  /** How many rows of one append are read or written at the same time. */
  private static final int THREADS_MAX = 32;

  private final ShardSite site;
  private final Duration deduplicate;

  KeyRows(ShardSite site) {
    this.site = site;
    this.deduplicate = site.stream().options().deduplicate();
  }

  /** A row to write. */
  record Entry(String key, Kept kept, long appendMicros) {}

  /** Looks up keys. Returns what is known of each, in their order; empty if the shard is lost. */
  Optional<List<Optional<Kept>>> find(List<String> keys) {
    List<Optional<Kept>> found = new ArrayList<>(keys.size());
    keys.forEach(any -> found.add(Optional.empty()));
    boolean all = forAll(keys.size(), index -> find(keys.get(index), index, found));
    return all ? Optional.of(found) : Optional.empty();
  }

  /** Writes rows. Returns whether all are durable; if not, the shard is lost. */
  boolean write(List<Entry> entries) {
    return forAll(entries.size(), index -> write(entries.get(index)));
  }

  /** The rows for the keys that an append holds, whose events are stored. */
  List<Entry> entries(PendingAppend append, Spans spans) {
    List<Entry> entries = new ArrayList<>();
    for (int index : append.heldKeys.values()) {
      AppendedRun run = append.run(index);
      Kept kept = new Kept(spans.id(run.segment(), run.first()), append.body(index));
      entries.add(new Entry(append.keyText(index), kept, run.firstAppendMicros()));
    }
    return entries;
  }

  private boolean find(String key, int index, List<Optional<Kept>> found) {
    return site.persist(
        () -> {
          Optional<Kept> kept =
              site.store().get(KeyTable.key(site.shard(), key)).map(KeyTable::kept);
          // Each thread sets a different element.
          found.set(index, kept);
        });
  }

  private boolean write(Entry entry) {
    PartitionKey partition = KeyTable.partition(site.shard(), entry.key());
    try {
      return site.write(
          PlainBatch.in(partition, site.timestamps().next())
              .put(
                  KeyTable.row(site.shard(), entry.key(), entry.kept()),
                  expiry(entry.appendMicros()))
              .build());
    } catch (StoreUnavailableException e) {
      // No timestamp is left: the shard is lost.
      return false;
    }
  }

  private Instant expiry(long appendMicros) {
    return Micros.toInstant(appendMicros).plus(deduplicate).truncatedTo(ChronoUnit.MILLIS);
  }

  private boolean forAll(int count, IntPredicate task) {
    if (count <= 1) {
      return count == 0 || task.test(0);
    }
    AtomicInteger next = new AtomicInteger();
    List<CompletableFuture<Boolean>> workers = new ArrayList<>();
    for (int i = 0; i < Math.min(count, THREADS_MAX); i++) {
      CompletableFuture<Boolean> worker = new CompletableFuture<>();
      workers.add(worker);
      site.start(() -> work(count, next, task, worker));
    }
    return workers.stream().map(Futures::join).reduce(true, Boolean::logicalAnd);
  }

  private static void work(
      int count, AtomicInteger next, IntPredicate task, CompletableFuture<Boolean> worker) {
    try {
      boolean all = true;
      for (int i = next.getAndIncrement(); all && i < count; i = next.getAndIncrement()) {
        all = task.test(i);
      }
      worker.complete(all);
    } catch (RuntimeException | Error e) {
      worker.completeExceptionally(e);
    }
  }
}
