package io.messina.features;

import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.Store;
import io.messina.store.StoreUnavailableException;
import io.messina.store.TableKind;
import io.messina.testkit.FaultyStore;
import java.util.Iterator;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Counts what a store is asked for, of features in PLAIN tables and of definitions in the FENCED
 * one, and fails or waits where a test wants it.
 */
public final class AskedStore extends FaultyStore {

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
    around(this::answer);
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
  public void loseAnswersTo(Predicate<PlainBatch> batches) {
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

  private Object answer(Call call, Supplier<Object> store) {
    return switch (call.operation()) {
      case CREATE -> store.get();
      case GET, GET_STATIC, LOOK -> {
        read(call.partition().orElseThrow());
        yield store.get();
      }
      case SCAN -> {
        read(call.partition().orElseThrow());
        yield seen((Iterator<?>) store.get(), _ -> rows.incrementAndGet());
      }
      case PARTITIONS -> {
        reads.incrementAndGet();
        yield seen((Iterator<?>) store.get(), key -> check((PartitionKey) key));
      }
      case WRITE -> {
        write((PlainBatch) call.argument(), store);
        yield call.argument();
      }
      case WRITE_IF -> {
        fencedWrites.incrementAndGet();
        yield store.get();
      }
    };
  }

  /** Something happens as each element is read. */
  private static Iterator<Object> seen(Iterator<?> read, Consumer<Object> action) {
    return new Iterator<>() {

      @Override
      public boolean hasNext() {
        return read.hasNext();
      }

      @Override
      public Object next() {
        Object next = read.next();
        action.accept(next);
        return next;
      }
    };
  }

  private void write(PlainBatch batch, Supplier<Object> store) {
    writes.incrementAndGet();
    mutations.addAndGet(batch.mutations().size());
    check(batch.partition());
    if (late.isPresent()) {
      late.get()
          .accept(
              () -> {
                var _ = store.get();
              });
      throw new StoreUnavailableException("no answer");
    }
    if (failingWrites.test(batch.partition())) {
      throw new StoreUnavailableException("away");
    }
    var _ = store.get();
    if (losingAnswers.test(batch)) {
      throw new StoreUnavailableException("no answer");
    }
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
