package io.messina.cli.load;

import io.messina.client.NewEvent;
import io.messina.client.Payload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cuts records into batches, the same ones each time: by a count, and earlier where the bytes would
 * not fit one row of a shard, which a numbered batch must.
 */
final class Batches {

  private static final int BYTES_MAX = 128 << 10;

  private final Records records;
  private final int countMax;
  private @Nullable Payload ahead;

  Batches(Records records, int countMax) {
    this.records = records;
    this.countMax = countMax;
  }

  /** Empty at the end. */
  List<NewEvent> next() throws IOException {
    List<NewEvent> batch = new ArrayList<>();
    long bytes = 0;
    Payload record = ahead == null ? records.next() : ahead;
    while (record != null && fits(batch, bytes + record.length())) {
      batch.add(NewEvent.of(record));
      bytes += record.length();
      record = batch.size() == countMax ? null : records.next();
    }
    ahead = record;
    return batch;
  }

  private static boolean fits(List<NewEvent> batch, long bytes) {
    return batch.isEmpty() || bytes <= BYTES_MAX;
  }
}
