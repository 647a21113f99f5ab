package io.messina.stream.group;

import io.messina.api.Position;
import io.messina.runtime.Futures;
import io.messina.runtime.Mutex;
import io.messina.store.Bytes;
import io.messina.stream.StreamException;
import io.messina.stream.delivery.WriteNeed;
import io.messina.stream.owner.Commit;
import io.messina.stream.owner.Section;
import io.messina.stream.owner.ShardSite;
import io.messina.stream.owner.StateChanges;
import io.messina.stream.owner.StatePart;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The committed position of the followers of a group on a shard. A seek begins a run; what was read
 * in an earlier one can no longer be committed. Safe for use by many threads.
 *
 * <pre>
 *   state: | version, 1 byte: 1 | position, packed, 8 bytes, big-endian |
 * </pre>
 */
final class FollowGroup implements StatePart {

  /** How long a position that nobody waits for may stay unwritten. */
  static final Duration LATER = Duration.ofSeconds(1);

  private static final int VERSION = 1;
  private static final int STATE_BYTES = 1 + Long.BYTES;

  private final ShardSite site;
  private final String name;
  private final Mutex lock = new Mutex();
  private final CompletableFuture<Void> begun = new CompletableFuture<>();
  private Position position; // under the lock, as are the fields below
  private int run;
  private boolean changed;
  private boolean overdue;
  private boolean alarmed;
  private boolean writing;
  private List<CompletableFuture<Void>> waiting = new ArrayList<>();
  private List<CompletableFuture<Void>> inWrite = new ArrayList<>();
  private @Nullable Ended ended;

  /** Where to read, and in which run. */
  record Place(Position position, int run) {}

  /** A group at a place; {@code isNew} if that is not durable yet. */
  FollowGroup(ShardSite site, String name, Place place, boolean isNew) {
    this.site = site;
    this.name = name;
    this.position = place.position();
    this.run = place.run();
    this.changed = isNew;
    if (isNew) {
      waiting.add(begun);
    } else {
      begun.complete(null);
    }
  }

  /**
   * Decodes a state.
   *
   * @throws IllegalArgumentException if the bytes are damaged
   */
  static Position decode(Bytes state) {
    if (state.length() != STATE_BYTES || state.at(0) != VERSION) {
      throw new IllegalArgumentException("unreadable position of followers: " + state);
    }
    return Position.unpack(state.asByteBuffer().getLong(1));
  }

  private static Bytes encode(Position position) {
    ByteBuffer to = ByteBuffer.allocate(STATE_BYTES);
    to.put((byte) VERSION).putLong(position.packed());
    return Bytes.wrap(to.array());
  }

  /** Completed once the group's state is durable. */
  CompletableFuture<Void> begun() {
    return begun;
  }

  Place committed() {
    try (var _ = lock.hold()) {
      refuseIfEnded();
      return new Place(position, run);
    }
  }

  /** Moves forward to a position; returns once that is durable. */
  void commit(Commit to, Position end) {
    checkBefore(to.position(), end);
    CompletableFuture<Void> durable;
    try (var _ = lock.hold()) {
      refuseIfEnded();
      advance(to);
      durable = durable();
    }
    Futures.join(durable);
  }

  /** Moves forward to a position without waiting for the write. */
  void commitLater(Commit to, Position end) {
    checkBefore(to.position(), end);
    try (var _ = lock.hold()) {
      refuseIfEnded();
      advance(to);
      if (changed && !alarmed) {
        alarmed = true;
        site.time().schedule(LATER, this::ring);
      }
    }
  }

  /** Moves to any position, unless a later run has begun in the meantime. */
  void seek(Place to) {
    CompletableFuture<Void> durable;
    try (var _ = lock.hold()) {
      refuseIfEnded();
      if (to.run() >= run) {
        changed |= !position.equals(to.position());
        position = to.position();
        run = to.run();
      }
      durable = durable();
    }
    Futures.join(durable);
  }

  private static void checkBefore(Position to, Position end) {
    if (to.compareTo(end) > 0) {
      throw new StreamException.Refused(
          StreamException.Refused.Reason.OUT_OF_BOUNDS,
          "position: " + to + " (expected: up to " + end + ")");
    }
  }

  private void advance(Commit to) {
    boolean stale = to.run().isPresent() && to.run().getAsInt() != run;
    if (!stale && to.position().compareTo(position) > 0) {
      position = to.position();
      changed = true;
    }
  }

  /** Completed when the present position is durable. */
  private CompletableFuture<Void> durable() {
    CompletableFuture<Void> durable = new CompletableFuture<>();
    if (changed) {
      waiting.add(durable);
      site.state().want();
    } else if (writing) {
      inWrite.add(durable);
    } else {
      durable.complete(null);
    }
    return durable;
  }

  private void ring() {
    try (var _ = lock.hold()) {
      alarmed = false;
      overdue = changed && ended == null;
      if (overdue) {
        site.state().want();
      }
    }
  }

  @Override
  public WriteNeed need() {
    try (var _ = lock.hold()) {
      if (!changed || ended != null) {
        return WriteNeed.NONE;
      }
      return overdue || !waiting.isEmpty() ? WriteNeed.NOW : WriteNeed.LATER;
    }
  }

  @Override
  public void write(StateChanges changes) {
    try (var _ = lock.hold()) {
      if (ended == null) {
        changes.put(Section.FOLLOWS, name, encode(position));
        changed = false;
        overdue = false;
        writing = true;
        inWrite = waiting;
        waiting = new ArrayList<>();
      }
    }
  }

  @Override
  public void written() {
    List<CompletableFuture<Void>> durable;
    try (var _ = lock.hold()) {
      writing = false;
      durable = inWrite;
      inWrite = new ArrayList<>();
    }
    durable.forEach(each -> each.complete(null));
  }

  void end(Ended why) {
    List<CompletableFuture<Void>> left = new ArrayList<>();
    try (var _ = lock.hold()) {
      ended = ended == null ? why : ended;
      left.addAll(waiting);
      left.addAll(inWrite);
      waiting.clear();
      inWrite = new ArrayList<>();
    }
    left.forEach(each -> each.completeExceptionally(why.doubt()));
  }

  private void refuseIfEnded() {
    if (ended != null) {
      throw ended.refusal();
    }
  }
}
