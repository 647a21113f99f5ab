/**
 * Snapshots of the state of shards, outside of the machine that works on it. A snapshot counts if a
 * fenced note names it; other objects in the place have no meaning.
 */
@NullMarked
package io.messina.aggregate.snapshot;

import org.jspecify.annotations.NullMarked;
