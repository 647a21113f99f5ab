package io.messina.aggregate;

import io.messina.store.Bytes;
import java.util.Optional;

/**
 * Selects groups by their bytes. It is data, so that other nodes can be asked for them, too.
 *
 * @param first the lowest one, in the order of unsigned bytes; may be empty
 * @param end the first one behind them; empty if there is no end
 * @param at where {@code part} is in each of them
 * @param part may be empty
 */
public record GroupFilter(Bytes first, Optional<Bytes> end, int at, Bytes part) {

  /** All groups. */
  public static final GroupFilter ANY = between(Bytes.EMPTY, Optional.empty());

  /**
   * Groups in a range.
   *
   * @param first the lowest one
   * @param end the first one behind them; empty if there is no end
   */
  public static GroupFilter between(Bytes first, Optional<Bytes> end) {
    return new GroupFilter(first, end, 0, Bytes.EMPTY);
  }

  /** One group. */
  public static GroupFilter only(Bytes group) {
    return between(group, Optional.of(GroupRange.behind(group)));
  }

  /**
   * Those of these groups that have some bytes at a place.
   *
   * @param place from 0
   */
  public GroupFilter with(int place, Bytes bytes) {
    return new GroupFilter(first, end, place, bytes);
  }

  /** Those of these groups that are behind one. */
  public GroupFilter after(Bytes group) {
    Bytes behind = GroupRange.behind(group);
    return behind.compareTo(first) > 0 ? new GroupFilter(behind, end, at, part) : this;
  }

  boolean isOne() {
    return end.filter(GroupRange.behind(first)::equals).isPresent();
  }

  /** Whether it selects neither a group nor any behind it. */
  boolean isBehind(Bytes group) {
    return end.filter(it -> group.compareTo(it) >= 0).isPresent();
  }

  /** Whether it selects a group. */
  public boolean test(Bytes group) {
    return group.compareTo(first) >= 0 && !isBehind(group) && hasPart(group);
  }

  private boolean hasPart(Bytes group) {
    if (group.length() < at + part.length()) {
      return false;
    }
    for (int i = 0; i < part.length(); i++) {
      if (group.at(at + i) != part.at(i)) {
        return false;
      }
    }
    return true;
  }
}
