package io.messina.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.store.Fence;
import io.messina.store.FenceOutcome;
import io.messina.store.FencedBatch;
import io.messina.store.Incarnation;
import io.messina.store.StoreUnavailableException;
import io.messina.store.Table;
import io.messina.store.UnknownOutcomeException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FullDiskTest {

  @Test
  void a_full_disk_fails_writes_and_not_the_store(@TempDir Path folder) throws Exception {
    long acknowledged;
    try (ChildProcess writer = ChildProcess.start(FullDiskWriter.class, folder)) {
      String line = Objects.requireNonNullElse(writer.readLine(), "");
      assertThat(line).startsWith("acknowledged ");
      acknowledged = Long.parseLong(line.substring("acknowledged ".length()));
      assertThat(writer.waitForExit()).isZero();
    }
    try (RocksStore store =
        RocksStore.open(folder, RocksStoreOptions.DEFAULT, InstantSource.system())) {
      Samples.createAll(store);
      assertThat(Samples.numbers(store, Samples.NOTES, "a")).hasSize((int) acknowledged);
      assertThat(Samples.numbers(store, Samples.EVENTS, "a")).hasSize((int) acknowledged);
    }
  }

  @Test
  void writes_are_refused_before_the_reserve_is_used_up(@TempDir Path folder) {
    RocksStoreOptions greedy = RocksStoreOptions.DEFAULT.withFreeBytesMin(Long.MAX_VALUE);
    try (RocksStore store = RocksStore.open(folder, greedy, InstantSource.system())) {
      Samples.createAll(store);
      assertThatThrownBy(() -> store.write(Samples.put(Samples.NOTES, "a", 1, 1)))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("free bytes on disk: ")
          .hasMessageContaining("(expected: at least " + Long.MAX_VALUE + ")");
      assertThat(store.get(Samples.key(Samples.NOTES, "a", 1))).isEmpty();
    }
  }

  /**
   * Fills its disk, makes room, and checks what it can do meanwhile; prints how many rows were
   * acknowledged.
   */
  static final class FullDiskWriter {

    private static final long FULL_BYTES = 256 * 1024;
    private static final int ROWS_BEFORE = 100;
    private static final int REFUSALS = 20;
    private static final int TRIES_MAX = 1_200;
    private static final long TRY_NANOS = 50_000_000;
    private static final int ROWS_MAX = 100_000;

    private FullDiskWriter() {}

    public static void main(String[] arguments) throws Throwable {
      try (RocksStore store =
          RocksStore.open(
              Path.of(arguments[0]), RocksStoreOptions.DEFAULT, InstantSource.system())) {
        Samples.createAll(store);
        long next = 0;
        while (next < ROWS_BEFORE) {
          store.write(Samples.put(Samples.NOTES, "a", next, next));
          store.write(Samples.put(Samples.EVENTS, "a", next, next));
          next++;
        }
        FileSizeLimit.set(FULL_BYTES);
        while (isWritten(store, next)) {
          next++;
        }
        for (int i = 0; i < REFUSALS; i++) {
          require(!isWritten(store, next), "a full disk took a write");
          checkRows(store, next);
        }
        FencedBatch first =
            FencedBatch.first(
                    new Fence(0, 0, Incarnation.next(new Random(1))),
                    Samples.partition(Samples.COUNTERS, "a"))
                .build();
        require(outcome(store, first).isEmpty(), "a full disk took a fenced write");
        FileSizeLimit.set(Long.MAX_VALUE);
        waitUntilWritten(store, next);
        require(
            outcome(store, first).orElseThrow() instanceof FenceOutcome.Applied,
            "the fenced write sent again");
        checkRows(store, next + 1);
        System.out.println("acknowledged " + (next + 1));
      }
    }

    /** The store tries once a second whether its disk takes writes again. */
    private static void waitUntilWritten(RocksStore store, long number) {
      for (int i = 0; i < TRIES_MAX && !isWritten(store, number); i++) {
        LockSupport.parkNanos(TRY_NANOS);
        require(i < TRIES_MAX - 1, "there is room again, and writes still fail");
      }
    }

    private static boolean isWritten(RocksStore store, long number) {
      require(number < ROWS_MAX, "the disk never became full");
      try {
        store.write(Samples.put(Samples.EVENTS, "a", number, number));
        store.write(Samples.put(Samples.NOTES, "a", number, number));
        return true;
      } catch (StoreUnavailableException e) {
        return false;
      }
    }

    private static Optional<FenceOutcome> outcome(RocksStore store, FencedBatch batch) {
      try {
        return Optional.of(store.writeIf(batch));
      } catch (UnknownOutcomeException | StoreUnavailableException e) {
        return Optional.empty();
      }
    }

    private static void checkRows(RocksStore store, long count) {
      for (long number = 0; number < count; number++) {
        for (Table table : List.of(Samples.NOTES, Samples.EVENTS)) {
          Optional<?> found = store.get(Samples.key(table, "a", number));
          require(
              found.equals(Optional.of(Samples.row(table, "a", number))),
              "row " + number + " of " + table.name() + " is missing");
        }
      }
    }

    private static void require(boolean condition, String message) {
      if (!condition) {
        throw new IllegalStateException(message);
      }
    }
  }

  /**
   * Limits the size of the files that this process writes, by setrlimit: to its writes the disk is
   * full there.
   */
  static final class FileSizeLimit {

    private static final int RLIMIT_FSIZE = 1;

    private FileSizeLimit() {}

    @SuppressWarnings("restricted") // the tests run with native access
    static void set(long bytes) throws Throwable {
      Linker linker = Linker.nativeLinker();
      MemorySegment function = linker.defaultLookup().find("setrlimit").orElseThrow();
      FunctionDescriptor signature =
          FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS);
      MethodHandle setrlimit = linker.downcallHandle(function, signature);
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment limit = arena.allocateFrom(ValueLayout.JAVA_LONG, bytes, Long.MAX_VALUE);
        int result = (int) setrlimit.invokeExact(RLIMIT_FSIZE, limit);
        if (result != 0) {
          throw new IllegalStateException("setrlimit: " + result);
        }
      }
    }
  }
}
