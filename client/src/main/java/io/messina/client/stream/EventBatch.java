package io.messina.client.stream;

import io.messina.api.Checks;
import io.messina.api.KeyToken;
import io.messina.client.event.NewEvent;
import io.messina.client.event.Payload;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A body of {@code application/vnd.messina.batch}: events as rows of the log have them, by shard.
 * Numbers are big-endian; varints are LEB128.
 *
 * <pre>
 *   version                 1   1
 *   parts, one per shard:
 *     shard                 2   from 0
 *     number of events      4
 *     base second           8   from which the times of the events count
 *     bytes of the events   4
 *     CRC32C of them        4
 *     events, each:
 *       length              4   of what follows
 *       flags               1   1 key, 2 time, 16 headers, 32 and 64 the kind of content type
 *       key                 …   varint length, bytes
 *       time                …   zigzag varint seconds, varint nanoseconds
 *       headers             …   varint number; each a name and a value, varint length and UTF-8
 *       content type        …   varint length, UTF-8; of kind 3
 *       payload             …
 * </pre>
 */
final class EventBatch {

  static final String TYPE = "application/vnd.messina.batch";

  private static final int VERSION = 1;
  private static final int PART_HEAD_BYTES = 22;
  private static final int PART_EVENTS_MAX = 16_384;

  /** Below the 256 KiB of a row, where the server adds what repeats are known by. */
  private static final int PART_BYTES_MAX = 256_000;

  private static final int KEY = 1;
  private static final int TIME = 2;
  private static final int HEADERS = 16;
  private static final int KIND_SHIFT = 5;
  private static final int NAMED = 3 << KIND_SHIFT;
  private static final List<String> KINDS = List.of(Payload.OCTETS, Payload.JSON, "text/plain");

  /** Base seconds are rounded down, so that those of many requests are equal. */
  private static final long BASE_MASK = -4096;

  private static final int TIME_BYTES_MAX = 15;
  private static final byte[] NONE = {};

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final int shards;
  private final long base;
  private final @Nullable Part[] byShard;
  private final List<Part> parts = new ArrayList<>();
  private int keyless;
  private int bytes = 1;

  /** The events of one shard, in their order. */
  private static final class Part {
    private final int shard;
    private final List<PendingEvent> events = new ArrayList<>();
    private int bytes;

    Part(int shard) {
      this.shard = shard;
    }

    boolean hasRoomFor(int more) {
      return events.isEmpty()
          || (events.size() < PART_EVENTS_MAX && bytes + more <= PART_BYTES_MAX);
    }
  }

  private EventBatch(int shards, long base, int keyless) {
    this.shards = shards;
    this.base = base;
    this.byShard = new Part[shards];
    this.keyless = keyless & (shards - 1);
  }

  /**
   * Takes events, from the first on, as long as they fit.
   *
   * @param shards of the stream
   * @param events at least one, which fit batches
   * @param bytesMax of the body, unless it is one event
   * @param keyless chooses the shard of events without a key
   */
  static EventBatch of(int shards, List<PendingEvent> events, int bytesMax, int keyless) {
    EventBatch batch = new EventBatch(shards, base(events), keyless);
    for (PendingEvent event : events) {
      if (!batch.add(event, bytesMax)) {
        break;
      }
    }
    return batch;
  }

  private static long base(List<PendingEvent> events) {
    for (PendingEvent event : events) {
      if (event.event().time().isPresent()) {
        return event.event().time().get().getEpochSecond() & BASE_MASK;
      }
    }
    return 0;
  }

  private boolean add(PendingEvent event, int bytesMax) {
    int size = Integer.BYTES + length(event);
    Part part = part(event, size);
    long grown = (long) bytes + size + (part.events.isEmpty() ? PART_HEAD_BYTES : 0);
    boolean isFirst = parts.isEmpty();
    if (!part.hasRoomFor(size) || (!isFirst && grown > bytesMax)) {
      return false;
    }
    if (part.events.isEmpty()) {
      parts.add(part);
      byShard[part.shard] = part;
    }
    part.events.add(event);
    part.bytes += size;
    bytes = Math.toIntExact(grown);
    return true;
  }

  private Part part(PendingEvent event, int size) {
    if (event.hasKey()) {
      return part(KeyToken.shard(event.token(), shards));
    }
    Part part = part(keyless);
    if (!part.hasRoomFor(size)) {
      keyless = (keyless + 1) & (shards - 1);
      part = part(keyless);
    }
    return part;
  }

  private Part part(int shard) {
    Part known = byShard[shard];
    return known != null ? known : new Part(shard);
  }

  /** The events that were taken, in the order of the body. */
  List<PendingEvent> events() {
    List<PendingEvent> all =
        new ArrayList<>(parts.stream().mapToInt(part -> part.events.size()).sum());
    parts.forEach(part -> all.addAll(part.events));
    return all;
  }

