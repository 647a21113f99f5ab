/**
 * Where the state of shards is kept beside the machine that has it. A snapshot counts only once the
 * note of the group's commit names it.
 */
@NullMarked
package io.messina.aggregate.snapshot;

import org.jspecify.annotations.NullMarked;
