/**
 * Sends messages through connectors, each at most once: the durable claim of a message is the
 * intent to send it, and what is uncertain after a crash or a lost answer is not sent again unless
 * the provider promises to recognise it.
 */
@NullMarked
package io.messina.messaging.send;

import org.jspecify.annotations.NullMarked;
