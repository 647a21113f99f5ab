package io.messina.aggregate.node;

import io.messina.api.Position;
import io.messina.runtime.Mutex;
import io.messina.stream.owner.Commit;
import io.messina.stream.owner.OwnGroup;

/**
 * The commits of a shard during one ownership: how far it was read, for people to see, and the note
 * that names the snapshots that count. Once the shard has another owner, nothing is committed by
 * this. Safe for use by many threads.
 */
final class GroupCommits {

  private final OwnGroup group;
  private final Mutex committing = new Mutex();

  GroupCommits(OwnGroup group) {
    this.group = group;
  }

  String note() {
    return group.committed().note();
  }

  /** Keeps the note. While another one is being committed, it does nothing: the next page will. */
  void reached(Position next) {
    if (committing.tryLock()) {
      try {
        Commit last = group.committed();
        group.commitLater(new Commit(next, last.run(), last.note()));
      } finally {
        committing.unlock();
      }
    }
  }

  /**
   * Commits a note durably, with the position that was committed last.
   *
   * @return whether it counts; it does not if the group was moved since
   */
  boolean publish(String note) {
    try (var _ = committing.hold()) {
      Commit last = group.committed();
      group.commit(new Commit(last.position(), last.run(), note));
      return note().equals(note);
    }
  }
}
