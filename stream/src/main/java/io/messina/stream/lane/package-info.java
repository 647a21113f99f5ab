/**
 * How a shard's log is written and read: a lane for each ownership, appended to by exactly one
 * writer ever, and cut where the next owner found its end. Lanes in the order of their epochs, each
 * up to its cut, are the one order of the shard.
 */
@NullMarked
package io.messina.stream.lane;

import org.jspecify.annotations.NullMarked;
