package io.messina.testkit;

import io.messina.store.ClusteringKey;
import io.messina.store.ClusteringRange;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A range of a partition as two places.
 *
 * @param from the first place that belongs to it, or null where it is open
 * @param to the first place that no longer does, or null where it is open
 */
record PlaceSpan(@Nullable Place from, @Nullable Place to) {

  static final PlaceSpan ALL = new PlaceSpan(null, null);

  static PlaceSpan of(ClusteringRange range) {
    Place from = null;
    if (range.lower().isPresent()) {
      ClusteringRange.Bound bound = range.lower().get();
      from = new Place(bound.prefix(), !bound.inclusive());
    }
    Place to = null;
    if (range.upper().isPresent()) {
      ClusteringRange.Bound bound = range.upper().get();
      to = new Place(bound.prefix(), bound.inclusive());
    }
    return new PlaceSpan(from, to);
  }

  /** Returns the rest of this span for a reader that has seen a row of it. */
  PlaceSpan after(ClusteringKey seen, boolean descending) {
    return descending ? new PlaceSpan(from, Place.of(seen)) : new PlaceSpan(Place.behind(seen), to);
  }

  boolean contains(Place place) {
    return (from == null || from.compareTo(place) <= 0) && (to == null || place.compareTo(to) < 0);
  }

  boolean covers(PlaceSpan other) {
    return (from == null || (other.from != null && from.compareTo(other.from) <= 0))
        && (to == null || (other.to != null && other.to.compareTo(to) <= 0));
  }

  /** A view of the entries of this span, for walking along it: its size is costly. */
  <V> NavigableMap<Place, V> of(NavigableMap<Place, V> rows) {
    if (from == null) {
      return to == null ? rows : rows.headMap(to, false);
    }
    if (to == null) {
      return rows.tailMap(from, true);
    }
    return from.compareTo(to) < 0 ? rows.subMap(from, true, to, false) : new TreeMap<>();
  }
}
