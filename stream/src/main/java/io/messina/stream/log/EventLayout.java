package io.messina.stream.log;

import io.messina.api.Checks;
import io.messina.api.Shown;
import io.messina.api.SourceBatch;
import io.messina.api.Times;
import io.messina.runtime.BoundedBytes;
import io.messina.runtime.GrowingBytes;
import io.messina.runtime.Varints;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One event within a batch. Absent parts take no bytes; numbers are {@link Varints}, a text is its
 * length and its UTF-8.
 *
 * <pre>
 *   flags            1   bit 0 key · 1 time · 2 idempotency key · 3 source · 4 headers
 *                        bits 5-6 content type: 0 octets · 1 JSON · 2 plain text · 3 named below
 *                        bit 7 is 0
 *   key                  length, bytes
 *   time                 seconds behind the base of the run, zigzag; nanoseconds of that second
 *   idempotency key      text
 *   source               text, number
 *   headers              count; each: name, value
 *   content type         text, where the flags say 3
 *   payload              what is left
 * </pre>
 */
public final class EventLayout {

  /** The bytes of an event's length. */
  static final int LENGTH_BYTES = 4;

  /** The least event: its length and its flags. */
  static final int BYTES_MIN = LENGTH_BYTES + 1;

  private static final int KEY = 1;
  private static final int TIME = 1 << 1;
  private static final int IDEMPOTENCY_KEY = 1 << 2;
  private static final int SOURCE = 1 << 3;
  private static final int HEADERS = 1 << 4;
  private static final int CONTENT_TYPE_SHIFT = 5;
  private static final int CONTENT_TYPE_NAMED = 3;
  private static final int UNUSED = 1 << 7;

  /** What a client may say: keys and numbers hold for whole requests, in another form. */
  private static final int OF_CLIENTS = KEY | TIME | HEADERS | 3 << CONTENT_TYPE_SHIFT;

  private static final String JSON = "application/json";
  private static final String PLAIN_TEXT = "text/plain";

  /** By the number in the flags; never changed within a version. */
  private static final List<String> CONTENT_TYPES = List.of(Event.OCTETS, JSON, PLAIN_TEXT);

  /** Four bytes of an array as a number, big-endian. */
  static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  private static final int NANOS_PER_SECOND = 1_000_000_000;

  /** The most bytes of a part's length; no part is longer than two million bytes. */
  private static final int PART_LENGTH_BYTES_MAX = 3;

  private static final int TIME_BYTES_MAX = Varints.BYTES_MAX + 5;
  private static final int UTF8_BYTES_PER_CHAR_MAX = 3;

  private EventLayout() {}

  /**
   * Counts each character of a text at its most bytes: exact counting would cost more than the few
   * bytes it saves.
   */
  static int bytesAtMost(Event event) {
    int bytes = BYTES_MIN + event.payload().length();
    if (event.key().isPresent()) {
      bytes += PART_LENGTH_BYTES_MAX + event.key().get().length();
    }
    if (event.time().isPresent()) {
      bytes += TIME_BYTES_MAX;
    }
    if (event.idempotencyKey().isPresent()) {
      bytes += textBytesAtMost(event.idempotencyKey().get());
    }
    if (event.sourceBatch().isPresent()) {
      bytes += textBytesAtMost(event.sourceBatch().get().source()) + Varints.BYTES_MAX;
    }
    if (!event.headers().isEmpty()) {
      bytes += 1;
    }
    for (Map.Entry<String, String> header : event.headers().entrySet()) {
      bytes += textBytesAtMost(header.getKey()) + textBytesAtMost(header.getValue());
    }
    return contentTypeNumber(event.contentType()) == CONTENT_TYPE_NAMED
        ? bytes + textBytesAtMost(event.contentType())
        : bytes;
  }

  /**
   * Where the parts of one event after another stand, which a client has encoded: more is refused
   * than in a row, which the server has written itself. For one thread.
   */
  public static final class Parts {

    private final byte[] array;
    private final long baseSeconds;
    private int from;
    private int to;
    private int keyFrom;
    private int keyTo;
    private int payloadFrom;
    private boolean hasTime;
    private boolean isSimple;
    private Optional<String> fault = Optional.empty();

    Parts(byte[] array, long baseSeconds) {
      this.array = array;
      this.baseSeconds = baseSeconds;
    }

    void read(int from, int to) {
      this.from = from;
      this.to = to;
      int flags = array[from] & 0xff;
      keyFrom = 0;
      keyTo = 0;
      payloadFrom = to;
      hasTime = (flags & TIME) != 0;
      isSimple =
          (flags & ~(KEY | TIME | CONTENT_TYPE_NAMED << CONTENT_TYPE_SHIFT)) == 0
              && flags >> CONTENT_TYPE_SHIFT != CONTENT_TYPE_NAMED;
      try {
        read(flags);
        fault = Optional.empty();
      } catch (IllegalArgumentException e) {
        fault = Optional.of(String.valueOf(e.getMessage()));
      }
    }

