/**
 * What was sent, for whom and where to, and how far campaigns have come: counted from what happened
 * to messages, each once.
 */
@NullMarked
package io.messina.messaging.usage;

import org.jspecify.annotations.NullMarked;
