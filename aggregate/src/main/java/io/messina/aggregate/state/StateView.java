package io.messina.aggregate.state;

import io.messina.aggregate.window.Window;
import io.messina.store.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/** The state of a shard as of one moment. Good only while it is being read. */
public final class StateView implements ReadableState {

  private final StateDatabase database;
  private final ReadOptions options;
  private @Nullable ShardProgress progress; // once it was asked for: it is that of one moment

  StateView(StateDatabase database, ReadOptions options) {
    this.database = database;
    this.options = options;
  }

  /**
   * The progress of the shard.
   *
   * @return {@link ShardProgress#NONE} before the first page
   * @throws StateException if it cannot be read
   */
  public ShardProgress progress() {
    ShardProgress known = progress;
    if (known == null) {
      known = read();
      progress = known;
    }
    return known;
  }

  private ShardProgress read() {
    byte[] stored = database.progress(options);
    try {
      return stored == null ? ShardProgress.NONE : ShardProgress.decode(stored);
    } catch (RuntimeException e) {
      throw database.unreadable(e);
    }
  }

  /**
   * Returns the starts of all windows that have something, in their order.
   *
   * @param fromMillis the first wanted one
   * @param toMillis the first unwanted one
   * @throws StateException if it cannot be read
   */
  public List<Long> windowStarts(long fromMillis, long toMillis) {
    List<Long> starts = new ArrayList<>();
    try (RocksIterator at = database.iterator(options)) {
      at.seek(StateKeys.from(Math.max(fromMillis, progress().keptFromMillis())));
      while (at.isValid()) {
        long start = StateKeys.startMillis(at.key());
        if (start >= toMillis) {
          break;
        }
        starts.add(start);
        at.seek(StateKeys.from(start + 1));
      }
      at.status();
    } catch (RocksDBException e) {
      throw database.unreadable(e);
    }
    return starts;
  }

  /**
   * Returns the start of the first window that has something.
   *
   * @param fromMillis the first wanted one
   * @param toMillis the first unwanted one
   * @throws StateException if it cannot be read
   */
  public OptionalLong firstWindow(long fromMillis, long toMillis) {
    try (RocksIterator at = database.iterator(options)) {
      at.seek(StateKeys.from(Math.max(fromMillis, progress().keptFromMillis())));
      OptionalLong found =
          at.isValid() ? OptionalLong.of(StateKeys.startMillis(at.key())) : OptionalLong.empty();
      at.status();
      return found.isPresent() && found.getAsLong() < toMillis ? found : OptionalLong.empty();
    } catch (RocksDBException e) {
      throw database.unreadable(e);
    }
  }

  @Override
  public @Nullable Bytes get(Window window, Bytes key) {
    byte[] value = database.get(options, StateKeys.of(window, key));
    return value == null ? null : Bytes.wrap(value);
  }

  @Override
  public void range(Window window, Bytes prefix, Bytes first, BiPredicate<Bytes, Bytes> each) {
    byte[] from = StateKeys.of(window, prefix);
    try (RocksIterator at = database.iterator(options)) {
      boolean goOn = true;
      for (at.seek(StateKeys.of(window, first.compareTo(prefix) < 0 ? prefix : first));
          goOn && at.isValid();
          at.next()) {
        byte[] key = at.key();
        if (!StateKeys.startsWith(key, from)) {
          break;
        }
        goOn = each.test(StateKeys.key(key), Bytes.wrap(at.value()));
      }
      at.status();
    } catch (RocksDBException e) {
      throw database.unreadable(e);
    }
  }
}
