package io.messina.aggregate.state;

import io.messina.aggregate.window.Window;
import io.messina.store.Bytes;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;

/**
 * The state of a shard. Changes gather in memory until {@link #commit} writes them together with
 * the progress; a {@link #read} sees none of them before.
 *
 * <p>For one thread, but {@link #read} is for any.
 */
public final class ShardState implements LocalState, AutoCloseable {

  /** The memory of a change beside its bytes. */
  private static final int CHANGE_BYTES = 100;

  /** The memory of an object beside its key and itself: its entry and the holder of both. */
  private static final int OBJECT_BYTES = 150;

  private static final byte[] NO_VALUE = {};

  private final StateMemory memory;
  private final StateDatabase database;

  /** Changes since the last commit; null removes. */
  private final NavigableMap<byte[], byte @Nullable []> changes =
      new TreeMap<>(Arrays::compareUnsigned);

  /** The longest unused first. */
  private final Map<Bytes, OpenObject<?>> objects = new LinkedHashMap<>(64, 0.75f, true);

  /**
   * Names this state among the states that share the memory; changes when changes are taken back.
   */
  private Object id = new Object();

  private long objectBytes;
  private long pendingBytes;
  private volatile ShardProgress progress;
  private final AtomicLong windowsDropped = new AtomicLong();

  /**
   * Opens the state of a shard.
   *
   * @param folder of this state alone; made if it does not exist
   * @param memory that it shares with others
   * @throws StateException if it cannot be opened
   * @throws IllegalStateException if the memory is closed
   */
  public ShardState(Path folder, StateMemory memory) {
    this.memory = memory;
    this.database = memory.whileOpen(() -> new StateDatabase(folder, memory));
    try {
      this.progress = read(StateView::progress);
      memory.opened(this);
    } catch (RuntimeException e) {
      database.close();
      throw e;
    }
  }

  /** An object, and whether it was asked for since the last commit. */
  private static final class OpenObject<T> {

    private final ValueType<T> type;
    private final T object;
    private boolean changed;
    private int bytes;

    OpenObject(ValueType<T> type, T object) {
      this.type = type;
      this.object = object;
    }

    byte[] encode() {
      return type.encode(object).toArray();
    }

    int grown(Bytes key) {
      int before = bytes;
      bytes = OBJECT_BYTES + key.length() + type.memoryBytes(object);
      return bytes - before;
    }
  }

  /**
   * The progress of the shard. For any thread.
   *
   * @return of the last commit
   */
  public ShardProgress progress() {
    return progress;
  }

  /**
   * Reads the committed state, as of one moment. For any thread.
   *
   * @param reader must not keep the view
   * @throws IllegalStateException if this is closed
   */
  public <R> R read(Function<StateView, R> reader) {
    return database.read(reader);
  }

  /**
   * Reads the committed state, as of one moment. For any thread.
   *
   * @param reader must not keep the view
   * @return empty if this is closed
   */
  public <R> Optional<R> readIfOpen(Function<StateView, R> reader) {
    return database.readIfOpen(reader);
  }

  /** Whether it was closed. For any thread. */
  public boolean isClosed() {
    return database.isClosed();
  }

  /**
   * The last failure, of any thread. For any thread.
   *
   * @return empty if nothing did; otherwise the state must be opened again
   */
  public Optional<StateException> failure() {
    return Optional.ofNullable(database.failure());
  }

  @Override
  public @Nullable Bytes get(Window window, Bytes key) {
    byte[] value = stored(StateKeys.of(window, key));
    return value == null ? null : Bytes.wrap(value);
  }

  private byte @Nullable [] stored(byte[] full) {
    return changes.containsKey(full) ? changes.get(full) : database.get(full);
  }

  @Override
  public void put(Window window, Bytes key, Bytes value) {
    change(StateKeys.of(window, key), value.toArray());
  }

  private void change(byte[] full, byte @Nullable [] value) {
    changes.put(full, value);
    pendingBytes += CHANGE_BYTES + full.length + (value == null ? 0 : value.length);
  }

