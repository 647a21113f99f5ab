package io.messina.stream.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All that was asked of groups beside their work, in the order of time. */
final class Interventions {

  private final List<Intervention> all = new ArrayList<>();

  void add(Intervention next) {
    all.add(next);
  }

  /** Those of a kind, of all groups. */
  Stream<Intervention> of(Intervention.Kind kind) {
    return all.stream().filter(each -> each.kind == kind);
  }

  /** What was asked of a group. */
  Stream<Intervention> of(Crowd crowd) {
    return all.stream().filter(each -> each.crowd == crowd);
  }

  /** Whether a group may have been sent elsewhere in a certain time. */
  boolean mayBeMoved(Crowd crowd, Duration from, Duration to) {
    return of(crowd).filter(Intervention::moves).anyMatch(each -> each.mayFallInto(from, to));
  }

  /** The last one by which a group has to handle all events anew, if none came after it. */
  Optional<Intervention> lastRewind(Crowd crowd) {
    return of(crowd)
        .filter(each -> each.skips() || (each.kind == Intervention.Kind.REWIND && each.isDone()))
        .reduce((_, later) -> later)
        .filter(each -> !each.skips());
  }

  /**
   * The events that a group need not have handled, as it may have left them out.
   *
   * @param sent all events
   */
  Set<String> mayBeSkipped(Crowd crowd, Set<String> sent) {
    List<Intervention> skips = of(crowd).filter(Intervention::skips).toList();
    if (skips.stream().anyMatch(skip -> skip.sent().isEmpty())) {
      return sent;
    }
    return lastRewind(crowd).isPresent() || skips.isEmpty()
        ? Set.of()
        : skips.getLast().sent().orElseThrow();
  }

  private Stream<Intervention> of(Intervention.Kind kind, Crowd crowd, Place place) {
    return of(kind).filter(each -> each.crowd == crowd && each.events.containsKey(place));
  }

  /** The most attempts that a group may ever have allowed. */
  int attemptsMost(Crowd crowd) {
    return mayBeChanged(crowd)
        ? Math.max(crowd.options().maxAttempts(), crowd.changed().maxAttempts())
        : crowd.options().maxAttempts();
  }

  /** The fewest attempts that a group may ever have allowed. */
  int attemptsLeast(Crowd crowd) {
    return mayBeChanged(crowd)
        ? Math.min(crowd.options().maxAttempts(), crowd.changed().maxAttempts())
        : crowd.options().maxAttempts();
  }

  /** Whether the options of a group were changed, or may have been. */
  private boolean mayBeChanged(Crowd crowd) {
    return of(crowd).anyMatch(each -> each.kind == Intervention.Kind.CHANGE);
  }

  /** Whether somebody was told that the options of a group are changed. */
  boolean isChanged(Crowd crowd) {
    return of(crowd).anyMatch(each -> each.kind == Intervention.Kind.CHANGE && each.isDone());
  }

  /** Whether a dead letter may have been handed out again in a certain time. */
  boolean mayBeRedriven(Crowd crowd, Place place, Duration from, Duration to) {
    return of(Intervention.Kind.REDRIVE, crowd, place).anyMatch(each -> each.mayFallInto(from, to));
  }

  /** The names of the dead letters that may have been deleted. */
  Set<String> mayBeDiscarded(Crowd crowd) {
    return of(Intervention.Kind.DISCARD)
        .filter(each -> each.crowd == crowd)
        .flatMap(each -> each.events.values().stream())
        .collect(Collectors.toSet());
  }

  /** When somebody was told that a dead letter is deleted. */
  Optional<Duration> discarded(Crowd crowd, Place place) {
    return of(Intervention.Kind.DISCARD, crowd, place)
        .filter(Intervention::isDone)
        .map(Intervention::ended)
        .findFirst();
  }
}
