package io.messina.features.node;

import io.messina.api.Position;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The events of a shard that are known to be fed.
 *
 * @param all in the order of their first events; they may overlap if several processes fed
 */
record Stretches(List<Stretch> all) {

  /**
   * With more stretches than this, gaps between them count as fed: each gap means that the group
   * was sought ahead.
   */
  static final int MAX = 64;

  /** Nothing. */
  static final Stretches NONE = new Stretches(List.of());

  Stretches {
    all = List.copyOf(all);
  }

  /** Tells whether existing events between two were left out. */
  @FunctionalInterface
  interface Gaps {

    /** Whether any event that still exists is between two. */
    boolean isAnyBetween(Position last, Position first);
  }

  boolean contains(Position position) {
    return all.stream().anyMatch(stretch -> stretch.contains(position));
  }

  /** Whether all events from one to another were fed. */
  boolean contains(Position first, Position last) {
    return all.stream().anyMatch(stretch -> stretch.contains(first) && stretch.contains(last));
  }

  /** Whether an event is the next one after some that were fed. */
  boolean endsBefore(Position position) {
    return all.stream().anyMatch(stretch -> stretch.last().next().equals(position));
  }

  /**
   * The stretch that some events belong to or follow, extended by them; they were read in one
   * piece.
   */
  Stretch grown(Position first, Position last, Gaps gaps) {
    return reaching(first)
        .or(() -> nearest(first).filter(it -> isFull() || !gaps.isAnyBetween(it.last(), first)))
        .orElseGet(() -> new Stretch(isFull() ? Position.START : first, last))
        .to(last);
  }

  /** The stretches that an extended one contains. */
  List<Stretch> swallowedBy(Stretch grown) {
    return all.stream()
        .filter(it -> grown.first().compareTo(it.first()) < 0 && grown.contains(it.last()))
        .toList();
  }

  /**
   * These with an extended stretch, without the stretches that it contains and without its former
   * extent.
   */
  Stretches with(Stretch grown) {
    List<Stretch> swallowed = swallowedBy(grown);
    Stream<Stretch> others =
        all.stream().filter(it -> !it.first().equals(grown.first()) && !swallowed.contains(it));
    return new Stretches(
        Stream.concat(others, Stream.of(grown))
            .sorted(Comparator.comparing(Stretch::first))
            .toList());
  }

  private boolean isFull() {
    return all.size() >= MAX;
  }

  private Optional<Stretch> reaching(Position position) {
    return all.stream().filter(stretch -> stretch.reaches(position)).findFirst();
  }

  private Optional<Stretch> nearest(Position position) {
    return all.stream()
        .filter(stretch -> stretch.last().compareTo(position) < 0)
        .max(Comparator.comparing(Stretch::last));
  }
}
