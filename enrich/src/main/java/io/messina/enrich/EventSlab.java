package io.messina.enrich;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All events that are not finished, in columns, so that taking one allocates nothing. An event is
 * named by its place. It stands in two lists: that of its key, linked forward by {@link #next}, and
 * that of all in the order of arrival, whose first one tells how far everything is complete.
 *
 * @param <E> an event
 */
final class EventSlab<E> {

  /** No event. */
  static final int NONE = -1;

  /** What an event takes beside its own bytes. */
  static final int OVERHEAD_BYTES = 64;

  private static final int PLACES_MIN = 64;

  private @Nullable Object[] events = new Object[PLACES_MIN];
  private long[] positions = new long[PLACES_MIN];
  private int[] bytes = new int[PLACES_MIN];
  private int[] next = new int[PLACES_MIN];
  private int[] older = new int[PLACES_MIN];
  private int[] newer = new int[PLACES_MIN];
  private int used;
  private int free = NONE;
  private int oldest = NONE;
  private int newest = NONE;
  private int count;
  private long bytesTotal;

  /** Adds an event as the newest one of all, at the end of no key's list yet. */
  int add(long position, E event, int eventBytes) {
    int place = place();
    events[place] = event;
    positions[place] = position;
    bytes[place] = eventBytes + OVERHEAD_BYTES;
    next[place] = NONE;
    older[place] = newest;
    newer[place] = NONE;
    if (newest == NONE) {
      oldest = place;
    } else {
      newer[newest] = place;
    }
    newest = place;
    count++;
    bytesTotal += bytes[place];
    return place;
  }

  private int place() {
    int place = free;
    if (place != NONE) {
      free = next[place];
      return place;
    }
    if (used == events.length) {
      grow(2 * used);
    }
    return used++;
  }

  private void grow(int places) {
    events = Arrays.copyOf(events, places);
    positions = Arrays.copyOf(positions, places);
    bytes = Arrays.copyOf(bytes, places);
    next = Arrays.copyOf(next, places);
    older = Arrays.copyOf(older, places);
    newer = Arrays.copyOf(newer, places);
  }

  /** Forgets an event that is finished. */
  void remove(int place) {
    int before = older[place];
    int behind = newer[place];
    if (before == NONE) {
      oldest = behind;
    } else {
      newer[before] = behind;
    }
    if (behind == NONE) {
      newest = before;
    } else {
      older[behind] = before;
    }
    count--;
    bytesTotal -= bytes[place];
    events[place] = null;
    next[place] = free;
    free = place;
  }

  @SuppressWarnings("unchecked")
  E event(int place) {
    Object event = events[place];
    if (event == null) {
      throw new IllegalStateException("there is no event at " + place);
    }
    return (E) event;
  }

  long position(int place) {
    return positions[place];
  }

  /** The next event of the key, or {@link #NONE}. */
  int next(int place) {
    return next[place];
  }

  void link(int place, int follower) {
    next[place] = follower;
  }

  /** So many events of a key, from one on. */
  @SuppressWarnings("unchecked")
  List<E> list(int from, int events) {
    if (events == 1) {
      return List.of(event(from));
    }
    Object[] list = new Object[events];
    int place = from;
    for (int i = 0; i < events; i++) {
      list[i] = event(place);
      place = next[place];
    }
    return (List<E>) Arrays.asList(list);
  }

  /** The event that arrived first, or {@link #NONE}. */
  int oldest() {
    return oldest;
  }

  /** The one that arrived after another, or {@link #NONE}. */
  int newer(int place) {
    return newer[place];
  }

  int count() {
    return count;
  }

  long bytes() {
    return bytesTotal;
  }
}
