package io.messina.stream.cluster;

import io.messina.stream.EventAddress;
import io.messina.stream.StoredEvent;
import io.messina.stream.owner.DeadEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

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
  final List<Stretch> stretches = new ArrayList<>();
  final List<Handling> handlings = new ArrayList<>();

  /** What handlers in the processes of nodes were shown, in the order of time. */
  final List<StoredEvent> followed = new ArrayList<>();

  /** What was asked of groups beside their work. */
  final Interventions interventions = new Interventions();

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
}
