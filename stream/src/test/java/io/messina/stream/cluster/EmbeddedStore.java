package io.messina.stream.cluster;

import io.messina.store.ForwardingStore;
import io.messina.store.Store;

/** A store that, as one in a folder does, knows the highest timestamp that was written to it. */
final class EmbeddedStore extends ForwardingStore {

  private final Store whole;

  /**
   * An embedded store.
   *
   * @param store as the process sees it
   * @param whole the same, which knows its timestamps
   */
  EmbeddedStore(Store store, Store whole) {
    super(store);
    this.whole = whole;
  }

  @Override
  public long timestampFloorMicros() {
    return whole.timestampFloorMicros();
  }
}
