package io.messina.testkit;

import io.messina.store.Store;

/**
 * The numbers of calls of a store, with any result; a request that a caller sends again counts
 * again.
 *
 * @param creates calls of {@link Store#create}
 * @param reads calls of {@link Store#get} and {@link Store#getStatic}
 * @param scanPages pages read for {@link Store#scan} and {@link Store#partitions}, empty ones
 *     included
 * @param plainWrites calls of {@link Store#write}
 * @param fencedWrites calls of {@link Store#writeIf}
 */
public record StoreOperations(
    long creates, long reads, long scanPages, long plainWrites, long fencedWrites) {

  /** Nothing. */
  public static final StoreOperations NONE = new StoreOperations(0, 0, 0, 0, 0);

  /** All of them. */
  public long total() {
    return creates + reads + scanPages + plainWrites + fencedWrites;
  }

  /** Returns the counts since an earlier count of the same store. */
  public StoreOperations since(StoreOperations earlier) {
    return new StoreOperations(
        creates - earlier.creates,
        reads - earlier.reads,
        scanPages - earlier.scanPages,
        plainWrites - earlier.plainWrites,
        fencedWrites - earlier.fencedWrites);
  }

  StoreOperations plus(StoreRequest<?> request) {
    return switch (request) {
      case StoreRequest.Create create ->
          new StoreOperations(creates + 1, reads, scanPages, plainWrites, fencedWrites);
      case StoreRequest.Get get ->
          new StoreOperations(creates, reads + 1, scanPages, plainWrites, fencedWrites);
      case StoreRequest.GetStatic get ->
          new StoreOperations(creates, reads + 1, scanPages, plainWrites, fencedWrites);
      case StoreRequest.Look look ->
          new StoreOperations(creates, reads + 1, scanPages, plainWrites, fencedWrites);
      case StoreRequest.ReadPage read ->
          new StoreOperations(creates, reads, scanPages + 1, plainWrites, fencedWrites);
      case StoreRequest.ReadPartitions read ->
          new StoreOperations(creates, reads, scanPages + 1, plainWrites, fencedWrites);
      case StoreRequest.Write write ->
          new StoreOperations(creates, reads, scanPages, plainWrites + 1, fencedWrites);
      case StoreRequest.WriteIf write ->
          new StoreOperations(creates, reads, scanPages, plainWrites, fencedWrites + 1);
    };
  }
}
