package io.messina.cli.load;

import io.messina.cli.file.BadInputException;
import io.messina.cli.file.FileEntry;
import io.messina.cli.file.InputFile;
import io.messina.cli.file.Records;
import io.messina.cli.terminal.Progress;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/**
 * Looks through all of a file before anything of it is sent, and then sends it, several requests at
 * a time, in which neighbours are together.
 *
 * @param lines processes its lines
 * @param sending the word shown during the work, as in {@code Importing}
 * @param sent the word shown after the work, as in {@code imported}
 */
public record CheckedFile(Lines lines, String sending, String sent) {

  private static final int PARALLEL = 8;
  private static final int BATCH_LINES = 1_000;
  private static final Sending SENDING = new Sending(PARALLEL, PARALLEL, BATCH_LINES, 1 << 20);

  /** The processing of lines. Sending is called by many threads. */
  public interface Lines {

    /**
     * Looks at a line.
     *
     * @param line of the file
     * @throws BadInputException if it cannot be sent
     */
    void check(FileEntry line);

    /**
     * Sends some, and waits for the answer.
     *
     * @param batch some neighbours
     * @param step is told how many are done
     */
    void send(List<FileEntry> batch, Progress.Step step);
  }

  /**
   * Looks through it, and sends it.
   *
   * @param file which may be read twice
   * @param progress shows how far it is
   * @return how many lines it has
   * @throws BadInputException if a line cannot be sent; then nothing is
   */
  public long send(InputFile file, Progress progress) throws IOException {
    long count;
    try (InputStream bytes = file.open();
        Progress.Step step = progress.begin("Checking", OptionalLong.empty())) {
      count = check(file.records(bytes), step);
    }
    try (InputStream bytes = file.open();
        Progress.Step step = progress.begin(sending, OptionalLong.of(count))) {
      if (send(file.records(bytes), step) != count) {
        throw new BadInputException(file.name() + ": changed while it was " + sent);
      }
    }
    return count;
  }

  private long check(Records records, Progress.Step step) throws IOException {
    long count = 0;
    for (FileEntry line = records.next(); line != null; line = records.next()) {
      lines.check(line);
      step.advance(1);
      count++;
    }
    return count;
  }

  private long send(Records records, Progress.Step step) throws IOException {
    ParallelBatches batches = new ParallelBatches(SENDING, _ -> new Sender(lines, step));
    long count = 0;
    for (FileEntry line = records.next(); line != null; line = records.next()) {
      batches.add(line, Math.toIntExact(count / BATCH_LINES % PARALLEL));
      count++;
    }
    batches.finish();
    return count;
  }

  /** Sends a batch as one request. */
  private record Sender(Lines lines, Progress.Step step) implements BatchSender {

    @Override
    public CompletableFuture<Void> send(List<FileEntry> batch, long number) {
      return CompletableFuture.runAsync(() -> lines.send(batch, step), Thread::startVirtualThread);
    }

    @Override
    public long bytesAtMost(FileEntry line) {
      return line.payload().length() + 1L;
    }
  }
}
