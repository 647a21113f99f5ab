/**
 * Sending: sends messages through connectors, each at most once. The durable claim of a message is
 * the intent to send it; a message that is uncertain after a crash or a lost answer is not sent
 * again unless the provider promises to recognise it.
 */
@NullMarked
package io.messina.messaging.send;

import org.jspecify.annotations.NullMarked;
