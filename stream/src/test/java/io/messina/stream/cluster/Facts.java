package io.messina.stream.cluster;

import io.messina.stream.EventAddress;
import io.messina.stream.StoredEvent;
import io.messina.stream.owner.DeadEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All that clients of a cluster have seen, for the judgement at the end. */
final class Facts {

  final Ledger ledger = new Ledger();

  /** Where acknowledged events stand, by name, where it was told. */
  final Map<String, EventAddress> ids = new LinkedHashMap<>();

  /** When delayed events are due, by name. */
  final Map<String, Instant> due = new LinkedHashMap<>();

  /** Delayed events that were taken back in time. */
  final Set<String> cancelled = new LinkedHashSet<>();

  /** Events of one key, each sent after the one before it was acknowledged, through other nodes. */
  final List<List<String>> chains = new ArrayList<>();

  final List<Grant> grants = new ArrayList<>();
  final List<Follower.Stretch> stretches = new ArrayList<>();
  final List<Handling> handlings = new ArrayList<>();

  /** What handlers in the processes of nodes were shown, in the order of time. */
  final List<StoredEvent> followed = new ArrayList<>();

  /** What was asked of groups beside their work, in the order of time. */
  final List<Intervention> interventions = new ArrayList<>();

  /** Outputs whose ack was answered with OK. */
  final List<String> outputs = new ArrayList<>();

  /** The dead letters that were found last. */
  private final Map<Crowd, Map<Place, DeadEvent>> dead = new EnumMap<>(Crowd.class);

  private final Map<Crowd, Set<Place>> everDead = new EnumMap<>(Crowd.class);

  /** How many events were there, and expired. */
  int expired;

  /** How often a stream was created again under the name of one that was deleted. */
  int streamsAnew;

  /** How often a group was created again under the name of one that was deleted. */
  int groupsAnew;

  /** How often an append was answered with the id of a former one. */
  int duplicatesByKey;

  /** How often an event was known by the number of its batch. */
  int duplicatesByNumber;

  /** What was wrong already when it happened. */
  final List<String> complaints = new ArrayList<>();

  /** How often anybody got anything; it grows until all is drained. */
  int count() {
    return grants.size() + stretches.size() + handlings.size() + followed.size();
  }

  /** Some dead letters, as they stood at a time. */
  void sawDead(Crowd crowd, List<DeadEvent> letters) {
    Set<Place> places = everDead.computeIfAbsent(crowd, any -> new LinkedHashSet<>());
    letters.forEach(letter -> places.add(Place.of(letter.stored())));
  }

  /** Whether an event was among the dead letters at any time, as far as anybody saw. */
  boolean wasDead(Crowd crowd, Place place) {
    return everDead.getOrDefault(crowd, Set.of()).contains(place);
  }

  /** All dead letters of a group, as they stand now. */
  void dead(Crowd crowd, List<DeadEvent> letters) {
    sawDead(crowd, letters);
    Map<Place, DeadEvent> standing = dead.computeIfAbsent(crowd, any -> new LinkedHashMap<>());
    standing.clear();
    letters.forEach(letter -> standing.put(Place.of(letter.stored()), letter));
  }

  Map<Place, DeadEvent> dead(Crowd crowd) {
    return dead.getOrDefault(crowd, Map.of());
  }

  /** Those of a kind, of all groups. */
  Stream<Intervention> interventions(Intervention.Kind kind) {
    return interventions.stream().filter(each -> each.kind == kind);
  }

  /** What was asked of a group. */
  Stream<Intervention> interventions(Crowd crowd) {
    return interventions.stream().filter(each -> each.crowd == crowd);
  }

  /** Whether a group may have been sent elsewhere in a certain time. */
  boolean mayBeMoved(Crowd crowd, Duration from, Duration to) {
    return interventions(crowd)
        .filter(Intervention::moves)
        .anyMatch(each -> each.mayFallInto(from, to));
  }

  /** The last one by which a group has to handle all events anew, if none came after it. */
  Optional<Intervention> lastRewind(Crowd crowd) {
    return interventions(crowd)
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
    List<Intervention> skips = interventions(crowd).filter(Intervention::skips).toList();
    if (skips.stream().anyMatch(skip -> skip.sent().isEmpty())) {
      return sent;
    }
    return lastRewind(crowd).isPresent() || skips.isEmpty()
        ? Set.of()
        : skips.getLast().sent().orElseThrow();
  }

  private Stream<Intervention> interventions(Intervention.Kind kind, Crowd crowd, Place place) {
    return interventions(kind)
        .filter(each -> each.crowd == crowd && each.events.containsKey(place));
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
    return interventions(crowd).anyMatch(each -> each.kind == Intervention.Kind.CHANGE);
  }

  /** Whether somebody was told that the options of a group are changed. */
  boolean isChanged(Crowd crowd) {
    return interventions(crowd)
        .anyMatch(each -> each.kind == Intervention.Kind.CHANGE && each.isDone());
  }

  /** Whether a dead letter may have been handed out again in a certain time. */
  boolean mayBeRedriven(Crowd crowd, Place place, Duration from, Duration to) {
    return interventions(Intervention.Kind.REDRIVE, crowd, place)
        .anyMatch(each -> each.mayFallInto(from, to));
  }

  /** The names of the dead letters that may have been deleted. */
  Set<String> mayBeDiscarded(Crowd crowd) {
    return interventions(Intervention.Kind.DISCARD)
        .filter(each -> each.crowd == crowd)
        .flatMap(each -> each.events.values().stream())
        .collect(Collectors.toSet());
  }

  /** When somebody was told that a dead letter is deleted. */
  Optional<Duration> discarded(Crowd crowd, Place place) {
    return interventions(Intervention.Kind.DISCARD, crowd, place)
        .filter(Intervention::isDone)
        .map(Intervention::ended)
        .findFirst();
  }
}
