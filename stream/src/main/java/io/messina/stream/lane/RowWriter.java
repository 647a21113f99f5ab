package io.messina.stream.lane;

import io.messina.runtime.ExponentialBackoff;
import io.messina.runtime.Micros;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.StoreUnavailableException;
import io.messina.stream.record.RecordBatchCodec;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * Writes the rows of a lane: retries each until it is durable, as the same bytes with one
 * timestamp. Chooses the salt of each segment, which takes longer than a lane's lock should be
 * held. For use by one thread at a time.
 */
final class RowWriter {

  /**
   * How much longer the row of a segment is kept than the last event that the segment may contain.
   */
  private static final Duration SEGMENT_ROW_MARGIN = Duration.ofDays(30);

  private static final ExponentialBackoff BACKOFF =
      new ExponentialBackoff(Duration.ofMillis(20), Duration.ofSeconds(1));

  private final LaneId lane;
  private final LaneSettings settings;
  private final LaneSurroundings surroundings;

  /** Of the newest segment. */
  private int salt;

  RowWriter(LaneId lane, LaneSettings settings, LaneSurroundings surroundings) {
    this.lane = lane;
    this.settings = settings;
    this.surroundings = surroundings;
  }

  /**
   * Writes a flush, after the row of its segment if it begins one.
   *
   * @return the size of the row, in bytes
   * @throws StoreUnavailableException if it was abandoned; it may apply at any later time
   * @throws InterruptedException if the thread was interrupted; it may apply later, too
   */
  int write(Flush flush, long timestampMicros) throws InterruptedException {
    if (flush.begins()) {
      salt = settings.salts().choose(any -> LaneTables.log(lane, flush.segment().salted(any)));
    }
    Segment segment = flush.segment().salted(salt);
    if (flush.begins()) {
      write(
          LaneTables.row(lane, segment),
          surroundings.timestamps().next(),
          expiry(segment.firstAppendMicros(), SEGMENT_ROW_MARGIN));
    }
    var bytes = RecordBatchCodec.encode(flush.batch());
    write(
        LaneTables.row(lane, segment, flush.firstSequence(), bytes),
        timestampMicros,
        expiry(flush.endMicros(), Duration.ZERO));
    return bytes.length();
  }

  private void write(Row row, long timestampMicros, Optional<Instant> expiresAt)
      throws InterruptedException {
    PlainBatch.Builder builder = PlainBatch.in(row.key().partition(), timestampMicros);
    expiresAt.ifPresentOrElse(moment -> builder.put(row, moment), () -> builder.put(row));
    PlainBatch batch = builder.build();
    for (int attempt = 1; !isWritten(batch, attempt); attempt++) {
      surroundings.pause().pause(BACKOFF.after(attempt));
    }
  }

  private boolean isWritten(PlainBatch batch, int attempt) {
    try {
      surroundings.store().write(batch);
      return true;
    } catch (StoreUnavailableException e) {
      if (attempt >= settings.attempts() || !surroundings.acknowledgements().mayAcknowledge()) {
        throw e;
      }
      return false;
    }
  }

  private Optional<Instant> expiry(long micros, Duration margin) {
    return settings
        .retention()
        .map(
            retention ->
                Micros.toInstant(micros)
                    .plus(retention)
                    .plus(margin)
                    .truncatedTo(ChronoUnit.MILLIS)
                    .plusMillis(1));
  }
}
