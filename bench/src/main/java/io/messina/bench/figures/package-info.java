/** What several benchmarks need to say what they have measured. For the programs of this module. */
@NullMarked
package io.messina.bench.figures;

import org.jspecify.annotations.NullMarked;
