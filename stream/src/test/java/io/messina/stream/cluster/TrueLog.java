package io.messina.stream.cluster;

import io.messina.stream.StoredEvent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The shards of a stream as they stand in the store at the end. */
final class TrueLog {

  private final List<List<StoredEvent>> shards = new ArrayList<>();
  private final Map<Place, StoredEvent> events = new LinkedHashMap<>();
  private final Set<Place> behindCuts = new LinkedHashSet<>();

  TrueLog(List<Truth> truths) {
    for (Truth truth : truths) {
      shards.add(truth.log());
      truth.log().forEach(event -> events.put(Place.of(event), event));
      behindCuts.addAll(truth.behindCuts());
    }
  }

  /** The one order of a shard. */
  List<StoredEvent> shard(int number) {
    return shards.get(number);
  }

  /** All events, shard by shard. */
  List<StoredEvent> all() {
    return List.copyOf(events.values());
  }

  /** What all events are called. */
  List<String> names() {
    return events.values().stream().map(event -> Payloads.name(event.event())).toList();
  }

  /** What an event is called that stands at a place. */
  Optional<String> name(Place place) {
    return Optional.ofNullable(events.get(place)).map(event -> Payloads.name(event.event()));
  }

  /** Where rows stand that never count. */
  Set<Place> behindCuts() {
    return behindCuts;
  }
}
