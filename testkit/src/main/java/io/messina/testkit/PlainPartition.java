package io.messina.testkit;

import io.messina.store.ClusteringKey;
import io.messina.store.Mutation;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A partition of a PLAIN table: the newest version of each row, and every delete that may still
 * hide a late one.
 */
final class PlainPartition implements Partition {

  private final NavigableMap<Place, Version> rows = new TreeMap<>();
  private final List<Deletion> deletions = new ArrayList<>();

  void apply(PlainBatch batch) {
    for (Mutation mutation : batch.mutations()) {
      apply(mutation, batch.timestampMicros());
    }
  }

  /** Drops the deletes before a moment, and the puts that had expired before it. */
  void forget(Instant moment) {
    long micros = ChronoUnit.MICROS.between(Instant.EPOCH, moment);
    deletions.removeIf(deletion -> deletion.timestampMicros() < micros);
    rows.values()
        .removeIf(
            version -> version.timestampMicros() < micros && version.seenAt(moment).isEmpty());
  }

  @Override
  public Optional<Row> row(ClusteringKey key, Instant now) {
    Version version = rows.get(Place.of(key));
    return version == null ? Optional.empty() : version.seenAt(now);
  }

  @Override
  public List<Row> rows(PlaceSpan span, boolean descending, int rowsMax, Instant now) {
    List<Row> seen = new ArrayList<>();
    NavigableMap<Place, Version> view = span.of(rows);
    for (Version version : (descending ? view.descendingMap() : view).values()) {
      version.seenAt(now).ifPresent(seen::add);
      if (seen.size() == rowsMax) {
        break;
      }
    }
    return seen;
  }

  private void apply(Mutation mutation, long timestampMicros) {
    switch (mutation) {
      case Mutation.Put put ->
          add(
              put.row().key().clustering(),
              new Version(timestampMicros, Optional.of(put.row()), put.expiresAt()));
      case Mutation.DeleteRow delete ->
          add(delete.key().clustering(), Version.deleted(timestampMicros));
      case Mutation.DeleteRange delete ->
          add(new Deletion(PlaceSpan.of(delete.range()), timestampMicros));
      case Mutation.DeletePartition delete -> add(new Deletion(PlaceSpan.ALL, timestampMicros));
    }
  }

  private void add(ClusteringKey key, Version version) {
    Place place = Place.of(key);
    if (deletions.stream().noneMatch(deletion -> deletion.hides(place, version))) {
      rows.merge(place, version, Version::newest);
    }
  }

  private void add(Deletion deletion) {
    if (deletions.stream().anyMatch(known -> known.hides(deletion))) {
      return;
    }
    deletions.removeIf(deletion::hides);
    deletions.add(deletion);
    deletion
        .span()
        .of(rows)
        .values()
        .removeIf(version -> version.timestampMicros() <= deletion.timestampMicros());
  }

  /** A delete of many rows. */
  private record Deletion(PlaceSpan span, long timestampMicros) {

    boolean hides(Place place, Version version) {
      return version.timestampMicros() <= timestampMicros && span.contains(place);
    }

    boolean hides(Deletion other) {
      return other.timestampMicros <= timestampMicros && span.covers(other.span);
    }
  }

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
     * Column by column, as in Cassandra, so that callers that write twice with one timestamp
     * notice.
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
}
