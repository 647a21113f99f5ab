package io.messina.testkit;

import io.messina.store.Cell;
import io.messina.store.FenceOutcome;
import io.messina.store.FencedBatch;
import io.messina.store.PartitionKey;
import io.messina.store.PartitionWalk;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.Scan;
import io.messina.store.StaticRow;
import io.messina.store.StoreException;
import io.messina.store.StoreUnavailableException;
import io.messina.store.Table;
import io.messina.store.TableKind;
import io.messina.store.UnknownOutcomeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A request of a node to the store, in one message. */
sealed interface StoreRequest<T> {

  T perform(MemoryStore store);

  /** Returns the exception for a caller that waited in vain. */
  default StoreException unanswered(Duration timeout) {
    return new StoreUnavailableException("no answer in " + timeout);
  }

  /** The partition, if it is of a FENCED table. */
  default Optional<PartitionKey> fenced() {
    return Optional.empty();
  }

  default boolean isWrite() {
    return false;
  }

  /** A number that stands for the request, the same in every run. */
  default int fingerprint() {
    return hashCode();
  }

  /** {@code create}. */
  record Create(Table table) implements StoreRequest<Boolean> {

    @Override
    public Boolean perform(MemoryStore store) {
      store.create(table);
      return true;
    }

    @Override
    public boolean isWrite() {
      return true;
    }
  }

  /** {@code get}. */
  record Get(RowKey key, Instant now) implements StoreRequest<Optional<Row>> {

    @Override
    public Optional<Row> perform(MemoryStore store) {
      return store.get(key, now);
    }

    @Override
    public Optional<PartitionKey> fenced() {
      return ifFenced(key.partition());
    }
  }

  /** {@code getStatic}. */
  record GetStatic(PartitionKey key) implements StoreRequest<Optional<StaticRow>> {

    @Override
    public Optional<StaticRow> perform(MemoryStore store) {
      return store.getStatic(key);
    }

    @Override
    public Optional<PartitionKey> fenced() {
      return Optional.of(key);
    }
  }

  /**
   * {@code look}.
   *
   * @param all whether it sees also what nobody knows of
   */
  record Look(PartitionKey key, boolean all) implements StoreRequest<Optional<StaticRow>> {

    @Override
    public Optional<StaticRow> perform(MemoryStore store) {
      return store.look(key, all);
    }
  }

  /** One page of {@code scan}. */
  record ReadPage(Scan scan, @Nullable Row seen, int rowsMax, Instant now)
      implements StoreRequest<Page<Row>> {

    @Override
    public Page<Row> perform(MemoryStore store) {
      return store.page(scan, seen, rowsMax, now);
    }

    @Override
    public Optional<PartitionKey> fenced() {
      return ifFenced(scan.partition());
    }
  }

  /** One page of {@code partitions}. */
  record ReadPartitions(PartitionWalk walk, int most) implements StoreRequest<Page<PartitionKey>> {

    @Override
    public Page<PartitionKey> perform(MemoryStore store) {
      MemoryStore.LIMITS.check(walk);
      return store.page(walk, most);
    }
  }

  /** {@code write}. */
  record Write(PlainBatch batch, Instant now) implements StoreRequest<Boolean> {

    @Override
    public Boolean perform(MemoryStore store) {
      store.write(batch, now);
      return true;
    }

    @Override
    public boolean isWrite() {
      return true;
    }

    @Override
    public int fingerprint() {
      int hash = 31 * batch.partition().hashCode() + Long.hashCode(batch.timestampMicros());
      return 31 * hash + batch.mutations().hashCode();
    }
  }

  /** {@code writeIf}. */
  record WriteIf(FencedBatch batch) implements StoreRequest<FenceOutcome> {

    @Override
    public FenceOutcome perform(MemoryStore store) {
      return store.writeIf(batch);
    }

    @Override
    public StoreException unanswered(Duration timeout) {
      return new UnknownOutcomeException("no answer in " + timeout);
    }

    @Override
    public Optional<PartitionKey> fenced() {
      return Optional.of(batch.partition());
    }

    @Override
    public boolean isWrite() {
      return true;
    }

    @Override
    public int fingerprint() {
      int hash = 31 * batch.partition().hashCode() + batch.expected().hashCode();
      hash = 31 * hash + batch.next().hashCode();
      for (Cell<?> cell : batch.set()) {
        hash = 31 * hash + cell.value().hashCode();
      }
      return 31 * hash + batch.mutations().hashCode();
    }
  }

  private static Optional<PartitionKey> ifFenced(PartitionKey key) {
    return Optional.of(key).filter(any -> any.table().kind() == TableKind.FENCED);
  }
}
