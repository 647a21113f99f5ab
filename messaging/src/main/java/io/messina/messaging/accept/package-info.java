/** Acceptance: an accepted message is checked, complete and durable. Also replays of webhooks. */
@NullMarked
package io.messina.messaging.accept;

import org.jspecify.annotations.NullMarked;
