package io.messina.messaging.node;

import io.messina.connectors.ConnectorTime;
import io.messina.runtime.NodeTime;
import java.time.Duration;

/** The clock of a node, for connectors. */
public record NodeConnectorTime(NodeTime time) implements ConnectorTime {

  @Override
  public long nanoTime() {
    return time.nanoTime();
  }

  @Override
  public void schedule(Duration delay, Runnable task) {
    var _ = time.schedule(delay, task);
  }
}
