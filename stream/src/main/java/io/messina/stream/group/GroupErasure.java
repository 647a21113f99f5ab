package io.messina.stream.group;

import io.messina.stream.state.SavedState;
import io.messina.stream.state.Section;
import io.messina.stream.state.ShardSite;

/** Deletes the dead letters of all groups of a shard whose stream is deleted. */
public final class GroupErasure {

  private GroupErasure() {}

  /**
   * Deletes them. Repeating it changes nothing.
   *
   * @param site the shard, which is owned
   * @param saved its state, which tells what groups there were
   * @return false where the shard was lost instead
   */
  public static boolean erase(ShardSite site, SavedState saved) {
    return saved.section(Section.CLAIMS).keySet().stream()
        .allMatch(group -> new DeadLetters(site, group).deleteAll());
  }
}
