package io.messina.aggregate.node;

import io.messina.aggregate.Aggregator;
import io.messina.aggregate.MergedRows.MergedRow;
import io.messina.api.Position;
import io.messina.store.Bytes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Merges the rows of several nodes, each of its shards as of one moment.
 *
 * @param parts of all nodes that have answered
 * @param missing the numbers of the shards for which none has
 */
record OwnersRows(AggregateJob job, List<RowsPart> parts, Set<Integer> missing) {

  /** Where a row is among all rows. */
  private record Place(long startMillis, Bytes group) implements Comparable<Place> {

    private static final Comparator<Place> ORDER =
        Comparator.comparingLong(Place::startMillis).thenComparing(Place::group);

    static Place of(MergedRow row) {
      return new Place(row.window().startMillis(), row.group());
    }

    @Override
    public int compareTo(Place other) {
      return ORDER.compare(this, other);
    }
  }

  /**
   * Where the rows must begin, if a node still has windows that another one has dropped: the rest
   * of these is less than the whole.
   */
  Optional<Long> keptFrom() {
    long kept =
        shards().stream()
            .mapToLong(shard -> shard.progress().keptFromMillis())
            .max()
            .orElse(Long.MIN_VALUE);
    return parts.stream()
            .flatMap(part -> part.rows().stream())
            .anyMatch(row -> row.window().startMillis() < kept)
        ? Optional.of(kept)
        : Optional.empty();
  }

  /** The first of all rows. */
  AggregateAnswer answer(int max) {
    List<MergedRow> all = parts.size() == 1 ? parts.getFirst().rows() : merged();
    List<MergedRow> rows = all.subList(0, Math.min(max, all.size()));
    boolean isCut = rows.size() < all.size() || parts.stream().anyMatch(RowsPart::isCut);
    Optional<Instant> completeTo = completeTo();
    long completeMillis = completeTo.map(Instant::toEpochMilli).orElse(Long.MIN_VALUE);
    return new AggregateAnswer(
        rows.stream().map(row -> row(row, completeMillis)).toList(),
        next(),
        missing,
        completeTo,
        isCut
            ? Optional.of(Instant.ofEpochMilli(rows.getLast().window().startMillis()))
            : Optional.empty());
  }

  private AggregateAnswer.Row row(MergedRow row, long completeMillis) {
    return new AggregateAnswer.Row(
        row.window(),
        row.group(),
        row.part(),
        missing.isEmpty() && row.window().endMillis() <= completeMillis,
        shards().stream()
            .anyMatch(shard -> shard.progress().gaps().isIn(row.window().startMillis())));
  }

  /** Up to where all nodes tell their rows: one whose rows were cut off may have more behind. */
  private List<MergedRow> merged() {
    Optional<Place> horizon =
        parts.stream()
            .filter(RowsPart::isCut)
            .map(part -> Place.of(part.rows().getLast()))
            .min(Comparator.naturalOrder());
    Aggregator aggregator = job.aggregator();
    Map<Place, MergedRow> merged = new TreeMap<>();
    for (RowsPart part : parts) {
      for (MergedRow row : part.rows()) {
        Place place = Place.of(row);
        if (horizon.filter(last -> place.compareTo(last) > 0).isPresent()) {
          break;
        }
        var _ =
            merged.merge(
                place,
                row,
                (one, other) ->
                    new MergedRow(
                        one.window(),
                        one.group(),
                        aggregator.merge(one.part(), other.part()),
                        one.incomplete()));
      }
    }
    return new ArrayList<>(merged.values());
  }

  private List<RowsPart.OfShard> shards() {
    return parts.stream().flatMap(part -> part.shards().stream()).toList();
  }

  /** Where events were sent on, positions are those of their origin. */
  private Map<Integer, Position> next() {
    Map<Integer, Position> next = new TreeMap<>();
    for (int source = 0; source < job.origins().sources(); source++) {
      int number = source;
      shards().stream()
          .mapToLong(shard -> shard.progress().sources().of(number).next())
          .min()
          .ifPresent(lowest -> next.put(number, Position.unpack(lowest)));
    }
    if (job.origins().sources() == 0) {
      shards().forEach(shard -> next.put(shard.number(), Position.unpack(shard.progress().next())));
    }
    return next;
  }

  private Optional<Instant> completeTo() {
    return (job.origins().sources() == 0 ? busyWatermark() : sentWatermark())
        .map(watermark -> watermark - job.windows().lateness().toMillis())
        .map(Instant::ofEpochMilli);
  }

  /** The senders say themselves whether they are idle, so the lowest of all counts. */
  private Optional<Long> sentWatermark() {
    return shards().stream()
        .map(shard -> shard.progress().watermarkMillis())
        .min(Comparator.naturalOrder())
        .filter(lowest -> lowest != Long.MIN_VALUE);
  }

  /**
   * The lowest watermark of the shards that are not idle; if all are, the highest. Not known while
   * one that is not idle has no event yet.
   */
  private Optional<Long> busyWatermark() {
    List<Long> busy = new ArrayList<>();
    List<Long> idle = new ArrayList<>();
    for (RowsPart.OfShard shard : shards()) {
      if (shard.progress().hasEvents()) {
        (shard.isIdle() ? idle : busy).add(shard.progress().watermarkMillis());
      } else if (!shard.isIdle()) {
        return Optional.empty();
      }
    }
    return busy.isEmpty()
        ? idle.stream().max(Comparator.naturalOrder())
        : busy.stream().min(Comparator.naturalOrder());
  }
}
