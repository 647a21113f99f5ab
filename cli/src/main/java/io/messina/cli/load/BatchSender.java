package io.messina.cli.load;

import io.messina.cli.file.FileEntry;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Sends batches one after the other. */
interface BatchSender {

  /**
   * Sends a batch.
   *
   * @param batch at least one
   * @param number of the batch, from 0
   * @return done once it is stored; fails with the error to report
   */
  CompletableFuture<Void> send(List<FileEntry> batch, long number);

  /**
   * Returns the size of an entry within a batch.
   *
   * @param entry any
   * @return in bytes, at most
   */
  long bytesAtMost(FileEntry entry);
}
