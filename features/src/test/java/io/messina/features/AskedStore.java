package io.messina.features;

import io.messina.store.FenceOutcome;
import io.messina.store.FencedBatch;
import io.messina.store.ForwardingStore;
import io.messina.store.PartitionKey;
import io.messina.store.PartitionWalk;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.Scan;
import io.messina.store.StaticRow;
import io.messina.store.Store;
import io.messina.store.StoreUnavailableException;
import io.messina.store.TableKind;
import java.util.Iterator;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Counts what a store is asked for, of features in PLAIN tables and of definitions in the FENCED
 * one, and fails or waits where a test wants it.
 */
public final class AskedStore extends ForwardingStore {

  private final AtomicInteger reads = new AtomicInteger();
  private final AtomicInteger rows = new AtomicInteger();
  private final AtomicInteger writes = new AtomicInteger();
  private final AtomicInteger mutations = new AtomicInteger();
  private final AtomicInteger fencedReads = new AtomicInteger();
  private final AtomicInteger fencedWrites = new AtomicInteger();
  private volatile Predicate<PartitionKey> failing = _ -> false;
  private volatile Predicate<PartitionKey> failingWrites = _ -> false;
  private volatile Predicate<PlainBatch> losingAnswers = _ -> false;
  private volatile Consumer<PartitionKey> beforeRead = _ -> {};
  private volatile Optional<Consumer<Runnable>> late = Optional.empty();

  /**
   * What was asked.
   *
   * @param reads of PLAIN tables
   * @param writes likewise
   * @param fencedReads of FENCED tables
   * @param fencedWrites likewise
   */
  public record Asked(int reads, int writes, int fencedReads, int fencedWrites) {}

  /** Passes on to a store. */
  public AskedStore(Store store) {
    super(store);
  }

  /** How many reads there were since this was asked last. */
  public int reads() {
    return reads.getAndSet(0);
  }

  /** How many rows were scanned since this was asked last. */
  public int rows() {
    return rows.getAndSet(0);
  }

  /** How many writes there were since this was asked last. */
  public int writes() {
    return writes.getAndSet(0);
  }

  /** What an action asks for. */
  public Asked during(Runnable action) {
    var _ = taken();
    action.run();
    return taken();
  }

  /** How many mutations they had. */
  public int mutations() {
    return mutations.getAndSet(0);
  }

  /** Requests for some partitions fail from now on. */
  public void fail(Predicate<PartitionKey> partitions) {
    failing = partitions;
  }

  /** Writes to some partitions fail from now on. */
  public void failWrites(Predicate<PartitionKey> partitions) {
    failingWrites = partitions;
  }

  /** Some writes apply, but their answers are lost. */
  public void loseAnswers(Predicate<PlainBatch> batches) {
    losingAnswers = batches;
  }

  /** Writes do not apply yet, and are not answered; somebody is given what applies one. */
  public void delay(Consumer<Runnable> writes) {
    late = Optional.of(writes);
  }

  /** Writes are answered again. */
  public void answer() {
    late = Optional.empty();
    losingAnswers = _ -> false;
  }

  /** Something happens before each read. */
  public void beforeRead(Consumer<PartitionKey> action) {
    beforeRead = action;
  }

  @Override
  public Optional<Row> get(RowKey key) {
    read(key.partition());
    return super.get(key);
  }

  @Override
  public Optional<StaticRow> getStatic(PartitionKey key) {
    read(key);
    return super.getStatic(key);
  }

  @Override
  public Iterator<Row> scan(Scan scan) {
    read(scan.partition());
    Iterator<Row> scanned = super.scan(scan);
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return scanned.hasNext();
      }

      @Override
      public Row next() {
        rows.incrementAndGet();
        return scanned.next();
      }
    };
  }

  @Override
  public Iterator<PartitionKey> partitions(PartitionWalk walk) {
    reads.incrementAndGet();
    Iterator<PartitionKey> walked = super.partitions(walk);
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return walked.hasNext();
      }

      @Override
      public PartitionKey next() {
        PartitionKey key = walked.next();
        check(key);
        return key;
      }
    };
  }

  @Override
  public void write(PlainBatch batch) {
    writes.incrementAndGet();
    mutations.addAndGet(batch.mutations().size());
    check(batch.partition());
    if (late.isPresent()) {
      late.get().accept(() -> super.write(batch));
      throw new StoreUnavailableException("no answer");
    }
    if (failingWrites.test(batch.partition())) {
      throw new StoreUnavailableException("away");
    }
    super.write(batch);
    if (losingAnswers.test(batch)) {
      throw new StoreUnavailableException("no answer");
    }
  }

  @Override
  public FenceOutcome writeIf(FencedBatch batch) {
    fencedWrites.incrementAndGet();
    return super.writeIf(batch);
  }

  private Asked taken() {
    return new Asked(reads(), writes(), fencedReads.getAndSet(0), fencedWrites.getAndSet(0));
  }

  private void read(PartitionKey key) {
    if (key.table().kind() == TableKind.PLAIN) {
      reads.incrementAndGet();
      beforeRead.accept(key);
      check(key);
    } else {
      fencedReads.incrementAndGet();
    }
  }

  private void check(PartitionKey key) {
    if (key.table().kind() == TableKind.PLAIN && failing.test(key)) {
      throw new StoreUnavailableException("away");
    }
  }
}
