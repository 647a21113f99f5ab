/**
 * Streams: logs of events, sharded by key, each shard in one order. This package contains the types
 * that users and all parts share; each part has a package of its own.
 */
@NullMarked
package io.messina.stream;

import org.jspecify.annotations.NullMarked;
