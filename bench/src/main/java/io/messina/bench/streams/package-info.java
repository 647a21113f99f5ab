/** Benchmarks of streams in one process. For the programs of this module. */
@NullMarked
package io.messina.bench.streams;

import org.jspecify.annotations.NullMarked;
