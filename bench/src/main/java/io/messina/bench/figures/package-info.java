/**
 * Common code of several benchmarks for printing their results. For the programs of this module.
 */
@NullMarked
package io.messina.bench.figures;

import org.jspecify.annotations.NullMarked;
