package io.messina.flink.sink;

import io.messina.client.event.NewEvent;
import io.messina.client.event.Payload;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/**
 * Events as checkpoints have them, one behind the other:
 *
 * <pre>
 *   | 1 if keyed | key | 1 if it has a time | seconds, 8 bytes | nanoseconds, 4 bytes |
 *   | count of headers, 4 bytes | (name | value)* | content type | 1 if JSON | length, 4 bytes | payload |
 * </pre>
 *
 * <p>Texts are UTF-8 with their length, 4 bytes, before them.
 */
final class EventBytes {

  private EventBytes() {}

  static void write(NewEvent event, DataOutputSerializer to) throws IOException {
    to.writeBoolean(event.key().isPresent());
    if (event.key().isPresent()) {
      writeText(event.key().get(), to);
    }
    Instant time = event.time().orElse(null);
    to.writeBoolean(time != null);
    if (time != null) {
      to.writeLong(time.getEpochSecond());
      to.writeInt(time.getNano());
    }
    to.writeInt(event.headers().size());
    for (Map.Entry<String, String> header : event.headers().entrySet()) {
      writeText(header.getKey(), to);
      writeText(header.getValue(), to);
    }
    writeText(event.payload().contentType(), to);
    to.writeBoolean(event.payload().isJson());
    writeBytes(event.payload().toBytes(), to);
  }

  /**
   * Reads the output of {@link #write}.
   *
   * @throws IOException where these are no events
   */
  static List<NewEvent> readAll(byte[] bytes) throws IOException {
    DataInputDeserializer from = new DataInputDeserializer(bytes);
    List<NewEvent> events = new ArrayList<>();
    try {
      while (from.available() > 0) {
        events.add(read(from));
      }
    } catch (IllegalArgumentException | DateTimeException | ArithmeticException e) {
      throw new IOException("unreadable events: " + e.getMessage(), e);
    }
    return events;
  }

  private static NewEvent read(DataInputDeserializer from) throws IOException {
    Optional<String> key = from.readBoolean() ? Optional.of(readText(from)) : Optional.empty();
    Optional<Instant> time =
        from.readBoolean()
            ? Optional.of(Instant.ofEpochSecond(from.readLong(), from.readInt()))
            : Optional.empty();
    Map<String, String> headers = new LinkedHashMap<>();
    for (int left = from.readInt(); left > 0; left--) {
      String name = readText(from);
      headers.put(name, readText(from));
    }
    String contentType = readText(from);
    boolean json = from.readBoolean();
    return new NewEvent(key, time, headers, Payload.of(contentType, json, readBytes(from)));
  }

  private static void writeText(String text, DataOutputSerializer to) throws IOException {
    writeBytes(text.getBytes(StandardCharsets.UTF_8), to);
  }

  private static String readText(DataInputDeserializer from) throws IOException {
    return new String(readBytes(from), StandardCharsets.UTF_8);
  }

  private static void writeBytes(byte[] bytes, DataOutputSerializer to) throws IOException {
    to.writeInt(bytes.length);
    to.write(bytes);
  }

  /** Some bytes with their length before them. */
  static byte[] readBytes(DataInputDeserializer from) throws IOException {
    int length = from.readInt();
    if (length < 0 || length > from.available()) {
      throw new IOException(
          "unreadable events: %d bytes (expected: from 0 to the %d that are left)"
              .formatted(length, from.available()));
    }
    byte[] bytes = new byte[length];
    from.readFully(bytes);
    return bytes;
  }
}
