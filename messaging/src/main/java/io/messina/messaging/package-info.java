/**
 * Messages, each sent once. A message is an event of its channel's stream, is routed to the stream
 * of one connector, and all that happens to it is an event of the stream {@code messages.events}.
 */
@NullMarked
package io.messina.messaging;

import org.jspecify.annotations.NullMarked;
