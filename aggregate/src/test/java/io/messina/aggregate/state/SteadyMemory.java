package io.messina.aggregate.state;

/** Memory of states whose files depend on what is done to them, and on no thread of RocksDB. */
public final class SteadyMemory {

  private SteadyMemory() {}

  /** Returns memory of which nothing is compacted, and files are few. */
  public static StateMemory of(long objectBytes, long cacheBytes) {
    return new StateMemory(objectBytes, cacheBytes, false);
  }
}
