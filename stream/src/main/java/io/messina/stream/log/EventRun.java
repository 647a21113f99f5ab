package io.messina.stream.log;

import io.messina.api.Checks;
import io.messina.api.TraceHeaders;
import io.messina.runtime.BoundedBytes;
import io.messina.runtime.GrowingBytes;
import io.messina.stream.Event;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Adjacent events in the form in which rows keep them: for each its length in 4 bytes, big-endian,
 * then its parts as {@link EventLayout} draws them. So they go from a request into a row, and from
 * there to memory, without an object per event. Immutable, and safe for use by many threads.
 */
public final class EventRun {

  /**
   * What is behind the key of a request in the key of its events together, as "#7" is of a line.
   */
  public static final String KEY_SUFFIX = "#";

  private final byte[] array;
  private final int from;
  private final int to;
  private final int count;
  private final long baseSeconds;
  private final Optional<String> key;
  private final int rowBytes;

  /** Whether none of them has an idempotency key or a number; if false, nobody has looked. */
  private final boolean isPlain;

  private volatile int @Nullable [] starts;
  private volatile @Nullable List<Event> decoded;

  EventRun(byte[] array, int from, int to, int count, long baseSeconds) {
    this(array, from, to, count, baseSeconds, Optional.empty(), false);
  }

  private EventRun(
      byte[] array,
      int from,
      int to,
      int count,
      long baseSeconds,
      Optional<String> key,
      boolean isPlain) {
    this.array = array;
    this.from = from;
    this.to = to;
    this.count = count;
    this.baseSeconds = baseSeconds;
    this.key = key;
    this.rowBytes = to - from + key.map(RecordBatchCodec::keyedRunBytes).orElse(0);
    this.isPlain = isPlain;
  }

  /** Events without idempotency keys and numbers. */
  static EventRun plain(byte[] array, int from, int to, int count, long baseSeconds) {
    return new EventRun(array, from, to, count, baseSeconds, Optional.empty(), true);
  }

  /**
   * Events of a client that encodes them itself. Nothing is checked yet: {@link #walk} does so.
   *
   * @param array must not change any more
   * @param from where the length of the first event begins
   * @param to behind the last event
   * @param count how many, from 1
   * @param baseSeconds the second from which their times count
   */
  public static EventRun encoded(byte[] array, int from, int to, int count, long baseSeconds) {
    return new EventRun(array, from, to, count, baseSeconds);
  }

  /**
   * Returns the same events with an idempotency key for all of them: they are stored as they are in
   * one row, and known again as a whole.
   *
   * @param idempotencyKey 1 to 256 characters
   */
  public EventRun withKey(String idempotencyKey) {
    EventRun keyed =
        new EventRun(array, from, to, count, baseSeconds, Optional.of(idempotencyKey), isPlain);
    keyed.decoded = decoded;
    return keyed;
  }

  /** Returns the idempotency key of all events together, if they have one. */
  public Optional<String> key() {
    return key;
  }

  /**
   * Returns a hash of the events without their traces, by which a repeat under the same key is told
   * from others: an attempt of their producer to send them again may be another span.
   */
  public int digest() {
    EventRun bare = untraced();
    CRC32C checksum = new CRC32C();
    checksum.update(bare.array, bare.from, bare.to - bare.from);
    return (int) checksum.getValue() ^ Long.hashCode(baseSeconds);
  }

  private EventRun untraced() {
    return isAnyWithHeaders() && events().stream().anyMatch(EventRun::isTraced)
        ? of(events().stream().map(EventRun::untraced).toList(), baseSeconds)
        : this;
  }

  /** Reads the flags alone, as most events have no headers. */
  private boolean isAnyWithHeaders() {
    int at = from;
    while (at < to) {
      if (EventLayout.hasHeaders(array[at + EventLayout.LENGTH_BYTES])) {
        return true;
      }
      at += EventLayout.LENGTH_BYTES + (int) EventLayout.INT.get(array, at);
    }
    return false;
  }

  private static boolean isTraced(Event event) {
    return event.headers().keySet().stream().anyMatch(TraceHeaders.NAMES::contains);
  }

