package io.messina.testkit;

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
import io.messina.store.Table;
import io.messina.store.UnknownOutcomeException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A store into which a test puts faults, or whose requests it watches. Without any fault it only
 * passes on. Of several faults, one that was added later sees a call first.
 *
 * <pre>{@code
 * FaultyStore store = new FaultyStore(stores.at(node));
 * store.refuse(call -> broken.get() && call.writes(LETTERS));
 * store.before(call -> asked.add(call.operation()));
 * }</pre>
 */
public class FaultyStore extends ForwardingStore {

  private volatile Fault fault = (_, store) -> store.get();

  /** The operations of a store. */
  public enum Operation {
    /** {@link Store#create}. */
    CREATE,
    /** {@link Store#get}. */
    GET,
    /** {@link Store#getStatic}. */
    GET_STATIC,
    /** {@link Store#look}. */
    LOOK,
    /** {@link Store#scan}. */
    SCAN,
    /** {@link Store#partitions}. */
    PARTITIONS,
    /** {@link Store#write}. */
    WRITE,
    /** {@link Store#writeIf}. */
    WRITE_IF
  }

  /**
   * One request.
   *
   * @param operation the method called
   * @param table the table concerned
   * @param partition of which rows; empty if the request is about the whole table
   * @param argument as the store is given it
   */
  public record Call(
      Operation operation, Table table, Optional<PartitionKey> partition, Object argument) {

    private static Call of(Operation operation, PartitionKey partition, Object argument) {
      return new Call(operation, partition.table(), Optional.of(partition), argument);
    }

    /** Whether rows are written, with a fence or without. */
    public boolean isWrite() {
      return operation == Operation.WRITE || operation == Operation.WRITE_IF;
    }

    /** Whether something is read, also by a walk over partitions. */
    public boolean isRead() {
      return !isWrite() && operation != Operation.CREATE;
    }

    /** Whether rows of a table are written. */
    public boolean writes(Table written) {
      return isWrite() && table.equals(written);
    }

    /** Whether something of a table is read. */
    public boolean reads(Table read) {
      return isRead() && table.equals(read);
    }
  }

  /** Decides on the results of calls. */
  @FunctionalInterface
  public interface Fault {

    /**
     * Answers a call, or throws.
     *
     * @param store does it, as often as it is asked and also later
     */
    Object answer(Call call, Supplier<Object> store);
  }

  /** Faultless as yet. */
  public FaultyStore(Store store) {
    super(store);
  }

  /** Adds a fault. */
  public synchronized FaultyStore around(Fault added) {
    Fault behind = fault;
    fault = (call, store) -> added.answer(call, () -> behind.answer(call, store));
    return this;
  }

  /** Something happens before each call, which is not made if it throws. */
  public FaultyStore before(Consumer<Call> action) {
    return around(
        (call, store) -> {
          action.accept(call);
          return store.get();
        });
  }

  /**
   * Something happens after each call, which has been made to its end: a scan has read all its
   * rows. The caller is not answered if it throws.
   */
  public FaultyStore after(Consumer<Call> action) {
    return around(
        (call, store) -> {
          Object answer = store.get();
          if (answer instanceof Iterator<?> rows) {
            List<Object> all = new ArrayList<>();
            rows.forEachRemaining(all::add);
            answer = all.iterator();
          }
          action.accept(call);
          return answer;
        });
  }

  /** Some calls are never made. */
  public FaultyStore refuse(Predicate<Call> calls) {
    return before(
        call -> {
          if (calls.test(call)) {
            throw new StoreUnavailableException("refused: " + call.operation());
          }
        });
  }

  /** Some calls are made, and their callers hear nothing. */
  public FaultyStore loseAnswers(Predicate<Call> calls) {
    return after(
        call -> {
          if (calls.test(call)) {
            throw call.operation() == Operation.WRITE_IF
                ? new UnknownOutcomeException("no answer")
                : new StoreUnavailableException("no answer");
          }
        });
  }

  /** Takes all faults away. */
  public synchronized void mend() {
    fault = (_, store) -> store.get();
  }

  @Override
  public void create(Table table) {
    ask(
        new Call(Operation.CREATE, table, Optional.empty(), table),
        () -> {
          super.create(table);
          return table;
        });
  }

  @Override
  public Optional<Row> get(RowKey key) {
    return ask(Call.of(Operation.GET, key.partition(), key), () -> super.get(key));
  }

  @Override
  public Optional<StaticRow> getStatic(PartitionKey key) {
    return ask(Call.of(Operation.GET_STATIC, key, key), () -> super.getStatic(key));
  }

  @Override
  public Optional<StaticRow> look(PartitionKey key) {
    return ask(Call.of(Operation.LOOK, key, key), () -> super.look(key));
  }

  @Override
  public Iterator<Row> scan(Scan scan) {
    return ask(Call.of(Operation.SCAN, scan.partition(), scan), () -> super.scan(scan));
  }

  @Override
  public Iterator<PartitionKey> partitions(PartitionWalk walk) {
    return ask(
        new Call(Operation.PARTITIONS, walk.table(), Optional.empty(), walk),
        () -> super.partitions(walk));
  }

  @Override
  public void write(PlainBatch batch) {
    ask(
        Call.of(Operation.WRITE, batch.partition(), batch),
        () -> {
          super.write(batch);
          return batch;
        });
  }

  @Override
  public FenceOutcome writeIf(FencedBatch batch) {
    return ask(Call.of(Operation.WRITE_IF, batch.partition(), batch), () -> super.writeIf(batch));
  }

  /** A fault returns a result of the store's type. */
  @SuppressWarnings("unchecked")
  private <T> T ask(Call call, Supplier<T> store) {
    return (T) fault.answer(call, store::get);
  }
}