    private void read(int flags) {
      Checks.that(
          (flags & ~OF_CLIENTS) == 0,
          "flags",
          flags,
          "a sum of 1 key, 2 time, 16 headers, and 32 and 64 for the content type");
      BoundedBytes source = new BoundedBytes(array, from + 1, to);
      if ((flags & KEY) != 0) {
        int length = source.takeLength();
        Checks.between("key bytes", length, 1, Event.KEY_BYTES_MAX);
        keyFrom = source.at();
        source.skip(length);
        keyTo = source.at();
      }
      if (hasTime) {
        Times.check("time", takeTime(source, baseSeconds));
      }
      if (!isSimple) {
        checkTexts(source, flags);
      }
      payloadFrom = source.at();
      Checks.between("payload bytes", to - payloadFrom, 0, Event.PAYLOAD_BYTES_MAX);
      if (!isSimple) {
        var _ = event();
      }
    }

    private static void checkTexts(BoundedBytes source, int flags) {
      if ((flags & HEADERS) != 0) {
        long count = source.takeVarint();
        Checks.between("headers", count, 1, Event.HEADERS_MAX);
        Set<String> names = new HashSet<>();
        for (int i = 0; i < count; i++) {
          String name = source.takeUtf8("header name");
          Checks.that(names.add(name), "headers", Shown.text(name) + " twice", "each name once");
          var _ = source.takeUtf8("header " + Shown.text(name));
        }
      }
      if (flags >> CONTENT_TYPE_SHIFT == CONTENT_TYPE_NAMED) {
        var _ = source.takeUtf8("content type");
      }
    }

    /** Why it is no event; a sentence. */
    public Optional<String> fault() {
      return fault;
    }

    /** Whether it has nothing but a key, a time, a usual content type and a payload. */
    public boolean isSimple() {
      return isSimple;
    }

    /** The event. */
    public Event event() {
      return take(new BoundedBytes(array, from, to), baseSeconds);
    }

    /** Whether it has a time. */
    public boolean hasTime() {
      return hasTime;
    }

    /** Whether its payload is of the type {@code application/json}. */
    public boolean isJson() {
      return CONTENT_TYPES.get(array[from] >> CONTENT_TYPE_SHIFT & CONTENT_TYPE_NAMED).equals(JSON);
    }

    /** Where its key begins. */
    public int keyFrom() {
      return keyFrom;
    }

    /** Behind its key; the same as {@link #keyFrom} if it has none. */
    public int keyTo() {
      return keyTo;
    }

    /** Where its payload begins; behind it if its fault is before that. */
    public int payloadFrom() {
      return payloadFrom;
    }

    /** Behind the payload. */
    public int payloadTo() {
      return to;
    }
  }

  /** Whether the flags of an event tell of an idempotency key or a number. */
  static boolean isNumberedOrKeyed(int flags) {
    return (flags & (IDEMPOTENCY_KEY | SOURCE)) != 0;
  }

  /** Whether the flags of an event tell of headers. */
  static boolean hasHeaders(int flags) {
    return (flags & HEADERS) != 0;
  }

  /** Whether the flags of an event tell of the batch of a source. */
  static boolean isNumbered(int flags) {
    return (flags & SOURCE) != 0;
  }

  /**
   * Writes what comes between the time and the payload of events without an idempotency key and a
   * number.
   *
   * @return the flags that tell of it
   */
  static int putShared(GrowingBytes target, Map<String, String> headers, String contentType) {
    if (!headers.isEmpty()) {
      putHeaders(target, headers);
    }
    int number = contentTypeNumber(contentType);
    if (number == CONTENT_TYPE_NAMED) {
      target.putWithLength(contentType);
    }
    return (headers.isEmpty() ? 0 : HEADERS) | number << CONTENT_TYPE_SHIFT;
  }

  static int flags(int shared, boolean hasKey, boolean hasTime) {
    return shared | (hasKey ? KEY : 0) | (hasTime ? TIME : 0);
  }

  static void putWithLength(GrowingBytes target, Event event, long baseSeconds) {
    int lengthAt = target.length();
    target.skip(LENGTH_BYTES);
    put(target, event, baseSeconds);
    INT.set(target.array(), lengthAt, target.length() - lengthAt - LENGTH_BYTES);
  }

