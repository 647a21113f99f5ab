/**
 * Aggregates as a process has them: from the log to committed state, and what their states take and
 * answer. Run by {@code bench aggregates}.
 */
@NullMarked
package io.messina.bench.aggregates;

import org.jspecify.annotations.NullMarked;
