package io.messina.testkit.contract;

import io.messina.store.ClusteringKey;
import io.messina.store.Mutation;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.Scan;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The expected content of a PLAIN partition, computed the slow way: it keeps all writes and answers
 * each question by the words of the specification.
 */
final class PlainModel {

  private record Sent(long timestampMicros, Mutation mutation) {}

  private final List<Sent> sent = new ArrayList<>();

  void write(PlainBatch batch) {
    for (Mutation mutation : batch.mutations()) {
      sent.add(new Sent(batch.timestampMicros(), mutation));
    }
  }

  Optional<Row> get(RowKey key, Instant now) {
    long deleted =
        sent.stream()
            .filter(write -> deletes(write.mutation(), key))
            .mapToLong(Sent::timestampMicros)
            .max()
            .orElse(-1);
    return sent.stream()
        .filter(write -> puts(write.mutation(), key))
        .max(Comparator.comparingLong(Sent::timestampMicros))
        .filter(newest -> newest.timestampMicros() > deleted)
        .map(newest -> (Mutation.Put) newest.mutation())
        .filter(put -> put.expiresAt().map(now::isBefore).orElse(true))
        .map(Mutation.Put::row);
  }

  List<Row> rows(Scan scan, Instant now) {
    Stream<RowKey> everPut =
        sent.stream()
            .map(Sent::mutation)
            .filter(Mutation.Put.class::isInstance)
            .map(mutation -> ((Mutation.Put) mutation).row().key())
            .distinct();
    return scanned(scan, everPut.flatMap(key -> get(key, now).stream()));
  }

  /** Returns the rows that a scan selects, in its order. */
  static List<Row> scanned(Scan scan, Stream<Row> rows) {
    Comparator<ClusteringKey> order = scan.table().rowOrder();
    return rows.filter(row -> scan.range().contains(row.key().clustering()))
        .sorted(
            Comparator.comparing(
                row -> row.key().clustering(), scan.reversed() ? order.reversed() : order))
        .limit(scan.limit())
        .toList();
  }

  private static boolean puts(Mutation mutation, RowKey key) {
    return mutation instanceof Mutation.Put put && put.row().key().equals(key);
  }

  private static boolean deletes(Mutation mutation, RowKey key) {
    return switch (mutation) {
      case Mutation.Put _ -> false;
      case Mutation.DeleteRow delete -> delete.key().equals(key);
      case Mutation.DeleteRange delete -> delete.range().contains(key.clustering());
      case Mutation.DeletePartition _ -> true;
    };
  }
}