  private static void put(GrowingBytes target, Event event, long baseSeconds) {
    int contentType = contentTypeNumber(event.contentType());
    target.putByte(flags(event) | contentType << CONTENT_TYPE_SHIFT);
    if (event.key().isPresent()) {
      target.putWithLength(event.key().get());
    }
    if (event.time().isPresent()) {
      putTime(target, event.time().get(), baseSeconds);
    }
    if (event.idempotencyKey().isPresent()) {
      target.putWithLength(event.idempotencyKey().get());
    }
    if (event.sourceBatch().isPresent()) {
      target.putWithLength(event.sourceBatch().get().source());
      target.putVarint(event.sourceBatch().get().number());
    }
    if (!event.headers().isEmpty()) {
      putHeaders(target, event.headers());
    }
    if (contentType == CONTENT_TYPE_NAMED) {
      target.putWithLength(event.contentType());
    }
    target.put(event.payload());
  }

  /**
   * Checks an event that has nothing but a key, a time, a usual content type and a payload.
   *
   * @return false if it has more, which is not checked
   * @throws IllegalArgumentException if it is no event
   */
  static boolean isSimple(BoundedBytes source, long baseSeconds) {
    int flags = source.takeByte();
    if ((flags & (UNUSED | IDEMPOTENCY_KEY | SOURCE | HEADERS)) != 0
        || flags >> CONTENT_TYPE_SHIFT == CONTENT_TYPE_NAMED) {
      return false;
    }
    if (is(flags, KEY)) {
      int length = source.takeLength();
      Checks.between("key bytes", length, 1, Event.KEY_BYTES_MAX);
      source.skip(length);
    }
    if (is(flags, TIME)) {
      var _ = takeTime(source, baseSeconds);
    }
    Checks.between("payload bytes", source.remaining(), 0, Event.PAYLOAD_BYTES_MAX);
    return true;
  }

  static Event take(BoundedBytes source, long baseSeconds) {
    int flags = source.takeByte();
    Checks.between("flags", flags, 0, UNUSED - 1);
    Optional<Bytes> key =
        is(flags, KEY) ? Optional.of(source.takeBytes(source.takeLength())) : Optional.empty();
    Optional<Instant> time =
        is(flags, TIME) ? Optional.of(takeTime(source, baseSeconds)) : Optional.empty();
    Optional<String> idempotencyKey =
        is(flags, IDEMPOTENCY_KEY) ? Optional.of(source.takeText()) : Optional.empty();
    Optional<SourceBatch> sourceBatch =
        is(flags, SOURCE)
            ? Optional.of(new SourceBatch(source.takeText(), source.takeVarint()))
            : Optional.empty();
    Map<String, String> headers = is(flags, HEADERS) ? takeHeaders(source) : Map.of();
    String contentType = takeContentType(source, flags >> CONTENT_TYPE_SHIFT);
    Bytes payload = source.takeBytes(source.remaining());
    return new Event(key, time, idempotencyKey, sourceBatch, headers, contentType, payload);
  }

  private static int flags(Event event) {
    return (event.key().isPresent() ? KEY : 0)
        | (event.time().isPresent() ? TIME : 0)
        | (event.idempotencyKey().isPresent() ? IDEMPOTENCY_KEY : 0)
        | (event.sourceBatch().isPresent() ? SOURCE : 0)
        | (event.headers().isEmpty() ? 0 : HEADERS);
  }

  private static boolean is(int flags, int flag) {
    return (flags & flag) != 0;
  }

  private static void putTime(GrowingBytes target, Instant time, long baseSeconds) {
    target.putVarint(Varints.zigzag(time.getEpochSecond() - baseSeconds));
    target.putVarint(time.getNano());
  }

  private static Instant takeTime(BoundedBytes source, long baseSeconds) {
    long seconds = baseSeconds + Varints.unzigzag(source.takeVarint());
    long nanos = source.takeVarint();
    Checks.between("nanoseconds", nanos, 0, NANOS_PER_SECOND - 1);
    try {
      return Instant.ofEpochSecond(seconds, nanos);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "seconds: " + seconds + " (expected: a time that Java can hold)");
    }
  }

  private static void putHeaders(GrowingBytes target, Map<String, String> headers) {
    target.putVarint(headers.size());
    for (Map.Entry<String, String> header : headers.entrySet()) {
      target.putWithLength(header.getKey());
      target.putWithLength(header.getValue());
    }
  }

  private static Map<String, String> takeHeaders(BoundedBytes source) {
    long count = source.takeVarint();
    Checks.between("headers", count, 1, Event.HEADERS_MAX);
    Map<String, String> headers = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      headers.put(source.takeText(), source.takeText());
    }
    return headers;
  }

  private static int contentTypeNumber(String contentType) {
    return switch (contentType) {
      case Event.OCTETS -> 0;
      case JSON -> 1;
      case PLAIN_TEXT -> 2;
      default -> CONTENT_TYPE_NAMED;
    };
  }

  private static String takeContentType(BoundedBytes source, int number) {
    return number == CONTENT_TYPE_NAMED ? source.takeText() : CONTENT_TYPES.get(number);
  }

  private static int textBytesAtMost(String text) {
    return PART_LENGTH_BYTES_MAX + UTF8_BYTES_PER_CHAR_MAX * text.length();
  }
}
