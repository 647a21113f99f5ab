package io.messina.stream.offsets;

import io.messina.store.Store;
import io.messina.testkit.simulation.SimulatedNode;
import java.util.function.Consumer;

/** How the events of one shard get from those who produce them to the one who consumes them. */
interface Design {

  /**
   * Stores an event.
   *
   * @param producer the process that produced it, whose actor calls
   * @param store as the producer sees it
   * @param event which one
   * @throws RuntimeException where it is not acknowledged
   */
  void append(SimulatedNode producer, Store store, String event);

  /**
   * Starts the one process that has the shard, which hands out events for as long as it lives; its
   * successors go on behind it.
   *
   * @param handler is given each event at least once
   */
  SimulatedNode start(Consumer<String> handler);
}