  byte[] body() {
    byte[] body = new byte[bytes];
    body[0] = VERSION;
    int at = 1;
    for (Part part : parts) {
      at = write(part, body, at);
    }
    return body;
  }

  private int write(Part part, byte[] body, int head) {
    body[head] = (byte) (part.shard >> Byte.SIZE);
    body[head + 1] = (byte) part.shard;
    INT.set(body, head + 2, part.events.size());
    LONG.set(body, head + 6, base);
    INT.set(body, head + 14, part.bytes);
    int from = head + PART_HEAD_BYTES;
    int at = from;
    for (PendingEvent event : part.events) {
      at = write(event, body, at);
    }
    CRC32C checksum = new CRC32C();
    checksum.update(body, from, part.bytes);
    INT.set(body, head + 18, (int) checksum.getValue());
    return at;
  }

  private int write(PendingEvent pending, byte[] body, int from) {
    NewEvent event = pending.event();
    byte[] key = pending.key();
    byte[] fields = pending.fields();
    int at = from + Integer.BYTES + 1;
    if (pending.hasKey()) {
      at = bytes(body, at, key);
    }
    if (event.time().isPresent()) {
      Instant time = event.time().get();
      at = varint(body, at, zigzag(time.getEpochSecond() - base));
      at = varint(body, at, time.getNano());
    }
    System.arraycopy(fields, 0, body, at, fields.length);
    at += fields.length;
    event.payload().copyTo(body, at);
    at += event.payload().length();
    INT.set(body, from, at - from - Integer.BYTES);
    body[from + Integer.BYTES] = pending.flags();
    return at;
  }

  /** The bytes of an event behind its length. */
  private int length(PendingEvent pending) {
    int most = pending.bytes() - Integer.BYTES;
    if (pending.event().time().isEmpty()) {
      return most;
    }
    Instant time = pending.event().time().get();
    int seconds = varintBytes(zigzag(time.getEpochSecond() - base));
    return most - TIME_BYTES_MAX + seconds + varintBytes(time.getNano());
  }

  /** The bytes of an event with its length, where its time takes as many as it can. */
  static int bytesAtMost(NewEvent event, byte[] key, byte[] fields) {
    return Integer.BYTES
        + 1
        + (key.length == 0 ? 0 : varintBytes(key.length) + key.length)
        + (event.time().isPresent() ? TIME_BYTES_MAX : 0)
        + fields.length
        + event.payload().length();
  }

  static byte flags(NewEvent event) {
    int kind = KINDS.indexOf(event.payload().contentType());
    return (byte)
        ((event.key().isPresent() ? KEY : 0)
            | (event.time().isPresent() ? TIME : 0)
            | (event.headers().isEmpty() ? 0 : HEADERS)
            | (kind < 0 ? NAMED : kind << KIND_SHIFT));
  }

  /**
   * The headers and the content type of an event.
   *
   * @throws IllegalArgumentException if UTF-8 cannot hold one of them
   */
  static byte[] fields(NewEvent event, byte flags) {
    boolean isNamed = (flags & NAMED) == NAMED;
    if (event.headers().isEmpty() && !isNamed) {
      return NONE;
    }
    List<byte[]> texts = new ArrayList<>();
    for (Map.Entry<String, String> header : event.headers().entrySet()) {
      texts.add(utf8("header name", header.getKey()));
      texts.add(utf8("header " + header.getKey(), header.getValue()));
    }
    if (isNamed) {
      texts.add(utf8("content type", event.payload().contentType()));
    }
    int headers = event.headers().size();
    int size = headers == 0 ? 0 : varintBytes(headers);
    for (byte[] text : texts) {
      size += varintBytes(text.length) + text.length;
    }
    byte[] fields = new byte[size];
    int at = headers == 0 ? 0 : varint(fields, 0, headers);
    for (byte[] text : texts) {
      at = bytes(fields, at, text);
    }
    return fields;
  }

  private static byte[] utf8(String what, String text) {
    Checks.utf8(what, text);
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static int bytes(byte[] into, int from, byte[] bytes) {
    int at = varint(into, from, bytes.length);
    System.arraycopy(bytes, 0, into, at, bytes.length);
    return at + bytes.length;
  }

  private static long zigzag(long number) {
    return (number << 1) ^ (number >> 63);
  }

  private static int varint(byte[] into, int from, long number) {
    int at = from;
    long rest = number;
    while ((rest & ~0x7FL) != 0) {
      into[at++] = (byte) ((rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    into[at] = (byte) rest;
    return at + 1;
  }

  private static int varintBytes(long number) {
    return (Long.SIZE - Long.numberOfLeadingZeros(number | 1) + 6) / 7;
  }
}
