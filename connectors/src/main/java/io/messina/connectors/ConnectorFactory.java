package io.messina.connectors;

import io.messina.api.message.connector.ConnectorDefinition;
import io.messina.api.message.connector.ConnectorProtocol;

/** Makes connectors. Safe for use by many threads. */
@FunctionalInterface
public interface ConnectorFactory {

  /**
   * Makes a connector, and does not wait for its provider.
   *
   * @param definition the way to the provider
   * @param inbox takes the receipts and replies that come over the connector's own connections
   * @return the connector; close it
   * @throws IllegalArgumentException if the options cannot be followed
   */
  Connector open(ConnectorDefinition definition, Inbox inbox);

  /**
   * Checks options without a connection: secrets and addresses may exist only later.
   *
   * @param protocol the protocol and its options
   * @throws IllegalArgumentException with a sentence, if {@link #open} would throw
   */
  default void check(ConnectorProtocol protocol) {}
}
