package io.messina.messaging.node;

import io.messina.connectors.Connector;
import io.messina.connectors.OutgoingMessage;
import io.messina.connectors.RepeatPromise;
import io.messina.connectors.SendResult;
import java.time.Duration;
import java.util.Optional;

/**
 * Refuses messages that were routed to a connector before it was deleted, so that other connectors
 * get them.
 */
record DeletedConnector() implements Connector {

  @Override
  public SendResult send(OutgoingMessage message, Duration timeout) {
    return new SendResult.Refused("deleted", "its connector was deleted");
  }

  @Override
  public Optional<RepeatPromise> repeats() {
    return Optional.empty();
  }

  @Override
  public void close() {}
}
