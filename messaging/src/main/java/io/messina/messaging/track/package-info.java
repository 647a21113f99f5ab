/**
 * Tracking: the history of messages in tables, which can be rebuilt from the stream of events at
 * any time, receipts and replies that change it, cancellation, and links to unsubscribe.
 */
@NullMarked
package io.messina.messaging.track;

import org.jspecify.annotations.NullMarked;
