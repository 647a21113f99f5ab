package io.messina.aggregate.snapshot;

import io.messina.aggregate.snapshot.SnapshotNote.Entry;
import io.messina.aggregate.snapshot.StoredFile.Content;
import io.messina.aggregate.state.ShardProgress;
import io.messina.aggregate.state.ShardState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The snapshots of one shard during one ownership of it. A snapshot counts only once its note,
 * which {@link #take} returns, is committed by a write that fails if the shard has another owner by
 * then.
 *
 * <p>One call at a time, by any thread; {@link #stats} at any time by any thread. A call whose
 * thread is interrupted ends with a {@link SnapshotException} soon.
 */
public final class ShardSnapshots {

  private static final Logger LOG = LoggerFactory.getLogger(ShardSnapshots.class);

  private final SnapshotPlace place;
  private final String prefix;
  private final SnapshotUpload upload;
  private final SnapshotRestore stored;

  /**
   * The manifests, read or made, of the snapshots that the last note names, or the next one may
   * name.
   */
  private final Map<String, Manifest> known = new HashMap<>();

  /** Objects that cannot be restored, which no later snapshot must rely on. */
  private final Set<String> unsound = new HashSet<>();

  private final Set<String> unpublished = new HashSet<>();
  private boolean sweepFailed;
  private volatile Stats stats = new Stats(0, 0, 0, 0, 0);

  /**
   * The snapshots of a shard.
   *
   * @param prefix of the shard's objects, without a slash at its end: {@code visits~1/clicks~2/7}
   * @param writer drawn again for each ownership: 16 hexadecimal digits
   */
  public ShardSnapshots(SnapshotPlace place, String prefix, String writer) {
    this.place = place;
    this.prefix = prefix;
    this.upload = new SnapshotUpload(place, prefix, writer);
    this.stored = new SnapshotRestore(place, prefix);
  }

  /**
   * The result of a restore.
   *
   * @param next the first position whose event is not in the state, packed
   * @param skipped the number of newer snapshots that were not sound
   */
  public record Restored(long next, int skipped) {}

  /**
   * The counts since this was made.
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
   * Copies the newest sound snapshot that a note names into a folder. A snapshot that misses a
   * file, has a file of other bytes, or cannot be read as a state is passed over with a warning
   * that names it.
   *
   * @param note of the last commit of the shard; may be empty
   * @param folder is made if it does not exist; must be empty; emptied if nothing is restored
   * @return empty if the note names no sound snapshot
   * @throws SnapshotException if the place cannot be read now, or a newer version of Messina wrote
   *     the snapshot: nothing is lost, and the same call may succeed later
   */
  public Optional<Restored> restore(String note, Path folder) {
    prepare(folder);
    int skipped = 0;
    for (Entry entry : SnapshotNote.parse(note).entries()) {
      try {
        Manifest manifest = stored.manifest(entry.manifest(), folder.resolve(entry.manifest()));
        known.put(entry.manifest(), manifest);
        stored.copy(entry.manifest(), manifest, folder);
        return Optional.of(new Restored(manifest.next(), skipped));
      } catch (UnsoundException e) {
        passOver(entry, e);
        unsound.add(entry.manifest());
        skipped++;
        empty(folder);
      }
    }
    return Optional.empty();
  }

  private static void prepare(Path folder) {
    try {
      Folders.create(folder);
      if (!Folders.isEmpty(folder)) {
        throw new IllegalArgumentException("folder: %s (expected: an empty one)".formatted(folder));
      }
    } catch (IOException e) {
      throw new SnapshotException(folder + " cannot be made: " + e, e);
    }
  }

  private static void empty(Path folder) {
    try {
      Folders.delete(folder);
      Folders.create(folder);
    } catch (IOException e) {
      throw new SnapshotException(folder + " cannot be emptied: " + e, e);
    }
  }

  private void passOver(Entry entry, UnsoundException found) {
    unsound.add(found.object());
    LOG.warn(
        "The snapshot {}/{} up to position {} is passed over: {}",
        prefix,
        entry.manifest(),
        entry.next(),
        found.getMessage());
  }

  /**
   * Returns the end of the newest snapshot that a note names, without looking at the place.
   *
   * @param note of the last commit of the shard; may be empty
   * @return the first position whose event is not in it, packed; -1 if the note names none
   * @throws SnapshotException if a newer version of Messina wrote the note
   */
  public static long newest(String note) {
    List<Entry> entries = SnapshotNote.parse(note).entries();
    return entries.isEmpty() ? -1 : entries.getFirst().next();
  }

  /**
   * The number of snapshots that a note names, without a look at the place.
   *
   * @param note of the last commit of the shard; may be empty
   * @throws SnapshotException if a newer version of Messina wrote the note
   */
  public static int count(String note) {
    return SnapshotNote.parse(note).entries().size();
  }

  /**
   * The snapshots that a note names, as objects of the place.
   *
   * @param prefix of the shard's objects
   * @param note of the last commit of the shard; may be empty
   * @return the newest first
   * @throws SnapshotException if a newer version of Messina wrote the note
   */
  public static List<String> objects(String prefix, String note) {
    return SnapshotNote.parse(note).manifests().stream().map(each -> prefix + "/" + each).toList();
  }

  /**
   * Takes a snapshot: flushes the state, links its files into a folder, and uploads the files that
   * the snapshots of the note do not have. The shard may continue with its state at the same time.
   * Nothing counts before the note that this returns is committed.
   *
   * @param scratch on the same file system as the state; is emptied before and removed after
   * @param note of the last commit of the shard; may be empty
   * @return the note to commit, and then to tell {@link #published}; at most 1 KiB of ASCII
   * @throws SnapshotException if something cannot be uploaded; try again later
   * @throws io.messina.aggregate.state.StateException if the state cannot be flushed or read, or a
   *     table of it is damaged
   * @throws IllegalStateException if the state is closed
   */
  public String take(ShardState state, Path scratch, String note) {
    SnapshotNote before = SnapshotNote.parse(note);
    try {
      Folders.delete(scratch);
      Folders.create(scratch);
      List<Entry> sound = sound(before, scratch);
      Path checkpoint = scratch.resolve("checkpoint");
      ShardProgress progress = state.checkpoint(checkpoint);
      List<StoredFile> files = upload.put(state, checkpoint, there(sound));
      Manifest manifest = new Manifest(progress.next(), files);
      String object = upload.put(manifest, scratch.resolve("manifest"));
      known.put(object, manifest);
      unpublished.add(object);
      return noteOf(new Entry(progress.next(), object), sound);
    } catch (IOException e) {
      throw new SnapshotException(scratch + " cannot be read or written: " + e, e);
    } finally {
      count(stats.snapshots(), stats.newestBytes(), 0);
      discard(scratch);
    }
  }

  private static String noteOf(Entry newest, List<Entry> before) {
    List<Entry> entries = new ArrayList<>();
    entries.add(newest);
    before.stream().limit(SnapshotNote.KEPT - 1).forEach(entries::add);
    return new SnapshotNote(entries).text();
  }

  /** The snapshots of a note that can be relied on. */
  private List<Entry> sound(SnapshotNote note, Path scratch) {
    List<Entry> sound = new ArrayList<>();
    for (Entry entry : note.entries()) {
      if (!unsound.contains(entry.manifest()) && isReadable(entry, scratch)) {
        sound.add(entry);
      }
    }
    return sound;
  }

  private boolean isReadable(Entry entry, Path scratch) {
    String object = entry.manifest();
    try {
      known.computeIfAbsent(object, any -> stored.manifest(object, scratch.resolve("manifest")));
      return true;
    } catch (UnsoundException e) {
      passOver(entry, e);
      unsound.add(object);
      return false;
    }
  }

  private Map<Content, String> there(List<Entry> sound) {
    Map<Content, String> there = new HashMap<>();
    for (Entry entry : sound) {
      for (StoredFile file : filesOf(entry.manifest())) {
        if (!unsound.contains(prefix + "/" + file.object())) {
          there.put(file.content(), file.object());
        }
      }
    }
    return there;
  }

  private List<StoredFile> filesOf(String manifest) {
    Manifest read = known.get(manifest);
    return read == null ? List.of() : read.files();
  }

  private static void discard(Path scratch) {
    try {
      Folders.delete(scratch);
    } catch (IOException e) {
      LOG.warn("{} cannot be removed; the next snapshot tries again", scratch, e);
    }
  }

  /**
   * Removes the objects that the snapshots of a note do not need. Call it after the note's durable
   * commit. Removals that fail are tried again after the next snapshot.
   *
   * @param note that was committed
   * @param stillOwned whether at the moment of this call no other process owns the shard, or was
   *     told so with certainty; asked once, after the objects were listed
   */
  public void published(String note, BooleanSupplier stillOwned) {
    List<String> manifests = SnapshotNote.parse(note).manifests();
    countPublished(manifests);
    known.keySet().retainAll(manifests);
    if (!known.keySet().containsAll(manifests)) {
      return;
    }
    Set<String> kept = new HashSet<>(manifests);
    known.values().forEach(each -> each.files().forEach(file -> kept.add(file.object())));
    upload.published(kept);
    try {
      sweep(kept, stillOwned);
      sweepFailed = false;
    } catch (SnapshotException e) {
      sweepFailed(e);
    }
  }

  private void countPublished(List<String> manifests) {
    for (String manifest : manifests) {
      if (unpublished.contains(manifest)) {
        count(stats.snapshots() + 1, bytesOf(manifests.getFirst()), 0);
      }
    }
    unpublished.clear();
  }

  private long bytesOf(String manifest) {
    Manifest read = known.get(manifest);
    return read == null ? 0 : read.bytes();
  }

  /**
   * A process that owns the shard after the objects were listed knows that none of these can be
   * published any more that is not published: a former owner's note is rejected, and a later owner
   * writes other names.
   */
  private void sweep(Set<String> kept, BooleanSupplier stillOwned) {
    List<String> garbage = new ArrayList<>();
    for (String name : place.list(prefix + "/")) {
      if (!kept.contains(name.substring(prefix.length() + 1))) {
        garbage.add(name);
      }
    }
    if (!garbage.isEmpty() && stillOwned.getAsBoolean()) {
      place.delete(garbage);
      count(stats.snapshots(), stats.newestBytes(), garbage.size());
    }
  }

  private void sweepFailed(SnapshotException why) {
    if (!sweepFailed) {
      LOG.warn("Former snapshots of {} are not removed yet: {}", prefix, why.getMessage());
    }
    sweepFailed = true;
  }

  private void count(long snapshots, long newestBytes, int swept) {
    stats =
        new Stats(
            snapshots, upload.files(), upload.bytes(), newestBytes, stats.sweptObjects() + swept);
  }

  /**
   * The counts so far. For any thread.
   *
   * @return as of now
   */
  public Stats stats() {
    return stats;
  }
}
