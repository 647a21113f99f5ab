/**
 * Streams: logs of events, sharded by key, with one order per shard. What stands here is the
 * vocabulary that users and all parts share; each part has a package of its own.
 */
@NullMarked
package io.messina.stream;

import org.jspecify.annotations.NullMarked;
