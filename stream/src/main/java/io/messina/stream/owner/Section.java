package io.messina.stream.owner;

import java.util.Locale;

/**
 * The parts of a shard's fenced state; each has its own row names. Stored by their names in lower
 * case.
 */
public enum Section {
  /** The ends of lanes: by epoch, see {@code io.messina.stream.node}. */
  CUTS,
  /** The position up to which other rows cover the log, see {@code io.messina.stream.append}. */
  APPEND,
  /** The highest batch of each source, by its name. */
  SOURCES,
  /** Open buckets of the schedule, by number. */
  DUE,
  /** The delivery state of claim groups, by name and generation. */
  CLAIMS,
  /** The positions of follow groups, by name and generation. */
  FOLLOWS;

  private final String value = name().toLowerCase(Locale.ROOT);

  /** Returns the text in the column {@code section}. */
  public String value() {
    return value;
  }
}
