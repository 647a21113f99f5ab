/** A stream of Messina as a sink: exactly once by numbered batches, or at least once. */
@NullMarked
package io.messina.flink.sink;

import org.jspecify.annotations.NullMarked;
