package io.messina.stream.group;

import io.messina.stream.follow.JobDeadLetters;
import io.messina.stream.owner.SavedState;
import io.messina.stream.owner.Section;
import io.messina.stream.owner.ShardSite;

/** Deletes the dead letters of all groups of a shard whose stream is deleted. */
public final class GroupErasure {

  private GroupErasure() {}

  /**
   * Deletes them. A repeat changes nothing.
   *
   * @param site the owned shard
   * @param saved its state, which names its groups
   * @return false if the shard was lost
   */
  public static boolean erase(ShardSite site, SavedState saved) {
    return saved.section(Section.CLAIMS).keySet().stream()
            .allMatch(group -> new ShardDeadLetters(site, group).deleteAll())
        && saved.section(Section.FOLLOWS).keySet().stream()
            .allMatch(group -> JobDeadLetters.erase(site, group));
  }
}
