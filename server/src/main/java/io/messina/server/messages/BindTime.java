package io.messina.server.messages;

import io.messina.connectors.smpp.SmppTime;
import io.messina.runtime.NodeTime;
import java.time.Duration;

/**
 * The clock of a node, as binds of SMPP wait by it.
 *
 * @param time of the node
 */
record BindTime(NodeTime time) implements SmppTime {

  @Override
  public long nanoTime() {
    return time.nanoTime();
  }

  @Override
  public void schedule(Duration delay, Runnable task) {
    var _ = time.schedule(delay, task);
  }
}
