package io.messina.stream.append;

import io.messina.api.TraceHeaders;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.log.Murmur3;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Map;

/** The hashes by which repeated events are recognised; the same in every process. */
final class EventDigest {

  private static final long PRIME_1 = 0x9E3779B185EBCA87L;
  private static final long PRIME_2 = 0xC2B2AE3D27D4EB4FL;

  private EventDigest() {}

  /** The hash of an idempotency key. */
  static long key(String key) {
    return Murmur3.token(Bytes.utf8(key));
  }

  /**
   * The hash of an event without its idempotency key, its batch and its trace: an attempt of its
   * producer to send it again may be another span.
   */
  static int body(Event event) {
    long hash = event.key().isPresent() ? mixed(1, bytes(event.key().get())) : 0;
    if (event.time().isPresent()) {
      Instant time = event.time().get();
      hash = mixed(mixed(hash, time.getEpochSecond()), time.getNano());
    }
    hash = mixed(hash, headers(event.headers()));
    hash = mixed(hash, text(event.contentType()));
    hash = mixed(hash, bytes(event.payload()));
    return (int) (hash ^ hash >>> Integer.SIZE);
  }

  /** Independent of the order of the headers. */
  private static long headers(Map<String, String> headers) {
    long sum = 0;
    for (Map.Entry<String, String> header : headers.entrySet()) {
      if (!TraceHeaders.NAMES.contains(header.getKey())) {
        sum += 1 + mixed(text(header.getKey()), text(header.getValue()));
      }
    }
    return sum;
  }

  private static long text(String text) {
    return bytes(Bytes.utf8(text));
  }

  private static long bytes(Bytes bytes) {
    ByteBuffer buffer = bytes.asByteBuffer();
    long hash = PRIME_2 + bytes.length();
    while (buffer.remaining() >= Long.BYTES) {
      hash = mixed(hash, buffer.getLong());
    }
    while (buffer.hasRemaining()) {
      hash = mixed(hash, buffer.get());
    }
    return hash;
  }

  private static long mixed(long hash, long value) {
    long x = (hash ^ value * PRIME_1) * PRIME_2;
    x ^= x >>> 32;
    x *= PRIME_1;
    return x ^ x >>> 29;
  }
}
