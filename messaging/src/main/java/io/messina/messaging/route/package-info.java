/**
 * Chooses a connector for each message, once. What was chosen is durable, and counts by the fenced
 * note of the shard, before the message goes to the connector's stream.
 */
@NullMarked
package io.messina.messaging.route;

import org.jspecify.annotations.NullMarked;
