package io.messina.client.stream;

import io.messina.api.Checks;
import io.messina.api.SourceBatch;
import io.messina.client.error.MessinaException;
import io.messina.client.internal.Call;
import io.messina.client.internal.Surroundings;
import java.util.Optional;

/**
 * How a repeated append is recognised.
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
   * @throws IllegalArgumentException if the key or the source is out of its bounds
   */
  public AppendOptions {
    idempotencyKey.ifPresent(key -> Checks.header("idempotency key", key, KEY_CHARS_MAX));
    batch.ifPresent(
        numbered -> Checks.header("source", numbered.source(), SourceBatch.SOURCE_CHARS_MAX));
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
   * By the number of a batch. A client refuses a number that is more than 63 above a number that it
   * has sent to the same stream and that is not acknowledged: a failed batch counts until it is
   * sent again and acknowledged, unless it failed with {@link MessinaException.Refused} or {@link
   * MessinaException.NotFound}, or {@link StreamClient#giveUp(SourceBatch)} gives it up. A client
   * has up to 100,000 unacknowledged batches; beyond that an append fails with {@link
   * MessinaException.Overloaded}.
   *
   * @param source the producer: 1 to 256 visible characters of ASCII
   * @param number larger than that of any batch of this producer before
   * @return the options
   */
  public static AppendOptions numbered(String source, long number) {
    return new AppendOptions(Optional.empty(), Optional.of(new SourceBatch(source, number)));
  }

  /** Adds the marks by which the call's repeats are recognised. */
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
