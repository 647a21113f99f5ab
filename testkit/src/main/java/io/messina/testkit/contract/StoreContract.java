package io.messina.testkit.contract;

import io.messina.store.Store;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Every promise of {@link Store}, as tests. An engine is one if a class like this one passes:
 *
 * <pre>{@code
 * final class MyStoreContractTest extends StoreContract {
 *
 *   @Override
 *   protected Store open(InstantSource clock) {
 *     return MyStore.open(newFolder(), clock);
 *   }
 * }
 * }</pre>
 *
 * <p>The examples run in JUnit Jupiter and the properties in jqwik, both on the JUnit platform and
 * both found in this one class, so {@code junit-jupiter-engine} and {@code jqwik-engine} must be in
 * the class path. The parts, each one file to read:
 *
 * <ul>
 *   <li>{@link TablesContract}: creating tables;
 *   <li>{@link RowsContract}: puts and gets;
 *   <li>{@link ValuesContract}: all types, in values and keys, and their order;
 *   <li>{@link ScansContract}: bounds, directions, limits, pages;
 *   <li>{@link PartitionsContract}: walks over the partitions of a table;
 *   <li>{@link NewestWinsContract}: puts and deletes by timestamp, in any order of arrival;
 *   <li>{@link ExpiryContract}: expiry to the millisecond;
 *   <li>{@link AppendOnlyContract}: tables whose rows are put once;
 *   <li>{@link FencesContract}: fenced writes and static columns;
 *   <li>{@link FenceRacesContract}: fenced writes from many threads;
 *   <li>{@link UnknownOutcomesContract}: lost answers;
 *   <li>{@link VisibilityContract}: the view of readers beside a writer;
 *   <li>{@link HistoriesContract}: random histories, compared with a model;
 *   <li>{@link LimitsContract}: the largest and the too large;
 *   <li>{@link LifecycleContract}: interrupts, the floor of timestamps, closing.
 * </ul>
 *
 * <p>A store is opened once for the examples, once for the properties and twice to be closed in a
 * test. The tests share it and a handful of tables: each uses separate partitions, whose names no
 * other run has, so that a database may keep them. The number of tries of a property is set as
 * usual in jqwik, on the class by {@code @PropertyDefaults(tries = 50)} or for all by {@code
 * jqwik.tries.default}.
 */
@ExtendWith(Trials.class)
@AddLifecycleHook(Trials.class)
public abstract class StoreContract
    implements TablesContract,
        RowsContract,
        ValuesContract,
        ScansContract,
        PartitionsContract,
        NewestWinsContract,
        ExpiryContract,
        AppendOnlyContract,
        FencesContract,
        FenceRacesContract,
        UnknownOutcomesContract,
        VisibilityContract,
        HistoriesContract,
        LimitsContract,
        LifecycleContract {

  /** For subclasses. */
  protected StoreContract() {}

  /**
   * Opens a store. It may be empty or hold data of earlier runs, and is closed by the caller.
   *
   * @param clock by which the engine lets rows expire and judges timestamps. It begins at the real
   *     time, and then only tests move it, forward and by hours. Expiries lie minutes ahead of it
   *     or more, so that a database which removes expired rows by its own clock, counting from the
   *     write, never comes first
   */
  protected abstract Store open(InstantSource clock);

  /**
   * An empty folder for an engine that keeps files, deleted after the store was closed. Jupiter's
   * {@code @TempDir} would not do: jqwik does not know it.
   */
  protected final Path newFolder() {
    return Trials.TrialFolders.create(getClass());
  }

  /**
   * Runs tasks at once and waits for all. The default starts a thread for each; an engine that
   * schedules threads itself may use these instead.
   *
   * @param tasks the tasks; none waits for longer than others need to progress
   */
  @Override
  public <T> List<T> runConcurrently(List<? extends Callable<T>> tasks) throws Exception {
    CountDownLatch start = new CountDownLatch(1);
    List<Future<T>> answers = new ArrayList<>();
    try (ExecutorService threads =
        Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
      for (Callable<T> task : tasks) {
        answers.add(
            threads.submit(
                () -> {
                  start.await();
                  return task.call();
                }));
      }
      start.countDown();
      List<T> results = new ArrayList<>();
      for (Future<T> answer : answers) {
        results.add(answer.get());
      }
      return results;
    }
  }

  @Override
  public final Trial trial() {
    return Trials.of(getClass(), () -> Trial.begin(this::open));
  }

  @Override
  public final Store openAnother() {
    return open(trial().clock());
  }
}
