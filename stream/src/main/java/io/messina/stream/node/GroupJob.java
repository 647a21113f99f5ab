package io.messina.stream.node;

import io.messina.runtime.job.RunningJob;
import java.util.Optional;

/** A job whose progress is that of one group. */
public interface GroupJob extends RunningJob {

  /** The group that it follows. */
  Group group();

  @Override
  default boolean isThere() {
    return group().isThere();
  }

  @Override
  default Optional<Long> lag() {
    return Optional.of(group().followerLag());
  }
}
