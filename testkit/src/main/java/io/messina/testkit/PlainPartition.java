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
}
