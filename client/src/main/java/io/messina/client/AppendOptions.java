package io.messina.client;

import java.util.Optional;

/**
 * How an append is told from its repeat.
 *
 * @param idempotencyKey of the request; its events are known by it and their places in the request
 * @param batch of a producer that numbers its batches
 */
public record AppendOptions(Optional<String> idempotencyKey, Optional<SourceBatch> batch) {

  /** By a key that the client makes: its own retries store nothing twice. */
  public static final AppendOptions DEFAULT = new AppendOptions(Optional.empty(), Optional.empty());

  private static final int KEY_CHARS_MAX = 200;

  /**
   * Checked options.
   *
   * @throws IllegalArgumentException where the key is out of its bounds
   */
  public AppendOptions {
    idempotencyKey.ifPresent(key -> Names.checkHeader("idempotency key", key, KEY_CHARS_MAX));
  }

  /**
   * By the caller's key: the same events sent again with it, also by another process, are stored
   * once, as long as the stream remembers keys.
   *
   * @param idempotencyKey 1 to 200 visible characters of ASCII
   * @return the options
   */
  public static AppendOptions idempotent(String idempotencyKey) {
    return new AppendOptions(Optional.of(idempotencyKey), Optional.empty());
  }

  /**
   * By the number of a batch.
   *
   * @param source the producer: 1 to 256 visible characters of ASCII
   * @param number larger than that of any batch of this producer before; see {@link SourceBatch}
   * @return the options
   */
  public static AppendOptions numbered(String source, long number) {
    return new AppendOptions(Optional.empty(), Optional.of(new SourceBatch(source, number)));
  }

  /** The call with what tells it from others. */
  Call mark(Call call, Surroundings surroundings) {
    Call marked = call;
    if (batch.isPresent()) {
      marked =
          marked
              .withHeader("Messina-Source", batch.get().source())
              .withHeader("Messina-Batch", Long.toString(batch.get().number()));
    }
    if (idempotencyKey.isPresent() || batch.isEmpty()) {
      marked = marked.withHeader("Idempotency-Key", idempotencyKey.orElseGet(surroundings::unique));
    }
    return marked;
  }
}
