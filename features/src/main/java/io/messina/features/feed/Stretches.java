package io.messina.features.feed;

import io.messina.api.Position;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What was fed of a shard: all that is known to be, never more.
 *
 * @param all in the order of their first events; they may overlap where several processes fed
 */
record Stretches(List<Stretch> all) {

  /** Beyond so many stretches gaps count as fed: each stands for a group sought ahead. */
  static final int MAX = 64;

  /** Nothing. */
  static final Stretches NONE = new Stretches(List.of());

  Stretches {
    all = List.copyOf(all);
  }

  /** Whether events that were left out, and are there still, stand between two. */
  @FunctionalInterface
  interface Gaps {

    /** Whether any event that is still there stands between two. */
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

  /** The stretch that some events belong to that were read in one piece, with them. */
  Stretch grown(Position first, Position last, Gaps gaps) {
    return reaching(first)
        .or(() -> nearest(first).filter(it -> isFull() || !gaps.isAnyBetween(it.last(), first)))
        .orElseGet(() -> new Stretch(isFull() ? Position.START : first, last))
        .to(last);
  }

  /** Those that a grown one makes needless. */
  List<Stretch> swallowedBy(Stretch grown) {
    return all.stream()
        .filter(it -> grown.first().compareTo(it.first()) < 0 && grown.contains(it.last()))
        .toList();
  }

  /** The same with a grown one, without those that it has swallowed and itself as it was. */
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
