package io.messina.server.ingest;

import io.messina.stream.Event;
import io.messina.stream.log.ShardPlacement;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/** Encodes batches as a client does, from the documented form alone. */
public final class EncodedBatch {

  private static final long BASE_SECONDS = 1_442_000_000;

  private EncodedBatch() {}

  static byte[] of(ShardPlacement placement, List<Event> events) {
    Map<Integer, List<Event>> byShard = new TreeMap<>();
    for (Event event : events) {
      int shard = event.key().map(placement::shardOf).orElse(0);
      byShard.computeIfAbsent(shard, any -> new ArrayList<>()).add(event);
    }
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.write(1);
    byShard.forEach((shard, some) -> body.writeBytes(part(shard, some)));
    return body.toByteArray();
  }

  public static byte[] ofOneShard(int shard, List<Event> events) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.write(1);
    body.writeBytes(part(shard, events));
    return body.toByteArray();
  }

  /** Whatever the bytes of the events are; without a key they may be in any shard. */
  static byte[] ofBytes(byte[]... events) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.write(1);
    body.writeBytes(partOf(0, List.of(events)));
    return body.toByteArray();
  }

  private static byte[] part(int shard, List<Event> events) {
    return partOf(shard, events.stream().map(EncodedBatch::event).toList());
  }

  private static byte[] partOf(int shard, List<byte[]> events) {
    ByteArrayOutputStream encoded = new ByteArrayOutputStream();
    for (byte[] bytes : events) {
      encoded.writeBytes(ByteBuffer.allocate(4).putInt(bytes.length).array());
      encoded.writeBytes(bytes);
    }
    CRC32C checksum = new CRC32C();
    checksum.update(encoded.toByteArray());
    ByteBuffer head =
        ByteBuffer.allocate(22)
            .putShort((short) shard)
            .putInt(events.size())
            .putLong(BASE_SECONDS)
            .putInt(encoded.size())
            .putInt((int) checksum.getValue());
    ByteArrayOutputStream part = new ByteArrayOutputStream();
    part.writeBytes(head.array());
    part.writeBytes(encoded.toByteArray());
    return part.toByteArray();
  }

  private static byte[] event(Event event) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int type =
        List.of("application/octet-stream", "application/json", "text/plain")
            .indexOf(event.contentType());
    out.write(
        (event.key().isPresent() ? 1 : 0)
            | (event.time().isPresent() ? 2 : 0)
            | (event.headers().isEmpty() ? 0 : 16)
            | (type < 0 ? 3 : type) << 5);
    event.key().ifPresent(key -> bytes(out, key.toArray()));
    event
        .time()
        .ifPresent(
            time -> {
              long behind = time.getEpochSecond() - BASE_SECONDS;
              varint(out, behind << 1 ^ behind >> 63);
              varint(out, time.getNano());
            });
    if (!event.headers().isEmpty()) {
      varint(out, event.headers().size());
      event
          .headers()
          .forEach(
              (name, value) -> {
                text(out, name);
                text(out, value);
              });
    }
    if (type < 0) {
      text(out, event.contentType());
    }
    out.writeBytes(event.payload().toArray());
    return out.toByteArray();
  }

  private static void text(ByteArrayOutputStream out, String text) {
    bytes(out, text.getBytes(StandardCharsets.UTF_8));
  }

  private static void bytes(ByteArrayOutputStream out, byte[] bytes) {
    varint(out, bytes.length);
    out.writeBytes(bytes);
  }

  private static void varint(ByteArrayOutputStream out, long value) {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      out.write((int) ((rest & 0x7F) | 0x80));
      rest >>>= 7;
    }
    out.write((int) rest);
  }
}
