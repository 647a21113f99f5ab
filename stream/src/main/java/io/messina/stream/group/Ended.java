package io.messina.stream.group;

import io.messina.runtime.RequestException;
import io.messina.stream.ShardId;
import io.messina.stream.owner.NotOwnerException;

/** Why a group has ended at this owner, and the exceptions for its callers. */
sealed interface Ended {

  /** The exception for a request that was certainly not done. */
  RuntimeException refusal();

  /** The exception for a request that may have been done. */
  RuntimeException doubt();

  /** The shard has another owner, or soon will. */
  record Lost(ShardId shard) implements Ended {

    @Override
    public RuntimeException refusal() {
      return new NotOwnerException(shard);
    }

    @Override
    public RuntimeException doubt() {
      return new RequestException.Unknown(shard + ": lost before it was written");
    }
  }

  /** The group was deleted. */
  record Dropped(String group) implements Ended {

    @Override
    public RuntimeException refusal() {
      return new RequestException.NotFound(
          RequestException.NotFound.Kind.GROUP,
          "group: " + group + " (expected: one that was created)");
    }

    @Override
    public RuntimeException doubt() {
      return refusal();
    }
  }

  /** The group failed and is set aside. */
  record Broken(String group, String reason) implements Ended {

    @Override
    public RuntimeException refusal() {
      return new RequestException.Unavailable(group + ": set aside: " + reason);
    }

    @Override
    public RuntimeException doubt() {
      return new RequestException.Unknown(group + ": set aside: " + reason);
    }
  }
}