  @Override
  public void delete(Window window, Bytes key) {
    byte[] full = StateKeys.of(window, key);
    Bytes name = Bytes.wrap(full);
    if (memory.isKnown(id, name)) {
      memory.know(new Object(), name);
    }
    change(full, null);
  }

  @Override
  public boolean addIfAbsent(Window window, Bytes key) {
    byte[] full = StateKeys.of(window, key);
    Bytes name = Bytes.wrap(full);
    if (memory.isKnown(id, name)) {
      return false;
    }
    memory.know(id, name);
    if (stored(full) != null) {
      return false;
    }
    change(full, NO_VALUE);
    return true;
  }

  @Override
  public <T> T open(Window window, Bytes key, ValueType<T> type) {
    byte[] full = StateKeys.of(window, key);
    @SuppressWarnings("unchecked") // of one type for each key
    OpenObject<T> open =
        (OpenObject<T>)
            objects.computeIfAbsent(
                Bytes.wrap(full), any -> new OpenObject<>(type, object(full, type)));
    if (!open.changed) {
      open.changed = true;
      pendingBytes +=
          CHANGE_BYTES + OBJECT_BYTES + 2L * full.length + type.memoryBytes(open.object);
    }
    return open.object;
  }

  private <T> T object(byte[] full, ValueType<T> type) {
    byte[] stored = stored(full);
    if (stored == null) {
      return type.empty();
    }
    try {
      return type.decode(Bytes.wrap(stored));
    } catch (RuntimeException e) {
      throw database.unreadable(e);
    }
  }

  /**
   * Says whether changes take so much memory that they should be committed before the next event.
   */
  public boolean isFull() {
    return pendingBytes > memory.pendingMax();
  }

  @Override
  public void range(Window window, Bytes prefix, Bytes first, BiPredicate<Bytes, Bytes> each) {
    gatherObjects();
    var _ =
        database.whileOpen(
            () -> {
              merged(window, prefix, first.compareTo(prefix) < 0 ? prefix : first, each);
              return true;
            });
  }

  /** The stored values, and the changes since. */
  private void merged(Window window, Bytes prefix, Bytes first, BiPredicate<Bytes, Bytes> each) {
    byte[] from = StateKeys.of(window, prefix);
    byte[] least = StateKeys.of(window, first);
    NavigableMap<byte[], byte @Nullable []> merged = changes.tailMap(least, true);
    var changed = merged.entrySet().iterator();
    Map.Entry<byte[], byte @Nullable []> change = changed.hasNext() ? changed.next() : null;
    try (ReadOptions options = new ReadOptions();
        RocksIterator at = database.iterator(options)) {
      at.seek(least);
      boolean goOn = true;
      while (goOn) {
        byte[] stored = at.isValid() && StateKeys.startsWith(at.key(), from) ? at.key() : null;
        byte[] next =
            change != null && StateKeys.startsWith(change.getKey(), from) ? change.getKey() : null;
        if (stored == null && next == null) {
          break;
        }
        int order = stored == null ? 1 : next == null ? -1 : Arrays.compareUnsigned(stored, next);
        byte[] key = order < 0 ? stored : next;
        byte[] value = order < 0 || change == null ? at.value() : change.getValue();
        if (order <= 0) {
          at.next();
        }
        if (order >= 0) {
          change = changed.hasNext() ? changed.next() : null;
        }
        goOn = value == null || key == null || each.test(StateKeys.key(key), Bytes.wrap(value));
      }
      at.status();
    } catch (RocksDBException e) {
      throw database.unreadable(e);
    }
  }

  private void gatherObjects() {
    objects.forEach(
        (key, open) -> {
          if (open.changed) {
            changes.put(key.toArray(), open.encode());
            open.changed = false;
            grown(open.grown(key));
          }
        });
  }

  private void grown(long bytes) {
    objectBytes += bytes;
    memory.grown(bytes);
  }

  /** Takes back all changes since the last commit. */
  public void discard() {
    changes.clear();
    objects.clear();
    grown(-objectBytes);
    pendingBytes = 0;
    id = new Object();
  }

