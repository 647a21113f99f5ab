package io.messina.cli.features;

import io.messina.api.feature.AddedItems;
import io.messina.api.feature.ItemLine;
import io.messina.cli.file.BadInputException;
import io.messina.cli.file.FileEntry;
import io.messina.cli.file.InputFile;
import io.messina.cli.file.Records;
import io.messina.cli.load.BatchSender;
import io.messina.cli.load.ParallelBatches;
import io.messina.cli.load.Sending;
import io.messina.cli.terminal.Progress;
import io.messina.client.features.ListClient;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;

/** Adds the items of a file, several requests at a time. Those that are there stay as they are. */
final class ItemImport {

  private static final int PARALLEL = 8;
  private static final int BATCH_LINES = 1_000;
  private static final Sending SENDING = new Sending(PARALLEL, PARALLEL, BATCH_LINES, 1 << 20);

  private final ListClient list;
  private final ItemLines lines;
  private final Progress progress;
  private final LongAdder stored = new LongAdder();
  private final LongAdder expired = new LongAdder();
  private long items;

  ItemImport(ListClient list, ItemLines lines, Progress progress) {
    this.list = list;
    this.lines = lines;
    this.progress = progress;
  }

  /**
   * Looks through all of a file, and then sends it.
   *
   * @return this
   * @throws BadInputException if a line is no item; then nothing is sent
   */
  ItemImport run(InputFile file) throws IOException {
    try (InputStream bytes = file.open();
        Progress.Step step = progress.begin("Checking", OptionalLong.empty())) {
      items = check(file.records(bytes), step);
    }
    try (InputStream bytes = file.open();
        Progress.Step step = progress.begin("Importing", OptionalLong.of(items))) {
      if (send(file.records(bytes), step) != items) {
        throw new BadInputException(file.name() + ": changed while it was imported");
      }
    }
    return this;
  }

  /** How many the file has. */
  long items() {
    return items;
  }

  private long check(Records records, Progress.Step step) throws IOException {
    long count = 0;
    for (FileEntry line = records.next(); line != null; line = records.next()) {
      var _ = lines.read(line);
      step.advance(1);
      count++;
    }
    return count;
  }

  /** Neighbours go together, since they often are of one entity. */
  private long send(Records records, Progress.Step step) throws IOException {
    Sender sender = new Sender(step);
    ParallelBatches batches = new ParallelBatches(SENDING, _ -> sender);
    long count = 0;
    for (FileEntry line = records.next(); line != null; line = records.next()) {
      batches.add(line, Math.toIntExact(count / BATCH_LINES % PARALLEL));
      count++;
    }
    batches.finish();
    return count;
  }

  /** How many items are there now. */
  long stored() {
    return stored.sum();
  }

  /** How many were over already. */
  long expired() {
    return expired.sum();
  }

  private void sent(AddedItems added) {
    stored.add(added.stored());
    expired.add(added.expired());
  }

  /** Sends a batch as one request. */
  private final class Sender implements BatchSender {

    private final Progress.Step step;

    private Sender(Progress.Step step) {
      this.step = step;
    }

    @Override
    public CompletableFuture<Void> send(List<FileEntry> batch, long number) {
      List<ItemLine> items = batch.stream().map(lines::read).toList();
      return CompletableFuture.runAsync(
          () -> {
            sent(list.importLines(items));
            step.advance(batch.size());
          },
          Thread::startVirtualThread);
    }

    @Override
    public long bytesAtMost(FileEntry line) {
      return line.payload().length() + 1L;
    }
  }
}
