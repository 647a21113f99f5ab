package io.messina.aggregate.snapshot;

import io.messina.aggregate.state.ShardState;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * The snapshots of one shard during one ownership of it. A snapshot counts only once its note,
 * which {@link #take} returns, is committed by a write that fails if the shard has another owner by
 * then.
 *
 * <p>One call at a time, by any thread; {@link #stats} at any time by any thread. A call whose
 * thread is interrupted ends with a {@link SnapshotException} soon.
 */
public final class ShardSnapshots {

  private static final Stats NONE = new Stats(0, 0, 0, 0, 0);

  private volatile Stats stats = NONE;

  /**
   * The snapshots of a shard.
   *
   * @param place where they are
   * @param prefix of the shard's objects, without a slash at its end: {@code visits~1/clicks~2/7}
   * @param writer drawn anew for each ownership: 16 hexadecimal digits
   */
  public ShardSnapshots(SnapshotPlace place, String prefix, String writer) {}

  /**
   * What was restored.
   *
   * @param next the first position whose event is not in the state, packed
   * @param skipped how many newer snapshots were not sound
   */
  public record Restored(long next, int skipped) {}

  /**
   * What was done since this was made.
   *
   * @param snapshots that were published
   * @param uploadedFiles also of snapshots that were not published
   * @param uploadedBytes of these files
   * @param newestBytes size of the newest published snapshot as a whole, 0 if it is not known
   * @param sweptObjects removed as no published snapshot needs them
   */
  public record Stats(
      long snapshots,
      long uploadedFiles,
      long uploadedBytes,
      long newestBytes,
      long sweptObjects) {}

  /**
   * Copies the newest sound snapshot that a note names into a folder. One that misses a file or has
   * a file of other bytes is passed over with a warning that names it.
   *
   * @param note of the last commit of the shard; may be empty
   * @param folder is made if it is not there; must be empty; emptied if nothing is restored
   * @return empty if the note names no sound snapshot
   * @throws SnapshotException if the place cannot be read now, or a newer version of Messina wrote
   *     the snapshot: nothing is lost, and the same call may succeed later
   */
  public Optional<Restored> restore(String note, Path folder) {
    throw new UnsupportedOperationException(note + folder);
  }

  /**
   * Up to where the newest snapshot reaches that a note names, without looking at the place.
   *
   * @param note of the last commit of the shard; may be empty
   * @return the first position whose event is not in it, packed; -1 if the note names none
   * @throws SnapshotException if a newer version of Messina wrote the note
   */
  public static long newest(String note) {
    throw new UnsupportedOperationException(note);
  }

  /**
   * Takes a snapshot: flushes the state, links its files into a folder, and uploads those that the
   * snapshots of the note do not have. The shard may go on with its state meanwhile. Nothing counts
   * before the note that this returns is committed.
   *
   * @param state of the shard
   * @param scratch on the same file system as the state; is emptied before and removed after
   * @param note of the last commit of the shard; may be empty
   * @return the note to commit, and then to tell {@link #published}; at most 1 KiB of ASCII
   * @throws SnapshotException if something cannot be uploaded; try again later
   * @throws io.messina.aggregate.state.StateException if the state cannot be flushed or read
   * @throws IllegalStateException if the state is closed
   */
  public String take(ShardState state, Path scratch, String note) {
    throw new UnsupportedOperationException(note + state + scratch);
  }

  /**
   * Removes what the snapshots of a note do not need. Call it after the note's durable commit. What
   * cannot be removed now is tried again after the next snapshot.
   *
   * @param note that was committed
   * @param stillOwned whether at the moment of this call nobody else owns the shard, or was told so
   *     with certainty; asked once, after the objects were listed
   */
  public void published(String note, BooleanSupplier stillOwned) {
    throw new UnsupportedOperationException(note + stillOwned);
  }

  /**
   * What was done so far. For any thread.
   *
   * @return as of now
   */
  public Stats stats() {
    return stats;
  }
}
