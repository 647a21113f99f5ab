/**
 * How a shard's log is written and read: a lane for each ownership, with exactly one writer ever,
 * and cut at the end that the next owner found. The lanes in the order of their epochs, each up to
 * its cut, are the log of the shard.
 */
@NullMarked
package io.messina.stream.lane;

import org.jspecify.annotations.NullMarked;
