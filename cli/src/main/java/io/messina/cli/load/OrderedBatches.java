package io.messina.cli.load;

import io.messina.cli.file.FileEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;

/**
 * Batches whose cuts depend only on the entries added, numbered from 0, and sent one after the
 * other.
 */
final class OrderedBatches {

  private final BatchSender sender;
  private final Sending sending;
  private final Semaphore permits;
  private final List<FileEntry> gathered = new ArrayList<>();
  private CompletableFuture<Void> answer = CompletableFuture.completedFuture(null);
  private long bytes;
  private long number;

  OrderedBatches(BatchSender sender, Sending sending, Semaphore permits) {
    this.sender = sender;
    this.sending = sending;
    this.permits = permits;
  }

  void add(FileEntry entry) {
    long more = sender.bytesAtMost(entry);
    if (!gathered.isEmpty() && bytes + more > sending.batchBytes()) {
      send();
    }
    gathered.add(entry);
    bytes += more;
    if (gathered.size() == sending.batchEntries()) {
      send();
    }
  }

  /** Waits for the batch before, not for this one. */
  void send() {
    await();
    if (!gathered.isEmpty()) {
      List<FileEntry> batch = List.copyOf(gathered);
      gathered.clear();
      bytes = 0;
      permits.acquireUninterruptibly();
      answer = sender.send(batch, number++).whenComplete((_, _) -> permits.release());
    }
  }

  /** Waits until the last batch is stored. */
  void await() {
    try {
      answer.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException failure ? failure : e;
    }
  }
}
