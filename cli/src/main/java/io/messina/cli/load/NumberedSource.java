package io.messina.cli.load;

import io.messina.api.Appended;
import io.messina.cli.file.BadInputException;
import io.messina.cli.file.FileEntry;
import io.messina.client.error.MessinaException;
import io.messina.client.event.NewEvent;
import io.messina.client.stream.AppendOptions;
import io.messina.client.stream.StreamClient;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Appends events under a source with numbered batches, which a stream takes only if the number is
 * higher than the last.
 */
record NumberedSource(StreamClient stream, String source, SentBatches sent) implements BatchSender {

  /** The bytes that the store keeps of an event beside its payload, key and source. */
  private static final int EVENT_BYTES = 64;

  private static final int CHAR_BYTES_MAX = 3;

  @Override
  public CompletableFuture<Void> send(List<FileEntry> batch, long number) {
    long begun = System.nanoTime();
    List<NewEvent> events = batch.stream().map(entry -> NewEvent.of(entry.payload())).toList();
    CompletableFuture<Appended> appended =
        stream.appendAsync(events, AppendOptions.numbered(source, number));
    return appended
        .exceptionallyCompose(failure -> CompletableFuture.failedFuture(told(failure, batch)))
        .thenAccept(
            result -> sent.sent(batch.size(), result.duplicates(), System.nanoTime() - begun));
  }

  /** All but its key. */
  @Override
  public long bytesAtMost(FileEntry entry) {
    return entry.payload().length() + (long) CHAR_BYTES_MAX * source.length() + EVENT_BYTES;
  }

  private static Throwable told(Throwable failure, List<FileEntry> batch) {
    Throwable cause =
        failure instanceof CompletionException
            ? Objects.requireNonNull(failure.getCause())
            : failure;
    return cause instanceof MessinaException.Refused refused
        ? BadInputException.refused(refused.problem().detail(), batch)
        : cause;
  }
}
