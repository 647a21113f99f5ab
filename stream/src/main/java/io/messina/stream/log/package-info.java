/**
 * The log of a shard: batches of records, lanes, and where they lie. A shard has a lane for each
 * ownership, with exactly one writer ever, and cut at the end that the next owner found. The lanes
 * in the order of their epochs, each up to its cut, are the log of the shard. Beside them stand the
 * shard that a key selects, the homes of shards on cores of the database, and the one budget of all
 * caches of a process.
 */
@NullMarked
package io.messina.stream.log;

import org.jspecify.annotations.NullMarked;
