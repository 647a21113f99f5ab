/**
 * Aggregates within a process: from the log to committed state, the size of their states, and the
 * speed of their answers. Run by {@code bench aggregates}.
 */
@NullMarked
package io.messina.bench.aggregates;

import org.jspecify.annotations.NullMarked;
