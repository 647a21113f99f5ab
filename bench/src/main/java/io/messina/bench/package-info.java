/**
 * Benchmarks of the hot paths: classes named {@code …Benchmark} run under JMH, those named {@code
 * …Comparison} run several arms in turns. Run with {@code ./messina bench}.
 */
@NullMarked
package io.messina.bench;

import org.jspecify.annotations.NullMarked;
