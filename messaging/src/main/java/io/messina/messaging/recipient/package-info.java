/**
 * Recipients: one form of each address, the recipients that get no more messages, and the endpoints
 * of webhooks that fail.
 */
@NullMarked
package io.messina.messaging.recipient;

import org.jspecify.annotations.NullMarked;
