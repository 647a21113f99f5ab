package io.messina.cli.load;

import io.messina.cli.file.FileEntry;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Sends batches that go one after the other. */
public interface BatchSender {

  /**
   * Sends a batch.
   *
   * @param batch at least one
   * @param number of the batch, from 0
   * @return done once it is stored; fails with what is to be told
   */
  CompletableFuture<Void> send(List<FileEntry> batch, long number);

  /**
   * How much of a batch an entry takes.
   *
   * @param entry any
   * @return in bytes, at most
   */
  long bytesAtMost(FileEntry entry);
}
