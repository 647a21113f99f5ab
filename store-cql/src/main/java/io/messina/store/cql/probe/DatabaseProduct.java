package io.messina.store.cql.probe;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A database and its version.
 *
 * @param kind which database
 * @param version as it says, such as {@code 5.0.9}; of several the oldest
 */
public record DatabaseProduct(Kind kind, String version) {

  /** The databases there are. */
  public enum Kind {
    /** Apache Cassandra. */
    CASSANDRA("Apache Cassandra"),
    /** ScyllaDB. */
    SCYLLA("ScyllaDB");

    private final String spelled;

    Kind(String spelled) {
      this.spelled = spelled;
    }
  }

  static final Comparator<DatabaseProduct> BY_AGE =
      Comparator.comparingInt((DatabaseProduct product) -> product.part(1))
          .thenComparingInt(product -> product.part(2));

  private static final Pattern VERSION = Pattern.compile("(\\d{1,6})(?:\\.(\\d{1,6}))?.*");

  /**
   * Whether it is at least a version.
   *
   * @param major the first number
   * @param minor the second number
   * @return false if it is older, or if the version is no number
   */
  public boolean isAtLeast(int major, int minor) {
    return part(1) > major || (part(1) == major && part(2) >= minor);
  }

  /**
   * Whether it is ScyllaDB.
   *
   * @return false for Cassandra
   */
  public boolean isScylla() {
    return kind == Kind.SCYLLA;
  }

  /**
   * Whether keyspaces may have tablets instead of vnodes.
   *
   * @return true for ScyllaDB 6.0 and later
   */
  boolean hasTablets() {
    return isScylla() && isAtLeast(6, 0);
  }

  /** Whether conditional statements work in keyspaces with tablets. */
  boolean allowsConditionsOnTablets() {
    return isScylla() && isAtLeast(2025, 4);
  }

  /** As in {@code Apache Cassandra 5.0.9}. */
  @Override
  public String toString() {
    return kind.spelled + " " + version;
  }

  private int part(int number) {
    Matcher matcher = VERSION.matcher(version);
    if (!matcher.matches()) {
      return -1;
    }
    String part = matcher.group(number);
    return part == null ? 0 : Integer.parseInt(part);
  }
}
