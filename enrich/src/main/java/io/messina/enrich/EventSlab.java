package io.messina.enrich;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All events that are not finished, in arrays, so that taking one allocates nothing. An event is
 * named by its place. It is in two lists: the list of its key, linked forward by {@link #next}, and
 * the list of all in the order of arrival, whose first event shows how far everything is complete.
 *
 * @param <E> an event
 */
final class EventSlab<E> {

  /** No event. */
  static final int NONE = -1;

  /** The memory of an event in addition to its bytes. */
  static final int OVERHEAD_BYTES = 64;

  private static final int PLACES_MIN = 64;
  private static final int STRIDE = 4;
  private static final int BYTES = 0;
  private static final int NEXT = 1;
  private static final int OLDER = 2;
  private static final int NEWER = 3;

  private @Nullable Object[] events = new Object[PLACES_MIN];
  private long[] positions = new long[PLACES_MIN];

  /**
   * Four numbers for each place, side by side as they are used together: its bytes, the next one of
   * its key, the one that arrived before it, and the one that arrived after it.
   */
  private int[] links = new int[PLACES_MIN * STRIDE];

  /** Partition and sub number of each place, side by side; empty until an event has one. */
  private int[] details = {};

  private int used;
  private int free = NONE;
  private int oldest = NONE;
  private int newest = NONE;
  private int count;
  private long bytesTotal;

  /** Adds an event as the newest one of all, at the end of no key's list yet. */
  int add(int partition, long position, int sub, E event, int eventBytes) {
    int place = place();
    detail(place, partition, sub);
    events[place] = event;
    positions[place] = position;
    links[place * STRIDE + BYTES] = eventBytes + OVERHEAD_BYTES;
    links[place * STRIDE + NEXT] = NONE;
    links[place * STRIDE + OLDER] = newest;
    links[place * STRIDE + NEWER] = NONE;
    if (newest == NONE) {
      oldest = place;
    } else {
      links[newest * STRIDE + NEWER] = place;
    }
    newest = place;
    count++;
    bytesTotal += links[place * STRIDE + BYTES];
    return place;
  }

  private void detail(int place, int partition, int sub) {
    if (details.length == 0) {
      if (partition == Included.NO_PARTITION && sub == 0) {
        return;
      }
      details = new int[2 * events.length];
      for (int i = 0; i < details.length; i += 2) {
        details[i] = Included.NO_PARTITION;
      }
    }
    details[2 * place] = partition;
    details[2 * place + 1] = sub;
  }

  private int place() {
    int place = free;
    if (place != NONE) {
      free = links[place * STRIDE + NEXT];
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
    links = Arrays.copyOf(links, places * STRIDE);
    if (details.length > 0) {
      details = Arrays.copyOf(details, 2 * places);
    }
  }

  /** Forgets an event that is finished. */
  void remove(int place) {
    int before = links[place * STRIDE + OLDER];
    int behind = links[place * STRIDE + NEWER];
    if (before == NONE) {
      oldest = behind;
    } else {
      links[before * STRIDE + NEWER] = behind;
    }
    if (behind == NONE) {
      newest = before;
    } else {
      links[behind * STRIDE + OLDER] = before;
    }
    count--;
    bytesTotal -= links[place * STRIDE + BYTES];
    events[place] = null;
    links[place * STRIDE + NEXT] = free;
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
    return links[place * STRIDE + NEXT];
  }

  /** Adds an event to the events of its key. */
  void append(Slot<?, ?, ?> slot, int place) {
    if (slot.events == 0) {
      slot.head = place;
    } else {
      links[slot.tail * STRIDE + NEXT] = place;
    }
    slot.tail = place;
    slot.events++;
  }

  /** Takes the first event from the events of its key; it is not finished by that. */
  int takeFirst(Slot<?, ?, ?> slot) {
    return take(slot, NONE, slot.head);
  }

  /** The same for the one behind another one of its key, or for the first, behind {@link #NONE}. */
  int take(Slot<?, ?, ?> slot, int before, int place) {
    if (before == NONE) {
      slot.head = links[place * STRIDE + NEXT];
    } else {
      links[before * STRIDE + NEXT] = links[place * STRIDE + NEXT];
    }
    if (place == slot.tail) {
      slot.tail = before;
    }
    slot.events--;
    slot.roundEvents = Math.max(0, slot.roundEvents - 1);
    slot.taken();
    return place;
  }

  /** From which partition an event came, or {@link Included#NO_PARTITION}. */
  int partition(int place) {
    return details.length == 0 ? Included.NO_PARTITION : details[2 * place];
  }

  /** Returns the number of an event among the events of its position. */
  int sub(int place) {
    return details.length == 0 ? 0 : details[2 * place + 1];
  }

  /** Returns the number of events of a key, from the first, that its state includes. */
  int countIncluded(Slot<?, ?, ?> slot) {
    int found = 0;
    int place = slot.head;
    while (found < slot.events && slot.includes(partition(place), positions[place], sub(place))) {
      place = links[place * STRIDE + NEXT];
      found++;
    }
    return found;
  }

  /**
   * Returns the number of events of a key, from the first and at most so many, that came from one
   * partition.
   */
  int countOfPartition(Slot<?, ?, ?> slot, int most) {
    if (details.length == 0) {
      return most;
    }
    int found = 1;
    int place = links[slot.head * STRIDE + NEXT];
    while (found < most && partition(place) == partition(slot.head)) {
      place = links[place * STRIDE + NEXT];
      found++;
    }
    return found;
  }

  /** The last of the first events of a key. */
  int last(Slot<?, ?, ?> slot, int count) {
    int place = slot.head;
    for (int i = 1; i < count; i++) {
      place = links[place * STRIDE + NEXT];
    }
    return place;
  }

  /** The first events of a key. */
  @SuppressWarnings("unchecked")
  List<E> list(Slot<?, ?, ?> slot, int count) {
    if (count == 1) {
      return List.of(event(slot.head));
    }
    Object[] list = new Object[count];
    int place = slot.head;
    for (int i = 0; i < count; i++) {
      list[i] = event(place);
      place = links[place * STRIDE + NEXT];
    }
    return (List<E>) Arrays.asList(list);
  }

  /** The event that arrived first, or {@link #NONE}. */
  int oldest() {
    return oldest;
  }

  /** The one that arrived after another, or {@link #NONE}. */
  int newer(int place) {
    return links[place * STRIDE + NEWER];
  }

  int count() {
    return count;
  }

  long bytes() {
    return bytesTotal;
  }
}
