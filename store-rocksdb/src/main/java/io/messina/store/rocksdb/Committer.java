package io.messina.store.rocksdb;

import io.messina.store.FenceOutcome;
import io.messina.store.StoreException;
import io.messina.store.StoreUnavailableException;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that writes. It takes all requests that wait, commits them as one group with one
 * sync, and answers them; requests that arrive during this are the next group. So the more callers
 * there are, the fewer syncs each write costs.
 */
final class Committer implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Committer.class);
  private static final long REPAIR_PAUSE_MILLIS = 1000;
  private static final int GROUP_REQUESTS_MAX = 1024;
  private static final int GROUP_BYTES_MAX = 4 * 1024 * 1024;

  private static final Pending END = new Pending(new Request.Purge(List.of()));

  private final DatabaseSlot slot;
  private final DataFolder folder;
  private final RowLogs logs;
  private final RocksStoreOptions options;
  private final InstantSource clock;
  private final BlockingQueue<Pending> queue = new LinkedBlockingQueue<>();
  private final Semaphore queuedBytes;
  private final Thread thread;
  private volatile boolean ending;
  private volatile boolean ended;
  private volatile long timestampFloorMicros;

  // confined to the thread
  private @Nullable Pending held;
  private CommitMemory memory;
  private boolean broken;
  private long repairedMillis;

  Committer(
      DatabaseSlot slot,
      DataFolder folder,
      RowLogs logs,
      RocksStoreOptions options,
      InstantSource clock,
      long lastTimestampMicros) {
    this.slot = slot;
    this.folder = folder;
    this.logs = logs;
    this.options = options;
    this.clock = clock;
    this.queuedBytes = new Semaphore(options.queuedBytesMax(), true);
    this.memory = new CommitMemory(lastTimestampMicros);
    this.timestampFloorMicros = lastTimestampMicros;
    this.thread = Thread.ofPlatform().name("messina-store-committer").daemon().unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  /** Commits a request together with others and waits for it, interrupted or not. */
  FenceOutcome commit(Request request) {
    return commitEach(List.of(request)).getFirst();
  }

  /** Commits several requests as {@link #commit} does one, of which each may fail. */
  List<FenceOutcome> commitEach(List<Request> requests) {
    long bytes = requests.stream().mapToLong(Request::sizeBytes).sum();
    int permits = Math.clamp(bytes, 1, options.queuedBytesMax());
    queuedBytes.acquireUninterruptibly(permits);
    try {
      if (ending) {
        throw DatabaseSlot.closed();
      }
      List<Pending> pending = requests.stream().map(Pending::new).toList();
      queue.addAll(pending);
      if (ended) {
        refuseRest();
      }
      pending.forEach(Pending::await);
      return pending.stream().map(Pending::join).toList();
    } finally {
      queuedBytes.release(permits);
    }
  }

  /** The highest timestamp of any plain write that was ever acknowledged. */
  long timestampFloorMicros() {
    return timestampFloorMicros;
  }

  /** Commits the waiting requests, then ends. */
  @Override
  public void close() {
    if (!ending) {
      ending = true;
      queue.add(END);
      Threads.join(thread);
      ended = true;
      refuseRest();
    }
  }

  private void refuseRest() {
    for (Pending pending = queue.poll(); pending != null; pending = queue.poll()) {
      pending.fail(DatabaseSlot.closed());
    }
  }

  private void run() {
    for (Pending first = take(); first != END; first = take()) {
      try {
        commit(first);
      } catch (RuntimeException | Error e) {
        LOG.error("{}: a write failed", folder, e);
        broken = true;
        first.failWith(e);
      }
    }
  }

  private void commit(Pending first) {
    StoreException refusal = refusal(first.request);
    if (refusal == null) {
      commitGroup(first);
    } else {
      first.fail(refusal);
    }
  }

  private Pending take() {
    Pending next = held;
    held = null;
    while (next == null) {
      try {
        next = queue.take();
      } catch (InterruptedException e) {
        LOG.warn("the committer was interrupted, and goes on");
      }
    }
    return next;
  }

  /** Why nothing can be written now, or null. */
  private @Nullable StoreException refusal(Request request) {
    if (broken && !repair()) {
      return new StoreUnavailableException(
          folder + ": the disk takes no writes: free space, or see the log");
    }
    boolean freesSpace = request instanceof Request.Purge || request instanceof Request.Drop;
    if (freesSpace || options.freeBytesMin() == 0) {
      return null;
    }
    try {
      long free = folder.freeBytes();
      return free >= options.freeBytesMin()
          ? null
          : new StoreUnavailableException(
              folder
                  + ": free bytes on disk: "
                  + free
                  + " (expected: at least "
                  + options.freeBytesMin()
                  + ")");
    } catch (IOException e) {
      return new StoreUnavailableException(
          folder + ": the disk cannot be examined: " + e.getMessage(), e);
    }
  }

  private boolean repair() {
    long now = clock.millis();
    if (Math.abs(now - repairedMillis) < REPAIR_PAUSE_MILLIS) {
      return false;
    }
    repairedMillis = now;
    if (!folder.isWritable()) {
      return false;
    }
    try {
      slot.reopen();
      memory = new CommitMemory(slot.use(RocksDatabase::lastTimestampMicros));
      broken = false;
      LOG.warn("{}: the disk takes writes again", folder);
      return true;
    } catch (RuntimeException | RocksDBException e) {
      LOG.error("{}: the database cannot be opened again", folder, e);
      return false;
    }
  }

  private void commitGroup(Pending first) {
    List<Pending> taken = new ArrayList<>();
    try {
      slot.use(
          database -> {
            try (CommitGroup group =
                new CommitGroup(database, memory, SweepIndex.hourOf(clock.millis()))) {
              gather(group, first, taken);
              group.write(folder, options.durability() == Durability.SYNC);
            }
            return taken;
          });
      timestampFloorMicros = memory.lastTimestampMicros();
      taken.forEach(Pending::complete);
      logs.indexIfDue(slot);
    } catch (RocksDBException | RuntimeException | Error e) {
      LOG.error("{}: a write failed", folder, e);
      broken = true;
      first.failWith(e);
      taken.forEach(pending -> pending.failWith(e));
    }
  }

  private void gather(CommitGroup group, Pending first, List<Pending> taken)
      throws RocksDBException {
    int bytes = 0;
    for (Pending next = first; next != null; next = queue.poll()) {
      if (next == END || group.mustWait(next.request)) {
        held = next;
        return;
      }
      taken.add(next);
      bytes += next.request.sizeBytes();
      next.decide(group);
      if (taken.size() >= GROUP_REQUESTS_MAX || bytes >= GROUP_BYTES_MAX) {
        return;
      }
    }
  }
}
