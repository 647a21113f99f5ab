/**
 * What a process keeps in memory only to be quicker. It is bounded as a whole, however many shards
 * and groups there are.
 */
@NullMarked
package io.messina.stream.cache;

import org.jspecify.annotations.NullMarked;
