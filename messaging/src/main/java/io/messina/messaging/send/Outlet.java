package io.messina.messaging.send;

import io.messina.connectors.Connector;

/**
 * A connector in use.
 *
 * @param name of the connector
 * @param connector sends
 * @param options how it is used
 */
public record Outlet(String name, Connector connector, SendOptions options) {}