  private static Event untraced(Event event) {
    Map<String, String> headers = new LinkedHashMap<>(event.headers());
    headers.keySet().removeAll(TraceHeaders.NAMES);
    return event.withHeaders(headers);
  }

  /**
   * Returns the same events under a trace: each event without one of its own whose headers have
   * room for it.
   *
   * @param trace as {@link TraceHeaders} has it
   */
  public EventRun traced(Map<String, String> trace) {
    return of(
        events().stream()
            .map(event -> event.withHeaders(TraceHeaders.passOn(trace, event.headers())))
            .toList(),
        baseSeconds);
  }

  /**
   * Encodes events.
   *
   * @param events one or more
   */
  public static EventRun of(List<Event> events) {
    Checks.that(!events.isEmpty(), "events", "none", "at least one");
    return of(events, baseSeconds(events));
  }

  private static EventRun of(List<Event> events, long base) {
    int most = 0;
    for (Event event : events) {
      most = Math.addExact(most, EventLayout.bytesAtMost(event));
    }
    GrowingBytes target = new GrowingBytes(most);
    for (Event event : events) {
      EventLayout.putWithLength(target, event, base);
    }
    EventRun run = new EventRun(target.array(), 0, target.length(), events.size(), base);
    run.decoded = List.copyOf(events);
    return run;
  }

  /** Several runs as one; without keys, unless there is only one. */
  public static EventRun joined(List<EventRun> runs) {
    EventRun first = runs.getFirst();
    if (runs.size() == 1) {
      return first;
    }
    if (runs.stream().anyMatch(run -> run.baseSeconds != first.baseSeconds)) {
      return of(runs.stream().flatMap(run -> run.events().stream()).toList());
    }
    byte[] all = new byte[runs.stream().mapToInt(EventRun::bytes).sum()];
    int at = 0;
    int count = 0;
    for (EventRun run : runs) {
      run.copyTo(all, at);
      at += run.bytes();
      count += run.count;
    }
    return new EventRun(all, 0, at, count, first.baseSeconds);
  }

  /** Runs of about the same time have the same base, so that a row can join them. */
  private static long baseSeconds(List<Event> events) {
    for (Event event : events) {
      if (event.time().isPresent()) {
        return baseSeconds(event.time().get().getEpochSecond());
      }
    }
    return 0;
  }

  /** The second from which the times of a run count, for an event of a second. */
  static long baseSeconds(long seconds) {
    return seconds & ~0xFFFL;
  }

  /** Returns how many events there are, from 1. */
  public int count() {
    return count;
  }

  /** Returns how many bytes they take in a row, before compression. */
  public int bytes() {
    return to - from;
  }

  /** The same with what a row says of a run that cannot be joined with others. */
  int rowBytes() {
    return rowBytes;
  }

  /** Returns the second from which their times count. */
  public long baseSeconds() {
    return baseSeconds;
  }

  boolean isDecoded() {
    return decoded != null;
  }

  /**
   * Copies their bytes, as {@link #encoded} takes them.
   *
   * @param target with room for {@link #bytes}
   * @param at where the length of the first begins
   */
  public void copyTo(byte[] target, int at) {
    System.arraycopy(array, from, target, at, to - from);
  }

  /**
   * Returns an event, decoded at each call unless all were decoded already.
   *
   * @param index from 0 to {@link #count}, exclusive
   */
  public Event event(int index) {
    List<Event> known = decoded;
    if (known != null) {
      return known.get(index);
    }
    int at = start(index);
    return EventLayout.take(
        new BoundedBytes(
            array, at, at + (int) EventLayout.INT.get(array, at - EventLayout.LENGTH_BYTES)),
        baseSeconds);
  }

  /** Returns all events, decoded at each call unless they were before. */
  public List<Event> events() {
    List<Event> known = decoded;
    return known == null ? decode() : known;
  }

  /**
   * Decodes all events of bytes that nobody has checked, and keeps them.
   *
   * @throws IllegalArgumentException if they are not as they should be
   */
  EventRun checked() {
    decoded = decode();
    return this;
  }

