/**
 * What a shard's owner decides before it appends: whether an event is there already, by its key or
 * by its producer's number, and whether it waits until it is due. All of it without threads, clocks
 * or I/O.
 */
@NullMarked
package io.messina.stream.append;

import org.jspecify.annotations.NullMarked;
