/**
 * Messages, each sent at most once. A message is an event of its channel's stream, is routed to the
 * stream of one connector, and its history is in the stream {@code messages.events}.
 */
@NullMarked
package io.messina.messaging;

import org.jspecify.annotations.NullMarked;
