package io.messina.cli.messages;

import io.messina.api.message.MessageResult;
import io.messina.api.message.NewMessage;
import io.messina.cli.file.BadInputException;
import io.messina.cli.file.FileEntry;
import io.messina.cli.file.InputFile;
import io.messina.cli.file.Records;
import io.messina.cli.load.BatchSender;
import io.messina.cli.load.ParallelBatches;
import io.messina.cli.load.Sending;
import io.messina.cli.terminal.Progress;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Gives the messages of a file to the server, several requests at a time. */
final class MessageFile {

  private static final int PARALLEL = 8;
  private static final int BATCH_LINES = 1_000;
  private static final Sending SENDING = new Sending(PARALLEL, PARALLEL, BATCH_LINES, 1 << 20);

  private final Function<List<NewMessage>, List<MessageResult>> acceptance;
  private final MessageLines lines;
  private final Progress progress;
  private long keysMade;

  /**
   * Sends files.
   *
   * @param acceptance tells of each message what became of it
   * @param lines reads messages
   * @param progress shows how far it is
   */
  MessageFile(
      Function<List<NewMessage>, List<MessageResult>> acceptance,
      MessageLines lines,
      Progress progress) {
    this.acceptance = acceptance;
    this.lines = lines;
    this.progress = progress;
  }

  /**
   * Looks through all of a file, and then sends it.
   *
   * @return what became of its messages
   * @throws BadInputException if a line is no message; then nothing is sent
   */
  SentMessages send(InputFile file) throws IOException {
    long count;
    try (InputStream bytes = file.open();
        Progress.Step step = progress.begin("Checking", OptionalLong.empty())) {
      count = check(file.records(bytes), step);
    }
    try (InputStream bytes = file.open();
        Progress.Step step = progress.begin("Sending", OptionalLong.of(count))) {
      SentMessages sent = new SentMessages(acceptance, lines, step);
      if (send(file.records(bytes), sent) != count) {
        throw new BadInputException(file.name() + ": changed while it was sent");
      }
      return sent;
    }
  }

  /** How many lines got a key of their place. */
  long keysMade() {
    return keysMade;
  }

  private long check(Records records, Progress.Step step) throws IOException {
    long count = 0;
    for (FileEntry line = records.next(); line != null; line = records.next()) {
      keysMade += lines.isMade(lines.read(line), line) ? 1 : 0;
      step.advance(1);
      count++;
    }
    return count;
  }

  private static long send(Records records, SentMessages sent) throws IOException {
    ParallelBatches batches = new ParallelBatches(SENDING, _ -> new Sender(sent));
    long count = 0;
    for (FileEntry line = records.next(); line != null; line = records.next()) {
      batches.add(line, Math.toIntExact(count / BATCH_LINES % PARALLEL));
      count++;
    }
    batches.finish();
    return count;
  }

  /** Sends a batch as one request, and again what has to wait. */
  private record Sender(SentMessages sent) implements BatchSender {

    @Override
    public CompletableFuture<Void> send(List<FileEntry> batch, long number) {
      return CompletableFuture.runAsync(() -> sent.send(batch), Thread::startVirtualThread);
    }

    @Override
    public long bytesAtMost(FileEntry line) {
      return line.payload().length() + 1L;
    }
  }
}
