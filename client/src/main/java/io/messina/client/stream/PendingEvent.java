package io.messina.client.stream;

import io.messina.api.Checks;
import io.messina.api.EventBounds;
import io.messina.api.EventId;
import io.messina.api.KeyToken;
import io.messina.api.StreamOptions;
import io.messina.client.event.NewEvent;
import io.messina.client.internal.event.EventText;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * An event that waits to be stored. Of one thread at a time.
 *
 * <p>Its key, token and fields are encoded when it is given; its payload is copied only into the
 * body of its request.
 */
final class PendingEvent {

  private static final byte[] NONE = {};

  private final NewEvent event;
  private final byte[] key;
  private final long token;
  private final byte flags;
  private final byte[] fields;
  private final CompletableFuture<Optional<EventId>> stored = new CompletableFuture<>();
  private final int bytes;
  private byte @Nullable [] line;

  /**
   * Encodes an event.
   *
   * @throws IllegalArgumentException if UTF-8 cannot hold one of its texts
   */
  PendingEvent(NewEvent event) {
    this.event = event;
    event.key().ifPresent(text -> Checks.utf8("key", text));
    this.key = event.key().map(text -> text.getBytes(StandardCharsets.UTF_8)).orElse(NONE);
    this.token = KeyToken.of(key, 0, key.length);
    this.flags = EventBatch.flags(event);
    this.fields = EventBatch.fields(event, flags);
    this.bytes = EventBatch.bytesAtMost(event, key, fields);
  }

  NewEvent event() {
    return event;
  }

  /** Its key in UTF-8; empty for none. */
  byte[] key() {
    return key;
  }

  /** Whether it has a key itself; a stream may have a pointer to keys of the others. */
  boolean hasKey() {
    return key.length > 0;
  }

  long token() {
    return token;
  }

  byte flags() {
    return flags;
  }

  /** Headers and content type as a batch has them. */
  byte[] fields() {
    return fields;
  }

  CompletableFuture<Optional<EventId>> stored() {
    return stored;
  }

  /** The bytes that it has in a batch, at most. */
  int bytes() {
    return bytes;
  }

  /**
   * Whether it can be in a batch: its bounds are, and the server need not look for its key or time.
   */
  boolean fitsBatch(StreamOptions options) {
    return (hasKey() || options.key().isEmpty())
        && (event.time().isPresent() || options.time().isEmpty())
        && key.length <= EventBounds.KEY_BYTES_MAX
        && event.headers().size() <= EventBounds.HEADERS_MAX
        && event.payload().length() <= EventBounds.PAYLOAD_BYTES_MAX;
  }

  /** Its line of {@code application/vnd.messina+json}, without the end. */
  byte[] line() {
    byte[] known = line;
    if (known == null) {
      known = EventText.line(event, Optional.empty());
      line = known;
    }
    return known;
  }
}
