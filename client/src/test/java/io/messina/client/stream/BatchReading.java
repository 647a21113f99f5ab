package io.messina.client.stream;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32C;

/** Reads the body of a batch by its documented form alone. */
final class BatchReading {

  private final ByteBuffer body;

  /** An event, with the shard of its part. */
  record Read(
      int shard,
      Optional<String> key,
      Optional<Long> second,
      int nano,
      Map<String, String> headers,
      String contentType,
      String payload) {}

  private BatchReading(byte[] body) {
    this.body = ByteBuffer.wrap(body);
  }

  static List<Read> of(byte[] body) {
    return new BatchReading(body).parts();
  }

  static List<String> payloads(byte[] body) {
    return of(body).stream().map(Read::payload).toList();
  }

  private List<Read> parts() {
    expect(body.get() == 1, "version");
    List<Read> events = new ArrayList<>();
    while (body.hasRemaining()) {
      int shard = Short.toUnsignedInt(body.getShort());
      expect(events.stream().noneMatch(event -> event.shard() == shard), "a part per shard");
      int count = body.getInt();
      long base = body.getLong();
      int length = body.getInt();
      int checksum = body.getInt();
      CRC32C actual = new CRC32C();
      actual.update(body.slice(body.position(), length));
      expect((int) actual.getValue() == checksum, "checksum");
      int end = body.position() + length;
      for (int i = 0; i < count; i++) {
        events.add(event(shard, base));
      }
      expect(body.position() == end, "length of the part");
    }
    return events;
  }

  private Read event(int shard, long base) {
    int length = body.getInt();
    int end = body.position() + length;
    int flags = body.get();
    Optional<String> key = (flags & 1) == 0 ? Optional.empty() : Optional.of(text());
    Optional<Long> second = Optional.empty();
    int nano = 0;
    if ((flags & 2) != 0) {
      long zigzag = varint();
      second = Optional.of(base + (zigzag >>> 1 ^ -(zigzag & 1)));
      nano = (int) varint();
    }
    Map<String, String> headers = new LinkedHashMap<>();
    if ((flags & 16) != 0) {
      for (long rest = varint(); rest > 0; rest--) {
        String name = text();
        headers.put(name, text());
      }
    }
    String contentType =
        switch (flags >> 5) {
          case 0 -> "application/octet-stream";
          case 1 -> "application/json";
          case 2 -> "text/plain";
          default -> text();
        };
    expect((flags & ~(1 | 2 | 16 | 96)) == 0, "known flags");
    byte[] payload = new byte[end - body.position()];
    body.get(payload);
    return new Read(
        shard,
        key,
        second,
        nano,
        headers,
        contentType,
        new String(payload, StandardCharsets.ISO_8859_1));
  }

  private String text() {
    byte[] bytes = new byte[(int) varint()];
    body.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private long varint() {
    long number = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = body.get();
      number |= (long) (next & 0x7f) << shift;
      if (next >= 0) {
        return number;
      }
    }
  }

  private static void expect(boolean holds, String what) {
    if (!holds) {
      throw new IllegalStateException(what);
    }
  }
}
