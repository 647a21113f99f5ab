package io.messina.stream.log;

import io.messina.runtime.Varints;
import java.util.Arrays;
import java.util.List;

/**
 * Encodes the events of a request from where they stand in its body, sorted by shard. For one
 * thread.
 */
public final class ShardRunsBuilder {

  /** The usual size of an event, by which the arrays are made. */
  private static final int EVENT_BYTES_SHIFT = 7;

  private static final int EVENTS_AT_FIRST_MAX = 1_024;
  private static final int NO_TIME = -1;

  private final ShardPlacement placement;
  private final int unkeyedShard;
  private final EventTemplate template;
  private final byte[] body;
  private int count;
  private int[] froms;
  private int[] tos;
  private int[] keyFroms;
  private int[] keyTos;
  private int[] shards;
  private long[] seconds;
  private int[] nanos;
  private byte[] key = {};

  /**
   * A builder without events.
   *
   * @param placement of the stream's keys
   * @param unkeyedShard of the events without a key
   * @param template what all events have alike
   * @param body with the payloads; must not change any more
   */
  public ShardRunsBuilder(
      ShardPlacement placement, int unkeyedShard, EventTemplate template, byte[] body) {
    this.placement = placement;
    this.unkeyedShard = unkeyedShard;
    this.template = template;
    this.body = body;
    int room = Math.clamp(body.length >> EVENT_BYTES_SHIFT, 1, EVENTS_AT_FIRST_MAX);
    this.froms = new int[room];
    this.tos = new int[room];
    this.keyFroms = new int[room];
    this.keyTos = new int[room];
    this.shards = new int[room];
    this.seconds = new long[room];
    this.nanos = new int[room];
  }

  /** Sets the key of all events that have none in the body, of 1 to 1,024 bytes. */
  public void key(byte[] shared) {
    key = shared;
  }

  /** Returns how many events were added. */
  public int count() {
    return count;
  }

  /**
   * Adds an event.
   *
   * @param from where its payload begins
   * @param to behind its payload, of at most {@link io.messina.stream.Event#PAYLOAD_BYTES_MAX}
   * @param keyFrom where its key begins
   * @param keyTo behind its key, of at most 1,024 bytes; the same if it has none
   */
  public void add(int from, int to, int keyFrom, int keyTo) {
    add(from, to, keyFrom, keyTo, 0, NO_TIME);
  }

  /**
   * Adds an event with a time.
   *
   * @param second of the time, since 1970
   * @param nano of that second
   */
  public void add(int from, int to, int keyFrom, int keyTo, long second, int nano) {
    if (count == froms.length) {
      grow();
    }
    froms[count] = from;
    tos[count] = to;
    keyFroms[count] = keyFrom;
    keyTos[count] = keyTo;
    seconds[count] = second;
    nanos[count] = nano;
    shards[count] = shardOf(keyFrom, keyTo);
    count++;
  }

  private int shardOf(int keyFrom, int keyTo) {
    if (placement.shards() == 1) {
      return 0;
    }
    if (keyFrom < keyTo) {
      return placement.shardOf(body, keyFrom, keyTo);
    }
    return key.length > 0 ? placement.shardOf(key, 0, key.length) : unkeyedShard;
  }

  private void grow() {
    int room = 2 * count;
    froms = Arrays.copyOf(froms, room);
    tos = Arrays.copyOf(tos, room);
    keyFroms = Arrays.copyOf(keyFroms, room);
    keyTos = Arrays.copyOf(keyTos, room);
    shards = Arrays.copyOf(shards, room);
    seconds = Arrays.copyOf(seconds, room);
    nanos = Arrays.copyOf(nanos, room);
  }

  /** Returns the events that were added, of which there must be one. */
  public ShardRuns build() {
    int[] partOfShard = new int[placement.shards()];
    int[] partOf = new int[count];
    int parts = 0;
    for (int i = 0; i < count; i++) {
      if (partOfShard[shards[i]] == 0) {
        partOfShard[shards[i]] = ++parts;
      }
      partOf[i] = partOfShard[shards[i]] - 1;
    }
    return parts == 1
        ? ShardRuns.whole(shards[0], encode(new int[count], 1)[0])
        : new ShardRuns(count, shardsOf(partOf, parts), List.of(encode(partOf, parts)), partOf);
  }

  private int[] shardsOf(int[] partOf, int parts) {
    int[] found = new int[parts];
    for (int i = 0; i < count; i++) {
      found[partOf[i]] = shards[i];
    }
    return found;
  }

  private EventRun[] encode(int[] partOf, int parts) {
    long base = baseSeconds();
    int[] counts = new int[parts];
    int[] ends = new int[parts];
    for (int i = 0; i < count; i++) {
      counts[partOf[i]]++;
      ends[partOf[i]] += bytes(i, base);
    }
    int bytes = 0;
    int[] at = new int[parts];
    for (int part = 0; part < parts; part++) {
      at[part] = bytes;
      bytes += ends[part];
      ends[part] = bytes;
    }
    byte[] array = new byte[bytes];
    int[] next = at.clone();
    for (int i = 0; i < count; i++) {
      next[partOf[i]] = put(array, next[partOf[i]], i, base);
    }
    EventRun[] runs = new EventRun[parts];
    for (int part = 0; part < parts; part++) {
      runs[part] = EventRun.plain(array, at[part], ends[part], counts[part], base);
    }
    return runs;
  }

  private long baseSeconds() {
    for (int i = 0; i < count; i++) {
      if (nanos[i] != NO_TIME) {
        return EventRun.baseSeconds(seconds[i]);
      }
    }
    return 0;
  }

  private int keyLength(int index) {
    int own = keyTos[index] - keyFroms[index];
    return own > 0 ? own : key.length;
  }

  private int bytes(int index, long base) {
    int bytes = EventLayout.BYTES_MIN + template.parts().length + tos[index] - froms[index];
    int keyLength = keyLength(index);
    if (keyLength > 0) {
      bytes += Varints.bytes(keyLength) + keyLength;
    }
    if (nanos[index] != NO_TIME) {
      bytes += Varints.bytes(Varints.zigzag(seconds[index] - base)) + Varints.bytes(nanos[index]);
    }
    return bytes;
  }

  private int put(byte[] array, int start, int index, long base) {
    int at = start + EventLayout.LENGTH_BYTES;
    int keyLength = keyLength(index);
    boolean hasTime = nanos[index] != NO_TIME;
    array[at++] = (byte) EventLayout.flags(template.flags(), keyLength > 0, hasTime);
    if (keyLength > 0) {
      at = Varints.put(array, at, keyLength);
      boolean isOwn = keyTos[index] > keyFroms[index];
      System.arraycopy(isOwn ? body : key, isOwn ? keyFroms[index] : 0, array, at, keyLength);
      at += keyLength;
    }
    if (hasTime) {
      at = Varints.put(array, at, Varints.zigzag(seconds[index] - base));
      at = Varints.put(array, at, nanos[index]);
    }
    at = copy(template.parts(), 0, template.parts().length, array, at);
    at = copy(body, froms[index], tos[index] - froms[index], array, at);
    EventLayout.INT.set(array, start, at - start - EventLayout.LENGTH_BYTES);
    return at;
  }

  private static int copy(byte[] source, int from, int length, byte[] target, int at) {
    System.arraycopy(source, from, target, at, length);
    return at + length;
  }
}
