package io.messina.cli.load;

import io.messina.cli.file.FileEntry;
import io.messina.cli.file.Records;
import io.messina.cli.terminal.Progress;
import io.messina.client.stream.StreamClient;
import java.io.IOException;
import java.util.concurrent.atomic.LongAdder;

/** Sends the events of a file, the events of a key in the order of the file. */
final class Load {

  private final KeyOrder order;
  private final ParallelBatches sources;
  private final Progress.Step step;
  private final LongAdder duplicates = new LongAdder();
  private long events;

  Load(StreamClient stream, String name, Sending sending, KeyOrder order, Progress.Step step) {
    this.order = order;
    this.step = step;
    this.sources = ParallelBatches.ofEvents(stream, name, sending, this::sent);
  }

  /** Returns once all are stored. */
  void run(Records records) throws IOException {
    for (FileEntry entry = records.next(); entry != null; entry = records.next()) {
      sources.add(entry, order.of(entry));
      events++;
    }
    sources.finish();
  }

  /** Returns the number of events in the input. */
  long events() {
    return events;
  }

  /** Returns the number of events that an earlier load had stored. */
  long duplicates() {
    return duplicates.sum();
  }

  private void sent(int count, int there, long nanos) {
    duplicates.add(there);
    step.advance(count);
  }
}
