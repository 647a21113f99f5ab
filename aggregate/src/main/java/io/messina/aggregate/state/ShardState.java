package io.messina.aggregate.state;

import io.messina.aggregate.window.Window;
import io.messina.store.Bytes;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;

/**
 * The state of a shard. Changes gather in memory until {@link #commit} writes them together with
 * the progress; whoever reads by {@link #read} sees none of them before.
 *
 * <p>For one thread, but {@link #read}, {@link #flush} and {@link #checkpoint} are for any.
 */
public final class ShardState implements LocalState, AutoCloseable {

  /** How many keys without values are remembered as there. */
  private static final int KNOWN = 1 << 16;

  private static final byte[] NO_VALUE = {};

  private final StateDatabase database;
  private final long objectBytesMax;

  /** Changes since the last commit; null removes. */
  private final NavigableMap<byte[], byte @Nullable []> changes =
      new TreeMap<>(Arrays::compareUnsigned);

  /** The longest unused first. */
  private final Map<Bytes, OpenObject<?>> objects = new LinkedHashMap<>(64, 0.75f, true);

  private final @Nullable Bytes[] known = new Bytes[KNOWN];
  private long objectBytes;
  private ShardProgress progress;

  /**
   * Opens the state of a shard.
   *
   * @param folder of its own; made if it is not there
   * @param objectBytesMax how much memory objects may take between two commits
   * @throws StateException if it cannot be opened
   */
  public ShardState(Path folder, long objectBytesMax) {
    this.database = new StateDatabase(folder);
    this.objectBytesMax = objectBytesMax;
    this.progress = read(StateView::progress);
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

    int grown() {
      int before = bytes;
      bytes = type.memoryBytes(object);
      return bytes - before;
    }
  }

  /**
   * How far the shard was read.
   *
   * @return of the last commit
   */
  public ShardProgress progress() {
    return progress;
  }

  /**
   * Reads what is committed, as of one moment. For any thread.
   *
   * @param reader must not keep the view
   * @param <R> what it makes of it
   * @throws IllegalStateException if this is closed
   */
  public <R> R read(Function<StateView, R> reader) {
    return database.read(reader);
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
    changes.put(StateKeys.of(window, key), value.toArray());
  }

  @Override
  public void delete(Window window, Bytes key) {
    byte[] full = StateKeys.of(window, key);
    Bytes name = Bytes.wrap(full);
    if (isKnown(name)) {
      known[place(name)] = null;
    }
    changes.put(full, null);
  }

  @Override
  public boolean addIfAbsent(Window window, Bytes key) {
    byte[] full = StateKeys.of(window, key);
    Bytes name = Bytes.wrap(full);
    if (isKnown(name)) {
      return false;
    }
    known[place(name)] = name;
    if (stored(full) != null) {
      return false;
    }
    changes.put(full, NO_VALUE);
    return true;
  }

  private boolean isKnown(Bytes name) {
    Bytes there = known[place(name)];
    return there != null && there.equals(name);
  }

  private static int place(Bytes name) {
    int hash = name.hashCode();
    return (hash ^ (hash >>> 16)) & (KNOWN - 1);
  }

  @Override
  public <T> T open(Window window, Bytes key, ValueType<T> type) {
    byte[] full = StateKeys.of(window, key);
    @SuppressWarnings("unchecked") // of one type for each key
    OpenObject<T> open =
        (OpenObject<T>)
            objects.computeIfAbsent(
                Bytes.wrap(full), any -> new OpenObject<>(type, object(full, type)));
    open.changed = true;
    return open.object;
  }

  private <T> T object(byte[] full, ValueType<T> type) {
    byte[] stored = stored(full);
    return stored == null ? type.empty() : type.decode(Bytes.wrap(stored));
  }

  @Override
  public void range(Window window, Bytes prefix, BiPredicate<Bytes, Bytes> each) {
    gatherObjects();
    byte[] from = StateKeys.of(window, prefix);
    NavigableMap<byte[], byte @Nullable []> merged = changes.tailMap(from, true);
    var changed = merged.entrySet().iterator();
    Map.Entry<byte[], byte @Nullable []> change = changed.hasNext() ? changed.next() : null;
    try (ReadOptions options = new ReadOptions();
        RocksIterator at = database.iterator(options)) {
      at.seek(from);
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
            objectBytes += open.grown();
          }
        });
  }

  /**
   * Writes all changes since the last commit together with the progress, in one batch. Windows that
   * are gone by then are removed in the same batch.
   *
   * @param reached how far the shard was read
   * @throws StateException if it cannot be written: the state must be opened anew
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
        batch.deleteRange(StateKeys.from(Long.MIN_VALUE), StateKeys.from(reached.keptFromMillis()));
        forgetBefore(reached.keptFromMillis());
      }
      batch.put(StateKeys.PROGRESS, reached.encode());
      database.write(batch);
    } catch (RocksDBException e) {
      throw new StateException("a batch of the state cannot be made", e);
    }
    changes.clear();
    progress = reached;
    makeRoom();
  }

  private void forgetBefore(long startMillis) {
    objects
        .entrySet()
        .removeIf(
            each -> {
              boolean gone = StateKeys.startMillis(each.getKey().toArray()) < startMillis;
              objectBytes -= gone ? each.getValue().bytes : 0;
              return gone;
            });
  }

  private void makeRoom() {
    for (var eldest = objects.values().iterator();
        objectBytes > objectBytesMax && eldest.hasNext(); ) {
      objectBytes -= eldest.next().bytes;
      eldest.remove();
    }
  }

  /**
   * What is committed is there after a crash. Takes as long as writing what memory has of it. For
   * any thread.
   *
   * @throws StateException if it cannot be written
   * @throws IllegalStateException if this is closed
   */
  public void flush() {
    database.flush();
  }

  /**
   * Flushes what is committed and makes a folder of hard links to it, which can be opened like this
   * one. For any thread, also while another one commits: the folder is as of one commit.
   *
   * @param target must not be there yet, but what it is in; on the file system of this state
   * @return up to where the folder reaches
   * @throws StateException if it cannot be made, or what was made cannot be opened
   * @throws IllegalStateException if this is closed
   */
  public ShardProgress checkpoint(Path target) {
    return database.checkpoint(target);
  }

  /**
   * Waits for reads. What was not {@linkplain #flush flushed} is read from the stream again, so
   * that whoever has lost the shard can end at once.
   */
  @Override
  public void close() {
    database.close();
  }
}
