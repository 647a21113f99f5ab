/**
 * Appends to one shard: recognises repeated events by their idempotency key or their producer's
 * number, and keeps delayed events until they are due.
 */
@NullMarked
package io.messina.stream.append;

import org.jspecify.annotations.NullMarked;
