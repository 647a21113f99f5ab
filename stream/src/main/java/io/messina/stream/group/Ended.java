package io.messina.stream.group;

import io.messina.stream.ShardId;
import io.messina.stream.StreamException;
import io.messina.stream.peer.NotOwnerException;

/** Why a group does nothing any more at this owner, and what its callers are told. */
sealed interface Ended {

  /** What to tell of something that was certainly not done. */
  RuntimeException refusal();

  /** What to tell of something that may have been done. */
  RuntimeException doubt();

  /** The shard has another owner, or soon will. */
  record Lost(ShardId shard) implements Ended {

    @Override
    public RuntimeException refusal() {
      return new NotOwnerException(shard);
    }

    @Override
    public RuntimeException doubt() {
      return new StreamException.Unknown(shard + ": lost before it was written");
    }
  }

  /** The group was deleted. */
  record Dropped(String group) implements Ended {

    @Override
    public RuntimeException refusal() {
      return new StreamException.NotFound(
          StreamException.NotFound.Kind.GROUP,
          "group: " + group + " (expected: one that was created)");
    }

    @Override
    public RuntimeException doubt() {
      return refusal();
    }
  }

  /** Something is wrong with it. */
  record Broken(String group, String reason) implements Ended {

    @Override
    public RuntimeException refusal() {
      return new StreamException.Unavailable(group + ": set aside: " + reason);
    }

    @Override
    public RuntimeException doubt() {
      return new StreamException.Unknown(group + ": set aside: " + reason);
    }
  }
}
