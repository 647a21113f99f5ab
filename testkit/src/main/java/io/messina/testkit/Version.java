package io.messina.testkit;

import io.messina.store.Row;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The newest mutation of a row in a PLAIN table.
 *
 * @param timestampMicros its write timestamp
 * @param row the row put, or empty if the row was deleted
 * @param expiresAt the moment from which the row is no longer seen, if any
 */
record Version(long timestampMicros, Optional<Row> row, Optional<Instant> expiresAt) {

  static Version deleted(long timestampMicros) {
    return new Version(timestampMicros, Optional.empty(), Optional.empty());
  }

  Optional<Row> seenAt(Instant now) {
    return row.filter(any -> expiresAt.isEmpty() || now.isBefore(expiresAt.get()));
  }

  /** Returns the same for both orders: the newest, and of equally old ones the delete. */
  static Version newest(Version left, Version right) {
    if (left.timestampMicros != right.timestampMicros) {
      return left.timestampMicros > right.timestampMicros ? left : right;
    }
    if (left.row.isEmpty() || right.row.isEmpty()) {
      return deleted(left.timestampMicros);
    }
    return new Version(
        left.timestampMicros,
        Optional.of(mixed(left.row.get(), right.row.get())),
        latest(left.expiresAt, right.expiresAt));
  }

  /**
   * Column by column, as in Cassandra, so that callers that write twice with one timestamp notice.
   */
  private static Row mixed(Row left, Row right) {
    int columns = left.key().table().columns().size();
    @Nullable Object[] values = new @Nullable Object[columns];
    for (int i = 0; i < columns; i++) {
      values[i] = larger(left.value(i), right.value(i));
    }
    return Row.ofValues(left.key(), values);
  }

  private static @Nullable Object larger(@Nullable Object left, @Nullable Object right) {
    if (left == null || right == null) {
      return null;
    }
    if (left.equals(right)) {
      return left;
    }
    return ValueText.of(left).compareTo(ValueText.of(right)) > 0 ? left : right;
  }

  private static Optional<Instant> latest(Optional<Instant> left, Optional<Instant> right) {
    if (left.isEmpty() || right.isEmpty()) {
      return Optional.empty();
    }
    return left.get().isAfter(right.get()) ? left : right;
  }
}
