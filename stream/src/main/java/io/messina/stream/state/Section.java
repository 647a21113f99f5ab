package io.messina.stream.state;

/** The parts of a shard's fenced state; each has its own row names. */
public enum Section {
  /** The ends of lanes: by epoch, see {@code io.messina.stream.shard}. */
  CUTS("cuts"),
  /** The position up to which other rows cover the log, see {@code io.messina.stream.append}. */
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

  /** Returns the text in the column {@code section}. */
  public String value() {
    return value;
  }
}
