package io.messina.cli.load;

import io.messina.client.AppendOptions;
import io.messina.client.Appended;
import io.messina.client.AsyncStreamClient;
import io.messina.client.MessinaException;
import io.messina.client.NewEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;

/**
 * The batches of one source. They are cut by what was added and by nothing else, numbered from 0,
 * and sent one after the other, since a stream takes a number only if it is higher than the last.
 */
final class SourceBatches {

  private final AsyncStreamClient stream;
  private final String source;
  private final Sending sending;
  private final Semaphore permits;
  private final SentBatches sent;
  private final List<Entry> gathered = new ArrayList<>();
  private List<Entry> underWay = List.of();
  private CompletableFuture<Void> answer = CompletableFuture.completedFuture(null);
  private long bytes;
  private long number;

  SourceBatches(
      AsyncStreamClient stream,
      String source,
      Sending sending,
      Semaphore permits,
      SentBatches sent) {
    this.stream = stream;
    this.source = source;
    this.sending = sending;
    this.permits = permits;
    this.sent = sent;
  }

  void add(Entry entry) {
    long more = Sending.bytesAtMost(entry, source);
    if (!gathered.isEmpty() && bytes + more > Sending.BATCH_BYTES) {
      send();
    }
    gathered.add(entry);
    bytes += more;
    if (gathered.size() == sending.batchEvents()) {
      send();
    }
  }

  /** Waits for the batch before, not for this one. */
  void send() {
    await();
    if (!gathered.isEmpty()) {
      underWay = List.copyOf(gathered);
      gathered.clear();
      bytes = 0;
      permits.acquireUninterruptibly();
      answer = append(underWay, number++).whenComplete((_, _) -> permits.release());
    }
  }

  private CompletableFuture<Void> append(List<Entry> batch, long batchNumber) {
    long begun = System.nanoTime();
    List<NewEvent> events = batch.stream().map(entry -> NewEvent.of(entry.payload())).toList();
    CompletableFuture<Appended> appended =
        stream.append(events, AppendOptions.numbered(source, batchNumber));
    return appended.thenAccept(
        result -> sent.sent(batch.size(), result.duplicates(), System.nanoTime() - begun));
  }

  /** Waits until the last batch is stored. */
  void await() {
    try {
      answer.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof MessinaException failure ? told(failure) : e;
    }
  }

  private RuntimeException told(MessinaException failure) {
    return failure instanceof MessinaException.Refused
        ? BadInputException.refused(failure.problem().detail(), underWay)
        : failure;
  }
}