  /**
   * Checks events that another node has sent. They are decoded only if one has more than a key, a
   * time and a payload.
   *
   * @return the same
   * @throws IllegalArgumentException if they are not as rows have them
   */
  public EventRun validated() {
    BoundedBytes source = new BoundedBytes(array, from, to);
    Checks.between("events", count, 1, source.remaining() / EventLayout.BYTES_MIN);
    for (int i = 0; i < count; i++) {
      int length = source.takeInt();
      Checks.between("event bytes", length, 1, source.remaining());
      if (!EventLayout.isSimple(source.takePart(length), baseSeconds)) {
        return checked();
      }
    }
    Checks.between("bytes behind the last event", source.remaining(), 0, 0);
    return this;
  }

  /** Returns whether one of them has an idempotency key or a number, so that it may be a repeat. */
  public boolean isAnyNumberedOrKeyed() {
    if (key.isPresent() || isPlain) {
      return key.isPresent();
    }
    for (int i = 0; i < count; i++) {
      if (EventLayout.isNumberedOrKeyed(array[start(i)])) {
        return true;
      }
    }
    return false;
  }

  /** Whether the first event belongs to a batch of a source. */
  boolean isNumbered() {
    return EventLayout.isNumbered(array[start(0)]);
  }

  /** The bytes of one event. */
  int bytes(int index) {
    return (index + 1 == count ? to + EventLayout.LENGTH_BYTES : start(index + 1)) - start(index);
  }

  /** Returns some of the events, in the same array; those with a key together have no parts. */
  public EventRun part(int first, int end) {
    if (first == 0 && end == count) {
      return this;
    }
    if (key.isPresent()) {
      throw new IllegalStateException("a run with a key: in parts (expected: as a whole)");
    }
    int partTo = end == count ? to : start(end) - EventLayout.LENGTH_BYTES;
    int partFrom = start(first) - EventLayout.LENGTH_BYTES;
    return new EventRun(array, partFrom, partTo, end - first, baseSeconds, key, isPlain);
  }

  /** Takes one event after another where it stands. */
  @FunctionalInterface
  public interface Walker {

    /**
     * An event.
     *
     * @param index from 0
     * @param layout where its parts are; valid until the walker returns
     */
    void event(int index, EventLayout.Parts layout);
  }

  /**
   * Checks events that a client has encoded, in their order.
   *
   * @throws IllegalArgumentException if their bytes are no events, so that nobody can tell where
   *     one ends
   */
  public void walk(Walker walker) {
    EventLayout.Parts parts = new EventLayout.Parts(array, baseSeconds);
    int at = from;
    for (int i = 0; i < count; i++) {
      Checks.that(to - at >= EventLayout.BYTES_MIN, "events", i, "as many as it says, " + count);
      int length = (int) EventLayout.INT.get(array, at);
      at += EventLayout.LENGTH_BYTES;
      Checks.between("bytes of event " + i, Integer.toUnsignedLong(length), 1, to - at);
      parts.read(at, at + length);
      walker.event(i, parts);
      at += length;
    }
    Checks.that(at == to, "bytes behind its " + count + " events", to - at, "none");
  }

  /** Where an event's parts begin, behind its length. */
  private int start(int index) {
    if (index == 0) {
      return from + EventLayout.LENGTH_BYTES;
    }
    int[] known = starts;
    if (known == null) {
      known = findStarts();
      starts = known;
    }
    return known[index];
  }

  private int[] findStarts() {
    int[] found = new int[count];
    int at = from;
    for (int i = 0; i < count; i++) {
      found[i] = at + EventLayout.LENGTH_BYTES;
      at = found[i] + (int) EventLayout.INT.get(array, at);
    }
    return found;
  }

  private List<Event> decode() {
    BoundedBytes source = new BoundedBytes(array, from, to);
    Checks.between("events", count, 1, source.remaining() / EventLayout.BYTES_MIN);
    List<Event> events = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int length = source.takeInt();
      Checks.between("event bytes", length, 1, source.remaining());
      events.add(EventLayout.take(source.takePart(length), baseSeconds));
    }
    Checks.between("bytes behind the last event", source.remaining(), 0, 0);
    return List.copyOf(events);
  }
}
