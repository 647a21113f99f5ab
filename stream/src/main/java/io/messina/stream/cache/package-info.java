/**
 * The memory of caches in a process. It is bounded as a whole, however many shards and groups there
 * are.
 */
@NullMarked
package io.messina.stream.cache;

import org.jspecify.annotations.NullMarked;
