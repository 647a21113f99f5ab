package io.messina.stream.state;

/** The parts of a shard's fenced state; each has rows of its own names. */
public enum Section {
  /** Where lanes end: by epoch, see {@code io.messina.stream.shard}. */
  CUTS("cuts"),
  /** Up to where the log is accounted for in other rows, see {@code io.messina.stream.append}. */
  APPEND("append"),
  /** The highest batch of each source, by its name. */
  SOURCES("sources"),
  /** Open buckets of the schedule, by number. */
  DUE("due"),
  /** The delivery state of claim groups, by name and generation. */
  CLAIMS("claims"),
  /** The positions of follow groups, by name and generation. */
  FOLLOWS("follows");

  private final String value;

  Section(String value) {
    this.value = value;
  }

  /**
   * What stands in the column {@code section}.
   *
   * @return the text
   */
  public String value() {
    return value;
  }
}
