/**
 * Routing: chooses a connector for each message, once. A choice is durable, and valid by the fenced
 * note of the shard, before the message is appended to the connector's stream. Also the pace and
 * the circuit breaker of connectors.
 */
@NullMarked
package io.messina.messaging.route;

import org.jspecify.annotations.NullMarked;
