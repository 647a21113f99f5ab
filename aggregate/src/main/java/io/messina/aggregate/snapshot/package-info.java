/**
 * Where the state of shards is kept besides the machine that works on it. A fenced note names the
 * snapshots; all else that lies in the place has no meaning.
 */
@NullMarked
package io.messina.aggregate.snapshot;

import org.jspecify.annotations.NullMarked;
