package io.messina.connectors;

import io.messina.api.message.connector.ConnectorDefinition;
import io.messina.api.message.connector.ConnectorProtocol;

/** Makes connectors. Safe for use by many threads. */
@FunctionalInterface
public interface ConnectorFactory {

  /**
   * Makes a connector, and does not wait for its provider.
   *
   * @param definition how it reaches its provider
   * @param inbox takes what comes by the connector itself
   * @return to be closed
   * @throws IllegalArgumentException if the options cannot be followed
   */
  Connector open(ConnectorDefinition definition, Inbox inbox);

  /**
   * Checks options without reaching anybody: secrets and addresses may be there only later.
   *
   * @param protocol how a provider is to be reached
   * @throws IllegalArgumentException with a sentence, if {@link #open} would throw
   */
  default void check(ConnectorProtocol protocol) {}
}