  /**
   * Writes all changes since the last commit together with the progress, in one batch. Windows that
   * are dropped by then are removed in the same batch.
   *
   * @param reached how far the shard was read
   * @throws StateException if it cannot be written: the state must be opened again
   */
  public void commit(ShardProgress reached) {
    gatherObjects();
    try (WriteBatch batch = new WriteBatch()) {
      for (Map.Entry<byte[], byte @Nullable []> change : changes.entrySet()) {
        byte[] value = change.getValue();
        if (value == null) {
          batch.delete(change.getKey());
        } else {
          batch.put(change.getKey(), value);
        }
      }
      if (reached.keptFromMillis() > progress.keptFromMillis()) {
        windowsDropped.addAndGet(countWindows(progress.keptFromMillis(), reached.keptFromMillis()));
        batch.deleteRange(
            StateKeys.from(progress.keptFromMillis()), StateKeys.from(reached.keptFromMillis()));
        forgetBefore(reached.keptFromMillis());
      }
      database.write(batch, reached.encode());
    } catch (RocksDBException e) {
      throw new StateException("a batch of the state cannot be made", e);
    }
    changes.clear();
    pendingBytes = 0;
    progress = reached;
    makeRoom();
  }

  private long countWindows(long fromMillis, long toMillis) {
    return read(view -> view.windowStarts(fromMillis, toMillis).size());
  }

  /**
   * The number of windows that were removed because they were kept long enough. For any thread.
   *
   * @return since this was opened
   */
  public long windowsDropped() {
    return windowsDropped.get();
  }

  private void forgetBefore(long startMillis) {
    objects
        .entrySet()
        .removeIf(
            each -> {
              boolean gone = StateKeys.startMillis(each.getKey().toArray()) < startMillis;
              grown(gone ? -each.getValue().bytes : 0);
              return gone;
            });
  }

  /**
   * Gives back memory that others need. Called by {@link #commit}, and must be called now and then
   * by an owner that has nothing to commit.
   */
  public void makeRoom() {
    long share = memory.share();
    var eldest = objects.values().iterator();
    while (memory.isFull() && objectBytes > share && eldest.hasNext()) {
      OpenObject<?> object = eldest.next();
      if (!object.changed) {
        grown(-object.bytes);
        eldest.remove();
      }
    }
  }

  /**
   * Makes the committed state survive a crash. Takes as long as the write of its part in memory.
   * For any thread.
   *
   * @throws StateException if it cannot be written: the state must be opened again
   * @throws IllegalStateException if this is closed
   */
  public void flush() {
    database.flush();
  }

  /**
   * Makes a folder of hard links to the committed files, which can be opened like this one. For any
   * thread; a commit waits for it.
   *
   * @param target must not exist yet
   * @return how far the shard was read in it
   * @throws StateException if it cannot be made
   * @throws IllegalStateException if this is closed
   */
  public ShardProgress checkpoint(Path target) {
    byte[] stored = database.checkpoint(target);
    return stored == null ? ShardProgress.NONE : ShardProgress.decode(stored);
  }

  /**
   * Reads all of a table of a {@linkplain #checkpoint checkpoint}. For any thread.
   *
   * @param table a file of it
   * @throws StateException if the table is damaged: the state must be opened again
   */
  public void verify(Path table) {
    database.verify(table);
  }

  /**
   * Makes sure that a table of any state can be read.
   *
   * @throws StateException if it cannot
   */
  public static void checkTable(Path table) {
    try {
      StateDatabase.checkTable(table);
    } catch (RocksDBException e) {
      throw new StateException(table + ": the table cannot be read", e);
    }
  }

  /**
   * Checks that a folder of tables is a state that can be opened, and changes nothing.
   *
   * @param folder that is not open
   * @throws StateException if it cannot
   */
  public static void checkOpens(Path folder) {
    try {
      StateDatabase.checkOpens(folder);
    } catch (RocksDBException e) {
      throw new StateException(folder + ": the state cannot be opened", e);
    }
  }

  /**
   * Waits for reads. Changes that were not {@linkplain #flush flushed} are read from the stream
   * again, so that an owner that has lost the shard can end at once. For any thread, while no other
   * changes it.
   */
  @Override
  public void close() {
    database.close();
    memory.closed(this);
    memory.grown(-objectBytes);
    objectBytes = 0;
  }
}
